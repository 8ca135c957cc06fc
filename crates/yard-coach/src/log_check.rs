//! Logs of a real table that do not fit: what is wrong, in words, and which single entry was probably written wrongly.
//!
//! Every entry up to the first one that does not fit is changed in turn, and those changes are offered with which the
//! whole log fits. The likeliest come first: near the place of trouble, and alike in writing.

use std::sync::Arc;

use serde::Serialize;
use yard_core::{
    DetectiveMove, DetectiveText, PlayError, PublicMrXMove, PublicStep, Record, RecordError,
    RecordResult, Rules, Station, Ticket,
};

use crate::message::{Message, Say};

/// Whether a log fits, and what could be meant if not.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LogCheck {
    /// Whether it fits.
    pub ok: bool,
    /// What does not.
    pub problem: Option<Message>,
    /// Single entries that, put right, make all of it fit; the likeliest first.
    pub corrections: Vec<Correction>,
}

/// One entry put right.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Correction {
    /// The turn; 0 is the start, or what was before turn 1.
    pub turn: usize,
    /// The detective; null for Mr X.
    pub by: Option<u8>,
    /// What the log says.
    pub was: String,
    /// What it could say.
    pub instead: String,
    /// The whole log with that change.
    pub record: String,
    /// In words.
    pub message: Message,
}

/// So many corrections are offered.
const MOST: usize = 5;
/// So many for the same entry.
const MOST_OF_ONE: usize = 2;

/// Looks whether a log fits the rules, as the detectives' side of it.
pub fn check_log(record: &Record, rules: &Arc<Rules>) -> LogCheck {
    let Err(error) = record.replay_view(Arc::clone(rules)) else {
        return LogCheck { ok: true, problem: None, corrections: Vec::new() };
    };
    let trouble = trouble(record, rules, &error);
    let corrections = corrections(record, rules, trouble.turn);
    LogCheck { ok: false, problem: Some(trouble.say.into()), corrections }
}

/// A text that is no log at all.
pub fn unreadable_log(line: usize) -> LogCheck {
    let problem = Some(Say::LogUnreadable { line }.into());
    LogCheck { ok: false, problem, corrections: Vec::new() }
}

struct Trouble {
    turn: usize,
    say: Say,
}

fn trouble(record: &Record, rules: &Rules, error: &RecordError) -> Trouble {
    match error {
        RecordError::Start(_) => Trouble { turn: 0, say: Say::LogStart {} },
        RecordError::Move { turn, who, mv, cause } => {
            let detective = who.strip_prefix("detective ").and_then(|number| number.parse().ok());
            let say = match detective {
                Some(detective) => of_detective(*turn, detective, mv, *cause),
                None => of_mr_x(record, rules, *turn, *cause),
            };
            Trouble { turn: *turn, say }
        }
        RecordError::Text { turn, .. } => {
            Trouble { turn: *turn, say: Say::LogOther { turn: *turn } }
        }
        RecordError::Hidden | RecordError::Result { .. } => {
            let turn = record.turns.len();
            Trouble { turn, say: Say::LogOther { turn } }
        }
    }
}

fn of_detective(turn: usize, detective: u8, mv: &str, cause: PlayError) -> Say {
    match cause {
        PlayError::NoTicket { ticket } => {
            Say::LogNoTicket { turn, ticket: ticket.name(), by: Some(detective) }
        }
        PlayError::OutOfTurn { .. } => Say::LogWrongTurn { turn },
        PlayError::NoCandidate => Say::LogNoPlaceLeft { turn },
        PlayError::MovedAlready { .. }
        | PlayError::MustMove { .. }
        | PlayError::NoDouble
        | PlayError::NoSlot
        | PlayError::NoLine { .. }
        | PlayError::Occupied { .. }
        | PlayError::MustSurface { .. }
        | PlayError::MustHide { .. } => {
            Say::LogImpossibleRide { turn, detective, mv: mv.to_owned() }
        }
    }
}

