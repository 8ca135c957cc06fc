//! Rules as TOML text.

use std::sync::Arc;

use toml::de::DeTable;

use crate::board::Board;
use crate::board_file::FindBoard;
use crate::fault::Faults;
use crate::rules::{Order, Rules, RulesParts, Start};
use crate::station::Station;
use crate::ticket::{DetectiveTickets, MrXTickets, Stock};
use crate::toml_reader::{Reader, find};

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
        let (mut reader, root) = Reader::parse(text);
        if !reader.faults.is_empty() {
            return Err(reader.into_faults());
        }
        reader.check_keys("", &root, &KEYS);
        reader.version(&root);
        let board = read_board(&mut reader, &root, find_board);
        let board_known = board.is_some();
        let parts = read_parts(&mut reader, &root, board);
        for (key, text) in parts.check(board_known) {
            let value = match key {
                "surfaces" => find(&root, key).or_else(|| find(&root, "surfaces_every")),
                key => find(&root, key),
            };
            // What is missing has been reported.
            if value.is_some() {
                reader.fault(value, text);
            }
        }
        if !reader.faults.is_empty() {
            return Err(reader.into_faults());
        }
        Ok(Rules::new(parts)?)
    }
}

fn read_board<'t>(
    reader: &mut Reader<'t>,
    root: &DeTable<'t>,
    find_board: FindBoard<'_>,
) -> Option<Arc<Board>> {
    let Some(value) = find(root, "board") else {
        reader.missing("board");
        return None;
    };
    let name = reader.string(value, "board")?;
    match find_board(&name) {
        Ok(board) => Some(board),
        Err(faults) => {
            reader.fault(Some(value), format!("board \"{name}\": {}", faults.nested()));
            None
        }
    }
}

/// Reads all there is, so that every fault is found. Something harmless stands in for what is
/// missing, which has been reported.
fn read_parts<'t>(
    reader: &mut Reader<'t>,
    root: &DeTable<'t>,
    board: Option<Arc<Board>>,
) -> RulesParts {
    let name = match find(root, "name") {
        Some(value) => reader.string(value, "name"),
        None => {
            reader.missing("name");
            None
        }
    };
    let detectives = match find(root, "detectives") {
        Some(value) => reader.number(value, "detectives"),
        None => {
            reader.missing("detectives");
            None
        }
    };
    let length = read_length(reader, root);
    let flag = |reader: &mut Reader<'t>, key: &str| {
        find(root, key).and_then(|value| reader.boolean(value, key)).unwrap_or(false)
    };
    let hand_over = flag(reader, "hand_over");
    let mr_x_may_enter_detective = flag(reader, "mr_x_may_enter_detective");
    let start_known = flag(reader, "start_known");
    let order = read_order(reader, root);
    let detective_tickets = read_detective_tickets(reader, root);
    let (mr_x_tickets, black_per_detective) = read_mr_x_tickets(reader, root);
    let start = read_start(reader, root, board.as_deref());
    let mut parts = RulesParts {
        name: name.unwrap_or_else(|| "nameless".to_owned()),
        board: board.unwrap_or_else(|| Arc::new(Board::grid(2).expect("a grid of 2 × 2"))),
        detectives: detectives.unwrap_or(1),
        length: length.unwrap_or((250, false)),
        surfaces: Vec::new(),
        order,
        hand_over,
        mr_x_may_enter_detective,
        start_known,
        detective_tickets,
        mr_x_tickets,
        black_per_detective,
        start: start.unwrap_or(Start::Anywhere),
    };
    parts.surfaces = read_surfaces(reader, root, parts.slots());
    parts
}

fn read_length<'t>(reader: &mut Reader<'t>, root: &DeTable<'t>) -> Option<(u32, bool)> {
    match (find(root, "log_slots"), find(root, "turns")) {
        (Some(value), None) => Some((reader.number(value, "log_slots")?, false)),
        (None, Some(value)) => Some((reader.number(value, "turns")?, true)),
        (Some(_), Some(value)) => {
            reader.fault(Some(value), "a game is limited by log_slots or by turns, not by both");
            None
        }
        (None, None) => {
            reader.missing("log_slots\" or \"turns");
            None
        }
    }
}

fn read_order<'t>(reader: &mut Reader<'t>, root: &DeTable<'t>) -> Order {
    let Some(value) = find(root, "order") else {
        return Order::Fixed;
    };
    match reader.string(value, "order").as_deref() {
        Some("fixed") | None => Order::Fixed,
        Some("any") => Order::Any,
        Some(other) => {
            reader.fault(Some(value), format!("order is \"fixed\" or \"any\", not \"{other}\""));
            Order::Fixed
        }
    }
}

