//! `yard bench`

use std::io::Write;

use clap::Args;
use yard_agents::Seed;
use yard_arena::{BenchReport, Pace, bench};

use super::write_json;
use crate::args::{Common, RulesArgs};
use crate::exit::{CliError, Exit};

/// Measure the speed of the rules on one core
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    #[command(flatten)]
    rules: RulesArgs,
    /// Games of each kind in a run
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    games: u64,
    /// Runs; speeds are the median of them
    #[arg(long, value_name = "N", default_value_t = 7)]
    runs: u32,
}

pub(crate) fn run(args: &BenchArgs, common: Common, out: &mut dyn Write) -> Result<Exit, CliError> {
    let rules = args.rules.load()?;
    if args.games == 0 || args.games > 10_000_000 {
        return Err(CliError::bad("--games must be from 1 to 10000000"));
    }
    if args.runs == 0 || args.runs > 1000 {
        return Err(CliError::bad("--runs must be from 1 to 1000"));
    }
    let report = bench(&rules, Seed(common.seed.unwrap_or(1)), args.games, args.runs);
    if common.json {
        write_json(out, &report)?;
    } else {
        print(&report, out)?;
    }
    if !report.agree {
        return Err(CliError::Internal(
            "playouts and games of random agents disagree about the detectives' rate".to_owned(),
        ));
    }
    Ok(Exit::Done)
}

fn print(report: &BenchReport, out: &mut dyn Write) -> Result<(), CliError> {
    writeln!(out, "rules {}, one core, median of {} runs", report.rules, report.runs)?;
    line(out, "random playouts", &report.playouts)?;
    line(out, "random against random through the API", &report.games)?;
    writeln!(
        out,
        "candidates update: {:.0} ns (mean of {:.1} candidates)",
        report.candidates_ns, report.candidates_mean
    )?;
    writeln!(
        out,
        "the two rates are {:.2} standard errors apart: {}",
        report.standard_errors_apart,
        if report.agree { "they agree" } else { "they DISAGREE" }
    )?;
    Ok(())
}

fn line(out: &mut dyn Write, name: &str, pace: &Pace) -> Result<(), CliError> {
    let [lo, hi] = pace.ci95.map(|bound| bound * 100.0);
    writeln!(out, "{name}:")?;
    writeln!(
        out,
        "  {:>9.0} a second, {:.1} ns per ply, {:.2} plies each",
        pace.per_second, pace.ns_per_ply, pace.mean_plies
    )?;
    writeln!(
        out,
        "  detectives win {:.2} % ({lo:.2} to {hi:.2}) of {}",
        pace.detective_rate * 100.0,
        pace.games
    )?;
    Ok(())
}
