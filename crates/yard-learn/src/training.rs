//! What every training has in common: players from outside, progress, and files.

use serde::{Deserialize, Serialize};
use yard_agents::{Agent, Detectives, MrX};
use yard_core::Rules;

use crate::model::Model;
use crate::tensors::TensorError;

/// Finds players and models by name. The roster lies above this crate, so a training is handed one.
pub trait Players: Sync {
    /// An agent for Mr X.
    ///
    /// # Errors
    /// Says why there is none.
    fn mr_x(&self, spec: &str, rules: &Rules) -> Result<Box<dyn Agent<MrX>>, String>;

    /// An agent for the detectives.
    ///
    /// # Errors
    /// Says why there is none.
    fn detectives(&self, spec: &str, rules: &Rules) -> Result<Box<dyn Agent<Detectives>>, String>;

    /// The rules of a name.
    ///
    /// # Errors
    /// Says why there are none.
    fn rules(&self, name: &str) -> Result<Rules, String>;

    /// The bytes of a model that a training goes on from.
    ///
    /// # Errors
    /// Says why there are none.
    fn model(&self, name: &str) -> Result<Vec<u8>, String>;
}

/// Why a training cannot begin or go on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TrainError {
    /// The plan makes no sense.
    #[error("{}", .0.join("; "))]
    Plan(Vec<String>),
    /// A player or rules cannot be had.
    #[error("{0}")]
    Players(String),
    /// A checkpoint cannot be read.
    #[error("the checkpoint cannot be read: {0}")]
    Checkpoint(#[from] TensorError),
    /// A checkpoint of another training.
    #[error("the checkpoint belongs to another plan, or was written by another version")]
    OtherPlan,
    /// An agent broke the rules.
    #[error("game {game}: {text}")]
    Foul {
        /// Number of the game, counted from 0.
        game: u64,
        /// What happened.
        text: String,
    },
}

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
}

/// How far a training is, for a line on the screen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Status {
    /// Games played.
    pub games: u64,
    /// Games to play.
    pub all: u64,
    /// The chance of a random action.
    pub epsilon: f64,
    /// Mean loss of late.
    pub loss: Option<f64>,
    /// Share of games that the detectives won of late.
    pub detective_rate: Option<f64>,
}

/// A training that can be stopped and gone on with.
///
/// Everything follows from the plan and the number of games, so a training that goes on from a
/// checkpoint gives the same bytes as one that was never stopped.
pub trait Training: Send {
    /// Plays and learns a little more; does nothing when all games are played.
    ///
    /// # Errors
    /// When an agent breaks the rules.
    fn advance(&mut self) -> Result<(), TrainError>;

    /// How far it is.
    fn status(&self) -> Status;

    /// Games between two checkpoints.
    fn checkpoint_every(&self) -> u64;

    /// All that is needed to go on, as bytes of a file.
    fn checkpoint(&self) -> Vec<u8>;

    /// Takes over a checkpoint of the same plan.
    ///
    /// # Errors
    /// When it is damaged or of another plan.
    fn restore(&mut self, bytes: &[u8]) -> Result<(), TrainError>;

    /// The models so far, each with a name for its file.
    fn models(&self) -> Vec<(&'static str, Model)>;

    /// What was measured.
    fn metrics(&self) -> &Metrics;

    /// What was measured in a testing phase of its own, if the training has one.
    fn test_metrics(&self) -> Option<&Metrics> {
        None
    }
}

/// Rows of metrics in a whole training.
pub(crate) const METRICS_ROWS: u64 = 200;

/// A learning rate that falls in a straight line from the first to the last of all games.
pub(crate) fn falling(rate: f32, last: Option<f32>, (games, all): (u64, u64)) -> f32 {
    let done = games.min(all) as f32 / all.max(1) as f32;
    rate + (last.unwrap_or(rate) - rate) * done
}

/// Tells whether going from one number of games to another crosses a multiple of `every`.
pub(crate) fn crosses(before: u64, after: u64, every: u64) -> bool {
    let every = every.max(1);
    before / every < after / every
}

impl Metrics {
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
