//! What a finished game is remembered for: the result, how the chances went, where it turned, how close it was.
//!
//! Facts tell where Mr X was. So they can be made of a game that is over and of nothing else ([`Story::of`]).

use std::sync::Arc;

use serde::Serialize;
use yard_core::{
    DetectiveMove, Game, Move, Outcome, Record, RecordError, Rules, Side, Station, Turn,
};

use crate::message::{Message, Say};
use crate::review::{Judged, Mark, walk};

/// The chance of a side to win after a round.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ChanceAt {
    /// The log slot.
    pub round: u8,
    /// The move after which it holds.
    pub ply: usize,
    /// The side's own chance, as it could know it.
    pub chance: f64,
}

/// Both sides' chances over the rounds.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Chances {
    /// Mr X's.
    pub mr_x: Vec<ChanceAt>,
    /// The detectives'.
    pub detectives: Vec<ChanceAt>,
}

/// Where the winner's chance rose most for good.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TurningPoint {
    /// The log slot.
    pub round: u8,
    /// The move after which it had risen.
    pub ply: usize,
    /// Who erred in that round, if somebody did: `mr_x` or `detective-2`.
    pub by: Option<String>,
    /// The winner's chance before.
    pub before: f64,
    /// The winner's chance after.
    pub after: f64,
    /// In words.
    pub message: Message,
}

/// The moment at which Mr X was nearest to being caught, and was not.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ClosestEscape {
    /// The log slot.
    pub round: u8,
    /// Where he was.
    pub station: u8,
    /// Detectives who stood one ride away.
    pub detectives: usize,
    /// Stations that were left to search.
    pub candidates: usize,
    /// In words.
    pub message: Message,
}

/// A detective ended his ride one ride from Mr X.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct NearMiss {
    /// The log slot.
    pub round: u8,
    /// The move.
    pub ply: usize,
    /// Who.
    pub detective: u8,
    /// Where he was.
    pub station: u8,
    /// Where Mr X was.
    pub mr_x: u8,
    /// How many rides were between them.
    pub rides: u8,
    /// In words.
    pub message: Message,
}

/// A move that gave much away.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Slip {
    /// The log slot.
    pub round: u8,
    /// The move.
    pub ply: usize,
    /// `mr_x` or `detective-2`.
    pub by: String,
    /// `mr_x` or `detectives`.
    pub side: &'static str,
    /// The move as it is written.
    #[serde(rename = "move")]
    pub text: String,
    /// How bad it was.
    pub mark: Mark,
    /// What was better.
    pub best: String,
    /// How much of the chance to win it gave away.
    pub loss: f64,
    /// In words.
    pub message: Message,
}

/// What a finished game is remembered for.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Facts {
    /// `mr_x` or `detectives`.
    pub winner: &'static str,
    /// The result in words.
    pub result: Message,
    /// Log slots that were used.
    pub rounds: u8,
    /// Each side's chance to win over the rounds.
    pub chances: Chances,
    /// Where it turned.
    pub turning_point: Option<TurningPoint>,
    /// The closest escape.
    pub closest_escape: Option<ClosestEscape>,
    /// Near misses, in their order.
    pub near_misses: Vec<NearMiss>,
    /// Moves that gave much away, the worst first.
    pub blunders: Vec<Slip>,
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::MrX => "mr_x",
        Side::Detectives => "detectives",
    }
}

/// A finished game, from which facts are made.
#[derive(Clone, PartialEq, Debug)]
pub struct Story {
    outcome: Outcome,
    result: Message,
    rounds: u8,
    /// The log slot of each move.
    round_of: Vec<u8>,
    near_misses: Vec<NearMiss>,
    closest_escape: Option<ClosestEscape>,
}

impl Story {
    /// Reads a record with every station; `None` while the game goes on, since the facts would tell where Mr X is.
    ///
    /// # Errors
    /// When the record does not replay, or hides Mr X.
    pub fn of(record: &Record, rules: &Arc<Rules>) -> Result<Option<Story>, RecordError> {
        let end = record.replay(Arc::clone(rules))?;
        let Turn::Over(outcome) = end.turn() else { return Ok(None) };
        let rounds = end.detective_view().public().slots_used();
        let (mut round_of, mut near_misses, mut closest) = (Vec::new(), Vec::new(), None);
        let mut last = None;
        walk(record, rules, |before, mv| {
            let round = round_after(before, mv);
            near_misses.extend(near_miss(before, mv, round, round_of.len()));
            if matches!(mv, Move::MrX(_)) {
                closest = closer(closest.take(), escape(before));
            }
            round_of.push(round);
            last = Some(mv);
        })?;
        let result = result(outcome, last, rounds).into();
        Ok(Some(Story { outcome, result, rounds, round_of, near_misses, closest_escape: closest }))
    }

