//! Adam (Kingma and Ba 2015, algorithm 1), in one loop over all parameters.

/// Decay of the mean of slopes, as the paper proposes.
const BETA_1: f32 = 0.9;
/// Decay of the mean of their squares.
const BETA_2: f32 = 0.999;
/// Keeps the denominator from 0.
const EPSILON: f32 = 1e-8;

/// The optimiser with its running means.
#[derive(Clone, PartialEq, Debug)]
pub struct Adam {
    rate: f32,
    steps: u64,
    mean: Vec<f32>,
    square: Vec<f32>,
}

impl Adam {
    /// An optimiser for so many parameters.
    pub fn new(parameters: usize, rate: f32) -> Adam {
        Adam { rate, steps: 0, mean: vec![0.0; parameters], square: vec![0.0; parameters] }
    }

    /// An optimiser that goes on; `None` when the means differ in length.
    pub fn restore(rate: f32, steps: u64, mean: Vec<f32>, square: Vec<f32>) -> Option<Adam> {
        (mean.len() == square.len()).then_some(Adam { rate, steps, mean, square })
    }

    /// Changes the learning rate of the steps to come.
    pub fn set_rate(&mut self, rate: f32) {
        self.rate = rate;
    }

    /// Steps made so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Running means of the slopes and of their squares.
    pub fn means(&self) -> (&[f32], &[f32]) {
        (&self.mean, &self.square)
    }

    /// Changes the parameters by one step along their slopes.
    ///
    /// Both corrections for the first steps are taken out of the loop, as the end of section 2 of the
    /// paper proposes.
    pub fn step(&mut self, parameters: &mut [f32], slopes: &[f32]) {
        self.steps += 1;
        let left = |beta: f32| 1.0 - libm::pow(f64::from(beta), self.steps as f64);
        let rate = (f64::from(self.rate) / left(BETA_1)) as f32;
        let scale = (1.0 / libm::sqrt(left(BETA_2))) as f32;
        let means = self.mean.iter_mut().zip(&mut self.square);
        for ((parameter, &slope), (mean, square)) in parameters.iter_mut().zip(slopes).zip(means) {
            *mean = BETA_1 * *mean + (1.0 - BETA_1) * slope;
            *square = BETA_2 * *square + (1.0 - BETA_2) * slope * slope;
            *parameter -= rate * *mean / (square.sqrt() * scale + EPSILON);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In the first step both corrected means are the slope and its square, so that it is as long as
    /// the rate whatever the slope.
    #[test]
    fn the_first_step_is_as_long_as_the_rate() {
        let mut parameters = [1.0, 1.0, 1.0];
        Adam::new(3, 0.125).step(&mut parameters, &[4.0, -0.01, 0.0]);
        for (found, expected) in parameters.into_iter().zip([0.875, 1.125, 1.0]) {
            assert!((found - expected).abs() < 1e-5, "{found} is not {expected}");
        }
    }

    /// Values of three steps by hand from the algorithm, slope 2x of x², from x = 1, rate 0.1.
    #[test]
    fn three_steps_follow_the_algorithm() {
        let mut x = [1.0_f32];
        let mut adam = Adam::new(1, 0.1);
        let (mut by_hand, mut m, mut v) = (1.0_f64, 0.0_f64, 0.0_f64);
        for step in 1..=3 {
            let slopes = [2.0 * x[0]];
            adam.step(&mut x, &slopes);
            let slope = 2.0 * by_hand;
            m = 0.9 * m + 0.1 * slope;
            v = 0.999 * v + 0.001 * slope * slope;
            let corrected = (m / (1.0 - 0.9_f64.powi(step)), v / (1.0 - 0.999_f64.powi(step)));
            by_hand -= 0.1 * corrected.0 / (corrected.1.sqrt() + 1e-8);
            assert!((f64::from(x[0]) - by_hand).abs() < 1e-6);
        }
    }
}
