//! The search tree: one flat arena whose memory is kept between moves.

use yard_core::{Draw, Move};

use super::config::Unvisited;
use super::history::{History, MoveCode};
use crate::rng::FastRng;

/// The most nodes a tree may have; when it is full, leaves are simulated and no longer expanded.
const MOST_NODES: usize = 1 << 22;

/// No node.
const NONE: u32 = u32::MAX;

/// The constants of the bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// C.
    pub(super) exploration: f64,
    /// W.
    pub(super) history: f64,
    /// What becomes of moves without a visit.
    pub(super) unvisited: Unvisited,
}

impl Weights {
    /// UCT with Progressive History (Nijssen & Winands 2011):
    /// v + C √(ln n / nᵢ) + vₐ W / ((1 − v) nᵢ + 1).
    ///
    /// v is the mean of the child and nᵢ its visits, n those of its parent, vₐ the mean of the move
    /// in the whole search. The last term fades with visits, the sooner the worse the child is.
    #[inline]
    pub(super) fn bound(self, mean: f64, visits: f64, log_parent: f64, move_mean: f64) -> f64 {
        mean + self.exploration * (log_parent / visits).sqrt()
            + move_mean * self.history / ((1.0 - mean) * visits + 1.0)
    }
}

/// A move in the tree and what came of it, for the player who made it.
#[derive(Clone, Debug)]
struct Node {
    mv: Option<Move>,
    code: MoveCode,
    /// The first child; the others follow by `next`.
    first: u32,
    next: u32,
    visits: u32,
    sum: f64,
}

/// The walk down is bound by memory: two nodes share a cache line.
const _: () = assert!(size_of::<Node>() <= 32);

impl Node {
    fn new(mv: Option<Move>, code: MoveCode, next: u32) -> Node {
        Node { mv, code, first: NONE, next, visits: 0, sum: 0.0 }
    }
}

/// What a search found out about one move at the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct RootMove {
    /// The move.
    pub(super) mv: Move,
    /// How often it was tried.
    pub(super) visits: u32,
    /// Its results for the side that searches, added up.
    pub(super) sum: f64,
    /// What decides: its visits, or what stands in for them where there are several trees.
    pub(super) rank: f64,
}

/// Number of a node.
pub(super) type NodeId = u32;

/// The arena. Several trees may stand in it, each with a root of its own.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// An empty arena.
    pub(super) fn new() -> Tree {
        Tree { nodes: Vec::new() }
    }

    /// Fells all trees and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
    }

    /// The moves of all nodes.
    #[cfg(test)]
    pub(super) fn all_moves(&self) -> impl Iterator<Item = Move> {
        self.nodes.iter().filter_map(|node| node.mv)
    }

    /// The plies below a node that have been visited.
    #[cfg(test)]
    pub(super) fn depth_of_visits(&self, at: NodeId) -> usize {
        let below = |child: &Node| {
            let (mut deepest, mut open) = (1, vec![(child, 1)]);
            while let Some((node, depth)) = open.pop() {
                deepest = deepest.max(depth);
                let mut next = node.first;
                while let Some(node) = self.nodes.get(next as usize) {
                    next = node.next;
                    if node.visits > 0 {
                        open.push((node, depth + 1));
                    }
                }
            }
            deepest
        };
        self.children(at).filter(|child| child.visits > 0).map(below).max().unwrap_or(0)
    }

    /// Plants a tree.
    pub(super) fn plant(&mut self) -> NodeId {
        self.nodes.push(Node::new(None, MoveCode::NONE, NONE));
        (self.nodes.len() - 1) as NodeId
    }

    /// Tells whether a node has no children yet.
    #[inline]
    pub(super) fn is_leaf(&self, at: NodeId) -> bool {
        self.nodes[at as usize].first == NONE
    }

    /// Tells whether a node has never been visited.
    #[inline]
    pub(super) fn is_fresh(&self, at: NodeId) -> bool {
        self.nodes[at as usize].visits == 0
    }

    /// Tells whether no more nodes fit.
    pub(super) fn is_full(&self) -> bool {
        self.nodes.len() >= MOST_NODES
    }

    /// The move that led to a node; none at a root.
    #[inline]
    pub(super) fn mv(&self, at: NodeId) -> Option<Move> {
        self.nodes[at as usize].mv
    }

    /// Gives a node one more child, before all others.
    pub(super) fn add_child(&mut self, at: NodeId, mv: Move, code: MoveCode) {
        let child = self.nodes.len() as NodeId;
        let next = std::mem::replace(&mut self.nodes[at as usize].first, child);
        self.nodes.push(Node::new(Some(mv), code, next));
    }

    /// The moves of a node's children.
    pub(super) fn moves(&self, at: NodeId) -> impl Iterator<Item = (Move, MoveCode)> {
        self.children(at).filter_map(|child| Some((child.mv?, child.code)))
    }

    /// The child that a move leads to.
    pub(super) fn child(&self, at: NodeId, mv: Move) -> Option<NodeId> {
        let mut next = self.nodes[at as usize].first;
        loop {
            let node = self.nodes.get(next as usize)?;
            if node.mv == Some(mv) {
                return Some(next);
            }
            next = node.next;
        }
    }

    fn children(&self, at: NodeId) -> impl Iterator<Item = &Node> {
        let mut next = self.nodes[at as usize].first;
        std::iter::from_fn(move || {
            let node = self.nodes.get(next as usize)?;
            next = node.next;
            Some(node)
        })
    }

    /// The child to walk to among those that are open: that with the greatest bound, and any of
    /// those without a visit that have it.
    #[inline]
    pub(super) fn select(
        &self,
        at: NodeId,
        weights: Weights,
        history: &History,
        chance: &mut FastRng,
        open: impl Fn(Move, MoveCode) -> bool,
    ) -> Option<NodeId> {
        let parent = &self.nodes[at as usize];
        let log_parent = libm::log(f64::from(parent.visits.max(1)));
        let (mut best, mut best_bound, mut equals) = (None, f64::NEG_INFINITY, 0);
        let mut next = parent.first;
        while let Some(node) = self.nodes.get(next as usize) {
            let child = next;
            next = node.next;
            if !node.mv.is_some_and(|mv| open(mv, node.code)) {
                continue;
            }
            let fresh = node.visits == 0;
            let bound = match (fresh, weights.unvisited) {
                (true, Unvisited::First) => f64::INFINITY,
                (true, Unvisited::History) => {
                    let mean = history.mean_or(node.code, 1.0);
                    weights.bound(mean, 1.0, log_parent, mean)
                }
                // Nothing comes before those without a visit.
                (false, Unvisited::First) if equals > 0 => continue,
                (false, _) => {
                    let visits = f64::from(node.visits);
                    let move_mean = history.mean(node.code);
                    weights.bound(node.sum / visits, visits, log_parent, move_mean)
                }
            };
            if bound > best_bound {
                (best, best_bound, equals) = (Some(child), bound, 0);
            }
            if fresh && bound == best_bound {
                equals += 1;
                if chance.below(equals) == 0 {
                    best = Some(child);
                }
            }
        }
        best
    }

    /// Adds a result for the player who moved there.
    #[inline]
    pub(super) fn add(&mut self, at: NodeId, result: f64) {
        let node = &mut self.nodes[at as usize];
        node.visits += 1;
        node.sum += result;
    }

    /// How many visits the most visited child of a node has more than the next.
    pub(super) fn lead(&self, at: NodeId) -> u32 {
        let (mut most, mut next) = (0, 0);
        for child in self.children(at) {
            next = next.max(child.visits.min(most));
            most = most.max(child.visits);
        }
        most - next
    }

    /// Lists what is known of the moves at a root.
    pub(super) fn root_moves(&self, root: NodeId, found: &mut Vec<RootMove>) {
        found.clear();
        found.extend(self.children(root).filter_map(|child| {
            let Node { visits, sum, .. } = *child;
            child.mv.map(|mv| RootMove { mv, visits, sum, rank: f64::from(visits) })
        }));
        found.sort_unstable_by_key(|root_move| root_move.mv);
    }
}

