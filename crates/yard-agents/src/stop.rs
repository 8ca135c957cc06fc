//! A signal that ends a search before its budget is spent.
//!
//! Budgets decide how an agent plays. A signal is for whoever runs the search: a server that promised an answer,
//! or a game that nobody wants any more. A search that is never stopped does not notice that it could be.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A signal that ends searches early; all copies are the same signal.
///
/// Whoever runs a search calls [`during`](Stop::during). Every search of this crate that begins inside looks at the
/// signal from time to time, on all its threads, and when it is set returns the best move so far:
///
/// ```
/// use yard_agents::{Agent, AlphaBeta, AlphaBetaConfig, MrX, Seed, Stop};
/// let rules = std::sync::Arc::new(yard_core::presets::rules("grid15").unwrap());
/// let stop = Stop::default();
/// stop.set();
/// let deal = rules.deal(&mut Seed(1).stream("deal"));
/// let game = yard_core::Game::new(rules, &deal);
/// let mut agent = AlphaBeta::new(AlphaBetaConfig { depth: 9, ..AlphaBetaConfig::default() });
/// let mut rng = Seed(1).stream("agent");
/// let mv = stop.during(|| Agent::<MrX>::choose(&mut agent, game.mr_x_view(), &mut rng));
/// assert!(mv.is_ok(), "a legal move, without the search of years");
/// ```
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

thread_local! {
    static CURRENT: RefCell<Option<Stop>> = const { RefCell::new(None) };
}

impl Stop {
    /// Ends what listens, and all that begins to listen later.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was set.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The signal as others want it.
    pub fn flag(&self) -> &AtomicBool {
        &self.0
    }

    /// Does something whose searches listen to this signal.
    pub fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        let _before = Restore(CURRENT.replace(Some(self.clone())));
        work()
    }

    /// The signal to which searches on this thread listen now.
    pub fn current() -> Option<Stop> {
        CURRENT.with_borrow(Clone::clone)
    }
}

/// Puts the outer signal back, also after a panic.
struct Restore(Option<Stop>);

impl Drop for Restore {
    fn drop(&mut self) {
        CURRENT.set(self.0.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_signal_counts_and_the_outer_one_comes_back() {
        let (outer, inner) = (Stop::default(), Stop::default());
        inner.set();
        let heard = || Stop::current().map(|stop| stop.is_set());
        assert_eq!(heard(), None);
        outer.during(|| {
            assert_eq!(heard(), Some(false));
            assert_eq!(inner.during(heard), Some(true));
            assert_eq!(heard(), Some(false));
        });
        assert_eq!(heard(), None);
    }
}
