//! How long work goes on whose pieces differ in size.

/// Judges the time left from the share of the work that is done.
///
/// The speed is that of the later half of the work so far. The mean since the beginning would long remember the
/// small pieces that come first, and the last few pieces say little about those of another size.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Pace {
    /// Shares of the work and when they were reached, ascending and not too many.
    marks: Vec<(f64, f64)>,
}

/// A mark is set when the share has grown so much since the last one.
const STEP: f64 = 1.05;

impl Pace {
    /// The time left, in the unit of `elapsed`, when a share has been done in this run and another one is left
    /// to do; `None` before anything is done.
    pub fn left(&mut self, done: f64, left: f64, elapsed: f64) -> Option<f64> {
        let half = self.marks.iter().rev().find(|(share, _)| *share <= done / 2.0);
        let (share, since) = half.copied().unwrap_or((0.0, 0.0));
        if self.marks.last().is_none_or(|(share, _)| done > share * STEP) {
            self.marks.push((done, elapsed));
        }
        let time = (elapsed - since) / (done - share) * left.max(0.0);
        (done > share && time.is_finite()).then_some(time.max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_pace_is_told_exactly() {
        let mut pace = Pace::default();
        assert_eq!(pace.left(0.0, 1.0, 0.0), None);
        for percent in 1..=100 {
            let done = f64::from(percent) / 100.0;
            let left = pace.left(done, 1.0 - done, 60.0 * done).unwrap();
            assert!((left - 60.0 * (1.0 - done)).abs() < 1e-9, "{left}");
        }
    }

    #[test]
    fn a_slow_beginning_is_forgotten() {
        let mut pace = Pace::default();
        for thousandth in 1..=1000 {
            let done = f64::from(thousandth) / 1000.0;
            // The first tenth takes as long as the rest.
            let elapsed = if done < 0.1 { 9.0 * done } else { 0.9 + (done - 0.1) };
            let left = pace.left(done, 1.0 - done, elapsed).unwrap();
            if done > 0.22 {
                assert!((left - (1.0 - done)).abs() < 1e-9, "{done}: {left}");
            }
        }
    }
}
