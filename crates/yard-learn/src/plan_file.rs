//! Plans of trainings as TOML, and the compiled-in ones.

use serde::{Deserialize, Serialize};
use toml::{Table, Value};
use yard_core::did_you_mean;

use crate::grid::{DqnPlan, DqnTraining};
use crate::london::{QnetPlan, QnetTraining};
use crate::training::{Players, TrainError, Training};

/// The version of the format.
const VERSION: i64 = 1;

macro_rules! presets {
    ($($name:literal),* $(,)?) => {
        /// Names and texts of the compiled-in plans.
        pub const PRESETS: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../../research/training/", $name, ".toml")))),*];
    };
}

presets![
    "hrklova-x",
    "hrklova-detectives",
    "hrklova-6.1-alphabeta",
    "hrklova-6.1-mcts",
    "hrklova-6.1-mix",
    "hrklova-6.2-two",
    "hrklova-6.2-three",
    "hrklova-6.2-four",
    "hrklova-6.2-four-mix",
    "hrklova-6.2-wide",
    "hrklova-6.3-two",
    "hrklova-6.3-three",
    "hrklova-6.4-first",
    "hrklova-6.4-second",
    "hrklova-6.4-third",
    "hrklova-6.5-team",
    "hrklova-6.5-own",
    "hrklova-x-again",
    "hrklova-detectives-again",
    "hrklova-x-mse",
    "hrklova-x-default-init",
    "hrklova-x-replay-10000",
    "hrklova-x-replay-20000",
    "hrklova-x-games-5000",
    "hrklova-x-games-20000",
    "hrklova-x-calm",
    "hrklova-detectives-calm",
    "hrklova-detectives-all",
    "hrklova-detectives-steps",
    "hrklova-detectives-long",
    "hrklova-x-double",
    "hrklova-x-two-networks",
    "hrklova-x-convolution",
    "hrklova-detectives-double",
    "hrklova-detectives-two-networks",
    "hrklova-detectives-convolution",
    "grid5-x",
    "grid5-detectives",
    "grid5-x-convolution",
    "grid5-detectives-convolution",
    "grid5-x-two-networks",
    "grid5-detectives-two-networks",
    "dash-1",
    "dash-1-enter",
    "dash-2",
    "dash-2-enter",
    "dash-3",
    "dash-3-enter",
    "dash-4",
    "dash-4-enter",
    "dash-5",
    "dash-5-enter",
    "dash-6",
    "dash-6-enter",
    "dash-7",
    "dash-7-enter",
    "dash-x",
    "dash-detectives",
];

/// What a training is to do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
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
    Text(String),
}

impl Plan {
    /// A compiled-in plan.
    ///
    /// # Errors
    /// When there is none of that name.
    pub fn preset(name: &str) -> Result<Plan, PlanError> {
        Plan::from_toml(preset_text(name)?)
    }

    /// Reads the text of a file. `base = "NAME"` begins with a preset, of which the file changes some
    /// values.
    ///
    /// # Errors
    /// Says what is wrong.
    pub fn from_toml(text: &str) -> Result<Plan, PlanError> {
        let mut table = read(text)?;
        // No preset builds on itself.
        while let Some(base) = table.remove("base") {
            let Value::String(base) = base else {
                return Err(PlanError::Text("base must be the name of a preset".to_owned()));
            };
            let mut below = read(preset_text(&base)?)?;
            lay_over(&mut below, table);
            table = below;
        }
        // What it is about is for people.
        table.remove("about");
        match table.remove("version") {
            Some(Value::Integer(VERSION)) => {}
            Some(other) => {
                return Err(PlanError::Text(format!(
                    "version {other} is not known, only {VERSION} is"
                )));
            }
            None => return Err(PlanError::Text("there is no version".to_owned())),
        }
        Value::Table(table)
            .try_into()
            .map_err(|error: toml::de::Error| PlanError::Text(error.message().to_owned()))
    }

    /// The text of a file, with everything spelled out.
    pub fn to_toml(&self) -> String {
        let body = toml::to_string(self).unwrap_or_default();
        format!("# A training as it was run: docs/TRAINING.md.\nversion = {VERSION}\n{body}")
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

fn preset_text(name: &str) -> Result<&'static str, PlanError> {
    if let Some((_, text)) = PRESETS.iter().find(|(known, _)| *known == name) {
        return Ok(text);
    }
    let hint = match did_you_mean(name, PRESETS.iter().map(|(known, _)| *known)) {
        Some(near) => format!(", did you mean \"{near}\"?"),
        None => " (docs/TRAINING.md lists them)".to_owned(),
    };
    Err(PlanError::Unknown { name: name.chars().take(40).collect(), hint })
}

fn read(text: &str) -> Result<Table, PlanError> {
    text.parse().map_err(|error: toml::de::Error| PlanError::Text(error.message().to_owned()))
}

/// Puts the values of one table over those of another, table by table.
fn lay_over(below: &mut Table, above: Table) {
    for (key, value) in above {
        match (below.get_mut(&key), value) {
            (Some(Value::Table(below)), Value::Table(above)) => lay_over(below, above),
            (_, value) => {
                below.insert(key, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_a_plan_and_comes_back_from_its_text() {
        for (name, _) in PRESETS {
            let plan = Plan::preset(name).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(Plan::from_toml(&plan.to_toml()), Ok(plan), "{name}");
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
        assert_eq!(error("version = 2"), "version 2 is not known, only 1 is");
        assert_eq!(error("games = 2"), "there is no version");
        let base = "version = 1\nbase = \"hrklova-x\"\n";
        assert!(error(&format!("{base}[learner]\nbatsch = 7")).contains("batsch"));
        assert_eq!(error("base = 5"), "base must be the name of a preset");
        assert_eq!(
            error("base = \"hrklova-y\""),
            "unknown preset \"hrklova-y\", did you mean \"hrklova-x\"?"
        );
    }
}
