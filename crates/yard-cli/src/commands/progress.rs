//! What long commands share: stopping, threads, and showing how far they are.

use std::fs;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use crate::exit::{CliError, say};

/// Set by Ctrl-C, by a request to end, and by a file that cannot be written.
pub(crate) static STOP: AtomicBool = AtomicBool::new(false);

/// Lets Ctrl-C set [`STOP`]. A second Ctrl-C ends at once, should a game hang.
pub(crate) fn stop_on_ctrl_c() {
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
}

pub(crate) fn check_threads(threads: Option<usize>) -> Result<(), CliError> {
    match threads {
        Some(threads) if threads == 0 || threads > 1024 => {
            Err(CliError::bad("--threads must be from 1 to 1024"))
        }
        Some(_) | None => Ok(()),
    }
}

pub(crate) fn make_folder(folder: &Path) -> Result<(), CliError> {
    fs::create_dir_all(folder).map_err(|error| {
        CliError::bad(format!("cannot make the folder {}: {error}", folder.display()))
    })
}

/// The first failure of any thread; it also stops the others.
#[derive(Default)]
pub(crate) struct Failure(Mutex<Option<String>>);

impl Failure {
    pub(crate) fn note(&self, error: impl std::fmt::Display) {
        let mut first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert_with(|| error.to_string());
        STOP.store(true, Ordering::Relaxed);
    }

    pub(crate) fn check(self) -> Result<(), CliError> {
        match self.0.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(text) => Err(CliError::BadInput(text)),
            None => Ok(()),
        }
    }
}

/// How far a command is: a bar on standard error when that is a terminal, otherwise nothing, or a
/// line now and then if wanted.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// When the next line is due; the lines stay away where there is a bar.
    due: Option<Mutex<Instant>>,
    unit: &'static str,
}

/// Time between two lines.
pub(super) const PAUSE: Duration = Duration::from_secs(10);

impl Progress {
    #[expect(clippy::disallowed_methods, reason = "shows the time left")]
    pub(crate) fn new(all: u64, done: u64, unit: &'static str, lines: bool) -> Progress {
        if !std::io::stderr().is_terminal() {
            let bar = ProgressBar::hidden();
            bar.set_length(all);
            bar.set_position(done);
            bar.reset_eta();
            let due = lines.then(|| Mutex::new(Instant::now() + PAUSE));
            return Progress { bar, due, unit };
        }
        let bar = ProgressBar::new(all).with_position(done);
        // The games of an earlier run took no time in this one.
        bar.reset_eta();
        let style = format!(
            "{{bar:40}} {{human_pos}}/{{human_len}} {unit}, {{per_sec}}, {{eta}} left {{msg}}"
        );
        bar.set_style(
            ProgressStyle::with_template(&style).unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress { bar, due: None, unit }
    }

    pub(crate) fn inc(&self, by: u64) {
        self.bar.inc(by);
        self.line();
    }

    /// Tells how far the command is, where the whole is not known from the start.
    pub(crate) fn reach(&self, done: u64, all: u64) {
        self.bar.set_length(all);
        self.bar.set_position(done);
        self.line();
    }

    /// A few words after the bar.
    pub(crate) fn say(&self, text: String) {
        self.bar.set_message(text);
    }

    #[expect(clippy::disallowed_methods, reason = "a line now and then")]
    fn line(&self) {
        let Some(due) = &self.due else { return };
        let now = Instant::now();
        let mut due = due.lock().unwrap_or_else(PoisonError::into_inner);
        if now >= *due {
            *due = now + PAUSE;
            let (done, all) = (self.bar.position(), self.bar.length().unwrap_or(0));
            let left = HumanDuration(self.bar.eta());
            say(format_args!("{done} of {all} {}, {left} left {}", self.unit, self.bar.message()));
        }
    }

    /// Does something, such as printing, while the bar is off the screen.
    pub(crate) fn hide<T>(&self, then: impl FnOnce() -> T) -> T {
        self.bar.suspend(then)
    }

    /// How much is done.
    pub(crate) fn done(&self) -> u64 {
        self.bar.position()
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
