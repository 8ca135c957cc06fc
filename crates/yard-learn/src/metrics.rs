//! What is measured while a training runs, in rows over its games.

use serde::{Deserialize, Serialize};

/// Rows of metrics in a whole training.
pub(crate) const METRICS_ROWS: u64 = 200;

/// One row of the metrics.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct MetricsRow {
    /// Games played.
    pub games: u64,
    /// Updates made.
    pub updates: u64,
    /// The chance of a random action in the last game.
    pub epsilon: f64,
    /// Mean loss since the row before; `None` when nothing was learned.
    pub loss: Option<f64>,
    /// Share of games that the detectives won since the row before.
    pub detective_rate: f64,
    /// Games that the detectives won minus those that Mr X won, since the start (Dash et al. 2018,
    /// equation 9).
    pub performance: i64,
    /// The learner's share of wins in the last test, if one was made since the row before.
    pub gate: Option<f64>,
}

impl MetricsRow {
    /// The first line of a CSV file.
    pub const CSV_HEAD: &'static str =
        "games,updates,epsilon,loss,detective_rate,performance,gate\n";

    /// Games that the detectives won since the start.
    pub fn detective_wins(&self) -> u64 {
        // A damaged file may tell of more wins than games.
        u64::try_from((self.games as i64 + self.performance) / 2).unwrap_or(0).min(self.games)
    }

    /// The row as a line of a CSV file.
    pub fn csv(&self) -> String {
        let optional = |number: Option<f64>| number.map_or(String::new(), |n| format!("{n:.6}"));
        let MetricsRow { games, updates, epsilon, loss, detective_rate, performance, gate } = self;
        let (loss, gate) = (optional(*loss), optional(*gate));
        format!("{games},{updates},{epsilon:.6},{loss},{detective_rate:.6},{performance},{gate}\n")
    }
}

/// What has happened since the last row.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Window {
    pub(crate) games: u64,
    pub(crate) detective_wins: u64,
    pub(crate) loss: f64,
    pub(crate) losses: u64,
    pub(crate) gate: Option<f64>,
}

/// The rows so far, and the one in the making.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Metrics {
    rows: Vec<MetricsRow>,
    pub(crate) window: Window,
}

impl Metrics {
    /// The rows so far.
    pub fn rows(&self) -> &[MetricsRow] {
        &self.rows
    }

    /// Counts a game.
    pub(crate) fn game(&mut self, detectives_won: bool) {
        self.window.games += 1;
        self.window.detective_wins += u64::from(detectives_won);
    }

    /// Counts an update.
    pub(crate) fn loss(&mut self, loss: f32) {
        self.window.loss += f64::from(loss);
        self.window.losses += 1;
    }

    /// Ends a row.
    pub(crate) fn close(&mut self, games: u64, updates: u64, epsilon: f64) {
        let Window { games: played, detective_wins: wins, loss, losses, gate } = self.window;
        let before = self.rows.last().map_or(0, |row| row.performance);
        self.rows.push(MetricsRow {
            games,
            updates,
            epsilon,
            loss: (losses > 0).then(|| loss / losses as f64),
            detective_rate: wins as f64 / played.max(1) as f64,
            performance: before + 2 * wins as i64 - played as i64,
            gate,
        });
        self.window = Window::default();
    }

    /// All rows as CSV.
    pub fn csv(&self) -> String {
        let head = std::iter::once(MetricsRow::CSV_HEAD.to_owned());
        head.chain(self.rows.iter().map(MetricsRow::csv)).collect()
    }

    /// Loss and share of late, for the status line: of the row in the making when it has ten games.
    pub(crate) fn recent(&self) -> (Option<f64>, Option<f64>) {
        let Window { games, detective_wins, loss, losses, .. } = self.window;
        let last = self.rows.last();
        let mean = (losses > 0).then(|| loss / losses as f64);
        let rate = (games >= 10).then(|| detective_wins as f64 / games as f64);
        let old_loss = last.and_then(|row| row.loss);
        (mean.or(old_loss), rate.or(last.map(|row| row.detective_rate)))
    }
}
