//! Solves a game segment by segment, backwards from its end.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use yard_core::Rules;

use super::build::{Bounds, Builder, Overflow, Root};
use super::key::Key;
use super::layers::positions;
use super::start::{Opening, openings};
use super::symmetry::of_starts;
use super::tree::Segment;
use super::values::{Values, rounded};
use crate::cfr::{Solution, Stop, solve};
use crate::game::Room;

/// How well and how large a game may be solved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Effort {
    /// How far apart the bounds of the whole game may be.
    pub precision: f64,
    /// The most payoffs of a segment.
    pub most_payoffs: usize,
    /// The most positions after a sighting.
    pub most_positions: usize,
}

impl Default for Effort {
    /// Bounds within 0.001, and segments that fit into about 2 GiB.
    fn default() -> Effort {
        Effort { precision: 0.001, most_payoffs: 1 << 26, most_positions: 1 << 24 }
    }
}

/// Why a game was not solved.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SolveError {
    /// It is too large.
    #[error("too large")]
    TooLarge,
    /// It was stopped from outside.
    #[error("interrupted")]
    Stopped,
}

impl From<Overflow> for SolveError {
    fn from(_: Overflow) -> SolveError {
        SolveError::TooLarge
    }
}

/// A solved game: bounds of its value and what is needed to play it.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Bounds of the chance that the detectives win.
    pub bounds: Bounds,
    pub(crate) values: Values,
    /// The gap at which segments stop.
    pub(crate) gap: f64,
}

/// The most iterations of one segment; none has needed a tenth of it.
const MOST_ITERATIONS: u32 = 1_000_000;

/// A solved segment: its tree, the plans of both sides, and bounds of its value.
#[derive(Clone, Debug)]
pub(crate) struct SolvedSegment {
    pub(crate) segment: Segment,
    pub(crate) solution: Solution,
    pub(crate) bounds: Bounds,
}

/// Solves one segment when the later ones are known.
///
/// The lower bound is what Mr X's best response to the detectives' plan leaves them, when every later
/// segment gives its lower bound. The later bound is the value of his best response there, so this
/// one is the value of his best response in the rest of the match; likewise the upper bound.
pub(crate) fn solve_segment(
    rules: &Rules,
    values: &Values,
    root: &Root,
    gap: f64,
    most_payoffs: usize,
) -> Result<SolvedSegment, Overflow> {
    let segment = Builder::build(rules, values, root, most_payoffs)?;
    let game = &segment.game;
    let stop = Stop { gap, iterations: MOST_ITERATIONS };
    let solution = solve(game, &segment.middle(), stop);
    let mut room = Room::new(game);
    let lower = game.floor(&segment.lower, &solution.max, &mut room);
    let upper = game.ceiling(&segment.upper, &solution.min, &mut room);
    Ok(SolvedSegment { segment, solution, bounds: [lower, upper] })
}

/// How far a solver is: segments done and all of them.
pub type Report<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// Solves a game.
///
/// # Errors
/// When it is too large, or was stopped.
pub fn solve_game(
    rules: &Rules,
    effort: Effort,
    stop: &AtomicBool,
    report: Report<'_>,
) -> Result<Solved, SolveError> {
    let mut values = Values::new(rules).ok_or(SolveError::TooLarge)?;
    let openings = openings(rules);
    let layers = positions(rules, &values.layout, &values.maps, &openings, effort.most_positions)
        .map_err(|_| SolveError::TooLarge)?;
    let first = first_segments(rules, &values, &openings);
    let gap = effort.precision / (layers.len() + 1) as f64;
    let all = layers.values().map(|layer| layer.keys.len()).sum::<usize>() + first.len();
    let done = std::sync::atomic::AtomicU64::new(0);
    let one = |values: &Values, root: &Root| {
        if stop.load(Ordering::Relaxed) {
            return Err(SolveError::Stopped);
        }
        let solved = solve_segment(rules, values, root, gap, effort.most_payoffs)?;
        report(done.fetch_add(1, Ordering::Relaxed) + 1, all as u64);
        Ok(solved.bounds)
    };
    for (slot, layer) in layers.iter().rev() {
        let bounds: Result<Vec<[f32; 2]>, SolveError> = layer
            .states
            .par_iter()
            .map(|state| one(&values, &Root::seen(state)).map(rounded))
            .collect();
        values.add(*slot, layer, bounds?);
    }
    let parts: Result<Vec<Bounds>, SolveError> = first
        .par_iter()
        .map(|(chance, opening)| {
            let bounds = one(&values, &opening.root)?;
            Ok(bounds.map(|bound| chance * bound))
        })
        .collect();
    let sum =
        parts?.iter().fold([0.0, 0.0], |sum: Bounds, part| [sum[0] + part[0], sum[1] + part[1]]);
    Ok(Solved { bounds: sum, values, gap })
}

/// The openings, one of each set of mirror images, with the chance of all of them.
fn first_segments<'a>(
    rules: &Rules,
    values: &Values,
    openings: &'a [Opening],
) -> Vec<(f64, &'a Opening)> {
    let maps = of_starts(rules, &values.maps);
    let known = |opening: &Opening| {
        if rules.start_known() {
            opening.root.cells.first().map(|(station, _)| *station)
        } else {
            None
        }
    };
    let mut keyed: Vec<(Key, &Opening)> = openings
        .iter()
        .map(|opening| {
            (values.layout.smallest(&opening.root.table, known(opening), &maps).0, opening)
        })
        .collect();
    keyed.sort_by_key(|(key, _)| *key);
    keyed
        .chunk_by(|one, two| one.0 == two.0)
        .map(|same| (same.iter().map(|(_, opening)| opening.chance).sum(), same[0].1))
        .collect()
}
