//! What can be played: rules, boards, levels and agents, as clients see them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde::Serialize;
use yard_arena::AGENTS;
use yard_arena::coach::Level;
use yard_core::{DetectiveTickets, Length, MrXTickets, Order, Rules, Stock, Ticket, presets};
use yard_draw::BoardMap;

use crate::error::{ApiError, Code};
use crate::shared::lock;

/// Tickets of one player by name; `null` has no limit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct TicketCounts {
    taxi: Stock,
    bus: Stock,
    underground: Stock,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<Stock>,
    #[serde(skip_serializing_if = "Option::is_none")]
    double: Option<Stock>,
}

impl From<DetectiveTickets> for TicketCounts {
    fn from(tickets: DetectiveTickets) -> TicketCounts {
        TicketCounts {
            taxi: tickets.of(Ticket::Taxi),
            bus: tickets.of(Ticket::Bus),
            underground: tickets.of(Ticket::Underground),
            black: None,
            double: None,
        }
    }
}

impl From<MrXTickets> for TicketCounts {
    fn from(tickets: MrXTickets) -> TicketCounts {
        TicketCounts {
            taxi: tickets.of(Ticket::Taxi),
            bus: tickets.of(Ticket::Bus),
            underground: tickets.of(Ticket::Underground),
            black: Some(tickets.of(Ticket::Black)),
            double: Some(tickets.doubles()),
        }
    }
}

#[derive(Serialize)]
struct StartTickets {
    detective: TicketCounts,
    mr_x: TicketCounts,
}

/// Rules as clients see them.
#[derive(Serialize)]
pub(crate) struct RulesInfo {
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
    mr_x_starts: Vec<u8>,
    start_known: bool,
    levels: Vec<Level>,
    is_grid: bool,
}

/// The slots after which Mr X is seen.
pub(crate) fn surfacings(rules: &Rules) -> Vec<u8> {
    rules.surfacings().collect()
}

