//! Writes records to files, whole or not at all, and on Ctrl-C as well.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use yard_core::{Game, Record};

use crate::exit::{CliError, say};

/// A file that a record can be written to.
#[derive(Clone, Debug)]
pub(super) struct Target {
    path: PathBuf,
    shown: String,
}

impl Target {
    /// Sees whether a record can be written there, without changing what is there.
    ///
    /// Only a missing or empty file, or one that holds a record, is ever written over.
    pub(super) fn check(path: &Path) -> Result<Target, String> {
        let shown = path.display().to_string();
        let cannot = |why: &dyn std::fmt::Display| format!("cannot save to {shown}: {why}");
        let mut real = path.to_owned();
        match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let folder = path.as_os_str().to_string_lossy().ends_with(std::path::is_separator);
                if path.file_name().is_none() || folder {
                    return Err(cannot(&"it names no file"));
                }
            }
            Err(error) => return Err(cannot(&error)),
            Ok(about) if about.is_dir() => return Err(cannot(&"it is a folder")),
            Ok(about) if !about.is_file() => return Err(cannot(&"it is no plain file")),
            Ok(about) => {
                if about.permissions().readonly() {
                    return Err(cannot(&"it is read-only"));
                }
                if about.len() > 0 && !is_record(path) {
                    return Err(cannot(&"it exists and is no record"));
                }
                // A link stays a link: the file behind it is replaced.
                real = fs::canonicalize(path).map_err(|error| cannot(&error))?;
            }
        }
        let target = Target { path: real, shown };
        let trial = target.beside();
        let made = fs::File::create_new(&trial);
        if made.is_ok() {
            let _ = fs::remove_file(&trial);
        }
        match made {
            Ok(_) => Ok(target),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(format!("cannot save to {}: there is no such folder", target.shown))
            }
            Err(error) => Err(format!("cannot save to {}: {error}", target.shown)),
        }
    }

    /// A name in the same folder, for the file while it is being written.
    fn beside(&self) -> PathBuf {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        self.path.with_file_name(format!(".{name}.{}.part", std::process::id()))
    }

    /// Writes the record beside the file and then puts it in its place.
    pub(super) fn write(&self, record: &Record) -> Result<(), String> {
        let json = self.path.extension().is_some_and(|end| end == "json");
        let text = if json {
            serde_json::to_string(record).map(|text| text + "\n")
        } else {
            Ok(record.to_string())
        };
        let text = text.map_err(|error| error.to_string())?;
        let part = self.beside();
        let write = || -> io::Result<()> {
            let mut file = fs::File::create(&part)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&part, &self.path)
        };
        write().map_err(|error| {
            let _ = fs::remove_file(&part);
            format!("cannot save to {}: {error}", self.shown)
        })
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
    fn write(&mut self) -> Result<Option<String>, String> {
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
        kept.write().map_err(CliError::BadInput)
    }
}
