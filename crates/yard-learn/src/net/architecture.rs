//! The shape of a network.

use serde::{Deserialize, Serialize};

/// One layer; ReLU follows each but the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layer {
    /// Every output depends on every input.
    Dense {
        /// Numbers that come in.
        inputs: usize,
        /// Numbers that go out.
        outputs: usize,
    },
    /// A convolution of 3 × 3 cells over a square, with zeros around it.
    Convolution {
        /// Side of the square.
        side: usize,
        /// Planes that come in.
        inputs: usize,
        /// Planes that go out.
        outputs: usize,
    },
}

impl Layer {
    /// Numbers that come in.
    pub fn inputs(self) -> usize {
        match self {
            Layer::Dense { inputs, .. } => inputs,
            Layer::Convolution { side, inputs, .. } => side * side * inputs,
        }
    }

    /// Numbers that go out.
    pub fn outputs(self) -> usize {
        match self {
            Layer::Dense { outputs, .. } => outputs,
            Layer::Convolution { side, outputs, .. } => side * side * outputs,
        }
    }

    /// Inputs of one sum, and outputs that have weights of their own: the shape of the weights.
    pub(super) fn weight_shape(self) -> (usize, usize) {
        match self {
            Layer::Dense { inputs, outputs } => (inputs, outputs),
            Layer::Convolution { inputs, outputs, .. } => (9 * inputs, outputs),
        }
    }

    /// Weights and biases.
    pub(super) fn parameters(self) -> usize {
        let (rows, columns) = self.weight_shape();
        (rows + 1) * columns
    }
}

/// The layers of a network, the first one first.
///
/// ```
/// use yard_learn::net::Architecture;
/// let mr_x = Architecture::dense(50, &[100, 50], 4).unwrap();
/// assert_eq!(mr_x.parameters(), 51 * 100 + 101 * 50 + 51 * 4);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Architecture {
    layers: Vec<Layer>,
}

/// Why layers make no network.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ArchitectureError {
    /// There is no layer.
    #[error("a network needs at least one layer")]
    Empty,
    /// A layer without inputs or outputs.
    #[error("layer {0} has no inputs or no outputs")]
    Nothing(usize),
    /// Two neighbours do not fit.
    #[error("layer {0} does not take what the layer before it gives")]
    Misfit(usize),
    /// More parameters than any network here needs.
    #[error("a network has at most {most} parameters", most = Architecture::MOST_PARAMETERS)]
    TooLarge,
}

impl Architecture {
    /// The most parameters; what is larger is a fault in a file.
    pub const MOST_PARAMETERS: usize = 100_000_000;

    /// Puts layers together.
    ///
    /// # Errors
    /// When they do not fit.
    pub fn new(layers: Vec<Layer>) -> Result<Architecture, ArchitectureError> {
        if layers.is_empty() {
            return Err(ArchitectureError::Empty);
        }
        let mut parameters = 0_usize;
        for (at, layer) in layers.iter().enumerate() {
            let (rows, columns) = layer.weight_shape();
            if rows == 0 || columns == 0 || layer.inputs() == 0 {
                return Err(ArchitectureError::Nothing(at + 1));
            }
            let many = rows.saturating_add(1).saturating_mul(columns);
            parameters = parameters.saturating_add(many);
        }
        if parameters > Architecture::MOST_PARAMETERS {
            return Err(ArchitectureError::TooLarge);
        }
        let fits = |pair: &[Layer]| pair[0].outputs() == pair[1].inputs();
        match layers.windows(2).position(|pair| !fits(pair)) {
            Some(at) => Err(ArchitectureError::Misfit(at + 2)),
            None => Ok(Architecture { layers }),
        }
    }

    /// Dense layers of these sizes.
    ///
    /// # Errors
    /// When a size is 0 or the whole is too large.
    pub fn dense(
        inputs: usize,
        hidden: &[usize],
        outputs: usize,
    ) -> Result<Architecture, ArchitectureError> {
        Architecture::convolutional(0, inputs, &[], hidden, outputs)
    }

    /// Convolutions over a square of `side` cells, then dense layers. Without convolutions `planes`
    /// is the number of inputs.
    ///
    /// # Errors
    /// When a size is 0 or the whole is too large.
    pub fn convolutional(
        side: usize,
        planes: usize,
        channels: &[usize],
        hidden: &[usize],
        outputs: usize,
    ) -> Result<Architecture, ArchitectureError> {
        let mut layers = Vec::new();
        let mut inputs = planes;
        for &channels in channels {
            layers.push(Layer::Convolution { side, inputs, outputs: channels });
            inputs = channels;
        }
        if !channels.is_empty() {
            inputs = inputs.saturating_mul(side).saturating_mul(side);
        }
        for &size in hidden.iter().chain([&outputs]) {
            layers.push(Layer::Dense { inputs, outputs: size });
            inputs = size;
        }
        Architecture::new(layers)
    }

    /// The layers, the first one first.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// Numbers that come in.
    pub fn inputs(&self) -> usize {
        self.layers.first().map_or(0, |layer| layer.inputs())
    }

    /// Numbers that go out.
    pub fn outputs(&self) -> usize {
        self.layers.last().map_or(0, |layer| layer.outputs())
    }

    /// Weights and biases of all layers.
    pub fn parameters(&self) -> usize {
        self.layers.iter().map(|layer| layer.parameters()).sum()
    }

    /// The longest row of numbers between two layers.
    pub(super) fn widest(&self) -> usize {
        self.layers.iter().map(|layer| layer.outputs()).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_that_do_not_fit_are_refused() {
        let dense = |inputs, outputs| Layer::Dense { inputs, outputs };
        let error = |layers: Vec<Layer>| Architecture::new(layers).unwrap_err();
        assert_eq!(error(vec![]), ArchitectureError::Empty);
        assert_eq!(error(vec![dense(4, 0)]), ArchitectureError::Nothing(1));
        assert_eq!(error(vec![dense(4, 3), dense(2, 1)]), ArchitectureError::Misfit(2));
        assert_eq!(error(vec![dense(1 << 40, 1 << 40)]), ArchitectureError::TooLarge);
        let fits = Architecture::convolutional(5, 2, &[8, 6], &[20], 4).unwrap();
        assert_eq!((fits.inputs(), fits.outputs()), (50, 4));
        assert_eq!(fits.parameters(), 19 * 8 + 73 * 6 + 151 * 20 + 21 * 4);
    }
}
