//! What outlives the process: one SQLite file, written by one thread that commits in groups.

mod games;
mod papers;
mod schema;

use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use rusqlite::Connection;
use tokio::sync::oneshot;

use crate::error::ApiError;

pub(crate) use games::{GameRow, ListQuery, NewGame, PAGE, Standing};

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

/// A piece of work on the database. It may be run twice: once in a group, and once alone when
/// another of the group failed.
type Work = Box<dyn FnMut(&Connection) -> rusqlite::Result<()> + Send>;

struct Job {
    work: Work,
    done: oneshot::Sender<Result<(), String>>,
}

/// So many jobs share a commit at most.
const GROUP: usize = 512;

/// A handle to the store; cloning it is cheap.
#[derive(Clone)]
pub(crate) struct Store {
    writer: Sender<Job>,
    reader: Sender<Job>,
    _lock: Option<Arc<File>>,
}

impl Store {
    /// Opens the games of a folder, or an empty store that is forgotten at the end.
    pub(crate) fn open(folder: Option<&Path>) -> Result<Store, StoreError> {
        let Some(folder) = folder else {
            let wrong = |cause| StoreError::Database { path: "memory".to_owned(), cause };
            let connection = Connection::open_in_memory().map_err(wrong)?;
            schema::prepare(&connection, "memory")?;
            let writer = spawn("yard-store", connection);
            return Ok(Store { reader: writer.clone(), writer, _lock: None });
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
        let reader = open()?;
        schema::set_up(&reader, &shown)?;
        Ok(Store {
            writer: spawn("yard-store", writer),
            reader: spawn("yard-read", reader),
            _lock: Some(Arc::new(lock)),
        })
    }

    /// Writes durably: when this returns, the change survives a crash.
    ///
    /// Whoever waits here shares the commit with all others who wait.
    pub(crate) async fn write(
        &self,
        work: impl FnMut(&Connection) -> rusqlite::Result<()> + Send + 'static,
    ) -> Result<(), ApiError> {
        run(&self.writer, Box::new(work)).await
    }

    /// Reads what has been written.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        mut query: impl FnMut(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, ApiError> {
        let (found, answer) = std::sync::mpsc::channel();
        let work = move |connection: &Connection| {
            let _ = found.send(query(connection)?);
            Ok(())
        };
        run(&self.reader, Box::new(work)).await?;
        answer.recv().map_err(|_| broken("no answer"))
    }
}

fn broken(cause: &str) -> ApiError {
    ApiError::unavailable(format!("the games cannot be kept or read now ({cause})"))
}

async fn run(thread: &Sender<Job>, work: Work) -> Result<(), ApiError> {
    let (done, answer) = oneshot::channel();
    thread.send(Job { work, done }).map_err(|_| broken("the store is closed"))?;
    match answer.await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(cause)) => Err(broken(&cause)),
        Err(_) => Err(broken("the store is closed")),
    }
}

/// Starts the thread that owns a connection. It ends when the last handle is gone.
fn spawn(name: &str, connection: Connection) -> Sender<Job> {
    let (send, jobs) = channel();
    let thread = thread::Builder::new().name(name.to_owned());
    // Without the thread every job fails with a clear error.
    let _ = thread.spawn(move || work_through(&connection, &jobs));
    send
}

/// Takes all that waits, commits it at once, and tells everybody.
fn work_through(connection: &Connection, jobs: &Receiver<Job>) {
    while let Ok(first) = jobs.recv() {
        let mut group = vec![first];
        group.extend(jobs.try_iter().take(GROUP - 1));
        match in_transaction(connection, &mut group) {
            Ok(()) => group.into_iter().for_each(|job| drop(job.done.send(Ok(())))),
            // One bad job must not take the others with it.
            Err(_) => {
                for mut job in group {
                    let result = in_transaction(connection, std::slice::from_mut(&mut job));
                    let _ = job.done.send(result.map_err(|error| error.to_string()));
                }
            }
        }
    }
}

fn in_transaction(connection: &Connection, group: &mut [Job]) -> rusqlite::Result<()> {
    let transaction = connection.unchecked_transaction()?;
    for job in group {
        (job.work)(&transaction)?;
    }
    transaction.commit()
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

/// Two servers would play the same games twice.
fn lock(folder: &Path) -> Result<File, StoreError> {
    let shown = folder.display().to_string();
    let wrong = |cause: std::io::Error| StoreError::Folder {
        path: shown.clone(),
        cause: cause.to_string(),
    };
    std::fs::create_dir_all(folder).map_err(wrong)?;
    let file = File::create(folder.join("serve.lock")).map_err(wrong)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(StoreError::Locked(shown)),
        Err(std::fs::TryLockError::Error(cause)) => Err(wrong(cause)),
    }
}
