//! Exit codes and errors of the command line.

use std::io::{self, Write};
use std::process::ExitCode;

/// Writes a message to standard error, without control characters that came out of a file.
///
/// A message that cannot be written is dropped: `eprintln!` would panic when the terminal is gone.
pub(crate) fn say(message: impl std::fmt::Display) {
    let plain = |letter: &char| *letter == '\n' || !letter.is_control();
    let text: String = message.to_string().chars().filter(plain).collect();
    let _ = writeln!(io::stderr(), "{text}");
}

/// How the program ended; docs/reference/commands.md lists the codes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// All done.
    Done,
    /// Stopped by Ctrl-C; what was finished has been printed.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        match exit {
            Exit::Done => ExitCode::SUCCESS,
            Exit::Interrupted => ExitCode::from(130),
        }
    }
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    /// What was asked for makes no sense, or a file is bad: exit code 2.
    #[error("{0}")]
    BadInput(String),
    /// A game too large to be solved: exit code 3.
    #[error("{0}")]
    TooLarge(String),
    /// The result could not be written.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
    /// A fault of ours.
    #[error("internal error: {0}")]
    Internal(String),
}

impl CliError {
    /// A complaint about what the user gave.
    pub(crate) fn bad(error: impl std::fmt::Display) -> CliError {
        CliError::BadInput(error.to_string())
    }

    pub(crate) fn code(&self) -> ExitCode {
        match self {
            CliError::BadInput(_) => ExitCode::from(2),
            CliError::TooLarge(_) => ExitCode::from(3),
            // Whoever closed the pipe has read enough.
            CliError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                ExitCode::SUCCESS
            }
            CliError::Output(_) | CliError::Internal(_) => ExitCode::from(1),
        }
    }

    pub(crate) fn is_quiet(&self) -> bool {
        matches!(self, CliError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl From<serde_json::Error> for CliError {
    fn from(error: serde_json::Error) -> CliError {
        match error.io_error_kind() {
            Some(kind) => CliError::Output(io::Error::from(kind)),
            None => CliError::Internal(error.to_string()),
        }
    }
}
