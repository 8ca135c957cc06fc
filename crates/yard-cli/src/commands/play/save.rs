//! Writes records to files, whole or not at all, and on Ctrl-C as well.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use yard_core::{Game, Record};
use yard_files::{ReadCause, WriteCause};

use crate::exit::{CliError, say};

/// A file that a record can be written to.
#[derive(Clone, Debug)]
pub(super) struct Target {
    path: PathBuf,
    shown: String,
}

/// A place where no record can be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot save to {place}: {cause}")]
pub(super) struct SaveError {
    place: String,
    cause: SaveCause,
}

#[derive(Debug, thiserror::Error)]
enum SaveCause {
    #[error("it names no file")]
    NoFile,
    #[error("it is a folder")]
    Folder,
    #[error("it is no plain file")]
    Special,
    #[error("it is read-only")]
    ReadOnly,
    #[error("it exists and is no record")]
    NoRecord,
    #[error(transparent)]
    Read(ReadCause),
    #[error(transparent)]
    Write(WriteCause),
    #[error(transparent)]
    Json(serde_json::Error),
}

impl Target {
    /// Sees whether a record can be written there, without changing what is there.
    ///
    /// Only a missing or empty file, or one that holds a record, is ever written over.
    pub(super) fn check(path: &Path) -> Result<Target, SaveError> {
        let shown = path.display().to_string();
        let cannot = |cause| SaveError { place: shown.clone(), cause };
        let real = Target::real_path(path).map_err(cannot)?;
        yard_files::check_place(&real).map_err(|error| cannot(SaveCause::Write(error.cause)))?;
        Ok(Target { path: real, shown })
    }

    /// The file itself: a link stays a link, and what it points to is replaced.
    fn real_path(path: &Path) -> Result<PathBuf, SaveCause> {
        let unreadable = |error: io::Error| SaveCause::Read(ReadCause::from(&error));
        match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let folder = path.as_os_str().to_string_lossy().ends_with(std::path::is_separator);
                match path.file_name().is_none() || folder {
                    true => Err(SaveCause::NoFile),
                    false => Ok(path.to_owned()),
                }
            }
            Err(error) => Err(unreadable(error)),
            Ok(about) if about.is_dir() => Err(SaveCause::Folder),
            Ok(about) if !about.is_file() => Err(SaveCause::Special),
            Ok(about) if about.permissions().readonly() => Err(SaveCause::ReadOnly),
            Ok(about) if about.len() > 0 && !is_record(path) => Err(SaveCause::NoRecord),
            Ok(_) => fs::canonicalize(path).map_err(unreadable),
        }
    }

    /// Writes the record, whole or not at all.
    pub(super) fn write(&self, record: &Record) -> Result<(), SaveError> {
        let cannot = |cause| SaveError { place: self.shown.clone(), cause };
        let json = self.path.extension().is_some_and(|end| end == "json");
        let text = match json {
            true => serde_json::to_string(record).map(|text| text + "\n"),
            false => Ok(record.to_string()),
        };
        let text = text.map_err(|error| cannot(SaveCause::Json(error)))?;
        let written = yard_files::save(&self.path, text.as_bytes());
        written.map_err(|error| cannot(SaveCause::Write(error.cause)))
    }

    /// The path as the user gave it.
    pub(super) fn shown(&self) -> &str {
        &self.shown
    }
}

fn is_record(path: &Path) -> bool {
    let Ok(text) = yard_files::read_text(path) else {
        return false;
    };
    if text.trim_start().starts_with('{') {
        serde_json::from_str::<Record>(&text).is_ok()
    } else {
        text.parse::<Record>().is_ok()
    }
}

/// Keeps the record of the game up to date, to be written at the end or on Ctrl-C.
pub(super) struct Keeper {
    kept: Arc<Mutex<Kept>>,
}

#[derive(Default)]
struct Kept {
    target: Option<Target>,
    record: Option<Record>,
}

impl Kept {
    /// Writes the record if that was asked for, once; returns where to.
    fn write(&mut self) -> Result<Option<String>, SaveError> {
        let (Some(target), Some(record)) = (self.target.take(), self.record.take()) else {
            return Ok(None);
        };
        target.write(&record)?;
        Ok(Some(target.shown))
    }
}

impl Keeper {
    /// Also sets what Ctrl-C does from now on.
    pub(super) fn new(target: Option<Target>) -> Keeper {
        let kept = Arc::new(Mutex::new(Kept { target, record: None }));
        let shared = Arc::clone(&kept);
        let _ = ctrlc::set_handler(move || {
            let mut kept = shared.lock().unwrap_or_else(PoisonError::into_inner);
            match kept.write() {
                Ok(Some(path)) => say(format_args!("\ninterrupted; the game so far is in {path}")),
                Ok(None) => say("\ninterrupted"),
                Err(error) => say(format_args!("\nerror: {error}")),
            }
            std::process::exit(130);
        });
        Keeper { kept }
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes note of the game as it stands.
    pub(super) fn note(&self, game: &Game) {
        self.lock().record = Some(Record::of(game));
    }

    /// Writes what there is when the game breaks off; the fault that broke it is told, not this.
    pub(super) fn rescue(&self) {
        let _ = self.lock().write();
    }

    /// Writes the record, if that was asked for; returns where to.
    pub(super) fn finish(&self, game: &Game) -> Result<Option<String>, CliError> {
        let mut kept = self.lock();
        kept.record = Some(Record::of(game));
        kept.write().map_err(CliError::bad)
    }
}
