//! Solves a game segment by segment, backwards from its end.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;
use yard_core::Rules;

use super::build::{Bounds, Builder, Overflow, Root};
use super::checkpoint::{KeepNothing, Keeper, OPENINGS, SegmentId};
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

/// How far a solver is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SolveProgress {
    /// Segments that are finished, those of earlier runs included.
    pub segments: u64,
    /// All segments.
    pub all: u64,
    /// The share of the work that is done, by the sizes of the segments.
    pub share: f64,
    /// The share that earlier runs had done.
    pub kept: f64,
}

/// Is told how far a solver is.
pub type SolveReport<'a> = &'a (dyn Fn(SolveProgress) + Sync);

/// Is told how far a search for a best response is: segments done, and all of them.
pub type Report<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// What the work on a game shares with those who watch it.
#[derive(Clone, Copy)]
pub(crate) struct Watch<'a> {
    pub(crate) stop: &'a AtomicBool,
    pub(crate) report: SolveReport<'a>,
    pub(crate) keeper: &'a dyn Keeper,
}

/// How much of some work is done. Segments count by their mean size in their part: those of openings are
/// often a hundred times as large as the last ones, which are solved first.
#[derive(Debug, Default)]
pub(crate) struct Gauge {
    segments: AtomicU64,
    work: AtomicU64,
    all: u64,
    all_work: u64,
    kept_work: u64,
}

impl Gauge {
    /// Adds the segments of a part, each with a weight.
    pub(crate) fn add(&mut self, keeper: &dyn Keeper, part: u16, segments: usize, weight: u64) {
        let known = |index: &usize| keeper.find(SegmentId::new(part, *index)).is_some();
        let kept = (0..segments).filter(known).count() as u64;
        self.all += segments as u64;
        self.all_work = self.all_work.saturating_add(weight.saturating_mul(segments as u64));
        self.kept_work += weight * kept;
        *self.segments.get_mut() += kept;
        *self.work.get_mut() += weight * kept;
    }

    pub(crate) fn all(&self) -> u64 {
        self.all
    }

    /// One more segment is finished.
    fn finished(&self, weight: u64) -> SolveProgress {
        let of_all = |work: u64| work as f64 / self.all_work.max(1) as f64;
        SolveProgress {
            segments: self.segments.fetch_add(1, Ordering::Relaxed) + 1,
            all: self.all,
            share: of_all(self.work.fetch_add(weight, Ordering::Relaxed) + weight),
            kept: of_all(self.kept_work),
        }
    }
}

/// The segments of one part of a game that are built to find out their size.
const SAMPLE: usize = 8;

/// The mean number of payoffs of some segments, from a few of them.
pub(crate) fn mean_payoffs<'a>(
    rules: &Rules,
    values: &Values,
    count: usize,
    root: impl Fn(usize) -> Cow<'a, Root>,
    most_payoffs: usize,
) -> u64 {
    let step = count.div_ceil(SAMPLE).max(1);
    let sizes = (0..count).skip(step / 2).step_by(step).map(|index| {
        // One that is too large is reported when its turn comes.
        let built = Builder::build(rules, values, &root(index), most_payoffs);
        built.map_or(most_payoffs, |segment| segment.lower.len()) as u64
    });
    let sizes: Vec<u64> = sizes.collect();
    (sizes.iter().sum::<u64>() / sizes.len().max(1) as u64).max(1)
}

/// The numbers below `count` in an order in which neighbours are far apart: those who watch see a fair mixture
/// of small and large segments at any time.
fn scattered(count: usize) -> impl IndexedParallelIterator<Item = usize> {
    let share_factor = |a: usize| {
        let (mut a, mut b) = (a, count);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a > 1
    };
    // About the golden ratio.
    let near = count / 2 + count / 8;
    let step = (near..).find(|step| count < 2 || !share_factor(*step)).unwrap_or(1);
    (0..count).into_par_iter().map(move |at| (at as u128 * step as u128 % count as u128) as usize)
}

/// The segments of one part of a game.
pub(crate) struct Work<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) gap: f64,
    pub(crate) most_payoffs: usize,
    pub(crate) watch: Watch<'a>,
    pub(crate) gauge: &'a Gauge,
    /// Its number in checkpoints.
    pub(crate) part: u16,
    /// What a segment counts.
    pub(crate) weight: u64,
}

