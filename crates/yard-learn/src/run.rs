//! A training in a folder: its plan, checkpoints, metrics and models, and how it is resumed.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use yard_files::{ReadError, WriteError, read_bytes, read_text, replace};

use crate::metrics::MetricsRow;
use crate::plan_file::{Plan, PlanError};
use crate::players::Players;
use crate::tensors::{EncodeError, Precision};
use crate::training::{Status, TrainError, Training};

/// The checkpoint.
const STATE: &str = "state.safetensors";
/// The plan, with everything spelled out.
const PLAN: &str = "plan.toml";
/// What is known of the run beside its plan.
const RUN: &str = "run.json";

/// The metrics so far.
const METRICS: &str = "metrics.json";

/// Checkpoints of the largest memory that a plan may ask for are smaller.
const MOST_STATE: u64 = 64 << 30;

/// A training and its folder.
///
/// A run may be stopped or killed at any time. Resumed, it goes on from its last checkpoint and ends with
/// the same bytes as one that was never stopped. It reads no clock and prints nothing.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::AtomicBool;
/// use yard_agents::{Both, RandomAgent};
/// use yard_learn::{OwnPlayers, Plan, RunEnd, TrainingRun};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let temporary = tempfile::tempdir()?;
/// # let folder = temporary.path().join("tiny");
/// let players = OwnPlayers(vec![Arc::new(Both::new("random", || RandomAgent))]);
/// let plan = Plan::from_toml(
///     "version = 1\nbase = 'hrklova-x'\nrules = 'grid:3,1,6'\ngames = 30\nopponents = ['random']",
/// )?;
/// // Stopped as soon as it may be.
/// let mut run = TrainingRun::begin("tiny", plan, &folder, &players)?;
/// let end = run.train(&AtomicBool::new(true), &mut |_| {})?;
/// assert_eq!(end, RunEnd::Stopped);
///
/// // Later, or in another process.
/// let mut run = TrainingRun::resume(&folder, None, &players)?;
/// let end = run.train(&AtomicBool::new(false), &mut |status| println!("{}", status.games))?;
/// assert_eq!(end, RunEnd::Finished);
/// assert!(folder.join("model.safetensors").exists());
/// # Ok(())
/// # }
/// ```
pub struct TrainingRun {
    name: String,
    plan: Plan,
    folder: PathBuf,
    training: Box<dyn Training>,
}

/// How a call of [`TrainingRun::train`] ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunEnd {
    /// All games are played.
    Finished,
    /// It was stopped, and can be resumed.
    Stopped,
}

/// Why a run cannot begin, be resumed or go on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RunError {
    /// The folder of a new run has a checkpoint.
    #[error("{} has a training already", folder.display())]
    Exists {
        /// Which folder.
        folder: PathBuf,
    },
    /// The plan in the folder is not the one that was asked for.
    #[error("{} was begun with another plan", folder.display())]
    OtherPlan {
        /// Which folder.
        folder: PathBuf,
    },
    /// A run can be made longer, not shorter.
    #[error("{} has {all} games to play: --games can make that more, not less", folder.display())]
    Shorter {
        /// Which folder.
        folder: PathBuf,
        /// Games of its plan.
        all: u64,
    },
    /// The folder cannot be made.
    #[error("cannot make the folder {}: {cause}", folder.display())]
    Folder {
        /// Which folder.
        folder: PathBuf,
        /// Why not, in the words of the system.
        cause: String,
    },
    /// The training of a new run cannot begin.
    #[error(transparent)]
    Begin(TrainError),
    /// A file of the run cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A file of the run cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The file about the run is not as it should be.
    #[error("{}: {cause}", path.display())]
    About {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        cause: String,
    },
    /// The plan of a run is not as it should be.
    #[error("{}: {cause}", path.display())]
    Plan {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        cause: PlanError,
    },
    /// The training of a run cannot be resumed by its plan or its checkpoint.
    #[error("{}: {cause}", path.display())]
    Resume {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        cause: TrainError,
    },
    /// Contents of a file cannot be made.
    #[error("{}: {cause}", path.display())]
    Encode {
        /// Which file.
        path: PathBuf,
        /// Why not.
        cause: EncodeError,
    },
    /// A game could not be played.
    #[error(transparent)]
    Play(TrainError),
}

