//! Numbers about series.

use serde::Serialize;

/// The 97.5 % point of the normal distribution.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// A share of successes with its 95 % interval (Wilson 1927).
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Share {
    /// Successes by trials; 0 without trials.
    pub rate: f64,
    /// The interval.
    pub ci95: [f64; 2],
}

impl Share {
    /// The share of `successes` in `trials`.
    pub fn new(successes: u64, trials: u64) -> Share {
        Share::of_points(successes as f64, trials)
    }

    /// The same where a trial may be half a success.
    pub(crate) fn of_points(successes: f64, trials: u64) -> Share {
        let z = Z95;
        if trials == 0 {
            return Share { rate: 0.0, ci95: [0.0, 1.0] };
        }
        let n = trials as f64;
        let rate = successes / n;
        let centre = rate + z * z / (2.0 * n);
        let spread = z * (rate * (1.0 - rate) / n + z * z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + z * z / n;
        // At the ends the bounds are 0 and 1 exactly, which rounding would miss by a hair.
        let lo = if successes == 0.0 { 0.0 } else { (centre - spread) / scale };
        let hi = if successes == n { 1.0 } else { (centre + spread) / scale };
        Share { rate, ci95: [lo, hi] }
    }
}

/// The 95 % interval of the difference of two shares, the first minus the second.
///
/// Newcombe (1998), method 10: the ends of the two Wilson intervals, put together by their squares. It
/// keeps its promise for few games and for shares near 0 and 1, and counts the games behind both.
pub fn difference(a: (u64, u64), b: (u64, u64)) -> [f64; 2] {
    let (a, b) = (Share::new(a.0, a.1), Share::new(b.0, b.1));
    let apart = a.rate - b.rate;
    let below = (a.rate - a.ci95[0]).hypot(b.ci95[1] - b.rate);
    let above = (a.ci95[1] - a.rate).hypot(b.rate - b.ci95[0]);
    [apart - below, apart + above]
}

/// How many standard errors two shares are apart.
pub fn standard_errors_apart(a: (u64, u64), b: (u64, u64)) -> f64 {
    let (p, q) = (Share::new(a.0, a.1).rate, Share::new(b.0, b.1).rate);
    let pooled = (a.0 + b.0) as f64 / ((a.1 + b.1) as f64).max(1.0);
    let error = (pooled * (1.0 - pooled) * (1.0 / a.1 as f64 + 1.0 / b.1 as f64)).sqrt();
    if error > 0.0 { (p - q) / error } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_agrees_with_a_worked_example() {
        // 40 of 50: Brown, Cai and DasGupta (2001) give [0.6696, 0.8876].
        let share = Share::new(40, 50);
        assert!((share.ci95[0] - 0.6696).abs() < 5e-5, "{share:?}");
        assert!((share.ci95[1] - 0.8876).abs() < 5e-5, "{share:?}");
    }

    #[test]
    fn differences_agree_with_the_published_examples() {
        // Newcombe (1998), table II, method 10.
        for (a, b, wanted) in [
            ((56, 70), (48, 80), [0.0524, 0.3339]),
            ((9, 10), (3, 10), [0.1705, 0.8090]),
            ((5, 56), (0, 29), [-0.0381, 0.1926]),
            ((10, 10), (0, 10), [0.6075, 1.0000]),
            ((0, 10), (0, 10), [-0.2775, 0.2775]),
        ] {
            let found = difference(a, b);
            for (found, wanted) in found.into_iter().zip(wanted) {
                assert!((found - wanted).abs() < 6e-5, "{a:?} {b:?}: {found} for {wanted}");
            }
        }
    }

    #[test]
    fn wilson_stays_inside_at_the_ends() {
        assert_eq!(Share::new(0, 10).ci95[0], 0.0);
        assert_eq!(Share::new(10, 10).ci95[1], 1.0);
        assert_eq!(Share::new(0, 0).ci95, [0.0, 1.0]);
    }
}
