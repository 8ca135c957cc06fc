//! What is learned from finished games: where Mr X hides, and how he moves.
//!
//! `pimbot` reads both. Somebody else plays the games; here they are counted, fitted and kept in files.

mod learned;
mod location_file;
mod move_model_file;
mod move_model_fit;

pub use learned::{Learned, LearnedFileError};
pub use location_file::{CategoryCount, LocationFile, general_table};
pub use move_model_file::MoveModelFile;
pub use move_model_fit::{FittedModel, fit_move_model};
