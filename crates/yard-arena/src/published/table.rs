//! Published tables, played again and printed beside the published figures.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use yard_agents::Seed;
use yard_core::{Faults, Game};

use crate::experiment::{Cell, Experiment, Ledger};
use crate::played::Played;
use crate::published::trainings::member;
use crate::published::{Comparison, Evidence, PublishedMean, PublishedPhases, Role};
use crate::series::{Series, Tally};
use crate::shard::Shard;
use yard_roster::{AgentSpec, Roster, load_rules};

/// A list of names and texts of files under `research/experiments`.
macro_rules! experiments {
    ($($name:literal),* $(,)?) => {
        &[$((
            $name,
            include_str!(concat!("../../../../research/experiments/", $name, ".toml")),
        )),*]
    };
}

/// Names and texts of the compiled-in experiments, paper by paper.
#[rustfmt::skip] // One line a paper.
pub const PUBLISHED: &[(&str, &str)] = experiments![
    "dash-1", "dash-2", "dash-3", "dash-4", "dash-5", "dash-6", "dash-7",
    "hrklova-5.5", "hrklova-6.1", "hrklova-6.2", "hrklova-6.3", "hrklova-6.4", "hrklova-6.5", "hrklova-6.6",
    "hrklova-6.6-dqn",
    "mortimer-1", "mortimer-2", "mortimer-3", "mortimer-4", "mortimer-5",
    "sova-5.1", "sova-5.2", "sova-5.3", "sova-5.4", "sova-5.5", "sova-5.6",
    "sova-5.6-playouts", "sova-5.6-alphabeta", "sova-walk",
    "nijssen-7.3", "nijssen-7.4", "nijssen-7.5", "nijssen-7.6", "nijssen-7.9", "nijssen-7.10",
    "nijssen-7.11", "nijssen-seconds", "nijssen-sets", "nijssen-switches",
    "sog-pimbot",
];

/// One published table.
#[derive(Clone, Debug)]
pub struct PublishedTable {
    /// Its name, as in `yard reproduce NAME`.
    pub name: String,
    /// What it is.
    pub title: String,
    /// Where it was published.
    pub document: String,
    /// Games of a cell, as published.
    pub games: u64,
    /// The seed of the whole.
    pub seed: u64,
    /// How budgets were converted, and the like.
    pub note: String,
    /// The cells.
    pub cells: Vec<PublishedCell>,
    /// Published figures of a player in both seats.
    pub means: Vec<PublishedMean>,
    /// Published phases of the trainings behind the cells.
    pub phases: Vec<PublishedPhases>,
    /// Makes the agents.
    pub roster: Roster,
}

/// One figure of a published table.
#[derive(Clone, Debug)]
pub struct PublishedCell {
    /// The rules.
    pub rules: String,
    /// Who plays Mr X.
    pub x: AgentSpec,
    /// Who plays the detectives.
    pub detectives: AgentSpec,
    /// The detectives' wins in per cent, where they are published.
    pub published: Option<f64>,
    /// Games, where they are not those of the table.
    pub games: Option<u64>,
    /// Games behind the published figure, where we play another number.
    pub published_games: Option<u64>,
    /// Whether Mr X may step onto a detective (rule 4.9).
    pub mr_x_may_enter_detective: bool,
    /// How many trainings, which differ in their seed alone, share the games.
    pub seeds: u64,
    /// Games to learn from, where they are fewer than those of the preset: a control.
    pub train_games: Option<u64>,
    /// What the cell is for.
    pub role: Role,
    /// Why ours differs, as far as that is known.
    pub reason: Option<String>,
    /// The result that shows the reason to be the cause: a file under `research/results`, and the cell in it.
    pub tested: Option<Evidence>,
    /// The figure of the document that shows the capture rounds of this cell.
    pub figure: Option<String>,
}

