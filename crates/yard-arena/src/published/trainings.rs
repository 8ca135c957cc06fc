//! Trainings behind published tables: which there are, where, and how their phases went.

use std::fmt::Write as _;

use serde::Serialize;
use yard_learn::{Metrics, Plan, Training};
use yard_roster::AgentSpec;

use crate::published::PublishedTable;
use crate::stats::Share;

/// A training whose models cells of a table play with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableTraining {
    /// The preset of the training.
    pub preset: String,
    /// Games to learn from, where they are fewer than those of the preset.
    pub games: Option<u64>,
    /// Its seed, where that is not the one of the preset.
    pub seed: Option<u64>,
    /// The model that it goes on from, where the preset names that of another training.
    pub start: Option<String>,
    /// Its folder among the runs.
    pub run: String,
    /// The cells, counted from 0.
    pub cells: Vec<usize>,
}

/// Games won by the detectives and by Mr X.
pub type Wins = [u64; 2];

/// The phases of a published training.
#[derive(Clone, Debug)]
pub struct PublishedPhases {
    /// The preset that repeats it.
    pub preset: String,
    /// Games won while the networks learned.
    pub training: Wins,
    /// Games won afterwards, without exploration.
    pub testing: Wins,
}

/// A published phase and ours.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Phase {
    /// The training: its preset, and which seed where it has several.
    pub preset: String,
    /// `training` or `testing`.
    pub phase: &'static str,
    /// Published wins.
    pub published: Wins,
    /// Ours.
    pub ours: Wins,
}

impl PublishedTable {
    /// Finds the trainings that the cells need. With at most so many games, longer ones are scaled down and have
    /// folders of their own, which the cells name from now on.
    pub fn trainings(&mut self, most: Option<u64>) -> Vec<TableTraining> {
        let mut found: Vec<TableTraining> = Vec::new();
        for (at, cell) in self.cells.iter_mut().enumerate() {
            let most = [most, cell.train_games].into_iter().flatten().min();
            for spec in [&mut cell.x, &mut cell.detectives] {
                for preset in spec.runs() {
                    let first = needed(&preset, most);
                    *spec = spec.with_run(&preset, &first.run);
                    for number in 0..cell.seeds {
                        add(&mut found, first.with_seed(number), (at, number, most));
                    }
                }
            }
        }
        found
    }

    /// Both phases of a finished training beside the published ones, if these are in the table.
    pub fn phases(&self, wanted: &TableTraining, training: &dyn Training) -> Vec<Phase> {
        let known = self.phases.iter().find(|phases| phases.preset == wanted.preset);
        let phase = |phase, published, metrics: Option<&Metrics>| {
            let ours = wins(metrics?)?;
            Some(Phase { preset: wanted.title(), phase, published, ours })
        };
        let both = known.map(|known| {
            let tests = training.test_metrics();
            [
                phase("training", known.training, Some(training.metrics())),
                phase("testing", known.testing, tests),
            ]
        });
        both.into_iter().flatten().flatten().collect()
    }
}

fn needed(preset: &str, most: Option<u64>) -> TableTraining {
    let games = Plan::preset(preset).map_or(0, |plan| plan.games());
    let games = most.filter(|most| *most < games);
    let suffix = games.map_or(String::new(), |games| format!("-{games}"));
    let run = format!("{preset}{suffix}");
    let (preset, cells) = (preset.to_owned(), Vec::new());
    TableTraining { preset, games, seed: None, start: None, run, cells }
}

/// Puts a training on the list for a cell, behind the one that it goes on from.
fn add(
    found: &mut Vec<TableTraining>,
    mut training: TableTraining,
    (cell, number, most): (usize, u64, Option<u64>),
) {
    let plan = Plan::preset(&training.preset).ok();
    let start = plan.as_ref().and_then(Plan::start).and_then(|name| {
        let (run, file) = name.strip_prefix("runs/")?.split_once('/')?;
        Some((needed(run, most).with_seed(number), file.to_owned()))
    });
    if let Some((before, file)) = start {
        training.start = Some(format!("runs/{}/{file}", before.run));
        add(found, before, (cell, number, most));
    }
    match found.iter_mut().find(|known| known.run == training.run) {
        Some(known) if known.cells.contains(&cell) => {}
        Some(known) => known.cells.push(cell),
        None => found.push(TableTraining { cells: vec![cell], ..training }),
    }
}

impl TableTraining {
    /// What tables and pictures call it.
    pub fn title(&self) -> String {
        let own = Plan::preset(&self.preset).map_or(0, |plan| plan.seed());
        self.seed.map_or(self.preset.clone(), |seed| run_of(&self.preset, seed.saturating_sub(own)))
    }

    /// The same plan with another seed; number 0 is itself.
    fn with_seed(&self, number: u64) -> TableTraining {
        let own = Plan::preset(&self.preset).map_or(0, |plan| plan.seed());
        let seed = (number > 0).then_some(own.saturating_add(number));
        TableTraining { seed, run: run_of(&self.run, number), ..self.clone() }
    }
}

/// The folder of a training of the same plan with another seed; number 0 is the first.
fn run_of(run: &str, number: u64) -> String {
    match number {
        0 => run.to_owned(),
        _ => format!("{run}-seed-{}", number + 1),
    }
}

/// The agent with the models of another training of the same plan; number 0 is itself.
pub(super) fn member(spec: &AgentSpec, number: u64) -> AgentSpec {
    let member = |spec: AgentSpec, run: String| spec.with_run(&run, &run_of(&run, number));
    spec.runs().into_iter().fold(spec.clone(), member)
}

