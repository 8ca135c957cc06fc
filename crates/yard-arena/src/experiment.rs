//! Many cells of games at once, spread over all cores, going on from what is finished.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use yard_agents::{
    Agent, AgentFactory, Detectives, FactoryError, MrX, Seed, begin_game, referee_on,
};
use yard_core::{Game, Rules, Setup};

use crate::played::Played;
use crate::series::{SeriesError, Tally};
use crate::shard::Shard;

/// Who plays: an agent of the roster, or anybody's own.
pub type Contender = Arc<dyn AgentFactory>;

/// Pairings of agents under one set of rules, the same number of games each.
#[derive(Clone)]
pub struct Experiment {
    /// The rules.
    pub rules: Arc<Rules>,
    /// Where every game begins, instead of a deal.
    pub setup: Option<Setup>,
    /// Agents that play Mr X.
    pub mr_x: Vec<Contender>,
    /// Agents that play the detectives.
    pub detectives: Vec<Contender>,
    /// Who meets whom.
    pub cells: Vec<Cell>,
    /// Games of each cell.
    pub games: u64,
    /// Which part of the games is played.
    pub shard: Shard,
    /// Worker threads; all cores when `None`.
    pub threads: Option<usize>,
}

/// One pairing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Which of the detectives' agents: the row.
    pub row: usize,
    /// Which of Mr X's agents: the column.
    pub column: usize,
    /// Game `i` has the seed `seed.of_game(i)`.
    pub seed: Seed,
    /// Which of the games are this pairing's; others share their numbers with another one.
    pub part: Shard,
}

/// What is called with every finished game, from any thread and in any order: the number of the
/// cell, the number of the game in it, what came out, and the game itself.
pub type Each<'a> = &'a (dyn Fn(usize, u64, &Played, &Game) + Sync);

/// The games that are finished, by cell and number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ledger {
    cells: Vec<Vec<Option<Played>>>,
}

impl Ledger {
    /// Nothing is finished yet.
    pub fn new(cells: usize) -> Ledger {
        Ledger { cells: vec![Vec::new(); cells] }
    }

    /// Enters a finished game; false when that one was entered before, or there is no such cell.
    pub fn enter(&mut self, cell: usize, index: u64, played: &Played) -> bool {
        let (Some(games), Ok(at)) = (self.cells.get_mut(cell), usize::try_from(index)) else {
            return false;
        };
        if games.len() <= at {
            games.resize(at + 1, None);
        }
        games[at].replace(played.clone()).is_none()
    }

    fn has(&self, cell: usize, index: u64) -> bool {
        usize::try_from(index).is_ok_and(|at| matches!(self.cells[cell].get(at), Some(Some(_))))
    }

    /// The finished ones among the first so many of a cell, for an experiment of that cell alone.
    pub(crate) fn of_cell(&self, cell: usize, first: u64) -> Ledger {
        let first = usize::try_from(first).unwrap_or(usize::MAX);
        let games = self.cells.get(cell).map_or(&[][..], |games| games);
        Ledger { cells: vec![games.iter().take(first).cloned().collect()] }
    }

    /// The games of one cell dealt out to so many pairings that share their numbers.
    pub(crate) fn dealt_out(&self, pairings: u64) -> Ledger {
        let games = self.cells.first().map_or(&[][..], |games| games);
        let deal = |pairing: u64| {
            let part = Shard::part(pairing, pairings);
            let of = |(index, played): (u64, &Option<Played>)| {
                played.clone().filter(|_| part.has(index))
            };
            (0..).zip(games).map(of).collect()
        };
        Ledger { cells: (0..pairings).map(deal).collect() }
    }

    /// Finished games in all cells.
    pub fn games(&self) -> u64 {
        self.cells.iter().flatten().flatten().count() as u64
    }

    /// Finished games among the first so many of a cell.
    pub fn games_of(&self, cell: usize, first: u64) -> u64 {
        self.of_cell(cell, first).games()
    }

    /// How many games of a cell are finished before the first that is not. What happens to be
    /// finished after that is no fair sample: short ones come first.
    pub fn without_gap(&self, cell: usize) -> u64 {
        let games = self.cells.get(cell).map_or(&[][..], |games| games);
        games.iter().take_while(|played| played.is_some()).count() as u64
    }

