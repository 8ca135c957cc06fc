//! The tasks that own the connections. Each takes all that waits, makes it one transaction, and tells everybody.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::future::{join, join_all};
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio_postgres::types::ToSql;

use super::connection::{Open, PATIENCE, Target, connect};
use super::schema::told;
use super::values;
use crate::store::backend::{Answer, Backend, QueryError};
use crate::store::sql::{Expect, Rows, Statement, checked};

/// Statements, and where their rows go.
pub(crate) struct Job {
    statements: Vec<Statement>,
    reads: bool,
    done: oneshot::Sender<Result<Vec<Rows>, QueryError>>,
    _waiting: Option<Waiting>,
}

/// So many changes share a commit at most.
const GROUP: usize = 64;

/// Where jobs come from.
type Jobs = Arc<Mutex<mpsc::UnboundedReceiver<Job>>>;

/// A PostgreSQL database.
pub(crate) struct Postgres {
    pub(super) writer: mpsc::UnboundedSender<Job>,
    pub(super) reader: mpsc::UnboundedSender<Job>,
    pub(super) waiting: Arc<AtomicUsize>,
}

/// Counts a change until it is done.
struct Waiting(Arc<AtomicUsize>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Backend for Postgres {
    fn write(&self, change: Vec<Statement>) -> Answer<'_, Vec<Rows>> {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        Box::pin(ask(&self.writer, change, Some(Waiting(Arc::clone(&self.waiting)))))
    }

    fn read(&self, queries: Vec<Statement>) -> Answer<'_, Vec<Rows>> {
        Box::pin(ask(&self.reader, queries, None))
    }

    fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn free_bytes(&self) -> Option<u64> {
        None
    }
}

async fn ask(
    task: &mpsc::UnboundedSender<Job>,
    statements: Vec<Statement>,
    waiting: Option<Waiting>,
) -> Result<Vec<Rows>, QueryError> {
    let (done, answer) = oneshot::channel();
    let statements = checked(statements)?;
    let job = Job { statements, reads: waiting.is_none(), done, _waiting: waiting };
    task.send(job).map_err(|_| QueryError::Closed)?;
    answer.await.map_err(|_| QueryError::Closed)?
}

/// Why a transaction failed, and whether its connection can be used again.
struct Failure {
    error: QueryError,
    broken: bool,
}

impl From<tokio_postgres::Error> for Failure {
    fn from(error: tokio_postgres::Error) -> Failure {
        Failure { broken: error.as_db_error().is_none(), error: QueryError::Database(told(&error)) }
    }
}

impl From<QueryError> for Failure {
    fn from(error: QueryError) -> Failure {
        Failure { error, broken: false }
    }
}

/// Works until nobody holds the store any more.
pub(super) async fn work(target: Arc<Target>, jobs: Jobs) {
    let mut open = None;
    while let Some(group) = next_group(&jobs).await {
        open = answer(open, &target, group).await;
    }
}

/// All changes that wait, or one query.
async fn next_group(jobs: &Mutex<mpsc::UnboundedReceiver<Job>>) -> Option<Vec<Job>> {
    let mut jobs = jobs.lock().await;
    let mut group = vec![jobs.recv().await?];
    while group.len() < GROUP
        && !group[0].reads
        && let Ok(job) = jobs.try_recv()
    {
        group.push(job);
    }
    Some(group)
}

/// Answers a group, over the connection that is there or a new one; returns it if it can be used again.
async fn answer(open: Option<Open>, target: &Target, group: Vec<Job>) -> Option<Open> {
    let mut open = match open.filter(|open| !open.client.is_closed()) {
        Some(open) => open,
        None => match tokio::time::timeout(PATIENCE, connect(target)).await {
            Ok(Ok(open)) => open,
            failed => {
                let cause = match failed {
                    Ok(Err(error)) => told(&error),
                    _ => "the database does not answer".to_owned(),
                };
                refuse(group, &QueryError::Database(cause));
                return None;
            }
        },
    };
    let failure = match attempt(&mut open, &group).await {
        Ok(found) => {
            for (job, rows) in group.into_iter().zip(found) {
                let _ = job.done.send(Ok(rows));
            }
            return Some(open);
        }
        Err(failure) => failure,
    };
    if failure.broken || group.len() == 1 {
        refuse(group, &failure.error);
        return (!failure.broken).then_some(open);
    }
    // One bad change must not take the others with it.
    let mut left = Some(open);
    for job in group {
        left = Box::pin(answer(left, target, vec![job])).await;
    }
    left
}

fn refuse(group: Vec<Job>, error: &QueryError) {
    for job in group {
        let _ = job.done.send(Err(error.clone()));
    }
}

/// Tries all jobs as one transaction. A failed one is rolled back, or its connection given up.
async fn attempt(open: &mut Open, group: &[Job]) -> Result<Vec<Vec<Rows>>, Failure> {
    let late = || Failure {
        error: QueryError::Database("the database does not answer".to_owned()),
        broken: true,
    };
    let tried = tokio::time::timeout(PATIENCE, transaction(open, group)).await;
    let failure = match tried.unwrap_or_else(|_| Err(late())) {
        Ok(found) => return Ok(found),
        Err(failure) => failure,
    };
    if !failure.broken {
        let rolled = tokio::time::timeout(PATIENCE, open.client.batch_execute("ROLLBACK")).await;
        if !matches!(rolled, Ok(Ok(()))) {
            return Err(Failure { broken: true, ..failure });
        }
    }
    Err(failure)
}

async fn transaction(open: &mut Open, group: &[Job]) -> Result<Vec<Vec<Rows>>, Failure> {
    let mut prepared = Vec::new();
    for statement in group.iter().flat_map(|job| &job.statements) {
        prepared.push(open.prepared(statement.sql).await?);
    }
    let begin = match group[0].reads {
        true => "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY",
        false => "BEGIN",
    };
    let client = &open.client;
    let statements = group.iter().flat_map(|job| &job.statements).zip(&prepared);
    let run = statements.map(|(statement, prepared)| async move {
        let values: Vec<&(dyn ToSql + Sync)> =
            statement.values.iter().map(|value| value as &(dyn ToSql + Sync)).collect();
        match statement.expect {
            Expect::Rows => {
                let found = client.query(prepared, &values).await?;
                Ok(found.iter().map(values::row).collect::<Result<Rows, _>>()?)
            }
            Expect::Any => {
                client.execute(prepared, &values).await.map(|_| Rows::new()).map_err(Failure::from)
            }
            Expect::Change => match client.execute(prepared, &values).await? {
                0 => Err(QueryError::Fenced.into()),
                _ => Ok(Rows::new()),
            },
        }
    });
    // All are sent at once, one after the other; nothing is committed before every answer is there and good.
    let (begun, found): (_, Vec<Result<Rows, Failure>>) =
        join(client.batch_execute(begin), join_all(run)).await;
    begun?;
    let mut found = found.into_iter().collect::<Result<Vec<Rows>, Failure>>()?.into_iter();
    client.batch_execute("COMMIT").await?;
    let rows = group.iter().map(|job| found.by_ref().take(job.statements.len()).collect());
    Ok(rows.collect())
}
