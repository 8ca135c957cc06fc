//! `yard sprt`

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use yard_agents::Seed;
use yard_arena::{
    Duel, DuelMode, DuelReport, MOST_GAMES, PairCounts, PairLedger, Played, Results, ResultsHeader,
    Sprt, Verdict, score_of_elo, score_of_points,
};
use yard_core::Side;
use yard_roster::{AgentSpec, Roster};

use super::data_folder::roster;
use super::progress::{Failure, Progress, STOP, check_threads, stop_on_ctrl_c};
use super::write_json;
use crate::args::{Common, RulesArgs, side_named};
use crate::exit::{CliError, Exit, say};

/// Test whether agent A is better than agent B, in as few games as possible
///
/// Both agents play the same deals. Each is Mr X once and the detectives once; with --side, each
/// plays that side against the same third agent. docs/reference/statistics.md has the formulas.
#[derive(Args, Debug)]
pub(crate) struct SprtArgs {
    #[command(flatten)]
    rules: RulesArgs,
    /// The agent that may be better
    #[arg(long, value_name = "AGENT")]
    a: AgentSpec,
    /// The agent it is compared with
    #[arg(long, value_name = "AGENT")]
    b: AgentSpec,
    /// Compare them on this side only
    #[arg(long, value_parser = side_named("mr-x"), requires = "against")]
    side: Option<Side>,
    /// Who plays the other side, with --side
    #[arg(long, value_name = "AGENT", requires = "side")]
    against: Option<AgentSpec>,
    /// Elo by which A is ahead if it is no better
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,
    /// Elo by which A is ahead if it is better
    #[arg(long, value_name = "ELO", default_value_t = 20.0, allow_negative_numbers = true)]
    elo1: f64,
    /// Instead of Elo: percentage points of the win rate
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, requires = "points1",
          conflicts_with_all = ["elo0", "elo1"])]
    points0: Option<f64>,
    /// Instead of Elo: percentage points of the win rate
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true,
          conflicts_with_all = ["elo0", "elo1"])]
    points1: Option<f64>,
    /// Chance to accept A although it is no better
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    alpha: f64,
    /// Chance to reject A although it is better
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    beta: f64,
    /// Maximum number of pairs of games
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pairs: u64,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Append every finished game to this file, as a line of JSON
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Continue with the games in the results file
    #[arg(long, requires = "results")]
    resume: bool,
}

#[derive(Serialize)]
struct SprtReport<'a> {
    rules: &'a str,
    a: String,
    b: String,
    side: Option<Side>,
    against: Option<String>,
    seed: u64,
    #[serde(flatten)]
    test: Sprt,
    llr: f64,
    lower: f64,
    upper: f64,
    verdict: Verdict,
    pairs: u64,
    #[serde(flatten)]
    counts: PairCounts,
    score: f64,
    ci95: [f64; 2],
    fouls: u64,
    seconds: f64,
}

#[expect(clippy::disallowed_methods, reason = "the time taken is a part of the report")]
pub(crate) fn run(args: &SprtArgs, common: Common, out: &mut dyn Write) -> Result<Exit, CliError> {
    let rules = args.rules.load()?;
    check_threads(args.threads)?;
    if args.pairs == 0 {
        return Err(CliError::bad("--pairs must be at least 1"));
    }
    if args.results.is_some() && args.pairs > MOST_GAMES {
        return Err(CliError::bad(format!("--pairs must be at most {MOST_GAMES} with --results")));
    }
    let seed = common.seed.unwrap_or(1);
    let roster = roster();
    let duel = Duel {
        rules: rules.clone(),
        a: roster.factory(&args.a),
        b: roster.factory(&args.b),
        mode: mode(args, &roster),
        seed: Seed(seed),
        pairs: args.pairs,
        test: test(args)?,
        threads: args.threads,
    };
    stop_on_ctrl_c();
    let begin = Instant::now();
    let outcome = play(args, &duel)?;
    let seconds = begin.elapsed().as_secs_f64();
    if let Some((pair, foul)) = &outcome.first_foul {
        say(format_args!(
            "warning: {} fouls; the first in pair {}: {foul}",
            outcome.fouls,
            pair + 1
        ));
    }
    let report = report(args, &duel, &outcome, seconds);
    if common.json {
        write_json(out, &report)?;
    } else {
        print(&report, out)?;
    }
    let stopped = outcome.verdict == Verdict::Undecided && outcome.counts.pairs() < args.pairs;
    if stopped {
        let on = if args.results.is_some() { "; --resume goes on" } else { "" };
        let (done, all) = (report.pairs, args.pairs);
        say(format_args!("interrupted: {done} of {all} pairs were finished{on}"));
    }
    Ok(if stopped { Exit::Interrupted } else { Exit::Done })
}

fn mode(args: &SprtArgs, roster: &Roster) -> DuelMode {
    match (args.side, &args.against) {
        (Some(Side::MrX), Some(against)) => DuelMode::MrX(roster.factory(against)),
        (Some(Side::Detectives), Some(against)) => DuelMode::Detectives(roster.factory(against)),
        // The parser of arguments demands both or neither.
        (None, _) | (_, None) => DuelMode::BothSides,
    }
}

