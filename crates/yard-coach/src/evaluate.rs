//! The one engine behind hints and reviews: what it would play, and what it thinks of every move.
//!
//! A hint and the review of the same position are the same search with the same random numbers. So a hint that was
//! followed is never marked afterwards.

use yard_agents::{AgentFactory, RootMove, Seed, rides_after};
use yard_core::{DetectiveMove, DetectiveView, Move, MrXMove, MrXView, Ticket};
use yard_roster::Roster;

use crate::CoachError;
use crate::hint::belief;

/// The settings of `best` on London (docs/reference/agents/best.md); a colleague's capture counts in full, so that
/// values are chances to win, and no ticket of Mr X is saved by rule, so that every move has a value.
/// UCT tries a hopeless move about C² ln n times: 2 with the usual C = 0.5, which would leave the worst blunders
/// unjudged, and over 30 with C = 2. Progressive History is off: its
/// bonus for a move that never loses leaves the others two tries whatever C is. The budget is in nodes (about 40
/// a playout on London), since with playouts pimbot stops as soon as its choice is settled.
const MR_X: &str = "pimbot:replies=policy,seekers=guess,filter=off,exploration=2,history=0";
const DETECTIVES: &str = "pimbot:locations=belief,reduction=0,exploration=2,history=0";
/// What hints and reviews spend on a move.
const MR_X_NODES: u64 = 240_000;
const DETECTIVES_NODES: u64 = 160_000;

/// Values of moves that were hardly tried are chance.
pub(crate) const FEWEST_VISITS: u32 = 20;

/// So little of the chance to win is within the error of the search.
const AS_GOOD: f64 = 0.02;
/// What a move must be better by, to be worth a double move, a black ticket, or a detective who cannot ride any more.
/// All stay below the first mark of the review.
const DOUBLE: f64 = 0.06;
const BLACK: f64 = 0.03;
const DEAREST: f64 = 0.08;
const STRANDED: f64 = 0.08;

/// How hard the engine looks, in shares of what hints and reviews spend.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Effort(f64);

impl Effort {
    /// What hints and reviews spend: some hundredths of a second.
    pub const USUAL: Effort = Effort(1.0);
    /// A first look, for a whole team in less than a blink.
    pub const QUICK: Effort = Effort(0.25);

    /// So many times the usual.
    pub const fn times(times: f64) -> Effort {
        Effort(times)
    }

    fn nodes(self, usual: u64) -> u64 {
        ((usual as f64 * self.0) as u64).max(1_000)
    }
}

/// What the engine thinks of a position, as the side to move could know it.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation {
    /// What it would play.
    pub chosen: Move,
    /// The chance to win after its strongest move, of the side to move; `None` where there was nothing to choose.
    pub best: Option<f64>,
    /// What it thinks of the moves that it has looked at.
    pub moves: Vec<RootMove>,
}

impl Evaluation {
    fn new(
        strongest: Move,
        moves: Vec<RootMove>,
        choose: impl Fn(&[RootMove], RootMove) -> Move,
    ) -> Evaluation {
        let found = moves.iter().find(|root| root.mv == strongest).copied();
        let chosen = found.map_or(strongest, |best| choose(&moves, best));
        Evaluation { chosen, best: found.map(|root| root.value), moves }
    }

    /// The chance to win after a move, of the side to move; `None` where it was hardly tried.
    pub fn value(&self, mv: Move) -> Option<f64> {
        let found = self.moves.iter().find(|root| root.mv == mv);
        let tried = found.filter(|root| root.visits >= FEWEST_VISITS || root.mv == self.chosen);
        tried.map(|root| root.value)
    }

    /// How much less of a chance the side to move has after a move than after the strongest one.
    pub fn loss(&self, mv: Move) -> Option<f64> {
        Some((self.best? - self.value(mv)?).max(0.0))
    }
}

/// The moves that were tried often enough to be compared with the best one.
fn tried(moves: &[RootMove], best: RootMove) -> impl Iterator<Item = &RootMove> {
    moves.iter().filter(move |root| root.mv == best.mv || root.visits >= FEWEST_VISITS)
}

/// Mr X's move: the best one, less what it costs of what cannot be had again.
fn thriftiest(view: &MrXView, moves: &[RootMove], best: RootMove) -> Move {
    let worth = |root: &&RootMove| root.value - price(view, root.mv);
    // The last of equals in the order of the list, so that the answer does not depend on chance.
    tried(moves, best).max_by(|a, b| worth(a).total_cmp(&worth(b))).map_or(best.mv, |root| root.mv)
}

