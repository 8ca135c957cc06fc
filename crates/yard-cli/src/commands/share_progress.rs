//! Shows how far work is whose pieces differ in size.

use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use yard_solve::SolveProgress;

use super::progress::PAUSE;
use crate::exit::say;

/// A bar on standard error when that is a terminal, otherwise a line now and then.
///
/// The time left follows from the mean speed since the beginning and the share of the work, not from the
/// last few pieces: those say nothing about pieces of another size.
pub(super) struct ShareProgress {
    bar: ProgressBar,
    begin: Instant,
    /// When the next line is due; the lines stay away where there is a bar.
    due: Option<Mutex<Instant>>,
    unit: &'static str,
}

/// Parts of the bar.
const LENGTH: u64 = 1000;

impl ShareProgress {
    #[expect(clippy::disallowed_methods, reason = "shows the time left")]
    pub(super) fn new(unit: &'static str) -> ShareProgress {
        let begin = Instant::now();
        if !std::io::stderr().is_terminal() {
            let due = Some(Mutex::new(begin + PAUSE));
            return ShareProgress { bar: ProgressBar::hidden(), begin, due, unit };
        }
        let bar = ProgressBar::new(LENGTH);
        bar.set_style(
            ProgressStyle::with_template("{bar:40} {msg}")
                .unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        bar.enable_steady_tick(Duration::from_millis(200));
        ShareProgress { bar, begin, due: None, unit }
    }

    #[expect(clippy::disallowed_methods, reason = "shows the time left")]
    pub(super) fn reach(&self, progress: SolveProgress) {
        let now = Instant::now();
        if let Some(due) = &self.due {
            let mut due = due.lock().unwrap_or_else(PoisonError::into_inner);
            if now >= *due {
                *due = now + PAUSE;
                say(self.text(progress, now - self.begin));
            }
            return;
        }
        self.bar.set_position((progress.share * LENGTH as f64) as u64);
        self.bar.set_message(self.text(progress, now - self.begin));
    }

    fn text(&self, progress: SolveProgress, elapsed: Duration) -> String {
        let SolveProgress { segments, all, .. } = progress;
        let left = left(elapsed, progress).map(|left| format!(", {} left", HumanDuration(left)));
        format!("{segments} of {all} {}{}", self.unit, left.unwrap_or_default())
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// The time left at the mean speed of this run; `None` before anything is done.
fn left(elapsed: Duration, progress: SolveProgress) -> Option<Duration> {
    let SolveProgress { share, kept, .. } = progress;
    let own = share - kept;
    let left = elapsed.as_secs_f64() * (1.0 - share).max(0.0) / own;
    (own > 0.0 && left.is_finite()).then(|| Duration::from_secs_f64(left.min(1e9)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_the_share_of_this_run() {
        let at = |share, kept| SolveProgress { segments: 1, all: 2, share, kept };
        let left = |seconds, share, kept| left(Duration::from_secs(seconds), at(share, kept));
        assert_eq!(left(10, 0.25, 0.0), Some(Duration::from_secs(30)));
        // What earlier runs did took no time in this one.
        assert_eq!(left(10, 0.75, 0.5), Some(Duration::from_secs(10)));
        assert_eq!(left(10, 1.0, 0.5), Some(Duration::ZERO));
        assert_eq!(left(10, 0.5, 0.5), None);
    }
}
