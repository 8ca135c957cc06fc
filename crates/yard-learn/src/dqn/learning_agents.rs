//! Learners at the table: agents that play by their networks, now and then at random, and keep what
//! happened.

use yard_agents::{Agent, AgentError, Detectives, MrX, Rng};
use yard_core::{DetectiveMove, DetectiveView, MrXMove, MrXView, Outcome, PublicPly, Side, Turn};

use super::actions::{ActionNumber, ActionSet};
use super::belief::Belief;
use super::during_game::InPlay;
use super::observe::mover;
use super::plan::Seats;
use super::plan_parts::RewardPlan;
use super::policy::Policy;
use super::replay::Transition;
use crate::net::Entry;

/// A decision whose reward is not yet known.
#[derive(Clone, Debug, Default)]
struct Open {
    state: Vec<Entry>,
    action: ActionNumber,
    /// Whether the chosen action can earn something: an illegal one earns nothing, unless its replacement counts.
    counts: bool,
    reward: f32,
    /// The detective's number; 0 for Mr X.
    by: u8,
}

/// What both learners share.
struct Memory<'a> {
    networks: InPlay<'a>,
    rewards: RewardPlan,
    belief: Belief,
    row: Vec<Entry>,
    open: Option<Open>,
}

impl<'a> Memory<'a> {
    fn new(networks: InPlay<'a>, rewards: RewardPlan) -> Memory<'a> {
        let belief = Belief::default();
        Memory { networks, rewards, belief, row: Vec::new(), open: None }
    }

    /// The open decision led to this one.
    fn go_on(&mut self, legal: ActionSet) {
        if let Some(open) = self.open.take() {
            self.networks.keep(Transition {
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
            let last = Transition { state, action, reward, steps: 1, ..Transition::default() };
            self.networks.keep(last);
        }
    }
}

/// Mr X as a learner.
pub(super) struct MrXLearner<'a> {
    policy: Policy,
    epsilon: f64,
    memory: Memory<'a>,
}

impl<'a> MrXLearner<'a> {
    /// Makes the learner.
    pub(super) fn new(
        networks: InPlay<'a>,
        policy: Policy,
        epsilon: f64,
        rewards: RewardPlan,
    ) -> MrXLearner<'a> {
        MrXLearner { policy, epsilon, memory: Memory::new(networks, rewards) }
    }

    /// What happened, in order, and the losses of updates.
    pub(super) fn into_kept(self) -> (Vec<Transition>, Vec<f32>) {
        self.memory.networks.into_kept()
    }
}

impl Agent<MrX> for MrXLearner<'_> {
    fn choose(&mut self, view: &MrXView, rng: &mut Rng) -> Result<MrXMove, AgentError> {
        let memory = &mut self.memory;
        let seen = self.policy.see_mr_x(view, &mut memory.belief, &mut memory.row);
        memory.go_on(seen.1);
        let networks = memory.networks.networks();
        let choice = self.policy.choose(networks, &memory.row, seen, (self.epsilon, rng));
        let counts = choice.step.is_some() || memory.rewards.replacements;
        memory.open = Some(Open {
            state: memory.row.clone(),
            action: choice.action,
            counts,
            reward: if counts { memory.rewards.step } else { 0.0 },
            by: 0,
        });
        let step = choice.step.or_else(|| self.policy.replacement(seen));
        Ok(self.policy.mr_x_move(view, step).unwrap_or_else(|| view.draw_move(rng)))
    }

    fn end(&mut self, view: &MrXView) {
        let rewards = self.memory.rewards;
        let won = winner(view.turn()) == Some(Side::MrX);
        // Surviving the last round is a round survived (5.4), or a win where that is worth more.
        self.memory.finish(|open| match (won, open.counts) {
            (true, true) => rewards.win,
            (true, false) => 0.0,
            (false, _) => rewards.loss,
        });
    }
}

/// Some or all detectives as learners.
pub(super) struct DetectiveLearner<'a> {
    policy: Policy,
    epsilon: f64,
    seats: Seats,
    partner: &'a mut dyn Agent<Detectives>,
    memory: Memory<'a>,
}

