//! Learners at the table: agents that play by their networks, now and then at random, and keep what
//! happened.

use yard_agents::{Agent, AgentError, Detectives, MrX, Rng};
use yard_core::{
    DetectiveMove, DetectiveView, Draw, MrXMove, MrXView, Outcome, Side, Station, Turn,
};

use super::belief::Belief;
use super::cells::{Action, Cells};
use super::learner::best;
use super::observe::{detective_entries, mover, mr_x_entries};
use super::plan::{RewardPlan, Seats};
use super::replay::Transition;
use crate::model::Observation;
use crate::net::{Entry, Evaluator, Network, Rows};

/// How a network's values become a move.
#[derive(Clone, Debug)]
pub struct Policy {
    observation: Observation,
    mask: bool,
    cells: Cells,
    evaluator: Evaluator,
    one: Rows,
}

/// A choice: the action, and where it leads if it is legal.
pub(super) struct Choice {
    pub(super) action: Action,
    pub(super) to: Option<Station>,
    /// What the choice is worth; 0 when it was drawn.
    pub(super) value: f32,
}

impl Policy {
    /// A policy for a grid.
    pub fn new(observation: Observation, mask: bool, cells: Cells) -> Policy {
        let (evaluator, one) = (Evaluator::default(), Rows::default());
        Policy { observation, mask, cells, evaluator, one }
    }

    /// Values of all four actions: for each the highest that a network gives (Hrkľová 2023, 4.4).
    pub fn values(&mut self, networks: &[Network], row: &[Entry]) -> [f32; 4] {
        let mut values = [f32::NEG_INFINITY; 4];
        for network in networks {
            let found = self.evaluator.evaluate_row(network, row, &mut self.one);
            for (value, found) in values.iter_mut().zip(found) {
                *value = value.max(*found);
            }
        }
        values
    }

    /// Chooses by ε-greedy; `epsilon` 0 draws no random number.
    pub(super) fn choose(
        &mut self,
        networks: &[Network],
        row: &[Entry],
        (from, legal): (Station, u8),
        (epsilon, rng): (f64, &mut Rng),
    ) -> Choice {
        let allowed = if self.mask { legal } else { 0b1111 };
        let explores = epsilon > 0.0 && rng.unit() < epsilon;
        let (index, value) = if explores {
            let nth = rng.below(allowed.count_ones()) as usize;
            ((0..4).filter(|action| allowed >> action & 1 == 1).nth(nth).unwrap_or(0), 0.0)
        } else {
            let values = self.values(networks, row);
            let index = best(&values, allowed);
            (index, values[index])
        };
        let action = Action::ALL[index];
        let is_legal = legal >> index & 1 == 1;
        let to = if is_legal { self.cells.step(from, action) } else { None };
        Choice { action, to, value }
    }

    /// The legal actions from a cell, a bit each.
    pub(super) fn legal(&self, from: Station, targets: impl Iterator<Item = Station>) -> u8 {
        targets.fold(0, |set, target| {
            let action =
                Action::ALL.iter().find(|action| self.cells.step(from, **action) == Some(target));
            action.map_or(set, |action| set | 1 << action.index())
        })
    }

    /// What Mr X's network sees, and his legal actions.
    pub(super) fn see_mr_x(
        &self,
        view: &MrXView,
        belief: &mut Belief,
        row: &mut Vec<Entry>,
    ) -> (Station, u8) {
        mr_x_entries(self.observation, view, belief, row);
        let state = view.state();
        let targets = state.mr_x_moves(view.rules()).map(MrXMove::target);
        (view.station(), self.legal(view.station(), targets))
    }

    /// What the moving detective's network sees, and his legal actions; `None` when he must pass.
    pub(super) fn see_detective(
        &self,
        view: &DetectiveView,
        belief: &mut Belief,
        row: &mut Vec<Entry>,
    ) -> Option<(Station, u8)> {
        let id = mover(view.public())?;
        let from = view.public().detective(id)?;
        detective_entries(self.observation, view, belief, row);
        let targets = view.public().rides(view.rules(), id).map(|step| step.to);
        let legal = self.legal(from, targets);
        (legal != 0).then_some((from, legal))
    }
}

/// A decision whose reward is not yet known.
#[derive(Clone, Debug, Default)]
struct Open {
    state: Vec<Entry>,
    action: u8,
    /// Whether the chosen action was legal; an illegal one earns nothing.
    legal: bool,
    reward: f32,
    /// The detective's number; 0 for Mr X.
    by: u8,
}

/// What both learners share.
#[derive(Debug)]
struct Memory {
    rewards: RewardPlan,
    belief: Belief,
    row: Vec<Entry>,
    open: Option<Open>,
    kept: Vec<Transition>,
}

impl Memory {
    fn new(rewards: RewardPlan) -> Memory {
        let belief = Belief::default();
        Memory { rewards, belief, row: Vec::new(), open: None, kept: Vec::new() }
    }

    /// The open decision led to this one.
    fn go_on(&mut self, legal: u8) {
        if let Some(open) = self.open.take() {
            self.kept.push(Transition {
                state: open.state,
                action: open.action,
                reward: open.reward,
                next: self.row.clone(),
                next_legal: legal,
                steps: 1,
            });
        }
    }

    /// The open decision was the last.
    fn finish(&mut self, reward: impl FnOnce(&Open) -> f32) {
        if let Some(open) = self.open.take() {
            let reward = reward(&open);
            let (state, action) = (open.state, open.action);
            self.kept.push(Transition { state, action, reward, steps: 1, ..Transition::default() });
        }
    }
}

