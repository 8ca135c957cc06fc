//! `mcts-sova` and `mcts-sova-distance`: the two searches of Sova 2021.

use yard_core::{
    DetectiveMove, DetectiveView, MrXMove, MrXView, Outcome, Rules, Side, State, Turn,
};

use super::guess::guess;
use super::tree::{Logs, SearchGame, Tree};
use super::turns::{Pending, Plan, list_plans, play_plan};
use super::{Opponent, Walk};
use crate::agent::{Agent, AgentError, Decide, Detectives, MrX, SideType};
use crate::budget::Budget;
use crate::past::{Keeps, Past};
use crate::playout::{Playout, play_out, random_playout};
use crate::policy::Reads;
use crate::report::RootReport;
use crate::rng::{FastRng, Rng};

/// Which of the two searches of the thesis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SovaMethod {
    /// UCT by wins: a result is 1 or 0, and the bound goes by its mean (sections 4.3 and 5.2; formula 5.2).
    Wins,
    /// A result counts distances, and the bound goes by its sum (section 5.3.1; formula 5.4).
    Distance,
}

/// What can be set of [`MctsSova`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SovaConfig {
    /// Rewards and bound.
    pub method: SovaMethod,
    /// What may be spent on one decision.
    pub budget: Budget,
    /// The factor before the root: 2 in formula 5.2, 200 in formula 5.4.
    pub exploration: f64,
    /// How the other side chooses in the tree.
    pub opponent: Opponent,
    /// How the detectives guess Mr X's station.
    pub walk: Walk,
}

impl SovaConfig {
    /// `mcts-sova`: 3000 playouts, the "few thousand" of section 5.3, and the factor 2. It is also the default.
    pub fn wins() -> SovaConfig {
        SovaConfig {
            method: SovaMethod::Wins,
            budget: Budget::Playouts(3000),
            exploration: 2.0,
            opponent: Opponent::Opposes,
            walk: Walk::Fitting,
        }
    }

    /// `mcts-sova-distance`: 3000 playouts, and the factor 200 of formula 5.4; the published code had 100.
    pub fn distance() -> SovaConfig {
        SovaConfig { method: SovaMethod::Distance, exploration: 200.0, ..SovaConfig::wins() }
    }
}

impl Default for SovaConfig {
    fn default() -> SovaConfig {
        SovaConfig::wins()
    }
}

/// The searches of Sova 2021, for either side.
#[derive(Clone, Debug)]
pub struct MctsSova {
    config: SovaConfig,
    tree: Tree<State>,
    plans: Vec<Plan>,
    /// Positions after the searcher's own moves, while pairs are made of them.
    owns: Vec<State>,
    pending: Pending,
}

impl Default for MctsSova {
    fn default() -> MctsSova {
        MctsSova::new(SovaConfig::default())
    }
}

impl<S: SideType> Agent<S> for MctsSova
where
    MctsSova: Decide<S>,
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

impl Decide<MrX> for MctsSova {
    /// Section 5.2.2: Mr X knows everything, so the root is the truth.
    fn decide(&mut self, view: &MrXView, rng: &mut Rng) -> MrXMove {
        let root = view.state();
        let best = self.search(view.rules(), root, Side::MrX, rng.fork());
        root.mr_x_moves(view.rules()).nth(best).expect("the tree has a child for each move")
    }
}

impl Decide<Detectives> for MctsSova {
    /// Section 5.2.1: the root is one guess of Mr X's station.
    fn decide(&mut self, view: &DetectiveView, rng: &mut Rng) -> DetectiveMove {
        let mut chance = rng.fork();
        self.tree.keep_quiet();
        if let Some(mv) = self.pending.next(view) {
            return mv;
        }
        let root = view.assume(guess(view, self.config.walk, &mut chance));
        let best = self.search(view.rules(), root, Side::Detectives, chance);
        list_plans(view.rules(), view.public(), &mut self.plans);
        let first = self.plans.get(best).and_then(|plan| self.pending.begin(view, plan));
        first.expect("the tree has a child for each joint move")
    }
}

impl MctsSova {
    /// Makes the agent; it can play either side.
    pub fn new(config: SovaConfig) -> MctsSova {
        let (tree, pending) = (Tree::new(), Pending::default());
        MctsSova { config, tree, plans: Vec::new(), owns: Vec::new(), pending }
    }

    /// How many nodes the tree of the last decision had.
    pub fn tree_nodes(&self) -> usize {
        self.tree.len()
    }

    fn search(&mut self, rules: &Rules, root: State, side: Side, chance: FastRng) -> usize {
        let (config, tree) = (self.config, &mut self.tree);
        let (plans, owns) = (&mut self.plans, &mut self.owns);
        let mut game = Sova { rules, side, config, chance, plans, owns };
        let best = tree.search(&mut game, root, config.budget);
        game.own_move(&root, best)
    }
}

/// The game as one search sees it.
struct Sova<'a> {
    rules: &'a Rules,
    side: Side,
    config: SovaConfig,
    chance: FastRng,
    plans: &'a mut Vec<Plan>,
    owns: &'a mut Vec<State>,
}

impl Sova<'_> {
    /// The number of the searcher's own move that a child of the root stands for.
    fn own_move(&mut self, root: &State, child: usize) -> usize {
        if self.config.opponent != Opponent::Paired {
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

impl SearchGame for Sova<'_> {
    type Position = State;

    fn expand(&mut self, state: &State, mut found: impl FnMut(State)) {
        if self.config.opponent != Opponent::Paired {
            return self.single(state, found);
        }
        self.list_own(state);
        for own in 0..self.owns.len() {
            let after = self.owns[own];
            self.answers(&after, &mut found);
        }
    }

    fn simulate(&mut self, state: &State) -> (f64, u64) {
        match self.config.method {
            SovaMethod::Wins => {
                let playout = random_playout(self.rules, *state, &mut self.chance);
                let won = playout.outcome.winner() == self.side;
                (f64::from(u8::from(won)), playout.plies.into())
            }
            SovaMethod::Distance => {
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
        sign(state, self.side, self.config.opponent)
    }

    #[inline]
    fn bound(&self, signed_sum: f64, visits: f64, logs: Logs) -> f64 {
        match self.config.method {
            // Formula 5.2.
            SovaMethod::Wins => {
                signed_sum / visits + self.config.exploration * (logs.parent / visits).sqrt()
            }
            // Formula 5.4: the sum, not the mean, and n counts all simulations.
            SovaMethod::Distance => {
                signed_sum + self.config.exploration * (logs.all / visits).sqrt()
            }
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
    let mut result = 0;
    let count = |state: &State| {
        if state.turn() == Turn::MrX {
            let left = state.public().rounds_left(rules);
            let distances = rules.board().detective_distances_from(state.mr_x());
            for at in state.public().detectives() {
                result -= step_penalty(distances[usize::from(at.number())], left);
            }
        }
    };
    let detectives =
        |state: &mut State, chance: &mut FastRng| state.play_random_detectives(rules, chance);
    let Playout { outcome, plies } = play_out(rules, &mut state, chance, detectives, count);
    (result + end_reward(outcome, state.public().turns_used()), plies.into())
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
                config: SovaConfig { opponent: Opponent::Paired, ..SovaConfig::wins() },
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