    /// The facts, with what has been judged of the moves so far.
    pub fn facts(&self, judged: &[Judged]) -> Facts {
        let winner = self.outcome.winner();
        let [mr_x, detectives] = Side::BOTH.map(|side| self.chances(side, judged));
        let own = if winner == Side::MrX { &mr_x } else { &detectives };
        Facts {
            winner: side_name(winner),
            result: self.result.clone(),
            rounds: self.rounds,
            turning_point: turning_point(winner, own, judged, &self.round_of),
            chances: Chances { mr_x, detectives },
            closest_escape: self.closest_escape.clone(),
            near_misses: self.near_misses.clone(),
            blunders: self.blunders(judged),
        }
    }

    fn round(&self, ply: usize) -> u8 {
        self.round_of.get(ply).copied().unwrap_or(self.rounds)
    }

    /// A side's chance after its last judged move of each round.
    fn chances(&self, side: Side, judged: &[Judged]) -> Vec<ChanceAt> {
        let mut found: Vec<ChanceAt> = Vec::new();
        for one in judged.iter().filter(|one| side_of(&one.by) == side) {
            let Some(detectives) = one.chance else { continue };
            let chance = if side == Side::MrX { 1.0 - detectives } else { detectives };
            let chance = (chance * 1e3).round() / 1e3;
            let at = ChanceAt { round: self.round(one.ply), ply: one.ply, chance };
            match found.last_mut() {
                Some(last) if last.round == at.round => *last = at,
                _ => found.push(at),
            }
        }
        found
    }

    fn blunders(&self, judged: &[Judged]) -> Vec<Slip> {
        let slip = |one: &Judged| {
            let (mark, loss, best) = (one.mark?, one.loss?, one.best.clone()?);
            let (round, side) = (self.round(one.ply), side_name(side_of(&one.by)));
            let detective =
                one.by.strip_prefix("detective-").and_then(|number| number.parse().ok());
            let (mv, text) = (one.text.clone(), best.clone());
            let say = match mark {
                Mark::Blunder => Say::Blunder { round, side, detective, mv, best, loss },
                Mark::Inaccuracy => Say::Inaccuracy { round, side, detective, mv, best, loss },
            };
            Some(Slip {
                round,
                ply: one.ply,
                by: one.by.clone(),
                side,
                text: one.text.clone(),
                mark,
                best: text,
                loss,
                message: say.into(),
            })
        };
        let mut slips: Vec<Slip> = judged.iter().filter_map(slip).collect();
        slips.sort_by(|a, b| b.loss.total_cmp(&a.loss).then(a.ply.cmp(&b.ply)));
        slips
    }
}

fn side_of(by: &str) -> Side {
    if by == "mr_x" { Side::MrX } else { Side::Detectives }
}

/// The log slot in which a move stands: the last one that a move of Mr X takes.
fn round_after(before: &Game, mv: Move) -> u8 {
    let used = before.detective_view().public().slots_used();
    match mv {
        Move::MrX(mv) => used.saturating_add(mv.steps().count() as u8),
        Move::Detective(_) => used,
    }
}

fn result(outcome: Outcome, last: Option<Move>, round: u8) -> Say {
    match (outcome, last) {
        (Outcome::Captured, Some(Move::Detective(DetectiveMove::Ride { by, step }))) => {
            Say::ResultCaptured { detective: by.number(), station: step.to.number(), round }
        }
        (Outcome::Captured, _) => Say::ResultRanInto { round },
        (Outcome::Cornered, _) => Say::ResultCornered { round },
        (Outcome::Escaped, _) => Say::ResultEscaped { rounds: round },
        (Outcome::Stranded, _) => Say::ResultStranded { round },
    }
}

fn near_miss(before: &Game, mv: Move, round: u8, ply: usize) -> Option<NearMiss> {
    let Move::Detective(DetectiveMove::Ride { by, step }) = mv else { return None };
    let mr_x = before.mr_x_view().station();
    let rides = before.rules().board().detective_distance(step.to, mr_x)?;
    let (detective, station, mr_x) = (by.number(), step.to.number(), mr_x.number());
    let message = Say::NearMiss { round, detective, station, mr_x }.into();
    (rides == 1).then_some(NearMiss { round, ply, detective, station, mr_x, rides, message })
}

/// So few stations are a noose.
const FEW: usize = 3;

/// How close the detectives were, where it is Mr X's turn: they have all moved, and he is still free.
fn escape(before: &Game) -> Option<ClosestEscape> {
    let view = before.mr_x_view();
    let (board, public) = (before.rules().board(), view.public());
    let round = public.slots_used();
    let near = |from: &Station| board.detective_distance(*from, view.station()) == Some(1);
    let detectives = public.detectives().filter(near).count();
    let candidates = view.candidates().len();
    // That they know where he is says nothing when he has just had to show himself.
    let just_seen = view.log().last_seen().is_some_and(|seen| seen.slot == round);
    let say = match () {
        () if round == 0 => return None,
        () if candidates <= FEW && !just_seen => Say::EscapeFew { round, candidates },
        () if detectives > 0 => Say::EscapeClose { round, detectives },
        () => return None,
    };
    let (station, message) = (view.station().number(), say.into());
    Some(ClosestEscape { round, station, detectives, candidates, message })
}