impl<'a> DetectiveLearner<'a> {
    /// Makes the learner; the partner plays those who do not learn.
    pub(super) fn new(
        networks: InPlay<'a>,
        policy: Policy,
        epsilon: f64,
        rewards: RewardPlan,
        (seats, partner): (Seats, &'a mut dyn Agent<Detectives>),
    ) -> DetectiveLearner<'a> {
        let memory = Memory::new(networks, rewards);
        DetectiveLearner { policy, epsilon, seats, partner, memory }
    }

    /// What happened, in order, and the losses of updates.
    pub(super) fn into_kept(self) -> (Vec<Transition>, Vec<f32>) {
        self.memory.networks.into_kept()
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
        let networks = memory.networks.networks();
        let choice = self.policy.choose(networks, &memory.row, seen, (self.epsilon, rng));
        let step = choice.step.or_else(|| self.policy.replacement(seen));
        let mv = self.policy.detective_move(view, step).unwrap_or_else(|| view.draw_move(rng));
        let counts = choice.step.is_some() || memory.rewards.replacements;
        let earned = match mv {
            DetectiveMove::Ride { step, .. } if counts => {
                let possible = self.policy.is_possible(view, &memory.belief, step.to);
                let worth = if possible { memory.rewards.step } else { 0.0 };
                let beside = self.policy.is_beside_sighting(view, step.to);
                worth + if beside { memory.rewards.beside } else { 0.0 }
            }
            DetectiveMove::Ride { .. } | DetectiveMove::Pass { .. } => 0.0,
        };
        memory.open = Some(Open {
            state: memory.row.clone(),
            action: choice.action,
            counts,
            reward: earned,
            by: mover(view.public()).map_or(0, |id| id.number()),
        });
        Ok(mv)
    }

    fn begin(&mut self) {
        self.partner.begin();
    }

    fn end(&mut self, view: &DetectiveView) {
        self.partner.end(view);
        let rewards = self.memory.rewards;
        let won = winner(view.turn()) == Some(Side::Detectives);
        let how = how_won(view);
        self.memory.finish(|open| {
            let shared = rewards.captures && !rewards.own_wins_only;
            let is_win = match how {
                Won::Cornered => true,
                Won::CaughtBy(by) => shared || rewards.captures && by == open.by,
                Won::Entered => shared,
            };
            match won {
                true if !open.counts => 0.0,
                true if is_win => rewards.win,
                true => open.reward,
                false => rewards.loss,
            }
        });
    }
}

/// How a game that is over was won, if the detectives won it.
enum Won {
    /// Mr X had no free cell.
    Cornered,
    /// This detective entered his cell.
    CaughtBy(u8),
    /// He stepped onto a detective.
    Entered,
}

fn how_won(view: &DetectiveView) -> Won {
    let caught = view.turn() == Turn::Over(Outcome::Captured);
    match view.log().plies().last().filter(|_| caught) {
        Some(PublicPly::Detective(mv)) => Won::CaughtBy(mv.by().number()),
        Some(PublicPly::MrX(_)) => Won::Entered,
        None => Won::Cornered,
    }
}