/// What a move costs of what cannot be had again: double moves and black tickets. Before he was first seen there is
/// nobody to shake off, so both are dear.
fn price(view: &MrXView, mv: Move) -> f64 {
    let Move::MrX(mv) = mv else { return 0.0 };
    let black = mv.steps().filter(|step| step.ticket == Ticket::Black).count() as f64;
    let double = f64::from(u8::from(matches!(mv, MrXMove::Double(..))));
    let price = (double * DOUBLE + black * BLACK).min(DEAREST);
    let unseen = view.log().last_seen().is_none() && price > 0.0;
    if unseen { DEAREST } else { price }
}

/// The detectives' move: nobody is stranded without need, and of moves that are as good the one that ends nearest to
/// where Mr X is likely to be.
fn soundest(view: &DetectiveView, moves: &[RootMove], best: RootMove) -> Move {
    let shares = belief(view);
    let far = |mv: Move| {
        let Move::Detective(DetectiveMove::Ride { step, .. }) = mv else { return f64::MAX };
        let rides = |at| view.rules().board().detective_distance(step.to, at).unwrap_or(u8::MAX);
        shares.iter().map(|(at, share)| share * f64::from(rides(*at))).sum::<f64>()
    };
    let stranded = stranded(view);
    let worth = |root: &RootMove| match stranded.contains(&root.mv) {
        true => root.value - STRANDED,
        false => root.value,
    };
    let top = tried(moves, best).map(worth).fold(f64::MIN, f64::max);
    let as_good = tried(moves, best).filter(|root| worth(root) >= top - AS_GOOD);
    as_good.min_by(|a, b| far(a.mv).total_cmp(&far(b.mv))).map_or(best.mv, |root| root.mv)
}

/// Moves after which a detective cannot ride any more, although the game may go on and others would let him.
pub(crate) fn stranded(view: &DetectiveView) -> Vec<Move> {
    let all: Vec<DetectiveMove> = view.legal_moves().collect();
    let counted: Vec<(DetectiveMove, Option<u8>)> =
        all.iter().copied().zip(rides_after(view, &all)).collect();
    let has_choice = |mv: DetectiveMove| {
        counted.iter().any(|(other, rides)| other.by() == mv.by() && rides.is_some_and(|n| n > 0))
    };
    let lost = counted.iter().filter(|(mv, rides)| *rides == Some(0) && has_choice(*mv));
    lost.map(|(mv, _)| Move::from(*mv)).collect()
}

/// The random numbers of a search: they follow from how many moves were made.
fn stream(plies: usize) -> yard_agents::Rng {
    Seed(plies as u64).stream("analysis")
}

/// What the engine thinks of Mr X's moves.
///
/// # Errors
/// When it cannot play these rules, or has no move.
pub fn evaluate_mr_x(view: &MrXView, effort: Effort) -> Result<Evaluation, CoachError> {
    let spec = format!("{MR_X},nodes={}", effort.nodes(MR_X_NODES));
    let engine = Roster::default().agent(&spec.parse()?);
    let mut agent = engine.mr_x(view.rules_arc()).map_err(CoachError::refused(&engine))?;
    agent.begin();
    let chosen = agent.choose(view, &mut stream(view.log().plies().len()))?;
    let choose = |moves: &[RootMove], best| thriftiest(view, moves, best);
    Ok(Evaluation::new(chosen.into(), agent.root_moves(), choose))
}

/// What the engine thinks of the detectives' moves. In any order it looks at one detective, whom it picks itself.
///
/// # Errors
/// When it cannot play these rules, or has no move.
pub fn evaluate_detectives(view: &DetectiveView, effort: Effort) -> Result<Evaluation, CoachError> {
    let spec = format!("{DETECTIVES},nodes={}", effort.nodes(DETECTIVES_NODES));
    let engine = Roster::default().agent(&spec.parse()?);
    let mut agent = engine.detectives(view.rules_arc()).map_err(CoachError::refused(&engine))?;
    agent.begin();
    let chosen = agent.choose(view, &mut stream(view.log().plies().len()))?;
    let choose = |moves: &[RootMove], best| soundest(view, moves, best);
    Ok(Evaluation::new(chosen.into(), agent.root_moves(), choose))
}