fn test(args: &SprtArgs) -> Result<Sprt, CliError> {
    let (names, [score0, score1]) = match args.points1 {
        Some(points1) => {
            let points = [args.points0.unwrap_or(0.0), points1];
            ("--points0 and --points1", points.map(score_of_points))
        }
        None => ("--elo0 and --elo1", [args.elo0, args.elo1].map(score_of_elo)),
    };
    // Written so that a number that is none fails, too.
    if !(score0 > 0.0 && score0 < score1 && score1 < 1.0) {
        return Err(CliError::bad(format!("{names} must rise and leave scores between 0 and 1")));
    }
    if !(args.alpha > 0.0 && args.beta > 0.0 && args.alpha + args.beta < 1.0) {
        return Err(CliError::bad("--alpha and --beta must be above 0 and together below 1"));
    }
    Ok(Sprt { score0, score1, alpha: args.alpha, beta: args.beta })
}

/// Opens the results file, if there is one, and reads what is in it.
fn open(args: &SprtArgs, duel: &Duel) -> Result<(Option<Results>, PairLedger), CliError> {
    let mut ledger = PairLedger::default();
    let Some(path) = &args.results else {
        return Ok((None, ledger));
    };
    let header = ResultsHeader::of_duel(duel);
    let mut enter = |game, pair, played| ledger.enter(game, pair, played);
    let results =
        Results::open_each(path, &header, args.resume, &mut enter).map_err(CliError::bad)?;
    Ok((Some(results), ledger))
}

/// Plays what is not yet in the results file, if there is one, and adds it there.
fn play(args: &SprtArgs, duel: &Duel) -> Result<DuelReport, CliError> {
    let (results, ledger) = open(args, duel)?;
    let bar = Progress::new(duel.pairs, 0, "pairs at most", false);
    let [lower, upper] = duel.test.bounds();
    let mut shown = 0;
    let failure = Failure::default();
    let game = |game: usize, pair: u64, played: &Played| {
        if let Some(Err(error)) = results.as_ref().map(|r| r.write(game, pair, played)) {
            failure.note(error);
        }
    };
    let outcome = duel.play(&ledger, &STOP, &game, &mut |counts| {
        bar.say(format!("(LLR {:.2} of {lower:.2} to {upper:.2})", duel.test.llr(counts)));
        bar.inc(counts.pairs() - shown);
        shown = counts.pairs();
    });
    bar.finish();
    failure.check()?;
    outcome.map_err(CliError::bad)
}

fn report<'a>(
    args: &SprtArgs,
    duel: &'a Duel,
    outcome: &DuelReport,
    seconds: f64,
) -> SprtReport<'a> {
    let [lower, upper] = duel.test.bounds();
    let share = outcome.counts.score();
    SprtReport {
        rules: duel.rules.name(),
        a: duel.a.name(),
        b: duel.b.name(),
        side: args.side,
        against: args.against.as_ref().map(ToString::to_string),
        seed: duel.seed.0,
        test: duel.test,
        llr: duel.test.llr(&outcome.counts),
        lower,
        upper,
        verdict: outcome.verdict,
        pairs: outcome.counts.pairs(),
        counts: outcome.counts,
        score: share.rate,
        ci95: share.ci95,
        fouls: outcome.fouls,
        seconds,
    }
}

fn print(report: &SprtReport<'_>, out: &mut dyn Write) -> Result<(), CliError> {
    let SprtReport { rules, a, b, seed, .. } = report;
    let how = match (report.side, &report.against) {
        (Some(Side::MrX), Some(against)) => format!("as Mr X against {against}"),
        (Some(Side::Detectives), Some(against)) => {
            format!("as the detectives against {against}")
        }
        (None, _) | (_, None) => "on both sides".to_owned(),
    };
    writeln!(out, "{rules}: is {a} (A) better than {b} (B) {how}? seed {seed}")?;
    let PairCounts { losses, ties, wins } = report.counts;
    let [lo, hi] = report.ci95.map(|bound| bound * 100.0);
    writeln!(out, "{} pairs: A ahead in {wins}, even {ties}, B ahead in {losses}", report.pairs)?;
    writeln!(out, "score of A {:.1} % (95 % interval {lo:.1} to {hi:.1})", report.score * 100.0)?;
    writeln!(
        out,
        "LLR {:.3}, rejected at {:.3}, accepted at {:.3} (mean score {:.4} or {:.4})",
        report.llr, report.lower, report.upper, report.test.score0, report.test.score1
    )?;
    writeln!(
        out,
        "{}",
        match report.verdict {
            Verdict::Accepted => "accepted: A is better",
            Verdict::Rejected => "rejected: A is not better by that much",
            Verdict::Undecided => "undecided: more pairs are needed",
        }
    )?;
    writeln!(out, "{:.2} s", report.seconds)?;
    Ok(())
}
