//! Rules as TOML text.

use std::sync::Arc;

use crate::board::Board;
use crate::board_toml::FindBoard;
use crate::fault::Faults;
use crate::rules::{LengthPart, Order, PartFault, Rules, RulesParts, Start};
use crate::station::Station;
use crate::ticket::{DetectiveTickets, MrXTickets, Stock};
use crate::toml_file::{Entry, Section, TomlFile};

const KEYS: [&str; 15] = [
    "version",
    "name",
    "board",
    "detectives",
    "log_slots",
    "turns",
    "surfaces",
    "surfaces_every",
    "order",
    "hand_over",
    "mr_x_may_enter_detective",
    "start_known",
    "detective_tickets",
    "mr_x_tickets",
    "start",
];
const DETECTIVE_TICKETS: [&str; 3] = ["taxi", "bus", "underground"];
const MR_X_TICKETS: [&str; 5] = ["taxi", "bus", "underground", "black", "double"];
const START: [&str; 6] =
    ["cards", "mr_x_cards", "detective_cards", "anywhere", "mr_x", "detectives"];

impl Rules {
    /// Reads rules; `find_board` looks up the board they name.
    ///
    /// # Errors
    /// Lists every fault of the text at once.
    pub fn from_toml(text: &str, find_board: FindBoard<'_>) -> Result<Rules, Faults> {
        let file = TomlFile::parse(text)?;
        let root = file.root();
        root.check_keys(&KEYS);
        root.version(1);
        let board = read_board(&root, find_board);
        let board_known = board.is_some();
        let parts = read_parts(&file, board);
        for PartFault { key, text } in parts.check(board_known) {
            let key = match key {
                "surfaces" if !root.optional(key).exists() => "surfaces_every",
                key => key,
            };
            // What is missing has been reported.
            let entry = root.optional(key);
            if entry.exists() {
                entry.fault(text);
            }
        }
        file.check()?;
        Rules::new(parts)
    }
}

fn read_board(root: &Section<'_, '_>, find_board: FindBoard<'_>) -> Option<Arc<Board>> {
    let entry = root.required("board");
    let name = entry.text()?;
    match find_board(name) {
        Ok(board) => Some(board),
        Err(faults) => {
            entry.fault(format!("board \"{name}\": {}", faults.nested()));
            None
        }
    }
}

/// Reads all there is, so that every fault is found. Something harmless stands in for what is
/// missing, which has been reported.
fn read_parts(file: &TomlFile<'_>, board: Option<Arc<Board>>) -> RulesParts {
    let root = &file.root();
    let name = root.required("name").text();
    let detectives = root.required("detectives").whole(0..);
    let length = read_length(root);
    let flag = |key: &'static str| root.optional(key).switch().unwrap_or(false);
    let hand_over = flag("hand_over");
    let mr_x_may_enter_detective = flag("mr_x_may_enter_detective");
    let start_known = flag("start_known");
    let order = root.optional("order").choice(&[Order::Fixed, Order::Any], |order| order.name());
    let detective_tickets = read_detective_tickets(root);
    let (mr_x_tickets, black_per_detective) = read_mr_x_tickets(root);
    let start = read_start(root, board.as_deref());
    let mut parts = RulesParts {
        name: name.unwrap_or("nameless").to_owned(),
        board: board.unwrap_or_else(|| Arc::new(Board::grid(2).expect("a grid of 2 × 2"))),
        detectives: detectives.unwrap_or(1),
        length: length.unwrap_or(LengthPart::Slots(250)),
        surfaces: Vec::new(),
        order: order.unwrap_or(Order::Fixed),
        hand_over,
        mr_x_may_enter_detective,
        start_known,
        detective_tickets,
        mr_x_tickets,
        black_per_detective,
        start: start.unwrap_or(Start::Anywhere),
    };
    parts.surfaces = read_surfaces(root, parts.slots());
    parts
}

fn read_length(root: &Section<'_, '_>) -> Option<LengthPart> {
    let (slots, turns) = (root.optional("log_slots"), root.optional("turns"));
    match (slots.exists(), turns.exists()) {
        (true, false) => slots.whole(0..).map(LengthPart::Slots),
        (false, true) => turns.whole(0..).map(LengthPart::Turns),
        (true, true) => {
            turns.fault("a game is limited by log_slots or by turns, not by both");
            None
        }
        (false, false) => {
            root.missing("log_slots\" or \"turns");
            None
        }
    }
}

