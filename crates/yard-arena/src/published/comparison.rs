//! A published table beside ours.

use std::fmt::Write as _;

use serde::Serialize;

use super::means::{SeatMean, means_text};
use super::spread::Trainings;
use super::trainings::{Phase, phases_text};
use crate::published::{CellPlace, CellVerdict, Evidence, PublishedTable, Role};
use crate::series::{Series, SeriesReport, Tally};
use crate::stats::{Share, difference};
use crate::table_text::cell_text;

/// A published figure and ours.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Comparison {
    /// Its number in the table, counted from 1.
    pub cell: usize,
    /// The rules.
    pub rules: String,
    /// Whether Mr X may step onto a detective.
    pub mr_x_may_enter_detective: bool,
    /// Who plays Mr X.
    pub x: String,
    /// Who plays the detectives.
    pub detectives: String,
    /// Published rate of the detectives in per cent, if there is one.
    pub published: Option<f64>,
    /// Games behind it.
    pub published_games: Option<u64>,
    /// Ours.
    pub ours: SeriesReport,
    /// What each training won, where there are several behind the cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trainings: Option<Trainings>,
    /// The 95 % interval of our rate minus the published one, in percentage points.
    pub difference: Option<[f64; 2]>,
    /// Whether the two agree at the 95 % level: whether that interval has 0 in it.
    pub agrees: Option<bool>,
    /// The cell of the same published figure that is judged, where this is another reading of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading_of: Option<CellPlace>,
    /// The cell that this is to be compared with, where it is a control.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub control_of: Option<CellPlace>,
    /// The verdict, where the published figure is judged by this cell.
    pub verdict: Option<CellVerdict>,
    /// Why they differ, as far as that is known.
    pub reason: Option<String>,
    /// The kept result that shows the reason to be the cause.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tested: Option<Evidence>,
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
        let apart = published.published.map(|rate| apart(tally, rate, games));
        let agrees = apart.map(has_zero);
        let (reading_of, control_of) = match &published.role {
            Role::Judged => (None, None),
            Role::ReadingOf(judged) => (Some(judged.clone()), None),
            Role::ControlOf(other) => (None, Some(other.clone())),
        };
        Comparison {
            cell: cell + 1,
            rules: published.rules.clone(),
            mr_x_may_enter_detective: published.mr_x_may_enter_detective,
            x: series.mr_x.name(),
            detectives: series.detectives.name(),
            published: published.published,
            published_games: published.published.map(|_| games),
            ours: tally.report(),
            trainings: None,
            difference: apart,
            agrees,
            reading_of,
            control_of,
            verdict: CellVerdict::of(&published.role, agrees, published.tested.is_some()),
            reason: published.reason.clone(),
            tested: published.tested.clone(),
            figure: published.figure.clone(),
        }
    }

    /// The rules, with what was changed of them.
    pub fn rules_text(&self) -> String {
        let enter = if self.mr_x_may_enter_detective { ", may enter" } else { "" };
        format!("{}{enter}", self.rules)
    }

    /// The published share with the interval of so many games.
    pub fn published_share(&self) -> Option<Share> {
        let games = self.published_games?;
        Some(Share::new(wins(self.published?, games), games))
    }

    /// Our rate as text, and its interval in per cent: of the games, or of several trainings.
    fn rate_and_interval(&self) -> (String, [f64; 2]) {
        match &self.trainings {
            Some(Trainings { rates, mean, spread, ci95, .. }) => {
                (format!("{mean:.1} ± {spread:.1} ({} trainings)", rates.len()), *ci95)
            }
            None => {
                let rate = format!("{:.1}", self.ours.detective_rate * 100.0);
                (rate, self.ours.ci95.map(|bound| bound * 100.0))
            }
        }
    }

    /// A row of the Markdown table, with the end of its line.
    pub fn row(&self) -> String {
        let ours = &self.ours;
        let (rate, [lo, hi]) = self.rate_and_interval();
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "–".to_owned());
        let difference =
            self.difference.map(|[below, above]| format!("{below:+.1} to {above:+.1}"));
        let (verdict, reason) = self.verdict_and_reason();
        format!(
            "| {} | {} | {} | {} | {} | {} | {rate} | {lo:.1} to {hi:.1} | {} | {} | {verdict} | {} |\n",
            self.cell,
            cell_text(&self.rules_text()),
            cell_text(&self.x),
            cell_text(&self.detectives),
            or_dash(self.published.map(|rate| format!("{rate:.1}"))),
            or_dash(self.published_games.map(|games| games.to_string())),
            ours.games,
            or_dash(difference),
            cell_text(&reason),
        )
    }

    /// The last two columns of the row.
    fn verdict_and_reason(&self) -> (String, String) {
        let reason = self.reason.clone();
        match (&self.reading_of, &self.control_of, self.verdict) {
            (Some(judged), _, _) => {
                (format!("another reading of {judged}"), reason.unwrap_or_default())
            }
            (None, Some(other), _) => (format!("control of {other}"), reason.unwrap_or_default()),
            (None, None, None) => ("–".to_owned(), reason.unwrap_or_default()),
            (None, None, Some(CellVerdict::Agrees)) => ("agrees".to_owned(), String::new()),
            (None, None, Some(CellVerdict::Tested)) => {
                let shown = self.tested.as_ref().map(|file| format!(" (tested: {file})"));
                let reason = reason.unwrap_or_default() + &shown.unwrap_or_default();
                ("differs, cause tested".to_owned(), reason)
            }
            (None, None, Some(CellVerdict::Open)) => {
                ("differs, open".to_owned(), reason.unwrap_or_else(|| "not known".to_owned()))
            }
        }
    }
}

