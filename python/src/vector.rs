//! Many games at once, into arrays that Python owns.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;
use yard_agents::{AgentFactory, Seed};
use yard_env::{Autoreset, Batch, Observer, Vector, VectorSetup};

use crate::agents::{contender, side};
use crate::boards::RulesLike;
use crate::env::{kind_named, write_belief};
use crate::errors::bad;
use crate::games::Game;
use crate::numbers::{SeedNumber, ThreadsNumber};

/// Many games stepped at once; `yard.vector` is the environment around it.
#[pyclass(frozen, module = "yard")]
pub(crate) struct VectorCore {
    vector: Mutex<Vector>,
}

/// More games have masks that no memory holds.
const MOST_GAMES: usize = 1 << 20;

/// One seed for all games, or one for some of them.
enum Seeds {
    One(SeedNumber),
    Each(Vec<Option<SeedNumber>>),
}

impl<'py> FromPyObject<'_, 'py> for Seeds {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Seeds> {
        match given.is_instance_of::<pyo3::types::PyList>() {
            true => given.extract().map(Seeds::Each),
            false => given.extract().map(Seeds::One),
        }
    }
}

/// The arrays of a batch.
type Rows<'py> = (
    PyReadwriteArray2<'py, u8>,
    PyReadwriteArray2<'py, i8>,
    PyReadwriteArray1<'py, f32>,
    PyReadwriteArray1<'py, bool>,
    PyReadwriteArray1<'py, u8>,
    PyReadwriteArray2<'py, u8>,
);

/// Lends the arrays to a piece of work that does not hold Python's lock.
fn lend<T: Send>(
    py: Python<'_>,
    rows: &mut Rows<'_>,
    work: impl FnOnce(Batch<'_>) -> T + Send,
) -> PyResult<T> {
    let (observations, masks, rewards, terminated, agents, finals) = rows;
    let batch = Batch {
        observations: observations.as_slice_mut().map_err(bad)?,
        masks: masks.as_slice_mut().map_err(bad)?,
        rewards: rewards.as_slice_mut().map_err(bad)?,
        terminated: terminated.as_slice_mut().map_err(bad)?,
        agents: agents.as_slice_mut().map_err(bad)?,
        finals: finals.as_slice_mut().map_err(bad)?,
    };
    Ok(py.detach(|| work(batch)))
}

impl VectorCore {
    fn lock(&self) -> MutexGuard<'_, Vector> {
        self.vector.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl VectorCore {
    #[new]
    #[pyo3(signature = (rules, games, seed, side, opponent, threads, same_step, candidates))]
    #[expect(clippy::too_many_arguments, reason = "Python's half of the package names them")]
    fn new(
        rules: RulesLike<'_>,
        games: i64,
        seed: SeedNumber,
        side: Option<&str>,
        opponent: Option<&Bound<'_, PyAny>>,
        threads: Option<ThreadsNumber>,
        same_step: bool,
        candidates: bool,
    ) -> PyResult<VectorCore> {
        let opponent = opponent.map(contender).transpose()?;
        let one_thread = opponent.as_ref().is_some_and(|opponent| opponent.one_thread);
        let opponent = opponent.map(|opponent| opponent.contender as Arc<dyn AgentFactory>);
        let games = usize::try_from(games).ok().filter(|games| (1..=MOST_GAMES).contains(games));
        let games = games.ok_or_else(|| bad(format!("num_envs must be from 1 to {MOST_GAMES}")))?;
        let setup = VectorSetup {
            rules: rules.load()?,
            games,
            side: side.map(self::side).transpose()?,
            opponent,
            threads: if one_thread { Some(1) } else { threads.map(|threads| threads.0) },
            autoreset: if same_step { Autoreset::SameStep } else { Autoreset::NextStep },
            candidates,
        };
        let vector = Vector::new(setup, Seed(seed.0)).map_err(bad)?;
        Ok(VectorCore { vector: Mutex::new(vector) })
    }

    /// How many actions there are.
    #[getter]
    fn actions(&self) -> usize {
        self.lock().actions().len()
    }

    /// How many numbers an observation has.
    #[getter]
    fn observation_len(&self) -> usize {
        self.lock().observation_len()
    }

    /// Begins all games anew.
    fn reset(&self, py: Python<'_>, seed: Option<Seeds>, mut rows: Rows<'_>) -> PyResult<()> {
        match seed {
            None => {}
            Some(Seeds::One(seed)) => self.lock().reseed(Seed(seed.0)),
            Some(Seeds::Each(seeds)) => {
                let seeds: Vec<Option<Seed>> =
                    seeds.into_iter().map(|seed| seed.map(|seed| Seed(seed.0))).collect();
                self.lock().reseed_each(&seeds).map_err(bad)?;
            }
        }
        lend(py, &mut rows, |batch| self.lock().reset(batch))?.map_err(bad)
    }

    /// Takes one action in every game.
    fn step(
        &self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut rows: Rows<'_>,
    ) -> PyResult<()> {
        let actions = actions.as_slice().map_err(bad)?;
        lend(py, &mut rows, |batch| self.lock().step(actions, batch))?.map_err(bad)
    }

    /// Draws a legal action for every game.
    fn sample(&self, py: Python<'_>, mut out: PyReadwriteArray1<'_, i64>) -> PyResult<()> {
        let out = out.as_slice_mut().map_err(bad)?;
        py.detach(|| self.lock().sample(out)).map_err(bad)
    }

    /// Shows the agent to move in every game an observation of another kind.
    fn observe(
        &self,
        py: Python<'_>,
        kind: &str,
        mut out: PyReadwriteArray2<'_, f32>,
    ) -> PyResult<()> {
        let kind = kind_named(kind)?;
        let out = out.as_slice_mut().map_err(bad)?;
        py.detach(|| self.lock().observe(kind, out)).map_err(bad)
    }

    /// How many numbers an observation of some kind has.
    fn width(&self, kind: &str) -> PyResult<usize> {
        let observer = Observer::new(kind_named(kind)?, self.lock().rules()).map_err(bad)?;
        Ok(observer.len())
    }

    /// Writes how likely Mr X is at each station in every game, made from the detectives' views.
    fn belief(&self, py: Python<'_>, mut out: PyReadwriteArray2<'_, f32>) -> PyResult<()> {
        let out = out.as_slice_mut().map_err(bad)?;
        let vector = self.lock();
        let stations = vector.actions().stations();
        if out.len() != vector.len() * stations {
            return Err(bad("there must be a row of stations for each game"));
        }
        drop(vector);
        py.detach(|| {
            let vector = self.lock();
            for (at, plane) in out.chunks_exact_mut(stations).enumerate() {
                if let Some(env) = vector.env(at) {
                    write_belief(env.game().detective_view(), plane);
                }
            }
        });
        Ok(())
    }

    /// How many stations a plane has.
    #[getter]
    fn stations(&self) -> usize {
        self.lock().actions().stations()
    }

    /// One of the games: the truth, for referees and rendering.
    fn game(&self, at: usize) -> PyResult<Game> {
        let vector = self.lock();
        let env = vector.env(at).ok_or_else(|| bad(format!("there is no game {at}")))?;
        Ok(Game { game: env.game().clone() })
    }
}
