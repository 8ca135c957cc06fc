//! Several trainings of one plan behind one published figure: their mean, how far they differ, and the verdict.

use serde::Serialize;

use crate::published::comparison::has_zero;
use crate::published::{CellVerdict, Comparison};
use crate::series::Tally;

/// What trainings of one plan, which differ in their seed alone, win.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Trainings {
    /// The detectives' rate of each, in per cent.
    pub rates: Vec<f64>,
    /// Games of each.
    pub games: Vec<u64>,
    /// The mean of the rates.
    pub mean: f64,
    /// Their standard deviation (with n − 1): how far one training is from another.
    pub spread: f64,
    /// The 95 % interval of the mean, after Student.
    pub ci95: [f64; 2],
}

impl Trainings {
    /// What they won; `None` for fewer than two, or when one has no games yet.
    pub fn new(tallies: &[Tally]) -> Option<Trainings> {
        if tallies.len() < 2 || tallies.iter().any(|tally| tally.games == 0) {
            return None;
        }
        let rate = |tally: &Tally| 100.0 * tally.detective_wins as f64 / tally.games as f64;
        let rates: Vec<f64> = tallies.iter().map(rate).collect();
        let count = rates.len() as f64;
        let mean = rates.iter().sum::<f64>() / count;
        let squares: f64 = rates.iter().map(|rate| (rate - mean).powi(2)).sum();
        let spread = (squares / (count - 1.0)).sqrt();
        let half = student(rates.len() - 1) * spread / count.sqrt();
        let ci95 = [(mean - half).max(0.0), (mean + half).min(100.0)];
        let games = tallies.iter().map(|tally| tally.games).collect();
        Some(Trainings { rates, games, mean, spread, ci95 })
    }

    /// The 95 % interval of our mean minus a published figure of one training and so many games, in percentage points.
    ///
    /// Three errors meet: that of our mean, the published training's own, of which we know only how far ours differ, and
    /// that of the published games (docs/reference/statistics.md).
    pub fn difference(&self, published: f64, games: u64) -> [f64; 2] {
        let count = self.rates.len() as f64;
        let all = self.spread.powi(2);
        let of_games = |rate: f64, games: u64| rate * (100.0 - rate) / games.max(1) as f64;
        let pairs = self.rates.iter().zip(&self.games);
        let ours: f64 = pairs.map(|(rate, games)| of_games(*rate, *games)).sum::<f64>() / count;
        let between = (all - ours).max(0.0);
        let error = (all / count + between + of_games(published, games)).sqrt();
        let half = student(self.rates.len() - 1) * error;
        [self.mean - published - half, self.mean - published + half]
    }
}

impl Comparison {
    /// The same cell, judged by the spread between its trainings; nothing changes without several.
    #[must_use]
    pub(crate) fn with_trainings(mut self, tallies: &[Tally]) -> Comparison {
        self.trainings = Trainings::new(tallies);
        if let Some(trainings) = &self.trainings {
            let published = self.published.zip(self.published_games);
            self.difference = published.map(|(rate, games)| trainings.difference(rate, games));
            self.agrees = self.difference.map(has_zero);
            // The role and the evidence stay; only whether it agrees may have changed.
            let judged = self.verdict.is_some();
            self.verdict = self.agrees.filter(|_| judged).map(|agrees| match agrees {
                true => CellVerdict::Agrees,
                false if self.tested.is_some() => CellVerdict::Tested,
                false => CellVerdict::Open,
            });
        }
        self
    }
}

/// The 97.5 % point of Student's distribution with so many degrees of freedom.
fn student(freedom: usize) -> f64 {
    const POINTS: [f64; 30] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
        2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
        2.052, 2.048, 2.045, 2.042,
    ];
    // Beyond, each point lies a little under the last and above the normal one; the last is on the safe side.
    POINTS[freedom.clamp(1, POINTS.len()) - 1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::comparison;

    fn tally(wins: u64) -> Tally {
        Tally { games: 2000, detective_wins: wins, ..Tally::default() }
    }

    /// The density is integrated up to the point by Simpson's rule: half of 95 % lies between 0 and it.
    #[test]
    fn the_points_of_student_are_those_of_its_density() {
        for freedom in [1, 2, 4, 9, 29, 30] {
            let nu = freedom as f64;
            let density = |t: f64| (1.0 + t * t / nu).powf(-(nu + 1.0) / 2.0);
            let simpson = |to: f64, parts: u32| {
                let step = to / f64::from(parts);
                let weight = |at: u32| match at {
                    0 => 1.0,
                    at if at == parts => 1.0,
                    at if at % 2 == 1 => 4.0,
                    _ => 2.0,
                };
                let sum: f64 =
                    (0..=parts).map(|at| weight(at) * density(f64::from(at) * step)).sum();
                sum * step / 3.0
            };
            // The whole half, far enough out; the tail of one degree of freedom is 1 / t.
            let whole =
                simpson(20_000.0, 4_000_000) + if freedom == 1 { 1.0 / 20_000.0 } else { 0.0 };
            let share = simpson(student(freedom), 20_000) / whole;
            assert!((share - 0.95).abs() < 2e-4, "{freedom}: {share}");
        }
    }

    #[test]
    fn mean_and_spread_of_five_trainings() {
        let trainings = Trainings::new(&[480, 500, 520, 540, 560].map(tally)).unwrap();
        assert!((trainings.mean - 26.0).abs() < 1e-9);
        assert!((trainings.spread - 2.5_f64.sqrt()).abs() < 1e-9, "{}", trainings.spread);
        // 26 ± 2.776 · √2.5 / √5
        assert!((trainings.ci95[0] - 24.037).abs() < 1e-3, "{:?}", trainings.ci95);
        assert_eq!(Trainings::new(&[tally(480)]), None);
        assert_eq!(Trainings::new(&[tally(480), Tally::default()]), None);
    }

    /// Five trainings that differ by several points agree with a figure that their games alone would refute.
    #[test]
    fn the_spread_between_trainings_decides() {
        let apart = [480, 560, 500, 600, 540].map(tally);
        let near = [535, 536, 537, 536, 536].map(tally);
        let mut cell = comparison("d", 22.0, 30);
        cell.published_games = Some(10_000);
        let wide = cell.clone().with_trainings(&apart);
        let narrow = cell.clone().with_trainings(&near);
        assert_eq!((wide.agrees, narrow.agrees), (Some(true), Some(false)));
        // Without several trainings nothing changes.
        assert_eq!(cell.clone().with_trainings(&apart[..1]), cell);
    }

    /// As many trainings as one likes do not make the published one more certain.
    #[test]
    fn the_published_figure_is_one_training() {
        let many: Vec<Tally> =
            (0..30).map(|at| tally(if at % 2 == 0 { 480 } else { 560 })).collect();
        let trainings = Trainings::new(&many).unwrap();
        let [below, above] = trainings.difference(26.0, 10_000);
        assert!(above - below > 2.0 * 2.0 * 1.7, "{below} to {above}");
        assert!(trainings.ci95[1] - trainings.ci95[0] < 2.0);
    }
}
