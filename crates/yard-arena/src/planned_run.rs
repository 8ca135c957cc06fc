//! A run as a list of games that can be played one by one, in any order and anywhere: for schedulers that are not ours.
//!
//! Every game depends on its cell and number alone. So a cluster may play them as it likes, and the results file is
//! that of one thread once its lines are in order.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use yard_agents::{Agent, Detectives, MrX, Seed, begin_game, referee_on};
use yard_core::{Game, Rules, Setup};

use crate::duel::Duel;
use crate::experiment::{Contender, Experiment, detectives_of, mr_x_of, refused};
use crate::played::Played;
use crate::published::{PublishedTable, ReproduceError};
use crate::results::ResultsHeader;
use crate::series::SeriesError;

/// Games to be played, each known by its cell and its number there.
#[derive(Clone)]
pub struct PlannedRun {
    header: ResultsHeader,
    cells: Vec<PlannedCell>,
}

/// The games of one cell.
#[derive(Clone)]
struct PlannedCell {
    rules: Arc<Rules>,
    setup: Option<Setup>,
    /// Mr X and detectives who take turns in the games; mostly one pair.
    pairings: Vec<(Contender, Contender)>,
    /// Game `i` has the seed `seed.of_game(i)`.
    seed: Seed,
    games: u64,
}

impl PlannedCell {
    fn pairing(&self, index: u64) -> usize {
        (index % self.pairings.len().max(1) as u64) as usize
    }
}

impl PlannedRun {
    /// The games of an experiment, for the results file with this header.
    ///
    /// Its cells must have all of their games: those of a match or a tournament, not of trainings that take turns.
    pub fn of_experiment(experiment: &Experiment, header: ResultsHeader) -> PlannedRun {
        let Experiment { rules, setup, mr_x, detectives, cells, games, .. } = experiment;
        let cell = |cell: &crate::Cell| PlannedCell {
            rules: Arc::clone(rules),
            setup: setup.clone(),
            pairings: vec![(Arc::clone(&mr_x[cell.column]), Arc::clone(&detectives[cell.row]))],
            seed: cell.seed,
            games: *games,
        };
        PlannedRun { header, cells: cells.iter().map(cell).collect() }
    }

    /// Both games of all pairs of a sequential test.
    pub fn of_duel(duel: &Duel) -> PlannedRun {
        let cell = |(mr_x, team): (&Contender, &Contender)| PlannedCell {
            rules: Arc::clone(&duel.rules),
            setup: None,
            pairings: vec![(Arc::clone(mr_x), Arc::clone(team))],
            seed: duel.seed,
            games: duel.pairs,
        };
        let cells = duel.games().into_iter().map(cell).collect();
        PlannedRun { header: ResultsHeader::of_duel(duel), cells }
    }

    /// The games of those cells of a published table that `plays` names, counted from 0; at most so many each.
    ///
    /// # Errors
    /// When the rules or an agent of a cell do not load.
    pub fn of_table(
        table: &PublishedTable,
        most: Option<u64>,
        plays: &dyn Fn(usize) -> bool,
    ) -> Result<PlannedRun, ReproduceError> {
        let cell = |cell: usize| {
            let series = table.series(cell, most, None)?;
            let Experiment { mr_x, detectives, .. } = table.experiment(cell, &series);
            Ok(PlannedCell {
                rules: series.rules,
                setup: None,
                pairings: mr_x.into_iter().zip(detectives).collect(),
                seed: series.seed,
                games: if plays(cell) { series.games } else { 0 },
            })
        };
        let cells = (0..table.cells.len()).map(cell).collect::<Result<_, ReproduceError>>()?;
        Ok(PlannedRun { header: ResultsHeader::of_table(table)?, cells })
    }

    /// The first line of its results file.
    pub fn header(&self) -> &ResultsHeader {
        &self.header
    }

    /// The number of games of each cell.
    pub fn games(&self) -> Vec<u64> {
        self.cells.iter().map(|cell| cell.games).collect()
    }

    /// All games in the order in which one thread plays them: cell and number.
    pub fn in_order(&self) -> Vec<(usize, u64)> {
        let of_cell = |(at, cell): (usize, &PlannedCell)| {
            (0..cell.games).map(move |index| (at, index)).collect::<Vec<_>>()
        };
        let mut all: Vec<(usize, u64)> = self.cells.iter().enumerate().flat_map(of_cell).collect();
        all.sort_by_key(|(cell, index)| self.header.order(*cell, *index));
        all
    }

    /// Makes sure that every agent can play, before anything is played.
    ///
    /// # Errors
    /// Says who cannot, and why.
    pub fn ready(&self) -> Result<(), SeriesError> {
        for cell in self.cells.iter().filter(|cell| cell.games > 0) {
            for (mr_x, team) in &cell.pairings {
                let mut player = mr_x_of(mr_x, &cell.rules)?;
                player.ready().map_err(|cause| refused(mr_x, cause.into()))?;
                let mut players = detectives_of(team, &cell.rules)?;
                players.ready().map_err(|cause| refused(team, cause.into()))?;
            }
        }
        Ok(())
    }
}

/// Who sits at the board in one pairing.
type Seat = (Box<dyn Agent<MrX>>, Box<dyn Agent<Detectives>>);

/// One worker of a planned run, with agents of its own.
pub struct RunWorker {
    run: Arc<PlannedRun>,
    seats: BTreeMap<(usize, usize), Seat>,
}

