//! The public tree of one segment: what everybody sees from a sighting of Mr X to the next.

use std::ops::Range;

use yard_core::{DetectiveMove, MrXMove, PublicMrXMove, Station};

use crate::game::ExtensiveGame;

/// A station on which Mr X can be in a public state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cell {
    /// Where he is.
    pub(crate) station: Station,
    /// His outcome in the game of the segment.
    pub(crate) outcome: u32,
}

/// A public state by its number in the tree; the first is the root.
pub(crate) type NodeId = u32;

/// A public state of a segment.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// Where Mr X can be.
    pub(crate) cells: Range<u32>,
    /// What comes next.
    pub(crate) next: Next,
}

/// What follows a public state.
#[derive(Clone, Debug)]
pub(crate) enum Next {
    /// Nothing: the game is over whatever Mr X's station.
    Over,
    /// Mr X moves and is seen, which ends the segment: where its payoffs lie, and the outcome of Mr X
    /// to which the first belongs.
    Sighting { payoffs: u32, first: u32 },
    /// Mr X moves hidden: a decision for each cell from the first on, and what can be seen of it.
    MrX { first: u32, seen: Range<u32> },
    /// The detectives choose; with one move only there is no decision.
    Detectives { decision: Option<u32>, moves: Range<u32> },
}

/// Where a move of the detectives leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum After {
    /// The game may go on.
    Node(NodeId),
    /// They have won, wherever Mr X was.
    Won,
    /// The game is over, and for some of his stations it is lost.
    Over,
}

/// The tree of one segment, and the game that is played on it.
///
/// `max` are the detectives, `min` is Mr X, and payoffs are chances that the detectives win.
#[derive(Clone, Debug)]
pub(crate) struct Segment {
    pub(crate) game: ExtensiveGame,
    /// Payoffs when later segments are worth their lower bounds.
    pub(crate) lower: Vec<f64>,
    /// Payoffs when they are worth their upper bounds.
    pub(crate) upper: Vec<f64>,
    /// How early the detectives win in this segment: 1 in its first round, less in later ones, 0 when
    /// Mr X is still free at its end.
    pub(crate) early: Vec<f64>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) cells: Vec<Cell>,
    /// What can be seen of Mr X's moves, and where each leads.
    pub(crate) seen: Vec<(PublicMrXMove, NodeId)>,
    /// The detectives' moves, and where each leads.
    pub(crate) moves: Vec<(DetectiveMove, After)>,
    /// The move of each action of `min`.
    pub(crate) mr_x_moves: Vec<MrXMove>,
}

impl Segment {
    /// The cells of a node.
    pub(crate) fn cells(&self, node: &Node) -> &[Cell] {
        &self.cells[node.cells.start as usize..node.cells.end as usize]
    }

    /// Payoffs halfway between the bounds, with which the segment is solved.
    pub(crate) fn middle(&self) -> Vec<f64> {
        self.lower.iter().zip(&self.upper).map(|(lower, upper)| 0.5 * (lower + upper)).collect()
    }

    /// The node after a move of the detectives.
    pub(crate) fn after_detective(&self, node: NodeId, mv: DetectiveMove) -> Option<NodeId> {
        match &self.nodes[node as usize].next {
            Next::Detectives { moves, .. } => {
                let moves = &self.moves[moves.start as usize..moves.end as usize];
                match moves.iter().find(|(known, _)| *known == mv)?.1 {
                    After::Node(child) => Some(child),
                    After::Won | After::Over => None,
                }
            }
            Next::Over | Next::Sighting { .. } | Next::MrX { .. } => None,
        }
    }

    /// The node after a move of Mr X as everybody saw it.
    pub(crate) fn after_mr_x(&self, node: NodeId, mv: PublicMrXMove) -> Option<NodeId> {
        match &self.nodes[node as usize].next {
            Next::MrX { seen, .. } => {
                let seen = &self.seen[seen.start as usize..seen.end as usize];
                seen.iter().find(|(known, _)| *known == mv).map(|(_, child)| *child)
            }
            Next::Over | Next::Sighting { .. } | Next::Detectives { .. } => None,
        }
    }

    /// Lets the detectives win at once wherever they can do so before Mr X moves again, whatever his
    /// station: it is as good as a sure win later, and looks better.
    pub(crate) fn prefer_sure_wins(&self, plan: &mut [f64]) {
        let mut won = vec![false; self.nodes.len()];
        // Children come after their parents.
        for (id, node) in self.nodes.iter().enumerate().rev() {
            let Next::Detectives { decision, moves } = &node.next else { continue };
            let moves = &self.moves[moves.start as usize..moves.end as usize];
            let wins = |after: After| match after {
                After::Won => true,
                After::Node(child) => won[child as usize],
                After::Over => false,
            };
            let Some(best) = moves.iter().position(|(_, after)| wins(*after)) else { continue };
            won[id] = true;
            if let Some(decision) = decision {
                let range = self.game.max.decisions()[*decision as usize].range();
                plan[range.clone()].fill(0.0);
                plan[range.start + best] = 1.0;
            }
        }
    }
}
