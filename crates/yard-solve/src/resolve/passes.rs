//! Iterations over a tree: down with what the plans reach, up with what positions are worth.

use yard_core::Side;

use super::tree::{Kind, Node, Tree};
use crate::regret;

/// What counts where a side never comes, so that there is an average plan all the same.
const TINY: f64 = 1e-9;

impl Tree {
    /// Works out how likely both plans come where, from the reach of the root's cells. The plans of one side
    /// are added to its sums with a weight.
    pub(super) fn go_down(&mut self, add: Option<(Side, f64)>) {
        let (of_mr_x, of_detectives) = match add {
            Some((Side::MrX, weight)) => (weight, 0.0),
            Some((Side::Detectives, weight)) => (0.0, weight),
            None => (0.0, 0.0),
        };
        self.nodes[0].reach = 1.0;
        for id in 0..self.nodes.len() {
            let (done, rest) = self.nodes.split_at_mut(id + 1);
            let node = &mut done[id];
            let cells = node.cells();
            node.idle = node.reach <= 0.0 && self.reach[cells.clone()].iter().all(|r| *r <= 0.0);
            if matches!(node.kind, Kind::Leaf | Kind::Over) {
                continue;
            }
            let children = node.children().start - id - 1..node.children().end - id - 1;
            let children = &mut rest[children];
            match node.kind {
                Kind::MrX => {
                    for child in children.iter_mut() {
                        child.reach = node.reach;
                        self.reach[child.cells()].fill(0.0);
                    }
                    if node.idle {
                        continue;
                    }
                    for cell in cells {
                        let here = self.reach[cell];
                        let weight = of_mr_x * (here + TINY);
                        for action in self.cells[cell].actions() {
                            self.reach[self.targets[action] as usize] += here * self.plan[action];
                            self.sums[action] += weight * self.plan[action];
                        }
                    }
                }
                Kind::Detectives => {
                    let weight = of_detectives * (node.reach + TINY);
                    for (child, action) in children.iter_mut().zip(node.actions()) {
                        child.reach = node.reach * self.plan[action];
                        self.sums[action] += weight * self.plan[action];
                        for cell in child.cells() {
                            self.reach[cell] = self.reach[self.cells[cell].from as usize];
                        }
                    }
                }
                Kind::Leaf | Kind::Over => {}
            }
        }
    }

    /// Works out how likely Mr X escapes from where when both keep to their plans, and lets one side learn.
    /// When nobody learns, it is worked out where nobody comes, too.
    pub(super) fn go_up(&mut self, learner: Option<Side>) {
        for id in (0..self.nodes.len()).rev() {
            if self.nodes[id].idle && learner.is_some() {
                continue;
            }
            match self.nodes[id].kind {
                Kind::Over => {}
                Kind::Leaf => self.leaf_up(id),
                Kind::MrX => self.mr_x_up(id, learner == Some(Side::MrX)),
                Kind::Detectives => self.detectives_up(id, learner == Some(Side::Detectives)),
            }
        }
    }

    /// A leaf is worth less to Mr X on a station where he is likelier than elsewhere: there the detectives look
    /// for him. Between even chances and certainty the value is a straight line.
    fn leaf_up(&mut self, id: usize) {
        let cells = self.nodes[id].cells();
        let reach = &self.reach[cells.clone()];
        let all: f64 = reach.iter().sum();
        let even = 1.0 / reach.len() as f64;
        let scale = if all > 0.0 && reach.len() > 1 { 1.0 / (1.0 - even) } else { 0.0 };
        let share = if all > 0.0 { 1.0 / all } else { 0.0 };
        let values = self.escape[cells.clone()].iter_mut().zip(&self.estimates[cells]);
        for ((value, estimate), reach) in values.zip(reach) {
            *value = estimate.even + estimate.known * scale * (reach * share - even);
        }
    }