fn of_mr_x(record: &Record, rules: &Rules, turn: usize, cause: PlayError) -> Say {
    let Some(steps) = record.turns.get(turn.wrapping_sub(1)).map(|turn| turn.mr_x.steps()) else {
        return Say::LogOther { turn };
    };
    let steps: Vec<PublicStep> = steps.collect();
    let first = slot_before(record, turn).saturating_add(1);
    let seen = (first..)
        .zip(&steps)
        .find_map(|(slot, step)| Some((slot, step.seen.filter(|_| rules.surfaces_after(slot))?)));
    match (cause, seen) {
        (PlayError::NoTicket { ticket }, _) => {
            Say::LogNoTicket { turn, ticket: ticket.name(), by: None }
        }
        (PlayError::MustSurface { slot }, _) => Say::LogMustSurface { turn, slot },
        (PlayError::OutOfTurn { .. }, _) => Say::LogWrongTurn { turn },
        (
            PlayError::NoCandidate | PlayError::NoLine { .. } | PlayError::Occupied { .. },
            Some((slot, at)),
        ) => Say::LogImpossiblePlace { turn, slot, station: at.number() },
        (PlayError::NoCandidate, None) => {
            let ticket = steps.last().map_or(Ticket::Taxi, |step| step.ticket).name();
            Say::LogImpossibleTicket { turn, slot: first, ticket }
        }
        (
            PlayError::MovedAlready { .. }
            | PlayError::MustMove { .. }
            | PlayError::NoDouble
            | PlayError::NoSlot
            | PlayError::NoLine { .. }
            | PlayError::Occupied { .. }
            | PlayError::MustHide { .. },
            _,
        ) => Say::LogOther { turn },
    }
}

/// Log slots that were used before a turn.
fn slot_before(record: &Record, turn: usize) -> u8 {
    let before = record.setup.as_ref().map_or(0, |setup| setup.slot);
    let steps =
        record.turns.iter().take(turn.saturating_sub(1)).map(|turn| turn.mr_x.steps().count());
    u8::try_from(before as usize + steps.sum::<usize>()).unwrap_or(u8::MAX)
}

/// A change of one entry, with how unlikely it is that it was meant.
struct Draft {
    price: usize,
    turn: usize,
    by: Option<u8>,
    was: String,
    instead: String,
    record: Record,
    say: Say,
}

fn corrections(record: &Record, rules: &Arc<Rules>, trouble: usize) -> Vec<Correction> {
    // What comes later cannot be the cause, and must not hide it.
    let mut open = record.clone();
    if record.result != RecordResult::Open {
        open.result = RecordResult::Open;
        open.cornered = false;
    }
    let mut drafts = tickets(&open, rules, trouble);
    drafts.extend(places(&open, rules, trouble));
    drafts.extend(rides(&open, rules, trouble));
    drafts.extend(starts(&open, rules));
    for draft in &mut drafts {
        draft.price += 10 * (trouble - draft.turn.min(trouble));
    }
    drafts.sort_by_key(|draft| draft.price);
    let mut found: Vec<Correction> = Vec::new();
    for draft in drafts {
        let known =
            |one: &Correction| (one.turn, one.by) == (draft.turn, draft.by) && one.was == draft.was;
        if found.len() == MOST {
            break;
        }
        if found.iter().filter(|one| known(one)).count() >= MOST_OF_ONE
            || draft.record.replay_view(Arc::clone(rules)).is_err()
        {
            continue;
        }
        let mut whole = draft.record;
        (whole.result, whole.cornered) = (record.result, record.cornered);
        let (turn, by, was, instead) = (draft.turn, draft.by, draft.was, draft.instead);
        found.push(Correction {
            turn,
            by,
            was,
            instead,
            record: whole.to_string(),
            message: draft.say.into(),
        });
    }
    found
}