/// The closer one of two.
fn closer(a: Option<ClosestEscape>, b: Option<ClosestEscape>) -> Option<ClosestEscape> {
    // Fewer places left, then more detectives beside him; the earlier one of equals.
    let rank = |one: &ClosestEscape| (one.candidates.min(FEW + 1), usize::MAX - one.detectives);
    match (a, b) {
        (Some(a), Some(b)) => Some(if rank(&b) < rank(&a) { b } else { a }),
        (a, b) => a.or(b),
    }
}

/// Less is no turn.
const TURN: f64 = 0.1;

fn turning_point(
    winner: Side,
    chances: &[ChanceAt],
    judged: &[Judged],
    round_of: &[u8],
) -> Option<TurningPoint> {
    let rise = |at: usize| {
        let least = chances[at..].iter().map(|one| one.chance).fold(1.0, f64::min);
        least - chances[at - 1].chance
    };
    let at = (1..chances.len()).max_by(|a, b| rise(*a).total_cmp(&rise(*b)).then(b.cmp(a)))?;
    if rise(at) < TURN {
        return None;
    }
    let (before, after, round) = (chances[at - 1].chance, chances[at].chance, chances[at].round);
    let erred = judged.iter().filter(|one| {
        one.mark.is_some() && side_of(&one.by) != winner && round_of.get(one.ply) == Some(&round)
    });
    let worst = erred.max_by(|a, b| a.loss.unwrap_or(0.0).total_cmp(&b.loss.unwrap_or(0.0)));
    let message = Say::Turned { round, side: side_name(winner), before, after }.into();
    let by = worst.map(|one| one.by.clone());
    Some(TurningPoint { round, ply: chances[at].ply, by, before, after, message })
}

#[cfg(test)]
mod tests {
    use yard_core::presets;

    use super::*;
    use crate::review::{judge, plies};

    fn story(text: &str) -> (Option<Story>, Vec<Judged>) {
        let record: Record = text.parse().unwrap();
        let rules = Arc::new(presets::rules(&record.rules).unwrap());
        let judged = plies(&record, &rules).unwrap().into_iter().enumerate();
        let judged = judged.map(|(ply, (before, mv))| judge(ply, &before, mv).unwrap()).collect();
        (Story::of(&record, &rules).unwrap(), judged)
    }

    const WALK: &str = "yard-record 1\nrules grid:5,2,2,1\nstart 13 7 24\n1 T12 | T6 T23\n";

    /// Near misses would tell where Mr X is, so there are none before the end.
    #[test]
    fn nothing_is_told_while_the_game_goes_on() {
        assert_eq!(story(WALK).0, None);
    }

    #[test]
    fn a_finished_game_is_told() {
        let (told, judged) = story(&format!("{WALK}2 T17 | T11 T22\nresult mr-x"));
        let facts = told.unwrap().facts(&judged);
        assert_eq!((facts.winner, facts.rounds), ("mr_x", 2));
        assert_eq!(facts.result.say, Say::ResultEscaped { rounds: 2 });
        assert!(facts.blunders.iter().any(|slip| slip.by == "detective-1" && slip.best == "T12"));
        assert_eq!(facts.blunders[0].round, 1);
        let miss = &facts.near_misses[0];
        assert_eq!(
            (miss.detective, miss.station, miss.mr_x, miss.round),
            (2, 22, 17, 2),
            "{facts:?}"
        );
        assert_eq!(facts.closest_escape, None, "he was seen, but nobody was near");
        let (beside, judged) = story(
            "yard-record 1\nrules grid:5,2,2,1\nstart 13 7 24\n1 T14 | T8 T19\n2 T15 | T7 T18\nresult mr-x",
        );
        let closest = beside.unwrap().facts(&judged).closest_escape.map(|one| one.message.say);
        assert_eq!(closest, Some(Say::EscapeClose { round: 1, detectives: 1 }));
        let caught = story(
            "yard-record 1\nrules grid:5,2,2,1\nstart 13 7 25\n1 T12 | T12\nresult detectives",
        );
        let facts = caught.0.unwrap().facts(&caught.1);
        assert_eq!(facts.result.text, "Detective 1 caught Mr X at 12 in round 1.");
        assert_eq!(facts.winner, "detectives");
    }

    #[test]
    fn the_turning_point_is_where_the_chance_rose_for_good() {
        let at = |round: u8, chance: f64| ChanceAt { round, ply: round.into(), chance };
        let chances = [at(1, 0.3), at(2, 0.9), at(3, 0.35), at(4, 0.7), at(5, 0.95)];
        let turned = turning_point(Side::MrX, &chances, &[], &[]).unwrap();
        assert_eq!((turned.round, turned.before, turned.after), (4, 0.35, 0.7));
        assert_eq!(turning_point(Side::MrX, &chances[..1], &[], &[]), None);
    }
}
