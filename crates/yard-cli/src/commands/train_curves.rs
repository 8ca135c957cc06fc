//! `yard train curves`

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use yard_learn::LearningCurve;
use yard_report::{by_form, learning_plot};

use super::files::write_plots;
use super::write_json;
use crate::args::Common;
use crate::exit::{CliError, Exit, say};

/// Compare how many games trainings needed to reach a win rate in their tests
#[derive(Args, Debug)]
pub(crate) struct CurveArgs {
    /// Folders of trainings that make tests (`tests` or `gate` in the plan); those of one preset, with different
    /// seeds, belong together
    #[arg(value_name = "DIR", required = true)]
    runs: Vec<PathBuf>,
    /// Share of wins to reach, in per cent
    #[arg(long, value_name = "PERCENT", default_value_t = 50.0)]
    reach: f64,
    /// Folder for a picture of the curves
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Serialize)]
struct Report<'a> {
    reach: f64,
    trainings: Vec<TrainingReport<'a>>,
}

#[derive(Serialize)]
struct TrainingReport<'a> {
    #[serde(flatten)]
    curve: &'a LearningCurve,
    reached: Option<u64>,
}

pub(crate) fn run(args: &CurveArgs, common: Common, out: &mut dyn Write) -> Result<Exit, CliError> {
    if !(0.0..=100.0).contains(&args.reach) {
        return Err(CliError::bad("--reach must lie between 0 and 100"));
    }
    let mut curves = Vec::new();
    for folder in &args.runs {
        let curve = LearningCurve::read(folder)?;
        if curve.tests.is_empty() {
            let text = "no tests were made there; the plan needs [tests] or [gate]";
            return Err(CliError::bad(format_args!("{}: {text}", folder.display())));
        }
        curves.push(curve);
    }
    let share = args.reach / 100.0;
    if let Some(folder) = &args.out {
        write_plots(folder, &[learning_plot(&curves, share)])?;
        say(format_args!("wrote {}", folder.join("learning.svg").display()));
    }
    if common.json {
        let report =
            |curve| TrainingReport { reached: LearningCurve::reached(curve, share), curve };
        let trainings = curves.iter().map(report).collect();
        write_json(out, &Report { reach: args.reach, trainings })?;
        return Ok(Exit::Done);
    }
    write!(out, "{}", table(&curves, share))?;
    Ok(Exit::Done)
}

/// Games that each form needed, training by training, and where its last tests ended.
fn table(curves: &[LearningCurve], share: f64) -> String {
    let mut text = format!(
        "| form | seeds | games to {:.0} % | mean | last test, per cent |\n|---|---|---|---|---|\n",
        100.0 * share
    );
    for (form, trainings) in by_form(curves) {
        let list = |each: &dyn Fn(&LearningCurve) -> String| {
            trainings.iter().map(|curve| each(curve)).collect::<Vec<_>>().join(", ")
        };
        let reached: Option<Vec<u64>> =
            trainings.iter().map(|curve| curve.reached(share)).collect();
        let mean = reached.map_or("–".to_owned(), |games| {
            format!("{:.0}", games.iter().sum::<u64>() as f64 / games.len() as f64)
        });
        let games = list(&|curve| {
            curve.reached(share).map_or("not reached".to_owned(), |games| games.to_string())
        });
        let last = list(&|curve| {
            curve.tests.last().map_or(String::new(), |(_, found)| format!("{:.1}", 100.0 * found))
        });
        let seeds = list(&|curve| curve.seed.to_string());
        text += &format!("| {form} | {seeds} | {games} | {mean} | {last} |\n");
    }
    text
}
