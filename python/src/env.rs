//! One game as single decisions, for environments.

use numpy::PyArray1;
use pyo3::prelude::*;
use yard_agents::Seed;
use yard_core::{DetectiveId, Record};
use yard_env::{Action, EnvAgent, Kind, Observer, Sampler};

use crate::boards::{Rules, RulesLike};
use crate::errors::{bad, illegal};
use crate::games::{Game, read_deal};
use crate::views::winner_name;

/// One game as a row of single decisions; what the environments of the package are built on.
#[pyclass(module = "yard")]
pub(crate) struct Env {
    env: yard_env::Env,
    observer: Observer,
    sampler: Sampler,
}

/// An agent by its number: 0 is Mr X.
fn agent(number: u8) -> PyResult<EnvAgent> {
    match number {
        0 => Ok(EnvAgent::MrX),
        number => DetectiveId::from_number(number.into())
            .map(EnvAgent::Detective)
            .ok_or_else(|| bad(format!("there is no agent {number}"))),
    }
}

#[pymethods]
impl Env {
    #[new]
    #[pyo3(signature = (rules, seed = 1, observation = "compact", start = None))]
    fn new(
        rules: RulesLike<'_>,
        seed: u64,
        observation: &str,
        start: Option<Vec<u32>>,
    ) -> PyResult<Env> {
        let rules = rules.load()?;
        let kind = Kind::from_name(observation).ok_or_else(|| {
            let names = Kind::ALL.map(Kind::name).join(", ");
            bad(format!("no observation is called {observation:?}; there are {names}"))
        })?;
        let observer = Observer::new(kind, &rules).map_err(bad)?;
        let seed = Seed(seed);
        let env = match start {
            None => yard_env::Env::new(rules, seed),
            Some(stations) => {
                let deal = read_deal(&rules, &stations)?;
                yard_env::Env::from_game(yard_core::Game::new(rules, &deal))
            }
        };
        Ok(Env { env, observer, sampler: Sampler::new(seed) })
    }

    /// Begins a new game.
    fn reset(&mut self, seed: u64) {
        self.env.reset(Seed(seed));
        self.sampler = Sampler::new(Seed(seed));
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> Rules {
        Rules { rules: self.env.game().detective_view().rules_arc().clone() }
    }

    /// The game itself: the truth, for referees and rendering.
    #[getter]
    fn game(&self) -> Game {
        Game { game: self.env.game().clone() }
    }

    /// How many actions there are.
    #[getter]
    fn actions(&self) -> usize {
        self.env.actions().len()
    }

    /// How many numbers an observation has.
    #[getter]
    fn observation_len(&self) -> usize {
        self.observer.len()
    }

    /// How many stations a plane has.
    #[getter]
    fn stations(&self) -> usize {
        self.env.actions().stations()
    }

    /// Who decides: 0 Mr X, 1 to 5 a detective; None when the game is over.
    #[getter]
    fn agent(&self) -> Option<u8> {
        self.env.agent().map(EnvAgent::number)
    }

    /// Who won: "mr-x", "detectives" or None.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        winner_name(self.env.game().outcome())
    }

    /// What an agent sees.
    fn observe<'py>(&mut self, py: Python<'py>, agent: u8) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let agent = self::agent(agent)?;
        let mut numbers = vec![0.0; self.observer.len()];
        self.observer.floats(&self.env, agent, &mut numbers);
        Ok(PyArray1::from_vec(py, numbers))
    }

    /// 1 for each legal action of the agent to move.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let actions = self.env.actions();
        let mut mask = vec![0; actions.len()];
        self.env.legal(|action| mask[actions.number(action)] = 1);
        PyArray1::from_vec(py, mask)
    }

    /// The numbers of all legal actions, in order.
    fn legal(&self) -> Vec<usize> {
        let actions = self.env.actions();
        let mut legal = Vec::new();
        self.env.legal(|action| legal.push(actions.number(action)));
        legal.sort_unstable();
        legal
    }

    /// Where Mr X can be: 1 for each candidate, station 1 first.
    fn candidates<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mut plane = vec![0; self.env.actions().stations()];
        for station in self.env.game().detective_view().candidates().iter() {
            plane[usize::from(station.number()) - 1] = 1;
        }
        PyArray1::from_vec(py, plane)
    }

    /// Takes an action of the agent to move.
    fn act(&mut self, action: usize) -> PyResult<()> {
        self.env.act(action).map_err(illegal)
    }

    /// Plays a whole move as text, as an agent does.
    fn play(&mut self, mv: &str) -> PyResult<()> {
        let mv = crate::games::read_move(mv, self.env.game().turn())?;
        self.env.play(mv).map_err(illegal)
    }

    /// What an action means, as text: "T46", "pass", "double" or "wait".
    fn action_text(&self, action: usize) -> PyResult<String> {
        let last = self.env.actions().len() - 1;
        match self.env.actions().action(action) {
            Some(Action::Go(step)) => Ok(format!("{}{}", step.ticket.letter(), step.to)),
            Some(Action::Pass) => Ok("pass".to_owned()),
            Some(Action::Double) => Ok("double".to_owned()),
            Some(Action::Wait) => Ok("wait".to_owned()),
            None => Err(bad(format!("there is no action {action}; actions are 0 to {last}"))),
        }
    }

    /// All that an agent knows, as text: its record, and what it has begun. No two situations that an agent can tell
    /// apart have the same text.
    fn knowledge(&self, agent: u8) -> PyResult<String> {
        let game = self.env.game();
        Ok(match self::agent(agent)? {
            EnvAgent::MrX => format!("{}{}", Record::of(game), self.env.begun_by_mr_x()),
            EnvAgent::Detective(_) => {
                format!(
                    "{}{}",
                    Record::of_view(game.detective_view()),
                    self.env.begun_by_detectives()
                )
            }
        })
    }

    /// A random legal action; None when the game is over.
    fn sample(&mut self) -> Option<usize> {
        self.sampler.draw(&self.env)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Env {
        Env {
            env: self.env.clone(),
            observer: self.observer.clone(),
            sampler: self.sampler.clone(),
        }
    }
}
