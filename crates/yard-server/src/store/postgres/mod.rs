//! The games in a PostgreSQL database, which several processes share.

mod connection;
mod schema;
mod tls;
mod values;
mod worker;

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use tokio::sync::mpsc;

use super::StoreError;
use connection::{Target, connect};
use worker::{Postgres, work};

/// Connections that write, and those that read.
const WRITERS: usize = 4;
const READERS: usize = 4;

/// Opens a database by its URL, and makes the tables where they are missing.
pub(super) async fn open(url: &str) -> Result<Postgres, StoreError> {
    let target = Arc::new(Target::new(url)?);
    let wrong = |cause: String| StoreError::Database { path: target.shown(), cause };
    let mut first = connect(&target).await.map_err(|error| wrong(schema::told(&error)))?;
    schema::prepare(&mut first.client, &target).await?;
    drop(first);
    let (writer, changes) = mpsc::unbounded_channel();
    let (reader, queries) = mpsc::unbounded_channel();
    for (jobs, count) in [(changes, WRITERS), (queries, READERS)] {
        let jobs = Arc::new(tokio::sync::Mutex::new(jobs));
        for _ in 0..count {
            tokio::spawn(work(Arc::clone(&target), Arc::clone(&jobs)));
        }
    }
    Ok(Postgres { writer, reader, waiting: Arc::new(AtomicUsize::new(0)) })
}
