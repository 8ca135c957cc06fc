//! What a written table still tells of games that are no longer kept one by one.

use std::collections::BTreeMap;

use serde::Deserialize;
use yard_roster::AgentSpec;

use crate::published::Comparison;
use crate::published::{PublishedTable, ReproduceError};
use crate::series::Tally;

/// The sums of a `NAME.json` that `yard reproduce` wrote, by cell of the table.
///
/// The finished games of a table are a file beside it that not everybody keeps. Without it a cell cannot go
/// on, but what was finished stays: a cell counts only if it was played by the same agents, rules and seed.
#[derive(Clone, Debug)]
pub struct WrittenTable {
    tallies: Vec<Option<Tally>>,
    /// Numbers of cells that were played by others, counted from 1.
    foreign: Vec<usize>,
}

#[derive(Deserialize)]
struct Written {
    seed: u64,
    cells: Vec<WrittenCell>,
}

#[derive(Deserialize)]
struct WrittenCell {
    /// The oldest tables have all cells from the first on and do not number them.
    cell: Option<usize>,
    rules: String,
    mr_x_may_enter_detective: bool,
    x: String,
    detectives: String,
    ours: WrittenSums,
}

#[derive(Deserialize)]
struct WrittenSums {
    games: u64,
    detective_wins: u64,
    mean_rounds: f64,
    capture_rounds: BTreeMap<u8, u64>,
    fouls: u64,
}

impl WrittenSums {
    /// The tally that this was written from; `None` when no tally has such sums.
    fn tally(self) -> Option<Tally> {
        let WrittenSums { games, detective_wins, mean_rounds, capture_rounds, fouls } = self;
        let captures =
            capture_rounds.values().try_fold(0_u64, |sum, captures| sum.checked_add(*captures))?;
        let sound = captures == detective_wins
            && (1..=MOST_GAMES).contains(&games)
            && detective_wins.max(fouls) <= games
            && (0.0..=255.0).contains(&mean_rounds);
        sound.then(|| Tally {
            games,
            detective_wins,
            slots: (mean_rounds * games as f64).round() as u64,
            captures: capture_rounds,
            fouls,
            first_foul: None,
        })
    }
}

/// More games than this are no table's; up to here the mean gives the sum back exactly.
const MOST_GAMES: u64 = 1_000_000_000;

impl WrittenTable {
    /// Nothing is kept.
    pub fn none(table: &PublishedTable) -> WrittenTable {
        WrittenTable { tallies: vec![None; table.cells.len()], foreign: Vec::new() }
    }

    /// Reads what was written of a table, and leaves out what was played by others.
    ///
    /// # Errors
    /// When it is no written table, or one of another seed.
    pub fn read(table: &PublishedTable, text: &str) -> Result<WrittenTable, ReproduceError> {
        let no_table = || {
            let text = "this is no table of yard reproduce; take it away to go on without it";
            ReproduceError::Written(text.to_owned())
        };
        let written: Written = serde_json::from_str(text).map_err(|_| no_table())?;
        let mut kept = WrittenTable::none(table);
        if written.seed != table.seed {
            let text = format!("its seed is {}, not {}", written.seed, table.seed);
            return Err(ReproduceError::Written(text));
        }
        for (at, one) in written.cells.into_iter().enumerate() {
            let number = one.cell.unwrap_or(at + 1);
            let cell = number.checked_sub(1).filter(|cell| *cell < table.cells.len());
            let Some(cell) = cell else {
                kept.foreign.push(number);
                continue;
            };
            let wanted = &table.cells[cell];
            // However the agents were written then, they must mean the same now.
            let is = |text: &str, spec: &AgentSpec| {
                text.parse().is_ok_and(|was: AgentSpec| was == *spec)
            };
            let same = one.rules == wanted.rules
                && one.mr_x_may_enter_detective == wanted.mr_x_may_enter_detective
                && is(&one.x, &wanted.x)
                && is(&one.detectives, &wanted.detectives);
            if same {
                kept.tallies[cell] = Some(one.ours.tally().ok_or_else(no_table)?);
            } else {
                kept.foreign.push(number);
            }
        }
        Ok(kept)
    }

    /// The numbers of the cells that were left out, counted from 1.
    pub fn foreign(&self) -> &[usize] {
        &self.foreign
    }

