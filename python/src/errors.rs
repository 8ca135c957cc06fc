//! Errors become exceptions with the same texts.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};

create_exception!(yard, YardError, PyValueError, "Something that Yard was given makes no sense.");
create_exception!(yard, IllegalMove, YardError, "The rules forbid a move now.");
create_exception!(yard, AgentFailed, PyRuntimeError, "An agent has no move.");

/// Bad input.
pub(crate) fn bad(error: impl Display) -> PyErr {
    YardError::new_err(error.to_string())
}

/// A move that the rules forbid, or that is no move.
pub(crate) fn illegal(error: impl Display) -> PyErr {
    IllegalMove::new_err(error.to_string())
}

/// An agent without an answer.
pub(crate) fn failed(error: impl Display) -> PyErr {
    AgentFailed::new_err(error.to_string())
}