/// Who won how many games of some metrics.
fn wins(metrics: &Metrics) -> Option<Wins> {
    let last = metrics.rows().last()?;
    let wins = last.detective_wins();
    Some([wins, last.games - wins])
}

impl Phase {
    /// Wins of the detectives minus those of Mr X for a game (Dash et al. 2018, figure 12).
    fn score([detectives, mr_x]: Wins) -> f64 {
        (detectives as f64 - mr_x as f64) / (detectives + mr_x).max(1) as f64
    }

    /// The share of the detectives.
    pub fn share([detectives, mr_x]: Wins) -> Share {
        Share::new(detectives, detectives + mr_x)
    }
}

/// Published and own phases as a Markdown table, in the manner of Dash et al. 2018, table 1; empty without any.
pub(crate) fn phases_text(phases: &[Phase]) -> String {
    if phases.is_empty() {
        return String::new();
    }
    let mut text = "\nGames won by the detectives and by Mr X, and their difference for each game:\n\n\
                    | training | phase | published | score | ours | score |\n|---|---|---|---|---|---|\n"
        .to_owned();
    for Phase { preset, phase, published, ours } in phases {
        let pair = |[detectives, mr_x]: Wins| format!("{detectives} / {mr_x}");
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "| {preset} | {phase} | {} | {:+.3} | {} | {:+.3} |",
            pair(*published),
            Phase::score(*published),
            pair(*ours),
            Phase::score(*ours),
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use yard_roster::Roster;

    use super::*;

    #[test]
    fn long_trainings_are_scaled_and_get_their_own_folders() {
        let mut table = PublishedTable::named("dash-5", &Roster::default()).unwrap();
        // Without the controls.
        table.cells.truncate(4);
        let whole = table.clone().trainings(None);
        let runs: Vec<&str> = whole.iter().map(|one| one.run.as_str()).collect();
        assert_eq!(runs, ["dash-5", "dash-5-enter"]);
        // Mr X and the detectives of a cell have one training.
        assert_eq!((whole[0].games, whole[0].cells.as_slice()), (None, &[0][..]));
        let scaled = table.trainings(Some(200));
        assert_eq!(scaled[1].run, "dash-5-enter-200");
        assert_eq!((scaled[1].games, scaled[1].preset.as_str()), (Some(200), "dash-5-enter"));
        let x = |cell: usize| table.cells[cell].x.to_string();
        assert_eq!(x(0), "qnet:model=runs/dash-5-200/mr-x.safetensors");
        assert_eq!(x(1), "random");
        let mut none = PublishedTable::named("sova-5.1", &Roster::default()).unwrap();
        assert!(none.trainings(Some(1)).is_empty());
    }

    /// Trainings of a cell that differ in their seed, and a control that learns from fewer games.
    #[test]
    fn seeds_and_controls_have_their_own_folders() {
        let mut table = PublishedTable::named("hrklova-6.1", &Roster::default()).unwrap();
        table.cells.truncate(2);
        (table.cells[0].seeds, table.cells[0].train_games) = (3, None);
        (table.cells[1].seeds, table.cells[1].train_games) = (1, Some(0));
        let found = table.trainings(None);
        let told: Vec<_> =
            found.iter().map(|one| (one.run.as_str(), one.seed, one.games)).collect();
        assert_eq!(
            told,
            [
                ("hrklova-program-6.1-alphabeta", None, None),
                ("hrklova-program-6.1-alphabeta-seed-2", Some(2), None),
                ("hrklova-program-6.1-alphabeta-seed-3", Some(3), None),
                ("hrklova-program-6.1-alphabeta-0", None, Some(0)),
            ]
        );
        let titles = found.iter().map(TableTraining::title).collect::<Vec<_>>();
        assert_eq!(titles[2], found[2].run);
        let third = member(&table.cells[0].x, 2).to_string();
        assert_eq!(third, "dqn:model=runs/hrklova-program-6.1-alphabeta-seed-3/model.safetensors");
    }

    /// A retraining comes after what it goes on from, seed by seed.
    #[test]
    fn a_training_that_goes_on_needs_the_one_before() {
        let mut table = PublishedTable::named("hrklova-6.1", &Roster::default()).unwrap();
        table.cells.truncate(1);
        table.cells[0].x = "dqn:model=runs/hrklova-x-again-2/model.safetensors".parse().unwrap();
        table.cells[0].seeds = 2;
        let found = table.trainings(None);
        let told: Vec<_> =
            found.iter().map(|one| (one.run.as_str(), one.start.as_deref())).collect();
        assert_eq!(
            told,
            [
                ("hrklova-x", None),
                ("hrklova-x-again", Some("runs/hrklova-x/model.safetensors")),
                ("hrklova-x-again-2", Some("runs/hrklova-x-again/model.safetensors")),
                ("hrklova-x-seed-2", None),
                ("hrklova-x-again-seed-2", Some("runs/hrklova-x-seed-2/model.safetensors")),
                ("hrklova-x-again-2-seed-2", Some("runs/hrklova-x-again-seed-2/model.safetensors")),
            ]
        );
    }

    #[test]
    fn phases_are_printed_beside_the_published_ones() {
        let phase = Phase {
            preset: "dash-1".to_owned(),
            phase: "testing",
            published: [10_906, 14_095],
            ours: [30, 70],
        };
        assert!(
            phases_text(std::slice::from_ref(&phase))
                .ends_with("| dash-1 | testing | 10906 / 14095 | -0.128 | 30 / 70 | -0.400 |\n")
        );
        assert_eq!(phases_text(&[]), "");
    }
}
