//! Deep Q-learning (Mnih et al. 2015; Hrkľová 2023, 4.2) and its two double forms.

use serde::{Deserialize, Serialize};
use yard_agents::{Rng, Seed};
use yard_core::Draw;

use super::actions::{ActionNumber, ActionSet};
use super::cells::Cells;
use super::plan_parts::LearnerPlan;
use super::replay::{Replay, Transition};
use crate::net::{Adam, Architecture, Entry, Network, Rows, Trainer};
use crate::tensors::{Precision, TensorError, TensorReader, TensorWriter};

/// How the value of the next state is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LearnerKind {
    /// The best value of the target network (Hrkľová 2023, 4.2).
    #[default]
    Dqn,
    /// The target network's value of the move that the online network prefers (van Hasselt et al.
    /// 2016, equation 4).
    Double,
    /// Two online networks, each with a target network of its own; the one with the higher value
    /// chooses the move (Hrkľová 2023, 4.4).
    TwoNetworks,
}

impl LearnerKind {
    /// All kinds.
    pub const ALL: [LearnerKind; 3] =
        [LearnerKind::Dqn, LearnerKind::Double, LearnerKind::TwoNetworks];
}

/// One online network with its target and its optimiser.
#[derive(Clone, PartialEq, Debug)]
struct Member {
    online: Network,
    target: Network,
    adam: Adam,
}

/// Room for one batch.
#[derive(Clone, Debug)]
struct Batch {
    now: Trainer,
    next: Trainer,
    states: Rows,
    nexts: Rows,
    actions: Vec<ActionNumber>,
    legal: Vec<ActionSet>,
    /// What the value of the next state is worth now.
    worth: Vec<f32>,
    wanted: Vec<f32>,
    slopes: Vec<f32>,
    /// Which transitions are in the batch, where none may be twice.
    taken: Vec<bool>,
    places: Vec<usize>,
    /// Actions of the board, and outputs of the network.
    actions_of_board: usize,
}

/// The networks that learn.
#[derive(Clone, Debug)]
pub struct Learner {
    plan: LearnerPlan,
    /// Whether illegal moves are left out of the best next value.
    mask: bool,
    cells: Option<Cells>,
    members: Vec<Member>,
    steps: u64,
    batch: Batch,
}

impl Learner {
    /// Begins with these online networks of one shape, one for each member. With `cells` every drawn transition is
    /// turned by one of the eight symmetries.
    pub fn new(
        plan: &LearnerPlan,
        (shape, networks): (&Architecture, Vec<Network>),
        mask: bool,
        cells: Option<Cells>,
    ) -> Learner {
        let (now, next) = (Trainer::new(shape, plan.batch), Trainer::new(shape, plan.batch));
        let (states, nexts) = (Rows::default(), Rows::default());
        let (actions, legal, worth) = (Vec::new(), Vec::new(), Vec::new());
        let (wanted, slopes) = (Vec::new(), Vec::new());
        let (taken, places) = (Vec::new(), Vec::new());
        let batch = Batch {
            now,
            next,
            states,
            nexts,
            actions,
            legal,
            worth,
            wanted,
            slopes,
            taken,
            places,
            actions_of_board: shape.outputs(),
        };
        let member = |online: Network| {
            let adam = Adam::new(online.parameters().len(), plan.rate);
            Member { target: online.clone(), online, adam }
        };
        let members = networks.into_iter().map(member).collect();
        Learner { plan: plan.clone(), mask, cells, members, steps: 0, batch }
    }

    /// The online networks.
    pub fn networks(&self) -> impl Iterator<Item = &Network> {
        self.members.iter().map(|member| &member.online)
    }

    /// Changes the learning rate of the updates to come.
    pub fn set_rate(&mut self, rate: f32) {
        self.members.iter_mut().for_each(|member| member.adam.set_rate(rate));
    }

    /// Updates made so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// One update of every member by a batch of its own; the mean loss, or `None` while the memory
    /// holds less than a batch.
    pub fn learn(&mut self, replay: &Replay, seed: Seed) -> Option<f32> {
        if replay.len() < self.plan.batch || replay.len() <= self.plan.begins_above {
            return None;
        }
        let mut rng = seed.of_game(self.steps).stream("batch");
        self.steps += 1;
        let copies = self.steps.is_multiple_of(self.plan.target_every.max(1));
        let mut sum = 0.0;
        for member in &mut self.members {
            self.batch.draw(&self.plan, self.cells.as_ref(), replay, &mut rng);
            self.batch.want(&self.plan, self.mask, member);
            sum += self.batch.update(&self.plan, member);
            if copies {
                member.target.copy_from(&member.online);
            }
        }
        Some(sum / self.members.len() as f32)
    }

