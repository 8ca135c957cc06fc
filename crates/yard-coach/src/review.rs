//! What the moves of a finished game were worth, by the search of the strongest agent.
//!
//! Each move is judged by what its mover could know: Mr X by his own view, the detectives by theirs. The
//! search is `pimbot` on every board, since it counts wins for every move that it has looked at; hints come from the
//! same one ([`evaluate`](crate::evaluate_mr_x)).

use std::sync::Arc;

use serde::Serialize;
use yard_core::{DetectiveText, Game, Move, Order, Record, RecordError, Rules};

use crate::CoachError;
use crate::evaluate::{Effort, Evaluation, evaluate_detectives, evaluate_mr_x};

/// A move that gives away so much of the chance to win is marked. The two numbers are our choice, in the manner of
/// chess sites; they are not fitted to anything (docs/reference/browser.md).
const INACCURACY: f64 = 0.10;
const BLUNDER: f64 = 0.20;

/// A move that gave much away.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// A tenth of the chance to win, or more.
    Inaccuracy,
    /// A fifth, or more.
    Blunder,
}

impl Mark {
    fn of(loss: f64) -> Option<Mark> {
        match loss {
            loss if loss >= BLUNDER => Some(Mark::Blunder),
            loss if loss >= INACCURACY => Some(Mark::Inaccuracy),
            _ => None,
        }
    }
}

/// One move and what it was worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Judged {
    /// Which ply, from 0 on.
    pub ply: usize,
    /// `mr_x` or `detective-2`.
    pub by: String,
    /// The move as it is written.
    #[serde(rename = "move")]
    pub text: String,
    /// The detectives' chance to win after it, as the mover could know; null where there was no choice or the
    /// move was hardly tried.
    pub chance: Option<f64>,
    /// What the search would have played.
    pub best: Option<String>,
    /// How much less of a chance the mover has than after the best move.
    pub loss: Option<f64>,
    /// Whether it gave much away.
    pub mark: Option<Mark>,
}

/// The game before each move of a record, with the move.
///
/// # Errors
/// When the record does not replay, or hides Mr X.
pub fn plies(record: &Record, rules: &Arc<Rules>) -> Result<Vec<(Game, Move)>, RecordError> {
    let mut plies = Vec::new();
    walk(record, rules, |before, mv| plies.push((before.clone(), mv)))?;
    Ok(plies)
}

/// How many moves of a record can be judged.
///
/// # Errors
/// As [`plies`].
pub fn count_plies(record: &Record, rules: &Arc<Rules>) -> Result<usize, RecordError> {
    let mut count = 0;
    walk(record, rules, |_, _| count += 1)?;
    Ok(count)
}

/// One of [`plies`], without the others: a long game has hundreds of them, and each knows all before it.
///
/// # Errors
/// As [`plies`].
pub fn one_ply(
    record: &Record,
    rules: &Arc<Rules>,
    ply: usize,
) -> Result<Option<(Game, Move)>, RecordError> {
    let (mut found, mut at) = (None, 0);
    walk(record, rules, |before, mv| {
        if at == ply {
            found = Some((before.clone(), mv));
        }
        at += 1;
    })?;
    Ok(found)
}

/// Shows the game before each move of a record, and the move.
pub(crate) fn walk(
    record: &Record,
    rules: &Arc<Rules>,
    mut each: impl FnMut(&Game, Move),
) -> Result<(), RecordError> {
    let mut moves = Vec::new();
    record.replay_each(Arc::clone(rules), |_, mv| moves.push(mv))?;
    if moves.is_empty() {
        return Ok(());
    }
    let mut before = record.beginning().replay(Arc::clone(rules))?;
    for mv in moves {
        each(&before, mv);
        // The record has replayed, so no move is refused.
        let _ = before.play(mv);
    }
    Ok(())
}

/// Judges one move by what its mover could know. Takes some tenths of a second.
///
/// # Errors
/// When the agent that judges cannot play these rules, or has no move.
pub fn judge(ply: usize, before: &Game, mv: Move) -> Result<Judged, CoachError> {
    let order = before.rules().order();
    let text = |mv: Move| match mv {
        Move::MrX(mv) => mv.to_string(),
        Move::Detective(mv) => DetectiveText::new(mv, order).to_string(),
    };
    let by = match mv {
        Move::MrX(_) => "mr_x".to_owned(),
        Move::Detective(mv) => format!("detective-{}", mv.by()),
    };
    let evaluation = evaluate(before, mv)?;
    let chance = evaluation.as_ref().and_then(|found| found.value(mv)).map(|value| match mv {
        Move::MrX(_) => 1.0 - value,
        Move::Detective(_) => value,
    });
    let loss = evaluation.as_ref().and_then(|found| found.loss(mv));
    let rounded = |number: f64| (number.clamp(0.0, 1.0) * 1e3).round() / 1e3;
    Ok(Judged {
        ply,
        by,
        text: text(mv),
        chance: chance.map(rounded),
        best: evaluation.map(|found| text(found.chosen)),
        loss: loss.map(rounded),
        mark: loss.and_then(Mark::of),
    })
}

/// What the engine thinks, as the mover could know it.
///
/// In any order the search picks a detective itself; a move of another one is then not compared.
fn evaluate(before: &Game, mv: Move) -> Result<Option<Evaluation>, CoachError> {
    match mv {
        Move::MrX(_) => evaluate_mr_x(before.mr_x_view(), Effort::USUAL).map(Some),
        Move::Detective(played) => {
            let found = evaluate_detectives(before.detective_view(), Effort::USUAL)?;
            let same = before.rules().order() == Order::Fixed
                || matches!(found.chosen, Move::Detective(mv) if mv.by() == played.by());
            Ok(same.then_some(found))
        }
    }
}

#[cfg(test)]
mod tests {
    use yard_core::presets;

    use super::*;

    fn judged(text: &str) -> Vec<Judged> {
        let record: Record = text.parse().unwrap();
        let rules = Arc::new(presets::rules(&record.rules).unwrap());
        let plies = plies(&record, &rules).unwrap().into_iter().enumerate();
        plies.map(|(ply, (before, mv))| judge(ply, &before, mv).unwrap()).collect()
    }

    /// One round on a grid where Mr X is seen: detective 1 stands beside him, and it is the last chance.
    const LAST_CHANCE: &str = "yard-record 1\nrules grid:5,2,1,1\nstart 13 7 25\n1 T12 | ";

    #[test]
    fn a_missed_capture_is_a_blunder() {
        let missed = judged(&format!("{LAST_CHANCE}T6 T24\nresult mr-x"));
        let one = &missed[1];
        assert_eq!((one.by.as_str(), one.best.as_deref()), ("detective-1", Some("T12")));
        assert_eq!((one.mark, one.chance), (Some(Mark::Blunder), Some(0.0)), "{one:?}");
        assert!(one.loss.is_some_and(|loss| loss > 0.9), "{one:?}");
    }

    #[test]
    fn a_capture_is_none_and_walking_into_it_is() {
        let caught = judged(&format!("{LAST_CHANCE}T12\nresult detectives"));
        assert_eq!((caught[1].mark, caught[1].loss), (None, Some(0.0)));
        let walked = &caught[0];
        assert_eq!((walked.by.as_str(), walked.mark), ("mr_x", Some(Mark::Blunder)), "{walked:?}");
    }
}
