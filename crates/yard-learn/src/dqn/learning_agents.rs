//! Learners at the table: agents that play by their networks, now and then at random, and keep what
//! happened.

use yard_agents::{Agent, AgentError, Detectives, MrX, Rng};
use yard_core::{DetectiveMove, DetectiveView, MrXMove, MrXView, Outcome, PublicPly, Side, Turn};

use super::belief::Belief;
use super::observe::mover;
use super::plan::{RewardPlan, Seats};
use super::policy::{Policy, detective_move, mr_x_move};
use super::replay::Transition;
use crate::net::{Entry, Network};

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
        PublicPly::Detective(mv) => Some(mv.by().number()),
        PublicPly::MrX(_) => None,
    }
}

fn winner(turn: Turn) -> Option<Side> {
    match turn {
        Turn::Over(outcome) => Some(outcome.winner()),
        Turn::MrX | Turn::Detective(_) | Turn::Team => None,
    }
}