    fn mr_x_up(&mut self, id: usize, learns: bool) {
        let reach = self.nodes[id].reach;
        for cell in self.nodes[id].cells() {
            let actions = self.cells[cell].actions();
            let targets = &self.targets[actions.clone()];
            let escape = &self.escape;
            let plan = &mut self.plan[actions.clone()];
            let mut here = 0.0;
            for (target, chance) in targets.iter().zip(plan.iter()) {
                here += chance * escape[*target as usize];
            }
            if learns {
                let worth = |action: usize| reach * escape[targets[action] as usize];
                regret::learn(plan, &mut self.regrets[actions], worth);
            }
            self.escape[cell] = here;
        }
    }

    fn detectives_up(&mut self, id: usize, learns: bool) {
        let Tree { nodes, cells, reach, escape, plan, regrets, .. } = self;
        let node = &nodes[id];
        escape[node.cells()].fill(0.0);
        for (child, action) in nodes[node.children()].iter().zip(node.actions()) {
            let chance = plan[action];
            if chance > 0.0 {
                for cell in child.cells() {
                    escape[cells[cell].from as usize] += chance * escape[cell];
                }
            }
        }
        if learns {
            let lost = |child: &Node| {
                let cells = child.cells();
                let lost = reach[cells.clone()].iter().zip(&escape[cells]);
                lost.map(|(reach, escape)| reach * escape).sum::<f64>()
            };
            let children = &nodes[node.children()];
            let mut worth = [0.0; MOST_MOVES];
            debug_assert!(children.len() <= MOST_MOVES);
            for (worth, child) in worth.iter_mut().zip(children) {
                *worth = -lost(child);
            }
            let actions = node.actions();
            regret::learn(&mut plan[actions.clone()], &mut regrets[actions], |at| worth[at]);
        }
    }

    /// What Mr X escapes with when one side plays its best and the other its plan; in the root's cells.
    /// [`go_down`](Tree::go_down) must have been called with the plans.
    pub(super) fn answer(&mut self, responder: Side) {
        for id in (0..self.nodes.len()).rev() {
            match (self.nodes[id].kind, responder) {
                (Kind::Leaf | Kind::Over, _) => {}
                (Kind::MrX, Side::Detectives) => self.mr_x_up(id, false),
                (Kind::Detectives, Side::MrX) => self.detectives_up(id, false),
                (Kind::MrX, Side::MrX) => {
                    for cell in self.nodes[id].cells() {
                        let targets = &self.targets[self.cells[cell].actions()];
                        let escapes = targets.iter().map(|target| self.escape[*target as usize]);
                        self.escape[cell] = escapes.fold(0.0, f64::max);
                    }
                }
                (Kind::Detectives, Side::Detectives) => {
                    let node = &self.nodes[id];
                    let lost = |child: &usize| {
                        let cells = self.nodes[*child].cells();
                        let lost = self.reach[cells.clone()].iter().zip(&self.escape[cells]);
                        lost.map(|(reach, escape)| reach * escape).sum::<f64>()
                    };
                    let best = node.children().min_by(|a, b| lost(a).total_cmp(&lost(b)));
                    self.escape[node.cells()].fill(0.0);
                    for cell in best.map_or(0..0, |best| self.nodes[best].cells()) {
                        self.escape[self.cells[cell].from as usize] = self.escape[cell];
                    }
                }
            }
        }
    }

    /// Puts the average plans in the place of the plans, or the plans back.
    pub(super) fn averages(&self, plan: &mut Vec<f64>) {
        plan.clear();
        plan.resize(self.plan.len(), 0.0);
        for node in &self.nodes {
            match node.kind {
                Kind::Leaf | Kind::Over => {}
                Kind::Detectives => {
                    regret::average(&self.sums[node.actions()], &mut plan[node.actions()]);
                }
                Kind::MrX => {
                    for cell in &self.cells[node.cells()] {
                        regret::average(&self.sums[cell.actions()], &mut plan[cell.actions()]);
                    }
                }
            }
        }
    }
}

/// The most moves of one detective: he can reach every other station of a board, by each of three tickets.
const MOST_MOVES: usize = 768;
