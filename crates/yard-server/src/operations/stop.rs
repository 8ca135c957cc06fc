//! A stop that loses nothing: nobody new comes in, whoever is in is told and finishes.

use std::sync::Arc;

use tokio::sync::watch;

/// Whether the server stops, and how many are still being served.
#[derive(Clone)]
pub(crate) struct Stop {
    told: Arc<watch::Sender<bool>>,
    busy: Arc<watch::Sender<usize>>,
}

impl Default for Stop {
    fn default() -> Stop {
        Stop { told: Arc::new(watch::Sender::new(false)), busy: Arc::new(watch::Sender::new(0)) }
    }
}

impl Stop {
    /// Tells everybody.
    pub(crate) fn tell(&self) {
        self.told.send_replace(true);
    }

    /// Whether everybody was told.
    pub(crate) fn is_told(&self) -> bool {
        *self.told.borrow()
    }

    /// Waits until everybody is told.
    pub(crate) async fn wait(&self) {
        // The sender lives as long as this does.
        let _ = self.told.subscribe().wait_for(|told| *told).await;
    }

    /// Counts somebody who is served, until the guard is dropped.
    pub(crate) fn busy(&self) -> Busy {
        self.busy.send_modify(|count| *count += 1);
        Busy(Arc::clone(&self.busy))
    }

    /// Waits until nobody is served any more.
    pub(crate) async fn idle(&self) {
        let _ = self.busy.subscribe().wait_for(|count| *count == 0).await;
    }
}

/// Somebody who is served.
pub(crate) struct Busy(Arc<watch::Sender<usize>>);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}

/// Stops a server from outside.
#[derive(Clone)]
pub struct Stopper(pub(crate) Stop);

impl Stopper {
    /// Lets the server finish what is under way and end.
    pub fn stop(&self) {
        self.0.tell();
    }
}
