//! Exact values of small games, and what a best response wins.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use yard_agents::{RespondConfig, Seed};
use yard_arena::{
    Exploit, ExploitError, ExploitKind, ExploitReport, SelfPlay, SeriesError, in_pool,
};
use yard_core::{Game, Record, Side};
use yard_roster::{CheckpointError, CheckpointFile, write_policy};
use yard_solve::{Effort, KeepNothing, Keeper, SolveError, SolveProgress, Solved, solve_on};

use crate::agents::contender;
use crate::boards::RulesLike;
use crate::errors::bad;
use crate::interrupt::watched;
use crate::numbers::{GamesNumber, SeedNumber, ThreadsNumber};

/// Solves a small game; Python's half of the package documents it as `yard.solve`. `progress(share)` is called now and
/// then with the share of the work that is done.
#[pyfunction]
#[pyo3(signature = (rules, precision, out, threads, progress))]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    rules: RulesLike<'py>,
    precision: f64,
    out: Option<PathBuf>,
    threads: Option<ThreadsNumber>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    if !(1e-9..=1.0).contains(&precision) {
        return Err(bad("precision must be from 0.000000001 to 1"));
    }
    let rules = rules.load()?;
    let effort = Effort { precision, ..Effort::default() };
    if let Some(path) = &out {
        yard_files::check_place(path).map_err(bad)?;
    }
    let share = AtomicU64::new(0);
    let work = |stop: &AtomicBool| -> Result<Solved, Unsolved> {
        let checkpoint = match &out {
            Some(path) => Some(CheckpointFile::open(path, &rules, precision, stop)?),
            None => None,
        };
        let keeper: &dyn Keeper = match &checkpoint {
            Some(file) => file,
            None => &KeepNothing,
        };
        let report = |progress: SolveProgress| {
            share.store((progress.share * SHARES) as u64, Ordering::Relaxed);
        };
        let solve = || solve_on(&rules, effort, stop, &report, keeper);
        // Threads of its own: those of the whole process would be missing after a fork.
        let threads = threads.map_or(0, |threads| threads.0);
        let solved = in_pool(threads, solve).map_err(Unsolved::Series)?;
        match (solved, checkpoint) {
            (Ok(solved), file) => {
                file.iter().for_each(CheckpointFile::remove);
                Ok(solved)
            }
            (Err(cause), Some(file)) => {
                file.check()?;
                Err(Unsolved::Solve(cause))
            }
            (Err(cause), None) => Err(Unsolved::Solve(cause)),
        }
    };
    let (solved, wanted) = watched(py, work, |py| match &progress {
        Some(progress) => {
            progress.call1(py, (share.load(Ordering::Relaxed) as f64 / SHARES,)).map(drop)
        }
        None => Ok(()),
    })?;
    let solved = match solved {
        Ok(solved) => solved,
        Err(Unsolved::Solve(SolveError::Stopped)) => {
            // What is finished is in the checkpoint.
            wanted?;
            return Err(bad("the work was stopped"));
        }
        Err(Unsolved::Solve(error @ SolveError::TooLarge(_))) => {
            return Err(bad(format!("{} is {error}", rules.name())));
        }
        Err(error @ (Unsolved::Checkpoint(_) | Unsolved::Series(_))) => return Err(bad(error)),
    };
    if let Some(path) = out {
        write_policy(&solved, &path).map_err(bad)?;
    }
    let [lower, upper] = solved.detective_value();
    let shown = PyDict::new(py);
    shown.set_item("rules", rules.name())?;
    shown.set_item("detective_value", vec![lower, upper])?;
    shown.set_item("exploitability", 0.5 * (upper - lower))?;
    shown.set_item("precision", precision)?;
    shown.set_item("segments", solved.segments())?;
    Ok(shown)
}

/// Parts into which the work of a solver is divided for progress bars.
const SHARES: f64 = 10_000.0;

/// Why a game was not solved.
#[derive(Debug, thiserror::Error)]
enum Unsolved {
    #[error(transparent)]
    Solve(SolveError),
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    #[error(transparent)]
    Series(SeriesError),
}

