//! Monte Carlo tree search as the theses of Brno describe it: Sova 2021 and Gerža 2022.
//!
//! `tree` is the search itself, `turns` says what one ply of the tree is, `guess` draws a station
//! for a hidden Mr X; the agents are [`MctsSova`], with the two methods of that thesis, and [`MctsGerza`].
//! `docs/reference/agents/mcts.md` has the formulas, the sources and our decisions.

mod gerza;
mod guess;
mod sova;
mod tree;
mod turns;

pub use gerza::{GerzaConfig, MctsGerza, NotAGrid, keeps_joint_move};
pub use sova::{MctsSova, SovaConfig, SovaMethod, end_reward, step_penalty};

/// How the detectives guess where a hidden Mr X is (Sova 5.2.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Walk {
    /// By random steps from the last sighting that contradict nothing in the log.
    #[default]
    Fitting,
    /// By any random steps: the text says no more. The guess may be where he cannot be.
    Plain,
}

/// How the tree picks among the moves of the side that does not search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Opponent {
    /// By the same bound on the negated result: the other side plays against us.
    #[default]
    Opposes,
    /// By the very same bound, as a literal reading has it: one result, added unchanged at every
    /// level, of which the greatest is always followed.
    Follows,
    /// A node is a pair: a move of the side that searches and the other side's answer. Both are
    /// chosen at once by the searcher's bound, so the answer is the one that suits it best. Sova 5.2
    /// lists a move of each side among what one node holds.
    Paired,
}
