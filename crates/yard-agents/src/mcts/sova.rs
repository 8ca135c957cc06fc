//! `mcts-sova` and `mcts-sova-distance`: the two searches of Sova 2021.

use yard_core::{
    DetectiveMove, DetectiveView, Length, MrXMove, MrXView, Outcome, PublicState, Rules, Side,
    State, Turn,
};

use super::Opponent;
use super::guess::guess;
use super::tree::{Game, Logs, Tree};
use super::turns::{Pending, Plan, list_plans, play_plan};
use crate::agent::{Agent, AgentError, Detectives, MrX};
use crate::budget::Budget;
use crate::playout::random_playout;
use crate::report::RootReport;
use crate::rng::{FastRng, Rng};

/// What can be set of [`MctsSova`] and [`MctsSovaDistance`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SovaParameters {
    /// What may be spent on one decision.
    pub budget: Budget,
    /// The factor before the root: 2 in formula 5.2, 200 in formula 5.4.
    pub exploration: f64,
    /// How the other side chooses in the tree.
    pub opponent: Opponent,
}

/// UCT with rewards 1 and 0 (Sova 2021, sections 4.3 and 5.2; formula 5.2).
#[derive(Clone, Debug)]
pub struct MctsSova(Searcher);

/// The search of Sova 2021, section 5.3.1: rewards by distance, and formula 5.4.
#[derive(Clone, Debug)]
pub struct MctsSovaDistance(Searcher);

impl MctsSova {
    /// 3000 playouts, the "few thousand" of section 5.3, and the factor 2.
    pub const DEFAULT: SovaParameters = SovaParameters {
        budget: Budget::Playouts(3000),
        exploration: 2.0,
        opponent: Opponent::Opposes,
    };

    /// Makes the agent; it can play either side.
    pub fn new(parameters: SovaParameters) -> MctsSova {
        MctsSova(Searcher::new(parameters, Rewards::Wins))
    }

    /// How many nodes the tree of the last decision had.
    pub fn tree_nodes(&self) -> usize {
        self.0.tree.len()
    }
}

impl MctsSovaDistance {
    /// 3000 playouts, and the factor 200 of formula 5.4; the published code had 100.
    pub const DEFAULT: SovaParameters = SovaParameters {
        budget: Budget::Playouts(3000),
        exploration: 200.0,
        opponent: Opponent::Opposes,
    };

    /// Makes the agent; it can play either side.
    pub fn new(parameters: SovaParameters) -> MctsSovaDistance {
        MctsSovaDistance(Searcher::new(parameters, Rewards::Distance))
    }

    /// How many nodes the tree of the last decision had.
    pub fn tree_nodes(&self) -> usize {
        self.0.tree.len()
    }
}

impl Default for MctsSova {
    fn default() -> MctsSova {
        MctsSova::new(MctsSova::DEFAULT)
    }
}

impl Default for MctsSovaDistance {
    fn default() -> MctsSovaDistance {
        MctsSovaDistance::new(MctsSovaDistance::DEFAULT)
    }
}

impl Agent<MrX> for MctsSova {
    fn choose(&mut self, view: &MrXView, rng: &mut Rng) -> Result<MrXMove, AgentError> {
        Ok(self.0.choose_mr_x(view, rng))
    }

    fn begin(&mut self) {
        self.0.pending.clear();
    }

    fn root_report(&self) -> Option<RootReport> {
        self.0.tree.report()
    }
}

impl Agent<Detectives> for MctsSova {
    fn choose(&mut self, view: &DetectiveView, rng: &mut Rng) -> Result<DetectiveMove, AgentError> {
        Ok(self.0.choose_detectives(view, rng))
    }

    fn begin(&mut self) {
        self.0.pending.clear();
    }

    fn root_report(&self) -> Option<RootReport> {
        self.0.tree.report()
    }
}

impl Agent<MrX> for MctsSovaDistance {
    fn choose(&mut self, view: &MrXView, rng: &mut Rng) -> Result<MrXMove, AgentError> {
        Ok(self.0.choose_mr_x(view, rng))
    }

    fn begin(&mut self) {
        self.0.pending.clear();
    }

    fn root_report(&self) -> Option<RootReport> {
        self.0.tree.report()
    }
}

impl Agent<Detectives> for MctsSovaDistance {
    fn choose(&mut self, view: &DetectiveView, rng: &mut Rng) -> Result<DetectiveMove, AgentError> {
        Ok(self.0.choose_detectives(view, rng))
    }

    fn begin(&mut self) {
        self.0.pending.clear();
    }

