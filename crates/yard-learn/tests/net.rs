//! The networks reckon what they should: against finite differences, and by learning a batch by heart.

use yard_agents::{Rng, Seed};
use yard_core::Draw;
use yard_learn::net::{Adam, Architecture, Evaluator, Init, Loss, Network, Rows, Trainer};

fn architectures() -> [Architecture; 4] {
    [
        Architecture::dense(12, &[], 3).unwrap(),
        Architecture::dense(12, &[9, 7], 3).unwrap(),
        Architecture::convolutional(3, 2, &[4], &[], 3).unwrap(),
        Architecture::convolutional(3, 2, &[6, 5], &[12], 3).unwrap(),
    ]
}

/// Rows with a few numbers each, now and then the same place twice.
fn some_rows(inputs: usize, count: usize, rng: &mut Rng) -> Rows {
    let mut rows = Rows::default();
    for _ in 0..count {
        let entries: Vec<(u32, f32)> =
            (0..4).map(|_| (rng.below(inputs as u32), rng.unit() as f32 * 2.0 - 0.5)).collect();
        rows.push(entries);
    }
    rows
}

/// The mean loss over a batch and the slopes of the outputs.
fn loss(loss: Loss, outputs: &[f32], wanted: &[f32]) -> (f64, Vec<f32>) {
    let mut sum = 0.0;
    let mut slopes = Vec::new();
    for (output, wanted) in outputs.iter().zip(wanted) {
        let (value, slope) = loss.of(output - wanted);
        sum += f64::from(value) / outputs.len() as f64;
        slopes.push(slope / outputs.len() as f32);
    }
    (sum, slopes)
}

#[test]
fn slopes_agree_with_finite_differences() {
    let kinds = [Loss::Huber, Loss::Mse];
    for (shape, kind) in
        architectures().into_iter().flat_map(|shape| kinds.map(|k| (shape.clone(), k)))
    {
        let mut rng = Seed(5).stream("check");
        let mut network = Network::random(shape.clone(), Init::He, &mut rng);
        let rows = some_rows(shape.inputs(), 6, &mut rng);
        let wanted: Vec<f32> = (0..6 * 3).map(|_| 4.0 * rng.unit() as f32 - 2.0).collect();
        let mut trainer = Trainer::new(&shape, 6);
        let (_, slopes) = loss(kind, trainer.forward(&network, &rows), &wanted);
        let slopes = trainer.backward(&network, &rows, &slopes).to_vec();
        let (mut worst, mut corners) = (0.0_f64, 0);
        for (at, &slope) in slopes.iter().enumerate() {
            let step = 4e-3_f32;
            let kept = network.parameters()[at];
            let mut at_side = |side: f32| {
                network.parameters_mut()[at] = kept + side * step;
                let value = loss(kind, trainer.forward(&network, &rows), &wanted).0;
                network.parameters_mut()[at] = kept;
                value
            };
            let [left, middle, right] = [-1.0, 0.0, 1.0].map(&mut at_side);
            let width = f64::from(step);
            // ReLU has corners. One lies between where both sides rise differently.
            if (left + right - 2.0 * middle).abs() / width > 0.01 {
                corners += 1;
            } else {
                let difference = (right - left) / (2.0 * width);
                worst = worst.max((difference - f64::from(slope)).abs());
            }
        }
        assert!(worst < 6e-3, "{kind:?} {shape:?}: off by {worst}");
        assert!(corners * 20 <= slopes.len(), "{corners} corners of {}", slopes.len());
        let largest = slopes.iter().fold(0.0_f32, |most, slope| most.max(slope.abs()));
        assert!(largest > 0.05, "the slopes are not all 0");
    }
}

#[test]
fn one_batch_is_learned_by_heart() {
    for (shape, rate) in architectures().into_iter().skip(1).zip([0.01, 0.02, 0.01]) {
        let mut rng = Seed(9).stream("batch");
        let mut network = Network::random(shape.clone(), Init::He, &mut rng);
        let rows = some_rows(shape.inputs(), 8, &mut rng);
        let wanted: Vec<f32> = (0..8 * 3).map(|_| 4.0 * rng.unit() as f32 - 2.0).collect();
        let mut trainer = Trainer::new(&shape, 8);
        let mut adam = Adam::new(network.parameters().len(), rate);
        let mut last = f64::INFINITY;
        for _ in 0..3000 {
            let (value, slopes) = loss(Loss::Huber, trainer.forward(&network, &rows), &wanted);
            let slopes = trainer.backward(&network, &rows, &slopes);
            adam.step(network.parameters_mut(), slopes);
            last = value;
        }
        assert!(last < 1e-3, "{shape:?} is left with {last}");
    }
}

/// Both ways through a network give the same, whether entries are common to all rows or not.
#[test]
fn play_and_training_see_the_same_network() {
    for shape in architectures() {
        let mut rng = Seed(3).stream("both");
        let network = Network::random(shape.clone(), Init::Pytorch, &mut rng);
        let variants = some_rows(shape.inputs(), 5, &mut rng);
        let common = [(0, 0.5), (7, -1.0)];
        let mut whole = Rows::default();
        for row in variants.iter() {
            whole.push(common.iter().chain(row).copied());
        }
        let mut trainer = Trainer::new(&shape, 1);
        let expected = trainer.forward(&network, &whole).to_vec();
        let mut evaluator = Evaluator::default();
        let found = evaluator.evaluate(&network, &common, &variants);
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(&expected) {
            assert!((found - expected).abs() < 1e-5, "{found} is not {expected}");
        }
    }
}

/// Bounds and spread of the first weights: the variance of a uniform draw within b is b² / 3.
#[test]
fn first_weights_have_the_spread_of_their_source() {
    for (init, bound) in [(Init::He, (6.0_f64 / 400.0).sqrt()), (Init::Pytorch, 0.05)] {
        let shape = Architecture::dense(400, &[], 300).unwrap();
        let network = Network::random(shape, init, &mut Seed(2).stream("weights"));
        let (weights, biases) = network.parameters().split_at(400 * 300);
        let square = |numbers: &[f32]| {
            numbers.iter().map(|n| f64::from(*n).powi(2)).sum::<f64>() / numbers.len() as f64
        };
        assert!(weights.iter().all(|weight| f64::from(weight.abs()) <= bound * 1.0001));
        assert!((square(weights) / (bound * bound / 3.0) - 1.0).abs() < 0.02);
        assert!(biases.iter().all(|bias| bias.abs() <= 0.05001));
    }
}