/// Why an experiment cannot be played.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ReproduceError {
    /// There is none of that name.
    #[error("unknown table \"{name}\"{hint}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What may have been meant.
        hint: String,
    },
    /// Rules or agents of a cell do not load.
    #[error("cell {cell}: {text}")]
    Cell {
        /// Number of the cell, counted from 1.
        cell: usize,
        /// What is wrong.
        text: String,
    },
    /// The file is not as it should be.
    #[error("{0}")]
    File(Faults),
    /// What was written of the table earlier cannot go on.
    #[error("{0}")]
    Written(String),
}

impl PublishedTable {
    /// A compiled-in table, whose agents the roster makes.
    ///
    /// # Errors
    /// When there is none of that name.
    pub fn named(name: &str, roster: &Roster) -> Result<PublishedTable, ReproduceError> {
        match PUBLISHED.iter().find(|(known, _)| *known == name) {
            Some((_, text)) => {
                PublishedTable::from_toml(text, roster).map_err(ReproduceError::File)
            }
            None => {
                let names = PUBLISHED.iter().map(|(name, _)| *name);
                let hint = yard_core::hint(name, names);
                Err(ReproduceError::Unknown { name: name.chars().take(40).collect(), hint })
            }
        }
    }

    /// Games of a cell, or fewer when scaled down.
    pub fn games_of(&self, cell: usize, most: Option<u64>) -> u64 {
        let published = self.cells[cell].games.unwrap_or(self.games);
        most.map_or(published, |most| most.min(published))
    }

    /// Makes the series of a cell. Its seed follows from the experiment's and its place.
    ///
    /// # Errors
    /// When the rules or an agent do not load.
    pub fn series(
        &self,
        cell: usize,
        most: Option<u64>,
        threads: Option<usize>,
    ) -> Result<Series, ReproduceError> {
        let wrong = |text: String| ReproduceError::Cell { cell: cell + 1, text };
        let published = &self.cells[cell];
        let rules = load_rules(&published.rules).map_err(|error| wrong(error.to_string()))?;
        let rules = rules.with_mr_x_may_enter_detective(published.mr_x_may_enter_detective);
        Ok(Series {
            rules: Arc::new(rules),
            mr_x: self.roster.factory(&published.x),
            detectives: self.roster.factory(&published.detectives),
            games: self.games_of(cell, most),
            seed: Seed(self.seed).of_game(cell as u64),
            threads,
        })
    }

    /// Plays what the ledger of the whole table lacks in one cell; `None` when it was stopped before
    /// the end.
    ///
    /// `each` is called with every finished game and its number, from any thread and in any order.
    ///
    /// # Errors
    /// When the cell cannot be played.
    pub fn play(
        &self,
        cell: usize,
        play: &TablePlay<'_>,
        each: &(dyn Fn(u64, &Played) + Sync),
    ) -> Result<Option<Comparison>, ReproduceError> {
        let series = self.series(cell, play.most, play.threads)?;
        // More games than are asked for now stay in the table.
        let games = series.games.max(play.ledger.without_gap(cell));
        let series = Series { games, ..series };
        let each = |_, index: u64, played: &Played, _: &Game| each(index, played);
        let ledger = play.ledger.of_cell(cell, games).dealt_out(self.cells[cell].seeds);
        let tallies = Experiment { shard: play.shard, ..self.experiment(cell, &series) }
            .play(&ledger, play.stop, &each)
            .map_err(|error| ReproduceError::Cell { cell: cell + 1, text: error.to_string() })?;
        let tally = tallies.iter().cloned().fold(Tally::default(), Tally::add);
        let finished = tally.games >= play.shard.share(series.games);
        let compared = || Comparison::new(self, cell, &series, &tally).with_trainings(&tallies);
        Ok(finished.then(compared))
    }

