//! Matches of many games.

use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use yard_agents::Seed;
use yard_arena::{Series, SeriesReport};

use crate::agents::contender;
use crate::boards::RulesLike;
use crate::errors::bad;
use crate::interrupt::watched;
use crate::numbers::{GamesNumber, SeedNumber, ThreadsNumber};

/// Plays a match; Python's half of the package documents it as `yard.match`. `progress(done)` is called now and then.
/// After Ctrl-C the games that are finished are reported, with the key `interrupted`.
#[pyfunction]
#[pyo3(signature = (rules, x, detectives, games, seed, threads, progress))]
#[expect(clippy::too_many_arguments, reason = "Python hands them over by name")]
pub(crate) fn play_match<'py>(
    py: Python<'py>,
    rules: RulesLike<'py>,
    x: &Bound<'py, PyAny>,
    detectives: &Bound<'py, PyAny>,
    games: GamesNumber,
    seed: SeedNumber,
    threads: Option<ThreadsNumber>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let (x, detectives) = (contender(x)?, contender(detectives)?);
    let one_thread = x.one_thread || detectives.one_thread;
    let series = Series {
        rules: rules.load()?,
        mr_x: x.contender,
        detectives: detectives.contender,
        games: games.0,
        seed: Seed(seed.0),
        threads: if one_thread { Some(1) } else { threads.map(|threads| threads.0) },
    };
    let done = AtomicU64::new(0);
    let (tally, wanted) = watched(
        py,
        |stop| series.play(stop, &|_, _| _ = done.fetch_add(1, Ordering::Relaxed)),
        |py| match &progress {
            Some(progress) => progress.call1(py, (done.load(Ordering::Relaxed),)).map(drop),
            None => Ok(()),
        },
    )?;
    let tally = tally.map_err(bad)?;
    let report = tally.report();
    let shown = PyDict::new(py);
    shown.set_item("games", report.games)?;
    shown.set_item("detective_wins", report.detective_wins)?;
    shown.set_item("mr_x_wins", report.mr_x_wins)?;
    shown.set_item("detective_rate", report.detective_rate)?;
    shown.set_item("ci95", report.ci95.to_vec())?;
    shown.set_item("mean_rounds", report.mean_rounds)?;
    let captures = PyDict::new(py);
    for (slot, count) in &report.capture_rounds {
        captures.set_item(slot.to_string(), count)?;
    }
    shown.set_item("capture_rounds", captures)?;
    shown.set_item("fouls", report.fouls)?;
    if let Some((game, foul)) = &tally.first_foul {
        shown.set_item("first_foul", format!("game {}: {foul}", game + 1))?;
    }
    match wanted {
        Ok(()) => {}
        Err(error) if error.is_instance_of::<pyo3::exceptions::PyKeyboardInterrupt>(py) => {
            shown.set_item("interrupted", true)?;
        }
        Err(error) => return Err(error),
    }
    Ok(shown)
}

/// Draws when the detectives won in a match, as SVG; the report is that of `play_match` as JSON.
#[pyfunction]
pub(crate) fn capture_svg(
    rules: RulesLike<'_>,
    x: &Bound<'_, PyAny>,
    detectives: &Bound<'_, PyAny>,
    seed: SeedNumber,
    report: &str,
) -> PyResult<String> {
    let report: SeriesReport = serde_json::from_str(report).map_err(bad)?;
    let series = Series {
        rules: rules.load()?,
        mr_x: contender(x)?.contender,
        detectives: contender(detectives)?.contender,
        games: report.games,
        seed: Seed(seed.0),
        threads: None,
    };
    Ok(yard_report::capture_plot(&series, &report).svg())
}
