//! A slow solver that shares nothing with the fast one but the rules: every history is a node, and a
//! side's information is the text of its view.
//!
//! It is counterfactual regret minimisation over histories (Zinkevich et al. 2007) with regrets cut
//! at 0, and best responses by the depth of the tree.

use std::collections::BTreeMap;
use std::sync::Arc;

use yard_core::{Deal, Game, Move, Rules, Side, Turn};

/// What a node of the tree is.
enum Kind {
    /// The game is over; what the detectives have won.
    Over(f64),
    /// A side chooses: side, information set, children.
    Choice(usize, usize, Vec<usize>),
}

/// Detectives.
const TEAM: usize = 0;
/// Mr X.
const MR_X: usize = 1;

/// The tree of all histories.
pub(crate) struct Plain {
    nodes: Vec<Kind>,
    depths: Vec<usize>,
    /// Beginnings and their chances.
    roots: Vec<(f64, usize)>,
    /// Actions of each information set.
    actions: Vec<usize>,
    names: BTreeMap<String, usize>,
}

/// A chance for each action of each information set.
type Plan = Vec<Vec<f64>>;

impl Plain {
    pub(crate) fn new(rules: &Arc<Rules>, deals: &[(f64, Deal)]) -> Plain {
        let mut plain = Plain {
            nodes: Vec::new(),
            depths: Vec::new(),
            roots: Vec::new(),
            actions: Vec::new(),
            names: BTreeMap::new(),
        };
        for (chance, deal) in deals {
            let root = plain.add(&Game::new(Arc::clone(rules), deal), 0);
            plain.roots.push((*chance, root));
        }
        plain
    }

    pub(crate) fn histories(&self) -> usize {
        self.nodes.len()
    }

    fn add(&mut self, game: &Game, depth: usize) -> usize {
        let id = self.nodes.len();
        self.nodes.push(Kind::Over(0.0));
        self.depths.push(depth);
        let moves: Vec<Move> = game.state().moves(game.rules()).collect();
        let (side, name) = match game.turn() {
            Turn::Over(outcome) => {
                let won = outcome.winner() == Side::Detectives;
                self.nodes[id] = Kind::Over(if won { 1.0 } else { 0.0 });
                return id;
            }
            Turn::MrX => {
                let view = game.mr_x_view();
                (MR_X, format!("X {:?} {:?}", view.path(), view.detective_view().log()))
            }
            Turn::Detective(_) | Turn::Team => {
                (TEAM, format!("D {:?}", game.detective_view().log()))
            }
        };
        let new = self.actions.len();
        let set = *self.names.entry(name).or_insert(new);
        if set == new {
            self.actions.push(moves.len());
        }
        assert_eq!(self.actions[set], moves.len(), "one information set, one list of moves");
        let mut children = Vec::new();
        for mv in moves {
            let mut next = game.clone();
            next.play(mv).expect("a listed move is legal");
            children.push(self.add(&next, depth + 1));
        }
        self.nodes[id] = Kind::Choice(side, set, children);
        id
    }

    /// Bounds of the detectives' chance after so many iterations.
    pub(crate) fn solve(&self, iterations: u32) -> [f64; 2] {
        let mut regrets: Plan = self.actions.iter().map(|n| vec![0.0; *n]).collect();
        let mut sums = regrets.clone();
        for iteration in 1..=iterations {
            for learner in [TEAM, MR_X] {
                let plan: Plan = regrets.iter().map(|regrets| matched(regrets)).collect();
                let mut fresh: Plan = self.actions.iter().map(|n| vec![0.0; *n]).collect();
                for (chance, root) in &self.roots {
                    let mut pass = Pass {
                        plain: self,
                        plan: &plan,
                        learner,
                        fresh: &mut fresh,
                        sums: &mut sums,
                        weight: f64::from(iteration),
                    };
                    pass.walk(*root, 1.0, *chance);
                }
                for (old, new) in regrets.iter_mut().flatten().zip(fresh.iter().flatten()) {
                    *old = (*old + new).max(0.0);
                }
            }
        }
        let plan: Plan = sums.iter().map(|sums| matched(sums)).collect();
        [self.best_response(&plan, MR_X), self.best_response(&plan, TEAM)]
    }

