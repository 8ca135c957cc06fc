//! What the moves of a finished game were worth, by the search of the strongest agent.
//!
//! Each move is judged by what its mover could know: Mr X by his own view, the detectives by theirs. The
//! search is `pimbot` on every board, since it counts wins for every move that it has looked at.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use yard_agents::{RootMove, Seed};
use yard_arena::AgentSpec;
use yard_core::{DetectiveText, Match, Move, Order};

use crate::error::ApiError;
use crate::study::Study;
use crate::thinkers::Thinkers;
use crate::wire::detective_name;

/// The settings of `best` on London (docs/agents/best.md); a colleague's capture counts in full, so that
/// values are chances to win, and no ticket of Mr X is saved by rule, so that every move has a value.
/// UCT tries a hopeless move about C² ln n times: 2 with the usual C = 0.5, which would leave the worst blunders
/// unjudged, and over 30 with C = 2. Progressive History is off: its
/// bonus for a move that never loses leaves the others two tries whatever C is. The budget is in nodes (about 40
/// a playout on London), since with playouts pimbot stops as soon as its choice is settled.
const MR_X: &str =
    "pimbot:replies=policy,seekers=guess,filter=off,exploration=2,history=0,nodes=240000";
const DETECTIVES: &str = "pimbot:locations=belief,reduction=0,exploration=2,history=0,nodes=160000";

/// A move that gives away so much of the chance to win is marked.
const INACCURACY: f64 = 0.10;
const BLUNDER: f64 = 0.20;
/// Values of moves that were hardly tried are chance.
const FEWEST_VISITS: u32 = 20;

/// One move and what it was worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Judged {
    ply: usize,
    by: String,
    #[serde(rename = "move")]
    text: String,
    /// The detectives' chance to win after it, as the mover could know; null where there was no choice or the
    /// move was hardly tried.
    chance: Option<f64>,
    /// What the search would have played.
    best: Option<String>,
    /// How much less of a chance the mover has than after the best move.
    loss: Option<f64>,
    mark: Option<&'static str>,
}

/// How far an analysis is.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Progress {
    plies: Vec<Judged>,
    done: usize,
    of: usize,
}

/// Analyses that were asked for.
#[derive(Default)]
pub(crate) struct Analyses {
    known: Mutex<BTreeMap<String, Arc<Mutex<Progress>>>>,
}

/// So many analyses are kept; an old one is worked out again when it is asked for.
const MOST_KEPT: usize = 200;

impl Analyses {
    /// How far the analysis of a game is; it is begun if nobody has asked before.
    pub(crate) fn ask(&self, study: &Study, thinkers: &Thinkers) -> Result<Progress, ApiError> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(progress) = known.get(&study.id) {
            return Ok(progress.lock().unwrap_or_else(PoisonError::into_inner).clone());
        }
        let bout = study
            .bout()
            .ok_or_else(|| ApiError::forbidden("only a record with every station is analysed"))?;
        if known.len() >= MOST_KEPT {
            known.clear();
        }
        let steps = steps(&bout, study);
        let first = Progress { plies: Vec::new(), done: 0, of: steps.len() };
        let progress = Arc::new(Mutex::new(first.clone()));
        known.insert(study.id.clone(), Arc::clone(&progress));
        tokio::spawn(judge_all(steps, progress, thinkers.clone()));
        Ok(first)
    }
}

/// The match before each move, with the move.
fn steps(bout: &Match, study: &Study) -> Vec<(Match, Move)> {
    let mut steps = Vec::new();
    let begin = yard_core::Deal {
        mr_x: bout.mr_x_view().path()[0],
        detectives: study.record.detectives.iter().copied().collect(),
    };
    let mut before = Match::new(Arc::clone(&study.rules), &begin);
    let replayed = study.record.replay_each(Arc::clone(&study.rules), |after, mv| {
        steps.push((std::mem::replace(&mut before, after.clone()), mv));
    });
    debug_assert!(replayed.is_ok(), "it has been replayed before");
    steps
}

async fn judge_all(steps: Vec<(Match, Move)>, progress: Arc<Mutex<Progress>>, thinkers: Thinkers) {
    for (ply, (before, mv)) in steps.into_iter().enumerate() {
        // Each move takes a place of its own, so that tables come in between.
        let judged = thinkers.run(move || judge(ply, &before, mv)).await;
        let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
        progress.plies.extend(judged);
        progress.done += 1;
    }
}