fn winner(turn: Turn) -> Option<Side> {
    match turn {
        Turn::Over(outcome) => Some(outcome.winner()),
        Turn::MrX | Turn::Detective(_) | Turn::Team => None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use yard_agents::Seed;
    use yard_core::{Deal, Game, Move, Station, presets};

    use super::*;
    use crate::dqn::{ActionSpace, Cells};
    use crate::model::{IllegalChoice, Observation};
    use crate::net::{Architecture, Init, Network};

    fn at(number: u8) -> Station {
        Station::new(number).unwrap()
    }

    /// A network that likes one step best, whatever it sees.
    fn stubborn(action: usize) -> Vec<Network> {
        let shape = Architecture::dense(18, &[2], 4).unwrap();
        let mut network = Network::random(shape, Init::He, &mut Seed(1).stream("weights"));
        let numbers = network.parameters_mut();
        numbers.fill(0.0);
        let first = numbers.len() - 4;
        numbers[first + action] = 1.0;
        vec![network]
    }

    /// What the program earns for a detective: 1 for a possible cell, 10 for a win, −10 for a loss, 1 beside Mr X.
    const AS_RUN: RewardPlan = RewardPlan {
        captures: false,
        beside: 1.0,
        replacements: true,
        ..RewardPlan::of_text(1.0, 10.0, -10.0, true)
    };

    /// Plays a line on 3 × 3 (seen every second round): his cells, and the steps that the one detective likes best; the
    /// rewards that are remembered.
    fn rewards_of(
        (observation, plan): (Observation, RewardPlan),
        (mr_x, detective): (u8, u8),
        line: &[(u8, usize)],
    ) -> Vec<f32> {
        let rules = Arc::new(presets::rules("grid:3,1,4,2").unwrap());
        let deal = Deal { mr_x: at(mr_x), detectives: vec![at(detective)].into_iter().collect() };
        let mut game = Game::new(rules, &deal);
        let mut rng = Seed(1).stream("test");
        let mut kept = Vec::new();
        let mut open: Option<Open> = None;
        for (to, step) in line {
            let mv = game.mr_x_view().legal_moves().find(|mv| mv.target() == at(*to)).unwrap();
            game.play(Move::from(mv)).unwrap();
            let networks = stubborn(*step);
            let space = ActionSpace::Grid(Cells::new(3));
            let policy = Policy::new(observation, (false, IllegalChoice::First), space);
            let mut nobody = yard_agents::RandomAgent;
            let others: (Seats, &mut dyn Agent<Detectives>) = (Seats::Last, &mut nobody);
            let still = InPlay::still(&networks);
            let mut learner = DetectiveLearner::new(still, policy, 0.0, plan, others);
            learner.memory.open = open.take();
            let mv = learner.choose(game.detective_view(), &mut rng).unwrap();
            game.play(Move::from(mv)).unwrap();
            if let Turn::Over(_) = game.turn() {
                learner.end(game.detective_view());
            }
            open = learner.memory.open.take();
            kept.extend(learner.into_kept().0.iter().map(|kept| kept.reward));
        }
        kept.extend(open.map(|open| open.reward));
        kept
    }

    const PROGRAM: (Observation, RewardPlan) = (Observation::HrklovaProgram, AS_RUN);
    const TEXT: (Observation, RewardPlan) =
        (Observation::Hrklova, RewardPlan::of_text(1.0, 10.0, -10.0, true));

    /// Detective on 1, Mr X from 9 to 6, hidden: cell 2 is possible by the candidates, but no cell is believed yet.
    #[test]
    fn before_the_first_sighting_no_cell_is_possible_for_the_program() {
        assert_eq!(rewards_of(TEXT, (9, 1), &[(6, 3)]), [1.0]);
        assert_eq!(rewards_of(PROGRAM, (9, 1), &[(6, 3)]), [0.0]);
    }

    /// Mr X is seen on 9 in round 2; the detective goes from 2 to 5 and from 5 to 6, which is beside him.
    #[test]
    fn ending_beside_a_sighted_mr_x_earns_one() {
        assert_eq!(rewards_of(PROGRAM, (9, 2), &[(6, 1), (9, 3)]), [0.0, 1.0]);
        assert_eq!(rewards_of(TEXT, (9, 2), &[(6, 1), (9, 3)]), [1.0, 0.0]);
    }

    /// Round 2: seen on 6; the detective on 5 enters. By the text a win, for the program a step onto a believed cell.
    #[test]
    fn a_capture_earns_what_its_step_does() {
        assert_eq!(rewards_of(TEXT, (6, 2), &[(9, 1), (6, 3)]), [1.0, 10.0]);
        assert_eq!(rewards_of(PROGRAM, (6, 2), &[(9, 1), (6, 3)]), [0.0, 1.0]);
    }

    /// Round 1: up from 2 leads off the board; right, to 3, is the first legal step. Round 2: Mr X is seen on 6, and up
    /// from 3 leads off the board again; right does, too; down catches him.
    #[test]
    fn a_replacement_earns_its_own_reward() {
        assert_eq!(rewards_of(PROGRAM, (8, 2), &[(9, 0), (6, 0)]), [0.0, 1.0]);
        // By the text an illegal choice earns nothing, not even by a capture.
        assert_eq!(rewards_of(TEXT, (8, 2), &[(9, 0), (6, 0)]), [0.0, 0.0]);
    }

    /// He escapes on the far side: the last round costs 10 in both.
    #[test]
    fn the_last_round_costs_ten() {
        let line = [(8, 0), (9, 1), (8, 0), (9, 1)];
        for kind in [TEXT, PROGRAM] {
            assert_eq!(rewards_of(kind, (9, 4), &line).last(), Some(&-10.0));
        }
    }
}
