//! A published table beside ours.

use std::fmt::Write as _;

use serde::Serialize;

use crate::reproduce::PublishedTable;
use crate::series::{Series, SeriesReport, Tally};
use crate::stats::{Share, difference};
use crate::table_text::cell_text;

/// A published figure and ours.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Comparison {
    /// The rules.
    pub rules: String,
    /// Whether Mr X may step onto a detective.
    pub mr_x_may_enter_detective: bool,
    /// Who plays Mr X.
    pub x: String,
    /// Who plays the detectives.
    pub detectives: String,
    /// Published rate of the detectives in per cent.
    pub published: f64,
    /// Games behind it.
    pub published_games: u64,
    /// Ours.
    pub ours: SeriesReport,
    /// The 95 % interval of our rate minus the published one, in percentage points.
    pub difference: [f64; 2],
    /// Whether the two agree at the 95 % level: whether that interval has 0 in it.
    pub agrees: bool,
    /// The known reason where they differ.
    pub reason: Option<String>,
    /// The figure of the document that shows these capture rounds.
    pub figure: Option<String>,
}

impl Comparison {
    pub(crate) fn new(
        table: &PublishedTable,
        cell: usize,
        series: &Series,
        tally: &Tally,
    ) -> Comparison {
        let published = &table.cells[cell];
        let games = published.published_games.unwrap_or(table.games);
        let wins = wins(published.published, games);
        let apart = difference((tally.detective_wins, tally.games), (wins, games));
        Comparison {
            rules: published.rules.clone(),
            mr_x_may_enter_detective: published.mr_x_may_enter_detective,
            x: series.mr_x.to_string(),
            detectives: series.detectives.to_string(),
            published: published.published,
            published_games: games,
            ours: tally.report(),
            difference: apart.map(|end| 100.0 * end),
            agrees: apart[0] <= 0.0 && 0.0 <= apart[1],
            reason: published.reason.clone(),
            figure: published.figure.clone(),
        }
    }

    /// The rules, with what was changed of them.
    pub(crate) fn rules_text(&self) -> String {
        let enter = if self.mr_x_may_enter_detective { ", may enter" } else { "" };
        format!("{}{enter}", self.rules)
    }

    /// The published share with the interval of so many games.
    pub(crate) fn published_share(&self) -> Share {
        Share::new(wins(self.published, self.published_games), self.published_games)
    }

    /// A row of the Markdown table, with the end of its line.
    pub fn row(&self) -> String {
        let ours = &self.ours;
        let [lo, hi] = ours.ci95.map(|bound| bound * 100.0);
        let [below, above] = self.difference;
        let (verdict, reason) = match (self.agrees, &self.reason) {
            (true, _) => ("agrees", ""),
            (false, Some(reason)) => ("differs", reason.as_str()),
            (false, None) => ("differs", "not known"),
        };
        format!(
            "| {} | {} | {} | {:.1} | {} | {:.1} | {lo:.1} to {hi:.1} | {} | {below:+.1} to {above:+.1} \
             | {verdict} | {} |\n",
            cell_text(&self.rules_text()),
            cell_text(&self.x),
            cell_text(&self.detectives),
            self.published,
            self.published_games,
            ours.detective_rate * 100.0,
            ours.games,
            cell_text(reason),
        )
    }
}

/// Wins behind a published rate in per cent.
fn wins(percent: f64, games: u64) -> u64 {
    ((percent / 100.0 * games as f64).round() as u64).min(games)
}

/// A published table played again, as far as its cells are finished.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reproduction {
    /// The table's name.
    pub name: String,
    /// What it is.
    pub title: String,
    /// Where it was published.
    pub document: String,
    /// How budgets were converted, and the like.
    pub note: String,
    /// The seed of ours.
    pub seed: u64,
    /// The finished cells, in the order of the table.
    pub cells: Vec<Comparison>,
}

impl Reproduction {
    /// A table of which nothing is played yet.
    pub fn new(table: &PublishedTable) -> Reproduction {
        Reproduction {
            name: table.name.clone(),
            title: table.title.clone(),
            document: table.document.clone(),
            note: table.note.clone(),
            seed: table.seed,
            cells: Vec::new(),
        }
    }

    /// What stands above the rows.
    pub fn head(&self) -> String {
        let Reproduction { title, note, seed, .. } = self;
        format!(
            "# {title}\n\n{note}; seed {seed}.\n\nGames won by the detectives in per cent, with 95 % \
             intervals (docs/STATISTICS.md):\n\n\
             | rules | Mr X | detectives | published | games | ours | interval | games | difference \
             | verdict | reason |\n|---|---|---|---|---|---|---|---|---|---|---|\n"
        )
    }

    /// The whole as Markdown.
    pub fn to_markdown(&self) -> String {
        let mut text = self.head();
        for cell in &self.cells {
            text += &cell.row();
        }
        let agree = self.cells.iter().filter(|cell| cell.agrees).count();
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{agree} of {} cells agree.\n", self.cells.len());
        text
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::cross_table::tests::series;

    pub(crate) fn comparison(detectives: &str, published: f64, wins: u64) -> Comparison {
        let apart = difference((wins, 100), (super::wins(published, 100), 100));
        Comparison {
            rules: "grid5".to_owned(),
            mr_x_may_enter_detective: false,
            x: "alphabeta".to_owned(),
            detectives: detectives.to_owned(),
            published,
            published_games: 100,
            ours: series(wins, 100),
            difference: apart.map(|end| 100.0 * end),
            agrees: apart[0] <= 0.0 && 0.0 <= apart[1],
            reason: None,
            figure: None,
        }
    }

    pub(crate) fn reproduction(cells: Vec<Comparison>) -> Reproduction {
        let table = PublishedTable::named("sova-5.1").unwrap();
        Reproduction { cells, ..Reproduction::new(&table) }
    }

    #[test]
    fn the_games_behind_both_figures_count() {
        // 13 of 100 against 20 of 100: each figure lies outside the other's Wilson interval or at its
        // edge, yet the difference of two samples of 100 says nothing.
        assert!(comparison("a", 20.0, 13).agrees);
        assert!(!comparison("a", 20.0, 40).agrees);
        assert!(comparison("a", 0.0, 0).agrees);
        assert!(!comparison("a", 0.0, 100).agrees);
    }

    #[test]
    fn rows_say_what_differs_and_why() {
        let known = Comparison { reason: Some("a|b".to_owned()), ..comparison("d", 20.0, 60) };
        let text = reproduction(vec![comparison("d", 20.0, 20), known]).to_markdown();
        let rows: Vec<&str> =
            text.lines().skip_while(|line| !line.starts_with("| grid5")).collect();
        assert_eq!(
            rows,
            [
                "| grid5 | alphabeta | d | 20.0 | 100 | 20.0 | 13.3 to 28.9 | 100 | -11.1 to +11.1 | agrees |  |",
                "| grid5 | alphabeta | d | 20.0 | 100 | 60.0 | 50.2 to 69.1 | 100 | +26.8 to +51.2 | differs | a\\|b |",
                "",
                "1 of 2 cells agree.",
            ]
        );
    }
}
