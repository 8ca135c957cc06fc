//! `yard solve --curve`: exploitability by iterations

use std::io::Write;

use serde::Serialize;
use yard_core::Rules;
use yard_solve::learning_curve;

use super::write_json;
use crate::args::Common;
use crate::exit::{CliError, Exit};

#[derive(Serialize)]
struct CurveReport<'a> {
    rules: &'a str,
    curve: Vec<Point>,
}

#[derive(Serialize)]
struct Point {
    iterations: u32,
    detective_value: [f64; 2],
    /// In games won.
    exploitability: f64,
    /// On a scale from -1 to 1.
    exploitability_plus_minus: f64,
}

pub(crate) fn run(
    iterations: &[u32],
    rules: &Rules,
    common: Common,
    out: &mut dyn Write,
) -> Result<Exit, CliError> {
    if iterations.contains(&0) || iterations.iter().any(|count| *count > MOST) {
        return Err(CliError::bad(format!("--curve takes numbers from 1 to {MOST}")));
    }
    let Some(bounds) = learning_curve(rules, iterations) else {
        let name = rules.name();
        let text = "--curve needs a small game in which Mr X is never seen before the end";
        return Err(CliError::bad(format!("{name}: {text}")));
    };
    let point = |(&iterations, [lower, upper]): (&u32, [f64; 2])| Point {
        iterations,
        detective_value: [lower, upper],
        exploitability: 0.5 * (upper - lower),
        exploitability_plus_minus: upper - lower,
    };
    let curve: Vec<Point> = iterations.iter().zip(bounds).map(point).collect();
    if common.json {
        write_json(out, &CurveReport { rules: rules.name(), curve })?;
        return Ok(Exit::Done);
    }
    writeln!(out, "{}: exploitability of both plans after so many iterations\n", rules.name())?;
    writeln!(out, "| iterations | the detectives win | exploitability in games | from -1 to 1 |")?;
    writeln!(out, "|---|---|---|---|")?;
    for Point { iterations, detective_value: [lower, upper], exploitability, .. } in &curve {
        let both = 2.0 * exploitability;
        writeln!(
            out,
            "| {iterations} | {lower:.5} to {upper:.5} | {exploitability:.5} | {both:.5} |"
        )?;
    }
    Ok(Exit::Done)
}

/// More iterations than anybody wants to wait for.
const MOST: u32 = 1_000_000;