fn read_surfaces(root: &Section<'_, '_>, slots: u32) -> Vec<u32> {
    let (listed, every) = (root.optional("surfaces"), root.optional("surfaces_every"));
    match (listed.exists(), every.exists()) {
        (true, false) => listed.list().filter_map(|slot| slot.whole(0..)).collect(),
        (false, true) => match every.whole::<u32>(0..) {
            Some(0) => {
                every.fault("surfaces_every must be at least 1");
                Vec::new()
            }
            Some(every) => (1..=slots.min(255)).filter(|slot| slot % every == 0).collect(),
            None => Vec::new(),
        },
        (true, true) => {
            every.fault("give surfaces or surfaces_every, not both");
            Vec::new()
        }
        (false, false) => {
            root.missing("surfaces\" or \"surfaces_every");
            Vec::new()
        }
    }
}

fn read_detective_tickets(root: &Section<'_, '_>) -> DetectiveTickets {
    let mut stocks = [Stock::NONE; 3];
    if let Some(table) = root.required("detective_tickets").section(&DETECTIVE_TICKETS) {
        for (stock, key) in stocks.iter_mut().zip(DETECTIVE_TICKETS) {
            *stock = read_stock(&table.optional(key)).unwrap_or(Stock::NONE);
        }
    }
    DetectiveTickets::new(stocks)
}

fn read_mr_x_tickets(root: &Section<'_, '_>) -> (MrXTickets, bool) {
    let mut stocks = [Stock::NONE; 5];
    let mut per_detective = false;
    if let Some(table) = root.required("mr_x_tickets").section(&MR_X_TICKETS) {
        for (stock, key) in stocks.iter_mut().zip(MR_X_TICKETS) {
            let entry = table.optional(key);
            if key == "black" && entry.as_text() == Some("per-detective") {
                per_detective = true;
            } else {
                *stock = read_stock(&entry).unwrap_or(Stock::NONE);
            }
        }
    }
    (MrXTickets::new(stocks), per_detective)
}

/// Up to 254 tickets, or "unlimited".
fn read_stock(entry: &Entry<'_, '_>) -> Option<Stock> {
    if entry.as_text() == Some("unlimited") {
        return Some(Stock::UNLIMITED);
    }
    let number = entry.as_whole().and_then(|number| u8::try_from(number).ok());
    let stock = number.and_then(Stock::count);
    if stock.is_none() {
        entry.must_be("a number from 0 to 254 or \"unlimited\"");
    }
    stock
}

fn read_start(root: &Section<'_, '_>, board: Option<&Board>) -> Option<Start> {
    let entry = root.required("start");
    let table = entry.section(&START)?;
    let cards = |key: &'static str| -> Option<Vec<Station>> {
        let cards = table.optional(key);
        let read = || cards.list().filter_map(|card| read_station(&card, key, board)).collect();
        cards.exists().then(read)
    };
    let deck = cards("cards");
    let mr_x_cards = cards("mr_x_cards");
    let detective_cards = cards("detective_cards");
    let fixed_detectives = cards("detectives");
    let mr_x = table.optional("mr_x");
    let fixed_mr_x = mr_x.exists().then(|| read_station(&mr_x, "mr_x", board));
    let anywhere = table.optional("anywhere");
    let anywhere = anywhere.exists().then(|| anywhere.switch());
    match (deck, mr_x_cards, detective_cards, fixed_mr_x, fixed_detectives, anywhere) {
        (Some(deck), None, None, None, None, None) => Some(Start::Deck(deck)),
        (None, Some(mr_x), Some(detectives), None, None, None) => {
            Some(Start::Decks { mr_x, detectives })
        }
        (None, None, None, Some(mr_x), Some(detectives), None) => {
            Some(Start::Fixed { mr_x: mr_x?, detectives })
        }
        (None, None, None, None, None, Some(anywhere)) => match anywhere {
            Some(true) => Some(Start::Anywhere),
            Some(false) => {
                entry.fault("anywhere = false leaves nowhere to start");
                None
            }
            None => None,
        },
        _ => {
            let text = "[start] needs just one of: cards; mr_x_cards and detective_cards; \
                        anywhere; mr_x and detectives";
            entry.fault(text);
            None
        }
    }
}

fn read_station(entry: &Entry<'_, '_>, key: &str, board: Option<&Board>) -> Option<Station> {
    let number = entry.whole(0..)?;
    let Some(board) = board else {
        return Station::new(1);
    };
    let station = board.station(number);
    if station.is_none() {
        entry.fault(format!("{key}: unknown station {number}"));
    }
    station
}
