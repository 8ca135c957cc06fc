//! Numbers that Python hands over, checked once and refused with a clear text.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyInt;

use crate::errors::bad;

/// The most threads of a run.
const MOST_THREADS: u64 = 1024;

/// A whole number within bounds.
fn whole(given: Borrowed<'_, '_, PyAny>, name: &str, [low, high]: [u64; 2]) -> PyResult<u64> {
    match given.extract::<u64>() {
        Ok(number) if (low..=high).contains(&number) => Ok(number),
        Err(_) if !given.is_instance_of::<PyInt>() => {
            let kind = given.get_type().name()?;
            Err(PyTypeError::new_err(format!("{name} must be a whole number, not {kind}")))
        }
        Ok(_) | Err(_) => {
            let given = given.str()?;
            Err(bad(format!("{name} must be from {low} to {high}, not {given}")))
        }
    }
}

/// A seed.
#[derive(Clone, Copy)]
pub(crate) struct SeedNumber(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for SeedNumber {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<SeedNumber> {
        whole(given, "seed", [0, u64::MAX]).map(SeedNumber)
    }
}

/// A number of games.
#[derive(Clone, Copy)]
pub(crate) struct GamesNumber(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for GamesNumber {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<GamesNumber> {
        whole(given, "games", [1, yard_arena::MOST_GAMES]).map(GamesNumber)
    }
}

/// A number of threads.
#[derive(Clone, Copy)]
pub(crate) struct ThreadsNumber(pub(crate) usize);

impl<'py> FromPyObject<'_, 'py> for ThreadsNumber {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<ThreadsNumber> {
        whole(given, "threads", [1, MOST_THREADS]).map(|number| ThreadsNumber(number as usize))
    }
}