/// The 95 % interval of our rate minus a published one, in percentage points.
fn apart(tally: &Tally, published: f64, games: u64) -> [f64; 2] {
    let theirs = (wins(published, games), games);
    difference((tally.detective_wins, tally.games), theirs).map(|end| 100.0 * end)
}

pub(crate) fn has_zero([below, above]: [f64; 2]) -> bool {
    below <= 0.0 && 0.0 <= above
}

/// Wins behind a published rate in per cent.
pub(crate) fn wins(percent: f64, games: u64) -> u64 {
    ((percent / 100.0 * games as f64).round() as u64).min(games)
}

/// The version of the written form of a [`Reproduction`]; 2 tells what each cell is for.
const VERSION: u32 = 2;

/// A published table played again, as far as its cells are finished.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reproduction {
    /// The version of the written form; the first had none.
    pub version: u32,
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
    /// Players in both seats, where they are published.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub means: Vec<SeatMean>,
    /// Phases of the trainings behind them, where they are published.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<Phase>,
}

impl Reproduction {
    /// A table of which nothing is played yet.
    pub fn new(table: &PublishedTable) -> Reproduction {
        Reproduction {
            version: VERSION,
            name: table.name.clone(),
            title: table.title.clone(),
            document: table.document.clone(),
            note: table.note.clone(),
            seed: table.seed,
            cells: Vec::new(),
            means: Vec::new(),
            phases: Vec::new(),
        }
    }

    /// What stands above the rows.
    pub fn head(&self) -> String {
        let Reproduction { title, note, seed, .. } = self;
        format!(
            "# {title}\n\n{note}; seed {seed}.\n\nGames won by the detectives in per cent, with 95 % \
             intervals (docs/reference/statistics.md):\n\n\
             | cell | rules | Mr X | detectives | published | games | ours | interval | games \
             | difference | verdict | reason |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n"
        )
    }

    /// The whole as Markdown.
    pub fn to_markdown(&self) -> String {
        let mut text = self.head();
        for cell in &self.cells {
            text += &cell.row();
        }
        let verdicts = || self.cells.iter().filter_map(|cell| cell.verdict);
        let count = |wanted| verdicts().filter(|verdict| *verdict == wanted).count();
        let [agree, tested, open] =
            [CellVerdict::Agrees, CellVerdict::Tested, CellVerdict::Open].map(count);
        let all = verdicts().count();
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "\nOf {all} judged cells {agree} agree, {tested} differ for a tested cause and {open} are open."
        );
        text + &self.means_text() + &self.phases_text()
    }

    /// Players in both seats, published and ours; empty where there are none.
    pub fn means_text(&self) -> String {
        means_text(&self.means)
    }

    /// Published phases of the trainings beside ours; empty where there are none.
    pub fn phases_text(&self) -> String {
        phases_text(&self.phases)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{comparison, reproduction};

    #[test]
    fn the_games_behind_both_figures_count() {
        // 13 of 100 against 20 of 100: each figure lies outside the other's Wilson interval or at its
        // edge, yet the difference of two samples of 100 says nothing.
        for (published, wins, agrees) in
            [(20.0, 13, true), (20.0, 40, false), (0.0, 0, true), (0.0, 100, false)]
        {
            assert_eq!(comparison("a", published, wins).agrees, Some(agrees));
        }
    }

    #[test]
    fn rows_say_what_differs_and_why() {
        let known = Comparison { reason: Some("a|b".to_owned()), ..comparison("d", 20.0, 60) };
        let unpublished = Comparison {
            published: None,
            published_games: None,
            difference: None,
            agrees: None,
            verdict: None,
            ..known.clone()
        };
        let tested = Comparison {
            verdict: Some(CellVerdict::Tested),
            tested: "reproduce/t.json#4".parse().ok(),
            ..known.clone()
        };
        let reading =
            Comparison { verdict: None, reading_of: "2".parse().ok(), ..comparison("d", 20.0, 20) };
        let cells = vec![comparison("d", 20.0, 20), known, unpublished, tested, reading];
        let text = reproduction(cells).to_markdown();
        let rows: Vec<&str> =
            text.lines().skip_while(|line| !line.starts_with("| 1 | grid5")).collect();
        assert_eq!(
            rows,
            [
                "| 1 | grid5 | alphabeta | d | 20.0 | 100 | 20.0 | 13.3 to 28.9 | 100 | -11.1 to +11.1 | agrees |  |",
                "| 1 | grid5 | alphabeta | d | 20.0 | 100 | 60.0 | 50.2 to 69.1 | 100 | +26.8 to +51.2 | differs, open | a\\|b |",
                "| 1 | grid5 | alphabeta | d | – | – | 60.0 | 50.2 to 69.1 | 100 | – | – | a\\|b |",
                "| 1 | grid5 | alphabeta | d | 20.0 | 100 | 60.0 | 50.2 to 69.1 | 100 | +26.8 to +51.2 | differs, cause tested | a\\|b (tested: reproduce/t.json#4) |",
                "| 1 | grid5 | alphabeta | d | 20.0 | 100 | 20.0 | 13.3 to 28.9 | 100 | -11.1 to +11.1 | another reading of 2 |  |",
                "",
                "Of 3 judged cells 1 agree, 1 differ for a tested cause and 1 are open.",
            ]
        );
    }
}
