//! Adam (Kingma and Ba 2015, algorithm 1), in one loop over all parameters.

use std::ops::{Add, Div, Mul, Sub, SubAssign};

use pulp::Arch;

/// Decay of the mean of slopes, as the paper proposes.
const MEAN_DECAY: f64 = 0.9;
/// Decay of the mean of their squares, as the paper proposes.
const SQUARE_DECAY: f64 = 0.999;
/// Keeps the denominator from 0.
const EPSILON: f64 = 1e-8;

/// The numbers that parameters can be: `f32` for networks, `f64` for small models fitted to all data
/// at once.
pub trait Number:
    sealed::Sealed
    + Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + SubAssign
{
    /// The nearest of these numbers.
    fn nearest(number: f64) -> Self;
    /// The same number in 64 bits.
    fn wide(self) -> f64;
    /// Its square root.
    fn root(self) -> Self;
}

mod sealed {
    /// Keeps the two kinds of numbers the only ones.
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

impl Number for f32 {
    #[inline]
    fn nearest(number: f64) -> f32 {
        number as f32
    }

    #[inline]
    fn wide(self) -> f64 {
        f64::from(self)
    }

    #[inline]
    fn root(self) -> f32 {
        self.sqrt()
    }
}

impl Number for f64 {
    #[inline]
    fn nearest(number: f64) -> f64 {
        number
    }

    #[inline]
    fn wide(self) -> f64 {
        self
    }

    #[inline]
    fn root(self) -> f64 {
        self.sqrt()
    }
}

/// The optimiser with its running means.
#[derive(Clone, PartialEq, Debug)]
pub struct Adam<T = f32> {
    rate: T,
    square_decay: T,
    steps: u64,
    mean: Vec<T>,
    square: Vec<T>,
}

impl<T: Number> Adam<T> {
    /// An optimiser for so many parameters.
    pub fn new(parameters: usize, rate: T) -> Adam<T> {
        let zeros = vec![T::nearest(0.0); parameters];
        let square_decay = T::nearest(SQUARE_DECAY);
        Adam { rate, square_decay, steps: 0, mean: zeros.clone(), square: zeros }
    }

    /// An optimiser that goes on; `None` when the means differ in length.
    pub fn restore(rate: T, steps: u64, mean: Vec<T>, square: Vec<T>) -> Option<Adam<T>> {
        let square_decay = T::nearest(SQUARE_DECAY);
        (mean.len() == square.len()).then_some(Adam { rate, square_decay, steps, mean, square })
    }

    /// Changes how slowly the mean of squares forgets; 0.999 without this.
    #[must_use]
    pub fn with_square_decay(self, square_decay: T) -> Adam<T> {
        Adam { square_decay, ..self }
    }

    /// Changes the learning rate of the steps to come.
    pub fn set_rate(&mut self, rate: T) {
        self.rate = rate;
    }

    /// Steps made so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Running means of the slopes and of their squares.
    pub fn means(&self) -> (&[T], &[T]) {
        (&self.mean, &self.square)
    }

    /// Changes the parameters by one step down their slopes.
    ///
    /// Both corrections for the first steps are taken out of the loop, as the end of section 2 of the
    /// paper proposes.
    pub fn step(&mut self, parameters: &mut [T], slopes: &[T]) {
        self.steps += 1;
        let [one, epsilon] = [1.0, EPSILON].map(T::nearest);
        let (mean_decay, square_decay) = (T::nearest(MEAN_DECAY), self.square_decay);
        let (mean_share, square_share) = (one - mean_decay, one - square_decay);
        let left = |decay: T| 1.0 - libm::pow(decay.wide(), self.steps as f64);
        let rate = T::nearest(self.rate.wide() / left(mean_decay));
        let scale = T::nearest(1.0 / libm::sqrt(left(square_decay)));
        let means = self.mean.iter_mut().zip(&mut self.square);
        let numbers = parameters.iter_mut().zip(slopes).zip(means);
        // In the widest vectors there are; no operations are fused, so the width changes nothing.
        Arch::new().dispatch(
            #[inline(always)]
            || {
                for ((parameter, &slope), (mean, square)) in numbers {
                    *mean = mean_decay * *mean + mean_share * slope;
                    *square = square_decay * *square + square_share * slope * slope;
                    *parameter -= rate * *mean / (square.root() * scale + epsilon);
                }
            },
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In the first step both corrected means are the slope and its square, so that it is as long as
    /// the rate whatever the slope.
    #[test]
    fn the_first_step_is_as_long_as_the_rate() {
        let mut parameters = [1.0_f32, 1.0, 1.0];
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
        by_hand(0.999, |slope_of_x| {
            let slopes = [slope_of_x(x[0].into()) as f32];
            adam.step(&mut x, &slopes);
            (x[0].into(), 1e-6)
        });
    }

    /// The same in 64 bits, with squares that are forgotten sooner.
    #[test]
    fn three_steps_in_64_bits_follow_the_algorithm() {
        let mut x = [1.0_f64];
        let mut adam = Adam::new(1, 0.1).with_square_decay(0.99);
        by_hand(0.99, |slope_of_x| {
            let slopes = [slope_of_x(x[0])];
            adam.step(&mut x, &slopes);
            (x[0], 1e-14)
        });
    }

    /// Compares three steps with the algorithm as it is printed. `step` takes one and tells where it led
    /// and how near that must be.
    fn by_hand(square_decay: f64, mut step: impl FnMut(fn(f64) -> f64) -> (f64, f64)) {
        let slope_of_x: fn(f64) -> f64 = |x| 2.0 * x;
        let (mut by_hand, mut m, mut v) = (1.0_f64, 0.0_f64, 0.0_f64);
        for number in 1..=3 {
            let (found, near) = step(slope_of_x);
            let slope = slope_of_x(by_hand);
            m = 0.9 * m + 0.1 * slope;
            v = square_decay * v + (1.0 - square_decay) * slope * slope;
            let corrected =
                (m / (1.0 - 0.9_f64.powi(number)), v / (1.0 - square_decay.powi(number)));
            by_hand -= 0.1 * corrected.0 / (corrected.1.sqrt() + 1e-8);
            assert!((found - by_hand).abs() < near, "{found} is not {by_hand}");
        }
    }
}
