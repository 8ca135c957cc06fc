//! A tournament: every agent of one side against every agent of the other, as a cross table.

use std::sync::Arc;

use yard_agents::Seed;
use yard_core::Rules;

use crate::cross_table::CrossTable;
use crate::experiment::{Cell, Contender, Experiment};
use crate::results::differs;
use crate::series::Tally;
use crate::shard::Shard;

/// What a tournament file says; [`Tournament::from_toml`] reads one.
#[derive(Clone)]
pub struct Tournament {
    /// What it is called: a word that can be a part of a file name.
    pub name: String,
    /// The rules.
    pub rules: Arc<Rules>,
    /// The number of detectives, where the file changes that of the rules.
    pub detectives_count: Option<u32>,
    /// Games of each cell.
    pub games: u64,
    /// The seed of the whole.
    pub seed: Seed,
    /// Agents that play Mr X.
    pub mr_x: Vec<Contender>,
    /// Agents that play the detectives.
    pub detectives: Vec<Contender>,
    /// Which cells are played: row and column.
    pub cells: Vec<(usize, usize)>,
    /// Words for people.
    pub notes: Option<String>,
}

/// Why a written table is not the finished one of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FinishedError {
    /// It is no table at all.
    #[error("this is no table of yard tournament")]
    NoTable,
    /// It is another tournament's.
    #[error("this is the table of another tournament: {0}")]
    Other(String),
    /// Games are missing.
    #[error("it has other games than wanted, and they are no longer kept")]
    Gone,
}

impl Tournament {
    /// The games to be played.
    ///
    /// A cell's seed follows from the two agents' names, not from their places: an agent more or
    /// less leaves all other cells as they are.
    pub fn experiment(&self, threads: Option<usize>) -> Experiment {
        let cell = |&(row, column): &(usize, usize)| {
            let (team, mr_x) = (self.detectives[row].name(), self.mr_x[column].name());
            let name = format!("{team} against {mr_x}");
            let part = Shard::WHOLE;
            Cell { row, column, seed: self.seed.of_name(&name), part }
        };
        Experiment {
            rules: Arc::clone(&self.rules),
            setup: None,
            mr_x: self.mr_x.clone(),
            detectives: self.detectives.clone(),
            cells: self.cells.iter().map(cell).collect(),
            games: self.games,
            shard: Shard::WHOLE,
            threads,
        }
    }

    /// The table of what the experiment's cells came to.
    pub fn table(&self, tallies: &[Tally]) -> CrossTable {
        let mut cells = vec![vec![None; self.mr_x.len()]; self.detectives.len()];
        for (&(row, column), tally) in self.cells.iter().zip(tallies) {
            cells[row][column] = Some(tally.report());
        }
        let names = |agents: &[Contender]| agents.iter().map(|agent| agent.name()).collect();
        CrossTable {
            name: self.name.clone(),
            rules: match self.detectives_count {
                None => self.rules.name().to_owned(),
                Some(count) => format!("{} (detectives: {count})", self.rules.name()),
            },
            seed: self.seed.0,
            games: self.games,
            mr_x: names(&self.mr_x),
            detectives: names(&self.detectives),
            cells,
        }
    }

    /// The finished table that an earlier run wrote, where the games behind it are no longer kept.
    ///
    /// # Errors
    /// Says why it is not that of this tournament, or that games of it are missing.
    pub fn finished(&self, text: &str) -> Result<CrossTable, FinishedError> {
        let found: CrossTable = serde_json::from_str(text).map_err(|_| FinishedError::NoTable)?;
        // The same without a game, to compare all that was planned.
        let plan = self.table(&vec![Tally::default(); self.cells.len()]);
        let CrossTable { rules, seed, games, mr_x, detectives, .. } = &found;
        let other = differs("rules name", rules, &plan.rules)
            .or_else(|| differs("seed", seed, &plan.seed))
            .or_else(|| differs("number of games", games, &plan.games))
            .or_else(|| differs("list of Mr X", &mr_x.join(" "), &plan.mr_x.join(" ")))
            .or_else(|| {
                let [found, wanted] = [detectives, &plan.detectives].map(|names| names.join(" "));
                differs("list of detectives", &found, &wanted)
            });
        if let Some(difference) = other {
            return Err(FinishedError::Other(difference));
        }
        let has = |&(row, column): &(usize, usize)| {
            found.cell(row, column).is_some_and(|report| report.games == self.games)
        };
        let whole = self.cells.iter().all(has) && found.played().count() == self.cells.len();
        whole.then_some(found).ok_or(FinishedError::Gone)
    }
}