    /// How many games of a cell are kept.
    pub fn games(&self, cell: usize) -> u64 {
        self.tallies.get(cell).and_then(Option::as_ref).map_or(0, |tally| tally.games)
    }

    /// A cell beside the published figure, which may be another by now, as may its reason.
    ///
    /// # Errors
    /// When the rules or an agent do not load.
    pub fn comparison(
        &self,
        table: &PublishedTable,
        cell: usize,
    ) -> Result<Option<Comparison>, ReproduceError> {
        let Some(Some(tally)) = self.tallies.get(cell) else { return Ok(None) };
        let series = table.series(cell, None, None)?;
        Ok(Some(Comparison::new(table, cell, &series, tally)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use yard_roster::Roster;

    use super::*;
    use crate::experiment::Ledger;
    use crate::published::Reproduction;
    use crate::published::TablePlay;
    use crate::shard::Shard;

    /// Two cells of a quick table, played once.
    fn played(table: &PublishedTable) -> Reproduction {
        let (ledger, stop) = (Ledger::new(table.cells.len()), AtomicBool::new(false));
        let play = TablePlay {
            most: Some(20),
            threads: Some(1),
            ledger: &ledger,
            shard: Shard::WHOLE,
            stop: &stop,
        };
        let cell = |cell| table.play(cell, &play, &|_, _| {}).unwrap().unwrap();
        Reproduction { cells: vec![cell(0), cell(1)], ..Reproduction::new(table) }
    }

    fn quick() -> PublishedTable {
        let mut table = PublishedTable::named("mortimer-1", &Roster::default()).unwrap();
        for cell in &mut table.cells {
            cell.x = "random".parse().unwrap();
            cell.detectives = "random".parse().unwrap();
        }
        table
    }

    #[test]
    fn a_written_table_gives_its_cells_back() {
        let table = quick();
        let whole = played(&table);
        let kept = WrittenTable::read(&table, &serde_json::to_string(&whole).unwrap()).unwrap();
        for (cell, comparison) in whole.cells.iter().enumerate() {
            assert_eq!(kept.games(cell), 20);
            assert_eq!(kept.comparison(&table, cell).unwrap().as_ref(), Some(comparison));
        }
        assert_eq!(kept.games(2), 0);
        assert_eq!(kept.comparison(&table, 2).unwrap(), None);
    }

    #[test]
    fn cells_without_numbers_are_those_from_the_first_on() {
        let table = quick();
        let text = serde_json::to_string(&played(&table)).unwrap();
        let old = text.replace("\"cell\":1,", "").replace("\"cell\":2,", "");
        assert_ne!(old, text);
        let kept = WrittenTable::read(&table, &old).unwrap();
        assert_eq!([0, 1, 2].map(|cell| kept.games(cell)), [20, 20, 0]);
    }

    #[test]
    fn a_cell_of_other_agents_rules_or_seed_is_not_taken() {
        let table = quick();
        let text = serde_json::to_string(&played(&table)).unwrap();
        let mut other = table.clone();
        other.cells[0].x = "lookahead".parse().unwrap();
        other.cells[1].rules = "modern".to_owned();
        let kept = WrittenTable::read(&other, &text).unwrap();
        assert_eq!([0, 1].map(|cell| kept.games(cell)), [0, 0]);
        assert_eq!(kept.foreign(), [1, 2]);
        let mut other = table;
        other.seed += 1;
        let error = WrittenTable::read(&other, &text).unwrap_err();
        assert_eq!(error.to_string(), "its seed is 1101, not 1102");
    }

    #[test]
    fn sums_that_no_games_have_are_refused() {
        let table = quick();
        let text = serde_json::to_string(&played(&table)).unwrap();
        for wrong in ["", "[]", "{}", &text[..text.len() / 2]] {
            WrittenTable::read(&table, wrong).unwrap_err();
        }
        for (from, to) in [("\"games\":20", "\"games\":0"), ("\"fouls\":0", "\"fouls\":21")] {
            WrittenTable::read(&table, &text.replace(from, to)).unwrap_err();
        }
        let wins = format!("\"detective_wins\":{}", played(&table).cells[0].ours.detective_wins);
        WrittenTable::read(&table, &text.replace(&wins, "\"detective_wins\":99")).unwrap_err();
    }
}