    /// What the detectives have when one side plays its best against the other's plan.
    fn best_response(&self, plan: &Plan, side: usize) -> f64 {
        let mut reach = vec![0.0; self.nodes.len()];
        for (chance, root) in &self.roots {
            reach[*root] = *chance;
        }
        // Children come after their parents in the list.
        for (id, node) in self.nodes.iter().enumerate() {
            if let Kind::Choice(mover, set, children) = node {
                for (i, child) in children.iter().enumerate() {
                    let chance = if *mover == side { 1.0 } else { plan[*set][i] };
                    reach[*child] = reach[id] * chance;
                }
            }
        }
        let mut values = vec![0.0; self.nodes.len()];
        let deepest = self.depths.iter().copied().max().unwrap_or(0);
        let mut levels: Vec<Vec<usize>> = vec![Vec::new(); deepest + 1];
        (0..self.nodes.len()).for_each(|id| levels[self.depths[id]].push(id));
        let sign = if side == TEAM { 1.0 } else { -1.0 };
        for level in levels.iter().rev() {
            let mut worth: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
            for &id in level {
                if let Kind::Choice(mover, set, children) = &self.nodes[id]
                    && *mover == side
                {
                    let worth = worth.entry(*set).or_insert_with(|| vec![0.0; children.len()]);
                    for (worth, child) in worth.iter_mut().zip(children) {
                        *worth += sign * reach[id] * values[*child];
                    }
                }
            }
            for &id in level {
                values[id] = match &self.nodes[id] {
                    Kind::Over(value) => *value,
                    Kind::Choice(mover, set, children) if *mover == side => {
                        let worth = &worth[set];
                        let best = (0..worth.len()).max_by(|a, b| worth[*a].total_cmp(&worth[*b]));
                        values[children[best.unwrap_or(0)]]
                    }
                    Kind::Choice(_, set, children) => {
                        children.iter().zip(&plan[*set]).map(|(c, p)| p * values[*c]).sum()
                    }
                };
            }
        }
        self.roots.iter().map(|(chance, root)| chance * values[*root]).sum()
    }
}

/// Regret matching: in proportion to what is positive.
fn matched(regrets: &[f64]) -> Vec<f64> {
    let sum: f64 = regrets.iter().sum();
    let even = 1.0 / regrets.len() as f64;
    regrets.iter().map(|regret| if sum > 0.0 { regret / sum } else { even }).collect()
}

/// One side learns in one walk over all histories.
struct Pass<'a> {
    plain: &'a Plain,
    plan: &'a Plan,
    learner: usize,
    fresh: &'a mut Plan,
    sums: &'a mut Plan,
    weight: f64,
}

impl Pass<'_> {
    /// Returns what the detectives have from here.
    fn walk(&mut self, id: usize, mine: f64, others: f64) -> f64 {
        let (side, set, children) = match &self.plain.nodes[id] {
            Kind::Over(value) => return *value,
            Kind::Choice(side, set, children) => (*side, *set, children),
        };
        let chances = &self.plan[set];
        if side != self.learner {
            let walk =
                |(child, chance): (&usize, &f64)| chance * self.walk(*child, mine, others * chance);
            return children.iter().zip(chances).map(walk).sum();
        }
        let values: Vec<f64> = children
            .iter()
            .zip(chances)
            .map(|(child, p)| self.walk(*child, mine * p, others))
            .collect();
        let here: f64 = values.iter().zip(chances).map(|(value, p)| value * p).sum();
        let sign = if side == TEAM { 1.0 } else { -1.0 };
        for i in 0..values.len() {
            self.fresh[set][i] += sign * others * (values[i] - here);
            self.sums[set][i] += self.weight * mine * chances[i];
        }
        here
    }
}
