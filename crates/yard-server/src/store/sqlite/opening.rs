//! Opens the file of the games: private to the user, for one server at a time.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use rusqlite::Connection;

use super::schema;
use super::worker::{Sqlite, spawn_readers, spawn_writer};

/// The name of the file in its folder.
pub(super) const FILE: &str = "games.sqlite";
/// Connections that read.
const READERS: usize = 3;

/// Why the store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder cannot be used.
    #[error("cannot use the folder {path}: {cause}")]
    Folder {
        /// Which one.
        path: String,
        /// Why not.
        cause: String,
    },
    /// Another server uses it.
    #[error("another yard serves the games in {0}; stop it, or give another folder with --data")]
    Locked(String),
    /// The file is from a later version.
    #[error("{path} was written by a later version of yard (format {found}, known is {known})")]
    Later {
        /// Which file.
        path: String,
        /// Its format.
        found: i64,
        /// The newest format known.
        known: i64,
    },
    /// The file is from an older version, and this is not the moment to change it.
    #[error(
        "{0} was written by an older version of yard; start yard serve once, which brings it up to date"
    )]
    Older(String),
    /// There are no games.
    #[error("there are no games in {0}")]
    NoGames(String),
    /// The file is not whole.
    #[error(
        "{path} is damaged ({cause}); put a backup in its place with `yard admin restore FILE`, or \
         move it away to begin with no games"
    )]
    Damaged {
        /// Which file.
        path: String,
        /// What SQLite found.
        cause: String,
    },
    /// An older file could not be copied before it is changed.
    #[error("cannot copy the games to {path} before they are brought up to date: {cause}")]
    Copy {
        /// Where to.
        path: String,
        /// Why not.
        cause: String,
    },
    /// The database says no.
    #[error("cannot use the games in {path}: {cause}")]
    Database {
        /// Which one.
        path: String,
        /// Why not.
        cause: String,
    },
}

impl StoreError {
    /// What SQLite says of a file.
    pub(super) fn database(path: &str, cause: rusqlite::Error) -> StoreError {
        use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
        let (path, damaged) = (
            path.to_owned(),
            matches!(cause.sqlite_error_code(), Some(DatabaseCorrupt | NotADatabase)),
        );
        match damaged {
            true => StoreError::Damaged { path, cause: cause.to_string() },
            false => StoreError::Database { path, cause: cause.to_string() },
        }
    }
}

/// Opens the games of a folder, or an empty store that is forgotten at the end.
pub(crate) fn open(folder: Option<&Path>) -> Result<Sqlite, StoreError> {
    let Some(folder) = folder else {
        return in_memory();
    };
    let lock = lock(folder)?;
    let path = folder.join(FILE);
    let shown = path.display().to_string();
    keep_private(&path)
        .map_err(|cause| StoreError::Folder { path: shown.clone(), cause: cause.to_string() })?;
    let writer = connect(&path, &shown)?;
    schema::check(&writer, &shown)?;
    schema::prepare(&writer, &shown, Some(folder))?;
    started(writer, folder, &path, &shown, Some(lock))
}

/// Opens the games of a folder beside a server that may run. Only games of the present format are opened.
pub(crate) fn open_beside(folder: &Path) -> Result<Sqlite, StoreError> {
    let path = folder.join(FILE);
    let shown = path.display().to_string();
    if !path.is_file() {
        return Err(StoreError::NoGames(folder.display().to_string()));
    }
    let writer = connect(&path, &shown)?;
    if schema::format_of(&writer, &shown)? < schema::FORMAT {
        return Err(StoreError::Older(shown));
    }
    started(writer, folder, &path, &shown, None)
}

fn connect(path: &Path, shown: &str) -> Result<Connection, StoreError> {
    let connection = Connection::open(path).map_err(|cause| StoreError::database(shown, cause))?;
    schema::set_up(&connection, shown)?;
    Ok(connection)
}

fn started(
    writer: Connection,
    folder: &Path,
    path: &Path,
    shown: &str,
    lock: Option<File>,
) -> Result<Sqlite, StoreError> {
    let readers: Result<Vec<Connection>, StoreError> =
        (0..READERS).map(|_| connect(path, shown)).collect();
    Ok(Sqlite {
        reader: spawn_readers(readers?),
        writer: spawn_writer(writer),
        waiting: Arc::new(AtomicUsize::new(0)),
        folder: Some(folder.to_owned()),
        _lock: lock,
    })
}

fn in_memory() -> Result<Sqlite, StoreError> {
    let connection =
        Connection::open_in_memory().map_err(|cause| StoreError::database("memory", cause))?;
    schema::set_up(&connection, "memory")?;
    schema::prepare(&connection, "memory", None)?;
    let writer = spawn_writer(connection);
    Ok(Sqlite {
        reader: writer.clone(),
        writer,
        waiting: Arc::new(AtomicUsize::new(0)),
        folder: None,
        _lock: None,
    })
}

/// Makes the file of the games, which has Mr X's ways and the seeds, readable for nobody else. SQLite gives the files
/// beside it the same rights.
#[cfg(unix)]
pub(super) fn keep_private(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    File::options().append(true).create(true).mode(0o600).open(path)?;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))
}

/// Elsewhere the folder of the user is private.
#[cfg(not(unix))]
pub(super) fn keep_private(_: &Path) -> std::io::Result<()> {
    Ok(())
}

/// Two servers would play the same games twice.
pub(super) fn lock(folder: &Path) -> Result<File, StoreError> {
    let shown = folder.display().to_string();
    let wrong = |cause: std::io::Error| StoreError::Folder {
        path: shown.clone(),
        cause: cause.to_string(),
    };
    std::fs::create_dir_all(folder).map_err(wrong)?;
    let file = open_lock(&folder.join("serve.lock")).map_err(wrong)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(StoreError::Locked(shown)),
        Err(std::fs::TryLockError::Error(cause)) => Err(wrong(cause)),
    }
}

/// Opens the file of the lock as it is. Somebody may have put a link to another file in its place: that is refused.
#[cfg(unix)]
fn open_lock(path: &Path) -> std::io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = File::options();
    options.append(true).create(true).mode(0o600).custom_flags(nix::libc::O_NOFOLLOW);
    options.open(path)
}

#[cfg(not(unix))]
fn open_lock(path: &Path) -> std::io::Result<File> {
    File::options().append(true).create(true).open(path)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_lock_is_no_way_to_another_file() {
        let folder = tempfile::tempdir().unwrap();
        let precious = folder.path().join("precious");
        std::fs::write(&precious, "text").unwrap();
        let games = folder.path().join("games");
        std::fs::create_dir(&games).unwrap();
        std::os::unix::fs::symlink(&precious, games.join("serve.lock")).unwrap();
        assert!(matches!(lock(&games), Err(StoreError::Folder { .. })));
        assert_eq!(std::fs::read_to_string(&precious).unwrap(), "text");
        std::fs::remove_file(games.join("serve.lock")).unwrap();
        let held = lock(&games);
        assert!(held.is_ok() && matches!(lock(&games), Err(StoreError::Locked(_))));
    }
}
