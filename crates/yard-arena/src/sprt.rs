//! The sequential probability ratio test on scores of pairs: 0, ½ or 1.
//!
//! Wald (1945) stops as soon as the log-likelihood ratio of two hypotheses leaves a corridor. The
//! hypotheses here fix only the mean score, so both are fitted first (the generalised test of Van
//! den Bergh, "A practical introduction to the GSPRT", as fishtest uses it). docs/reference/statistics.md derives the formulas.

use serde::Serialize;

use crate::stats::{Share, Z95};

/// How a pair went for A.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PairScore {
    /// B came out ahead: score 0.
    Loss,
    /// Both did as well: score ½.
    Tie,
    /// A came out ahead: score 1.
    Win,
}

/// How many pairs went which way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct PairCounts {
    /// Pairs in which B came out ahead.
    pub losses: u64,
    /// Pairs in which both did as well.
    pub ties: u64,
    /// Pairs in which A came out ahead.
    pub wins: u64,
}

/// Mean scores of the two hypotheses, and how often each may be missed.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    /// Mean score if A is no better.
    pub score0: f64,
    /// Mean score if A is better by what matters.
    pub score1: f64,
    /// Chance to accept A although it is no better.
    pub alpha: f64,
    /// Chance to reject A although it is better.
    pub beta: f64,
}

/// What the test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// A is better.
    Accepted,
    /// A is not better by what matters.
    Rejected,
    /// The pairs did not suffice.
    Undecided,
}

/// The mean score of an Elo difference, by the logistic formula.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The mean score when A's win rate is so many percentage points above B's.
pub fn score_of_points(points: f64) -> f64 {
    0.5 + points / 200.0
}

impl PairCounts {
    /// Adds a pair.
    pub fn add(&mut self, score: PairScore) {
        match score {
            PairScore::Loss => self.losses += 1,
            PairScore::Tie => self.ties += 1,
            PairScore::Win => self.wins += 1,
        }
    }

    /// All pairs.
    pub fn pairs(&self) -> u64 {
        self.losses + self.ties + self.wins
    }

    /// The mean score with its 95 % interval: normal, from the variance of the pairs. Where all
    /// pairs went one way there is no variance, and Wilson's interval stands in.
    pub fn score(&self) -> Share {
        let n = self.pairs() as f64;
        if self.losses.max(self.ties).max(self.wins) == self.pairs() {
            return Share::of_points(self.wins as f64 + self.ties as f64 / 2.0, self.pairs());
        }
        let mean = (self.wins as f64 + self.ties as f64 / 2.0) / n;
        let square = (self.wins as f64 + self.ties as f64 / 4.0) / n;
        let spread = Z95 * ((square - mean * mean) / n).sqrt();
        Share { rate: mean, ci95: [(mean - spread).max(0.0), (mean + spread).min(1.0)] }
    }

    /// The likeliest shares of losses, ties and wins among those whose mean score is `score`.
    ///
    /// With d = 2·score − 1 and w the share of wins, that of losses is w − d and that of ties
    /// 1 + d − 2w; the likelihood L·ln(w − d) + T·ln(1 + d − 2w) + W·ln w is concave in w, and its
    /// maximum is the larger root of a quadratic equation.
    fn fitted(&self, score: f64) -> [f64; 3] {
        let [l, t, w] = [self.losses, self.ties, self.wins].map(|count| count as f64);
        let (n, d) = (l + t + w, 2.0 * score - 1.0);
        let half = ((l + w) * (1.0 + d) + 2.0 * d * (w + t)) / (4.0 * n);
        let rest = w * d * (1.0 + d) / (2.0 * n);
        let root = half + (half * half - rest).max(0.0).sqrt();
        let wins = root.clamp(d.max(0.0), (1.0 + d) / 2.0);
        [wins - d, 1.0 + d - 2.0 * wins, wins]
    }
}

impl Sprt {
    /// Where the test rejects and accepts (Wald 1945): ln(β / (1 − α)) and ln((1 − β) / α).
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The generalised log-likelihood ratio of the two hypotheses.
    pub fn llr(&self, counts: &PairCounts) -> f64 {
        if counts.pairs() == 0 {
            return 0.0;
        }
        let fits = counts.fitted(self.score1).into_iter().zip(counts.fitted(self.score0));
        [counts.losses, counts.ties, counts.wins]
            .into_iter()
            .zip(fits)
            .filter(|(count, _)| *count > 0)
            .map(|(count, (one, zero))| count as f64 * (one / zero).ln())
            .sum()
    }

