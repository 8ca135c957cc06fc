//! The time of day, which stands in lists of games and nowhere else.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970.
#[expect(clippy::disallowed_methods, reason = "people want to know when a game was played")]
pub(crate) fn now_ms() -> i64 {
    let whole = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
    // A clock that was never set may stand before 1970.
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(since) => whole(since),
        Err(before) => -whole(before.duration()),
    }
}

/// A moment for limits of speed.
#[expect(clippy::disallowed_methods, reason = "a limit per second needs a clock")]
pub(crate) fn moment() -> Instant {
    Instant::now()
}