    /// The tally of each cell.
    pub fn tallies(&self) -> Vec<Tally> {
        let tally = |games: &Vec<Option<Played>>| {
            let mut tally = Tally::default();
            for (index, played) in (0..).zip(games) {
                played.iter().for_each(|played| tally.count(index, played));
            }
            tally
        };
        self.cells.iter().map(tally).collect()
    }
}

/// Agents of one worker, made when they are first needed.
struct Bench<'a> {
    experiment: &'a Experiment,
    mr_x: Vec<Option<Box<dyn Agent<MrX>>>>,
    detectives: Vec<Option<Box<dyn Agent<Detectives>>>>,
}

impl<'a> Bench<'a> {
    fn new(experiment: &'a Experiment) -> Bench<'a> {
        let mr_x = experiment.mr_x.iter().map(|_| None).collect();
        let detectives = experiment.detectives.iter().map(|_| None).collect();
        Bench { experiment, mr_x, detectives }
    }

    fn seats(
        &mut self,
        cell: &Cell,
    ) -> Result<(&mut dyn Agent<MrX>, &mut dyn Agent<Detectives>), SeriesError> {
        let Experiment { rules, mr_x, detectives, .. } = self.experiment;
        let x = &mut self.mr_x[cell.column];
        if x.is_none() {
            *x = Some(mr_x_of(&mr_x[cell.column], rules)?);
        }
        let team = &mut self.detectives[cell.row];
        if team.is_none() {
            *team = Some(detectives_of(&detectives[cell.row], rules)?);
        }
        match (x, team) {
            (Some(x), Some(team)) => Ok((x.as_mut(), team.as_mut())),
            (None, _) | (_, None) => unreachable!("both have just been made"),
        }
    }
}

impl Experiment {
    /// All games of all cells.
    pub fn all_games(&self) -> u64 {
        self.games.saturating_mul(self.cells.len() as u64)
    }

    /// Games of all cells that are this shard's.
    pub fn own_games(&self) -> u64 {
        self.shard.share(self.games).saturating_mul(self.cells.len() as u64)
    }

    /// Plays all games that the ledger lacks, or as many as are finished when `stop` is set, and
    /// returns the tally of each cell with those of the ledger in it.
    ///
    /// The games are dealt out one by one, first the first of every cell, then the second: so no
    /// core waits for a slow cell, and after a stop all cells have come equally far.
    ///
    /// # Errors
    /// When an agent cannot play its side.
    pub fn play(
        &self,
        ledger: &Ledger,
        stop: &AtomicBool,
        each: Each<'_>,
    ) -> Result<Vec<Tally>, SeriesError> {
        // Made once here so that a wrong side, or a program that does not start, is an error before
        // anything is played.
        let mut bench = Bench::new(self);
        for cell in &self.cells {
            let (x, team) = bench.seats(cell)?;
            x.ready().map_err(|cause| refused(&self.mr_x[cell.column], cause.into()))?;
            team.ready().map_err(|cause| refused(&self.detectives[cell.row], cause.into()))?;
        }
        drop(bench);
        let next = AtomicU64::new(0);
        let work = || self.work(ledger, &next, stop, each);
        let mut sums = ledger.tallies();
        for worker in pool(self.threads)?.broadcast(|_| work()) {
            for (sum, tally) in sums.iter_mut().zip(worker?) {
                *sum = std::mem::take(sum).add(tally);
            }
        }
        Ok(sums)
    }

