//! The one engine behind hints and reviews: what it would play, and what it thinks of every move.
//!
//! A hint and the review of the same position are the same search with the same random numbers. So a hint that was
//! followed is never marked afterwards.

use yard_agents::{AgentFactory, RootMove, Seed};
use yard_core::{DetectiveView, Move, MrXMove, MrXView, Ticket};
use yard_roster::Roster;

use crate::CoachError;

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

/// So little of the chance to win is within the error of the search: Mr X rather keeps a ticket.
const AS_GOOD: f64 = 0.02;

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
    fn new(strongest: Move, moves: Vec<RootMove>) -> Evaluation {
        let found = moves.iter().find(|root| root.mv == strongest).copied();
        let chosen = found.map_or(strongest, |best| thriftiest(&moves, best));
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

/// Of the moves that are as good as the best one, that which saves the dearest tickets.
fn thriftiest(moves: &[RootMove], best: RootMove) -> Move {
    let as_good = |root: &&RootMove| {
        root.mv == best.mv || (root.visits >= FEWEST_VISITS && root.value >= best.value - AS_GOOD)
    };
    let cheaper =
        |a: &&RootMove, b: &&RootMove| price(a.mv).cmp(&price(b.mv)).then(b.visits.cmp(&a.visits));
    // The first of equals in the order of the list, so that the answer does not depend on chance.
    moves.iter().filter(as_good).min_by(cheaper).map_or(best.mv, |root| root.mv)
}

/// What a move costs of what cannot be had again: double moves and black tickets.
fn price(mv: Move) -> (bool, usize) {
    match mv {
        Move::MrX(mv) => {
            let black = mv.steps().filter(|step| step.ticket == Ticket::Black).count();
            (matches!(mv, MrXMove::Double(..)), black)
        }
        Move::Detective(_) => (false, 0),
    }
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
    Ok(Evaluation::new(chosen.into(), agent.root_moves()))
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
    Ok(Evaluation::new(chosen.into(), agent.root_moves()))
}
