//! How fast trainings learned: the tests that they made on the way.

use std::path::Path;

use serde::Serialize;

use crate::metrics::MetricsRow;
use crate::run::{RunError, TrainingRun};

/// The tests of one training, in order.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LearningCurve {
    /// What is trained: the name of the preset or file.
    pub form: String,
    /// The seed.
    pub seed: u64,
    /// Games learned from, and the learner's share of wins in the test then.
    pub tests: Vec<(u64, f64)>,
}

impl LearningCurve {
    /// Reads the curve of a run, finished or not.
    ///
    /// # Errors
    /// When a file of the run is missing or not as it should be.
    pub fn read(folder: &Path) -> Result<LearningCurve, RunError> {
        let (form, plan, rows) = TrainingRun::read_metrics(folder)?;
        Ok(LearningCurve::new(&form, plan.seed(), &rows))
    }

    /// The curve in the rows of a training's metrics.
    pub fn new(form: &str, seed: u64, rows: &[MetricsRow]) -> LearningCurve {
        let tests = rows.iter().filter_map(|row| Some((row.games, row.gate?))).collect();
        LearningCurve { form: form.to_owned(), seed, tests }
    }

    /// Games that it took until two tests in a row gave this share or more; the games of the first of them. One
    /// test alone may be luck.
    pub fn reached(&self, share: f64) -> Option<u64> {
        let both = |pair: &&[(u64, f64)]| pair.iter().all(|(_, found)| *found >= share);
        self.tests.windows(2).find(both).map(|pair| pair[0].0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(shares: &[f64]) -> LearningCurve {
        let row = |(at, share): (usize, &f64)| MetricsRow {
            games: 100 * (at as u64 + 1),
            updates: 0,
            epsilon: 0.0,
            loss: None,
            detective_rate: 0.0,
            performance: 0,
            gate: (*share >= 0.0).then_some(*share),
        };
        LearningCurve::new("a", 1, &shares.iter().enumerate().map(row).collect::<Vec<_>>())
    }

    #[test]
    fn one_lucky_test_reaches_nothing() {
        assert_eq!(curve(&[0.2, 0.6, 0.4, 0.5, 0.5, 0.3]).reached(0.5), Some(400));
        assert_eq!(curve(&[0.2, 0.6, 0.4]).reached(0.5), None);
        // Rows without a test say nothing.
        assert_eq!(curve(&[0.6, -1.0, 0.7]).reached(0.5), Some(100));
    }
}
