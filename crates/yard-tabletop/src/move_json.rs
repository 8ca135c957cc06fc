//! Moves, turns and outcomes as JSON. What is public is made from a [`DetectiveView`]; only `full_moves` and
//! `legal_mr_x` need Mr X's own.

use serde::Serialize;
use yard_core::{
    DetectiveId, DetectiveMove, DetectiveText, DetectiveView, MrXMove, MrXView, Order, Outcome,
    PublicMrXMove, PublicPly, Side, Station, Turn,
};

/// A line of the travel log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LogEntry {
    slot: u8,
    ticket: char,
    station: Option<u8>,
    double: bool,
}

/// A legal move of the seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LegalMove {
    #[serde(rename = "move")]
    text: String,
    to: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ticket: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    via: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tickets: Option<[&'static str; 2]>,
}

/// A move that was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlayedMove {
    ply: usize,
    by: String,
    #[serde(rename = "move")]
    text: String,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OutcomeJson {
    winner: &'static str,
    reason: &'static str,
    /// Who caught him.
    by: Option<u8>,
    /// Where.
    station: Option<u8>,
    text: String,
}

/// The name of a detective's seat.
fn detective_name(id: DetectiveId) -> String {
    format!("detective-{id}")
}

/// Whose turn it is.
pub fn turn_name(turn: Turn) -> String {
    match turn {
        Turn::MrX => side_name(Side::MrX).to_owned(),
        Turn::Detective(id) => detective_name(id),
        Turn::Team => side_name(Side::Detectives).to_owned(),
        Turn::Over(_) => "over".to_owned(),
    }
}

/// A side as the API writes it.
pub(crate) fn side_name(side: Side) -> &'static str {
    match side {
        Side::Detectives => "detectives",
        Side::MrX => "mr_x",
    }
}

/// The order of the detectives as the API writes it.
pub(crate) fn order_name(order: Order) -> &'static str {
    match order {
        Order::Fixed => "fixed",
        Order::Any => "any",
    }
}

/// Those detectives who may move now.
pub(crate) fn may_move(view: &DetectiveView) -> Vec<DetectiveId> {
    let mut ids: Vec<DetectiveId> = view.legal_moves().map(DetectiveMove::by).collect();
    ids.dedup();
    ids
}

/// The travel log as everybody sees it.
pub(crate) fn travel_log(view: &DetectiveView) -> Vec<LogEntry> {
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

/// The legal moves of some of the detectives.
pub(crate) fn legal_detectives(
    view: &DetectiveView,
    own: impl Fn(DetectiveId) -> bool,
) -> Vec<LegalMove> {
    let order = view.rules().order();
    let moves = view.legal_moves().filter(|mv| own(mv.by()));
    moves.map(|mv| legal_detective(mv, order)).collect()
}

fn legal_detective(mv: DetectiveMove, order: Order) -> LegalMove {
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

/// A legal move of Mr X.
pub(crate) fn legal_mr_x(mv: MrXMove) -> LegalMove {
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

/// The moves as everybody saw them.
pub(crate) fn public_moves(view: &DetectiveView) -> Vec<PlayedMove> {
    let order = view.rules().order();
    let plies = view.log().plies().iter().enumerate();
    plies.map(|(ply, what)| played(ply, *what, order)).collect()
}

fn played(ply: usize, what: PublicPly, order: Order) -> PlayedMove {
    match what {
        PublicPly::MrX(mv) => {
            PlayedMove { ply, by: side_name(Side::MrX).to_owned(), text: mv.to_string() }
        }
        PublicPly::Detective(mv) => PlayedMove {
            ply,
            by: detective_name(mv.by()),
            text: DetectiveText::new(mv, order).to_string(),
        },
    }
}

/// The moves with every station, as only Mr X knows them.
pub(crate) fn full_moves(view: &MrXView) -> Vec<PlayedMove> {
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

/// How the game ended, in a sentence made from public facts; `None` while it goes on.
pub(crate) fn outcome_json(view: &DetectiveView) -> Option<OutcomeJson> {
    let outcome = view.public().outcome()?;
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
    let caught = match (outcome, last) {
        (Outcome::Captured, Some(PublicPly::Detective(DetectiveMove::Ride { by, step }))) => {
            Some((by.number(), step.to.number()))
        }
        _ => None,
    };
    Some(OutcomeJson {
        winner: side_name(outcome.winner()),
        reason: reason(outcome),
        by: caught.map(|(by, _)| by),
        station: caught.map(|(_, station)| station),
        text,
    })
}

fn reason(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Captured => "captured",
        Outcome::Cornered => "cornered",
        Outcome::Escaped => "escaped",
        Outcome::Stranded => "stranded",
    }
}
