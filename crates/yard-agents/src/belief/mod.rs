//! How likely Mr X is where: a filter over the candidates with a model of how he moves.
//!
//! The exact candidates say where he *can* be. Which of those he would have chosen is another matter:
//! somebody who flees does not run into a detective's arms. [`MoveModel`] gives each of his steps a
//! probability, learned from games; [`Belief`] starts from his last sighting and carries the
//! probabilities along the tickets he has shown. `docs/reference/agents/pimbot.md` has the formulas.

mod filter;
mod model;

pub use filter::Belief;
pub use model::{DOUBLE_FEATURES, MoveModel, MoveSample, STEP_FEATURES, samples_of_game};