    /// What the counts say.
    pub fn verdict(&self, counts: &PairCounts) -> Verdict {
        let (llr, [lower, upper]) = (self.llr(counts), self.bounds());
        if llr >= upper {
            Verdict::Accepted
        } else if llr <= lower {
            Verdict::Rejected
        } else {
            Verdict::Undecided
        }
    }

    /// Tests pair after pair until the verdict falls or `pairs` are tested.
    ///
    /// `play` returns the scores of a range of pairs, in their order; fewer when it was stopped.
    /// As the verdict is asked for after every single pair in that order, neither the size of the
    /// batches nor the number of threads that play one can change it.
    ///
    /// # Errors
    /// Those of `play`.
    pub fn run<E>(
        &self,
        pairs: u64,
        batch: u64,
        mut play: impl FnMut(std::ops::Range<u64>, &PairCounts) -> Result<Vec<PairScore>, E>,
    ) -> Result<(PairCounts, Verdict), E> {
        let mut counts = PairCounts::default();
        while counts.pairs() < pairs {
            let begin = counts.pairs();
            let range = begin..pairs.min(begin + batch.max(1));
            let wanted = range.end - range.start;
            let scores = play(range, &counts)?;
            let stopped = (scores.len() as u64) < wanted;
            for score in scores {
                counts.add(score);
                match self.verdict(&counts) {
                    Verdict::Undecided => {}
                    verdict @ (Verdict::Accepted | Verdict::Rejected) => {
                        return Ok((counts, verdict));
                    }
                }
            }
            if stopped {
                break;
            }
        }
        Ok((counts, Verdict::Undecided))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yard_agents::Seed;

    const TEST: Sprt = Sprt { score0: 0.5, score1: 0.55, alpha: 0.05, beta: 0.05 };

    fn counts(losses: u64, ties: u64, wins: u64) -> PairCounts {
        PairCounts { losses, ties, wins }
    }

    #[test]
    fn bounds_are_those_of_wald() {
        let [lower, upper] = TEST.bounds();
        assert!((upper - 19_f64.ln()).abs() < 1e-12, "{upper}");
        assert!((lower + 19_f64.ln()).abs() < 1e-12, "{lower}");
    }

    #[test]
    fn without_ties_it_is_the_binomial_test() {
        // Wald's own case: each win adds ln(s1 / s0), each loss ln((1 − s1) / (1 − s0)).
        let by_hand = 60.0 * (0.55_f64 / 0.5).ln() + 40.0 * (0.45_f64 / 0.5).ln();
        assert!((TEST.llr(&counts(40, 0, 60)) - by_hand).abs() < 1e-9);
        assert!((TEST.llr(&counts(0, 0, 7)) - 7.0 * 1.1_f64.ln()).abs() < 1e-9);
    }

    #[test]
    fn ties_alone_speak_against_a_difference() {
        // The likeliest shares with mean 0.55 are then 0.9 ties and 0.1 wins.
        assert!((TEST.llr(&counts(0, 50, 0)) - 50.0 * 0.9_f64.ln()).abs() < 1e-9);
    }

    /// Where all pairs went one way there is no variance; the rate is the mean all the same.
    #[test]
    fn pairs_of_one_kind_have_their_own_score() {
        for pairs in [1, 2, 5, 6] {
            for (counts, rate) in
                [(counts(pairs, 0, 0), 0.0), (counts(0, pairs, 0), 0.5), (counts(0, 0, pairs), 1.0)]
            {
                let Share { rate: found, ci95: [lo, hi] } = counts.score();
                assert_eq!(found, rate, "{counts:?}");
                assert!(lo <= rate && rate <= hi && hi - lo < 1.0, "{counts:?}");
            }
        }
    }

    #[test]
    fn values_agree_with_an_independent_fit() {
        // Found by bisection of Van den Bergh's equation, sum of p(a − s) / (1 + x(a − s)) = 0,
        // in a program outside of this crate.
        for (at, wanted) in KNOWN {
            let llr = TEST.llr(&counts(at[0], at[1], at[2]));
            assert!((llr - wanted).abs() < 1e-6, "{at:?}: {llr}");
        }
    }

    const KNOWN: [([u64; 3], f64); 5] = [
        ([10, 80, 10], -2.350_893_509_8),
        ([20, 50, 30], 1.006_775_677_5),
        ([35, 40, 25], -2.490_677_940_3),
        ([1, 1, 1], -0.022_585_221_2),
        ([100, 300, 140], 2.934_694_814_4),
    ];

    #[test]
    fn the_fit_has_the_wanted_mean_and_no_better_neighbour() {
        for (at, score) in [([3, 10, 7], 0.55), ([30, 1, 2], 0.55), ([0, 4, 9], 0.45)] {
            let counts = counts(at[0], at[1], at[2]);
            let [l, t, w] = counts.fitted(score);
            assert!((l + t + w - 1.0).abs() < 1e-12);
            assert!((w + t / 2.0 - score).abs() < 1e-12);
            let likelihood = |l: f64, t: f64, w: f64| {
                let part =
                    |count: u64, p: f64| if count == 0 { 0.0 } else { count as f64 * p.ln() };
                part(at[0], l) + part(at[1], t) + part(at[2], w)
            };
            for step in [-1e-4, 1e-4] {
                let (near_l, near_t, near_w) = (l + step, t - 2.0 * step, w + step);
                if near_l > 0.0 && near_t > 0.0 && near_w > 0.0 {
                    assert!(likelihood(near_l, near_t, near_w) < likelihood(l, t, w), "{at:?}");
                }
            }
        }
    }

    #[test]
    fn close_hypotheses_agree_with_the_normal_approximation() {
        // Van den Bergh's formula 2.1: n(s1 − s0)(2s − s0 − s1) / 2σ².
        let test = Sprt { score1: 0.505, ..TEST };
        let [l, t, w] = [1000.0, 3000.0, 1100.0];
        let n = l + t + w;
        let mean = (w + t / 2.0) / n;
        let variance = (w + t / 4.0) / n - mean * mean;
        let near = n * 0.005 * (2.0 * mean - 1.005) / (2.0 * variance);
        assert!((test.llr(&counts(1000, 3000, 1100)) - near).abs() < 0.01 * near);
    }

    #[test]
    fn elo_and_points_become_scores() {
        assert_eq!(score_of_elo(0.0), 0.5);
        assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert_eq!(score_of_points(10.0), 0.55);
    }

    #[test]
    fn the_interval_of_pairs_is_narrower_than_that_of_single_games() {
        let share = counts(10, 80, 10).score();
        assert_eq!(share.rate, 0.5);
        // Variance 0.05: 1.96 · √(0.05 / 100).
        assert!((share.ci95[1] - 0.5 - 1.959_964 * 0.0005_f64.sqrt()).abs() < 1e-6);
        assert_eq!(counts(0, 0, 9).score().ci95[1], 1.0);
        assert_eq!(counts(0, 0, 0).score().ci95, [0.0, 1.0]);
    }

    /// The share of seeded toy tests in which A is accepted, when the pairs are two games each of
    /// which A wins with the chance `score`.
    fn accepted(score: f64, test: &Sprt, runs: u64) -> f64 {
        let mut accepted = 0;
        for run in 0..runs {
            let mut rng = Seed(11).of_game(run).stream("toy");
            let play = |range: std::ops::Range<u64>, _: &PairCounts| {
                let pair = |_| match (rng.unit() < score, rng.unit() < score) {
                    (true, true) => PairScore::Win,
                    (true, false) | (false, true) => PairScore::Tie,
                    (false, false) => PairScore::Loss,
                };
                Ok::<_, std::convert::Infallible>(range.map(pair).collect())
            };
            let Ok((_, verdict)) = test.run(100_000, 16, play);
            assert_ne!(verdict, Verdict::Undecided);
            accepted += u64::from(verdict == Verdict::Accepted);
        }
        accepted as f64 / runs as f64
    }

    #[test]
    fn errors_are_as_rare_as_promised() {
        // 2000 runs: three standard errors of a share of 5 % are 1.5 points.
        let test = Sprt { alpha: 0.05, beta: 0.10, ..TEST };
        let (wrongly, rightly) = (accepted(0.5, &test, 2000), accepted(0.55, &test, 2000));
        assert!(wrongly < 0.065, "{wrongly}");
        assert!(1.0 - rightly < 0.12, "{rightly}");
        // Nor may the test be far more careful than asked, for it would waste games.
        assert!(wrongly > 0.02 && 1.0 - rightly > 0.05, "{wrongly} {rightly}");
    }

    #[test]
    fn batches_do_not_change_the_verdict() {
        let run = |batch| {
            let play = |range: std::ops::Range<u64>, _: &PairCounts| {
                let score = |pair: u64| match Seed(3).of_game(pair).0 % 10 {
                    0..4 => PairScore::Loss,
                    4 => PairScore::Tie,
                    5.. => PairScore::Win,
                };
                Ok::<_, std::convert::Infallible>(range.map(score).collect())
            };
            let Ok(end) = TEST.run(2000, batch, play);
            end
        };
        assert_eq!(run(1), run(7));
        assert_eq!(run(1), run(2000));
    }
}
