//! `mcts-gerza`: the search of Gerža 2022, for grids.

use yard_core::{
    Board, Candidates, DetectiveMove, DetectiveView, MrXMove, MrXView, Order, Outcome, PublicState,
    PublicStep, Rules, Side, State, StationSet, Turn,
};

use super::Opponent;
use super::sova::sign;
use super::tree::{Logs, SearchGame, Tree};
use super::turns::{Pending, Plan, list_plans, play_plan};
use crate::agent::{Agent, AgentError, Decide, Detectives, MrX, SideType};
use crate::budget::Budget;
use crate::past::{Keeps, Past};
use crate::playout::{Playout, play_out};
use crate::policy::Reads;
use crate::report::RootReport;
use crate::rng::{FastRng, Rng};

/// What can be set of [`MctsGerza`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GerzaConfig {
    /// What may be spent on one decision.
    pub budget: Budget,
    /// The constant of UCB1.
    pub exploration: f64,
    /// What a win counts when the leaf itself is the capture; the detectives' search only.
    pub capture: f64,
    /// How the other side chooses in the tree.
    pub opponent: Opponent,
}

impl Default for GerzaConfig {
    /// 250 playouts, which the published program made in its 0.05 s, and the constant 5.
    fn default() -> GerzaConfig {
        GerzaConfig {
            budget: Budget::Playouts(250),
            exploration: 5.0,
            capture: 10.0,
            opponent: Opponent::Opposes,
        }
    }
}

/// The rules are not a grid with detectives in fixed order.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("mcts-gerza cannot play {0}: it plays grids with the detectives in fixed order only")]
pub struct NotAGrid(pub String);

/// UCB1 over pairs of a joint move and a place Mr X can have reached (Gerža 2022).
#[derive(Clone, Debug)]
pub struct MctsGerza {
    config: GerzaConfig,
    tree: Tree<Position>,
    plans: Vec<Plan>,
    pending: Pending,
}

impl MctsGerza {
    /// Makes the agent; it can play either side.
    ///
    /// # Errors
    /// When the rules are not [supported](MctsGerza::supports).
    pub fn new(rules: &Rules, config: GerzaConfig) -> Result<MctsGerza, NotAGrid> {
        if !MctsGerza::supports(rules) {
            return Err(NotAGrid(rules.name().to_owned()));
        }
        let (tree, plans, pending) = (Tree::new(), Vec::new(), Pending::default());
        Ok(MctsGerza { config, tree, plans, pending })
    }

    /// Tells whether the rules are a grid with the detectives in fixed order.
    pub fn supports(rules: &Rules) -> bool {
        rules.board().grid_size().is_some() && rules.order() == Order::Fixed
    }

    /// How many nodes the tree of the last decision had.
    pub fn tree_nodes(&self) -> usize {
        self.tree.len()
    }

    fn search(&mut self, rules: &Rules, root: Position, side: Side, chance: FastRng) -> usize {
        let (config, plans) = (self.config, &mut self.plans);
        let mut game = Gerza { rules, side, config, chance, plans };
        self.tree.search(&mut game, root, config.budget)
    }
}

impl<S: SideType> Agent<S> for MctsGerza
where
    MctsGerza: Decide<S>,
{
    fn choose(&mut self, view: &S::View, rng: &mut Rng) -> Result<S::Move, AgentError> {
        Ok(self.decide(view, rng))
    }

    fn begin(&mut self) {
        self.pending.clear();
    }

    fn root_report(&self) -> Option<RootReport> {
        self.tree.report()
    }

    /// A joint move is played ply by ply.
    fn past(&self) -> Option<Past> {
        self.config.budget.past(Past { reads: Reads::Sighting, keeps: Keeps::Round })
    }
}

impl Decide<MrX> for MctsGerza {
    fn decide(&mut self, view: &MrXView, rng: &mut Rng) -> MrXMove {
        let state = view.state();
        let root = Position { state, places: StationSet::of(view.station()) };
        let best = self.search(view.rules(), root, Side::MrX, rng.fork());
        state.mr_x_moves(view.rules()).nth(best).expect("the tree has a child for each move")
    }
}

impl Decide<Detectives> for MctsGerza {
    fn decide(&mut self, view: &DetectiveView, rng: &mut Rng) -> DetectiveMove {
        self.tree.keep_quiet();
        let log = view.log();
        let Some(seen) = log.last_seen().map(|seen| seen.station).or(log.mr_x_start()) else {
            return view.draw_move(rng);
        };
        let chance = rng.fork();
        if let Some(mv) = self.pending.next(view) {
            return mv;
        }
        let places = view.candidates().to_set();
        let root = Position { state: view.assume(seen), places };
        let best = self.search(view.rules(), root, Side::Detectives, chance);
        list_kept(view.rules(), view.public(), &places, &mut self.plans);
        let plan = self.plans.get(best / places.len());
        let first = plan.and_then(|plan| self.pending.begin(view, plan));
        first.expect("the tree has a child for each joint move and place")
    }
}

