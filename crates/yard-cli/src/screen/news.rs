//! What has happened, in sentences.

use yard_core::{
    DetectiveId, DetectiveMove, DetectiveView, MrXView, Outcome, PublicMrXMove, PublicPly,
    PublicStep, Station, Ticket, Turn,
};

use super::{Ink, place};

/// The plies from `from` on as everybody saw them, a line each.
pub(crate) fn detectives_news(view: &DetectiveView, from: usize, ink: Ink) -> Vec<String> {
    news(view, &[], from, ink)
}

/// The plies from `from` on with Mr X's hidden stations, a line each.
pub(crate) fn mr_x_news(view: &MrXView, from: usize, ink: Ink) -> Vec<String> {
    news(view.detective_view(), view.path(), from, ink)
}

/// `path` is Mr X's start and his station after each slot, or empty where that is hidden.
fn news(view: &DetectiveView, path: &[Station], from: usize, ink: Ink) -> Vec<String> {
    let board = view.rules().board();
    let grid = board.grid_size().is_some();
    let mut seats = view.log().start().to_vec();
    let mut slot = 0;
    let mut lines = Vec::new();
    for (index, ply) in view.log().plies().iter().enumerate() {
        let line = match *ply {
            PublicPly::MrX(mv) => {
                let first = slot;
                slot += mv.steps().count();
                mr_x_line(view, mv, path.get(first..=slot).unwrap_or(&[]), ink)
            }
            PublicPly::Detective(DetectiveMove::Pass { by }) => {
                format!("Detective {by} cannot move and passes.")
            }
            PublicPly::Detective(DetectiveMove::Ride { by, step }) => {
                let (from, to) = (seat(&mut seats, by, step.to), place(board, step.to));
                let from = from.map_or_else(String::new, |from| place(board, from));
                if grid && step.ticket == Ticket::Taxi {
                    format!("Detective {by} went from {from} to {to}.")
                } else {
                    let how = took(step.ticket);
                    format!("Detective {by} {how} from {from} to {to}.")
                }
            }
        };
        if index >= from {
            lines.push(line);
        }
    }
    lines
}

/// Moves a detective and tells where he was.
fn seat(seats: &mut [Station], by: DetectiveId, to: Station) -> Option<Station> {
    let seat = seats.get_mut(by.index())?;
    Some(std::mem::replace(seat, to))
}

/// `path` is where he came from and where each step led, if that may be told.
fn mr_x_line(view: &DetectiveView, mv: PublicMrXMove, path: &[Station], ink: Ink) -> String {
    let board = view.rules().board();
    let grid = board.grid_size().is_some();
    let seen = |step: PublicStep| step.seen.map(|station| place(board, station));
    let known = |at: usize| path.get(at).map(|station| place(board, *station));
    match mv {
        PublicMrXMove::Single(step) => {
            let how = if grid && step.ticket == Ticket::Taxi {
                "moved".to_owned()
            } else {
                took(step.ticket)
            };
            match (seen(step), known(1)) {
                (Some(at), _) => {
                    format!("Mr X {how} and {}.", ink.red(format!("surfaced on {at}")))
                }
                (None, Some(to)) if step.ticket == Ticket::Black => {
                    format!("Mr X went to {to} on a black ticket.")
                }
                (None, Some(to)) => format!("Mr X {how} to {to}."),
                (None, None) => format!("Mr X {how}."),
            }
        }
        PublicMrXMove::Double(first, second) => {
            let step = |step: PublicStep, at: usize| {
                let what = what(step.ticket);
                match (seen(step), known(at)) {
                    (Some(at), _) => format!("{what}, {}", ink.red(format!("surfacing on {at}"))),
                    (None, Some(to)) => format!("{what} to {to}"),
                    (None, None) => what.to_owned(),
                }
            };
            let (first, second) = (step(first, 1), step(second, 2));
            format!("Mr X made a double move: {first}, then {second}.")
        }
    }
}

fn took(ticket: Ticket) -> String {
    let verb = if ticket == Ticket::Black { "used" } else { "took" };
    format!("{verb} {}", what(ticket))
}

fn what(ticket: Ticket) -> &'static str {
    match ticket {
        Ticket::Taxi => "a taxi",
        Ticket::Bus => "a bus",
        Ticket::Underground => "the underground",
        Ticket::Black => "a black ticket",
    }
}

/// How the game ended, in a sentence; `None` while it goes on.
///
/// `mr_x` is his station, if the reader may know it.
pub(crate) fn ending(view: &DetectiveView, mr_x: Option<Station>) -> Option<String> {
    let Turn::Over(outcome) = view.turn() else {
        return None;
    };
    let board = view.rules().board();
    let known = mr_x.or(view.candidates().only());
    let at = known.map_or_else(String::new, |station| format!(" on {}", place(board, station)));
    let slots = view.public().slots_used();
    Some(match outcome {
        Outcome::Captured => match view.log().plies().last() {
            Some(PublicPly::Detective(mv)) => {
                format!("Detective {} caught Mr X{at} in slot {slots}.", mv.by())
            }
            Some(PublicPly::MrX(_)) | None => {
                format!("Mr X stepped onto a detective{at} in slot {slots}.")
            }
        },
        Outcome::Cornered => format!("Mr X is cornered{at}: he has no legal move left."),
        Outcome::Escaped => {
            format!("Mr X has escaped: slot {slots} was his last, and nobody caught him.")
        }
        Outcome::Stranded => {
            format!("The detectives are stranded in slot {slots}: none of them can move any more.")
        }
    })
}
