//! Exact values of small games, and what a best response wins.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use yard_agents::{RespondConfig, Seed};
use yard_arena::{Exploit, ExploitError, ExploitKind, SelfPlay};
use yard_core::{Game, Record, Side};
use yard_roster::write_policy;
use yard_solve::{Effort, solve_game};

use crate::agents::contender;
use crate::boards::RulesLike;
use crate::errors::bad;
use crate::interrupt::interruptible;

/// Solves a small game; Python's half of the package documents it as `yard.solve`.
#[pyfunction]
#[pyo3(signature = (rules, precision, out = None))]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    rules: RulesLike<'py>,
    precision: f64,
    out: Option<std::path::PathBuf>,
) -> PyResult<Bound<'py, PyDict>> {
    if !(1e-9..=1.0).contains(&precision) {
        return Err(bad("precision must be from 0.000000001 to 1"));
    }
    let rules = rules.load()?;
    let effort = Effort { precision, ..Effort::default() };
    let work = |stop: &std::sync::atomic::AtomicBool| solve_game(&rules, effort, stop, &|_| {});
    let solved = interruptible(py, work, |_| Ok(()))?;
    let solved = solved.map_err(|error| bad(format!("{} is {error}", rules.name())))?;
    if let Some(path) = out {
        write_policy(&solved, &path).map_err(bad)?;
    }
    let [lower, upper] = solved.detective_value();
    let shown = PyDict::new(py);
    shown.set_item("rules", rules.name())?;
    shown.set_item("detective_value", vec![lower, upper])?;
    shown.set_item("exploitability", 0.5 * (upper - lower))?;
    shown.set_item("segments", solved.segments())?;
    Ok(shown)
}

/// Finds what a best response wins; Python's half of the package documents it as `yard.exploit`.
#[pyfunction]
#[pyo3(signature = (rules, x, detectives, games, seed, threads))]
pub(crate) fn exploit<'py>(
    py: Python<'py>,
    rules: RulesLike<'py>,
    x: Option<&Bound<'py, PyAny>>,
    detectives: Option<&Bound<'py, PyAny>>,
    games: u64,
    seed: u64,
    threads: Option<usize>,
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
        games,
        seed: Seed(seed),
        threads: if agent.one_thread { Some(1) } else { threads },
        effort: Effort::default(),
        streams: None,
        respond: RespondConfig::default(),
    };
    let found = interruptible(py, |stop| exploit.run(stop, &|_, _| {}), |_| Ok(()))?;
    let answer = match found {
        Ok(answer) => answer,
        Err(ExploitError::Stopped) => {
            return Err(pyo3::exceptions::PyKeyboardInterrupt::new_err("stopped"));
        }
        Err(error) => return Err(bad(error)),
    };
    agent.check()?;
    let shown = PyDict::new(py);
    shown.set_item("value", answer.value)?;
    let kind = match answer.kind {
        ExploitKind::Exact => "exact",
        ExploitKind::LowerBound => "lower_bound",
    };
    shown.set_item("kind", kind)?;
    shown.set_item("by", answer.by)?;
    shown.set_item("games", answer.games)?;
    if let Some(ci95) = answer.ci95 {
        shown.set_item("ci95", ci95.to_vec())?;
    }
    Ok(shown)
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
