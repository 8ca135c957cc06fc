//! Shows how far work is whose pieces differ in size.

use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use yard_solve::{Pace, SolveProgress};

use super::progress::PAUSE;
use crate::exit::say;

/// A bar on standard error when that is a terminal, otherwise a line now and then.
///
/// The time left follows from the share of the work, not from the number of pieces.
pub(super) struct ShareProgress {
    bar: ProgressBar,
    begin: Instant,
    pace: Mutex<Pace>,
    /// When the next line is due; the lines stay away where there is a bar.
    due: Option<Mutex<Instant>>,
    unit: &'static str,
}

/// Parts of the bar.
const LENGTH: u64 = 1000;

/// The share of the work after which the time left is told.
const LEAST: f64 = 0.005;

impl ShareProgress {
    #[expect(clippy::disallowed_methods, reason = "shows the time left")]
    pub(super) fn new(unit: &'static str) -> ShareProgress {
        let (begin, pace) = (Instant::now(), Mutex::default());
        if !std::io::stderr().is_terminal() {
            let due = Some(Mutex::new(begin + PAUSE));
            return ShareProgress { bar: ProgressBar::hidden(), begin, pace, due, unit };
        }
        let bar = ProgressBar::new(LENGTH);
        bar.set_style(
            ProgressStyle::with_template("{bar:40} {msg}")
                .unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        bar.enable_steady_tick(Duration::from_millis(200));
        ShareProgress { bar, begin, pace, due: None, unit }
    }

    #[expect(clippy::disallowed_methods, reason = "shows the time left")]
    pub(super) fn reach(&self, progress: SolveProgress) {
        let now = Instant::now();
        let SolveProgress { segments, all, share, kept } = progress;
        let left = {
            let mut pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
            // What earlier runs did took no time in this one.
            pace.left(share - kept, 1.0 - share, (now - self.begin).as_secs_f64())
        };
        // Before that the time to get ready counts for too much.
        let left = left.filter(|_| share - kept >= LEAST);
        let left = left.map(|left| HumanDuration(Duration::from_secs_f64(left.min(1e9))));
        let left = left.map_or_else(String::new, |left| format!(", {left} left"));
        let text = format!("{segments} of {all} {}{left}", self.unit);
        let Some(due) = &self.due else {
            self.bar.set_position((share * LENGTH as f64) as u64);
            self.bar.set_message(text);
            return;
        };
        let mut due = due.lock().unwrap_or_else(PoisonError::into_inner);
        if now >= *due {
            *due = now + PAUSE;
            say(text);
        }
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