fn read_surfaces<'t>(reader: &mut Reader<'t>, root: &DeTable<'t>, slots: u32) -> Vec<u32> {
    match (find(root, "surfaces"), find(root, "surfaces_every")) {
        (Some(value), None) => reader.numbers(value, "surfaces"),
        (None, Some(value)) => match reader.number(value, "surfaces_every") {
            Some(0) => {
                reader.fault(Some(value), "surfaces_every must be at least 1");
                Vec::new()
            }
            Some(every) => (1..=slots.min(255)).filter(|slot| slot % every == 0).collect(),
            None => Vec::new(),
        },
        (Some(_), Some(value)) => {
            reader.fault(Some(value), "give surfaces or surfaces_every, not both");
            Vec::new()
        }
        (None, None) => {
            reader.missing("surfaces\" or \"surfaces_every");
            Vec::new()
        }
    }
}

fn read_detective_tickets<'t>(reader: &mut Reader<'t>, root: &DeTable<'t>) -> DetectiveTickets {
    let mut stocks = [Stock::NONE; 3];
    match find(root, "detective_tickets") {
        None => reader.missing("detective_tickets"),
        Some(value) => {
            if let Some(table) = reader.table(value, "detective_tickets") {
                reader.check_keys("detective_tickets", table, &DETECTIVE_TICKETS);
                for (stock, key) in stocks.iter_mut().zip(DETECTIVE_TICKETS) {
                    if let Some(value) = find(table, key) {
                        *stock = reader.stock(value, key).unwrap_or(Stock::NONE);
                    }
                }
            }
        }
    }
    let [taxi, bus, underground] = stocks;
    DetectiveTickets::new(taxi, bus, underground)
}

fn read_mr_x_tickets<'t>(reader: &mut Reader<'t>, root: &DeTable<'t>) -> (MrXTickets, bool) {
    let mut stocks = [Stock::NONE; 5];
    let mut per_detective = false;
    match find(root, "mr_x_tickets") {
        None => reader.missing("mr_x_tickets"),
        Some(value) => {
            if let Some(table) = reader.table(value, "mr_x_tickets") {
                reader.check_keys("mr_x_tickets", table, &MR_X_TICKETS);
                for (stock, key) in stocks.iter_mut().zip(MR_X_TICKETS) {
                    let Some(value) = find(table, key) else {
                        continue;
                    };
                    if key == "black" && value.get_ref().as_str() == Some("per-detective") {
                        per_detective = true;
                    } else {
                        *stock = reader.stock(value, key).unwrap_or(Stock::NONE);
                    }
                }
            }
        }
    }
    (MrXTickets::new(stocks), per_detective)
}

fn read_start<'t>(
    reader: &mut Reader<'t>,
    root: &DeTable<'t>,
    board: Option<&Board>,
) -> Option<Start> {
    let Some(value) = find(root, "start") else {
        reader.missing("start");
        return None;
    };
    let table = reader.table(value, "start")?;
    reader.check_keys("start", table, &START);
    let cards = |reader: &mut Reader<'t>, key: &str| -> Option<Vec<Station>> {
        let value = find(table, key)?;
        let list = reader.list(value, key);
        Some(list.iter().filter_map(|entry| station(reader, entry, key, board)).collect())
    };
    let deck = cards(reader, "cards");
    let mr_x_cards = cards(reader, "mr_x_cards");
    let detective_cards = cards(reader, "detective_cards");
    let fixed_detectives = cards(reader, "detectives");
    let fixed_mr_x = find(table, "mr_x").map(|value| station(reader, value, "mr_x", board));
    let anywhere = find(table, "anywhere").map(|value| reader.boolean(value, "anywhere"));
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
                reader.fault(Some(value), "anywhere = false leaves nowhere to start");
                None
            }
            None => None,
        },
        _ => {
            let text = "[start] needs just one of: cards; mr_x_cards and detective_cards; \
                        anywhere; mr_x and detectives";
            reader.fault(Some(value), text);
            None
        }
    }
}

fn station<'t>(
    reader: &mut Reader<'t>,
    value: &crate::toml_reader::Value<'t>,
    key: &str,
    board: Option<&Board>,
) -> Option<Station> {
    let number = reader.number(value, key)?;
    let Some(board) = board else {
        return Station::new(1);
    };
    let station = board.station(number);
    if station.is_none() {
        reader.fault(Some(value), format!("{key}: unknown station {number}"));
    }
    station
}
