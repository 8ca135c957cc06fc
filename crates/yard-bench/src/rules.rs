//! How fast the rules are, with counts that must come out right.

use std::hint::black_box;
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use serde::Serialize;
use yard_agents::{RandomAgent, Seed, random_playout, referee};
use yard_core::{
    Candidates, Game, Move, PublicMrXMove, PublicPly, PublicStep, Rules, Side, State, StationSet,
    Turn,
};

use super::median;
use yard_arena::{Share, standard_errors_apart};

/// How fast the rules are. Speeds are medians over short pieces of the runs; counts are the same every
/// time.
#[derive(Clone, Debug, Serialize)]
pub struct BenchReport {
    /// The rules.
    pub rules: String,
    /// Runs that the figures come from.
    pub runs: u32,
    /// Random playouts from a fresh deal to the end, on one core.
    pub playouts: Pace,
    /// Games of `random` against `random` through referee, views and candidates, on one core.
    pub games: Pace,
    /// Mean time of one candidates update over the steps of such games, in nanoseconds.
    pub candidates_ns: f64,
    /// Mean number of candidates before those updates.
    pub candidates_mean: f64,
    /// How many standard errors the two detective rates are apart.
    pub standard_errors_apart: f64,
    /// Whether that is less than 3, as it must be when both play the same game.
    pub agree: bool,
}

/// Speed and outcome of many games.
#[derive(Clone, Debug, Serialize)]
pub struct Pace {
    /// Games a second.
    pub per_second: f64,
    /// Nanoseconds for one ply.
    pub ns_per_ply: f64,
    /// Games in all runs together.
    pub games: u64,
    /// Mean plies of a game.
    pub mean_plies: f64,
    /// Detective wins.
    pub detective_wins: u64,
    /// Share of the detectives.
    pub detective_rate: f64,
    /// Its 95 % interval (Wilson).
    pub ci95: [f64; 2],
}

/// Counts and times of one piece of a run.
#[derive(Clone, Copy, Default)]
struct Run {
    games: u64,
    plies: u64,
    wins: u64,
    seconds: f64,
}

fn pace(runs: &[Run]) -> Pace {
    let sum = |part: fn(&Run) -> u64| runs.iter().map(part).sum::<u64>();
    let (games, plies, wins) = (sum(|r| r.games), sum(|r| r.plies), sum(|r| r.wins));
    let share = Share::new(wins, games);
    Pace {
        per_second: median(runs.iter().map(|r| r.games as f64 / r.seconds)),
        ns_per_ply: median(runs.iter().map(|r| r.seconds * 1e9 / r.plies as f64)),
        games,
        mean_plies: plies as f64 / games as f64,
        detective_wins: wins,
        detective_rate: share.rate,
        ci95: share.ci95,
    }
}

/// Games that are timed together: so few that most pieces are not interrupted on a busy machine.
const PIECE: u64 = 200;

/// Measures; `games` games in each of `runs` runs of each kind.
pub fn bench(rules: &Arc<Rules>, seed: Seed, games: u64, runs: u32) -> BenchReport {
    let mut playouts = Vec::new();
    let mut matches = Vec::new();
    let mut updates = Vec::new();
    let samples = candidate_samples(rules, seed, 400);
    // The kinds take turns, so that a slow moment of the machine does not hit one alone.
    for run in 0..u64::from(runs) {
        time_playouts(rules, seed.of_game(run), games, &mut playouts);
        let first = run * games;
        for piece in (first..first + games).step_by(PIECE as usize) {
            let end = (piece + PIECE).min(first + games);
            matches.push(time_matches(rules, seed, piece..end));
        }
        updates.push(time_updates(rules, &samples));
    }
    let (playouts, games) = (pace(&playouts), pace(&matches));
    let apart = standard_errors_apart(
        (playouts.detective_wins, playouts.games),
        (games.detective_wins, games.games),
    );
    let size = samples.iter().map(|sample| sample.before.len()).sum::<usize>();
    BenchReport {
        rules: rules.name().to_owned(),
        runs,
        playouts,
        games,
        candidates_ns: median(updates.into_iter()),
        candidates_mean: size as f64 / samples.len().max(1) as f64,
        standard_errors_apart: apart,
        agree: apart.abs() < 3.0,
    }
}

/// Plays random playouts from fresh deals, and adds a run for each piece of them.
#[expect(clippy::disallowed_methods, reason = "a benchmark needs a clock")]
fn time_playouts(rules: &Rules, seed: Seed, games: u64, runs: &mut Vec<Run>) {
    let mut rng = seed.stream("bench-playouts");
    let deals: Vec<State> = (0..games).map(|_| State::new(rules, &rules.deal(&mut rng))).collect();
    let mut fast = rng.fork();
    for piece in deals.chunks(PIECE as usize) {
        let begin = Instant::now();
        let mut sum = Run::default();
        for state in piece {
            let playout = random_playout(rules, *state, &mut fast);
            sum.games += 1;
            sum.plies += u64::from(playout.plies);
            sum.wins += u64::from(playout.outcome.winner() == Side::Detectives);
        }
        sum.seconds = begin.elapsed().as_secs_f64();
        runs.push(sum);
    }
}

/// Plays the games of these numbers between random agents.
#[expect(clippy::disallowed_methods, reason = "a benchmark needs a clock")]
fn time_matches(rules: &Arc<Rules>, seed: Seed, indices: Range<u64>) -> Run {
    let begin = Instant::now();
    let mut sum = Run::default();
    for index in indices {
        let game = referee(rules, seed.of_game(index), &mut RandomAgent, &mut RandomAgent)
            .expect("random plays legal moves only");
        sum.games += 1;
        sum.plies += game.detective_view().log().plies().len() as u64;
        let winner = game.outcome().map(yard_core::Outcome::winner);
        sum.wins += u64::from(winner == Some(Side::Detectives));
    }
    sum.seconds = begin.elapsed().as_secs_f64();
    sum
}

/// Nanoseconds of a candidates update, the mean over all samples.
#[expect(clippy::disallowed_methods, reason = "a benchmark needs a clock")]
fn time_updates(rules: &Rules, samples: &[Sample]) -> f64 {
    let begin = Instant::now();
    for sample in samples {
        let mut candidates = black_box(sample.before);
        candidates.step(rules.board(), &sample.occupied, sample.step);
        black_box(&candidates);
    }
    begin.elapsed().as_secs_f64() * 1e9 / samples.len().max(1) as f64
}

struct Sample {
    before: Candidates,
    occupied: StationSet,
    step: PublicStep,
}

/// Hidden steps of random games, with the candidates before each.
fn candidate_samples(rules: &Arc<Rules>, seed: Seed, games: u64) -> Vec<Sample> {
    let mut samples = Vec::new();
    for index in 0..games {
        let mut rng = seed.of_game(index).stream("bench-candidates");
        let mut game = Game::new(Arc::clone(rules), &rules.deal(&mut rng));
        loop {
            let mv = match game.turn() {
                Turn::MrX => Move::from(game.mr_x_view().draw_move(&mut rng)),
                Turn::Detective(_) | Turn::Team => {
                    Move::from(game.detective_view().draw_move(&mut rng))
                }
                Turn::Over(_) => break,
            };
            let before = *game.detective_view().candidates();
            game.play(mv).expect("random plays legal moves only");
            let last = game.detective_view().log().plies().last();
            if let Some(PublicPly::MrX(PublicMrXMove::Single(step))) = last
                && step.seen.is_none()
            {
                let occupied = game.detective_view().public().occupied_set();
                samples.push(Sample { before, occupied, step: *step });
            }
        }
    }
    samples
}
