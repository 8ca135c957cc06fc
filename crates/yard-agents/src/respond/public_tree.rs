//! The tree of what everybody sees: the detectives' moves, and what Mr X shows.

use yard_core::{DetectiveMove, PublicMrXMove, PublicPly, Rules, State};

/// How much a prior counts against results.
const EXPLORATION: f64 = 1.0;
/// The share of the prior that is the same for all moves.
const EVEN_SHARE: f64 = 0.3;
/// How many moves nearer make a move e times as likely in the prior.
const NEARNESS: f64 = 1.0;

pub(super) type NodeId = usize;

/// A move of the detectives.
#[derive(Clone, Debug)]
struct Edge {
    mv: DetectiveMove,
    visits: u32,
    sum: f64,
    /// How near it came to Mr X, summed over all visits of the node.
    near: f64,
    child: Option<NodeId>,
}

/// What is known after a public history.
#[derive(Clone, Debug, Default)]
struct Node {
    visits: u32,
    sum: f64,
    /// Where the detectives are to move.
    edges: Vec<Edge>,
    /// Where Mr X is to move: what he has shown, and where it led.
    shown: Vec<(PublicMrXMove, NodeId)>,
}

/// Nodes by public history; the detectives' information sets.
#[derive(Clone, Debug, Default)]
pub(super) struct PublicTree {
    nodes: Vec<Node>,
}

impl PublicTree {
    /// Begins anew and returns the root.
    pub(super) fn plant(&mut self) -> NodeId {
        self.nodes.clear();
        self.add()
    }

    fn add(&mut self) -> NodeId {
        self.nodes.push(Node::default());
        self.nodes.len() - 1
    }

    /// Whether a node has not been visited.
    pub(super) fn is_fresh(&self, node: NodeId) -> bool {
        self.nodes[node].visits == 0
    }

    /// The node after a ply, if it has been visited.
    pub(super) fn after(&self, node: NodeId, ply: &PublicPly) -> Option<NodeId> {
        let node = &self.nodes[node];
        match ply {
            PublicPly::Detective(mv) => {
                node.edges.iter().find(|edge| edge.mv == *mv).and_then(|edge| edge.child)
            }
            PublicPly::MrX(mv) => {
                node.shown.iter().find(|(known, _)| known == mv).map(|(_, child)| *child)
            }
        }
    }

    /// The node after what Mr X has shown.
    pub(super) fn show(&mut self, node: NodeId, mv: PublicMrXMove) -> NodeId {
        if let Some(child) = self.after(node, &PublicPly::MrX(mv)) {
            return child;
        }
        let child = self.add();
        self.nodes[node].shown.push((mv, child));
        child
    }

    /// Chooses a move of the detectives (PUCT). The prior of a move is how near it comes to where Mr X was in
    /// the simulations that passed here.
    pub(super) fn select(&mut self, id: NodeId, rules: &Rules, state: &State) -> usize {
        let node = &mut self.nodes[id];
        if node.edges.is_empty() {
            let edge = |mv| Edge { mv, visits: 0, sum: 0.0, near: 0.0, child: None };
            node.edges = state.detective_moves(rules).map(edge).collect();
        }
        let distances = rules.board().detective_distances_from(state.mr_x());
        let weigh = |mv: DetectiveMove| match mv {
            DetectiveMove::Ride { step, .. } => {
                let far = f64::from(distances[usize::from(step.to.number())]);
                libm::exp(-far / NEARNESS)
            }
            DetectiveMove::Pass { .. } => 1.0,
        };
        let all: f64 = node.edges.iter().map(|edge| weigh(edge.mv)).sum();
        for edge in &mut node.edges {
            edge.near += weigh(edge.mv) / all.max(1e-300);
        }
        let (count, visits) = (node.edges.len() as f64, f64::from(node.visits));
        let mean = if node.visits > 0 { node.sum / visits } else { 0.5 };
        let score = |edge: &Edge| {
            let prior = EVEN_SHARE / count + (1.0 - EVEN_SHARE) * edge.near / (visits + 1.0);
            let value = if edge.visits > 0 { edge.sum / f64::from(edge.visits) } else { mean };
            value + EXPLORATION * prior * (visits + 1.0).sqrt() / f64::from(1 + edge.visits)
        };
        let best = (0..node.edges.len()).max_by(|a, b| {
            score(&node.edges[*a]).total_cmp(&score(&node.edges[*b])).then(b.cmp(a))
        });
        best.unwrap_or(0)
    }

    /// The move of an edge.
    pub(super) fn mv(&self, node: NodeId, edge: usize) -> Option<DetectiveMove> {
        self.nodes[node].edges.get(edge).map(|edge| edge.mv)
    }

    /// The node below an edge.
    pub(super) fn below(&mut self, node: NodeId, edge: usize) -> NodeId {
        match self.nodes[node].edges[edge].child {
            Some(child) => child,
            None => {
                let child = self.add();
                self.nodes[node].edges[edge].child = Some(child);
                child
            }
        }
    }

    /// Adds a result to the nodes and moves of a path, and to the node at its end.
    pub(super) fn back_propagate(&mut self, path: &[(NodeId, Option<usize>)], value: f64) {
        for (node, edge) in path {
            let node = &mut self.nodes[*node];
            node.visits += 1;
            node.sum += value;
            if let Some(edge) = edge {
                node.edges[*edge].visits += 1;
                node.edges[*edge].sum += value;
            }
        }
    }

    /// The most visited move of a node; among equals that with the greater sum, then the first.
    pub(super) fn best(&self, node: NodeId) -> Option<DetectiveMove> {
        let edges = &self.nodes[node].edges;
        let best = edges.iter().reduce(|best, edge| {
            if (edge.visits, edge.sum) > (best.visits, best.sum) { edge } else { best }
        });
        best.map(|edge| edge.mv)
    }
}
