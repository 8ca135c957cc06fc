//! What every training has in common: it goes on step by step, and can be stopped and resumed.

use yard_agents::Foul;

use crate::metrics::Metrics;
use crate::model::{Model, ModelError};
use crate::players::PlayersError;
use crate::tensors::{EncodeError, TensorError};

/// Why a training cannot begin or go on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TrainError {
    /// The plan makes no sense.
    #[error("{}", .0.join("; "))]
    Plan(Vec<String>),
    /// A player or rules cannot be had.
    #[error(transparent)]
    Players(#[from] PlayersError),
    /// The model that the training is to go on from cannot be used.
    #[error("start: {name}: {cause}")]
    Start {
        /// The name of the model.
        name: String,
        /// Why not.
        cause: StartError,
    },
    /// A checkpoint cannot be read.
    #[error("the checkpoint cannot be read: {0}")]
    Checkpoint(#[from] TensorError),
    /// A checkpoint of another training.
    #[error("the checkpoint belongs to another plan, or was written by another version")]
    OtherPlan,
    /// A training that is to be longer has begun its testing phase.
    #[error("the testing phase has begun, so the training cannot be made longer; begin a new one")]
    Tested,
    /// An agent broke the rules.
    #[error("game {game}: {text}")]
    Foul {
        /// Number of the game, counted from 0.
        game: u64,
        /// What happened.
        text: String,
    },
}

/// Why a training cannot go on from a model.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StartError {
    /// It cannot be had.
    #[error(transparent)]
    Players(#[from] PlayersError),
    /// It is no model.
    #[error(transparent)]
    NoModel(#[from] ModelError),
    /// It is a model of something else.
    #[error("it has another shape or plays another side")]
    Other,
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

impl Status {
    /// Tells whether all games are played.
    pub fn is_finished(&self) -> bool {
        self.games >= self.all
    }
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
    ///
    /// # Errors
    /// When it cannot be written down; the training itself is not harmed.
    fn checkpoint(&self) -> Result<Vec<u8>, EncodeError>;

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

/// The error that a foul in a game of a training is.
pub(crate) fn foul(game: u64) -> impl Fn(Foul) -> TrainError {
    move |foul| TrainError::Foul { game, text: foul.to_string() }
}
