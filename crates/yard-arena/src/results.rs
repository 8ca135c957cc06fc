//! The results file: one line for every finished match, written as soon as it ends.
//!
//! A kill at any moment loses only the matches under way: each line goes to the system in one write,
//! and a torn last line is cut off when the file is opened again. docs/FILES.md has the form.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use yard_agents::Seed;
use yard_core::Rules;

use crate::experiment::{Experiment, Ledger};
use crate::played::Played;

/// What kind of experiment a results file is of; the seeds of its matches follow other ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ResultsKind {
    /// `yard match`.
    Match,
    /// `yard tournament`.
    Tournament,
}

/// The first line of a results file: all that decides how its matches go.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResultsHeader {
    /// The version of the form.
    yard_results: u32,
    /// The version of Yard; another one may play otherwise.
    yard: String,
    kind: ResultsKind,
    rules: String,
    /// Rules and board themselves in one number, for a file may change and keep its name.
    fingerprint: String,
    seed: u64,
    games: u64,
    /// Detectives and Mr X of each cell.
    cells: Vec<[String; 2]>,
}

/// The version of the form that is written.
const VERSION: u32 = 1;

impl ResultsHeader {
    /// The header for an experiment with this seed.
    pub fn of(kind: ResultsKind, experiment: &Experiment, seed: Seed) -> ResultsHeader {
        let Experiment { rules, mr_x, detectives, cells, games, .. } = experiment;
        let names = |cell: &crate::Cell| {
            [&detectives[cell.row], &mr_x[cell.column]].map(ToString::to_string)
        };
        ResultsHeader {
            yard_results: VERSION,
            yard: env!("CARGO_PKG_VERSION").to_owned(),
            kind,
            rules: rules.name().to_owned(),
            fingerprint: fingerprint(rules),
            seed: seed.0,
            games: *games,
            cells: cells.iter().map(names).collect(),
        }
    }

    /// The first thing in which another header differs, in words; nothing when it does not.
    fn difference(&self, found: &ResultsHeader) -> Option<String> {
        let pairs = |header: &ResultsHeader| header.cells.len();
        let differs =
            |what: &str, found: &dyn std::fmt::Display, wanted: &dyn std::fmt::Display| {
                Some(format!("its {what} is {found}, not {wanted}"))
            };
        if found.yard_results != self.yard_results {
            differs("form", &found.yard_results, &self.yard_results)
        } else if found.kind != self.kind {
            Some("it is of another command".to_owned())
        } else if found.yard != self.yard {
            differs("version of yard", &found.yard, &self.yard)
        } else if found.rules != self.rules {
            differs("rules name", &found.rules, &self.rules)
        } else if found.fingerprint != self.fingerprint {
            Some(format!("the rules {} have changed since", self.rules))
        } else if found.seed != self.seed {
            differs("seed", &found.seed, &self.seed)
        } else if found.games != self.games {
            differs("number of games", &found.games, &self.games)
        } else if found.cells != self.cells && pairs(found) != pairs(self) {
            differs("number of pairings", &pairs(found), &pairs(self))
        } else {
            let other = found.cells.iter().zip(&self.cells).find(|(found, wanted)| found != wanted);
            other.map(|(found, wanted)| {
                let [was, is] = [found, wanted].map(|pair| pair.join(" against "));
                format!("it has {was} where {is} is wanted")
            })
        }
    }
}

/// Rules and the lines of their board as one number.
fn fingerprint(rules: &Rules) -> String {
    let text = format!("{rules:?} {:?}", rules.board().lines());
    format!("{:016x}", Seed(0).of_name(&text).0)
}

/// One line after the header.
#[derive(Serialize, Deserialize)]
struct Line {
    cell: usize,
    index: u64,
    #[serde(flatten)]
    played: Played,
}

/// Why results cannot be kept in a file.
#[derive(Debug, thiserror::Error)]
#[error("{}: {cause}", path.display())]
pub struct ResultsError {
    path: PathBuf,
    cause: ResultsFault,
}

/// What is wrong with a results file.
#[derive(Debug, thiserror::Error)]
enum ResultsFault {
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
        let (file, ledger) = open(path, header, resume)
            .map_err(|cause| ResultsError { path: path.to_owned(), cause })?;
        Ok((Results { path: path.to_owned(), file: Mutex::new(Some(file)) }, ledger))
    }

    /// Adds a finished match.
    ///
    /// # Errors
    /// When it cannot be written; later calls then write nothing.
    pub fn write(&self, cell: usize, index: u64, played: &Played) -> Result<(), ResultsError> {
        let line = Line { cell, index, played: played.clone() };
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

fn open(path: &Path, header: &ResultsHeader, resume: bool) -> Result<(File, Ledger), ResultsFault> {
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
        return Ok((file, Ledger::new(header.cells.len())));
    }
    let ledger = read(&bytes[..whole], header)?;
    if whole < bytes.len() {
        file.set_len(whole as u64)?;
    }
    Ok((file, ledger))
}

/// Reads whole lines: the header, then matches.
fn read(bytes: &[u8], header: &ResultsHeader) -> Result<Ledger, ResultsFault> {
    let text = std::str::from_utf8(bytes).map_err(|_| ResultsFault::Foreign)?;
    let mut lines = text.lines();
    let found: ResultsHeader = lines
        .next()
        .and_then(|line| serde_json::from_str(line).ok())
        .ok_or(ResultsFault::Foreign)?;
    if let Some(difference) = header.difference(&found) {
        return Err(ResultsFault::Other(difference));
    }
    let mut ledger = Ledger::new(header.cells.len());
    for (line, text) in lines.enumerate().map(|(at, text)| (at + 2, text)) {
        let damaged = |text: &str| ResultsFault::Damaged { line, text: text.to_owned() };
        let Line { cell, index, played } =
            serde_json::from_str(text).map_err(|_| damaged("this is no finished game"))?;
        if cell >= header.cells.len() || index >= header.games {
            return Err(damaged("there is no such game in this experiment"));
        }
        if !ledger.enter(cell, index, &played) {
            return Err(damaged("this game was listed before"));
        }
    }
    Ok(ledger)
}
