//! Text drawing shared by `yard play` and `yard replay`.
//!
//! What the detectives may see is drawn by functions that take a [`DetectiveView`]; it has no place
//! for Mr X's hidden station, so they cannot show it. Functions that take a [`MrXView`] are for
//! Mr X, for spectators and for the time after the end.
//!
//! [`DetectiveView`]: yard_core::DetectiveView
//! [`MrXView`]: yard_core::MrXView

mod console;
mod grid;
mod moves;
mod news;
mod state;

pub(crate) use console::Console;
pub(crate) use grid::{Key, detectives_board, mr_x_board};
pub(crate) use moves::{detectives_moves, mr_x_doubles, mr_x_moves, mr_x_singles};
pub(crate) use news::{detectives_news, ending, mr_x_news};
pub(crate) use state::{
    candidates, detectives_log, detectives_table, mr_x_log, mr_x_table, mr_x_way, probabilities,
    rounds, short_log,
};

use std::fmt::Display;

use yard_core::{Board, Length, PublicState, Rules, Station, Ticket};

/// Columns that the screens use.
pub(crate) const WIDTH: usize = 80;

/// Colours, or none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ink {
    colour: bool,
}

impl Ink {
    pub(crate) fn new(colour: bool) -> Ink {
        Ink { colour }
    }

    fn paint(self, code: &str, text: impl Display) -> String {
        if self.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }

    pub(crate) fn bold(self, text: impl Display) -> String {
        self.paint("1", text)
    }

    pub(crate) fn dim(self, text: impl Display) -> String {
        self.paint("2", text)
    }

    /// Danger, and Mr X himself.
    pub(crate) fn red(self, text: impl Display) -> String {
        self.paint("1;31", text)
    }

    /// Where Mr X can be.
    pub(crate) fn yellow(self, text: impl Display) -> String {
        self.paint("33", text)
    }

    /// The detectives.
    pub(crate) fn cyan(self, text: impl Display) -> String {
        self.paint("1;36", text)
    }

    /// In the colour of the ticket, as on the printed board.
    pub(crate) fn ticket(self, ticket: Ticket, text: impl Display) -> String {
        let code = match ticket {
            Ticket::Taxi => "33",
            Ticket::Bus => "32",
            Ticket::Underground => "31",
            Ticket::Black => "35",
        };
        self.paint(code, text)
    }
}

/// What people call a station: its number, or `[row,column]` on a grid.
pub(crate) fn place(board: &Board, station: Station) -> String {
    match board.grid_size() {
        Some(size) => {
            let cell = station.number() - 1;
            format!("[{},{}]", cell / size, cell % size)
        }
        None => station.to_string(),
    }
}

/// "1 station", "12 stations".
pub(crate) fn counted(count: usize, one: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} {one}{s}")
}

/// A headline with a rule to the right, and something at its end.
pub(crate) fn headline(ink: Ink, left: &str, right: &str) -> String {
    let right = if right.is_empty() { String::new() } else { format!(" {right}") };
    let gap = (WIDTH - 4).saturating_sub(left.chars().count() + right.chars().count());
    let rule = ink.dim("─".repeat(gap.max(2)));
    format!("{} {} {rule}{right}\n", ink.dim("──"), ink.bold(left))
}

/// The round that is being played or has just been played, as a headline names it.
pub(crate) fn round_name(rules: &Rules, round: u8) -> String {
    match rules.length() {
        Length::Turns(turns) => format!("Round {round} of {turns}"),
        Length::Slots(_) => format!("Round {round}"),
    }
}

/// How far the log is filled, and when Mr X will be seen next.
pub(crate) fn clock(rules: &Rules, public: &PublicState) -> String {
    let (used, slots) = (public.slots_used(), rules.slots());
    let seen = match rules.next_surfacing(used) {
        Some(next) if next == used + 1 => "Mr X surfaces with his next move".to_owned(),
        Some(next) => format!("Mr X surfaces after slot {next}"),
        None if rules.next_surfacing(0).is_none() => "Mr X never surfaces".to_owned(),
        None => "Mr X surfaces no more".to_owned(),
    };
    format!("{used} of {slots} log slots used, {seen}")
}

/// Columns that a text takes: its letters, without what paints them.
fn columns(text: &str) -> usize {
    let mut parts = text.split('\x1b');
    let plain = parts.next().unwrap_or("").chars().count();
    // After an escape, everything up to the first m is paint.
    let painted =
        parts.map(|part| part.split_once('m').map_or(0, |(_, rest)| rest.chars().count()));
    plain + painted.sum::<usize>()
}

/// Breaks a sentence between words where the screen ends; later lines are indented.
pub(crate) fn folded(text: &str, indent: usize) -> String {
    let mut lines = String::new();
    let mut used = 0;
    for word in text.split(' ') {
        let wide = columns(word);
        if used == 0 {
            used = wide;
        } else if used + 1 + wide > WIDTH {
            lines.push('\n');
            lines.push_str(&" ".repeat(indent));
            used = indent + wide;
        } else {
            lines.push(' ');
            used += 1 + wide;
        }
        lines.push_str(word);
    }
    lines
}

/// Breaks a list of words into lines, indented and right-aligned in columns.
pub(crate) fn wrapped(words: &[String], indent: usize) -> String {
    let wide = words.iter().map(|word| word.chars().count()).max().unwrap_or(0);
    let per_line = ((WIDTH - indent) / (wide + 1)).max(1);
    let mut text = String::new();
    for line in words.chunks(per_line) {
        text.push_str(&" ".repeat(indent));
        for (i, word) in line.iter().enumerate() {
            let gap = if i == 0 { "" } else { " " };
            text.push_str(&format!("{gap}{word:>wide$}"));
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_folded_between_words() {
        let text = "Hint: T133 – catches Mr X if he is on 133 (under 1 %), covers 4 of 125 candidates with the \
                    next ride, keeps the bus at 133 closed";
        let plain = folded(text, 6);
        assert!(plain.lines().all(|line| line.chars().count() <= WIDTH), "{plain}");
        assert!(plain.lines().skip(1).all(|line| line.starts_with("      ")), "{plain}");
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&plain), words(text));
        // Paint takes no room.
        let painted = text.replace("T133", &Ink::new(true).bold("T133"));
        assert_eq!(folded(&painted, 6), plain.replace("T133", &Ink::new(true).bold("T133")));
        assert_eq!(folded("short", 6), "short");
        let long = "x".repeat(100);
        assert_eq!(folded(&long, 6), long);
    }
}
