//! Shorter games inside a solved one.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;
use yard_core::Rules;

use super::build::Bounds;
use super::layers::positions;
use super::solved::Solved;
use super::solver::{Effort, Report, SolveError, Work};
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
    report: Report<'_>,
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
    let all = games.iter().map(|game| game.first.len() as u64).sum();
    let done = AtomicU64::new(0);
    let most_payoffs = Effort::default().most_payoffs;
    let value = |game: &Tail| {
        let rules = &game.rules;
        let work = Work { rules, gap: solved.gap, most_payoffs, stop, report, done: &done, all };
        let detective_value = work.game(&game.values, &game.first)?;
        Ok(Shorter { rounds: rules.slots(), detective_value, segments: game.segments })
    };
    games.iter().map(value).collect()
}

/// A game that begins anew after a sighting of a longer one.
struct Tail {
    rules: Arc<Rules>,
    values: Values,
    first: Vec<Opening>,
    segments: u64,
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
        Some(Tail { rules, values, first, segments: segments as u64 })
    }
}