impl Work<'_> {
    /// Bounds of one segment.
    fn segment(&self, values: &Values, index: usize, root: &Root) -> Result<Bounds, SolveError> {
        let Watch { stop, report, keeper } = self.watch;
        if stop.load(Ordering::Relaxed) {
            return Err(SolveError::Stopped);
        }
        let id = SegmentId::new(self.part, index);
        if let Some(bounds) = keeper.find(id) {
            return Ok(bounds);
        }
        let solved = solve_segment(self.rules, values, root, self.gap, self.most_payoffs);
        let bounds = solved.map_err(|_| SolveError::TooLarge(estimate(self.rules)))?.bounds;
        keeper.keep(id, bounds);
        report(self.gauge.finished(self.weight));
        Ok(bounds)
    }

    /// Bounds of all segments, in their order.
    fn all(
        &self,
        values: &Values,
        count: usize,
        root: impl Fn(usize) -> Root + Sync,
    ) -> Result<Vec<Bounds>, SolveError> {
        let one = |index: usize| Ok((index, self.segment(values, index, &root(index))?));
        let found = scattered(count).map(one).collect::<Result<Vec<_>, SolveError>>()?;
        let mut bounds = vec![[0.0, 1.0]; count];
        found.into_iter().for_each(|(index, found)| bounds[index] = found);
        Ok(bounds)
    }

    /// Bounds of all positions after one sighting.
    fn layer(&self, values: &Values, layer: &Positions) -> Result<Vec<[f32; 2]>, SolveError> {
        let root = |index: usize| Root::seen(&layer.states[index]);
        let bounds = self.all(values, layer.states.len(), root)?;
        Ok(bounds.into_iter().map(rounded).collect())
    }

    /// Bounds of the whole game, when all later segments are known.
    pub(crate) fn game(&self, values: &Values, first: &[Opening]) -> Result<Bounds, SolveError> {
        let bounds = self.all(values, first.len(), |index| first[index].root.clone())?;
        let parts = first.iter().zip(bounds);
        let parts: Vec<Bounds> =
            parts.map(|(opening, bounds)| bounds.map(|bound| opening.chance * bound)).collect();
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
    report: SolveReport<'_>,
) -> Result<Solved, SolveError> {
    solve_on(rules, effort, stop, report, &KeepNothing)
}

