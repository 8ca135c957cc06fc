//! Hints: what a strong agent would do, and why; and how likely Mr X is where.

use std::sync::Arc;

use yard_agents::belief::{Belief, MoveModel};
use yard_agents::{AgentError, AgentFactory, FactoryError, Seed};
use yard_core::{
    DetectiveId, DetectiveMove, DetectiveText, DetectiveView, Move, MrXMove, MrXView, Station,
};
use yard_learn::from_games::MoveModelFile;
use yard_roster::SpecError;

use crate::evaluate::{Effort, evaluate_detectives, evaluate_mr_x};
use crate::message::{Message, Say};
use crate::reason;

/// Why there is no hint, or a move cannot be judged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CoachError {
    /// The agent cannot be made, or does not play that side or those rules.
    #[error("{}", cause.of(agent))]
    Refused {
        /// Which agent.
        agent: String,
        /// Why not.
        cause: FactoryError,
    },
    /// The agent was asked and has no move.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// There is no such agent.
    #[error(transparent)]
    Spec(#[from] SpecError),
}

impl CoachError {
    pub(crate) fn refused(agent: &dyn AgentFactory) -> impl FnOnce(FactoryError) -> CoachError {
        let agent = agent.name();
        |cause| CoachError::Refused { agent, cause }
    }
}

/// Who is asked for a hint.
#[derive(Clone, Copy)]
pub enum Adviser<'a> {
    /// The engine that also reviews games; with [`Effort::USUAL`] the two agree.
    Engine(Effort),
    /// Some agent.
    Agent(&'a dyn AgentFactory),
}

impl Adviser<'_> {
    fn detectives(self, view: &DetectiveView) -> Result<DetectiveMove, CoachError> {
        let agent = match self {
            Adviser::Engine(effort) => match evaluate_detectives(view, effort)?.chosen {
                Move::Detective(mv) => return Ok(mv),
                Move::MrX(_) => return Err(no_move()),
            },
            Adviser::Agent(agent) => agent,
        };
        let refused = CoachError::refused(agent);
        let mut agent = agent.detectives(view.rules_arc()).map_err(refused)?;
        agent.begin();
        Ok(agent.choose(view, &mut Seed(1).stream("hint"))?)
    }

    fn mr_x(self, view: &MrXView) -> Result<MrXMove, CoachError> {
        let agent = match self {
            Adviser::Engine(effort) => match evaluate_mr_x(view, effort)?.chosen {
                Move::MrX(mv) => return Ok(mv),
                Move::Detective(_) => return Err(no_move()),
            },
            Adviser::Agent(agent) => agent,
        };
        let refused = CoachError::refused(agent);
        let mut agent = agent.mr_x(view.rules_arc()).map_err(refused)?;
        agent.begin();
        Ok(agent.choose(view, &mut Seed(1).stream("hint"))?)
    }
}

fn no_move() -> CoachError {
    AgentError::Unavailable("the engine has no move for this side".to_owned()).into()
}

/// A suggested move and why.
#[derive(Clone, PartialEq, Debug)]
pub struct Hint {
    /// The move.
    pub mv: Move,
    /// The move as it is written under the rules.
    pub text: String,
    /// What it does, the most telling first.
    pub reasons: Vec<Say>,
    /// Candidates that the detective reaches with the next ride, or that Mr X leaves open.
    pub covers: usize,
    /// All candidates; for Mr X all stations.
    pub of: usize,
}

impl Hint {
    /// The detective who moves; `None` for Mr X.
    pub fn by(&self) -> Option<DetectiveId> {
        match self.mv {
            Move::MrX(_) => None,
            Move::Detective(mv) => Some(mv.by()),
        }
    }

    /// Where it leads; `None` where a detective has no ride.
    pub fn target(&self) -> Option<Station> {
        match self.mv {
            Move::MrX(mv) => Some(mv.target()),
            Move::Detective(DetectiveMove::Ride { step, .. }) => Some(step.to),
            Move::Detective(DetectiveMove::Pass { .. }) => None,
        }
    }

    /// The reasons in one line; `name` says what people call a station.
    pub fn reason(&self, name: impl Fn(Station) -> String) -> String {
        let named = |number: u8| Station::new(number).map_or(String::new(), &name);
        let parts: Vec<String> = self.reasons.iter().map(|reason| reason.told(&named)).collect();
        parts.join(" ")
    }

    /// The reasons as they are sent.
    pub fn messages(&self) -> Vec<Message> {
        self.reasons.iter().cloned().map(Message::from).collect()
    }