impl RunWorker {
    /// A worker; its agents are made when they are first needed.
    pub fn new(run: Arc<PlannedRun>) -> RunWorker {
        RunWorker { run, seats: BTreeMap::new() }
    }

    /// Plays one game; `None` when the run has no such game.
    ///
    /// # Errors
    /// When an agent cannot play its side, or the setup allows no game.
    pub fn play(&mut self, cell: usize, index: u64) -> Result<Option<(Played, Game)>, SeriesError> {
        let run = Arc::clone(&self.run);
        let Some(planned) = run.cells.get(cell).filter(|cell| index < cell.games) else {
            return Ok(None);
        };
        let at = (cell, planned.pairing(index));
        let (mr_x, team) = match self.seats.entry(at) {
            Entry::Occupied(seat) => seat.into_mut(),
            Entry::Vacant(free) => {
                let (mr_x, team) = &planned.pairings[at.1];
                free.insert((mr_x_of(mr_x, &planned.rules)?, detectives_of(team, &planned.rules)?))
            }
        };
        let seed = planned.seed.of_game(index);
        let game = begin_game(&planned.rules, planned.setup.as_ref(), seed);
        let game = game.map_err(SeriesError::Setup)?;
        let result = referee_on(game, seed, mr_x.as_mut(), team.as_mut());
        let played = Played::of(&result);
        let game = result.unwrap_or_else(|foul| *foul.game);
        Ok(Some((played, game)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::samples::contender;
    use crate::{Cell, DuelMode, Ledger, PairLedger, ResultsKind, Shard, Sprt, TablePlay, Verdict};
    use yard_roster::Roster;

    fn played(run: &PlannedRun) -> Vec<(usize, u64, Played)> {
        let mut worker = RunWorker::new(Arc::new(run.clone()));
        // Backwards: the order must not matter.
        let games = run.in_order().into_iter().rev();
        games
            .map(|(cell, index)| (cell, index, worker.play(cell, index).unwrap().unwrap().0))
            .collect()
    }

    #[test]
    fn single_games_are_those_of_the_experiment() {
        let cell = |seed| Cell { row: 0, column: 0, seed: Seed(seed), part: Shard::WHOLE };
        let experiment = Experiment {
            rules: Arc::new(yard_core::presets::rules("grid5").unwrap()),
            setup: None,
            mr_x: vec![contender("random")],
            detectives: vec![contender("lookahead")],
            cells: vec![cell(7), cell(8)],
            games: 20,
            shard: Shard::WHOLE,
            threads: Some(1),
        };
        let header = ResultsHeader::of(ResultsKind::Tournament, &experiment, Seed(1));
        let run = PlannedRun::of_experiment(&experiment, header);
        run.ready().unwrap();
        assert_eq!(run.in_order()[..3], [(0, 0), (1, 0), (0, 1)]);
        let mut ledger = Ledger::new(2);
        for (cell, index, played) in played(&run) {
            assert!(ledger.enter(cell, index, &played));
        }
        let whole =
            experiment.play(&Ledger::new(2), &AtomicBool::new(false), &|_, _, _, _| {}).unwrap();
        assert_eq!(ledger.tallies(), whole);
        let mut worker = RunWorker::new(Arc::new(run));
        assert!(worker.play(2, 0).unwrap().is_none() && worker.play(0, 20).unwrap().is_none());
    }

    #[test]
    fn single_games_are_those_of_the_duel() {
        let duel = Duel {
            rules: Arc::new(yard_core::presets::rules("grid5").unwrap()),
            a: contender("lookahead"),
            b: contender("random"),
            mode: DuelMode::BothSides,
            seed: Seed(3),
            pairs: 200,
            test: Sprt { score0: 0.5, score1: 0.6, alpha: 0.05, beta: 0.05 },
            threads: Some(1),
        };
        let stop = AtomicBool::new(false);
        let whole = duel.play(&PairLedger::default(), &stop, &|_, _, _| {}, &mut |_| {}).unwrap();
        assert_eq!(whole.verdict, Verdict::Accepted);
        let mut ledger = PairLedger::default();
        for (game, pair, played) in played(&PlannedRun::of_duel(&duel)) {
            assert!(ledger.enter(game, pair, played));
        }
        assert_eq!(duel.report_of(&ledger), whole);
        assert_eq!(duel.report_of(&PairLedger::default()).counts.pairs(), 0);
    }

    #[test]
    fn single_games_are_those_of_the_table() {
        let text = "version = 1\nname = 't'\ntitle = 't'\ndocument = 'd'\ngames = 9\nseed = 4\nnote = ''\n\
                    [[cells]]\nrules = 'grid5'\nx = 'random'\ndetectives = 'random'\n\
                    [[cells]]\nrules = 'grid5'\nx = 'random'\ndetectives = 'lookahead'\n";
        let table = PublishedTable::from_toml(text, &Roster::default()).unwrap();
        let run = PlannedRun::of_table(&table, Some(6), &|cell| cell == 1).unwrap();
        assert_eq!(run.games(), [0, 6]);
        let mut ledger = Ledger::new(2);
        for (cell, index, played) in played(&run) {
            assert!(ledger.enter(cell, index, &played));
        }
        let (none, stop) = (Ledger::new(2), AtomicBool::new(false));
        let play = TablePlay {
            most: Some(6),
            threads: Some(1),
            ledger: &none,
            shard: Shard::WHOLE,
            stop: &stop,
        };
        assert_eq!(table.kept(1, &ledger).unwrap(), table.play(1, &play, &|_, _| {}).unwrap());
    }
}
