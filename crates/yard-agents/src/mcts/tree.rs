//! The search tree: one flat arena, kept between moves.

use crate::budget::{Budget, Meter};
use crate::report::RootReport;

/// The most nodes a tree may have; when it is full, leaves are simulated and no longer expanded.
const MOST_NODES: usize = 1 << 22;

/// What a tree search needs to know of a game, seen from the side that searches.
pub(crate) trait SearchGame {
    /// What a node stands for.
    type Position: Copy;

    /// Lists the positions after each move, always in the same order; none when the game is over.
    fn expand(&mut self, position: &Self::Position, found: impl FnMut(Self::Position));

    /// Plays to the end: the result for the side that searches, and the plies made.
    fn simulate(&mut self, position: &Self::Position) -> (f64, u64);

    /// 1 where the choice at this position is ruled by the result itself, −1 where by its negation.
    fn sign(&self, position: &Self::Position) -> f64;

    /// The bound by which a child is chosen; `signed_sum` is its sum of results times the sign.
    fn bound(&self, signed_sum: f64, visits: f64, logs: Logs) -> f64;
}

/// Natural logarithms of the two counts that the formulas use.
///
/// They come from `libm`, which is the same code on every machine; the standard library asks the
/// system's. Square roots are exact by IEEE 754 everywhere.
#[derive(Clone, Copy)]
pub(crate) struct Logs {
    /// Of the visits of the parent.
    pub(crate) parent: f64,
    /// Of all simulations so far.
    pub(crate) all: f64,
}

#[derive(Clone, Copy)]
struct Node {
    sum: f64,
    visits: u32,
    /// Where the children begin.
    first: u32,
    /// How many there are; 0 for a leaf.
    children: u32,
}

const LEAF: Node = Node { sum: 0.0, visits: 0, first: 0, children: 0 };

/// A tree of positions of a [`SearchGame`].
#[derive(Clone, Debug)]
pub(crate) struct Tree<P> {
    nodes: Vec<Node>,
    /// Beside the nodes, so that choosing a child reads counts alone.
    positions: Vec<P>,
    path: Vec<u32>,
    /// What the last search has spent.
    spent: Option<Meter>,
}

impl<P: Copy> Tree<P> {
    pub(crate) fn new() -> Tree<P> {
        Tree { nodes: Vec::new(), positions: Vec::new(), path: Vec::new(), spent: None }
    }

    /// Nodes of the last search.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Searches from a position and returns the number of the most visited child, the first of
    /// equals.
    ///
    /// Steps 2.1 to 2.4 and 3 of Sova 5.2: a leaf that has been visited is expanded and its first
    /// child taken; a fresh leaf is simulated as it is.
    pub(crate) fn search(
        &mut self,
        game: &mut impl SearchGame<Position = P>,
        root: P,
        budget: Budget,
    ) -> usize {
        self.nodes.clear();
        self.positions.clear();
        self.nodes.push(LEAF);
        self.positions.push(root);
        let mut meter = Meter::new(budget);
        while meter.goes_on() {
            let mut leaf = self.descend(game);
            let mut made = 0;
            if self.nodes[leaf].visits > 0 {
                made = self.expand(game, leaf);
                if made > 0 {
                    leaf = self.nodes[leaf].first as usize;
                    self.path.push(leaf as u32);
                }
            }
            let (result, plies) = game.simulate(&self.positions[leaf]);
            for &at in &self.path {
                let node = &mut self.nodes[at as usize];
                node.visits += 1;
                node.sum += result;
            }
            // At least 1: a leaf at which the game is over makes no move, but must cost something.
            meter.count((made + plies).max(1));
        }
        self.spent = Some(meter);
        self.most_visited()
    }

    /// What the last search found: the visits of all children, and the mean result of the chosen one.
    pub(crate) fn report(&self) -> Option<RootReport> {
        let spent = self.spent.as_ref()?;
        let Node { first, children, .. } = self.nodes[0];
        let children = &self.nodes[first as usize..][..children as usize];
        let best = children.get(self.most_visited()).filter(|best| best.visits > 0);
        Some(RootReport {
            visits: children.iter().map(|node| node.visits).collect(),
            value: best.map_or(0.0, |best| best.sum / f64::from(best.visits)),
            playouts: spent.playouts().into(),
            nodes: spent.nodes(),
        })
    }

    /// Has nothing to report until the next search.
    pub(crate) fn keep_quiet(&mut self) {
        self.spent = None;
    }

    /// Follows the best bound down to a leaf, and keeps the path.
    fn descend(&mut self, game: &impl SearchGame<Position = P>) -> usize {
        let mut at = 0;
        self.path.clear();
        self.path.push(0);
        let all = libm::log(f64::from(self.nodes[0].visits));
        while self.nodes[at].children > 0 {
            let parent = libm::log(f64::from(self.nodes[at].visits));
            at = self.best_child(game, at, Logs { parent, all });
            self.path.push(at as u32);
        }
        at
    }

    /// The first child without a visit, whose bound is infinite, or the first with the best bound.
    fn best_child(&self, game: &impl SearchGame<Position = P>, at: usize, logs: Logs) -> usize {
        let first = self.nodes[at].first as usize;
        let children = &self.nodes[first..first + self.nodes[at].children as usize];
        let sign = game.sign(&self.positions[at]);
        let (mut best, mut best_bound) = (0, f64::NEG_INFINITY);
        for (child, node) in children.iter().enumerate() {
            if node.visits == 0 {
                return first + child;
            }
            let bound = game.bound(sign * node.sum, f64::from(node.visits), logs);
            if bound > best_bound {
                (best, best_bound) = (child, bound);
            }
        }
        first + best
    }

    /// Gives a leaf its children and returns their number.
    fn expand(&mut self, game: &mut impl SearchGame<Position = P>, leaf: usize) -> u64 {
        if self.nodes.len() >= MOST_NODES {
            return 0;
        }
        let first = self.nodes.len();
        let position = self.positions[leaf];
        let positions = &mut self.positions;
        game.expand(&position, |child| positions.push(child));
        let children = positions.len() - first;
        self.nodes.resize(positions.len(), LEAF);
        self.nodes[leaf].first = first as u32;
        self.nodes[leaf].children = children as u32;
        children as u64
    }

    fn most_visited(&self) -> usize {
        let Node { first, children, .. } = self.nodes[0];
        let children = &self.nodes[first as usize..][..children as usize];
        let mut best = 0;
        for (child, node) in children.iter().enumerate() {
            if node.visits > children[best].visits {
                best = child;
            }
        }
        best
    }
}

impl std::fmt::Debug for Node {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.sum, self.visits)
    }
}
