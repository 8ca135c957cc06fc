//! The clock of a person's move: when it runs, and what happens when it has run out.

use std::time::Duration;

use tokio::time::Instant;
use yard_service::late_move;

use super::task::{Played, Table};
use crate::work_pool::Lane;

/// A clock that runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunningClock {
    /// The position that it runs for: plies, and how often moves were taken back.
    position: (usize, u32),
    ends: Instant,
}

impl Table {
    /// Starts, keeps or stops the clock, as the game and the people want it.
    pub(super) fn set_clock(&mut self) {
        let position = (self.game.plies(), self.game.taken_back());
        let runs = self.game.clock_runs().filter(|_| self.is_attended());
        self.clock = runs.map(|seconds| match self.clock {
            Some(clock) if clock.position == position => clock,
            _ => {
                let ends = Instant::now() + Duration::from_secs(seconds.into());
                RunningClock { position, ends }
            }
        });
    }

    /// When the time for this move is over.
    pub(super) fn clock_ends(&self) -> Option<Instant> {
        self.clock.map(|clock| clock.ends)
    }

    /// What is left of it, in milliseconds.
    pub(super) fn clock_left(&self) -> Option<u64> {
        let left = self.clock?.ends.saturating_duration_since(Instant::now());
        Some(u64::try_from(left.as_millis()).unwrap_or(u64::MAX))
    }

    /// Moves for the one who is late: as somebody would who looks one move ahead and sees what this seat sees.
    pub(super) async fn time_is_over(&mut self) {
        self.clock = None;
        // Nobody is here: the clock begins anew when somebody comes.
        if !self.is_attended() || self.game.clock_runs().is_none() {
            return;
        }
        let Some(late) = self.game.late_turn() else { return };
        let chosen = self.lobby.pool.run(Lane::Quick, self.client, move || late_move(late)).await;
        let Ok(Some(mv)) = chosen else { return self.set_clock() };
        if self.play(mv, Played::ForTheLate).await.is_err() {
            // The store did not keep it; the game goes on from what the store has.
            if self.trouble.take().is_some() {
                self.reload().await;
            }
            self.changed().await;
        }
    }
}
