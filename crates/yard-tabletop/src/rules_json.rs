//! Rules as JSON: what a client needs to offer an edition and to explain it.

use serde::Serialize;
use yard_core::{Length, Rules};

use crate::move_json::order_name;
use crate::ticket_json::TicketCounts;

/// Rules as clients see them, with levels of strength from whoever has agents.
#[derive(Clone, Debug, Serialize)]
pub struct RulesJson<L> {
    name: String,
    title: String,
    board: String,
    detectives: u8,
    min_detectives: u8,
    max_detectives: u8,
    slots: u8,
    turns: Option<u8>,
    surfacings: Vec<u8>,
    order: &'static str,
    tickets: StartTickets,
    hand_over: bool,
    mr_x_starts: Vec<u8>,
    start_known: bool,
    levels: Vec<L>,
    is_grid: bool,
}

#[derive(Clone, Debug, Serialize)]
struct StartTickets {
    detective: TicketCounts,
    mr_x: TicketCounts,
}

/// The slots after which Mr X is seen.
pub(crate) fn surfacings(rules: &Rules) -> Vec<u8> {
    rules.surfacings().collect()
}

impl<L> RulesJson<L> {
    /// Describes rules; the levels are agents by strength.
    pub fn new(rules: &Rules, levels: Vec<L>) -> RulesJson<L> {
        let fits = |count: &u32| rules.with_detectives(*count).is_ok();
        let counts: Vec<u32> = (1..=5).filter(fits).collect();
        let number = |count: Option<&u32>| count.map_or(rules.detectives(), |n| *n as u8);
        RulesJson {
            name: rules.name().to_owned(),
            title: title(rules),
            board: rules.board().name().to_owned(),
            detectives: rules.detectives(),
            min_detectives: number(counts.first()),
            max_detectives: number(counts.last()),
            slots: rules.slots(),
            turns: match rules.length() {
                Length::Slots(_) => None,
                Length::Turns(turns) => Some(turns),
            },
            surfacings: surfacings(rules),
            order: order_name(rules.order()),
            tickets: StartTickets {
                detective: rules.detective_tickets().into(),
                mr_x: rules.mr_x_tickets().into(),
            },
            hand_over: rules.hand_over(),
            mr_x_starts: rules.mr_x_starts().iter().map(|station| station.number()).collect(),
            start_known: rules.start_known(),
            levels,
            is_grid: rules.board().grid_size().is_some(),
        }
    }
}

fn title(rules: &Rules) -> String {
    match (rules.name(), rules.board().grid_size()) {
        ("classic", _) => "London, classic rules".to_owned(),
        ("modern", _) => "London, edition of 2013".to_owned(),
        ("bristol", _) => "London, Bristol's rules".to_owned(),
        ("dash", _) => "London without black and double tickets".to_owned(),
        ("glasses", _) => "The glasses, a tiny board".to_owned(),
        (_, Some(size)) => {
            format!("Grid {size}×{size}, {} rounds", rules.slots())
        }
        (name, None) => format!("{} ({name})", rules.board().title()),
    }
}
