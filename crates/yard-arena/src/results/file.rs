//! The results file: one line for every finished game, written as soon as it ends.
//!
//! A kill at any moment loses only the games under way: each line goes to the system in one write,
//! and a torn last line is cut off when the file is opened again. docs/reference/files.md has the form.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::experiment::Ledger;
use crate::played::Played;
use crate::results::ResultsHeader;

/// One line after the header: a finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResultsLine {
    /// The number of the cell, counted from 0.
    pub cell: usize,
    /// The number of the game in it, counted from 0.
    pub index: u64,
    /// How it went.
    #[serde(flatten)]
    pub played: Played,
}

/// What takes the games of a file: the number of the cell, that of the game, and how it went.
pub type Enter<'a> = &'a mut dyn FnMut(usize, u64, Played) -> bool;

/// Why results cannot be kept in a file.
#[derive(Debug, thiserror::Error)]
#[error("{}: {cause}", path.display())]
pub struct ResultsError {
    path: PathBuf,
    cause: ResultsFault,
}

impl ResultsError {
    /// There are results already, and it was not asked to go on with them.
    pub fn exists(path: PathBuf) -> ResultsError {
        ResultsError { path, cause: ResultsFault::Exists }
    }
}

/// What is wrong with a results file.
#[derive(Debug, thiserror::Error)]
pub(super) enum ResultsFault {
    #[error("cannot be opened: {0}")]
    Io(#[from] io::Error),
    #[error("exists already; --resume goes on with it, or choose another place")]
    Exists,
    #[error("another yard is writing it")]
    Locked,
    #[error("these are no results of yard")]
    Foreign,
    #[error("these are results of another experiment: {0}")]
    Other(String),
    #[error("line {line}: {text}")]
    Damaged { line: usize, text: String },
}

/// An open results file.
#[derive(Debug)]
pub struct Results {
    path: PathBuf,
    /// Nothing more is written after a failure: it would follow a torn line.
    file: Mutex<Option<File>>,
}

impl Results {
    /// Begins a results file, or goes on with one when `resume` is set; then the ledger has what is
    /// in it. A file that is not there is begun either way.
    ///
    /// # Errors
    /// When it is there and not to be resumed, of another experiment, damaged other than by a torn
    /// last line, in use, or cannot be opened.
    pub fn open(
        path: &Path,
        header: &ResultsHeader,
        resume: bool,
    ) -> Result<(Results, Ledger), ResultsError> {
        let mut ledger = Ledger::new(header.cells());
        let results = Results::open_each(path, header, resume, &mut |cell, index, played| {
            ledger.enter(cell, index, &played)
        })?;
        Ok((results, ledger))
    }

    /// Like [`Results::open`], handing every game of the file to `enter`, which says whether it is
    /// the first of its cell and number.
    ///
    /// # Errors
    /// As [`Results::open`].
    pub fn open_each(
        path: &Path,
        header: &ResultsHeader,
        resume: bool,
        enter: Enter<'_>,
    ) -> Result<Results, ResultsError> {
        let file = open(path, header, resume, enter)
            .map_err(|cause| ResultsError { path: path.to_owned(), cause })?;
        Ok(Results { path: path.to_owned(), file: Mutex::new(Some(file)) })
    }

    /// Adds a finished game.
    ///
    /// # Errors
    /// When it cannot be written; later calls then write nothing.
    pub fn write(&self, cell: usize, index: u64, played: &Played) -> Result<(), ResultsError> {
        let line = ResultsLine { cell, index, played: played.clone() };
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(open) = file.as_mut() else {
            return Ok(());
        };
        write_line(open, &line).map_err(|error| {
            *file = None;
            ResultsError { path: self.path.clone(), cause: error.into() }
        })
    }
}

fn write_line(file: &mut File, line: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_string(line)?;
    text.push('\n');
    file.write_all(text.as_bytes())
}

fn open(
    path: &Path,
    header: &ResultsHeader,
    resume: bool,
    enter: Enter<'_>,
) -> Result<File, ResultsFault> {
    let mut options = OpenOptions::new();
    options.read(true).append(true);
    if resume {
        options.create(true)
    } else {
        options.create_new(true)
    };
    let mut file = options.open(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => ResultsFault::Exists,
        _ => ResultsFault::Io(error),
    })?;
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => ResultsFault::Locked,
        TryLockError::Error(error) => ResultsFault::Io(error),
    })?;
    if !file.metadata()?.is_file() {
        // A device may have no end.
        return Err(ResultsFault::Foreign);
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    if whole == 0 {
        // Perhaps the very first line was torn; anything else is not ours to overwrite.
        if !serde_json::to_string(header).is_ok_and(|line| line.as_bytes().starts_with(&bytes)) {
            return Err(ResultsFault::Foreign);
        }
        file.set_len(0)?;
        write_line(&mut file, header).map_err(ResultsFault::Io)?;
        return Ok(file);
    }
    read(&bytes[..whole], &|found| header.difference(found), enter)?;
    if whole < bytes.len() {
        file.set_len(whole as u64)?;
    }
    Ok(file)
}

/// Reads whole lines of any results file.
pub(super) fn parse(bytes: &[u8]) -> Result<(ResultsHeader, Vec<ResultsLine>), ResultsFault> {
    let (mut lines, mut seen) = (Vec::new(), BTreeSet::new());
    let header = read(bytes, &|_| None, &mut |cell, index, played| {
        lines.push(ResultsLine { cell, index, played });
        seen.insert((cell, index))
    })?;
    Ok((header, lines))
}

/// Reads whole lines: the header, if nothing in it differs, then games.
fn read(
    bytes: &[u8],
    difference: &dyn Fn(&ResultsHeader) -> Option<String>,
    enter: Enter<'_>,
) -> Result<ResultsHeader, ResultsFault> {
    let text = std::str::from_utf8(bytes).map_err(|_| ResultsFault::Foreign)?;
    let mut lines = text.lines();
    let header: ResultsHeader = lines
        .next()
        .and_then(|line| serde_json::from_str(line).ok())
        .ok_or(ResultsFault::Foreign)?;
    if let Some(difference) = difference(&header) {
        return Err(ResultsFault::Other(difference));
    }
    for (line, text) in lines.enumerate().map(|(at, text)| (at + 2, text)) {
        let damaged = |text: &str| ResultsFault::Damaged { line, text: text.to_owned() };
        let ResultsLine { cell, index, played } =
            serde_json::from_str(text).map_err(|_| damaged("this is no finished game"))?;
        if !header.has(cell, index) {
            return Err(damaged("there is no such game in this experiment"));
        }
        if !enter(cell, index, played) {
            return Err(damaged("this game was listed before"));
        }
    }
    Ok(header)
}
