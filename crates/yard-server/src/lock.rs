//! Locks that outlive a task which broke down.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks. Whoever held the lock and broke down has left whole data: everything is changed at once under it.
pub(crate) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
