//! The threads that own the connections: one writes and commits in groups, some read.

use std::fs::File;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, ToSql, Transaction, TransactionBehavior, params_from_iter};
use tokio::sync::oneshot;

use TransactionBehavior::{Deferred, Immediate};

use crate::lock::lock;
use crate::store::backend::{Answer, Backend, QueryError};
use crate::store::sql::{Expect, Row, Rows, Statement, Value, checked};

/// Statements, and where their rows go.
pub(crate) struct Job {
    statements: Vec<Statement>,
    done: oneshot::Sender<Result<Vec<Rows>, QueryError>>,
}

/// So many jobs share a commit at most.
const GROUP: usize = 512;

/// The file of the games.
pub(crate) struct Sqlite {
    pub(super) reader: Sender<Job>,
    pub(super) writer: Sender<Job>,
    /// Changes that wait or are being made.
    pub(super) waiting: Arc<AtomicUsize>,
    /// Where the file lies; none in memory.
    pub(super) folder: Option<PathBuf>,
    /// Held as long as somebody has the store.
    pub(super) _lock: Option<File>,
}

impl Backend for Sqlite {
    fn write(&self, change: Vec<Statement>) -> Answer<'_, Vec<Rows>> {
        // Whoever waits here shares the commit with all others who wait.
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let waiting = Waiting(Arc::clone(&self.waiting));
        Box::pin(async move {
            let _waiting = waiting;
            ask(&self.writer, change).await
        })
    }

    fn read(&self, queries: Vec<Statement>) -> Answer<'_, Vec<Rows>> {
        Box::pin(ask(&self.reader, queries))
    }

    fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    fn is_shared(&self) -> bool {
        false
    }

    fn free_bytes(&self) -> Option<u64> {
        crate::disk::free_bytes(self.folder.as_deref()?)
    }
}

/// Counts a change until it is answered or nobody waits for it any more.
struct Waiting(Arc<AtomicUsize>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

async fn ask(thread: &Sender<Job>, statements: Vec<Statement>) -> Result<Vec<Rows>, QueryError> {
    let (done, answer) = oneshot::channel();
    let statements = checked(statements)?;
    thread.send(Job { statements, done }).map_err(|_| QueryError::Closed)?;
    answer.await.map_err(|_| QueryError::Closed)?
}

/// Starts the thread that writes. It ends when the last handle is gone.
pub(super) fn spawn_writer(connection: Connection) -> Sender<Job> {
    let (send, jobs) = channel();
    // Without the thread every job fails with a clear error.
    let _ = thread::Builder::new()
        .name("yard-store".to_owned())
        .spawn(move || write_all(&connection, &jobs));
    send
}

/// Starts threads that read, one for each connection.
pub(super) fn spawn_readers(connections: Vec<Connection>) -> Sender<Job> {
    let (send, jobs) = channel();
    let jobs = Arc::new(Mutex::new(jobs));
    for connection in connections {
        let jobs = Arc::clone(&jobs);
        let thread = thread::Builder::new().name("yard-read".to_owned());
        let _ = thread.spawn(move || read_all(&connection, &jobs));
    }
    send
}

fn read_all(connection: &Connection, jobs: &Mutex<Receiver<Job>>) {
    loop {
        let Ok(mut job) = lock(jobs).recv() else { return };
        let found = in_transaction(connection, std::slice::from_mut(&mut job), Deferred);
        let found = found.map(|mut all| all.pop().unwrap_or_default());
        let _ = job.done.send(found);
    }
}

/// Takes all that waits, commits it at once, and tells everybody. The lock is taken first, since the operator may write
/// from another process.
fn write_all(connection: &Connection, jobs: &Receiver<Job>) {
    while let Ok(first) = jobs.recv() {
        let mut group = vec![first];
        group.extend(jobs.try_iter().take(GROUP - 1));
        match in_transaction(connection, &mut group, Immediate) {
            Ok(found) => {
                for (job, rows) in group.into_iter().zip(found) {
                    let _ = job.done.send(Ok(rows));
                }
            }
            Err(error) if group.len() == 1 => {
                group.into_iter().for_each(|job| drop(job.done.send(Err(error.clone()))));
            }
            // One bad job must not take the others with it.
            Err(_) => {
                for mut job in group {
                    let found =
                        in_transaction(connection, std::slice::from_mut(&mut job), Immediate);
                    let _ = job.done.send(found.map(|mut all| all.pop().unwrap_or_default()));
                }
            }
        }
    }
}

/// Runs all jobs, each with the rows of its statements, or none.
fn in_transaction(
    connection: &Connection,
    group: &mut [Job],
    behavior: TransactionBehavior,
) -> Result<Vec<Vec<Rows>>, QueryError> {
    let transaction = Transaction::new_unchecked(connection, behavior).map_err(told)?;
    let mut found = Vec::with_capacity(group.len());
    for job in group {
        let rows: Result<Vec<Rows>, QueryError> =
            job.statements.iter().map(|statement| run(&transaction, statement)).collect();
        found.push(rows?);
    }
    transaction.commit().map_err(told)?;
    Ok(found)
}

fn told(error: rusqlite::Error) -> QueryError {
    QueryError::Database(error.to_string())
}

fn run(connection: &Connection, statement: &Statement) -> Result<Rows, QueryError> {
    let mut prepared = connection.prepare_cached(statement.sql).map_err(told)?;
    let values = params_from_iter(statement.values.iter());
    match statement.expect {
        Expect::Rows => {
            let columns = prepared.column_count();
            let mut found = prepared.query(values).map_err(told)?;
            let mut rows = Vec::new();
            while let Some(row) = found.next().map_err(told)? {
                let value = |at: usize| row.get_ref(at).map_err(told).and_then(value_of);
                rows.push(Row::new((0..columns).map(value).collect::<Result<_, _>>()?));
            }
            Ok(rows)
        }
        Expect::Any | Expect::Change => {
            let changed = prepared.execute(values).map_err(told)?;
            match statement.expect == Expect::Change && changed == 0 {
                true => Err(QueryError::Fenced),
                false => Ok(Rows::new()),
            }
        }
    }
}

fn value_of(value: ValueRef<'_>) -> Result<Value, QueryError> {
    match value {
        ValueRef::Null => Ok(Value::Null),
        ValueRef::Integer(value) => Ok(Value::Int(value)),
        ValueRef::Text(text) => {
            let text = std::str::from_utf8(text).map_err(|_| QueryError::Damaged)?;
            Ok(Value::Text(text.to_owned()))
        }
        ValueRef::Blob(bytes) => Ok(Value::Bytes(bytes.to_vec())),
        ValueRef::Real(_) => Err(QueryError::Damaged),
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
        let value = match self {
            Value::Null => ValueRef::Null,
            Value::Int(value) => ValueRef::Integer(*value),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Bytes(bytes) => ValueRef::Blob(bytes),
        };
        Ok(rusqlite::types::ToSqlOutput::Borrowed(value))
    }
}
