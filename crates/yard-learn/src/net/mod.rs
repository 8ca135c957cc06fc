//! Small networks: dense and convolution layers, ReLU between them, Adam.
//!
//! Three choices make them fast where the big libraries are not. Inputs are mostly zeros, so a first
//! dense layer adds up rows of its weights instead of multiplying matrices. All parameters lie in one
//! slice, so that a step of Adam is one loop. And every buffer is kept, so a training step allocates
//! nothing.
//!
//! [`Evaluator`] reckons in a fixed order with plain additions and multiplications: a network chooses
//! the same move on every machine. [`Trainer`] multiplies matrices with `matrixmultiply`, which takes
//! what the processor has, so two kinds of processor may train apart in the last bits.

mod adam;
mod architecture;
mod convolution;
mod evaluator;
mod init;
mod loss;
mod matrix;
mod network;
mod rows;
mod sums;
mod trainer;

pub use adam::{Adam, Number};
pub use architecture::{Architecture, ArchitectureError, Layer};
pub use evaluator::Evaluator;
pub use init::Init;
pub use loss::Loss;
pub use network::Network;
pub use rows::{Entry, Rows};
pub use trainer::Trainer;
