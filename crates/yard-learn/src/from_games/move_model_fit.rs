//! Learns the model of how Mr X moves from games.

use yard_agents::belief::{
    Belief, DOUBLE_FEATURES, MoveModel, MoveSample, STEP_FEATURES, samples_of_game,
};
use yard_core::{Game, PublicPly};

use crate::net::Adam;

/// Steps of the optimiser; by then the likelihood moves in the fifth decimal.
const STEPS: u32 = 400;
/// Its rate at the start; it falls to nothing.
const RATE: f64 = 0.1;
/// How slowly the mean of squares forgets: sooner than is usual, for so few steps.
const SQUARE_DECAY: f64 = 0.99;
/// Pull towards 0, so that what was never seen weighs nothing.
const PULL: f64 = 1e-4;

/// A model fitted to games, and how good it is on games that it was not fitted to.
#[derive(Clone, PartialEq, Debug)]
pub struct FittedModel {
    /// The model.
    pub model: MoveModel,
    /// Choices learned from.
    pub samples: usize,
    /// On the games left out: mean ln of the probability of Mr X's station when the detectives begin
    /// to move and he is hidden, with all candidates equally likely.
    pub even: f64,
    /// The same by the model.
    pub learned: f64,
}

/// Fits the model of how Mr X moves to all games but the last tenth, which tests it.
pub fn fit_move_model(games: &[Game]) -> FittedModel {
    let (learn, test) = games.split_at(games.len() - games.len() / 10);
    let samples: Vec<MoveSample> =
        learn.iter().filter_map(|game| samples_of_game(game).ok()).flatten().collect();
    let model = fit(&samples);
    let (mut even, mut learned, mut places) = (0.0, 0.0, 0_u32);
    for game in test {
        judge(game, &model, &mut |by_even, by_model| {
            even += by_even;
            learned += by_model;
            places += 1;
        });
    }
    let places = f64::from(places.max(1));
    FittedModel { model, samples: samples.len(), even: even / places, learned: learned / places }
}

/// Tells for each turn after which Mr X is hidden how likely his true station was held.
fn judge(game: &Game, model: &MoveModel, found: &mut dyn FnMut(f64, f64)) {
    let end = game.detective_view();
    let path = game.mr_x_view().path();
    let mut replay = end.replay();
    let mut belief = Belief::default();
    // The last ply ends the game: nothing is guessed after it.
    while replay.left().len() > 1 {
        let Ok(Some(ply)) = replay.play_next() else { return };
        let view = replay.view();
        let hidden = view.candidates().len();
        if matches!(ply, PublicPly::MrX(_)) && hidden > 1 {
            belief.follow(view, model);
            let at = path[usize::from(view.public().slots_used())];
            found(-(hidden as f64).ln(), f64::from(belief.of(at).max(1e-9)).ln());
        }
    }
}

/// Fits the model by Adam on all samples at once.
pub(crate) fn fit(samples: &[MoveSample]) -> MoveModel {
    let mut step = Fit::<STEP_FEATURES>::new();
    let mut double = Fit::<DOUBLE_FEATURES>::new();
    for number in 0..STEPS {
        let (mut by_step, mut by_double) = ([0.0; STEP_FEATURES], [0.0; DOUBLE_FEATURES]);
        let mut doubles = 0_u32;
        for sample in samples {
            add_step(&step.weights, sample, &mut by_step);
            if let Some((features, made)) = sample.double() {
                let chance = 1.0 / (1.0 + (-dot(&double.weights, features)).exp());
                let error = f64::from(u8::from(made)) - chance;
                for (sum, feature) in by_double.iter_mut().zip(features) {
                    *sum += error * f64::from(*feature);
                }
                doubles += 1;
            }
        }
        let rate = RATE * (1.0 - f64::from(number) / f64::from(STEPS));
        step.climb(&by_step, samples.len() as f64, rate);
        double.climb(&by_double, f64::from(doubles), rate);
    }
    MoveModel { step: step.weights.map(|w| w as f32), double: double.weights.map(|w| w as f32) }
}

/// Adds the gradient of the ln of the probability of the chosen step.
fn add_step(weights: &[f64; STEP_FEATURES], sample: &MoveSample, sum: &mut [f64; STEP_FEATURES]) {
    let mut chances: Vec<f64> = sample.steps().iter().map(|f| dot(weights, f).exp()).collect();
    let all: f64 = chances.iter().sum();
    for chance in &mut chances {
        *chance = -*chance / all;
    }
    chances[sample.chosen()] += 1.0;
    for (chance, features) in chances.iter().zip(sample.steps()) {
        for (sum, feature) in sum.iter_mut().zip(features) {
            *sum += chance * f64::from(*feature);
        }
    }
}

fn dot<const N: usize>(weights: &[f64; N], features: &[f32; N]) -> f64 {
    weights.iter().zip(features).map(|(w, f)| w * f64::from(*f)).sum()
}

/// Weights of `N` features in the making.
struct Fit<const N: usize> {
    weights: [f64; N],
    adam: Adam<f64>,
}

impl<const N: usize> Fit<N> {
    fn new() -> Fit<N> {
        Fit { weights: [0.0; N], adam: Adam::new(N, RATE).with_square_decay(SQUARE_DECAY) }
    }

    /// One step up the gradient of the likelihood of so many samples.
    fn climb(&mut self, gradient: &[f64; N], samples: f64, rate: f64) {
        let mut slopes = *gradient;
        for (slope, weight) in slopes.iter_mut().zip(&self.weights) {
            // Adam goes down, so up is turned round.
            *slope = PULL * weight - *slope / samples.max(1.0);
        }
        self.adam.set_rate(rate);
        self.adam.step(&mut self.weights, &slopes);
    }
}