    /// Writes all of it into a checkpoint.
    pub(crate) fn write(&self, out: &mut TensorWriter) {
        out.words("learner.steps", &[self.steps as u32, (self.steps >> 32) as u32]);
        for (at, member) in self.members.iter().enumerate() {
            let (mean, square) = member.adam.means();
            let lists = [
                ("online", member.online.parameters()),
                ("target", member.target.parameters()),
                ("mean", mean),
                ("square", square),
            ];
            for (name, numbers) in lists {
                let name = format!("member.{at}.{name}");
                out.floats(&name, &[numbers.len()], numbers, Precision::Single);
            }
        }
    }

    /// Takes over what a checkpoint has; the shapes stay.
    pub(crate) fn read(&mut self, file: &TensorReader<'_>) -> Result<(), TensorError> {
        let steps = file.words("learner.steps")?;
        let &[low, high] = steps.as_slice() else {
            return Err(TensorError::Missing("learner.steps".to_owned()));
        };
        self.steps = u64::from(low) | u64::from(high) << 32;
        for (at, member) in self.members.iter_mut().enumerate() {
            let count = member.online.parameters().len();
            let list = |name: &str| file.floats(&format!("member.{at}.{name}"), count);
            member.online.parameters_mut().copy_from_slice(&list("online")?);
            member.target.parameters_mut().copy_from_slice(&list("target")?);
            let adam = Adam::restore(self.plan.rate, self.steps, list("mean")?, list("square")?);
            if let Some(adam) = adam {
                member.adam = adam;
            }
        }
        Ok(())
    }
}

impl Batch {
    /// Draws transitions, each equally likely, and turns them over.
    fn draw(&mut self, plan: &LearnerPlan, cells: Option<&Cells>, replay: &Replay, rng: &mut Rng) {
        self.states.clear();
        self.nexts.clear();
        self.actions.clear();
        self.legal.clear();
        self.worth.clear();
        self.wanted.clear();
        if plan.distinct {
            self.take_distinct(plan.batch, replay.len(), rng);
        }
        for at in 0..plan.batch {
            let drawn = match plan.distinct {
                true => self.places[at],
                false => rng.below(replay.len() as u32) as usize,
            };
            let symmetry = cells.map(|cells| (cells, rng.below(Cells::SYMMETRIES as u32) as usize));
            let Some(kept) = replay.get(drawn) else { continue };
            let turn = |&(input, number): &Entry| match symmetry {
                Some((cells, symmetry)) => (cells.turn_input(symmetry, input), number),
                None => (input, number),
            };
            self.states.push(kept.state.iter().map(turn));
            self.nexts.push(kept.next.iter().map(turn));
            let (action, legal) = match symmetry {
                Some((cells, symmetry)) => turned(cells, symmetry, kept),
                None => (kept.action, kept.next_legal),
            };
            self.actions.push(action);
            self.legal.push(legal);
            self.worth.push((0..kept.steps).fold(1.0, |worth, _| worth * plan.discount));
            self.wanted.push(kept.reward);
        }
    }

    /// Draws so many different places out of `all` (Floyd's method: each set is equally likely).
    fn take_distinct(&mut self, count: usize, all: usize, rng: &mut Rng) {
        self.taken.clear();
        self.taken.resize(all, false);
        self.places.clear();
        for last in all - count..all {
            let drawn = rng.below(last as u32 + 1) as usize;
            let place = if self.taken[drawn] { last } else { drawn };
            self.taken[place] = true;
            self.places.push(place);
        }
    }

    /// Adds the discounted value of the next state to every reward (Hrkľová 2023, 4.1).
    fn want(&mut self, plan: &LearnerPlan, mask: bool, member: &Member) {
        // Without a mask an illegal move is a choice like any other.
        let all = ActionSet::first(self.actions_of_board);
        let choices = |legal: &ActionSet| if mask { *legal } else { all };
        let wanted = self.wanted.iter_mut().zip(self.legal.iter().zip(&self.worth));
        match plan.kind {
            LearnerKind::Dqn | LearnerKind::TwoNetworks => {
                let values = self.next.forward(&member.target, &self.nexts);
                for ((wanted, (legal, worth)), values) in
                    wanted.zip(values.chunks_exact(self.actions_of_board))
                {
                    if !legal.is_empty() {
                        *wanted += worth * values[best(values, &choices(legal))];
                    }
                }
            }
            LearnerKind::Double => {
                let chosen = self.now.forward(&member.online, &self.nexts);
                let values = self.next.forward(&member.target, &self.nexts);
                let outputs = self.actions_of_board;
                let both = chosen.chunks_exact(outputs).zip(values.chunks_exact(outputs));
                for ((wanted, (legal, worth)), (chosen, values)) in wanted.zip(both) {
                    if !legal.is_empty() {
                        *wanted += worth * values[best(chosen, &choices(legal))];
                    }
                }
            }
        }
    }

