//! What can go wrong with somebody's program.

use std::process::ExitStatus;

use yard_core::{NotationError, PlayError};

use crate::messages::{MOST_LINE, PROTOCOL};

/// What a program did wrong. The texts go on from "the program NAME".
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum ProgramFault {
    #[error("cannot be started: there is no such program")]
    Missing,
    #[error("cannot be started: {0}")]
    NotStarted(String),
    #[error("is not running")]
    NotRunning,
    #[error("speaks version {0} of the protocol, not {PROTOCOL}")]
    Version(u32),
    #[error("sent a move where a hello was due")]
    MoveForHello,
    #[error("said hello where a move was due")]
    HelloForMove,
    /// Its own words, shortened.
    #[error("gave up: {0}")]
    GaveUp(String),
    #[error("spoke without being asked: {0}")]
    Unasked(String),
    #[error("sent {line}, which is no message: {cause}")]
    NoMessage { line: String, cause: String },
    #[error("sent {0}")]
    Sent(String),
    #[error("sent a line of more than {MOST_LINE} bytes")]
    TooLong,
    #[error("gave no answer within {0} ms")]
    Silent(u128),
    #[error("used more than {0} ms of processor time")]
    Busy(u128),
    #[error("cannot be held to a processor time: that is for Linux")]
    NoCpuTime,
    #[error("has ended ({0})")]
    Ended(ExitStatus),
    #[error("closed its {0}")]
    Closed(Pipe),
    #[error("cannot be told anything: {0}")]
    NoLine(String),
    #[error("played {text}: {cause}")]
    Illegal { text: String, cause: AnswerError },
}

/// What a program has closed while it still runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pipe {
    Input,
    Output,
    Both,
}

impl std::fmt::Display for Pipe {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Pipe::Input => "standard input",
            Pipe::Output => "standard output",
            Pipe::Both => "pipes",
        })
    }
}

/// Why an answer is no move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AnswerError {
    /// It is not written as one.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// It is not legal.
    #[error(transparent)]
    Play(#[from] PlayError),
}
