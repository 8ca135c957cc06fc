//! Learns the model of how Mr X moves from games.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use yard_agents::belief::{
    Belief, DOUBLE_FEATURES, MoveModel, MoveSample, STEP_FEATURES, samples_of_game,
};
use yard_core::{Game, PublicPly};

use crate::move_model_file::MoveModelFile;
use crate::self_play::SelfPlay;
use crate::series::SeriesError;

/// Steps of the optimiser; by then the likelihood moves in the fifth decimal.
const STEPS: u32 = 400;
/// Its rate at the start; it falls to nothing.
const RATE: f64 = 0.1;
/// Pull towards 0, so that what was never seen weighs nothing.
const PULL: f64 = 1e-4;

/// What was learned, and how good it is on games that were not learned from.
#[derive(Clone, PartialEq, Debug)]
pub struct LearnedModel {
    /// The model and where it comes from.
    pub file: MoveModelFile,
    /// Choices learned from.
    pub samples: usize,
    /// On the games left out: mean ln of the probability of Mr X's station when the detectives begin
    /// to move and he is hidden, with all candidates equally likely.
    pub even: f64,
    /// The same by the model.
    pub learned: f64,
}

impl SelfPlay {
    /// Plays the games and fits the model of how Mr X moves to all but the last tenth, which tests
    /// it; `None` when stopped before the end.
    ///
    /// # Errors
    /// When the agents cannot play the rules.
    pub fn move_model(
        &self,
        stop: &AtomicBool,
        each: &(dyn Fn() + Sync),
    ) -> Result<Option<LearnedModel>, SeriesError> {
        let matches = Mutex::new(Vec::new());
        let tally = self.series().play(stop, &|number, game| {
            matches.lock().unwrap_or_else(PoisonError::into_inner).push((number, game.clone()));
            each();
        })?;
        if tally.games < self.games {
            return Ok(None);
        }
        let mut matches = matches.into_inner().unwrap_or_else(PoisonError::into_inner);
        matches.sort_unstable_by_key(|(number, _)| *number);
        let learn = matches.len() - matches.len() / 10;
        let samples: Vec<MoveSample> = matches[..learn]
            .iter()
            .filter_map(|(_, game)| samples_of_game(game).ok())
            .flatten()
            .collect();
        let model = fit(&samples);
        let (mut even, mut learned, mut places) = (0.0, 0.0, 0_u32);
        for (_, game) in &matches[learn..] {
            judge(game, &model, &mut |by_even, by_model| {
                even += by_even;
                learned += by_model;
                places += 1;
            });
        }
        let places = f64::from(places.max(1));
        let file = self.learned(tally.games, model);
        Ok(Some(LearnedModel {
            file,
            samples: samples.len(),
            even: even / places,
            learned: learned / places,
        }))
    }
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
    for number in 1..=STEPS {
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
        let rate = RATE * (1.0 - f64::from(number - 1) / f64::from(STEPS));
        step.climb(&by_step, samples.len() as f64, rate, number);
        double.climb(&by_double, f64::from(doubles), rate, number);
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

/// Weights and what Adam (Kingma and Ba 2015) remembers of them.
struct Fit<const N: usize> {
    weights: [f64; N],
    mean: [f64; N],
    square: [f64; N],
}

impl<const N: usize> Fit<N> {
    fn new() -> Fit<N> {
        Fit { weights: [0.0; N], mean: [0.0; N], square: [0.0; N] }
    }

    fn climb(&mut self, gradient: &[f64; N], samples: f64, rate: f64, number: u32) {
        let (fade_mean, fade_square) = (0.9_f64, 0.99_f64);
        let (unbias_mean, unbias_square) =
            (1.0 - fade_mean.powi(number as i32), 1.0 - fade_square.powi(number as i32));
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, (mean, square)), slope) in self.weights.iter_mut().zip(moments).zip(gradient)
        {
            let slope = slope / samples.max(1.0) - PULL * *weight;
            *mean = fade_mean * *mean + (1.0 - fade_mean) * slope;
            *square = fade_square * *square + (1.0 - fade_square) * slope * slope;
            let (mean, square) = (*mean / unbias_mean, *square / unbias_square);
            *weight += rate * mean / (square.sqrt() + 1e-8);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use yard_agents::Seed;

    use super::*;

    fn train(threads: usize) -> LearnedModel {
        let training = SelfPlay {
            rules: Arc::new(yard_core::presets::rules("classic").unwrap()),
            agent: "lookahead".parse().unwrap(),
            games: 60,
            seed: Seed(3),
            threads: Some(threads),
        };
        training.move_model(&AtomicBool::new(false), &|| {}).unwrap().unwrap()
    }

    /// A Mr X who keeps away from the detectives is found by the model on games it has not seen.
    #[test]
    fn it_learns_how_mr_x_moves_on_any_number_of_threads() {
        let one = train(1);
        assert_eq!(one, train(2));
        assert!(one.samples > 60, "{}", one.samples);
        assert!(one.learned > one.even + 0.1, "{} and {}", one.learned, one.even);
        assert_eq!(MoveModelFile::from_toml(&one.file.to_toml()).unwrap(), one.file);
    }
}