/// Mr X as a learner.
#[derive(Debug)]
pub struct MrXLearner<'a> {
    networks: &'a [Network],
    policy: Policy,
    epsilon: f64,
    memory: Memory,
}

impl<'a> MrXLearner<'a> {
    /// Makes the learner.
    pub fn new(
        networks: &'a [Network],
        policy: Policy,
        epsilon: f64,
        rewards: RewardPlan,
    ) -> MrXLearner<'a> {
        MrXLearner { networks, policy, epsilon, memory: Memory::new(rewards) }
    }

    /// What happened, in order.
    pub fn into_transitions(self) -> Vec<Transition> {
        self.memory.kept
    }
}

impl Agent<MrX> for MrXLearner<'_> {
    fn choose(&mut self, view: &MrXView, rng: &mut Rng) -> Result<MrXMove, AgentError> {
        let memory = &mut self.memory;
        let seen = self.policy.see_mr_x(view, &mut memory.belief, &mut memory.row);
        memory.go_on(seen.1);
        let choice = self.policy.choose(self.networks, &memory.row, seen, (self.epsilon, rng));
        let legal = choice.to.is_some();
        memory.open = Some(Open {
            state: memory.row.clone(),
            action: choice.action as u8,
            legal,
            reward: if legal { memory.rewards.step } else { 0.0 },
            by: 0,
        });
        Ok(mr_x_move(view, choice.to).unwrap_or_else(|| view.draw_move(rng)))
    }

    fn end(&mut self, view: &MrXView) {
        let rewards = self.memory.rewards;
        let won = winner(view.turn()) == Some(Side::MrX);
        // Surviving the last round is a round survived (5.4), or a win where that is worth more.
        self.memory.finish(|open| match (won, open.legal) {
            (true, true) => rewards.win,
            (true, false) => 0.0,
            (false, _) => rewards.loss,
        });
    }
}

/// Some or all detectives as learners.
pub struct DetectiveLearner<'a> {
    networks: &'a [Network],
    policy: Policy,
    epsilon: f64,
    seats: Seats,
    partner: &'a mut dyn Agent<Detectives>,
    memory: Memory,
}

impl<'a> DetectiveLearner<'a> {
    /// Makes the learner; the partner plays those who do not learn.
    pub fn new(
        networks: &'a [Network],
        policy: Policy,
        epsilon: f64,
        rewards: RewardPlan,
        (seats, partner): (Seats, &'a mut dyn Agent<Detectives>),
    ) -> DetectiveLearner<'a> {
        let memory = Memory::new(rewards);
        DetectiveLearner { networks, policy, epsilon, seats, partner, memory }
    }

    /// What happened, in order.
    pub fn into_transitions(self) -> Vec<Transition> {
        self.memory.kept
    }
}

impl Agent<Detectives> for DetectiveLearner<'_> {
    fn choose(&mut self, view: &DetectiveView, rng: &mut Rng) -> Result<DetectiveMove, AgentError> {
        if !self.seats.plays(view) {
            return self.partner.choose(view, rng);
        }
        let memory = &mut self.memory;
        let seen = self.policy.see_detective(view, &mut memory.belief, &mut memory.row);
        let Some(seen) = seen else { return Ok(view.draw_move(rng)) };
        memory.go_on(seen.1);
        let choice = self.policy.choose(self.networks, &memory.row, seen, (self.epsilon, rng));
        let possible = choice.to.is_some_and(|to| view.candidates().contains(to));
        memory.open = Some(Open {
            state: memory.row.clone(),
            action: choice.action as u8,
            legal: choice.to.is_some(),
            reward: if possible { memory.rewards.step } else { 0.0 },
            by: mover(view.public()).map_or(0, |id| id.number()),
        });
        Ok(detective_move(view, choice.to).unwrap_or_else(|| view.draw_move(rng)))
    }

    fn begin(&mut self) {
        self.partner.begin();
    }

    fn end(&mut self, view: &DetectiveView) {
        self.partner.end(view);
        let rewards = self.memory.rewards;
        let won = winner(view.turn()) == Some(Side::Detectives);
        let catcher = catcher(view);
        self.memory.finish(|open| {
            let mine = catcher.is_none_or(|by| by == open.by);
            match won {
                true if !open.legal => 0.0,
                true if mine || !rewards.own_wins_only => rewards.win,
                true => open.reward,
                false => rewards.loss,
            }
        });
    }
}

/// Who caught Mr X; `None` when nobody entered his cell.
fn catcher(view: &DetectiveView) -> Option<u8> {
    let caught = view.turn() == Turn::Over(Outcome::Captured);
    let last = view.log().plies().last().filter(|_| caught)?;
    match last {
        yard_core::PublicPly::Detective(mv) => Some(mv.by().number()),
        yard_core::PublicPly::MrX(_) => None,
    }
}

fn winner(turn: Turn) -> Option<Side> {
    match turn {
        Turn::Over(outcome) => Some(outcome.winner()),
        Turn::MrX | Turn::Detective(_) | Turn::Team => None,
    }
}

/// Mr X's move to a cell.
pub(super) fn mr_x_move(view: &MrXView, to: Option<Station>) -> Option<MrXMove> {
    let to = to?;
    view.state().mr_x_moves(view.rules()).find(|mv| mv.target() == to)
}

/// The moving detective's move to a cell.
pub(super) fn detective_move(view: &DetectiveView, to: Option<Station>) -> Option<DetectiveMove> {
    let to = to?;
    view.legal_moves().find(|mv| match mv {
        DetectiveMove::Ride { step, .. } => step.to == to,
        DetectiveMove::Pass { .. } => false,
    })
}
