//! Hides how long Mr X's agents think: their moves are shown to people at whole multiples of one time, and never
//! before the time that the agent may take.
//!
//! How long a search took tells something of what was searched. Mr X's agents are fast where he has one move or
//! where his choice is soon settled, and detectives could learn that with a watch.

use std::time::Duration;

/// When moves of Mr X's agents are shown.
#[derive(Clone, Copy, Debug)]
pub struct ResponseDelay {
    tick: Duration,
}

impl ResponseDelay {
    /// Shows moves at multiples of so many milliseconds; with 0 at once.
    pub fn new(ms: u32) -> ResponseDelay {
        ResponseDelay { tick: Duration::from_millis(ms.into()) }
    }

    /// How long after the beginning of a turn the move is shown, if it took so long to find and the agent may take
    /// `limit`.
    pub fn shown_after(self, thought: Duration, limit: Option<Duration>) -> Duration {
        if self.tick.is_zero() {
            return thought;
        }
        // A search that ends with its time runs a little over it.
        let least = limit.map_or(self.tick, |limit| limit + self.tick);
        let ticks = thought.max(least).as_nanos().div_ceil(self.tick.as_nanos());
        self.tick.saturating_mul(u32::try_from(ticks).unwrap_or(u32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_thoughts_look_alike() {
        let delay = ResponseDelay::new(250);
        let shown = |ms: u64, limit: Option<u64>| {
            let limit = limit.map(Duration::from_millis);
            delay.shown_after(Duration::from_millis(ms), limit).as_millis()
        };
        assert_eq!([0, 1, 250, 251, 1100].map(|ms| shown(ms, None)), [250, 250, 250, 500, 1250]);
        // One move, a settled search and a whole one.
        assert_eq!([0, 400, 1004].map(|ms| shown(ms, Some(1000))), [1250; 3]);
        assert_eq!(
            ResponseDelay::new(0).shown_after(Duration::from_millis(7), None).as_millis(),
            7
        );
    }
}
