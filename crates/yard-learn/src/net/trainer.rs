//! Outputs and slopes of whole batches: for learning.

use super::architecture::{Architecture, Layer};
use super::convolution::{gather, scatter, spread};
use super::evaluator::relu;
use super::matrix::{Matrix, Turned, multiply};
use super::network::Network;
use super::rows::Rows;
use super::sums::add_entries;

/// Runs batches forwards and backwards through a network of one shape, with room that is kept.
///
/// ```
/// use yard_agents::Seed;
/// use yard_learn::net::{Adam, Architecture, Init, Network, Rows, Trainer};
/// let shape = Architecture::dense(3, &[8], 1).unwrap();
/// let mut network = Network::random(shape, Init::He, &mut Seed(1).stream("weights"));
/// let mut adam = Adam::new(network.parameters().len(), 0.05);
/// let mut trainer = Trainer::new(network.architecture(), 1);
/// let mut rows = Rows::default();
/// rows.push([(0, 1.0), (2, 1.0)]);
/// for _ in 0..200 {
///     let slope = trainer.forward(&network, &rows)[0] - 5.0;
///     let slopes = trainer.backward(&network, &rows, &[slope]);
///     adam.step(network.parameters_mut(), slopes);
/// }
/// assert!((trainer.forward(&network, &rows)[0] - 5.0).abs() < 0.01);
/// ```
#[derive(Clone, Debug)]
pub struct Trainer {
    /// The squares that a first convolution takes; empty without one.
    inputs: Vec<f32>,
    /// What each layer gave in the last batch, ReLU included.
    outputs: Vec<Vec<f32>>,
    /// The neighbours of every cell, for the convolution at hand.
    cells: Vec<f32>,
    /// Slopes of the layer at hand, and of the one before it.
    delta: Vec<f32>,
    before: Vec<f32>,
    slopes: Vec<f32>,
}

impl Trainer {
    /// Makes room for batches of so many rows; a larger one makes more.
    pub fn new(architecture: &Architecture, batch: usize) -> Trainer {
        let layers = architecture.layers();
        let room = |layer: &Layer| vec![0.0; batch * layer.outputs()];
        let widest = batch * architecture.widest();
        Trainer {
            inputs: Vec::new(),
            outputs: layers.iter().map(room).collect(),
            cells: Vec::new(),
            delta: vec![0.0; widest],
            before: vec![0.0; widest],
            slopes: vec![0.0; architecture.parameters()],
        }
    }

    /// The outputs of a batch, row by row.
    pub fn forward(&mut self, network: &Network, rows: &Rows) -> &[f32] {
        let layers = network.architecture().layers();
        let (batch, last) = (rows.len(), layers.len() - 1);
        for (at, &layer) in layers.iter().enumerate() {
            let (weights, biases) = network.layer(at);
            let (before, after) = self.outputs.split_at_mut(at);
            let out = &mut after[0];
            out.resize(batch * layer.outputs(), 0.0);
            out.chunks_exact_mut(biases.len()).for_each(|row| row.copy_from_slice(biases));
            match layer {
                Layer::Dense { .. } if at == 0 => {
                    for (row, sums) in rows.iter().zip(out.chunks_exact_mut(biases.len())) {
                        add_entries(weights, row, sums);
                    }
                }
                Layer::Dense { inputs, outputs } => {
                    let inputs = Matrix::new(&before[at - 1], batch, inputs);
                    let weights = Matrix::new(weights, inputs.columns, outputs);
                    multiply(inputs, weights, Turned::Neither, true, out);
                }
                Layer::Convolution { side, inputs, outputs } => {
                    let cells = side * side;
                    if at == 0 {
                        spread_rows(rows, cells, inputs, &mut self.inputs);
                    }
                    let squares = before.last().unwrap_or(&self.inputs);
                    gather_all(squares, batch, side, inputs, &mut self.cells);
                    let neighbours = Matrix::new(&self.cells, batch * cells, 9 * inputs);
                    let weights = Matrix::new(weights, 9 * inputs, outputs);
                    multiply(neighbours, weights, Turned::Neither, true, out);
                }
            }
            if at < last {
                relu(out);
            }
        }
        &self.outputs[last]
    }

