//! What the page gets as answers, whoever gives them: the server, or the engine that runs in the page itself.
//!
//! Both drive a [`yard_tabletop::Tabletop`]. What else they say the same way is here: errors with their codes, keys of
//! seats, new games, the agents that one may ask for and their turns, hints, reviews, the assistant, puzzles and solved
//! boards. There is no network here, no store, no thread and no clock; random bytes come from a [`Chance`].

pub mod agent_task;
pub mod allowed_agents;
pub mod assistant;
pub mod bodies;
pub mod catalog;
mod error;
pub mod hints;
pub mod keys;
mod late_move;
pub mod messages;
pub mod new_game;
pub mod puzzles;
mod response_delay;
pub mod secret;
pub mod solutions;
pub mod study;
#[cfg(test)]
mod test_chance;

pub use error::{ApiError, Code};
pub use late_move::late_move;
pub use response_delay::ResponseDelay;
pub use secret::{Chance, NoChance};