    fn root_report(&self) -> Option<RootReport> {
        self.0.tree.report()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rewards {
    /// 1 for a win and 0 for a loss, as a mean (5.2).
    Wins,
    /// Those of 5.3.1, as a sum (5.4).
    Distance,
}

/// What both agents share: all but the rewards and the bound is the same.
#[derive(Clone, Debug)]
struct Searcher {
    parameters: SovaParameters,
    rewards: Rewards,
    tree: Tree<State>,
    plans: Vec<Plan>,
    /// Positions after the searcher's own moves, while pairs are made of them.
    owns: Vec<State>,
    pending: Pending,
}

impl Searcher {
    fn new(parameters: SovaParameters, rewards: Rewards) -> Searcher {
        let (tree, pending) = (Tree::new(), Pending::default());
        Searcher { parameters, rewards, tree, plans: Vec::new(), owns: Vec::new(), pending }
    }

    /// Section 5.2.2: Mr X knows everything, so the root is the truth.
    fn choose_mr_x(&mut self, view: &MrXView, rng: &mut Rng) -> MrXMove {
        let root = view.state();
        let best = self.search(view.rules(), root, Side::MrX, rng.fork());
        root.mr_x_moves(view.rules()).nth(best).expect("the tree has a child for each move")
    }

    /// Section 5.2.1: the root is one guess of Mr X's station.
    fn choose_detectives(&mut self, view: &DetectiveView, rng: &mut Rng) -> DetectiveMove {
        let mut chance = rng.fork();
        self.tree.keep_quiet();
        if let Some(mv) = self.pending.next(view) {
            return mv;
        }
        let root = view.assume(guess(view, &mut chance));
        let best = self.search(view.rules(), root, Side::Detectives, chance);
        list_plans(view.rules(), view.public(), &mut self.plans);
        let first = self.plans.get(best).and_then(|plan| self.pending.begin(view, plan));
        first.expect("the tree has a child for each joint move")
    }

    fn search(&mut self, rules: &Rules, root: State, side: Side, chance: FastRng) -> usize {
        let SovaParameters { budget, exploration, opponent } = self.parameters;
        let (plans, owns) = (&mut self.plans, &mut self.owns);
        let (rewards, tree) = (self.rewards, &mut self.tree);
        let mut game = Sova { rules, side, rewards, exploration, opponent, chance, plans, owns };
        let best = tree.search(&mut game, root, budget);
        game.own_move(&root, best)
    }
}

/// The game as one search sees it.
struct Sova<'a> {
    rules: &'a Rules,
    side: Side,
    rewards: Rewards,
    exploration: f64,
    opponent: Opponent,
    chance: FastRng,
    plans: &'a mut Vec<Plan>,
    owns: &'a mut Vec<State>,
}

impl Sova<'_> {
    /// The number of the searcher's own move that a child of the root stands for.
    fn own_move(&mut self, root: &State, child: usize) -> usize {
        if self.opponent != Opponent::Paired {
            return child;
        }
        self.list_own(root);
        let (mut own, mut children) = (0, 0);
        while own < self.owns.len() {
            let after = self.owns[own];
            self.answers(&after, |_| children += 1);
            if children > child {
                break;
            }
            own += 1;
        }
        own
    }

    /// Lists the positions after the searcher's own moves.
    fn list_own(&mut self, state: &State) {
        let mut owns = std::mem::take(self.owns);
        owns.clear();
        self.single(state, |next| owns.push(next));
        *self.owns = owns;
    }

    /// The positions after the other side's answers; the position itself when the game is over.
    fn answers(&mut self, state: &State, mut found: impl FnMut(State)) {
        match state.outcome() {
            Some(_) => found(*state),
            None => self.single(state, found),
        }
    }

    /// The positions after each move of the side to move.
    fn single(&mut self, state: &State, mut found: impl FnMut(State)) {
        match state.turn() {
            Turn::MrX => {
                for mv in state.mr_x_moves(self.rules) {
                    let mut next = *state;
                    next.play_mr_x(self.rules, mv);
                    found(next);
                }
            }
            Turn::Detective(_) | Turn::Team => {
                list_plans(self.rules, state.public(), self.plans);
                for plan in self.plans.iter() {
                    let mut next = *state;
                    play_plan(self.rules, &mut next, plan);
                    found(next);
                }
            }
            Turn::Over(_) => {}
        }
    }
}

