//! Solves a game segment by segment, backwards from its end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;
use yard_core::Rules;

use super::build::{Bounds, Builder, Overflow, Root};
use super::layers::{Positions, positions};
use super::size::{Estimate, estimate};
use super::solved::Solved;
use super::start::{Opening, first_segments, openings};
use super::tree::Segment;
use super::values::{Values, rounded};
use crate::cfr::{Solution, Stop, solve};
use crate::game::Room;

/// How well a game is to be solved, and how large it may be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Effort {
    /// How far apart the bounds of the whole game may be.
    pub precision: f64,
    /// The most payoffs of a segment; each takes about 40 bytes.
    pub most_payoffs: usize,
    /// The most positions of one ply.
    pub most_positions: usize,
    /// The most payoffs of all segments together.
    pub most_work: f64,
}

impl Default for Effort {
    /// Bounds within 0.001, segments of at most 3 GiB, and work for about an hour on two cores.
    fn default() -> Effort {
        Effort { precision: 0.001, most_payoffs: 1 << 26, most_positions: 1 << 24, most_work: 2e10 }
    }
}

/// Why a game was not solved.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SolveError {
    /// It is too large.
    #[error("too large to be solved: {0}")]
    TooLarge(Estimate),
    /// It was stopped from outside.
    #[error("interrupted")]
    Stopped,
}

/// The most iterations of one segment; none has needed a hundredth of it.
const MOST_ITERATIONS: u32 = 1_000_000;

/// More than the sum over all openings can lose to rounding.
const SUM_SLACK: f64 = 1e-9;

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
/// segment gives its lower bound. That one is the value of his best response there, so this is the
/// value of his best response in the whole rest of the game; likewise the upper bound. Both hold,
/// however well the plans were learned.
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
    let mut solution = solve(game, &segment.middle(), stop);
    segment.prefer_sure_wins(&mut solution.max);
    let mut room = Room::new(game);
    let lower = game.floor(&segment.lower, &solution.max, &mut room);
    let upper = game.ceiling(&segment.upper, &solution.min, &mut room);
    Ok(SolvedSegment { segment, solution, bounds: [lower, upper] })
}

impl SolvedSegment {
    /// Lets Mr X stay free as long as he can where he has nothing else to win.
    ///
    /// When even the upper bound says that the detectives win, every plan of Mr X is optimal. Then he
    /// plays the segment for time, against detectives who want to be quick.
    pub(crate) fn play_for_time(&mut self) {
        if self.bounds[1] < SURE || self.segment.game.min.decisions().is_empty() {
            return;
        }
        let game = &self.segment.game;
        let stop = Stop { gap: TIME_GAP, iterations: TIME_ITERATIONS };
        let mut plan = solve(game, &self.segment.early, stop).min;
        for decision in game.min.decisions() {
            without_traces(&mut plan[decision.range()]);
        }
        self.solution.min = plan;
    }
}

/// As good as 1; bounds are rounded outwards by less than this.
const SURE: f64 = 1.0 - 1e-9;
/// How well the game for time is solved: it decides nothing.
const TIME_GAP: f64 = 0.01;
const TIME_ITERATIONS: u32 = 200;
/// Chances below this are what is left of early iterations.
const TRACE: f64 = 0.02;

/// Takes small chances out of a plan that need not be exact.
fn without_traces(chances: &mut [f64]) {
    chances.iter_mut().filter(|chance| **chance < TRACE).for_each(|chance| *chance = 0.0);
    let sum: f64 = chances.iter().sum();
    let even = 1.0 / chances.len() as f64;
    chances.iter_mut().for_each(|chance| *chance = if sum > 0.0 { *chance / sum } else { even });
}

/// Is told how far a solver is: segments done, and all of them.
pub type Report<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// The segments of one game, and how far the work on them is.
pub(crate) struct Work<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) gap: f64,
    pub(crate) most_payoffs: usize,
    pub(crate) stop: &'a AtomicBool,
    pub(crate) report: Report<'a>,
    pub(crate) done: &'a AtomicU64,
    pub(crate) all: u64,
}

impl Work<'_> {
    /// Bounds of one segment.
    fn segment(&self, values: &Values, root: &Root) -> Result<Bounds, SolveError> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(SolveError::Stopped);
        }
        let solved = solve_segment(self.rules, values, root, self.gap, self.most_payoffs);
        (self.report)(self.done.fetch_add(1, Ordering::Relaxed) + 1, self.all);
        Ok(solved.map_err(|_| SolveError::TooLarge(estimate(self.rules)))?.bounds)
    }

    /// Bounds of all positions after one sighting.
    fn layer(&self, values: &Values, layer: &Positions) -> Result<Vec<[f32; 2]>, SolveError> {
        let one = |state| self.segment(values, &Root::seen(state)).map(rounded);
        layer.states.par_iter().map(one).collect()
    }

    /// Bounds of the whole game, when all later segments are known.
    pub(crate) fn game(&self, values: &Values, first: &[Opening]) -> Result<Bounds, SolveError> {
        let part = |opening: &Opening| {
            let bounds = self.segment(values, &opening.root)?;
            Ok(bounds.map(|bound| opening.chance * bound))
        };
        let parts = first.par_iter().map(part).collect::<Result<Vec<Bounds>, SolveError>>()?;
        let sum = |i: usize| parts.iter().map(|part| part[i]).sum::<f64>();
        Ok([(sum(0) - SUM_SLACK).max(0.0), (sum(1) + SUM_SLACK).min(1.0)])
    }
}

/// Solves a game on all cores.
///
/// The result does not depend on their number: a segment is the work of one thread.
///
/// # Errors
/// When it is too large, or was stopped.
pub fn solve_game(
    rules: &Arc<Rules>,
    effort: Effort,
    stop: &AtomicBool,
    report: Report<'_>,
) -> Result<Solved, SolveError> {
    let too_large = || SolveError::TooLarge(estimate(rules));
    let mut values = Values::new(rules).ok_or_else(too_large)?;
    let size = estimate(rules);
    if size.payoffs > effort.most_work {
        return Err(SolveError::TooLarge(size));
    }
    let openings = openings(rules);
    let layers = positions(rules, &values.layout, &values.maps, &openings, effort.most_positions)
        .map_err(|_| too_large())?;
    let first = first_segments(rules, &values, &openings);
    let later: usize = layers.values().map(|layer| layer.keys.len()).sum();
    let done = AtomicU64::new(0);
    let work = Work {
        rules,
        gap: effort.precision / (layers.len() + 1) as f64,
        most_payoffs: effort.most_payoffs,
        stop,
        report,
        done: &done,
        all: (later + first.len()) as u64,
    };
    for (slot, layer) in layers.iter().rev() {
        let bounds = work.layer(&values, layer)?;
        values.add(*slot, layer, bounds);
    }
    let bounds = work.game(&values, &first)?;
    let (gap, segments) = (work.gap, work.all);
    let fingerprint = rules.fingerprint();
    Ok(Solved { rules: Arc::clone(rules), fingerprint, bounds, gap, values, segments })
}
