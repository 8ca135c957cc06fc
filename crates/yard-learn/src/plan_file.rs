//! Plans of trainings as TOML.

use serde::Serialize;
use yard_core::Faults;
use yard_core::toml_file::{Entry, TomlFile};

use crate::dqn::{self, DqnPlan, DqnTraining};
use crate::players::Players;
use crate::presets::find_preset;
use crate::qnet::{self, QnetPlan, QnetTraining};
use crate::training::{TrainError, Training};

/// The version of the format.
const VERSION: u32 = 1;

/// The keys of a file, whatever the method; what it is about is for people.
const KEYS: [&str; 4] = ["version", "about", "base", "method"];

/// What a training is to do.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "method", rename_all = "kebab-case")]
pub enum Plan {
    /// Deep Q-learning on a grid.
    Dqn(DqnPlan),
    /// Query networks for London.
    Qnet(QnetPlan),
}

/// Why a text is no plan.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// There is no preset of that name.
    #[error("unknown preset \"{name}\"{hint}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What may have been meant.
        hint: String,
    },
    /// The text is not as it should be.
    #[error("{0}")]
    Faults(#[from] Faults),
}

/// How a training learns.
#[derive(Clone, Copy)]
enum Method {
    Dqn,
    Qnet,
}

impl Method {
    const ALL: [Method; 2] = [Method::Dqn, Method::Qnet];

    fn name(&self) -> &'static str {
        match self {
            Method::Dqn => "dqn",
            Method::Qnet => "qnet",
        }
    }
}

impl Plan {
    /// A compiled-in plan.
    ///
    /// # Errors
    /// When there is none of that name.
    pub fn preset(name: &str) -> Result<Plan, PlanError> {
        Plan::from_toml(find_preset(name)?.1)
    }

    /// Reads the text of a file. `base = "NAME"` begins with a preset, of which the file changes some
    /// values.
    ///
    /// # Errors
    /// Lists every fault of the text at once, each with its line.
    pub fn from_toml(text: &str) -> Result<Plan, PlanError> {
        let mut file = TomlFile::parse(text)?;
        let mut base = base_of(&file);
        // No preset builds on itself.
        while let Some((name, text)) = base {
            let below = TomlFile::parse(text)?;
            base = base_of(&below);
            file = file.over(name, below);
        }
        let root = file.root();
        root.version(VERSION);
        let method = root.required("method").choice(&Method::ALL, Method::name);
        // Without a base, a version or a method nothing can be said of the rest.
        file.check()?;
        let plan = match method {
            Some(Method::Dqn) => {
                root.check_keys(&[&KEYS[..], &dqn::PLAN_KEYS].concat());
                DqnPlan::read(&root).map(Plan::Dqn)
            }
            Some(Method::Qnet) => {
                root.check_keys(&[&KEYS[..], &qnet::PLAN_KEYS].concat());
                QnetPlan::read(&root).map(Plan::Qnet)
            }
            None => None,
        };
        let senseless = match &plan {
            Some(Plan::Dqn(plan)) => plan.check(),
            Some(Plan::Qnet(plan)) => plan.check(),
            None => Vec::new(),
        };
        for fault in senseless {
            file.fault_at(fault.path, fault.text);
        }
        Ok(file.finish(plan)?)
    }

    /// The text of a file, with everything spelled out.
    pub fn to_toml(&self) -> String {
        let body = toml::to_string(self).expect("a plan has only what TOML can hold");
        format!(
            "# A training as it was run: docs/reference/training.md.\nversion = {VERSION}\n{body}"
        )
    }

    /// Games to learn from.
    pub fn games(&self) -> u64 {
        match self {
            Plan::Dqn(plan) => plan.games,
            Plan::Qnet(plan) => plan.games,
        }
    }

    /// Changes the games to learn from; a testing phase is not to be longer.
    pub fn set_games(&mut self, games: u64) {
        match self {
            Plan::Dqn(plan) => plan.games = games,
            Plan::Qnet(plan) => {
                plan.games = games;
                plan.test_games = plan.test_games.min(games);
            }
        }
    }

    /// Games over which exploration and learning rate fall: those it was begun with.
    pub fn schedule(&self) -> u64 {
        match self {
            Plan::Dqn(plan) => plan.schedule(),
            Plan::Qnet(plan) => plan.schedule(),
        }
    }

