//! A network: its shape and its numbers.

use yard_agents::Rng;

use super::architecture::{Architecture, Layer};
use super::init::Init;

/// A shape and all its weights and biases, in one slice.
///
/// For each layer the weights stand first, one row for each input of a sum, then the biases.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    architecture: Architecture,
    /// Where the parameters of each layer begin.
    starts: Vec<usize>,
    parameters: Vec<f32>,
}

impl Network {
    /// A network with random numbers.
    pub fn random(architecture: Architecture, init: Init, rng: &mut Rng) -> Network {
        let mut parameters = vec![0.0; architecture.parameters()];
        let mut rest = parameters.as_mut_slice();
        for &layer in architecture.layers() {
            let (numbers, after) = rest.split_at_mut(layer.parameters());
            init.fill(layer, numbers, rng);
            rest = after;
        }
        Network { starts: starts(&architecture), architecture, parameters }
    }

    /// A network with given numbers; `None` when their count is not that of the shape, or one of them
    /// is not finite.
    pub fn from_parameters(architecture: Architecture, parameters: Vec<f32>) -> Option<Network> {
        let fits = parameters.len() == architecture.parameters();
        let sound = parameters.iter().all(|number| number.is_finite());
        let starts = starts(&architecture);
        (fits && sound).then_some(Network { architecture, starts, parameters })
    }

    /// The shape.
    pub fn architecture(&self) -> &Architecture {
        &self.architecture
    }

    /// All numbers.
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    /// All numbers, to be changed.
    pub fn parameters_mut(&mut self) -> &mut [f32] {
        &mut self.parameters
    }

    /// Takes over the numbers of a network of the same shape.
    pub fn copy_from(&mut self, other: &Network) {
        debug_assert_eq!(self.architecture, other.architecture);
        self.parameters.copy_from_slice(&other.parameters);
    }

    /// Weights and biases of a layer, counted from 0.
    pub(super) fn layer(&self, at: usize) -> (&[f32], &[f32]) {
        let (rows, columns) = self.architecture.layers()[at].weight_shape();
        self.parameters[self.range(at)].split_at(rows * columns)
    }

    /// Where the parameters of a layer are.
    pub(super) fn range(&self, at: usize) -> std::ops::Range<usize> {
        let start = self.starts[at];
        start..start + self.architecture.layers()[at].parameters()
    }
}

fn starts(architecture: &Architecture) -> Vec<usize> {
    let mut start = 0;
    let begin = |layer: &Layer| {
        let begin = start;
        start += layer.parameters();
        begin
    };
    architecture.layers().iter().map(begin).collect()
}