    /// What one thread does: take the next game, play it, and so on.
    fn work(
        &self,
        ledger: &Ledger,
        next: &AtomicU64,
        stop: &AtomicBool,
        each: Each<'_>,
    ) -> Result<Vec<Tally>, SeriesError> {
        let mut tallies = vec![Tally::default(); self.cells.len()];
        let mut bench = Bench::new(self);
        while !stop.load(Ordering::Relaxed) {
            let job = next.fetch_add(1, Ordering::Relaxed);
            if job >= self.all_games() {
                break;
            }
            let cells = self.cells.len() as u64;
            let (index, at) = (job / cells, (job % cells) as usize);
            let cell = &self.cells[at];
            let ours = self.shard.has(index) && cell.part.has(index);
            if !ours || ledger.has(at, index) {
                continue;
            }
            let (mr_x, team) = bench.seats(cell)?;
            let seed = cell.seed.of_game(index);
            let game = begin_game(&self.rules, self.setup.as_ref(), seed);
            let result = referee_on(game.map_err(SeriesError::Setup)?, seed, mr_x, team);
            let played = Played::of(&result);
            tallies[at].count(index, &played);
            match &result {
                Ok(game) => each(at, index, &played, game),
                Err(foul) => each(at, index, &played, &foul.game),
            }
        }
        Ok(tallies)
    }
}

/// An agent for Mr X; the error says who it is.
pub(crate) fn mr_x_of(
    contender: &Contender,
    rules: &Arc<Rules>,
) -> Result<Box<dyn Agent<MrX>>, SeriesError> {
    contender.mr_x(rules).map_err(|cause| refused(contender, cause))
}

/// An agent for the detectives; the error says who it is.
pub(crate) fn detectives_of(
    contender: &Contender,
    rules: &Arc<Rules>,
) -> Result<Box<dyn Agent<Detectives>>, SeriesError> {
    contender.detectives(rules).map_err(|cause| refused(contender, cause))
}

pub(crate) fn refused(contender: &Contender, cause: FactoryError) -> SeriesError {
    SeriesError::Agent { agent: contender.name(), cause }
}

/// The threads that play; all cores when `None`.
pub(crate) fn pool(threads: Option<usize>) -> Result<rayon::ThreadPool, SeriesError> {
    let threads = threads.unwrap_or(0);
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|_| SeriesError::Threads(threads))
}

/// Does some work on so many threads.
///
/// # Errors
/// When the threads cannot be started.
pub fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> Result<T, SeriesError> {
    Ok(pool(Some(threads))?.install(work))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::contender;
    use std::sync::Mutex;

    fn experiment(seeds: &[u64]) -> Experiment {
        Experiment {
            rules: Arc::new(yard_core::presets::rules("grid5").unwrap()),
            setup: None,
            mr_x: vec![contender("random")],
            detectives: vec![contender("random")],
            cells: seeds
                .iter()
                .map(|seed| Cell { row: 0, column: 0, seed: Seed(*seed), part: Shard::WHOLE })
                .collect(),
            games: 50,
            shard: Shard::WHOLE,
            threads: Some(2),
        }
    }

    fn play(experiment: &Experiment, ledger: &Ledger) -> (Vec<Tally>, Vec<(usize, u64, Played)>) {
        let games = Mutex::new(Vec::new());
        let each = |cell, index, played: &Played, _: &Game| {
            games.lock().unwrap().push((cell, index, played.clone()));
        };
        let tallies = experiment.play(ledger, &AtomicBool::new(false), &each).unwrap();
        (tallies, games.into_inner().unwrap())
    }

    #[test]
    fn cells_do_not_depend_on_each_other() {
        let (both, _) = play(&experiment(&[7, 8]), &Ledger::new(2));
        let (one, _) = play(&experiment(&[8]), &Ledger::new(1));
        assert_eq!(both[1], one[0]);
        assert_ne!(both[0], both[1]);
    }

    #[test]
    fn what_the_ledger_has_is_counted_and_not_played() {
        let experiment = experiment(&[7, 8, 9]);
        let (whole, games) = play(&experiment, &Ledger::new(3));
        let mut ledger = Ledger::new(3);
        for (cell, index, played) in
            games.iter().filter(|(cell, index, _)| !(*cell as u64 + index).is_multiple_of(3))
        {
            assert!(ledger.enter(*cell, *index, played));
            assert!(!ledger.enter(*cell, *index, played), "twice");
        }
        assert_eq!(ledger.games(), 100);
        let (resumed, rest) = play(&experiment, &ledger);
        assert_eq!(resumed, whole);
        assert_eq!(rest.len(), 50);
    }

    #[test]
    fn a_stop_finds_all_cells_equally_far() {
        let stop = AtomicBool::new(false);
        let count = AtomicU64::new(0);
        let one = Experiment { threads: Some(1), ..experiment(&[7, 8, 9]) };
        let each = |_, _, _: &Played, _: &Game| {
            stop.store(count.fetch_add(1, Ordering::Relaxed) == 29, Ordering::Relaxed);
        };
        let tallies = one.play(&Ledger::new(3), &stop, &each).unwrap();
        assert_eq!(tallies.iter().map(|tally| tally.games).collect::<Vec<_>>(), [10, 10, 10]);
    }
}
