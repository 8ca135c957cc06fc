//! One network that learns the rewards of decisions.

use yard_agents::Seed;
use yard_core::Draw;

use super::plan::QueryLearnerPlan;
use crate::net::{Adam, Entry, Network, Rows, Trainer};
use crate::tensors::{Precision, TensorError, TensorReader, TensorWriter};

/// A decision and its reward.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The observation with the move.
    pub row: Vec<Entry>,
    /// What it was worth.
    pub reward: f32,
}

/// A network, its optimiser and its memory.
#[derive(Clone, Debug)]
pub struct QueryLearner {
    network: Network,
    adam: Adam,
    trainer: Trainer,
    /// A ring of samples; `at` is where the next one goes when it is full.
    kept: Vec<Sample>,
    at: usize,
    rows: Rows,
    slopes: Vec<f32>,
}

impl QueryLearner {
    /// Begins with a network.
    pub fn new(plan: &QueryLearnerPlan, network: Network) -> QueryLearner {
        QueryLearner {
            adam: Adam::new(network.parameters().len(), plan.rate),
            trainer: Trainer::new(network.architecture(), plan.batch),
            kept: Vec::new(),
            at: 0,
            rows: Rows::default(),
            slopes: Vec::new(),
            network,
        }
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Updates made so far.
    pub fn steps(&self) -> u64 {
        self.adam.steps()
    }

    /// Changes the learning rate of the updates to come.
    pub fn set_rate(&mut self, rate: f32) {
        self.adam.set_rate(rate);
    }

    /// Keeps a sample in place of the oldest.
    pub fn push(&mut self, plan: &QueryLearnerPlan, sample: Sample) {
        if self.kept.len() < plan.replay {
            self.kept.push(sample);
        } else {
            self.kept[self.at] = sample;
            self.at = (self.at + 1) % plan.replay;
        }
    }

    /// One update by a batch of samples, each equally likely; the mean loss, or `None` while there are
    /// fewer samples than a batch.
    pub fn learn(&mut self, plan: &QueryLearnerPlan, seed: Seed) -> Option<f32> {
        if self.kept.len() < plan.batch {
            return None;
        }
        let draws = || {
            let mut rng = seed.of_game(self.adam.steps()).stream("batch");
            let count = self.kept.len() as u32;
            (0..plan.batch).map(move |_| rng.below(count) as usize)
        };
        self.rows.clear();
        for drawn in draws() {
            self.rows.push(self.kept[drawn].row.iter().copied());
        }
        let values = self.trainer.forward(&self.network, &self.rows);
        let share = 1.0 / plan.batch as f32;
        let mut sum = 0.0;
        self.slopes.clear();
        for (value, drawn) in values.iter().zip(draws()) {
            let (loss, slope) = plan.loss.of(value - self.kept[drawn].reward);
            sum += loss * share;
            self.slopes.push(slope * share);
        }
        let slopes = self.trainer.backward(&self.network, &self.rows, &self.slopes);
        self.adam.step(self.network.parameters_mut(), slopes);
        Some(sum)
    }

    /// Writes all of it into a checkpoint.
    pub(crate) fn write(&self, name: &str, out: &mut TensorWriter) {
        let (mean, square) = self.adam.means();
        for (part, numbers) in
            [("weights", self.network.parameters()), ("mean", mean), ("square", square)]
        {
            out.floats(&format!("{name}.{part}"), &[numbers.len()], numbers, Precision::Single);
        }
        let steps = self.adam.steps();
        out.words(&format!("{name}.steps"), &[steps as u32, (steps >> 32) as u32, self.at as u32]);
        let lengths: Vec<u32> = self.kept.iter().map(|kept| kept.row.len() as u32).collect();
        let rewards: Vec<f32> = self.kept.iter().map(|kept| kept.reward).collect();
        let (places, numbers): (Vec<u32>, Vec<f32>) =
            self.kept.iter().flat_map(|kept| kept.row.iter().copied()).unzip();
        out.words(&format!("{name}.lengths"), &lengths);
        out.words(&format!("{name}.places"), &places);
        out.floats(&format!("{name}.numbers"), &[numbers.len()], &numbers, Precision::Single);
        out.floats(&format!("{name}.rewards"), &[rewards.len()], &rewards, Precision::Single);
    }

    /// Takes over what a checkpoint has; the shape stays.
    pub(crate) fn read(
        &mut self,
        plan: &QueryLearnerPlan,
        name: &str,
        file: &TensorReader<'_>,
    ) -> Result<(), TensorError> {
        let damaged = || TensorError::Damaged(format!("{name} does not add up"));
        let count = self.network.parameters().len();
        let list = |part: &str| file.floats(&format!("{name}.{part}"), count);
        self.network.parameters_mut().copy_from_slice(&list("weights")?);
        let words = file.words(&format!("{name}.steps"))?;
        let &[low, high, at] = words.as_slice() else { return Err(damaged()) };
        let steps = u64::from(low) | u64::from(high) << 32;
        self.adam =
            Adam::restore(plan.rate, steps, list("mean")?, list("square")?).ok_or_else(damaged)?;
        let lengths = file.words(&format!("{name}.lengths"))?;
        let places = file.words(&format!("{name}.places"))?;
        let numbers = file.floats(&format!("{name}.numbers"), places.len())?;
        let rewards = file.floats(&format!("{name}.rewards"), lengths.len())?;
        let mut entries = places.into_iter().zip(numbers);
        self.kept.clear();
        for (length, reward) in lengths.into_iter().zip(rewards) {
            let row: Vec<Entry> = entries.by_ref().take(length as usize).collect();
            let fits =
                |(place, _): &Entry| (*place as usize) < self.network.architecture().inputs();
            if row.len() != length as usize || !row.iter().all(fits) {
                return Err(damaged());
            }
            self.kept.push(Sample { row, reward });
        }
        self.at = at as usize;
        if entries.next().is_some() || self.kept.len() > plan.replay || self.at >= plan.replay {
            return Err(damaged());
        }
        Ok(())
    }
}