/// A node: a state, and where the detectives must expect Mr X in it.
///
/// In Mr X's own search that is his station alone.
#[derive(Clone, Copy, Debug)]
struct Position {
    state: State,
    places: StationSet,
}

/// The game as one search sees it.
struct Gerza<'a> {
    rules: &'a Rules,
    side: Side,
    config: GerzaConfig,
    chance: FastRng,
    plans: &'a mut Vec<Plan>,
}

impl SearchGame for Gerza<'_> {
    type Position = Position;

    fn expand(&mut self, position: &Position, found: impl FnMut(Position)) {
        match position.state.turn() {
            Turn::MrX => self.expand_mr_x(position, found),
            Turn::Detective(_) | Turn::Team => self.expand_detectives(position, found),
            Turn::Over(_) => {}
        }
    }

    fn simulate(&mut self, position: &Position) -> (f64, u64) {
        let state = &position.state;
        if self.side == Side::Detectives && state.outcome() == Some(Outcome::Captured) {
            return (self.config.capture, 0);
        }
        let playout = grabbing_playout(self.rules, *state, &mut self.chance);
        (f64::from(u8::from(playout.outcome.winner() == self.side)), playout.plies.into())
    }

    fn sign(&self, position: &Position) -> f64 {
        sign(&position.state, self.side, self.config.opponent)
    }

    /// UCB1.
    #[inline]
    fn bound(&self, signed_sum: f64, visits: f64, logs: Logs) -> f64 {
        signed_sum / visits + self.config.exploration * (logs.parent / visits).sqrt()
    }
}

impl Gerza<'_> {
    fn expand_mr_x(&self, position: &Position, mut found: impl FnMut(Position)) {
        let Position { state, places } = position;
        for mv in state.mr_x_moves(self.rules) {
            let mut next = *state;
            next.play_mr_x(self.rules, mv);
            let places = match self.side {
                Side::MrX => StationSet::of(next.mr_x()),
                Side::Detectives => reached(self.rules, state.public(), places, mv),
            };
            found(Position { state: next, places });
        }
    }

    /// One child for each pair of a joint move that is kept and a place, ordered by joint move.
    fn expand_detectives(&mut self, position: &Position, mut found: impl FnMut(Position)) {
        let public = position.state.public();
        list_kept(self.rules, public, &position.places, self.plans);
        for plan in self.plans.iter() {
            for place in position.places.iter() {
                let mut next = public.assume(place);
                play_plan(self.rules, &mut next, plan);
                let places = position.places.without(&next.public().occupied_set());
                found(Position { state: next, places });
            }
        }
    }
}

/// Where Mr X can be after a move, of which the detectives see what the rules show.
fn reached(rules: &Rules, before: &PublicState, places: &StationSet, mv: MrXMove) -> StationSet {
    let occupied = before.occupied_set();
    let mut candidates = Candidates::new(*places);
    for (slot, step) in (before.slots_used() + 1..).zip(mv.steps()) {
        let seen = rules.surfaces_after(slot).then_some(step.to);
        candidates.step(rules.board(), &occupied, PublicStep { ticket: step.ticket, seen });
    }
    candidates.to_set()
}

/// Lists the joint moves that [are kept](keeps_joint_move), or all if none is.
fn list_kept(rules: &Rules, public: &PublicState, places: &StationSet, plans: &mut Vec<Plan>) {
    list_plans(rules, public, plans);
    let keeps = |plan: &Plan| keeps_joint_move(rules.board(), public, plan, places);
    if plans.iter().any(keeps) {
        plans.retain(|plan| keeps(plan));
    }
}

/// Tells whether there is a place from which no detective ends farther than he was.
///
/// On a grid the distance by lines is Manhattan distance.
pub fn keeps_joint_move(
    board: &Board,
    public: &PublicState,
    moves: &[DetectiveMove],
    places: &StationSet,
) -> bool {
    places.iter().any(|place| {
        let distances = board.detective_distances_from(place);
        moves.iter().all(|mv| match *mv {
            DetectiveMove::Ride { by, step } => public.detective(by).is_some_and(|from| {
                distances[usize::from(step.to.number())] <= distances[usize::from(from.number())]
            }),
            DetectiveMove::Pass { .. } => true,
        })
    })
}

/// A random playout in which, while Mr X is seen, a detective who can catch him does.
fn grabbing_playout(rules: &Rules, mut state: State, chance: &mut FastRng) -> Playout {
    let detectives = |state: &mut State, chance: &mut FastRng| {
        if !rules.surfaces_after(state.public().slots_used()) {
            return state.play_random_detectives(rules, chance);
        }
        let mv =
            grab(rules, state).unwrap_or_else(|| state.public().draw_detective_move(rules, chance));
        state.play_detective(rules, mv);
        1
    };
    play_out(rules, &mut state, chance, detectives, |_| {})
}

/// The move with which the detective to move catches Mr X, if there is one.
fn grab(rules: &Rules, state: &State) -> Option<DetectiveMove> {
    state.detective_moves(rules).find(|mv| match mv {
        DetectiveMove::Ride { step, .. } => step.to == state.mr_x(),
        DetectiveMove::Pass { .. } => false,
    })
}
