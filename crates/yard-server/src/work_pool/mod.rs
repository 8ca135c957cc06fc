//! Threads for whatever takes long, a bounded number at once: agents that think, hints, maps and replays.
//!
//! All work is done for a client. Clients take turns (`fair_queue`), so nobody waits behind somebody else's hundred
//! thoughts. Work ends early when nobody waits for it any more, and when it has had its time.

mod fair_queue;
mod pool;

pub(crate) use pool::{Lane, Place, PoolCounts, PoolError, WorkPool};