/// Solves a game as [`solve_game`] does, keeps each segment that is finished, and takes over those that were
/// kept before. The result is the same, to the last bit.
///
/// # Errors
/// When it is too large, or was stopped.
pub fn solve_on(
    rules: &Arc<Rules>,
    effort: Effort,
    stop: &AtomicBool,
    report: SolveReport<'_>,
    keeper: &dyn Keeper,
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
    let (watch, most_payoffs) = (Watch { stop, report, keeper }, effort.most_payoffs);
    let mut gauge = Gauge::default();
    let mut weights = BTreeMap::new();
    for (slot, layer) in &layers {
        let root = |index: usize| Cow::Owned(Root::seen(&layer.states[index]));
        let weight = mean_payoffs(rules, &values, layer.states.len(), root, most_payoffs);
        gauge.add(keeper, u16::from(*slot), layer.states.len(), weight);
        weights.insert(*slot, weight);
    }
    let root = |index: usize| Cow::Borrowed(&first[index].root);
    let weight = mean_payoffs(rules, &values, first.len(), root, most_payoffs);
    gauge.add(keeper, OPENINGS, first.len(), weight);
    let gap = effort.precision / (layers.len() + 1) as f64;
    let work = |part: u16, weight: u64| Work {
        rules,
        gap,
        most_payoffs,
        watch,
        gauge: &gauge,
        part,
        weight,
    };
    for (slot, layer) in layers.iter().rev() {
        let bounds = work(u16::from(*slot), weights[slot]).layer(&values, layer)?;
        values.add(*slot, layer, bounds);
    }
    let bounds = work(OPENINGS, weight).game(&values, &first)?;
    let segments = gauge.all();
    let fingerprint = rules.fingerprint();
    Ok(Solved { rules: Arc::clone(rules), fingerprint, bounds, gap, values, segments })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pursuit::pace::Pace;
    use std::sync::Mutex;

    /// Ten stations in a ring, and a Mr X with one black and one double ticket.
    fn ring() -> Arc<Rules> {
        let lines: Vec<String> = (1..=10).map(|at| format!("[{at}, {}]", at % 10 + 1)).collect();
        let lines = lines.join(", ");
        let board = format!("version = 1\nname = 'ring'\nstations = 10\n[lines]\ntaxi = [{lines}]");
        let board = yard_core::Board::from_toml(&board, &|_| unreachable!("it has no base"));
        let board = Arc::new(board.unwrap());
        let rules = "version = 1\nname = 'ring'\nboard = 'ring'\ndetectives = 2\nlog_slots = 8\n\
             surfaces = [3, 6]\n[detective_tickets]\ntaxi = 'unlimited'\n[mr_x_tickets]\n\
             taxi = 'unlimited'\nblack = 1\ndouble = 1\n[start]\nanywhere = true\n";
        Arc::new(Rules::from_toml(rules, &|_| Ok(Arc::clone(&board))).unwrap())
    }

    #[test]
    fn every_number_comes_once() {
        for count in [0, 1, 2, 3, 4, 8, 10, 425, 1000] {
            let mut numbers: Vec<usize> = scattered(count).collect();
            numbers.sort_unstable();
            assert_eq!(numbers, (0..count).collect::<Vec<_>>());
        }
    }

    /// Keeps bounds in memory and gives back those of every second segment.
    #[derive(Default)]
    struct Half(Mutex<BTreeMap<SegmentId, Bounds>>, BTreeMap<SegmentId, Bounds>);

    impl Keeper for Half {
        fn find(&self, segment: SegmentId) -> Option<Bounds> {
            self.1.get(&segment).copied()
        }

        fn keep(&self, segment: SegmentId, bounds: Bounds) {
            assert!(self.0.lock().unwrap().insert(segment, bounds).is_none(), "solved twice");
        }
    }

    #[test]
    fn a_run_that_goes_on_ends_with_the_same_bytes() {
        let (rules, stop) = (ring(), AtomicBool::new(false));
        let effort = Effort { precision: 0.01, ..Effort::default() };
        let first = Half::default();
        let whole = solve_on(&rules, effort, &stop, &|_| {}, &first).unwrap();
        let all = first.0.into_inner().unwrap();
        assert_eq!(all.len() as u64, whole.segments());
        let half: BTreeMap<_, _> =
            all.iter().step_by(2).map(|(id, bounds)| (*id, *bounds)).collect();
        let kept = half.len();
        let last = Mutex::new(None);
        let second = Half(Mutex::default(), half);
        let note = |progress: SolveProgress| {
            assert!(progress.kept > 0.0 && progress.share > progress.kept);
            *last.lock().unwrap() = Some(progress.segments.max(kept as u64));
        };
        let again = solve_on(&rules, effort, &stop, &note, &second).unwrap();
        assert_eq!(again.to_bytes(), whole.to_bytes());
        assert_eq!(second.0.into_inner().unwrap().len() + kept, all.len());
        assert!(last.into_inner().unwrap().is_some());
    }

    /// What a segment costs: its payoffs in each iteration. By the share of the work the whole is judged right but
    /// for a factor of 3 once a tenth is done; by the number of segments it swings by hundreds.
    #[test]
    fn the_time_left_does_not_swing() {
        let rules = ring();
        let mut values = Values::new(&rules).unwrap();
        let openings = openings(&rules);
        let layers =
            positions(&rules, &values.layout, &values.maps, &openings, usize::MAX).unwrap();
        let first = first_segments(&rules, &values, &openings);
        let gap = 0.001 / (layers.len() + 1) as f64;
        // Weight and cost of each segment, in the order of one thread.
        let mut done: Vec<(f64, f64)> = Vec::new();
        let empty = values.clone();
        let mut part = |values: &Values, roots: &[Root]| -> Vec<Bounds> {
            let root = |index: usize| Cow::Borrowed(&roots[index]);
            let weight = mean_payoffs(&rules, &empty, roots.len(), root, usize::MAX) as f64;
            let order: Vec<usize> = scattered(roots.len()).collect();
            let mut bounds = vec![[0.0, 1.0]; roots.len()];
            for index in order {
                let solved = solve_segment(&rules, values, &roots[index], gap, usize::MAX).unwrap();
                let payoffs = solved.segment.lower.len() as f64;
                done.push((weight, payoffs * f64::from(solved.solution.iterations)));
                bounds[index] = solved.bounds;
            }
            bounds
        };
        for (slot, layer) in layers.iter().rev() {
            let roots: Vec<Root> = layer.states.iter().map(Root::seen).collect();
            let bounds = part(&values, &roots);
            values.add(*slot, layer, bounds.into_iter().map(rounded).collect());
        }
        let roots: Vec<Root> = first.iter().map(|opening| opening.root.clone()).collect();
        part(&values, &roots);
        let sum = |of: fn(&(f64, f64)) -> f64| done.iter().map(of).sum::<f64>();
        let (all_work, all_cost) = (sum(|one| one.0), sum(|one| one.1));
        let (mut work, mut cost, mut pace) = (0.0, 0.0, Pace::default());
        let [mut by_work, mut by_count] = [1.0_f64; 2];
        for (number, (weight, price)) in (1..).zip(&done) {
            work += weight / all_work;
            cost += price;
            let left = pace.left(work, 1.0 - work, cost).unwrap();
            // How wrong the whole is judged by now, as a factor of at least 1.
            let wrong = |whole: f64| (whole / all_cost).max(all_cost / whole);
            if cost >= 0.1 * all_cost {
                by_work = by_work.max(wrong(cost + left));
            }
            by_count = by_count.max(wrong(cost * done.len() as f64 / f64::from(number)));
        }
        assert!(by_work < 3.0, "{by_work}");
        assert!(by_count > 10.0, "{by_count}: this game does not show it");
    }
}