    /// The plan of a run that goes on beyond its end: what fell over its games stays where it ended.
    #[must_use]
    pub fn lengthened(&self, games: u64) -> Plan {
        match self {
            Plan::Dqn(plan) => Plan::Dqn(plan.lengthened(games)),
            Plan::Qnet(plan) => Plan::Qnet(plan.lengthened(games)),
        }
    }

    /// Changes the seed.
    pub fn set_seed(&mut self, seed: u64) {
        match self {
            Plan::Dqn(plan) => plan.seed = seed,
            Plan::Qnet(plan) => plan.seed = seed,
        }
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        match self {
            Plan::Dqn(plan) => plan.seed,
            Plan::Qnet(plan) => plan.seed,
        }
    }

    /// The model that the training goes on from, if it does.
    pub fn start(&self) -> Option<&str> {
        match self {
            Plan::Dqn(plan) => plan.start.as_deref(),
            Plan::Qnet(_) => None,
        }
    }

    /// Lets the training go on from another model, if it goes on from one.
    pub fn set_start(&mut self, start: &str) {
        match self {
            Plan::Dqn(plan) if plan.start.is_some() => plan.start = Some(start.to_owned()),
            Plan::Dqn(_) | Plan::Qnet(_) => {}
        }
    }

    /// The rules.
    pub fn rules(&self) -> &str {
        match self {
            Plan::Dqn(plan) => &plan.rules,
            Plan::Qnet(plan) => &plan.rules,
        }
    }

    /// Begins the training.
    ///
    /// # Errors
    /// When the plan makes no sense, or a player cannot be had.
    pub fn begin(
        &self,
        name: &str,
        players: &dyn Players,
    ) -> Result<Box<dyn Training>, TrainError> {
        Ok(match self.clone() {
            Plan::Dqn(plan) => Box::new(DqnTraining::new(name, plan, players)?),
            Plan::Qnet(plan) => Box::new(QnetTraining::new(name, plan, players)?),
        })
    }
}

/// The preset that a file says it builds on, with its text.
fn base_of(file: &TomlFile<'_>) -> Option<(&'static str, &'static str)> {
    let root = file.root();
    let base = root.optional("base");
    let Some(name) = base.as_text() else {
        base.must_be("the name of a preset");
        return None;
    };
    match find_preset(name) {
        Ok(preset) => Some(preset),
        Err(error) => {
            base.fault(error.to_string());
            None
        }
    }
}

/// A value as plans write it.
pub(crate) fn written<T: Serialize>(value: &T) -> String {
    let value = toml::Value::try_from(value).expect("a choice is a text");
    value.as_str().expect("a choice is a text").to_owned()
}

/// A number that is kept in 32 bits.
pub(crate) fn small_number(entry: &Entry<'_, '_>) -> Option<f32> {
    entry.number(..).map(|number| number as f32)
}

/// A list of whole numbers.
pub(crate) fn wholes(entry: &Entry<'_, '_>) -> Vec<usize> {
    if !entry.exists() {
        return Vec::new();
    }
    entry.list().filter_map(|number| number.whole(0..)).collect()
}

