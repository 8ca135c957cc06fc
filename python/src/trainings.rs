//! Trainings behind published tables: networks that must learn before the table can be played.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use yard_arena::TableTraining;
use yard_learn::{Plan, RunEnd, TrainingRun};
use yard_report::training_plots;
use yard_roster::Roster;

use crate::errors::bad;
use crate::interrupt::watched;
use crate::numbers::ThreadsNumber;

/// A training as it travels to other machines: preset, games, seed, the model that it goes on from, its folder.
pub(crate) type Described = (String, Option<u64>, Option<u64>, Option<String>, String);

/// The description of a training.
pub(crate) fn described(training: &TableTraining) -> Described {
    let TableTraining { preset, games, seed, start, run, .. } = training.clone();
    (preset, games, seed, start, run)
}

/// One training of a network, in its folder; Python's half of the package decides who trains it, and when.
#[pyclass(frozen, module = "yard._yard")]
pub(crate) struct Training {
    pub(crate) wanted: TableTraining,
    run: Mutex<TrainingRun>,
}

#[pymethods]
impl Training {
    /// Begins the training in its folder under `runs`, or goes on with what is there.
    #[new]
    fn open(described: Described, runs: PathBuf) -> PyResult<Training> {
        let (preset, games, seed, start, run) = described;
        let wanted = TableTraining { preset, games, seed, start, run, cells: Vec::new() };
        let mut plan = Plan::preset(&wanted.preset).map_err(bad)?;
        wanted.games.into_iter().for_each(|games| plan.set_games(games));
        wanted.seed.into_iter().for_each(|seed| plan.set_seed(seed));
        wanted.start.iter().for_each(|start| plan.set_start(start));
        let roster = Roster { runs, ..Roster::default() };
        let folder = roster.runs.join(&wanted.run);
        let run = match TrainingRun::has_checkpoint(&folder) {
            true => TrainingRun::resume(&folder, Some(&plan), &roster),
            false => TrainingRun::begin(&wanted.preset, plan, &folder, &roster),
        };
        Ok(Training { run: Mutex::new(run.map_err(bad)?), wanted })
    }

    /// Games that it has learned from, and all that it will.
    #[getter]
    fn games(&self) -> (u64, u64) {
        let status = self.lock().training().status();
        (status.games, status.all)
    }

    /// Whether it is finished.
    #[getter]
    fn finished(&self) -> bool {
        self.lock().training().status().is_finished()
    }

    /// The files of its models, with the folder in front.
    #[getter]
    fn models(&self) -> Vec<PathBuf> {
        self.lock().model_files()
    }

    /// Trains to the end, or until `progress(games)` raises something or Ctrl-C is pressed; that comes out after a
    /// checkpoint. The number of threads changes nothing but the time.
    #[pyo3(signature = (threads, progress))]
    fn train(
        &self,
        py: Python<'_>,
        threads: Option<ThreadsNumber>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads.map_or(0, |threads| threads.0))
            .build();
        let pool = pool.map_err(bad)?;
        let games = AtomicU64::new(self.games().0);
        let (ended, wanted) = watched(
            py,
            |stop| {
                let mut held = self.lock();
                let run: &mut TrainingRun = &mut held;
                let ended = pool.install(|| {
                    run.train(stop, &mut |status| games.store(status.games, Ordering::Relaxed))
                })?;
                if ended == RunEnd::Finished {
                    let plots = training_plots(run.name(), run.training());
                    for (name, plot) in plots {
                        let path = run.folder().join(format!("{name}.svg"));
                        yard_files::replace(&path, plot.svg().as_bytes())?;
                    }
                }
                Ok::<RunEnd, yard_learn::RunError>(ended)
            },
            |py| match &progress {
                Some(progress) => progress.call1(py, (games.load(Ordering::Relaxed),)).map(drop),
                None => Ok(()),
            },
        )?;
        match ended.map_err(bad)? {
            RunEnd::Finished => Ok(()),
            RunEnd::Stopped => wanted,
        }
    }
}

impl Training {
    pub(crate) fn lock(&self) -> MutexGuard<'_, TrainingRun> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
