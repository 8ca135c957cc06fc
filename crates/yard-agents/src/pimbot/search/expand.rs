//! How a tree grows.

use yard_core::{DetectiveMove, Move, Rules, Side, State, Turn};

use super::{Node, Root, Searcher, Task};
use crate::pimbot::filter::Doubles;
use crate::pimbot::history::{code_of_detective, code_of_mr_x};
use crate::pimbot::policy::{detective_move, mr_x_move, next_detective};
use crate::pimbot::tree::NodeId;
use crate::rng::FastRng;

impl Searcher {
    /// Tells whether the tree may hold one more ply.
    #[inline]
    pub(super) fn may_go_deeper(&self, task: &Task<'_>) -> bool {
        task.config.depth == 0 || self.path.len() < usize::from(task.config.depth)
    }

    /// Plays on by the policies of the playouts and adds each move to the tree, as long as the tree has it.
    #[cold]
    pub(super) fn add_path(
        &mut self,
        task: &Task<'_>,
        mut node: Node,
        state: &mut State,
        chance: &mut FastRng,
    ) {
        let context = &task.context;
        while state.outcome().is_none() && self.may_go_deeper(task) && !self.tree.is_full() {
            let mv = match state.turn() {
                Turn::MrX => {
                    self.open_mr_x(task, state, node);
                    Move::from(mr_x_move(context, state, chance))
                }
                Turn::Detective(_) | Turn::Team | Turn::Over(_) => {
                    self.open_detectives(context.rules, state, node.id);
                    let Some(by) = next_detective(context.rules, state.public()) else { return };
                    let candidates = &mut self.simulation.candidates;
                    Move::from(detective_move(context, state, by, candidates, chance))
                }
            };
            let Some(child) = self.tree.child(node.id, mv) else { return };
            node = Node { id: child, is_root: false, ..node };
            match mv {
                Move::MrX(mv) => {
                    self.simulation.play_mr_x(context, state, mv, chance);
                    self.path.push((child, Side::MrX));
                    node.placed = true;
                }
                Move::Detective(mv) => {
                    self.simulation.play_detective(context, state, mv);
                    self.path.push((child, Side::Detectives));
                }
            }
        }
    }

    /// Lists Mr X's moves at a node and gives it the children that it lacks.
    #[inline]
    pub(super) fn open_mr_x(&mut self, task: &Task<'_>, state: &State, node: Node) {
        let Node { id, is_root, placed } = node;
        let leaf = self.tree.is_leaf(id);
        if placed && !leaf {
            return;
        }
        let doubles = match task.root {
            Root::MrX { doubles, .. } if is_root => doubles,
            Root::MrX { .. } | Root::Detective { .. } => Doubles::WhenTrapped,
        };
        let known = is_root || task.context.policies.need_candidates();
        let candidates = known.then(|| self.simulation.candidates.set());
        task.filter().list(state, candidates, doubles, &mut self.moves);
        if !placed {
            self.listed.become_those(self.moves.iter().map(|&mv| (mv.into(), code_of_mr_x(mv))));
        }
        if self.tree.is_full() {
            return;
        }
        if !leaf {
            self.present.become_those(self.tree.moves(id));
        }
        for &mv in self.moves.iter().rev() {
            let code = code_of_mr_x(mv);
            if leaf || !self.present.contains(mv.into(), code) {
                self.tree.add_child(id, mv.into(), code);
            }
        }
    }

    /// Gives a node of the detectives its children; they depend on what is public only.
    #[inline]
    pub(super) fn open_detectives(&mut self, rules: &Rules, state: &State, at: NodeId) {
        if !self.tree.is_leaf(at) || self.tree.is_full() {
            return;
        }
        let Some(by) = next_detective(rules, state.public()) else { return };
        let mut rides = 0;
        for step in state.public().rides(rules, by) {
            let mv = DetectiveMove::Ride { by, step };
            self.tree.add_child(at, mv.into(), code_of_detective(mv));
            rides += 1;
        }
        if rides == 0 {
            let mv = DetectiveMove::Pass { by };
            self.tree.add_child(at, mv.into(), code_of_detective(mv));
        }
    }
}
