//! A small network that says how likely Mr X escapes from a station.

use std::fmt::Write as _;
use std::sync::LazyLock;

use super::features::FEATURES;

/// Neurons of the hidden layer.
const HIDDEN: usize = 32;
/// Numbers of the network.
const WEIGHTS: usize = HIDDEN * FEATURES + HIDDEN + 1;

/// One hidden layer of rectified sums, then a logistic one.
#[derive(Clone, PartialEq, Debug)]
pub struct LeafNet {
    /// By neuron the weights of the features; then the weights of the neurons and a constant.
    weights: Vec<f32>,
}

/// The network that is shipped; `data/leaf.txt` was written by `research/scripts/train-leaf`.
pub(super) static SHIPPED: LazyLock<LeafNet> = LazyLock::new(|| {
    LeafNet::read(include_str!("../../data/leaf.txt")).expect("the shipped network can be read")
});

impl LeafNet {
    /// One that knows nothing yet, from a source of numbers in [0, 1).
    pub fn new(mut unit: impl FnMut() -> f64) -> LeafNet {
        let mut weights: Vec<f32> = (0..WEIGHTS).map(|_| ((unit() - 0.5) * 0.5) as f32).collect();
        weights[WEIGHTS - 1] = 0.0;
        LeafNet { weights }
    }

    /// Reads the weights, divided by spaces or lines, after a first line that says what it is.
    pub fn read(text: &str) -> Option<LeafNet> {
        let (head, rest) = text.split_once('\n')?;
        let weights: Option<Vec<f32>> =
            rest.split_whitespace().map(|number| number.parse().ok()).collect();
        let weights = weights.filter(|weights| head == HEAD && weights.len() == WEIGHTS)?;
        Some(LeafNet { weights })
    }

    /// The text that [`read`](LeafNet::read) reads.
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEAD}\n");
        for row in self.weights.chunks(FEATURES) {
            let row: Vec<String> = row.iter().map(|weight| format!("{weight:.4}")).collect();
            writeln!(text, "{}", row.join(" ")).expect("a text can be written to");
        }
        text
    }

    fn hidden(&self, features: &[f32; FEATURES]) -> [f32; HIDDEN] {
        let mut hidden = [0.0; HIDDEN];
        for (neuron, row) in hidden.iter_mut().zip(self.weights.chunks_exact(FEATURES)) {
            *neuron = dot(row, features).max(0.0);
        }
        hidden
    }

    fn output(&self, hidden: &[f32; HIDDEN]) -> f32 {
        let last = &self.weights[HIDDEN * FEATURES..];
        1.0 / (1.0 + libm::expf(-(dot(&last[..HIDDEN], hidden) + last[HIDDEN])))
    }

    /// How likely Mr X escapes.
    pub fn escape(&self, features: &[f32; FEATURES]) -> f32 {
        self.output(&self.hidden(features))
    }

    /// Learns from one position whose end is known, by the cross entropy; returns the loss.
    pub fn learn(&mut self, features: &[f32; FEATURES], escaped: bool, rate: f32) -> f32 {
        let hidden = self.hidden(features);
        let guess = self.output(&hidden);
        let error = guess - f32::from(u8::from(escaped));
        let (first, last) = self.weights.split_at_mut(HIDDEN * FEATURES);
        for ((neuron, weight), row) in
            hidden.iter().zip(last.iter_mut()).zip(first.chunks_exact_mut(FEATURES))
        {
            if *neuron > 0.0 {
                let step = rate * error * *weight;
                row.iter_mut().zip(features).for_each(|(weight, x)| *weight -= step * x);
                *weight -= rate * error * neuron;
            }
        }
        last[HIDDEN] -= rate * error;
        -libm::logf(if escaped { guess } else { 1.0 - guess }.max(1e-6))
    }
}

/// The first line of the text.
const HEAD: &str = "yard-leaf 1";

/// A sum in eight parts, which the processor can do at once and every machine in the same order.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut parts = [0.0; 8];
    let (a8, a_rest) = a.as_chunks::<8>();
    let (b8, b_rest) = b.as_chunks::<8>();
    for (a, b) in a8.iter().zip(b8) {
        for i in 0..8 {
            parts[i] += a[i] * b[i];
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    parts.iter().sum::<f32>() + rest
}
