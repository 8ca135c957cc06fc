//! `yard bench`

mod print;

use std::io::Write;
use std::time::Duration;

use clap::Args;
use serde::Serialize;
use yard_agents::Seed;
use yard_bench::{
    BenchCase, BenchReport, CASES, CaseReport, DepthRow, OrderRow, Signature, bench,
    paranoid_depth, paranoid_ordering, paranoid_positions, signature,
};

use super::write_json;
use crate::args::{Common, RulesArgs};
use crate::commands::data_folder::roster;
use crate::exit::{CliError, Exit};

/// Measure the speed of rules and agents on one core, and checksum what agents decide
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    #[command(flatten)]
    rules: RulesArgs,
    /// Games of each kind per run, for the speed of the rules
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    games: u64,
    /// Runs; the rules' speed is the median over them, an agent's search counts with its shortest
    /// time
    #[arg(long, value_name = "N", default_value_t = 7)]
    runs: u32,
    /// Only one part: rules, signature, an agent such as alphabeta, or a case such as
    /// alphabeta/grid7. Two parts run only by name: depth (how deep `paranoid` sees in a second)
    /// and ordering (what its move order saves)
    #[arg(long, value_name = "NAME", conflicts_with = "signature")]
    only: Option<String>,
    /// Print only the checksums of the agents' decisions
    #[arg(long)]
    signature: bool,
}

/// What was asked for; the rest is left out.
#[derive(Serialize, Default)]
struct Report {
    #[serde(flatten)]
    rules: Option<BenchReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agents: Option<Vec<CaseReport>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<Vec<DepthRow>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ordering: Option<Vec<OrderRow>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    signature: Option<Signature>,
}

/// Positions on which `paranoid` is measured.
const POSITIONS: usize = 40;
/// How long it thinks on each to see how deep it comes: Mortimer & Colfer's second.
const SECOND: Duration = Duration::from_secs(1);
/// How deep it searches to see what its order saves: Mr X and all detectives, and two more.
const PLIES: u8 = 8;

/// The parts to be done.
#[derive(Default)]
struct Parts {
    rules: bool,
    cases: Vec<&'static BenchCase>,
    depth: bool,
    ordering: bool,
    signature: bool,
}

pub(crate) fn run(args: &BenchArgs, common: Common, out: &mut dyn Write) -> Result<Exit, CliError> {
    let rules = args.rules.load()?;
    if args.games == 0 || args.games > 10_000_000 {
        return Err(CliError::bad("--games must be from 1 to 10000000"));
    }
    if args.runs == 0 || args.runs > 1000 {
        return Err(CliError::bad("--runs must be from 1 to 1000"));
    }
    let parts = parts(args)?;
    let seed = Seed(common.seed.unwrap_or(1));
    let mut report = Report::default();
    if parts.rules {
        let measured = bench(&rules, seed, args.games, args.runs);
        if !common.json {
            print::rules(&measured, out)?;
        }
        report.rules = Some(measured);
    }
    if !parts.cases.is_empty() {
        report.agents = Some(measure(&parts.cases, seed, args.runs, common.json, out)?);
    }
    if parts.depth || parts.ordering {
        let positions = paranoid_positions(&rules, seed, POSITIONS)
            .map_err(|error| CliError::Internal(error.to_string()))?;
        if parts.depth {
            let rows = paranoid_depth(&positions, SECOND);
            if !common.json {
                print::depth(rules.name(), positions.len(), &rows, out)?;
            }
            report.depth = Some(rows);
        }
        if parts.ordering {
            let rows = paranoid_ordering(&positions, PLIES);
            if !common.json {
                print::ordering(rules.name(), positions.len(), PLIES, &rows, out)?;
            }
            report.ordering = Some(rows);
        }
    }
    if parts.signature {
        let sums = signature(&roster()).map_err(|error| CliError::Internal(error.to_string()))?;
        if !common.json {
            print::signature(&sums, out)?;
        }
        report.signature = Some(sums);
    }
    if common.json {
        write_json(out, &report)?;
    }
    if report.rules.is_some_and(|rules| !rules.agree) {
        return Err(CliError::Internal(
            "playouts and games of random agents disagree about the detectives' rate".to_owned(),
        ));
    }
    Ok(Exit::Done)
}

/// Measures one case after another; a row is printed as soon as it is known.
fn measure(
    cases: &[&'static BenchCase],
    seed: Seed,
    runs: u32,
    quiet: bool,
    out: &mut dyn Write,
) -> Result<Vec<CaseReport>, CliError> {
    let mut reports = Vec::new();
    if !quiet {
        print::header(out)?;
    }
    for case in cases {
        let report = case
            .measure(seed, runs)
            .map_err(|error| CliError::Internal(format!("{}: {error}", case.name)))?;
        if !quiet {
            print::row(&report, out)?;
        }
        reports.push(report);
    }
    if !quiet {
        writeln!(out)?;
    }
    Ok(reports)
}

fn parts(args: &BenchArgs) -> Result<Parts, CliError> {
    if args.signature {
        return Ok(Parts { signature: true, ..Parts::default() });
    }
    let Some(only) = args.only.as_deref() else {
        let cases = CASES.iter().collect();
        return Ok(Parts { rules: true, cases, signature: true, ..Parts::default() });
    };
    let chosen = |case: &&BenchCase| case.name == only || agent_of(case) == only;
    let parts = Parts {
        rules: only == "rules",
        cases: CASES.iter().filter(chosen).collect(),
        depth: only == "depth",
        ordering: only == "ordering",
        signature: only == "signature",
    };
    let alone = parts.rules || parts.depth || parts.ordering || parts.signature;
    if alone || !parts.cases.is_empty() {
        return Ok(parts);
    }
    let parts = ["rules", "signature", "depth", "ordering"];
    let names = parts.into_iter().chain(CASES.iter().map(|case| case.name));
    let hint = yard_core::hint(only, names);
    let only: String = only.chars().take(40).collect();
    Err(CliError::bad(format!("--only: there is no part \"{only}\"{hint}")))
}

/// A case's name begins with its agent's.
fn agent_of(case: &BenchCase) -> &'static str {
    case.name.split_once('/').map_or(case.name, |(agent, _)| agent)
}