/// Tells whether a run was begun with a plan; `any_length` if with any number of games.
fn is_begun_with(plan: &Plan, given: &Plan, any_length: bool) -> bool {
    if !any_length {
        return *plan == *given;
    }
    let mut begun = given.clone();
    begun.set_games(plan.schedule());
    *plan == begun || *plan == begun.lengthened(plan.games())
}

/// What is known of a run, beside its plan and its checkpoint.
#[derive(Serialize, Deserialize)]
struct RunFile {
    name: String,
    yard: String,
}

impl TrainingRun {
    /// Tells whether a folder has a run that got as far as a checkpoint.
    pub fn has_checkpoint(folder: &Path) -> bool {
        folder.join(STATE).exists()
    }

    /// Begins a run in a folder, which is made if needed; `name` is that of its preset or file.
    ///
    /// # Errors
    /// When the folder has a run or cannot be written to, or the training cannot begin.
    pub fn begin(
        name: &str,
        plan: Plan,
        folder: &Path,
        players: &dyn Players,
    ) -> Result<TrainingRun, RunError> {
        if TrainingRun::has_checkpoint(folder) {
            return Err(RunError::Exists { folder: folder.to_owned() });
        }
        let training = plan.begin(name, players).map_err(RunError::Begin)?;
        fs::create_dir_all(folder).map_err(|error| RunError::Folder {
            folder: folder.to_owned(),
            cause: error.to_string(),
        })?;
        let (name, folder) = (name.to_owned(), folder.to_owned());
        let run = TrainingRun { name, plan, folder, training };
        let yard = env!("CARGO_PKG_VERSION").to_owned();
        run.write_json(RUN, &RunFile { name: run.name.clone(), yard })?;
        run.write(PLAN, run.plan.to_toml().as_bytes())?;
        Ok(run)
    }

    /// Goes on with the run in a folder: from its last checkpoint, or from the start if there is none. A plan that is
    /// given must be the one that it was begun with.
    ///
    /// # Errors
    /// When a file of the run is missing, damaged or of another plan.
    pub fn resume(
        folder: &Path,
        given: Option<&Plan>,
        players: &dyn Players,
    ) -> Result<TrainingRun, RunError> {
        TrainingRun::open(folder, given, None, players)
    }

    /// Goes on with the run in a folder to so many games to learn from, which may be more than it was begun with. What
    /// fell over its first games, exploration and learning rate, then stays where it ended. A plan that is given must
    /// be the one that it was begun with, whatever its games.
    ///
    /// # Errors
    /// As [`resume`](TrainingRun::resume), and when the run cannot be made that long: its plan has more games, or its
    /// testing phase has begun.
    pub fn resume_longer(
        folder: &Path,
        given: Option<&Plan>,
        games: u64,
        players: &dyn Players,
    ) -> Result<TrainingRun, RunError> {
        TrainingRun::open(folder, given, Some(games), players)
    }

    /// The name, the plan and the metrics of the run in a folder, as far as it is.
    pub(crate) fn read_metrics(folder: &Path) -> Result<(String, Plan, Vec<MetricsRow>), RunError> {
        let path = |name: &str| folder.join(name);
        let about = |name: &str, error: serde_json::Error| RunError::About {
            path: path(name),
            cause: error.to_string(),
        };
        let RunFile { name, .. } =
            serde_json::from_str(&read_text(&path(RUN))?).map_err(|error| about(RUN, error))?;
        let plan = Plan::from_toml(&read_text(&path(PLAN))?)
            .map_err(|cause| RunError::Plan { path: path(PLAN), cause })?;
        let rows = serde_json::from_str(&read_text(&path(METRICS))?)
            .map_err(|error| about(METRICS, error))?;
        Ok((name, plan, rows))
    }

