//! Shorter games inside a solved one.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use yard_core::Rules;

use super::build::Bounds;
use super::checkpoint::{KeepNothing, Keeper, part_of_shorter};
use super::layers::positions;
use super::solved::Solved;
use super::solver::{Effort, Gauge, SolveError, SolveReport, Watch, Work, mean_payoffs};
use super::start::{Opening, first_segments, openings};
use super::values::Values;

/// The value of a game that is a solved one without its first rounds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Shorter {
    /// Rounds of the shorter game.
    pub rounds: u8,
    /// Bounds of the chance that the detectives win, as [`Solved::detective_value`].
    pub detective_value: Bounds,
    /// Segments of the shorter game; all but the first ones are those of the longer game.
    pub segments: u64,
}

/// Finds the values of the games that begin anew where Mr X is seen in a solved game, shortest first.
///
/// Once he is seen only the rounds that are left count, as long as no ticket does. So the bounds of
/// the later segments are known, and only the first segments of each game are solved. Games with
/// counted tickets, double moves or any order have no shorter ones, nor have those whose start leads
/// to positions that the longer game does not know.
///
/// # Errors
/// When it was stopped, or a first segment is too large.
pub fn solve_shorter(
    solved: &Solved,
    stop: &AtomicBool,
    report: SolveReport<'_>,
) -> Result<Vec<Shorter>, SolveError> {
    solve_shorter_on(solved, stop, report, &KeepNothing)
}

/// Finds the values of the shorter games as [`solve_shorter`] does, keeps each segment that is finished, and
/// takes over those that were kept before.
///
/// # Errors
/// When it was stopped, or a first segment is too large.
pub fn solve_shorter_on(
    solved: &Solved,
    stop: &AtomicBool,
    report: SolveReport<'_>,
    keeper: &dyn Keeper,
) -> Result<Vec<Shorter>, SolveError> {
    if !solved.values.layout.only_places() {
        return Ok(Vec::new());
    }
    let long = solved.rules();
    let sightings: Vec<u8> = long.surfacings().rev().filter(|slot| *slot < long.slots()).collect();
    let tail = |sighting: &u8| {
        if stop.load(Ordering::Relaxed) {
            return Some(Err(SolveError::Stopped));
        }
        Tail::new(solved, *sighting).map(Ok)
    };
    let games: Vec<Tail> = sightings.par_iter().filter_map(tail).collect::<Result<_, _>>()?;
    let most_payoffs = Effort::default().most_payoffs;
    let mut gauge = Gauge::default();
    let mut weights = Vec::new();
    for game in &games {
        let root = |index: usize| Cow::Borrowed(&game.first[index].root);
        let count = game.first.len();
        let weight = mean_payoffs(&game.rules, &game.values, count, root, most_payoffs);
        gauge.add(keeper, game.part, count, weight);
        weights.push(weight);
    }
    let (gap, watch) = (solved.gap, Watch { stop, report, keeper });
    let value = |(game, weight): (&Tail, u64)| {
        let (rules, part) = (&game.rules, game.part);
        let work = Work { rules, gap, most_payoffs, watch, gauge: &gauge, part, weight };
        let detective_value = work.game(&game.values, &game.first)?;
        Ok(Shorter { rounds: rules.slots(), detective_value, segments: game.segments })
    };
    games.iter().zip(weights).map(value).collect()
}

/// A game that begins anew after a sighting of a longer one.
struct Tail {
    rules: Arc<Rules>,
    values: Values,
    first: Vec<Opening>,
    segments: u64,
    /// Its number in checkpoints.
    part: u16,
}

impl Tail {
    /// The game without the slots up to a sighting; `None` when there is none, or the longer game does
    /// not know all of its positions.
    fn new(solved: &Solved, sighting: u8) -> Option<Tail> {
        let rules = Arc::new(solved.rules().without_first(sighting).ok()?);
        let mut values = Values::new(&rules)?;
        let openings = openings(&rules);
        let layers = positions(&rules, &values.layout, &values.maps, &openings, usize::MAX).ok()?;
        let first = first_segments(&rules, &values, &openings);
        let mut segments = first.len();
        for (slot, layer) in &layers {
            let known = solved.values.layers.get(&(slot + sighting))?;
            let bounds = layer.keys.iter().map(|key| known.of(*key)).collect::<Option<Vec<_>>>()?;
            segments += bounds.len();
            values.add(*slot, layer, bounds);
        }
        let (segments, part) = (segments as u64, part_of_shorter(sighting));
        Some(Tail { rules, values, first, segments, part })
    }
}
