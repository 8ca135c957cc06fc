//! Query networks at the table: agents that play by them and keep what they decided.

use yard_agents::{Agent, AgentError, Detectives, MrX, Rng};
use yard_core::{DetectiveId, DetectiveMove, DetectiveView, MrXMove, MrXView};

use super::asker::{Asker, Choice};
use super::observe::joint_entries;
use super::plan::Models;
use super::team::JointMove;
use crate::net::{Entry, Network};

/// One decision of a learner.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// The observation with the chosen move.
    pub row: Vec<Entry>,
    /// The round, counted from 1.
    pub round: u8,
    /// The detective; `None` for Mr X.
    pub by: Option<DetectiveId>,
    /// What the team did from here to the end of the round, where its joint move is valued. Whoever did not
    /// come to move, since Mr X was caught, has the move that was expected of him.
    pub joint: Option<JointMove>,
}

impl Decision {
    /// Adds the joint move to the observation.
    fn complete(mut self) -> Decision {
        for (id, step) in DetectiveId::ALL.into_iter().zip(self.joint.into_iter().flatten()) {
            self.row.extend(step.into_iter().flat_map(|step| joint_entries(id, step)));
        }
        self
    }
}

/// A side that learns.
#[derive(Debug)]
pub struct QuerySide<'a> {
    networks: &'a [Network],
    models: Models,
    /// The chance of a random move.
    epsilon: f64,
    /// Whether decisions are kept.
    keeps: bool,
    asker: Asker,
    kept: Vec<Decision>,
}

impl<'a> QuerySide<'a> {
    /// Makes the learner.
    pub fn new(
        networks: &'a [Network],
        models: Models,
        epsilon: f64,
        keeps: bool,
    ) -> QuerySide<'a> {
        QuerySide { networks, models, epsilon, keeps, asker: Asker::default(), kept: Vec::new() }
    }

    /// What was decided, in order.
    pub fn into_decisions(self) -> Vec<Decision> {
        self.kept.into_iter().map(Decision::complete).collect()
    }

    fn keep(&mut self, choice: Choice, round: u8, by: Option<DetectiveId>) {
        if self.keeps {
            let joint = match choice {
                Choice::Own(_) => None,
                Choice::Joint(joint) => Some(joint),
            };
            self.kept.push(Decision { row: self.asker.row(choice).collect(), round, by, joint });
        }
    }

    /// Tells earlier decisions of the round what came of an expectation.
    fn correct(&mut self, mv: DetectiveMove, round: u8) {
        let step = match mv {
            DetectiveMove::Ride { step, .. } => Some(step),
            DetectiveMove::Pass { .. } => None,
        };
        let of_round = self.kept.iter_mut().rev().take_while(|kept| kept.round == round);
        for joint in of_round.filter_map(|kept| kept.joint.as_mut()) {
            joint[mv.by().index()] = step;
        }
    }
}

impl Agent<MrX> for QuerySide<'_> {
    fn choose(&mut self, view: &MrXView, rng: &mut Rng) -> Result<MrXMove, AgentError> {
        let (mv, chosen) = self.asker.mr_x(self.networks, view, (self.epsilon, rng));
        self.keep(chosen, view.public().slots_used() + 1, None);
        Ok(mv)
    }
}

impl Agent<Detectives> for QuerySide<'_> {
    fn choose(&mut self, view: &DetectiveView, rng: &mut Rng) -> Result<DetectiveMove, AgentError> {
        let networks = (self.networks, self.models);
        let (mv, chosen) = self.asker.detective(networks, view, (self.epsilon, rng));
        let round = view.public().slots_used();
        self.correct(mv, round);
        if let Some(chosen) = chosen {
            self.keep(chosen, round, Some(mv.by()));
        }
        Ok(mv)
    }
}