    /// One step of the optimiser; the mean loss.
    fn update(&mut self, plan: &LearnerPlan, member: &mut Member) -> f32 {
        let values = self.now.forward(&member.online, &self.states);
        self.slopes.clear();
        self.slopes.resize(values.len(), 0.0);
        let share = 1.0 / self.wanted.len().max(1) as f32;
        let mut sum = 0.0;
        for (row, (&wanted, &action)) in self.wanted.iter().zip(&self.actions).enumerate() {
            let at = row * self.actions_of_board + usize::from(action);
            let (loss, slope) = plan.loss.of(values[at] - wanted);
            sum += loss * share;
            self.slopes[at] = slope * share;
        }
        let slopes = self.now.backward(&member.online, &self.states, &self.slopes);
        member.adam.step(member.online.parameters_mut(), slopes);
        sum
    }
}

/// The allowed action of the highest value; the first of equals.
pub(super) fn best(values: &[f32], allowed: &ActionSet) -> usize {
    let mut best: Option<usize> = None;
    for action in allowed.iter().take_while(|action| *action < values.len()) {
        if best.is_none_or(|best| values[action] > values[best]) {
            best = Some(action);
        }
    }
    best.unwrap_or(0)
}

/// The action of a transition and the legal ones after it, after a symmetry of the grid.
fn turned(cells: &Cells, symmetry: usize, kept: &Transition) -> (ActionNumber, ActionSet) {
    let low = |action: ActionNumber| cells.turn_action(symmetry, action as u8);
    let legal = kept.next_legal.as_byte().unwrap_or(0);
    (low(kept.action).into(), cells.turn_actions(symmetry, legal).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan_file::Plan;
    use yard_agents::Seed;

    fn learner(text: &str) -> Learner {
        let text = format!("version = 1\nbase = 'hrklova-x'\n[learner]\nbatch = 8\n{text}");
        let Plan::Dqn(plan) = Plan::from_toml(&text).unwrap() else { panic!("a plan of grids") };
        let shape = Architecture::dense(4, &[4], 4).unwrap();
        let network = Network::random(shape.clone(), plan.network.init, &mut Seed(1).stream("w"));
        Learner::new(&plan.learner, (&shape, vec![network]), false, None)
    }

    /// So many transitions, told apart by their rewards.
    fn replay(count: usize) -> Replay {
        let mut replay = Replay::new(1000);
        for at in 0..count {
            let (state, reward) = (vec![(0, 1.0)], at as f32);
            replay.push(Transition { state, reward, steps: 1, ..Transition::default() });
        }
        replay
    }

    #[test]
    fn distinct_batches_have_nothing_twice() {
        let mut learner = learner("distinct = true\n");
        let mut seen = [0; 12];
        for draw in 0..600 {
            let mut rng = Seed(draw).stream("batch");
            learner.batch.draw(&learner.plan, None, &replay(12), &mut rng);
            let mut drawn: Vec<usize> =
                learner.batch.wanted.iter().map(|reward| *reward as usize).collect();
            drawn.iter().for_each(|at| seen[*at] += 1);
            drawn.sort_unstable();
            drawn.dedup();
            assert_eq!(drawn.len(), 8, "eight different ones");
        }
        // Each of twelve is in two batches of three: 400 of 600, with a standard deviation of 11.5.
        assert!(seen.iter().all(|count| (340..=460).contains(count)), "{seen:?}");
    }

    #[test]
    fn learning_begins_above_the_given_number() {
        let steps = |learner: &mut Learner, count: usize| {
            learner.learn(&replay(count), Seed(1));
            learner.steps()
        };
        let mut plain = learner("");
        assert_eq!([7, 8].map(|count| steps(&mut plain, count)), [0, 1]);
        let mut later = learner("begins_above = 8\n");
        assert_eq!([8, 9].map(|count| steps(&mut later, count)), [0, 1]);
    }

    /// Between two copies the target network stays as it was.
    #[test]
    fn the_target_is_renewed_every_so_many_updates() {
        let mut learner = learner("target_every = 101\n");
        let replay = replay(20);
        let mut renewed = Vec::new();
        for update in 1..=203 {
            let before = learner.members[0].target.clone();
            learner.learn(&replay, Seed(1));
            if learner.members[0].target != before {
                renewed.push(update);
            }
        }
        assert_eq!(renewed, [101, 202]);
    }
}