impl RulesInfo {
    fn new(rules: &Rules) -> RulesInfo {
        let grid = rules.board().grid_size();
        let fits = |count: &u32| rules.with_detectives(*count).is_ok();
        let counts: Vec<u32> = (1..=5).filter(fits).collect();
        let number = |count: Option<&u32>| count.map_or(rules.detectives(), |n| *n as u8);
        RulesInfo {
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
            order: match rules.order() {
                Order::Fixed => "fixed",
                Order::Any => "any",
            },
            tickets: StartTickets {
                detective: rules.detective_tickets().into(),
                mr_x: rules.mr_x_tickets().into(),
            },
            mr_x_starts: rules.mr_x_starts().iter().map(|station| station.number()).collect(),
            start_known: rules.start_known(),
            levels: Level::all(rules).to_vec(),
            is_grid: grid.is_some(),
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

#[derive(Serialize)]
struct Point {
    n: u8,
    x: f64,
    y: f64,
    transports: Vec<&'static str>,
    radius: f64,
}

#[derive(Serialize)]
struct Way {
    transport: &'static str,
    from: u8,
    to: u8,
    path: String,
}

#[derive(Serialize)]
struct River {
    path: String,
    width: f64,
    points: Vec<[f64; 2]>,
}

#[derive(Serialize)]
struct GridInfo {
    size: u8,
}

#[derive(Serialize)]
struct BoardInfo {
    name: String,
    title: String,
    width: f64,
    height: f64,
    stations: Vec<Point>,
    lines: Vec<Way>,
    river: Option<River>,
    grid: Option<GridInfo>,
}

fn board_info(rules: &Rules) -> BoardInfo {
    let board = rules.board();
    let map = BoardMap::new(board);
    BoardInfo {
        name: board.name().to_owned(),
        title: board.title().to_owned(),
        width: map.width.round(),
        height: map.height.round(),
        stations: map
            .stations
            .into_iter()
            .map(|station| Point {
                n: station.station.number(),
                x: station.place[0],
                y: station.place[1],
                transports: station.transports.iter().map(|kind| kind.name()).collect(),
                radius: station.radius,
            })
            .collect(),
        lines: map
            .lines
            .into_iter()
            .map(|way| Way {
                transport: way.line.transport.name(),
                from: way.line.a.number(),
                to: way.line.b.number(),
                path: way.path,
            })
            .collect(),
        river: map.river.map(|river| River {
            path: river.path,
            width: river.width,
            points: river.points,
        }),
        grid: board.grid_size().map(|size| GridInfo { size }),
    }
}

/// The rules on offer. Clients name rules; they never name files.
pub(crate) struct Catalogue {
    loaded: Vec<Arc<Rules>>,
    maps: Mutex<BTreeMap<String, Arc<str>>>,
}

/// So many drawn boards are kept; whoever asks for more pays again.
const MOST_MAPS: usize = 64;

impl Catalogue {
    /// The presets, and what was named when the server was started.
    pub(crate) fn new(more: Vec<Arc<Rules>>) -> Catalogue {
        let presets = presets::RULES.iter().filter_map(|preset| presets::rules(preset.name).ok());
        let loaded = presets.map(Arc::new).chain(more).collect();
        Catalogue { loaded, maps: Mutex::new(BTreeMap::new()) }
    }

    /// Rules by name: a preset, a grid, or one of those named at the start.
    pub(crate) fn rules(&self, name: &str) -> Result<Arc<Rules>, ApiError> {
        if let Some(known) = self.loaded.iter().find(|rules| rules.name() == name) {
            return Ok(Arc::clone(known));
        }
        match name.starts_with("grid:") {
            true => presets::rules(name).map(Arc::new).map_err(ApiError::bad),
            false => {
                let short: String = name.chars().filter(|c| !c.is_control()).take(40).collect();
                let text = format!("there are no rules \"{short}\" here");
                Err(ApiError::new(Code::NotFound, text))
            }
        }
    }

    /// Rules for a number of detectives.
    pub(crate) fn rules_for(
        &self,
        name: &str,
        detectives: Option<u32>,
    ) -> Result<Arc<Rules>, ApiError> {
        let rules = self.rules(name)?;
        match detectives {
            None => Ok(rules),
            Some(count) if count == u32::from(rules.detectives()) => Ok(rules),
            Some(count) => rules.with_detectives(count).map(Arc::new).map_err(ApiError::bad),
        }
    }

    /// All rules on offer.
    pub(crate) fn list(&self) -> Vec<RulesInfo> {
        self.loaded.iter().map(|rules| RulesInfo::new(rules)).collect()
    }

    /// The facts of one edition.
    pub(crate) fn info(&self, name: &str) -> Result<RulesInfo, ApiError> {
        Ok(RulesInfo::new(self.rules(name)?.as_ref()))
    }

    /// The map of the board of some rules, as JSON. Takes a moment when it is asked for first.
    pub(crate) fn board(&self, name: &str) -> Result<Arc<str>, ApiError> {
        let rules = self.rules(name)?;
        let key = rules.board().name().to_owned();
        if let Some(known) = lock(&self.maps).get(&key) {
            return Ok(Arc::clone(known));
        }
        let text = serde_json::to_string(&board_info(&rules))
            .map_err(|error| ApiError::unavailable(error.to_string()))?;
        let text: Arc<str> = text.into();
        let mut maps = lock(&self.maps);
        if maps.len() >= MOST_MAPS {
            maps.clear();
        }
        maps.insert(key, Arc::clone(&text));
        Ok(text)
    }
}

/// An agent as clients see it.
#[derive(Serialize)]
pub(crate) struct AgentEntry {
    #[serde(flatten)]
    info: yard_arena::AgentInfo,
    boards: &'static str,
}

/// The agents that clients may ask for.
pub(crate) fn agents() -> Vec<AgentEntry> {
    let boards = |name: &str| match name {
        "mcts-gerza" => "grids",
        "nash" => "small",
        _ => "any",
    };
    let entry =
        |info: &yard_arena::AgentInfo| AgentEntry { info: *info, boards: boards(info.name) };
    AGENTS.iter().filter(|info| info.name != "process").map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::specs;

    #[test]
    fn clients_may_ask_for_every_level() {
        let catalogue = Catalogue::new(Vec::new());
        for rules in &catalogue.loaded {
            for level in Level::all(rules) {
                assert!(specs::check(level.mr_x).is_ok());
                assert!(specs::check(level.detectives).is_ok());
            }
        }
    }

    #[test]
    fn names_are_no_paths() {
        let catalogue = Catalogue::new(Vec::new());
        for name in ["../data/rules/classic.toml", "/etc/passwd", "classic.toml", "grid:99,9,9"] {
            assert!(catalogue.rules(name).is_err(), "{name}");
        }
        assert!(catalogue.rules("grid:4,2,12").is_ok());
    }
}
