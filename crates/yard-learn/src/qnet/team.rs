//! One value for the joint move of the whole team: the better communication between detectives that Dash
//! et al. 2018 leave to the future. The design is ours.
//!
//! At his turn a detective asks for the best joint move of himself and of those who move after him, and
//! plays his own part of it. Those who have moved already are where the observation shows them. The
//! parts of the others are expectations: each of them asks again at his own turn, and knows more then.
//!
//! Five detectives have some thousand joint moves, so they are searched by coordinate ascent: one
//! detective's moves are compared with the others' fixed, then the next one's.

use yard_agents::Rng;
use yard_core::{DetectiveId, DetectiveMove, DetectiveView, Draw, Step, Turn};

use super::observe::{DETECTIVES, detective_entries, joint_entries};
use crate::net::{Entry, Evaluator, Network, Rows};

/// How often each detective's part is looked at again, at most.
const SWEEPS: usize = 2;

/// What each detective does in a round; `None` for those who do nothing more.
pub type JointMove = [Option<Step>; DETECTIVES];

/// The room for questions, and the last answer.
#[derive(Clone, Debug, Default)]
pub(super) struct TeamAsker {
    evaluator: Evaluator,
    /// The observation alone, and with the parts that are fixed.
    row: Vec<Entry>,
    common: Vec<Entry>,
    /// What each detective can do, as far as one can tell now.
    options: [Vec<Step>; DETECTIVES],
    queries: Rows,
    asked: Vec<Step>,
    value: Option<f32>,
}

impl TeamAsker {
    /// The value of the last choice; `None` when it was drawn or there was no choice.
    pub(super) fn value(&self) -> Option<f32> {
        self.value
    }

    /// The observation of the last question.
    pub(super) fn row(&self) -> &[Entry] {
        &self.row
    }

    /// The moving detective's part of the best joint move, or with some chance a random one, and the joint
    /// move; none when he must pass.
    pub(super) fn detective(
        &mut self,
        network: Option<&Network>,
        view: &DetectiveView,
        (epsilon, rng): (f64, &mut Rng),
    ) -> (DetectiveMove, Option<JointMove>) {
        self.value = None;
        let Turn::Detective(mover) = view.turn() else { return (view.draw_move(rng), None) };
        let (public, rules) = (view.public(), view.rules());
        for (id, options) in DetectiveId::ALL.into_iter().zip(&mut self.options) {
            options.clear();
            if id >= mover {
                options.extend(public.rides(rules, id));
            }
        }
        if self.options[mover.index()].is_empty() {
            return (view.draw_move(rng), None);
        }
        detective_entries(view, None, &mut self.row);
        let explores = epsilon > 0.0 && rng.unit() < epsilon;
        let joint = match network {
            Some(network) if !explores => self.ascend(network, mover),
            Some(_) | None => self.options.each_ref().map(|options| draw(options, rng)),
        };
        match joint[mover.index()] {
            Some(step) => (DetectiveMove::Ride { by: mover, step }, Some(joint)),
            None => (view.draw_move(rng), None),
        }
    }

    /// Climbs from the first move of everyone.
    fn ascend(&mut self, network: &Network, mover: DetectiveId) -> JointMove {
        let mut joint = [None; DETECTIVES];
        for at in mover.index()..DETECTIVES {
            joint[at] = self.options[at].iter().copied().find(|step| is_free(&joint, at, *step));
        }
        for _ in 0..SWEEPS {
            let before = joint;
            for id in &DetectiveId::ALL[mover.index()..] {
                self.improve(network, &mut joint, *id, *id == mover);
            }
            if joint == before {
                break;
            }
        }
        joint
    }

    /// The best part for one detective with the others' fixed; the first of equals. The mover may take a
    /// station that another one was expected to take.
    fn improve(&mut self, network: &Network, joint: &mut JointMove, id: DetectiveId, moves: bool) {
        self.common.clear();
        self.common.extend_from_slice(&self.row);
        for other in DetectiveId::ALL.into_iter().filter(|other| *other != id) {
            self.common.extend(joint[other.index()].iter().flat_map(|s| joint_entries(other, *s)));
        }
        self.queries.clear();
        self.asked.clear();
        for &step in &self.options[id.index()] {
            if moves || is_free(joint, id.index(), step) {
                self.queries.push(joint_entries(id, step));
                self.asked.push(step);
            }
        }
        if self.asked.is_empty() {
            joint[id.index()] = None;
            return;
        }
        let values = self.evaluator.evaluate(network, &self.common, &self.queries);
        let mut best = 0;
        for (at, value) in values.iter().enumerate() {
            if *value > values[best] {
                best = at;
            }
        }
        self.value = values.get(best).copied();
        joint[id.index()] = Some(self.asked[best]);
    }
}

/// Tells whether nobody else is to go where a step leads.
fn is_free(joint: &JointMove, at: usize, step: Step) -> bool {
    let others = joint.iter().enumerate().filter(|(other, _)| *other != at);
    others.flat_map(|(_, other)| other).all(|other| other.to != step.to)
}

fn draw(options: &[Step], rng: &mut Rng) -> Option<Step> {
    match options.len() {
        0 => None,
        many => options.get(rng.below(many as u32) as usize).copied(),
    }
}