fn judge(ply: usize, before: &Match, mv: Move) -> Judged {
    let order = before.rules().order();
    let text = |mv: Move| match mv {
        Move::MrX(mv) => mv.to_string(),
        Move::Detective(mv) => DetectiveText::new(mv, order).to_string(),
    };
    let by = match mv {
        Move::MrX(_) => "mr_x".to_owned(),
        Move::Detective(mv) => detective_name(mv.by()),
    };
    let (chosen, values) = search(ply, before, mv);
    let of = |wanted: Move| values.iter().find(|root| root.mv == wanted);
    let best = chosen.and_then(of);
    let played = of(mv).filter(|root| root.visits >= FEWEST_VISITS || Some(root.mv) == chosen);
    let loss = match (best, played) {
        (Some(best), Some(played)) => Some((best.value - played.value).max(0.0)),
        _ => None,
    };
    let chance = played.map(|root| match mv {
        Move::MrX(_) => 1.0 - root.value,
        Move::Detective(_) => root.value,
    });
    let rounded = |number: f64| (number.clamp(0.0, 1.0) * 1e3).round() / 1e3;
    Judged {
        ply,
        by,
        text: text(mv),
        chance: chance.map(rounded),
        best: chosen.map(text),
        loss: loss.map(rounded),
        mark: match loss {
            Some(loss) if loss >= BLUNDER => Some("blunder"),
            Some(loss) if loss >= INACCURACY => Some("inaccuracy"),
            Some(_) | None => None,
        },
    }
}

/// What the mover's side would have done, and what it thinks of its moves.
///
/// In any order the search picks a detective itself; a move of another one is then not compared.
fn search(ply: usize, before: &Match, mv: Move) -> (Option<Move>, Vec<RootMove>) {
    let mut rng = Seed(ply as u64).stream("analysis");
    let spec = |text: &str| text.parse::<AgentSpec>().ok();
    let rules = before.rules();
    match mv {
        Move::MrX(_) => {
            let Some(mut agent) = spec(MR_X).and_then(|spec| spec.mr_x(rules).ok()) else {
                return (None, Vec::new());
            };
            agent.begin();
            let chosen = agent.choose(before.mr_x_view(), &mut rng);
            (Some(chosen.into()), agent.root_moves())
        }
        Move::Detective(played) => {
            let Some(mut agent) = spec(DETECTIVES).and_then(|spec| spec.detectives(rules).ok())
            else {
                return (None, Vec::new());
            };
            agent.begin();
            let chosen = agent.choose(before.detective_view(), &mut rng);
            let same = rules.order() == Order::Fixed || chosen.by() == played.by();
            (same.then_some(chosen.into()), agent.root_moves())
        }
    }
}

#[cfg(test)]
mod tests {
    use yard_core::{Record, presets};

    use super::*;

    fn judged(text: &str) -> Vec<Judged> {
        let record: Record = text.parse().unwrap();
        let rules = Arc::new(presets::rules(&record.rules).unwrap());
        let bout = record.replay(Arc::clone(&rules)).unwrap();
        let study = Study::imported("x".to_owned(), record, rules);
        let steps = steps(&bout, &study).into_iter().enumerate();
        steps.map(|(ply, (before, mv))| judge(ply, &before, mv)).collect()
    }

    /// One round on a grid where Mr X is seen: detective 1 stands beside him, and it is the last chance.
    const LAST_CHANCE: &str = "yard-record 1\nrules grid:5,2,1,1\nstart 13 7 25\n1 T12 | ";

    #[test]
    fn a_missed_capture_is_a_blunder() {
        let missed = judged(&format!("{LAST_CHANCE}T6 T24\nresult mr-x"));
        let one = &missed[1];
        assert_eq!((one.by.as_str(), one.best.as_deref()), ("detective-1", Some("T12")));
        assert_eq!((one.mark, one.chance), (Some("blunder"), Some(0.0)), "{one:?}");
        assert!(one.loss.is_some_and(|loss| loss > 0.9), "{one:?}");
    }

    #[test]
    fn a_capture_is_none_and_walking_into_it_is() {
        let caught = judged(&format!("{LAST_CHANCE}T12\nresult detectives"));
        assert_eq!((caught[1].mark, caught[1].loss), (None, Some(0.0)));
        let walked = &caught[0];
        assert_eq!((walked.by.as_str(), walked.mark), ("mr_x", Some("blunder")), "{walked:?}");
    }
}
