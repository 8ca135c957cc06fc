//! What a seat may know, as JSON. Everything here is made from a view, never from the truth.
//!
//! `public` takes a [`DetectiveView`], which has no place for Mr X's station. Only `own` adds what
//! a [`MrXView`] knows, and the caller needs such a view to call it.

use serde::Serialize;
use yard_core::{
    DetectiveId, DetectiveMove, DetectiveText, DetectiveView, MrXMove, MrXView, Order, Outcome,
    PublicMrXMove, PublicPly, Record, Side, Sighting, Station, Ticket, Turn,
};

use crate::catalogue::{TicketCounts, surfacings};
use crate::seats::{Role, Seats};

/// What a seat sees.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct View {
    pub(crate) id: String,
    pub(crate) rules: String,
    pub(crate) board: String,
    pub(crate) seat: String,
    pub(crate) ply: usize,
    pub(crate) slot: u8,
    pub(crate) slots: u8,
    pub(crate) turns_used: u8,
    pub(crate) order: &'static str,
    pub(crate) turn: String,
    pub(crate) to_move: Vec<u8>,
    pub(crate) your_turn: bool,
    pub(crate) stations: StationsNow,
    pub(crate) tickets: TicketsNow,
    pub(crate) log: Vec<LogEntry>,
    pub(crate) surfacings: Vec<u8>,
    pub(crate) next_surfacing: Option<u8>,
    pub(crate) legal: Vec<LegalMove>,
    pub(crate) moves: Vec<PlayedMove>,
    /// Mr X's stations from the start on; for others than him only when the game is over.
    pub(crate) way: Option<Vec<u8>>,
    pub(crate) outcome: Option<OutcomeNow>,
    #[serde(flatten)]
    pub(crate) about: About,
}

/// What a view tells of the game around the game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct About {
    pub(crate) state: &'static str,
    pub(crate) thinking: bool,
    pub(crate) paused: bool,
    pub(crate) pace_ms: u32,
    pub(crate) taken_back: u32,
    /// How often of these the game was over.
    pub(crate) reopened: u32,
    /// The seat that asks to take back.
    pub(crate) undo_asked: Option<String>,
    /// Whether this seat may agree to that.
    pub(crate) may_agree: bool,
    pub(crate) fault: Option<String>,
    pub(crate) names: Names,
    pub(crate) kinds: Kinds,
    pub(crate) help: Help,
    /// Only when the game is over.
    pub(crate) seed: Option<u64>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Names {
    mr_x: String,
    detectives: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Kinds {
    mr_x: &'static str,
    detectives: Vec<&'static str>,
}

impl Names {
    pub(crate) fn new(seats: &Seats, detectives: u8) -> Names {
        let name = |id: &DetectiveId| seats.detective(*id).name().to_owned();
        Names {
            mr_x: seats.mr_x.name().to_owned(),
            detectives: DetectiveId::ALL.iter().take(detectives.into()).map(name).collect(),
        }
    }

    /// One line for lists: Mr X against the detectives, each name once.
    pub(crate) fn summary(&self) -> String {
        let shown =
            |name: &str| if name.is_empty() { "somebody".to_owned() } else { name.to_owned() };
        let mut team: Vec<String> = self.detectives.iter().map(|name| shown(name)).collect();
        team.dedup();
        format!("{} – {}", shown(&self.mr_x), team.join(", "))
    }
}

impl Kinds {
    pub(crate) fn new(seats: &Seats, detectives: u8) -> Kinds {
        let word = |human: bool| if human { "human" } else { "agent" };
        let kind = |id: &DetectiveId| word(seats.detective(*id).is_human());
        Kinds {
            mr_x: word(seats.mr_x.is_human()),
            detectives: DetectiveId::ALL.iter().take(detectives.into()).map(kind).collect(),
        }
    }
}

/// Which help a game allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Help {
    pub(crate) candidates: bool,
    pub(crate) belief: bool,
    pub(crate) hints: bool,
}