    fn open(
        folder: &Path,
        given: Option<&Plan>,
        games: Option<u64>,
        players: &dyn Players,
    ) -> Result<TrainingRun, RunError> {
        let path = |name: &str| folder.join(name);
        let RunFile { name, .. } = serde_json::from_str(&read_text(&path(RUN))?)
            .map_err(|error| RunError::About { path: path(RUN), cause: error.to_string() })?;
        let plan = Plan::from_toml(&read_text(&path(PLAN))?)
            .map_err(|cause| RunError::Plan { path: path(PLAN), cause })?;
        if given.is_some_and(|given| !is_begun_with(&plan, given, games.is_some())) {
            return Err(RunError::OtherPlan { folder: folder.to_owned() });
        }
        let longer = games.filter(|games| *games != plan.games());
        if longer.is_some_and(|games| games < plan.games()) {
            return Err(RunError::Shorter { folder: folder.to_owned(), all: plan.games() });
        }
        let plan = longer.map_or(plan.clone(), |games| plan.lengthened(games));
        let mut training = plan
            .begin(&name, players)
            .map_err(|cause| RunError::Resume { path: path(PLAN), cause })?;
        if TrainingRun::has_checkpoint(folder) {
            let bytes = read_bytes(&path(STATE), MOST_STATE)?;
            training
                .restore(&bytes)
                .map_err(|cause| RunError::Resume { path: path(STATE), cause })?;
        }
        let run = TrainingRun { name, plan, folder: folder.to_owned(), training };
        if longer.is_some() {
            // The old checkpoint goes on under the longer plan.
            run.write(PLAN, run.plan.to_toml().as_bytes())?;
        }
        Ok(run)
    }

    /// Plays and learns to the end, or until it is stopped, and writes a checkpoint now and then.
    ///
    /// Games are played on the threads of the current rayon pool; their number changes nothing but the time. `each` is
    /// told how far the training is after every few games. With `stop` set, it ends after those at hand and a last
    /// checkpoint.
    ///
    /// # Errors
    /// When a game cannot be played, or a file cannot be written.
    pub fn train(
        &mut self,
        stop: &AtomicBool,
        each: &mut dyn FnMut(&Status),
    ) -> Result<RunEnd, RunError> {
        let mut saved = self.training.status().games;
        loop {
            self.training.advance().map_err(RunError::Play)?;
            let status = self.training.status();
            each(&status);
            let (finished, stopped) = (status.is_finished(), stop.load(Ordering::Relaxed));
            let due = status.games - saved >= self.training.checkpoint_every();
            if finished || stopped || due {
                self.save()?;
                saved = status.games;
            }
            match (finished, stopped) {
                (true, _) => return Ok(RunEnd::Finished),
                (false, true) => return Ok(RunEnd::Stopped),
                (false, false) => {}
            }
        }
    }

    /// Writes metrics and models, and at last the checkpoint, from which all of them follow.
    fn save(&self) -> Result<(), RunError> {
        let training = self.training.as_ref();
        let metrics =
            [("metrics", Some(training.metrics())), ("metrics-testing", training.test_metrics())];
        for (name, metrics) in metrics {
            if let Some(metrics) = metrics.filter(|metrics| !metrics.rows().is_empty()) {
                self.write(&format!("{name}.csv"), metrics.csv().as_bytes())?;
                self.write_json(&format!("{name}.json"), metrics.rows())?;
            }
        }
        for (name, model) in training.models() {
            let write = |file: &str, precision| {
                self.write(file, &self.made(file, model.to_bytes(precision))?)
            };
            write(&format!("{name}.safetensors"), Precision::Single)?;
            if training.status().is_finished() {
                write(&format!("{name}-f16.safetensors"), Precision::Half)?;
            }
        }
        self.write(STATE, &self.made(STATE, training.checkpoint())?)
    }

    /// What its preset or file is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it does.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The training as far as it is.
    pub fn training(&self) -> &dyn Training {
        self.training.as_ref()
    }

    /// The training without its folder.
    pub fn into_training(self) -> Box<dyn Training> {
        self.training
    }

    /// The files of its models, in 32 bits.
    pub fn model_files(&self) -> Vec<PathBuf> {
        let models = self.training.models();
        models.iter().map(|(name, _)| self.folder.join(format!("{name}.safetensors"))).collect()
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), RunError> {
        Ok(replace(&self.folder.join(name), bytes)?)
    }

    /// Writes a file of one line.
    fn write_json(&self, name: &str, contents: &(impl Serialize + ?Sized)) -> Result<(), RunError> {
        let text = self.made(name, serde_json::to_string(contents).map_err(EncodeError::from))?;
        self.write(name, format!("{text}\n").as_bytes())
    }

    /// The contents of a file, or an error that names it.
    fn made<T>(&self, name: &str, contents: Result<T, EncodeError>) -> Result<T, RunError> {
        contents.map_err(|cause| RunError::Encode { path: self.folder.join(name), cause })
    }
}
