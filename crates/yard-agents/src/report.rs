//! What a search tells of itself, for benchmarks, checksums and people who want to learn.

use yard_core::Move;

/// What one search found at its root, and what it spent.
///
/// It holds what the agent itself knows and nothing else. Under a budget the spending hardly ever
/// changes, so a checksum needs the visits or the value.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RootReport {
    /// How often each move of the root was visited, in the order in which the agent lists them;
    /// empty for an agent that counts no visits.
    pub visits: Vec<u32>,
    /// What the chosen move is worth to the side that searches, in the agent's own units.
    pub value: f64,
    /// Simulated games.
    pub playouts: u64,
    /// Moves made or positions looked at: what the agent itself counts as its work.
    pub nodes: u64,
}

/// What a search thinks of one move at its root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// How often it was tried.
    pub visits: u32,
    /// Its mean result for the side that searches: 1 is a win, 0 a loss.
    pub value: f64,
}