impl Default for Help {
    fn default() -> Help {
        Help { candidates: true, belief: true, hints: true }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct StationsNow {
    pub(crate) mr_x: Option<u8>,
    pub(crate) mr_x_seen: Option<Seen>,
    pub(crate) detectives: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Seen {
    pub(crate) slot: u8,
    pub(crate) station: u8,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct TicketsNow {
    pub(crate) mr_x: TicketCounts,
    pub(crate) detectives: Vec<TicketCounts>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct LogEntry {
    slot: u8,
    ticket: char,
    station: Option<u8>,
    double: bool,
}

/// A legal move of the seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct LegalMove {
    #[serde(rename = "move")]
    pub(crate) text: String,
    pub(crate) to: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ticket: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) by: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) via: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) tickets: Option<[&'static str; 2]>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct PlayedMove {
    ply: usize,
    by: String,
    #[serde(rename = "move")]
    text: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct OutcomeNow {
    pub(crate) winner: &'static str,
    pub(crate) reason: &'static str,
    pub(crate) text: String,
}

/// The name of a detective's seat.
pub(crate) fn detective_name(id: DetectiveId) -> String {
    format!("detective-{id}")
}

/// Whose turn it is.
pub(crate) fn turn_name(turn: Turn) -> String {
    match turn {
        Turn::MrX => "mr_x".to_owned(),
        Turn::Detective(id) => detective_name(id),
        Turn::Team => "detectives".to_owned(),
        Turn::Over(_) => "over".to_owned(),
    }
}

/// Those detectives who may move now.
pub(crate) fn may_move(view: &DetectiveView) -> Vec<DetectiveId> {
    let mut ids: Vec<DetectiveId> = view.legal_moves().map(DetectiveMove::by).collect();
    ids.dedup();
    ids
}

/// What everybody may know, with the moves of those detectives that the role moves.
pub(crate) fn public(id: &str, view: &DetectiveView, role: Role, about: About) -> View {
    let (rules, table) = (view.rules(), view.public());
    let to_move = may_move(view);
    let legal: Vec<LegalMove> = view
        .legal_moves()
        .filter(|mv| role.moves(mv.by()))
        .map(|mv| legal_detective(mv, rules.order()))
        .collect();
    View {
        id: id.to_owned(),
        rules: rules.name().to_owned(),
        board: rules.board().name().to_owned(),
        seat: role.name(),
        ply: view.log().plies().len(),
        slot: table.slots_used(),
        slots: rules.slots(),
        turns_used: table.turns_used(),
        order: match rules.order() {
            Order::Fixed => "fixed",
            Order::Any => "any",
        },
        turn: turn_name(view.turn()),
        your_turn: to_move.iter().any(|id| role.moves(*id)),
        to_move: to_move.iter().map(|id| id.number()).collect(),
        stations: StationsNow {
            mr_x: None,
            mr_x_seen: seen(view),
            detectives: table.detectives().map(Station::number).collect(),
        },
        tickets: tickets(view),
        log: log(view),
        surfacings: surfacings(rules),
        next_surfacing: rules.next_surfacing(table.slots_used()),
        legal,
        moves: public_moves(view),
        way: None,
        outcome: table.outcome().map(|outcome| outcome_now(outcome, view)),
        about,
    }
}

/// What Mr X knows: what is public, his station, his way and his moves.
pub(crate) fn own(id: &str, view: &MrXView, role: Role, about: About) -> View {
    let mut shown = public(id, view.detective_view(), role, about);
    shown.stations.mr_x = Some(view.station().number());
    shown.way = Some(view.path().iter().map(|station| station.number()).collect());
    shown.moves = full_moves(view);
    if role == Role::MrX && view.turn() == Turn::MrX {
        shown.your_turn = true;
        shown.legal = view.legal_moves().map(legal_mr_x).collect();
    }
    shown
}

/// Takes the moves out of the view of a game that does not go on.
pub(crate) fn stop(shown: &mut View) {
    shown.your_turn = false;
    shown.to_move.clear();
    shown.legal.clear();
}

/// Shows the truth in a public view once the game is over; before, nothing happens.
pub(crate) fn reveal(shown: &mut View, truth: &MrXView) {
    if let Turn::Over(_) = truth.turn() {
        shown.stations.mr_x = Some(truth.station().number());
        shown.way = Some(truth.path().iter().map(|station| station.number()).collect());
        shown.moves = full_moves(truth);
    }
}

/// The last place where everybody saw him; slot 0 is a start that the rules make known.
pub(crate) fn seen(view: &DetectiveView) -> Option<Seen> {
    let start = view.log().mr_x_start().map(|station| Sighting { slot: 0, station });
    let Sighting { slot, station } = view.log().last_seen().or(start)?;
    Some(Seen { slot, station: station.number() })
}

pub(crate) fn tickets(view: &DetectiveView) -> TicketsNow {
    let table = view.public();
    let ids = view.rules().detective_ids();
    TicketsNow {
        mr_x: table.mr_x_tickets().into(),
        detectives: ids.map(|id| table.detective_tickets(id).into()).collect(),
    }
}

fn log(view: &DetectiveView) -> Vec<LogEntry> {
    let mut entries: Vec<LogEntry> = Vec::new();
    for slot in view.log().slots() {
        if slot.second
            && let Some(first) = entries.last_mut()
        {
            first.double = true;
        }
        entries.push(LogEntry {
            slot: slot.slot,
            ticket: slot.step.ticket.letter(),
            station: slot.step.seen.map(Station::number),
            double: slot.second,
        });
    }
    entries
}

pub(crate) fn legal_detective(mv: DetectiveMove, order: Order) -> LegalMove {
    let step = match mv {
        DetectiveMove::Ride { step, .. } => Some(step),
        DetectiveMove::Pass { .. } => None,
    };
    LegalMove {
        text: DetectiveText::new(mv, order).to_string(),
        to: step.map(|step| step.to.number()),
        ticket: step.map(|step| step.ticket.name()),
        by: Some(mv.by().number()),
        via: None,
        tickets: None,
    }
}

fn legal_mr_x(mv: MrXMove) -> LegalMove {
    let text = mv.to_string();
    match mv {
        MrXMove::Single(step) => LegalMove {
            text,
            to: Some(step.to.number()),
            ticket: Some(step.ticket.name()),
            by: None,
            via: None,
            tickets: None,
        },
        MrXMove::Double(first, second) => LegalMove {
            text,
            to: Some(second.to.number()),
            ticket: None,
            by: None,
            via: Some(first.to.number()),
            tickets: Some([first.ticket.name(), second.ticket.name()]),
        },
    }
}

fn public_moves(view: &DetectiveView) -> Vec<PlayedMove> {
    let order = view.rules().order();
    let plies = view.log().plies().iter().enumerate();
    plies.map(|(ply, what)| played(ply, *what, order)).collect()
}

fn played(ply: usize, what: PublicPly, order: Order) -> PlayedMove {
    match what {
        PublicPly::MrX(mv) => PlayedMove { ply, by: "mr_x".to_owned(), text: mv.to_string() },
        PublicPly::Detective(mv) => PlayedMove {
            ply,
            by: detective_name(mv.by()),
            text: DetectiveText::new(mv, order).to_string(),
        },
    }
}

/// The moves with every station, as only Mr X knows them.
fn full_moves(view: &MrXView) -> Vec<PlayedMove> {
    let seen = view.detective_view();
    let mut moves = public_moves(seen);
    let mut stations = view.path().iter().skip(1);
    for (shown, ply) in moves.iter_mut().zip(seen.log().plies()) {
        if let PublicPly::MrX(mv) = ply {
            let mut known = *mv;
            match &mut known {
                PublicMrXMove::Single(step) => step.seen = stations.next().copied(),
                PublicMrXMove::Double(first, second) => {
                    first.seen = stations.next().copied();
                    second.seen = stations.next().copied();
                }
            }
            shown.text = known.to_string();
        }
    }
    moves
}

pub(crate) fn reason(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Captured => "captured",
        Outcome::Cornered => "cornered",
        Outcome::Escaped => "escaped",
        Outcome::Stranded => "stranded",
    }
}

pub(crate) fn winner(outcome: Outcome) -> &'static str {
    match outcome.winner() {
        Side::Detectives => "detectives",
        Side::MrX => "mr_x",
    }
}

pub(crate) fn outcome_now(outcome: Outcome, view: &DetectiveView) -> OutcomeNow {
    let last = view.log().plies().last();
    let text = match (outcome, last) {
        (Outcome::Captured, Some(PublicPly::Detective(DetectiveMove::Ride { by, step }))) => {
            format!("Detective {by} caught Mr X on station {}.", step.to)
        }
        (Outcome::Captured, _) => "Mr X ran into a detective.".to_owned(),
        (Outcome::Cornered, _) => "Mr X cannot move any more, so the detectives win.".to_owned(),
        (Outcome::Escaped, _) => "The travel log is full and Mr X is still free.".to_owned(),
        (Outcome::Stranded, _) => "No detective can move any more, so Mr X escapes.".to_owned(),
    };
    OutcomeNow { winner: winner(outcome), reason: reason(outcome), text }
}

/// The name of a ticket by its letter, for tables of the assistant.
pub(crate) fn letters(tickets: impl Iterator<Item = Ticket>) -> Vec<String> {
    tickets.map(|ticket| ticket.letter().to_string()).collect()
}

/// A record as text.
pub(crate) fn record_text(record: &Record) -> String {
    record.to_string()
}

/// A record as text, with comments after its first line.
pub(crate) fn commented(record: &Record, comments: &[String]) -> String {
    let text = record_text(record);
    let (head, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let comments: String = comments.iter().map(|line| format!("# {line}\n")).collect();
    format!("{head}\n{comments}{rest}")
}