/// Finds what a best response wins; Python's half of the package documents it as `yard.exploit`. After Ctrl-C the games
/// that are finished are reported, with the key `interrupted`. `progress(done, all)` is called now and then.
#[pyfunction]
#[pyo3(signature = (rules, x, detectives, games, seed, threads, progress))]
#[expect(clippy::too_many_arguments, reason = "Python hands them over by name")]
pub(crate) fn exploit<'py>(
    py: Python<'py>,
    rules: RulesLike<'py>,
    x: Option<&Bound<'py, PyAny>>,
    detectives: Option<&Bound<'py, PyAny>>,
    games: GamesNumber,
    seed: SeedNumber,
    threads: Option<ThreadsNumber>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let (agent, side) = match (x, detectives) {
        (Some(agent), None) => (contender(agent)?, Side::MrX),
        (None, Some(agent)) => (contender(agent)?, Side::Detectives),
        (None, None) | (Some(_), Some(_)) => return Err(bad("name one agent: x or detectives")),
    };
    let exploit = Exploit {
        rules: rules.load()?,
        agent: Arc::clone(&agent.contender),
        side,
        games: games.0,
        seed: Seed(seed.0),
        threads: if agent.one_thread { Some(1) } else { threads.map(|threads| threads.0) },
        effort: Effort::default(),
        streams: None,
        respond: RespondConfig::default(),
    };
    let far = [AtomicU64::new(0), AtomicU64::new(games.0)];
    let (found, wanted) = watched(
        py,
        |stop| answer(&exploit, stop, &far),
        |py| match &progress {
            Some(progress) => {
                let [done, all] = [0, 1].map(|at: usize| far[at].load(Ordering::Relaxed));
                progress.call1(py, (done, all)).map(drop)
            }
            None => Ok(()),
        },
    )?;
    let answer = match found {
        Ok(answer) => answer,
        Err(ExploitError::Stopped) => {
            wanted?;
            return Err(bad("the work was stopped"));
        }
        Err(error) => return Err(bad(error)),
    };
    agent.check()?;
    let shown = PyDict::new(py);
    shown.set_item("rules", exploit.rules.name())?;
    shown.set_item("side", if side == Side::MrX { "mr_x" } else { "detectives" })?;
    shown.set_item("agent", agent.contender.name())?;
    shown.set_item("value", answer.value)?;
    let kind = match answer.kind {
        ExploitKind::Exact => "exact",
        ExploitKind::LowerBound => "lower_bound",
    };
    shown.set_item("kind", kind)?;
    shown.set_item("by", &answer.by)?;
    shown.set_item("games", answer.games)?;
    if let Some(ci95) = answer.ci95 {
        shown.set_item("ci95", ci95.to_vec())?;
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

/// The exact answer, or that of the responder's games as far as they were played. `far` is told how far the work is,
/// and how far it goes.
fn answer(
    exploit: &Exploit,
    stop: &AtomicBool,
    far: &[AtomicU64; 2],
) -> Result<ExploitReport, ExploitError> {
    let segments = |done: u64, all: u64| {
        far[0].store(done, Ordering::Relaxed);
        far[1].store(all, Ordering::Relaxed);
    };
    let threads = exploit.threads.unwrap_or(0);
    if let Some(exact) = in_pool(threads, || exploit.exact(stop, &segments))?? {
        return Ok(exact);
    }
    segments(0, exploit.games);
    let (series, responder) = exploit.series();
    let tally = series.play(stop, &|_, _| _ = far[0].fetch_add(1, Ordering::Relaxed))?;
    if tally.games == 0 {
        return Err(ExploitError::Stopped);
    }
    Ok(exploit.of_games(&tally, tally.games, &responder))
}

/// Learns from games of an agent against itself, given as records in their order; Python's half of the package
/// documents it as `yard.ray.self_play`. `what` is "location-tables" or "move-model".
#[pyfunction]
pub(crate) fn learn(
    py: Python<'_>,
    what: &str,
    rules: RulesLike<'_>,
    agent: &Bound<'_, PyAny>,
    seed: u64,
    records: Vec<String>,
) -> PyResult<String> {
    let rules = rules.load()?;
    let own = SelfPlay {
        rules: Arc::clone(&rules),
        agent: contender(agent)?.contender,
        games: records.len() as u64,
        seed: Seed(seed),
        threads: None,
    };
    let replay = |text: &String| -> PyResult<Game> {
        let record: Record = text.parse().map_err(bad)?;
        record.replay(Arc::clone(&rules)).map_err(bad)
    };
    let games = records.iter().map(replay).collect::<PyResult<Vec<Game>>>()?;
    py.detach(|| match what {
        "location-tables" => Ok(own.location_tables_of(&games).to_toml()),
        "move-model" if games.len() < 10 => Err(bad("a move model needs at least 10 games")),
        "move-model" => Ok(own.move_model_of(&games).file.to_toml()),
        other => Err(bad(format!("learn is \"location-tables\" or \"move-model\", not {other:?}"))),
    })
}