/// A move of Mr X with one step changed.
fn with_step(mv: PublicMrXMove, at: usize, step: PublicStep) -> PublicMrXMove {
    match mv {
        PublicMrXMove::Single(_) => PublicMrXMove::Single(step),
        PublicMrXMove::Double(_, second) if at == 0 => PublicMrXMove::Double(step, second),
        PublicMrXMove::Double(first, _) => PublicMrXMove::Double(first, step),
    }
}

/// The steps of Mr X up to a turn: turn, place in the move, slot, step.
fn steps(record: &Record, trouble: usize) -> Vec<(usize, usize, u8, PublicStep)> {
    let turns = record.turns.iter().enumerate().take(trouble);
    let all = turns.flat_map(|(at, turn)| {
        let slot = slot_before(record, at + 1);
        let steps = (0_u8..).zip(turn.mr_x.steps());
        steps.map(move |(place, step)| (at + 1, usize::from(place), slot + place + 1, step))
    });
    all.collect()
}

fn tickets(record: &Record, rules: &Rules, trouble: usize) -> Vec<Draft> {
    let mut drafts = Vec::new();
    for (turn, place, slot, step) in steps(record, trouble) {
        for ticket in Ticket::ALL.into_iter().filter(|ticket| *ticket != step.ticket) {
            if rules
                .board()
                .stations()
                .iter()
                .all(|from| rules.board().reach(from, ticket).is_empty())
            {
                continue;
            }
            let mut changed = record.clone();
            let mv = &mut changed.turns[turn - 1].mr_x;
            *mv = with_step(*mv, place, PublicStep { ticket, ..step });
            let (was, instead) = (step.ticket.name(), ticket.name());
            // A black ticket fits nearly always, and is rarely mistaken for another.
            let price = if ticket == Ticket::Black { 4 } else { 0 };
            let say = Say::CorrectTicket { turn, slot, was, instead };
            let (was, instead) = (was.to_owned(), instead.to_owned());
            drafts.push(Draft { price, turn, by: None, was, instead, record: changed, say });
        }
    }
    drafts
}

fn places(record: &Record, rules: &Rules, trouble: usize) -> Vec<Draft> {
    let mut drafts = Vec::new();
    for (turn, place, slot, step) in steps(record, trouble) {
        let Some(seen) = step.seen.filter(|_| rules.surfaces_after(slot)) else { continue };
        for other in rules.board().stations().iter().filter(|other| *other != seen) {
            let mut changed = record.clone();
            let mv = &mut changed.turns[turn - 1].mr_x;
            *mv = with_step(*mv, place, PublicStep { seen: Some(other), ..step });
            let (was, instead) = (seen.number(), other.number());
            let say = Say::CorrectPlace { turn, slot, was, instead };
            let price = 1 + unlike(was, instead);
            let (was, instead) = (was.to_string(), instead.to_string());
            drafts.push(Draft { price, turn, by: None, was, instead, record: changed, say });
        }
    }
    drafts
}

fn rides(record: &Record, rules: &Arc<Rules>, trouble: usize) -> Vec<Draft> {
    let mut drafts = Vec::new();
    for turn in 1..=trouble.min(record.turns.len()) {
        for place in 0..record.turns[turn - 1].detectives.len() {
            // The table as it was before this ride.
            let mut before = record.clone();
            before.turns.truncate(turn);
            before.turns[turn - 1].detectives.truncate(place);
            let Ok(view) = before.replay_view(Arc::clone(rules)) else { return drafts };
            let was = record.turns[turn - 1].detectives[place];
            for mv in view.legal_moves() {
                let instead = DetectiveText::new(mv, rules.order());
                if instead == was {
                    continue;
                }
                let mut changed = record.clone();
                changed.turns[turn - 1].detectives[place] = instead;
                let (was, instead, detective) =
                    (was.to_string(), instead.to_string(), mv.by().number());
                let price = 1 + unlike_ride(&was, mv);
                let say = Say::CorrectRide {
                    turn,
                    detective,
                    was: was.clone(),
                    instead: instead.clone(),
                };
                drafts.push(Draft {
                    price,
                    turn,
                    by: Some(detective),
                    was,
                    instead,
                    record: changed,
                    say,
                });
            }
        }
    }
    drafts
}

