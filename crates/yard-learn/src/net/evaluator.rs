//! What a network says of a few inputs: for play.

use super::architecture::Layer;
use super::convolution::{gather, spread};
use super::network::Network;
use super::rows::{Entry, Rows};
use super::sums::{add_entries, add_up};

/// Evaluates a network, with room that is kept.
///
/// Every sum is added up in the order of its inputs without fused operations, so that the outputs are
/// the same on every machine.
#[derive(Clone, Debug, Default)]
pub struct Evaluator {
    now: Vec<f32>,
    next: Vec<f32>,
    cells: Vec<f32>,
    blocks: Rows,
}

impl Evaluator {
    /// The outputs for each row of `variants`, to which the entries of `common` are added.
    ///
    /// A first dense layer reckons with `common` once, however many variants there are.
    pub fn evaluate(&mut self, network: &Network, common: &[Entry], variants: &Rows) -> &[f32] {
        let rows = variants.len();
        let layers = network.architecture().layers();
        let last = layers.len() - 1;
        for (at, &layer) in layers.iter().enumerate() {
            let (weights, biases) = network.layer(at);
            self.next.resize(rows * layer.outputs(), 0.0);
            match layer {
                Layer::Dense { .. } if at == 0 => {
                    first_layer(weights, biases, common, variants, &mut self.next);
                }
                Layer::Dense { .. } => {
                    add_up(&self.now, weights, biases, &mut self.blocks, &mut self.next);
                }
                Layer::Convolution { side, inputs, .. } => {
                    if at == 0 {
                        self.spread(common, variants, side * side, inputs);
                    }
                    self.convolve(side, inputs, weights, biases);
                }
            }
            if at < last {
                relu(&mut self.next);
            }
            std::mem::swap(&mut self.now, &mut self.next);
        }
        &self.now
    }

    /// The outputs for a single row.
    pub fn evaluate_row(&mut self, network: &Network, row: &[Entry], one: &mut Rows) -> &[f32] {
        one.clear();
        one.push([]);
        self.evaluate(network, row, one)
    }

    fn spread(&mut self, common: &[Entry], variants: &Rows, cells: usize, planes: usize) {
        self.now.resize(variants.len() * cells * planes, 0.0);
        for (row, square) in variants.iter().zip(self.now.chunks_exact_mut(cells * planes)) {
            spread(common, cells, planes, square);
            for &(at, number) in row {
                square[at as usize % cells * planes + at as usize / cells] += number;
            }
        }
    }

    fn convolve(&mut self, side: usize, planes: usize, weights: &[f32], biases: &[f32]) {
        let cells = side * side;
        self.cells.resize(cells * 9 * planes, 0.0);
        let squares = self.now.chunks_exact(cells * planes);
        for (square, out) in squares.zip(self.next.chunks_exact_mut(cells * biases.len())) {
            gather(square, side, planes, &mut self.cells);
            add_up(&self.cells, weights, biases, &mut self.blocks, out);
        }
    }
}

pub(super) fn relu(numbers: &mut [f32]) {
    for number in numbers {
        *number = number.max(0.0);
    }
}

/// A first dense layer: the biases, and for every entry a row of weights.
fn first_layer(
    weights: &[f32],
    biases: &[f32],
    common: &[Entry],
    variants: &Rows,
    out: &mut [f32],
) {
    let width = biases.len();
    let Some((base, others)) = out.split_at_mut_checked(width) else { return };
    base.copy_from_slice(biases);
    add_entries(weights, common, base);
    for (at, row) in others.chunks_exact_mut(width).enumerate() {
        row.copy_from_slice(base);
        add_entries(weights, variants.row(at + 1), row);
    }
    add_entries(weights, variants.row(0), base);
}