    /// The slopes of all parameters, for the batch that [`forward`](Trainer::forward) had last and the
    /// slopes of its outputs.
    pub fn backward(&mut self, network: &Network, rows: &Rows, slopes: &[f32]) -> &[f32] {
        let layers = network.architecture().layers();
        let batch = rows.len();
        let widest = batch * network.architecture().widest();
        self.delta.resize(widest.max(self.delta.len()), 0.0);
        self.before.resize(widest.max(self.before.len()), 0.0);
        self.delta[..slopes.len()].copy_from_slice(slopes);
        for (at, &layer) in layers.iter().enumerate().rev() {
            let delta = &self.delta[..batch * layer.outputs()];
            let (rows_of_weights, columns) = layer.weight_shape();
            let (weight_slopes, bias_slopes) =
                self.slopes[network.range(at)].split_at_mut(rows_of_weights * columns);
            sum_rows(delta, bias_slopes);
            let weights = Matrix::new(network.layer(at).0, rows_of_weights, columns);
            let before = &mut self.before;
            match layer {
                Layer::Dense { .. } if at == 0 => {
                    weight_slopes.fill(0.0);
                    for (row, delta) in rows.iter().zip(delta.chunks_exact(columns)) {
                        for &(entry, number) in row {
                            let slopes = &mut weight_slopes[entry as usize * columns..][..columns];
                            for (slope, delta) in slopes.iter_mut().zip(delta) {
                                *slope += number * delta;
                            }
                        }
                    }
                }
                Layer::Dense { inputs, outputs } => {
                    let delta = Matrix::new(delta, batch, outputs);
                    let inputs = Matrix::new(&self.outputs[at - 1], batch, inputs);
                    multiply(inputs, delta, Turned::First, false, weight_slopes);
                    multiply(delta, weights, Turned::Second, false, before);
                }
                Layer::Convolution { side, inputs, outputs } => {
                    let cells = batch * side * side;
                    let squares = if at == 0 { &self.inputs } else { &self.outputs[at - 1] };
                    gather_all(squares, batch, side, inputs, &mut self.cells);
                    let delta = Matrix::new(delta, cells, outputs);
                    let neighbours = Matrix::new(&self.cells, cells, 9 * inputs);
                    multiply(neighbours, delta, Turned::First, false, weight_slopes);
                    if at > 0 {
                        multiply(delta, weights, Turned::Second, false, &mut self.cells);
                        let squares = before.chunks_exact_mut(side * side * inputs);
                        let neighbours = self.cells.chunks_exact(side * side * 9 * inputs);
                        for (square, rows) in squares.zip(neighbours).take(batch) {
                            scatter(rows, side, inputs, square);
                        }
                    }
                }
            }
            if at > 0 {
                // Where ReLU gave 0 it is flat.
                for (slope, &output) in self.before.iter_mut().zip(&self.outputs[at - 1]) {
                    *slope = if output > 0.0 { *slope } else { 0.0 };
                }
                std::mem::swap(&mut self.delta, &mut self.before);
            }
        }
        &self.slopes
    }
}

/// The squares of all rows, cell by cell.
fn spread_rows(rows: &Rows, cells: usize, planes: usize, squares: &mut Vec<f32>) {
    squares.resize(rows.len() * cells * planes, 0.0);
    for (row, square) in rows.iter().zip(squares.chunks_exact_mut(cells * planes)) {
        spread(row, cells, planes, square);
    }
}

/// The neighbours of all cells of all squares.
fn gather_all(squares: &[f32], batch: usize, side: usize, planes: usize, cells: &mut Vec<f32>) {
    let size = side * side * planes;
    cells.resize(cells.len().max(batch * 9 * size), 0.0);
    let rows = cells.chunks_exact_mut(9 * size);
    for (square, rows) in squares.chunks_exact(size).zip(rows).take(batch) {
        gather(square, side, planes, rows);
    }
}

/// The sum of all rows.
fn sum_rows(rows: &[f32], sums: &mut [f32]) {
    sums.fill(0.0);
    for row in rows.chunks_exact(sums.len()) {
        for (sum, number) in sums.iter_mut().zip(row) {
            *sum += number;
        }
    }
}