fn starts(record: &Record, rules: &Rules) -> Vec<Draft> {
    let mut drafts = Vec::new();
    if record.setup.is_some() {
        return drafts;
    }
    for (place, start) in record.detectives.iter().enumerate() {
        for other in
            rules.board().stations().iter().filter(|other| !record.detectives.contains(other))
        {
            let price = 3 + unlike(start.number(), other.number());
            let mut changed = record.clone();
            changed.detectives[place] = other;
            let (was, instead, detective) = (start.number(), other.number(), place as u8 + 1);
            let say = Say::CorrectStart { detective, was, instead };
            let (was, instead) = (was.to_string(), instead.to_string());
            drafts.push(Draft {
                price,
                turn: 0,
                by: Some(detective),
                was,
                instead,
                record: changed,
                say,
            });
        }
    }
    drafts
}

/// How unlike two numbers are in writing: digits swapped are the likeliest slip of the pen, then one digit changed.
fn unlike(a: u8, b: u8) -> usize {
    let (a, b) = (a.to_string(), b.to_string());
    let (mut a, mut b): (Vec<u8>, Vec<u8>) = (a.into_bytes(), b.into_bytes());
    let differ = a.iter().zip(&b).filter(|(a, b)| a != b).count();
    let is_near = a.len() == b.len() && differ <= 1;
    a.sort_unstable();
    b.sort_unstable();
    match is_near {
        _ if a == b => 0,
        true => 1,
        false => 7,
    }
}

fn unlike_ride(was: &str, mv: DetectiveMove) -> usize {
    let DetectiveMove::Ride { step, .. } = mv else { return 8 };
    let text: &str = was.rsplit(':').next().unwrap_or(was);
    let number = text.trim_start_matches(|c: char| c.is_ascii_alphabetic()).parse().ok();
    match number.and_then(Station::new) {
        Some(to) if to == step.to => 0,
        Some(to) => unlike(to.number(), step.to.number()),
        None => 8,
    }
}

#[cfg(test)]
mod tests {
    use yard_core::presets;

    use super::*;

    fn check(text: &str) -> LogCheck {
        let record: Record = text.parse().unwrap();
        let rules = Arc::new(presets::rules(&record.rules).unwrap());
        check_log(&record, &rules)
    }

    const GOOD: &str = "yard-record 1\nrules classic\nstart ? 26 29 50 53 91\n\
                        1 T? | T15 T16 T37 T69 T105\n2 2K?T82 | T5 T15 T23 T52 B72\n";

    #[test]
    fn a_log_that_fits_has_no_problem() {
        assert!(check(GOOD).ok);
    }

    /// One entry is changed; the change back is among what is offered, and every offer fits.
    #[test]
    fn a_slip_of_the_pen_is_found() {
        for (wrong, code, back) in [
            (GOOD.replace("2K?T82", "2K?T28"), "log_impossible_place", Some("82")),
            (GOOD.replace("T37", "T73"), "log_impossible_ride", Some("T37")),
            (GOOD.replace("T105", "B105"), "log_impossible_ride", Some("T105")),
            (GOOD.replace("start ? 26", "start ? 62"), "log_impossible_ride", None),
        ] {
            let found = check(&wrong);
            assert_eq!(found.problem.as_ref().map(|one| one.say.code()), Some(code), "{wrong}");
            assert!(!found.corrections.is_empty(), "{wrong}");
            if let Some(back) = back {
                let offered = found.corrections.iter().position(|one| one.instead == back);
                assert!(offered.is_some(), "{wrong}: {:?}", found.corrections);
            }
            for one in &found.corrections {
                assert!(check(&one.record).ok, "{}", one.record);
            }
        }
    }

    #[test]
    fn a_missing_surfacing_is_told() {
        let found = check(&GOOD.replace("2K?T82", "2K?T?"));
        assert_eq!(found.problem.unwrap().say, Say::LogMustSurface { turn: 2, slot: 3 });
    }
}
