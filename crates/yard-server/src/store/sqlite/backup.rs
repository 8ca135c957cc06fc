//! Copies of the file of the games, made by SQLite itself: a plain copy of the file would lose what lies in its journal.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::backup::Backup;

use super::opening::{self, FILE, StoreError};
use super::schema;

/// Why there is no copy.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// A file is in the way.
    #[error("{0} is there already; give another name, or --force")]
    Exists(String),
    /// There are no games to copy.
    #[error("there are no games in {0}")]
    NoGames(String),
    /// A file cannot be written or read.
    #[error("{path}: {cause}")]
    File {
        /// Which one.
        path: String,
        /// Why not.
        cause: io::Error,
    },
    /// SQLite says no.
    #[error("{path}: {cause}")]
    Database {
        /// Which file.
        path: String,
        /// Why not.
        cause: rusqlite::Error,
    },
    /// The games cannot be used, or a server uses them.
    #[error(transparent)]
    Store(#[from] StoreError),
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// Pages that are copied before others may write again, and how long they may then.
const PAGES: i32 = 1024;
const PAUSE: Duration = Duration::from_millis(5);

/// Copies a database to a new file: first beside it, then under its name, so that the name is never half a copy.
pub(super) fn copy_to(from: &Connection, path: &Path) -> Result<(), BackupError> {
    let file = |cause| BackupError::File { path: shown(path), cause };
    let wrong = |cause| BackupError::Database { path: shown(path), cause };
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let beside = PathBuf::from(beside);
    match fs::remove_file(&beside) {
        Err(cause) if cause.kind() != io::ErrorKind::NotFound => return Err(file(cause)),
        Ok(()) | Err(_) => {}
    }
    opening::keep_private(&beside).map_err(file)?;
    {
        let mut to = Connection::open(&beside).map_err(wrong)?;
        Backup::new(from, &mut to)
            .and_then(|backup| backup.run_to_completion(PAGES, PAUSE, None))
            .map_err(wrong)?;
        // One whole file, whatever the journal of the original was.
        to.pragma_update(None, "journal_mode", "DELETE").map_err(wrong)?;
    }
    File::open(&beside).and_then(|copy| copy.sync_all()).map_err(file)?;
    fs::rename(&beside, path).map_err(file)
}

/// Copies the games of a folder into one file, also while a server runs.
///
/// # Errors
/// When there are none, the file is there and may not be overwritten, or it cannot be written.
pub fn back_up(folder: &Path, to: &Path, force: bool) -> Result<(), BackupError> {
    let path = folder.join(FILE);
    if !path.is_file() {
        return Err(BackupError::NoGames(shown(folder)));
    }
    if to.exists() && !force {
        return Err(BackupError::Exists(shown(to)));
    }
    let wrong = |cause| BackupError::Database { path: shown(&path), cause };
    let from = Connection::open(&path).map_err(wrong)?;
    from.busy_timeout(Duration::from_secs(5)).map_err(wrong)?;
    copy_to(&from, to)
}

/// Puts the games of a backup in the place of those in a folder. The old ones are kept beside them; their name is
/// returned.
///
/// # Errors
/// When a server runs, the backup is damaged or of a later version, or something cannot be written.
pub fn restore(folder: &Path, from: &Path) -> Result<Option<PathBuf>, BackupError> {
    // First: nothing may change below a server.
    let _lock = opening::lock(folder)?;
    if !from.is_file() {
        return Err(BackupError::NoGames(shown(from)));
    }
    let wrong = |cause| BackupError::Database { path: shown(from), cause };
    let backup = Connection::open_with_flags(from, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY)
        .map_err(wrong)?;
    schema::check(&backup, &shown(from))?;
    if schema::format_of(&backup, &shown(from))? == 0 {
        return Err(BackupError::NoGames(shown(from)));
    }
    let path = folder.join(FILE);
    let old = match path.exists() {
        true => Some(set_aside(folder, &path)?),
        false => None,
    };
    copy_to(&backup, &path)?;
    Ok(old)
}

/// Copies the games that are there, journal and all, to a name that is free.
fn set_aside(folder: &Path, path: &Path) -> Result<PathBuf, BackupError> {
    let name = |number: u32| folder.join(format!("games-before-restore-{number}.sqlite"));
    let aside = (1..).map(name).find(|name| !name.exists()).unwrap_or_else(|| name(0));
    let copied = Connection::open(path)
        .map_err(|cause| BackupError::Database { path: shown(path), cause })
        .and_then(|damaged| copy_to(&damaged, &aside));
    if copied.is_err() {
        // What SQLite cannot read is kept byte by byte.
        let file = |cause| BackupError::File { path: shown(path), cause };
        fs::copy(path, &aside).map_err(file)?;
    }
    for journal in ["-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(journal);
        let _ = fs::remove_file(name);
    }
    Ok(aside)
}
