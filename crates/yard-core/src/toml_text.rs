//! Rules and boards written as TOML text, so that what was loaded once can be kept and read again.

use std::fmt::Write;

use crate::board::{Board, Drawing};
use crate::rules::{Length, Rules, Start};
use crate::station::Station;
use crate::ticket::{Stock, Ticket, Transport};

impl Rules {
    /// The rules as TOML, which [`Rules::from_toml`] reads back as equal rules. The board is named,
    /// not written: see [`Board::to_toml`].
    ///
    /// ```
    /// use yard_core::{Rules, presets};
    /// let rules = presets::rules("modern").unwrap();
    /// assert_eq!(Rules::from_toml(&rules.to_toml(), &presets::board).unwrap(), rules);
    /// ```
    #[must_use]
    pub fn to_toml(&self) -> String {
        let (length, limit) = match self.length() {
            Length::Slots(slots) => ("log_slots", slots),
            Length::Turns(turns) => ("turns", turns),
        };
        let surfaces: Vec<String> = self.surfacings().map(|slot| slot.to_string()).collect();
        let of = self.detective_tickets();
        let detective = Ticket::ALL.into_iter().zip(["taxi", "bus", "underground"]);
        let detective =
            detective.map(|(ticket, key)| format!("{key} = {}\n", stock(of.of(ticket))));
        format!(
            "version = 1\nname = {}\nboard = {}\ndetectives = {}\n{length} = {limit}\nsurfaces = [{}]\n\
             order = \"{}\"\nhand_over = {}\nmr_x_may_enter_detective = {}\nstart_known = {}\n\n\
             [detective_tickets]\n{}\n[mr_x_tickets]\n{}\n[start]\n{}",
            quoted(self.name()),
            quoted(self.board().name()),
            self.detectives(),
            surfaces.join(", "),
            self.order().name(),
            self.hand_over(),
            self.mr_x_may_enter_detective(),
            self.start_known(),
            detective.collect::<String>(),
            self.mr_x_tickets_text(),
            start(self.start()),
        )
    }

    fn mr_x_tickets_text(&self) -> String {
        let of = self.mr_x_tickets();
        let mut text = String::new();
        for (ticket, key) in Ticket::ALL.into_iter().zip(["taxi", "bus", "underground", "black"]) {
            let value = match ticket == Ticket::Black && self.black_per_detective() {
                true => "\"per-detective\"".to_owned(),
                false => stock(of.of(ticket)),
            };
            let _ = writeln!(text, "{key} = {value}");
        }
        text + &format!("double = {}\n", stock(of.doubles()))
    }
}

impl Board {
    /// The board as TOML, which [`Board::from_toml`] reads back as an equal board. Only a grid comes
    /// back without its size, so it is better kept by its name.
    #[must_use]
    pub fn to_toml(&self) -> String {
        let mut text = format!(
            "version = 1\nname = {}\ntitle = {}\nstations = {}\n\n[lines]\n",
            quoted(self.name()),
            quoted(self.title()),
            self.stations().len(),
        );
        for transport in Transport::ALL {
            let lines = self.lines().iter().filter(|line| line.transport == transport);
            let pairs: Vec<String> =
                lines.map(|line| format!("[{}, {}]", line.a, line.b)).collect();
            let _ = writeln!(text, "{} = [{}]", transport.name(), pairs.join(", "));
        }
        if let Some(drawing) = self.drawing() {
            text.push_str(&drawing_text(drawing));
        }
        text
    }
}

fn drawing_text(drawing: &Drawing) -> String {
    let Drawing { width, height, places, river, river_width } = drawing;
    let points = |points: &[[f32; 2]]| {
        let pairs: Vec<String> = points.iter().map(|[x, y]| format!("[{x:?}, {y:?}]")).collect();
        pairs.join(", ")
    };
    format!(
        "\n[drawing]\nwidth = {width:?}\nheight = {height:?}\nriver_width = {river_width:?}\n\
         places = [{}]\nriver = [{}]\n",
        points(places),
        points(river),
    )
}

fn stock(stock: Stock) -> String {
    match stock.tickets() {
        Some(count) => count.to_string(),
        None => "\"unlimited\"".to_owned(),
    }
}

fn start(start: &Start) -> String {
    let cards = |cards: &[Station]| {
        let numbers: Vec<String> = cards.iter().map(Station::to_string).collect();
        format!("[{}]", numbers.join(", "))
    };
    match start {
        Start::Deck(deck) => format!("cards = {}\n", cards(deck)),
        Start::Decks { mr_x, detectives } => {
            format!("mr_x_cards = {}\ndetective_cards = {}\n", cards(mr_x), cards(detectives))
        }
        Start::Anywhere => "anywhere = true\n".to_owned(),
        Start::Fixed { mr_x, detectives } => {
            format!("mr_x = {mr_x}\ndetectives = {}\n", cards(detectives))
        }
    }
}

/// A basic string of TOML.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            letter if letter.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(letter));
            }
            letter => quoted.push(letter),
        }
    }
    quoted + "\""
}

#[cfg(all(test, feature = "presets"))]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::presets;

    #[test]
    fn every_preset_is_read_back_as_it_was() {
        for preset in presets::RULES {
            let whole = presets::rules(preset.name).unwrap();
            for count in 1..=5 {
                let Ok(rules) = whole.with_detectives(count) else { continue };
                let board = Arc::new(match rules.board().grid_size() {
                    Some(size) => Board::grid(size.into()).unwrap(),
                    None => Board::from_toml(&rules.board().to_toml(), &presets::board).unwrap(),
                });
                let read = Rules::from_toml(&rules.to_toml(), &|_| Ok(Arc::clone(&board))).unwrap();
                assert_eq!(read, rules, "{}", preset.name);
                assert_eq!(read.fingerprint(), rules.fingerprint());
                // Black tickets still follow the number of detectives.
                assert_eq!(read.with_detectives(2), rules.with_detectives(2));
            }
        }
    }

    #[test]
    fn strange_names_are_read_back() {
        let rules = presets::rules("glasses").unwrap().with_name("a \"b\" \\ ž");
        assert_eq!(Rules::from_toml(&rules.to_toml(), &presets::board).unwrap(), rules);
    }
}
