//! The benchmark as text.

use std::io::Write;

use yard_bench::{BenchReport, CaseReport, DepthRow, OrderRow, Pace, Signature};

use crate::exit::CliError;

pub(super) fn rules(report: &BenchReport, out: &mut dyn Write) -> Result<(), CliError> {
    writeln!(
        out,
        "rules {}, one core, {} runs, medians of short pieces",
        report.rules, report.runs
    )?;
    pace(out, "random playouts", &report.playouts)?;
    pace(out, "random against random through the API", &report.games)?;
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
    writeln!(out)?;
    out.flush()?;
    Ok(())
}

fn pace(out: &mut dyn Write, name: &str, pace: &Pace) -> Result<(), CliError> {
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

pub(super) fn header(out: &mut dyn Write) -> Result<(), CliError> {
    writeln!(out, "agents in whole games, one core, defaults unless the name says otherwise")?;
    writeln!(
        out,
        "{:<25} {:>8} {:>10} {:>10} {:>8} {:>8} {:>8}",
        "agent/rules", "searches", "playouts/s", "nodes/s", "mean ms", "worst ms", "peak MiB"
    )?;
    out.flush()?;
    Ok(())
}

pub(super) fn row(report: &CaseReport, out: &mut dyn Write) -> Result<(), CliError> {
    let figure = |value: Option<f64>, digits: usize| {
        value.map_or_else(|| "–".to_owned(), |value| format!("{value:.digits$}"))
    };
    let searches =
        if report.searches == 0 { "–".to_owned() } else { report.searches.to_string() };
    writeln!(
        out,
        "{:<25} {searches:>8} {:>10} {:>10} {:>8} {:>8} {:>8}",
        report.name,
        figure(report.playouts_per_second, 0),
        figure(report.nodes_per_second, 0),
        figure(report.mean_ms, 3),
        figure(report.worst_ms, 2),
        figure(report.peak_mib, 1),
    )?;
    let named = report.name.split_once('/').is_some_and(|(name, _)| name == report.agent);
    if !named {
        writeln!(out, "  as {}", report.agent)?;
    }
    if let (Some(target), Some(reached)) = (report.target, report.reached) {
        let verdict = if reached { "reached" } else { "NOT reached" };
        writeln!(out, "  the target of {target} is {verdict}")?;
    }
    out.flush()?;
    Ok(())
}

/// What Mortimer & Colfer say of theirs (section 3).
const PUBLISHED: &str = "published: up to 13 moves, over 10 million states";

pub(super) fn depth(
    rules: &str,
    positions: usize,
    rows: &[DepthRow],
    out: &mut dyn Write,
) -> Result<(), CliError> {
    writeln!(out, "paranoid on {rules}: {positions} positions, one second each, one core")?;
    writeln!(
        out,
        "{:<28} {:>8} {:>8} {:>6} {:>6} {:>6} {:>10}",
        "", "searches", "decided", "least", "median", "most", "nodes/s"
    )?;
    for row in rows {
        let [least, median, most] = row.plies;
        writeln!(
            out,
            "{:<28} {:>8} {:>8} {least:>6} {median:>6} {most:>6} {:>10.0}",
            row.name, row.searches, row.decided, row.nodes_per_second
        )?;
    }
    writeln!(out, "least, median, most: plies searched to the end; {PUBLISHED}")?;
    Ok(())
}

pub(super) fn ordering(
    rules: &str,
    positions: usize,
    plies: u8,
    rows: &[OrderRow],
    out: &mut dyn Write,
) -> Result<(), CliError> {
    writeln!(
        out,
        "paranoid on {rules}: moves made to search {positions} positions {plies} plies deep"
    )?;
    for row in rows {
        writeln!(out, "{:<40} {:>12} {:>8.2}", row.name, row.nodes, row.ratio)?;
    }
    Ok(())
}

pub(super) fn signature(signature: &Signature, out: &mut dyn Write) -> Result<(), CliError> {
    writeln!(out, "signature of the decisions on the scenes")?;
    for agent in &signature.agents {
        writeln!(out, "{} {:<32} {:>2} scenes", agent.signature, agent.agent, agent.scenes)?;
    }
    writeln!(out, "{} total", signature.total)?;
    Ok(())
}
