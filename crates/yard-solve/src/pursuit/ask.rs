//! Asks a policy for its plan in a segment.

use std::collections::BTreeMap;

use yard_agents::{Detectives, MrX, Policy, Reads};
use yard_core::{DetectiveView, MrXMove, MrXView};

use super::build::{after_sighting, seen_of};
use super::key::Key;
use super::tree::{After, Next, NodeId, Segment};
use super::values::Values;

/// The detectives' plan of a policy; even where it never comes.
pub(crate) fn detectives_plan(
    segment: &Segment,
    view: &DetectiveView,
    policy: &mut dyn Policy<Detectives>,
) -> Vec<f64> {
    let plan = segment.game.max.even();
    let mut ask = AskDetectives { segment, policy, plan, earlier: Vec::new() };
    ask.walk(0, view);
    ask.plan
}

struct AskDetectives<'a> {
    segment: &'a Segment,
    policy: &'a mut dyn Policy<Detectives>,
    plan: Vec<f64>,
    /// The detectives' views on the way here.
    earlier: Vec<DetectiveView>,
}

impl AskDetectives<'_> {
    /// Asks at a node and wherever the policy comes from there.
    fn walk(&mut self, node: NodeId, view: &DetectiveView) {
        let segment = self.segment;
        match &segment.nodes[node as usize].next {
            Next::Over | Next::Sighting { .. } => {}
            Next::MrX { seen, .. } => {
                for (mv, child) in &segment.seen[seen.start as usize..seen.end as usize] {
                    let mut after = view.clone();
                    if after.mr_x_moved(*mv, None).is_ok() {
                        self.walk(*child, &after);
                    }
                }
            }
            Next::Detectives { decision, moves } => {
                let moves = &segment.moves[moves.start as usize..moves.end as usize];
                let mut chances = vec![1.0; moves.len()];
                if let Some(decision) = decision {
                    let asked = self.policy.chances_along(&self.earlier, view);
                    for ((mv, _), chance) in moves.iter().zip(&mut chances) {
                        let same = asked.iter().filter(|(known, _)| known == mv);
                        *chance = same.map(|(_, chance)| chance).sum();
                    }
                    let range = segment.game.max.decisions()[*decision as usize].range();
                    self.plan[range].copy_from_slice(&chances);
                }
                self.earlier.push(view.clone());
                for ((mv, after), chance) in moves.iter().zip(chances) {
                    if let After::Node(child) = after
                        && chance > 0.0
                    {
                        let mut next = view.clone();
                        if next.detective_moved(*mv, None).is_ok() {
                            self.walk(*child, &next);
                        }
                    }
                }
                self.earlier.pop();
            }
        }
    }
}

/// Mr X's policy, with a memory for one that looks at the state alone.
pub(crate) struct Answers {
    policy: Box<dyn Policy<MrX>>,
    known: BTreeMap<(u8, Key), Vec<(MrXMove, f64)>>,
}

impl Answers {
    pub(crate) fn new(policy: Box<dyn Policy<MrX>>) -> Answers {
        Answers { policy, known: BTreeMap::new() }
    }

    fn chances(&mut self, values: &Values, view: &MrXView) -> Vec<(MrXMove, f64)> {
        match self.policy.reads() {
            Reads::State => {
                let (key, _) =
                    values.layout.smallest(view.public(), Some(view.station()), &values.maps);
                let policy = &mut self.policy;
                let known = self.known.entry((view.public().slots_used(), key));
                known.or_insert_with(|| policy.chances(view)).clone()
            }
            Reads::Now | Reads::Sighting | Reads::Log => self.policy.chances(view),
        }
    }
}

/// Mr X's plan of a policy, and the payoffs when he is seen where the policy goes.
pub(crate) fn mr_x_plan(
    segment: &Segment,
    values: &Values,
    view: &DetectiveView,
    policy: &mut Answers,
) -> (Vec<f64>, Vec<f64>) {
    let game = &segment.game;
    let mut reach = vec![0.0; game.min.outcomes()];
    game.min.reach(&game.min.even(), &mut reach);
    reach[game.min.roots()..].fill(0.0);
    let mut ask = AskMrX {
        segment,
        values,
        policy,
        plan: game.min.even(),
        payoffs: segment.upper.clone(),
        reach,
    };
    ask.walk(0, view);
    (ask.plan, ask.payoffs)
}

struct AskMrX<'a> {
    segment: &'a Segment,
    values: &'a Values,
    policy: &'a mut Answers,
    plan: Vec<f64>,
    payoffs: Vec<f64>,
    reach: Vec<f64>,
}

impl AskMrX<'_> {
    fn walk(&mut self, id: NodeId, view: &DetectiveView) {
        let segment = self.segment;
        let node = &segment.nodes[id as usize];
        match &node.next {
            Next::Over => {}
            Next::Sighting { payoffs, first } => {
                for cell in segment.cells(node) {
                    if self.reach[cell.outcome as usize] > 0.0 {
                        let place = payoffs + (cell.outcome - first);
                        let full = MrXView::assume(view.clone(), cell.station);
                        self.payoffs[place as usize] = self.sighting(&full);
                    }
                }
            }
            Next::MrX { first, seen } => {
                for (cell, decision) in segment.cells(node).iter().zip(*first as usize..) {
                    if self.reach[cell.outcome as usize] > 0.0 {
                        let full = MrXView::assume(view.clone(), cell.station);
                        self.decide(decision, &full);
                    }
                }
                for (mv, child) in &segment.seen[seen.start as usize..seen.end as usize] {
                    let mut after = view.clone();
                    if after.mr_x_moved(*mv, None).is_ok() {
                        self.walk(*child, &after);
                    }
                }
            }
            Next::Detectives { moves, .. } => {
                for (mv, after) in &segment.moves[moves.start as usize..moves.end as usize] {
                    let mut next = view.clone();
                    if let After::Node(child) = after
                        && next.detective_moved(*mv, None).is_ok()
                    {
                        self.walk(*child, &next);
                    }
                }
            }
        }
    }

    /// What the detectives have when the policy moves and is seen.
    fn sighting(&mut self, view: &MrXView) -> f64 {
        let chances = self.policy.chances(self.values, view);
        let worth = |mv: MrXMove| after_sighting(view.rules(), self.values, view.state(), mv)[1];
        chances.into_iter().map(|(mv, chance)| chance * worth(mv)).sum()
    }

    /// Takes over the chances of one decision.
    fn decide(&mut self, decision: usize, view: &MrXView) {
        let decision = self.segment.game.min.decisions()[decision];
        let asked = self.policy.chances(self.values, view);
        let moves = &self.segment.mr_x_moves[decision.range()];
        let here = self.reach[decision.parent as usize];
        let targets = self.segment.game.min.targets(decision);
        for ((mv, action), target) in moves.iter().zip(decision.range()).zip(targets) {
            let same = asked.iter().filter(|(known, _)| looks_like(view, *known, *mv));
            self.plan[action] = same.map(|(_, chance)| chance).sum();
            self.reach[*target as usize] += here * self.plan[action];
        }
    }
}

/// Tells whether two moves lead to the same place and look the same: a double move that is seen on its way is
/// another one by another way.
fn looks_like(view: &MrXView, one: MrXMove, two: MrXMove) -> bool {
    let seen = |mv| seen_of(view.rules(), view.state(), mv);
    one == two || (one.target() == two.target() && seen(one) == seen(two))
}
