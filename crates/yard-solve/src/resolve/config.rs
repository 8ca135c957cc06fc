//! What can be set of the agent `resolve`.

/// What leaves of the tree are worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaves {
    /// What playouts say in which both sides know only what they may.
    Playouts,
    /// What a small network has learned from games on London.
    Learned,
}

/// How much `resolve` thinks, and how.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ResolveConfig {
    /// Public states that are looked into for each move.
    pub expansions: u32,
    /// Iterations of the solver for each of them.
    pub iterations: f64,
    /// How leaves are judged.
    pub leaves: Leaves,
    /// Playouts for each station at a new leaf.
    pub samples: u32,
    /// The share of Mr X's stations that cannot leave for what the last solution promised, when the detectives solve
    /// again: 1 trusts in the range alone, 0 in the promise.
    pub follow: f64,
    /// The share of the range in which all stations are equally likely, when the detectives solve again.
    pub even: f64,
    /// Moves of the detectives that are less likely than this are not played.
    pub purify: f64,
    /// The same for Mr X, who must mix.
    pub tidy: f64,
}

impl Default for ResolveConfig {
    fn default() -> ResolveConfig {
        ResolveConfig {
            expansions: 300,
            iterations: 1.0,
            leaves: Leaves::Learned,
            samples: 2,
            follow: 0.1,
            even: 0.5,
            purify: 0.01,
            tidy: 0.01,
        }
    }
}
