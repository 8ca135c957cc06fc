//! The threads that own the connections: one writes and commits in groups, some read.

use std::fs::File;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use rusqlite::Connection;
use tokio::sync::oneshot;

use crate::lock::lock;

/// Why the store did not keep or find something.
#[derive(Debug, thiserror::Error)]
pub(crate) enum QueryError {
    /// Its thread is gone.
    #[error("the games cannot be kept or read now (the store is closed)")]
    Closed,
    /// A query ended without an answer.
    #[error("the games cannot be kept or read now (no answer)")]
    NoAnswer,
    /// SQLite says no.
    #[error("the games cannot be kept or read now ({0})")]
    Database(rusqlite::Error),
}

/// A piece of work on the database. It may be run twice: once in a group, and once alone when
/// another of the group failed.
type Work = Box<dyn FnMut(&Connection) -> rusqlite::Result<()> + Send>;

/// Work, and where to say that it is done.
pub(super) struct Job {
    work: Work,
    done: oneshot::Sender<rusqlite::Result<()>>,
}

/// So many jobs share a commit at most.
const GROUP: usize = 512;

/// A handle to the store; cloning it is cheap.
#[derive(Clone)]
pub(crate) struct Store {
    reader: Sender<Job>,
    writer: Sender<Job>,
    _lock: Option<Arc<File>>,
}

impl Store {
    /// A store with its threads; the lock is held as long as somebody has a handle.
    pub(super) fn new(reader: Sender<Job>, writer: Sender<Job>, lock: Option<Arc<File>>) -> Store {
        Store { reader, writer, _lock: lock }
    }

    /// Writes durably: when this returns, the change survives a crash.
    ///
    /// Whoever waits here shares the commit with all others who wait.
    pub(crate) async fn write(
        &self,
        work: impl FnMut(&Connection) -> rusqlite::Result<()> + Send + 'static,
    ) -> Result<(), QueryError> {
        run(&self.writer, Box::new(work)).await
    }

    /// Reads what has been written.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        mut query: impl FnMut(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, QueryError> {
        let (found, answer) = channel();
        let work = move |connection: &Connection| {
            let _ = found.send(query(connection)?);
            Ok(())
        };
        run(&self.reader, Box::new(work)).await?;
        answer.recv().map_err(|_| QueryError::NoAnswer)
    }
}

async fn run(thread: &Sender<Job>, work: Work) -> Result<(), QueryError> {
    let (done, answer) = oneshot::channel();
    thread.send(Job { work, done }).map_err(|_| QueryError::Closed)?;
    answer.await.map_err(|_| QueryError::Closed)?.map_err(QueryError::Database)
}

/// Starts the thread that owns a connection. It ends when the last handle is gone.
pub(super) fn spawn(name: &str, connection: Connection) -> Sender<Job> {
    let (send, jobs) = channel();
    let thread = thread::Builder::new().name(name.to_owned());
    // Without the thread every job fails with a clear error.
    let _ = thread.spawn(move || work_through(&connection, &jobs));
    send
}

/// Starts threads that read, each with a connection of its own, from one queue: a long list keeps nobody waiting who
/// opens a game.
pub(super) fn spawn_readers(name: &str, connections: Vec<Connection>) -> Sender<Job> {
    let (send, jobs) = channel::<Job>();
    let jobs = Arc::new(Mutex::new(jobs));
    for connection in connections {
        let jobs = Arc::clone(&jobs);
        let thread = thread::Builder::new().name(name.to_owned());
        let _ = thread.spawn(move || {
            loop {
                // The lock is held while waiting, and not while reading.
                let next = lock(&jobs).recv();
                let Ok(mut job) = next else { return };
                let result = in_transaction(&connection, std::slice::from_mut(&mut job));
                let _ = job.done.send(result);
            }
        });
    }
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
                    let _ = job.done.send(result);
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