impl Game for Sova<'_> {
    type Position = State;

    fn expand(&mut self, state: &State, mut found: impl FnMut(State)) {
        if self.opponent != Opponent::Paired {
            return self.single(state, found);
        }
        self.list_own(state);
        for own in 0..self.owns.len() {
            let after = self.owns[own];
            self.answers(&after, &mut found);
        }
    }

    fn simulate(&mut self, state: &State) -> (f64, u64) {
        match self.rewards {
            Rewards::Wins => {
                let playout = random_playout(self.rules, *state, &mut self.chance);
                let won = playout.outcome.winner() == self.side;
                (f64::from(u8::from(won)), playout.plies.into())
            }
            Rewards::Distance => {
                let (result, plies) = distance_playout(self.rules, *state, &mut self.chance);
                let result = match self.side {
                    Side::Detectives => result,
                    // The end of 5.3.1: for Mr X all signs are turned round.
                    Side::MrX => -result,
                };
                (result as f64, plies)
            }
        }
    }

    fn sign(&self, state: &State) -> f64 {
        sign(state, self.side, self.opponent)
    }

    #[inline]
    fn bound(&self, signed_sum: f64, visits: f64, logs: Logs) -> f64 {
        match self.rewards {
            // Formula 5.2.
            Rewards::Wins => signed_sum / visits + self.exploration * (logs.parent / visits).sqrt(),
            // Formula 5.4: the sum, not the mean, and n counts all simulations.
            Rewards::Distance => signed_sum + self.exploration * (logs.all / visits).sqrt(),
        }
    }
}

/// Whether the choice at a state follows the result of the side that searches or its negation.
pub(super) fn sign(state: &State, side: Side, opponent: Opponent) -> f64 {
    let chooser = match state.turn() {
        Turn::MrX => Side::MrX,
        Turn::Detective(_) | Turn::Team | Turn::Over(_) => Side::Detectives,
    };
    match opponent {
        Opponent::Opposes if chooser != side => -1.0,
        Opponent::Opposes | Opponent::Follows | Opponent::Paired => 1.0,
    }
}

/// What a step of a simulation costs the detectives for one of them (5.3.1, a and b).
///
/// With `left` rounds to go, one who is farther than that cannot catch Mr X any more. The text
/// leaves out the case of equality; such a one still can, so he counts as near.
pub fn step_penalty(distance: u8, left: u8) -> i64 {
    let d = i64::from(distance);
    if distance > left { (d + 10) * 5 } else { d }
}

/// What the end of a simulation brings the detectives (5.3.1); `round` is that of the whole game.
pub fn end_reward(outcome: Outcome, round: u8) -> i64 {
    match outcome.winner() {
        Side::Detectives => (100 - i64::from(round)) * 50,
        Side::MrX => -1000,
    }
}

/// A random playout with the detectives' result of 5.3.1, and its plies.
///
/// A step of the simulation is a round: the distances are taken when all detectives have moved and
/// the game goes on.
fn distance_playout(rules: &Rules, mut state: State, chance: &mut FastRng) -> (i64, u64) {
    let (mut result, mut plies) = (0, 0);
    loop {
        match state.turn() {
            Turn::MrX => {
                let mv = state.draw_mr_x_move(rules, chance);
                state.play_mr_x(rules, mv);
                plies += 1;
            }
            Turn::Detective(_) | Turn::Team => {
                plies += u64::from(state.play_random_detectives(rules, chance));
            }
            Turn::Over(outcome) => {
                return (result + end_reward(outcome, state.public().turns_used()), plies);
            }
        }
        if state.turn() == Turn::MrX {
            let left = rounds_left(rules, state.public());
            let distances = rules.board().detective_distances_from(state.mr_x());
            for at in state.public().detectives() {
                result -= step_penalty(distances[usize::from(at.number())], left);
            }
        }
    }
}

fn rounds_left(rules: &Rules, public: &PublicState) -> u8 {
    match rules.length() {
        Length::Slots(slots) => slots.saturating_sub(public.slots_used()),
        Length::Turns(turns) => turns.saturating_sub(public.turns_used()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seed;
    use yard_core::presets;

    /// Every pair at the root is led back to the half that the searcher plays.
    #[test]
    fn a_pair_stands_for_the_searchers_own_move() {
        let rules = presets::rules("grid5").unwrap().with_mr_x_may_enter_detective(true);
        let mut rng = Seed(3).stream("deals");
        for side in [Side::MrX, Side::Detectives].repeat(50) {
            let mut root = State::new(&rules, &rules.deal(&mut rng));
            if side == Side::Detectives {
                root.play_mr_x(&rules, root.draw_mr_x_move(&rules, &mut rng));
            }
            if root.outcome().is_some() {
                continue;
            }
            let (mut plans, mut owns) = (Vec::new(), Vec::new());
            let mut game = Sova {
                rules: &rules,
                side,
                rewards: Rewards::Wins,
                exploration: 2.0,
                opponent: Opponent::Paired,
                chance: rng.fork(),
                plans: &mut plans,
                owns: &mut owns,
            };
            let mut pairs = Vec::new();
            game.expand(&root, |pair| pairs.push(pair));
            for (child, pair) in pairs.iter().enumerate() {
                let own = game.own_move(&root, child);
                let after = game.owns[own];
                let answered = match side {
                    Side::MrX => pair.mr_x() == after.mr_x(),
                    Side::Detectives => pair.public().detectives().eq(after.public().detectives()),
                };
                assert!(answered, "pair {child} of {}", pairs.len());
            }
        }
    }
}
