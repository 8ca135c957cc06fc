//! The terminal: prompts, lines of input, clearing and colours.

use std::io::{self, BufRead, IsTerminal, Read, StdinLock, Write};

use super::Ink;
use crate::exit::CliError;

/// Longer lines are cut; no command is as long.
const MOST_BYTES: u64 = 4096;

/// Where screens are shown and lines are read.
pub(crate) struct Console<'a> {
    out: &'a mut dyn Write,
    input: StdinLock<'static>,
    /// Colours or none.
    pub(crate) ink: Ink,
    /// A person types, not a script.
    pub(crate) typed: bool,
    /// A person types and sees the screens: they are cleared and pauses are made.
    pub(crate) live: bool,
}

impl<'a> Console<'a> {
    /// `terminal` tells whether `out` is one; colours are used if so, unless switched off.
    pub(crate) fn new(out: &'a mut dyn Write, terminal: bool, colours: bool) -> Console<'a> {
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let typed = io::stdin().is_terminal();
        Console {
            out,
            input: io::stdin().lock(),
            ink: Ink::new(terminal && colours && !no_color),
            typed,
            live: typed && terminal,
        }
    }

    /// Shows a text as it is.
    pub(crate) fn show(&mut self, text: &str) -> Result<(), CliError> {
        self.out.write_all(text.as_bytes())?;
        Ok(())
    }

    /// Sees to it that all is shown.
    pub(crate) fn flush(&mut self) -> Result<(), CliError> {
        self.out.flush()?;
        Ok(())
    }

    /// Shows a line.
    pub(crate) fn say(&mut self, line: &str) -> Result<(), CliError> {
        writeln!(self.out, "{line}")?;
        Ok(())
    }

    /// Begins a fresh screen; in a transcript, a new paragraph.
    pub(crate) fn fresh(&mut self) -> Result<(), CliError> {
        self.show(if self.live { "\x1b[2J\x1b[H" } else { "\n" })
    }

    /// Wipes the screen and what can be scrolled back to, so that nobody reads it.
    pub(crate) fn wipe(&mut self) -> Result<(), CliError> {
        self.show("\x1b[2J\x1b[3J\x1b[H")
    }

    /// Shows a note while something is done, if somebody is there to see it.
    pub(crate) fn meanwhile<T>(
        &mut self,
        note: &str,
        work: impl FnOnce() -> T,
    ) -> Result<T, CliError> {
        if self.live {
            let note = self.ink.dim(note);
            self.show(&note)?;
            self.flush()?;
        }
        let done = work();
        if self.live {
            self.show("\r\x1b[K")?;
        }
        Ok(done)
    }

    /// Asks for a line; `None` when the input has ended. Lines that nobody typed are echoed.
    pub(crate) fn ask(&mut self, prompt: &str) -> Result<Option<String>, CliError> {
        self.show(prompt)?;
        self.flush()?;
        let line = self.read();
        match (&line, self.typed) {
            (Some(_), true) => {}
            (Some(line), false) => self.say(line)?,
            (None, _) => self.say("")?,
        }
        Ok(line)
    }

    fn read(&mut self) -> Option<String> {
        let mut bytes = Vec::new();
        let mut limited = self.input.by_ref().take(MOST_BYTES);
        // A keyboard that cannot be read is one that has gone.
        limited.read_until(b'\n', &mut bytes).ok()?;
        if bytes.is_empty() {
            return None;
        }
        if bytes.len() as u64 == MOST_BYTES && bytes.last() != Some(&b'\n') {
            self.input.skip_until(b'\n').ok()?;
        }
        let text = String::from_utf8_lossy(&bytes);
        let plain = text.trim().chars().filter(|letter| !letter.is_control());
        Some(plain.collect())
    }
}
