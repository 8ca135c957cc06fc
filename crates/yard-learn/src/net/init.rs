//! The numbers with which a network begins.

use serde::{Deserialize, Serialize};
use yard_agents::Rng;

use super::architecture::Layer;

/// How weights are drawn. Both draw from a uniform distribution around 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Init {
    /// Weights within √(6 / n) for n inputs of a sum (He et al. 2015, equation 10, uniform form). The
    /// biases are those of [`Init::Pytorch`], as they stay when only the weights are drawn anew there.
    #[default]
    He,
    /// Weights and biases within 1 / √n, as PyTorch does unasked.
    Pytorch,
}

impl Init {
    /// Both ways.
    pub const ALL: [Init; 2] = [Init::He, Init::Pytorch];

    /// Fills the weights and biases of a layer.
    pub(super) fn fill(self, layer: Layer, parameters: &mut [f32], rng: &mut Rng) {
        let (inputs, outputs) = layer.weight_shape();
        let usual = 1.0 / (inputs as f64).sqrt();
        let bound = match self {
            Init::He => (6.0 / inputs as f64).sqrt(),
            Init::Pytorch => usual,
        };
        let (weights, biases) = parameters.split_at_mut(inputs * outputs);
        for (numbers, bound) in [(weights, bound), (biases, usual)] {
            for number in numbers {
                *number = ((2.0 * rng.unit() - 1.0) * bound) as f32;
            }
        }
    }
}
