//! What a search tells of itself, for benchmarks and checksums.

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
