//! Opens the file of the games: private to the user, for one server at a time.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use rusqlite::Connection;

use super::schema;
use super::worker::{Store, spawn, spawn_readers};

/// Threads that read.
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
    /// SQLite says no.
    #[error("cannot use the games in {path}: {cause}")]
    Database {
        /// Which file.
        path: String,
        /// Why not.
        cause: rusqlite::Error,
    },
}

impl Store {
    /// Opens the games of a folder, or an empty store that is forgotten at the end.
    pub(crate) fn open(folder: Option<&Path>) -> Result<Store, StoreError> {
        let Some(folder) = folder else {
            let wrong = |cause| StoreError::Database { path: "memory".to_owned(), cause };
            let connection = Connection::open_in_memory().map_err(wrong)?;
            schema::prepare(&connection, "memory")?;
            let writer = spawn("yard-store", connection);
            return Ok(Store::new(writer.clone(), writer, None));
        };
        let lock = lock(folder)?;
        let path = folder.join("games.sqlite");
        let shown = path.display().to_string();
        let open = || {
            let wrong = |cause| StoreError::Database { path: shown.clone(), cause };
            Connection::open(&path).map_err(wrong)
        };
        keep_private(&path).map_err(|cause| StoreError::Folder {
            path: shown.clone(),
            cause: cause.to_string(),
        })?;
        let writer = open()?;
        schema::prepare(&writer, &shown)?;
        let mut readers = Vec::new();
        for _ in 0..READERS {
            let reader = open()?;
            schema::set_up(&reader, &shown)?;
            readers.push(reader);
        }
        Ok(Store::new(
            spawn_readers("yard-read", readers),
            spawn("yard-store", writer),
            Some(Arc::new(lock)),
        ))
    }
}

/// Makes the file of the games, which has Mr X's ways and the seeds, readable for nobody else. SQLite gives the files
/// beside it the same rights.
#[cfg(unix)]
fn keep_private(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    File::options().append(true).create(true).mode(0o600).open(path)?;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))
}

/// Elsewhere the folder of the user is private.
#[cfg(not(unix))]
fn keep_private(_: &Path) -> std::io::Result<()> {
    Ok(())
}

/// How the file of the lock is opened: made if it is missing, never emptied, and never somewhere else. Whoever may
/// write into the folder could otherwise lay a link there to a file of the one who serves.
fn lock_file() -> std::fs::OpenOptions {
    let mut options = File::options();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, nix::libc::O_NOFOLLOW);
    options
}

/// Two servers would play the same games twice.
fn lock(folder: &Path) -> Result<File, StoreError> {
    let shown = folder.display().to_string();
    let wrong = |cause: std::io::Error| StoreError::Folder {
        path: shown.clone(),
        cause: cause.to_string(),
    };
    std::fs::create_dir_all(folder).map_err(wrong)?;
    let file = lock_file().open(folder.join("serve.lock")).map_err(wrong)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(StoreError::Locked(shown)),
        Err(std::fs::TryLockError::Error(cause)) => Err(wrong(cause)),
    }
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