#[cfg(test)]
mod tests {
    use yard_core::{MrXMove, Station, Step, Ticket};

    use super::super::history::{Results, code_of_mr_x};
    use super::*;

    /// v = 0.25, nᵢ = 4, n = e³, vₐ = 0.5: 0.25 + 0.5 √(3 / 4) + 0.5 · 5 / (0.75 · 4 + 1).
    #[test]
    fn the_bound_is_that_of_the_paper() {
        let weights = Weights { exploration: 0.5, history: 5.0, unvisited: Unvisited::First };
        let by_hand = 0.25 + 0.5 * 0.866_025_403_784_438_6 + 2.5 / 4.0;
        assert!((weights.bound(0.25, 4.0, 3.0, 0.5) - by_hand).abs() < 1e-12);
    }

    #[test]
    fn history_fades_sooner_for_a_bad_move() {
        let weights = Weights { exploration: 0.0, history: 5.0, unvisited: Unvisited::First };
        let bonus = |mean: f64, visits| weights.bound(mean, visits, 0.0, 0.5) - mean;
        assert!(bonus(0.1, 50.0) < bonus(0.9, 50.0));
        assert!(bonus(0.1, 50.0) < bonus(0.1, 5.0));
    }

    /// Two moves of Mr X, of which one was visited; history thinks little of the other.
    #[test]
    fn history_may_keep_a_move_waiting() {
        let to = |station| {
            let step = Step { to: Station::new(station).unwrap(), ticket: Ticket::Taxi };
            let mv = MrXMove::Single(step);
            (Move::MrX(mv), code_of_mr_x(mv))
        };
        let mut tree = Tree::new();
        let root = tree.plant();
        for (mv, code) in [to(1), to(2)] {
            tree.add_child(root, mv, code);
        }
        let (visited, waiting) = (root + 1, root + 2);
        tree.add(root, 1.0);
        tree.add(visited, 1.0);
        let mut history = History::new();
        history.add(&[to(1).1], Results { hider: 1.0, seekers: 0.0 });
        let chosen = |unvisited, history: &History| {
            let weights = Weights { exploration: 0.5, history: 5.0, unvisited };
            tree.select(root, weights, history, &mut FastRng::new(1), |_, _| true)
        };
        assert_eq!(chosen(Unvisited::First, &history), Some(waiting));
        history.add(&[to(2).1], Results { hider: 0.0, seekers: 1.0 });
        assert_eq!(chosen(Unvisited::First, &history), Some(waiting));
        assert_eq!(chosen(Unvisited::History, &history), Some(visited));
    }
}
