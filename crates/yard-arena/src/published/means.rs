//! Figures of a player who sits on both sides: the mean of two cells.

use std::fmt::Write as _;

use serde::Serialize;
use yard_core::toml_file::Entry;

use super::comparison::{has_zero, wins};
use crate::published::{Comparison, PublishedTable};
use crate::stats::Share;
use crate::table_text::cell_text;
use crate::tournament_file::MOST_GAMES;

/// A published figure of a player who is the detectives in half of the games and Mr X in the others.
#[derive(Clone, PartialEq, Debug)]
pub struct PublishedMean {
    /// The cell, counted from 0, in which he is the detectives.
    pub detectives: usize,
    /// That in which he is Mr X.
    pub mr_x: usize,
    /// His published wins in per cent.
    pub published: f64,
    /// Games behind them, in both seats together.
    pub published_games: u64,
}

/// Such a figure and ours.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatMean {
    /// The player.
    pub agent: String,
    /// Whom he meets.
    pub against: String,
    /// The cells, counted from 1: as detectives and as Mr X.
    pub cells: [usize; 2],
    /// His published wins in per cent.
    pub published: f64,
    /// Games behind them.
    pub published_games: u64,
    /// Our games in both seats.
    pub games: [u64; 2],
    /// Our share of wins: the mean of both seats, whatever their numbers of games.
    pub rate: f64,
    /// Its 95 % interval.
    pub ci95: [f64; 2],
    /// The 95 % interval of ours minus the published figure, in percentage points.
    pub difference: [f64; 2],
    /// Whether that interval has 0 in it.
    pub agrees: bool,
}

impl PublishedMean {
    pub(crate) const KEYS: [&str; 4] = ["detectives", "x", "published", "published_games"];

    /// Reads one; cells are counted from 1 in the file.
    pub(crate) fn read(entry: &Entry<'_, '_>, cells: usize) -> Option<PublishedMean> {
        let mean = entry.section(&Self::KEYS)?;
        let cell = |key| mean.required(key).whole(1..=cells as u64);
        let (detectives, mr_x) = (cell("detectives"), cell("x"));
        let published = mean.required("published").number(0.0..=100.0);
        let published_games = mean.required("published_games").whole(1..=MOST_GAMES);
        Some(PublishedMean {
            detectives: detectives? as usize - 1,
            mr_x: mr_x? as usize - 1,
            published: published?,
            published_games: published_games?,
        })
    }

    /// The figure beside ours, once both cells are played.
    fn beside(&self, played: &[Comparison]) -> Option<SeatMean> {
        let of = |cell: usize| played.iter().find(|one| one.cell == cell + 1);
        let (team, mr_x) = (of(self.detectives)?, of(self.mr_x)?);
        let seats = [(team.ours.detective_wins, &team.ours), (mr_x.ours.mr_x_wins, &mr_x.ours)]
            .map(|(wins, ours)| Share::new(wins, ours.games));
        let (rate, ci95) = mean(seats);
        let theirs = Share::new(wins(self.published, self.published_games), self.published_games);
        let difference = apart(Share { rate, ci95 }, theirs).map(|end| 100.0 * end);
        Some(SeatMean {
            agent: team.detectives.clone(),
            against: team.x.clone(),
            cells: [team.cell, mr_x.cell],
            published: self.published,
            published_games: self.published_games,
            games: [team.ours.games, mr_x.ours.games],
            rate,
            ci95,
            difference,
            agrees: has_zero(difference),
        })
    }
}

/// The mean of two independent shares. Their intervals are put together by the squares of their halves, as
/// Newcombe (1998) does it for the difference.
fn mean([a, b]: [Share; 2]) -> (f64, [f64; 2]) {
    let rate = 0.5 * (a.rate + b.rate);
    let below = (a.rate - a.ci95[0]).hypot(b.rate - b.ci95[0]);
    let above = (a.ci95[1] - a.rate).hypot(b.ci95[1] - b.rate);
    (rate, [rate - 0.5 * below, rate + 0.5 * above])
}