/// A list of texts.
pub(crate) fn texts_of(entry: &Entry<'_, '_>) -> Vec<String> {
    entry.list().filter_map(|text| text.text()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets::PRESETS;

    #[test]
    fn every_preset_is_a_plan_and_comes_back_from_its_text() {
        for (name, _) in PRESETS {
            let plan = Plan::preset(name).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(Plan::from_toml(&plan.to_toml()), Ok(plan), "{name}");
        }
    }

    /// States of trainings hold their plan as serde writes it, so both readers must agree.
    #[test]
    fn every_preset_is_the_same_for_serde() {
        for (name, _) in PRESETS {
            let plan = Plan::preset(name).expect("a plan");
            let mut table = toml::Table::try_from(&plan).expect("a plan is a table");
            table.remove("method");
            let read = match &plan {
                Plan::Dqn(_) => table.try_into().map(Plan::Dqn),
                Plan::Qnet(_) => table.try_into().map(Plan::Qnet),
            };
            assert_eq!(read, Ok(plan), "{name}");
        }
    }

    #[test]
    fn every_file_is_compiled_in() {
        let folder =
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../research/training");
        let files = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<_> =
            files.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
        let mut known: Vec<_> = PRESETS.iter().map(|(name, _)| (*name).to_owned()).collect();
        files.sort();
        known.sort();
        assert_eq!(files, known);
    }

    /// The published tables repeat some networks; `research/experiments` names one of each.
    #[test]
    fn networks_that_tables_repeat_have_equal_plans() {
        for (one, other) in [
            ("hrklova-6.2-three", "hrklova-6.1-alphabeta"),
            ("hrklova-6.3-two", "hrklova-x"),
            ("hrklova-6.3-three", "hrklova-6.1-mix"),
            ("hrklova-6.4-first", "hrklova-detectives"),
            ("hrklova-6.5-own", "hrklova-detectives"),
        ] {
            assert_eq!(Plan::preset(one), Plan::preset(other), "{one}");
        }
    }

    #[test]
    fn a_plan_changes_what_it_builds_on() {
        let text = "version = 1\nbase = \"hrklova-x\"\ngames = 5\n[learner]\nbatch = 7\n";
        let Ok(Plan::Dqn(plan)) = Plan::from_toml(text) else { panic!("it is a plan") };
        let Ok(Plan::Dqn(base)) = Plan::preset("hrklova-x") else { panic!("it is a plan") };
        assert_eq!((plan.games, plan.learner.batch, plan.learner.replay), (5, 7, 15_000));
        assert_eq!(plan.network, base.network);
    }

    /// However long the chain of plans is on which a preset builds.
    #[test]
    fn a_plan_can_build_on_every_preset() {
        for (name, _) in PRESETS {
            let text = format!("version = 1\nbase = \"{name}\"\n");
            assert_eq!(Plan::from_toml(&text), Plan::preset(name), "{name}");
        }
    }

    #[test]
    fn faults_are_named() {
        let error = |text: &str| Plan::from_toml(text).unwrap_err().to_string();
        assert_eq!(
            error("version = 2\nbase = \"hrklova-x\""),
            "line 1: version 2 is not known, only 1 is"
        );
        assert_eq!(
            error("games = 2"),
            "2 faults\n  the key \"version\" is missing\n  the key \"method\" is missing"
        );
        let base = "base = \"hrklova-x\"\n";
        assert_eq!(
            error("version = 1\nbase = 5\nmethod = \"dqn\""),
            "line 2: base must be the name of a preset, not 5"
        );
        assert_eq!(
            error(&format!("version = 1\n{}", base.replace("-x", "-y"))),
            "2 faults\n  line 2: unknown preset \"hrklova-y\", did you mean \"hrklova-x\"?\n  \
             the key \"method\" is missing"
        );
    }

    /// A slip of the pen costs one look at the file, however many there are.
    #[test]
    fn all_faults_come_at_once_with_their_lines() {
        let text = "version = 1\nbase = \"hrklova-x\"\ngame = 9\nmask = 1\nobservation = \"plains\"\n\
                    [learner]\nbatsch = 7\nbatch = 'many'\nkind = 'dubble'\n[gate]\nevery = 5\n";
        let Err(PlanError::Faults(faults)) = Plan::from_toml(text) else { panic!("has faults") };
        let told: Vec<String> = faults.0.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "line 3: unknown key \"game\", did you mean \"games\"?",
                "line 4: mask must be true or false, not 1",
                "line 5: observation is \"hrklova\", \"hrklova-program\", \"planes\", \"sighting\", \"tickets\", \"stations\", \"dash\", \"dash-each\" or \
                 \"dash-team\", not \"plains\", did you mean \"planes\"?",
                "line 7: unknown key \"batsch\" in [learner], did you mean \"batch\"?",
                "line 8: batch must be a whole number from 0, not a text",
                "line 9: kind is \"dqn\", \"double\" or \"two-networks\", not \"dubble\", \
                 did you mean \"double\"?",
                "the key \"games\" is missing in [gate]",
            ]
        );
    }

    #[test]
    fn what_makes_no_sense_is_told_with_its_line() {
        let text = "version = 1\nbase = \"dash-1\"\ngames = 0\n[learner]\nrate = 2\n[mr_x]\nagent = 'random'\n";
        assert_eq!(
            Plan::from_toml(text).unwrap_err().to_string(),
            "3 faults\n  \
             line 3: games must be at least 1\n  \
             line 5: learner.rate must lie between 0 and 1\n  \
             line 6: neither side learns"
        );
    }

    /// Of a preset that a file turns into another method, the keys are told under its name.
    #[test]
    fn a_base_of_another_method_is_named() {
        let text = "version = 1\nbase = \"dash-1\"\nmethod = \"dqn\"\n";
        let error = Plan::from_toml(text).unwrap_err().to_string();
        assert!(error.contains("base \"dash-1\": line 7: unknown key \"test_games\""), "{error}");
    }
}