    fn of_detective(view: &DetectiveView, mv: DetectiveMove) -> Hint {
        let candidates = **view.candidates();
        Hint {
            mv: mv.into(),
            text: DetectiveText::new(mv, view.rules().order()).to_string(),
            reasons: reason::of_detective(view, mv),
            covers: match mv {
                DetectiveMove::Ride { step, .. } => {
                    reason::within_a_ride(view.rules().board(), step.to, &candidates)
                }
                DetectiveMove::Pass { .. } => 0,
            },
            of: candidates.len(),
        }
    }

    fn of_mr_x(view: &MrXView, mv: MrXMove) -> Hint {
        Hint {
            mv: mv.into(),
            text: mv.to_string(),
            reasons: reason::of_mr_x(view, mv),
            covers: reason::left_open(view, mv),
            of: view.rules().board().stations().len(),
        }
    }
}

/// How far the learned model of Mr X's steps is believed: it was learned from the strongest, and in full it is too sure
/// of those who err. `tests/chances.rs` compares what is told with where he was.
const TOLD: f32 = 0.7;

/// The model of Mr X by which chances are told.
fn model() -> MoveModel {
    let learned =
        MoveModelFile::load(None, "classic").unwrap_or_else(|_| Arc::new(MoveModel::UNIFORM));
    MoveModel { step: learned.step.map(|weight| weight * TOLD), double: learned.double }
}

/// How likely Mr X is where, whoever plays him; most likely first.
pub fn belief(view: &DetectiveView) -> Vec<(Station, f64)> {
    let mut belief = Belief::default();
    belief.follow(view, &model());
    let share = |station: Station| (station, f64::from(belief.of(station)));
    let mut shares: Vec<(Station, f64)> = view.candidates().iter().map(share).collect();
    shares.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    shares
}

/// What to do as the detectives.
///
/// # Errors
/// When the adviser does not play them under these rules, or has no move.
pub fn hint_detectives(view: &DetectiveView, adviser: Adviser<'_>) -> Result<Hint, CoachError> {
    Ok(Hint::of_detective(view, adviser.detectives(view)?))
}

/// What to do with some of the detectives, where they move in any order and others move the rest; `None` where
/// these have no move.
///
/// It is their move in the plan for all. A plan may end before it, or need a station that a colleague has still to
/// leave; then it is the move from which most candidates are within a ride.
///
/// # Errors
/// When the adviser does not play them under these rules, or has no move.
pub fn hint_some(
    view: &DetectiveView,
    own: impl Fn(DetectiveId) -> bool,
    adviser: Adviser<'_>,
) -> Result<Option<Hint>, CoachError> {
    let moves: Vec<Move> = view.legal_moves().filter(|mv| own(mv.by())).map(Move::from).collect();
    let planned =
        plan(view, adviser)?.into_iter().map(|hint| hint.mv).find(|mv| moves.contains(mv));
    let hints = view.legal_moves().filter(|mv| match planned {
        Some(planned) => planned == Move::from(*mv),
        None => own(mv.by()),
    });
    Ok(hints.map(|mv| Hint::of_detective(view, mv)).max_by_key(|hint| hint.covers))
}

/// What to do as Mr X.
///
/// # Errors
/// When the adviser does not play him under these rules, or has no move.
pub fn hint_mr_x(view: &MrXView, adviser: Adviser<'_>) -> Result<Hint, CoachError> {
    Ok(Hint::of_mr_x(view, adviser.mr_x(view)?))
}

/// Moves for all detectives who have still to move in this round, as if Mr X were never met.
///
/// # Errors
/// When the adviser does not play them under these rules, or has no move.
pub fn plan(view: &DetectiveView, adviser: Adviser<'_>) -> Result<Vec<Hint>, CoachError> {
    let mut view = view.clone();
    let turns = view.public().turns_used();
    let mut hints = Vec::new();
    for _ in 0..view.rules().detectives() {
        if view.legal_moves().next().is_none() || view.public().turns_used() != turns {
            break;
        }
        let mv = adviser.detectives(&view)?;
        hints.push(Hint::of_detective(&view, mv));
        // Where only the capture is left, the plan ends with it.
        if view.detective_moved(mv, None).is_err() {
            break;
        }
    }
    Ok(hints)
}

#[cfg(test)]
mod tests {
    use yard_core::{Game, Record, presets};
    use yard_roster::{Roster, RosterAgent};

    use super::*;

    fn agent(spec: &str) -> RosterAgent {
        Roster::default().agent(&spec.parse().unwrap())
    }

    fn view(record: &str) -> DetectiveView {
        let record: Record = record.parse().unwrap();
        let rules = presets::rules(&record.rules).unwrap();
        record.replay_view(Arc::new(rules)).unwrap()
    }