    /// What the ledger has of a cell up to the first gap, without playing; `None` when that is nothing.
    ///
    /// # Errors
    /// When the rules or an agent do not load.
    pub fn kept(&self, cell: usize, ledger: &Ledger) -> Result<Option<Comparison>, ReproduceError> {
        let series = self.series(cell, None, None)?;
        let kept = ledger.of_cell(cell, ledger.without_gap(cell));
        let tallies = kept.dealt_out(self.cells[cell].seeds).tallies();
        let tally = tallies.iter().cloned().fold(Tally::default(), Tally::add);
        let compared = || Comparison::new(self, cell, &series, &tally).with_trainings(&tallies);
        Ok((tally.games > 0).then(compared))
    }

    /// The games of a cell as an experiment: one pairing, or one for each of its trainings, which take turns.
    pub(crate) fn experiment(&self, cell: usize, series: &Series) -> Experiment {
        let PublishedCell { seeds, x, detectives, .. } = &self.cells[cell];
        let member = |spec: &AgentSpec, number: u64| self.roster.factory(&member(spec, number));
        let pairing = |number: u64| {
            let (at, part) = (number as usize, Shard::part(number, *seeds));
            Cell { row: at, column: at, seed: series.seed, part }
        };
        Experiment {
            mr_x: (0..*seeds).map(|number| member(x, number)).collect(),
            detectives: (0..*seeds).map(|number| member(detectives, number)).collect(),
            cells: (0..*seeds).map(pairing).collect(),
            ..series.experiment()
        }
    }
}

/// How a table is played.
#[derive(Clone, Copy)]
pub struct TablePlay<'a> {
    /// At most so many games a cell.
    pub most: Option<u64>,
    /// Worker threads; all cores when `None`.
    pub threads: Option<usize>,
    /// What is finished, by cell.
    pub ledger: &'a Ledger,
    /// Which part of the games is played.
    pub shard: Shard,
    /// Ends it early when set.
    pub stop: &'a AtomicBool,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// A game of thousands of playouts on London takes seconds, so there the agents are only made.
    #[test]
    fn every_experiment_can_be_played() {
        for &(name, _) in PUBLISHED {
            let table = PublishedTable::named(name, &Roster::default()).unwrap();
            assert_eq!(table.name, name);
            let (ledger, stop) = (Ledger::new(table.cells.len()), AtomicBool::new(false));
            let play = TablePlay {
                most: Some(1),
                threads: Some(1),
                ledger: &ledger,
                shard: Shard::WHOLE,
                stop: &stop,
            };
            for cell in 0..table.cells.len() {
                let series = table.series(cell, Some(1), Some(1)).unwrap();
                let PublishedCell { x, detectives, .. } = &table.cells[cell];
                if [x, detectives].iter().any(|spec| is_to_be_trained(spec)) {
                    continue;
                }
                series.mr_x.mr_x(&series.rules).map(drop).unwrap();
                series.detectives.detectives(&series.rules).map(drop).unwrap();
                if series.rules.board().grid_size().is_none() {
                    continue;
                }
                let played = table.play(cell, &play, &|_, _| {});
                assert_eq!(played.unwrap().unwrap().ours.games, 1, "{name}, cell {cell}");
            }
        }
    }

    /// Models of these cells are trained by presets first; each must be there.
    fn is_to_be_trained(spec: &AgentSpec) -> bool {
        let runs = spec.runs();
        for run in &runs {
            assert!(yard_learn::Plan::preset(run).is_ok(), "no preset {run}");
        }
        !runs.is_empty()
    }

    #[test]
    fn every_file_is_compiled_in() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../research/experiments");
        let files = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
        let files: BTreeSet<String> =
            files.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
        let known: BTreeSet<String> = PUBLISHED.iter().map(|(name, _)| (*name).into()).collect();
        assert_eq!(files, known);
    }

    #[test]
    fn an_unknown_name_gets_a_hint() {
        let error = PublishedTable::named("sova-5.7", &Roster::default()).unwrap_err();
        assert!(error.to_string().contains("did you mean \"sova-5."), "{error}");
    }
}
