//! Which leaf is looked at next.

use yard_agents::FastRng;
use yard_core::{Draw, Side};

use super::tree::{Kind, NodeId, Tree};

/// How much an untried move draws the explorer; the factor of PUCT (Rosin 2011; Silver et al. 2017).
const CURIOSITY: f64 = 1.0;
/// Ways down before any leaf is taken.
const WAYS: u32 = 16;

impl Tree {
    /// A leaf below the root: one side explores, half by PUCT and half by its plan, and the other keeps to its
    /// plan. Nodes below which nothing is open are left out.
    pub(super) fn leaf_for(&mut self, explorer: Side, chance: &mut FastRng) -> Option<NodeId> {
        if self.nodes[0].kind == Kind::Leaf {
            return Some(0);
        }
        if self.nodes[0].is_complete() {
            return None;
        }
        (0..WAYS).find_map(|_| self.way_down(explorer, chance)).or_else(|| self.any_leaf())
    }

    /// The first leaf that the plans come to; else the first.
    fn any_leaf(&self) -> Option<NodeId> {
        let leaves = || (0..self.nodes.len()).filter(|id| self.nodes[*id].kind == Kind::Leaf);
        let reached = |id: &usize| !self.nodes[*id].idle;
        leaves().find(reached).or_else(|| leaves().next()).map(|id| id as NodeId)
    }

    fn way_down(&mut self, explorer: Side, chance: &mut FastRng) -> Option<NodeId> {
        let mut id = 0;
        let mut cell = {
            let cells = self.nodes[0].cells();
            cells.start + draw(&self.reach[cells], chance)?
        };
        loop {
            let node = &self.nodes[id as usize];
            let curious = chance.below(2) == 0;
            match node.kind {
                Kind::Leaf => return Some(id),
                Kind::Over => return None,
                Kind::MrX => {
                    let actions = self.cells[cell].actions();
                    let first = actions.start;
                    let open = |at: usize| {
                        let child = self.child_of_action(first + at);
                        !self.nodes[child as usize].is_complete()
                    };
                    let chosen = if explorer == Side::MrX && curious {
                        let worth = |at: usize| self.escape[self.targets[first + at] as usize];
                        most_curious(&self.visits[actions], worth, open)
                    } else {
                        draw_open(&self.plan[actions], open, chance)
                    }?;
                    self.visits[first + chosen] += 1;
                    cell = self.targets[first + chosen] as usize;
                    id = self.cells[cell].from;
                }
                Kind::Detectives => {
                    let (actions, children) = (node.actions(), node.children());
                    let open = |at: usize| !self.nodes[children.start + at].is_complete();
                    let chosen = if explorer == Side::Detectives && curious {
                        let all: f64 = self.reach[node.cells()].iter().sum::<f64>().max(1e-300);
                        let worth = |at: usize| 1.0 - self.lost(children.start + at) / all;
                        most_curious(&self.visits[actions.clone()], worth, open)
                    } else {
                        draw_open(&self.plan[actions.clone()], open, chance)
                    }?;
                    self.visits[actions.start + chosen] += 1;
                    id = (children.start + chosen) as NodeId;
                    let station = self.cells[cell].station;
                    cell = match self.cell(id, station) {
                        Some(cell) => cell,
                        // He would be caught there. Those who are not show how it goes on.
                        None => {
                            let cells = self.nodes[id as usize].cells();
                            cells.start + draw(&self.reach[cells], chance)?
                        }
                    };
                }
            }
        }
    }

    /// What the detectives lose at a node: how likely Mr X comes here and escapes.
    fn lost(&self, id: usize) -> f64 {
        let cells = self.nodes[id].cells();
        self.reach[cells.clone()].iter().zip(&self.escape[cells]).map(|(r, e)| r * e).sum()
    }
}

/// A place drawn by weight; `None` when all are 0.
fn draw(weights: &[f64], chance: &mut FastRng) -> Option<usize> {
    draw_open(weights, |_| true, chance)
}

/// A place drawn by weight among the open ones.
fn draw_open(weights: &[f64], open: impl Fn(usize) -> bool, chance: &mut FastRng) -> Option<usize> {
    let all: f64 = (0..weights.len()).filter(|at| open(*at)).map(|at| weights[at]).sum();
    let mut left = all * ((chance.bits() >> 11) as f64 / (1_u64 << 53) as f64);
    let mut last = None;
    for (at, weight) in weights.iter().enumerate().filter(|(at, _)| open(*at)) {
        if *weight > 0.0 {
            last = Some(at);
            left -= weight;
            if left < 0.0 {
                break;
            }
        }
    }
    last
}

/// The action that PUCT takes, all being equally likely beforehand.
fn most_curious(
    visits: &[u32],
    worth: impl Fn(usize) -> f64,
    open: impl Fn(usize) -> bool,
) -> Option<usize> {
    let all: u32 = visits.iter().sum();
    let lure = CURIOSITY * f64::from(all + 1).sqrt() / visits.len() as f64;
    let score = |at: usize| worth(at) + lure / f64::from(1 + visits[at]);
    (0..visits.len())
        .filter(|at| open(*at))
        .max_by(|a, b| score(a.to_owned()).total_cmp(&score(*b)))
}
