//! How far a value is from what it should be.

use serde::{Deserialize, Serialize};

/// A loss of one value; a batch has the mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// Square near 0, straight beyond 1 (Huber 1964, as PyTorch's `HuberLoss` with δ = 1).
    #[default]
    Huber,
    /// The square.
    Mse,
}

impl Loss {
    /// Both losses.
    pub const ALL: [Loss; 2] = [Loss::Huber, Loss::Mse];

    /// The loss for a difference, and its slope.
    #[inline]
    pub fn of(self, difference: f32) -> (f32, f32) {
        match self {
            Loss::Huber if difference.abs() <= 1.0 => (0.5 * difference * difference, difference),
            Loss::Huber => (difference.abs() - 0.5, difference.signum()),
            Loss::Mse => (difference * difference, 2.0 * difference),
        }
    }
}