    const FIRST: &str = "yard-record 1\nrules classic\nstart ? 26 29 50 53 91\n1 T?";
    const THIRD: &str = "yard-record 1\nrules classic\nstart ? 26 29 50 53 91\n\
                         1 T? | T15 T16 T37 T69 T105\n2 2K?T82 | T5 T15 T23 T52";

    #[test]
    fn beliefs_add_up_and_are_sorted() {
        let view = view(FIRST);
        let shares = belief(&view);
        assert_eq!(shares.len(), view.candidates().len());
        let sum: f64 = shares.iter().map(|(_, share)| share).sum();
        assert!((sum - 1.0).abs() < 0.01, "{sum}");
        assert!(shares.windows(2).all(|pair| pair[0].1 >= pair[1].1));
    }

    #[test]
    fn reasons_name_what_a_move_does() {
        let view = view(THIRD);
        assert_eq!(view.candidates().only(), Station::new(82));
        let number = |station: Station| station.to_string();
        let to = |text: &str| {
            let all = view.legal_moves();
            let order = view.rules().order();
            let mut found = all.filter(|mv| DetectiveText::new(*mv, order).to_string() == text);
            Hint::of_detective(&view, found.next().unwrap())
        };
        let near = to("B72");
        assert_eq!(near.of, 1);
        let far = to("T106");
        assert_eq!((far.covers, far.of), (0, 1));
        assert!(far.reason(number).contains("rides"), "{far:?}");
        for mv in view.legal_moves() {
            assert!(!Hint::of_detective(&view, mv).reason(number).is_empty());
        }
    }

    #[test]
    fn a_hint_of_mr_x_counts_what_he_leaves_open() {
        // London's first moves are hidden; on this grid he is seen after each.
        for (record, is_seen) in [
            ("yard-record 1\nrules classic\nstart 112 26 138 132 91 13", false),
            ("yard-record 1\nrules grid:5,2,15,1\nstart 13 1 25", true),
        ] {
            let record: Record = record.parse().unwrap();
            let rules = Arc::new(presets::rules(&record.rules).unwrap());
            let game: Game = record.replay(rules).unwrap();
            let view = game.mr_x_view();
            for mv in view.legal_moves() {
                let hint = Hint::of_mr_x(view, mv);
                let seen = hint.reasons.contains(&Say::BeSeen { station: mv.target().number() });
                assert_eq!((seen, hint.covers == 1), (is_seen, is_seen), "{hint:?}");
                assert!(hint.by().is_none() && hint.covers <= hint.of);
            }
        }
    }

    #[test]
    fn a_plan_has_a_move_for_each_who_has_still_to_move() {
        let agent = agent("best:playouts=20");
        let plan = |record: &str| plan(&view(record), Adviser::Agent(&agent)).unwrap();
        let by: Vec<_> = plan(FIRST).iter().map(|hint| hint.by().map(|id| id.number())).collect();
        assert_eq!(by, (1..=5).map(Some).collect::<Vec<_>>());
        assert_eq!(plan(THIRD).len(), 1);
    }

    /// Nobody who cannot move gives a hint, a plan or a part of one.
    #[test]
    fn an_agent_without_a_move_gives_no_hint() {
        let agent = agent("process:/bin/false");
        let adviser = Adviser::Agent(&agent);
        let detectives = view(FIRST);
        let game: Game = "yard-record 1\nrules grid5\nstart 13 1 25"
            .parse::<Record>()
            .unwrap()
            .replay(Arc::new(presets::rules("grid5").unwrap()))
            .unwrap();
        for error in [
            hint_detectives(&detectives, adviser).unwrap_err(),
            hint_some(&detectives, |_| true, adviser).unwrap_err(),
            plan(&detectives, adviser).unwrap_err(),
            hint_mr_x(game.mr_x_view(), adviser).unwrap_err(),
        ] {
            assert!(matches!(error, CoachError::Agent(AgentError::NoAnswer(_))), "{error}");
        }
    }

    /// In any order everybody may move, but each seat moves its own detectives only.
    #[test]
    fn a_hint_for_some_is_a_move_of_theirs() {
        let agent = agent("best:playouts=20");
        let view = view("yard-record 1\nrules modern\nstart ? 26 29 50 53 91\n1 T?");
        let legal: Vec<DetectiveMove> = view.legal_moves().collect();
        for id in view.rules().detective_ids() {
            let adviser = Adviser::Agent(&agent);
            let hint = hint_some(&view, |by| by == id, adviser).unwrap().unwrap();
            assert_eq!(hint.by(), Some(id));
            assert!(legal.iter().any(|mv| Move::from(*mv) == hint.mv), "{hint:?}");
        }
        assert_eq!(hint_some(&view, |_| false, Adviser::Agent(&agent)).unwrap(), None);
    }
}
