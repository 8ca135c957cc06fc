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
    use std::os::unix::fs::PermissionsExt;
    open_own(path)?.set_permissions(std::fs::Permissions::from_mode(0o600))
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
    let file = open_own(&folder.join("serve.lock")).map_err(wrong)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(StoreError::Locked(shown)),
        Err(std::fs::TryLockError::Error(cause)) => Err(wrong(cause)),
    }
}

/// Opens a file of ours as it is, or makes it. Somebody may have put a link to another file in its place, or a pipe, which
/// would wait for a reader: both are refused.
#[cfg(unix)]
fn open_own(path: &Path) -> std::io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = File::options();
    let no_way_elsewhere = nix::libc::O_NOFOLLOW | nix::libc::O_NONBLOCK;
    options.append(true).create(true).mode(0o600).custom_flags(no_way_elsewhere);
    let other = || {
        let name = path.file_name().unwrap_or_default().display();
        std::io::Error::other(format!("{name} is no plain file; move it away"))
    };
    match options.open(path) {
        Ok(file) if file.metadata()?.is_file() => {
            give_to_the_folders_owner(&file, path);
            Ok(file)
        }
        Ok(_) => Err(other()),
        Err(cause) => match std::fs::symlink_metadata(path) {
            Ok(found) if !found.is_file() => Err(other()),
            Ok(_) | Err(_) => Err(cause),
        },
    }
}

/// What root makes in the folder of the server's user must be open to that user, who could not start otherwise.
#[cfg(unix)]
fn give_to_the_folders_owner(file: &File, path: &Path) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let folder = path.parent().and_then(|folder| folder.metadata().ok());
    let roots = file.metadata().is_ok_and(|found| found.uid() == 0);
    if let Some(folder) = folder.filter(|folder| roots && folder.uid() != 0) {
        // It worked without, too, for whoever runs everything as root.
        let _ = fchown(file, Some(folder.uid()), Some(folder.gid()));
    }
}

#[cfg(not(unix))]
fn open_own(path: &Path) -> std::io::Result<File> {
    File::options().append(true).create(true).open(path)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// `yard admin restore` is often run by root, and the server by somebody else.
    #[test]
    fn what_root_makes_belongs_to_whoever_has_the_folder() {
        use std::os::unix::fs::{MetadataExt, chown};
        let folder = tempfile::tempdir().unwrap();
        // Only root can give a folder away.
        if chown(folder.path(), Some(65_534), Some(65_534)).is_err() {
            return;
        }
        drop(super::super::open(Some(folder.path())).unwrap());
        for name in ["serve.lock", FILE] {
            let owner = std::fs::metadata(folder.path().join(name)).unwrap().uid();
            assert_eq!(owner, 65_534, "{name}");
        }
    }

    #[test]
    fn no_file_of_ours_is_a_way_to_another() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let precious = folder.path().join("precious");
        std::fs::write(&precious, "text").unwrap();
        std::fs::set_permissions(&precious, std::fs::Permissions::from_mode(0o644)).unwrap();
        let games = folder.path().join("games");
        std::fs::create_dir(&games).unwrap();
        for name in ["serve.lock", "games.sqlite"] {
            let path = games.join(name);
            std::os::unix::fs::symlink(&precious, &path).unwrap();
            let error = super::super::open(Some(&games)).err().unwrap().to_string();
            assert!(error.contains(&format!("{name} is no plain file")), "{error}");
            assert_eq!(std::fs::read_to_string(&precious).unwrap(), "text");
            let mode = std::fs::metadata(&precious).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o644, "{name}");
            std::fs::remove_file(&path).unwrap();
            // A pipe would wait for somebody to read it.
            nix::unistd::mkfifo(&path, nix::sys::stat::Mode::S_IRUSR).unwrap();
            let error = super::super::open(Some(&games)).err().unwrap().to_string();
            assert!(error.contains(&format!("{name} is no plain file")), "{error}");
            std::fs::remove_file(&path).unwrap();
        }
        let held = lock(&games);
        assert!(held.is_ok() && matches!(lock(&games), Err(StoreError::Locked(_))));
    }
}