/// The same for the difference.
fn apart(a: Share, b: Share) -> [f64; 2] {
    let apart = a.rate - b.rate;
    let below = (a.rate - a.ci95[0]).hypot(b.ci95[1] - b.rate);
    let above = (a.ci95[1] - a.rate).hypot(b.rate - b.ci95[0]);
    [apart - below, apart + above]
}

impl PublishedTable {
    /// The means of which both cells are played.
    pub fn means_of(&self, played: &[Comparison]) -> Vec<SeatMean> {
        self.means.iter().filter_map(|mean| mean.beside(played)).collect()
    }
}

/// The means as a Markdown table with a tally; empty without any.
pub(crate) fn means_text(means: &[SeatMean]) -> String {
    if means.is_empty() {
        return String::new();
    }
    let mut text = "\nGames won by a player in both seats, in per cent, the mean of two cells:\n\n\
                    | player | against | cells | published | games | ours | interval | games | difference \
                    | verdict |\n|---|---|---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for mean in means {
        let [lo, hi] = mean.ci95.map(|end| 100.0 * end);
        let [below, above] = mean.difference;
        let [first, second] = mean.cells;
        let [as_team, as_mr_x] = mean.games;
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "| {} | {} | {first}, {second} | {:.1} | {} | {:.1} | {lo:.1} to {hi:.1} | {as_team} + {as_mr_x} \
             | {below:+.1} to {above:+.1} | {} |",
            cell_text(&mean.agent),
            cell_text(&mean.against),
            mean.published,
            mean.published_games,
            100.0 * mean.rate,
            if mean.agrees { "agrees" } else { "differs" },
        );
    }
    let agree = means.iter().filter(|mean| mean.agrees).count();
    let _ = write!(text, "\n{agree} of {} means agree.\n", means.len());
    text
}

#[cfg(test)]
mod tests {
    use yard_roster::Roster;

    use super::*;
    use crate::samples::comparison;

    /// 80 of 100 as detectives; as Mr X he loses 40 of 100, so wins 60: 70 in the mean.
    #[test]
    fn a_mean_counts_both_seats_alike() {
        let team = Comparison { cell: 1, ..comparison("a", 20.0, 80) };
        let mr_x = Comparison { cell: 2, ..comparison("a", 20.0, 40) };
        let mean = PublishedMean { detectives: 0, mr_x: 1, published: 70.0, published_games: 2000 };
        let seats = mean.beside(&[team.clone(), mr_x]).unwrap();
        assert!((seats.rate - 0.7).abs() < 1e-12 && seats.agrees, "{seats:?}");
        // Half of √(0.0888² + 0.0979²) below, as Wilson's intervals have it.
        assert!((seats.ci95[0] - 0.634).abs() < 1e-3, "{seats:?}");
        let text = means_text(std::slice::from_ref(&seats));
        assert!(text.contains("| 70.0 | 2000 | 70.0 |") && text.contains("1 of 1 means agree"));
        assert_eq!(mean.beside(&[team]), None, "one seat is not played yet");
        assert_eq!(means_text(&[]), "");
    }

    #[test]
    fn a_mean_names_cells_of_the_table() {
        let text = "version = 1\nname = 't'\ntitle = 't'\ndocument = 'd'\ngames = 1\nseed = 1\nnote = ''\n\
                    [[cells]]\nrules = 'grid5'\nx = 'random'\ndetectives = 'random'\n\
                    [[means]]\ndetectives = 1\nx = 2\npublished = 50\npublished_games = 10\n";
        let faults = PublishedTable::from_toml(text, &Roster::default()).unwrap_err();
        assert_eq!(faults.0[0].to_string(), "line 14: x must be a whole number from 1 to 1, not 2");
        let table = PublishedTable::from_toml(&text.replace("x = 2", "x = 1"), &Roster::default());
        assert_eq!(table.unwrap().means[0].mr_x, 0);
    }
}
