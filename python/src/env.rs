//! One game as single decisions, for environments.

use numpy::PyArray1;
use pyo3::prelude::*;
use yard_agents::Seed;
use yard_core::{DetectiveId, DetectiveMove, PublicPly, Station};
use yard_env::{EnvAgent, Kind, Observer, Sampler};

use crate::boards::{Rules, RulesLike};
use crate::errors::{bad, illegal};
use crate::games::{Game, read_deal};
use crate::numbers::SeedNumber;
use crate::views::winner_name;

/// One game as a row of single decisions; what the environments of the package are built on.
#[pyclass(module = "yard")]
pub(crate) struct Env {
    env: yard_env::Env,
    observer: Observer,
    sampler: Sampler,
    /// How it came about, for pickles.
    begun: Begun,
}

/// How a game came about.
#[derive(Clone)]
struct Begun {
    kind: &'static str,
    seed: u64,
    /// Start stations, where they were given.
    start: Option<Vec<u32>>,
    /// What was done since: numbers of actions, and moves as text.
    taken: Vec<String>,
}

/// A pickled environment: rules, seed, observation, start, and what was done.
type Kept = (Rules, u64, String, Option<Vec<u32>>, Vec<String>);

/// One step of a game as an agent knows it: who (0 Mr X), what, station (0 where hidden or none). What is 1 to 4 a
/// ticket, 5 to 8 the same in a double move, 9 a double move or a wait that was begun, 0 a pass.
type Known = (u8, u8, u8);

/// An agent by its number: 0 is Mr X.
fn agent(number: u8) -> PyResult<EnvAgent> {
    match number {
        0 => Ok(EnvAgent::MrX),
        number => DetectiveId::from_number(number.into())
            .map(EnvAgent::Detective)
            .ok_or_else(|| bad(format!("there is no agent {number}"))),
    }
}

/// Writes a plane of chances: where Mr X is.
pub(crate) fn write_belief(view: &yard_core::DetectiveView, plane: &mut [f32]) {
    plane.fill(0.0);
    for (station, chance) in yard_coach::belief(view) {
        plane[usize::from(station.number()) - 1] = chance as f32;
    }
}

/// A kind of observation by its name.
pub(crate) fn kind_named(name: &str) -> PyResult<Kind> {
    Kind::from_name(name).ok_or_else(|| {
        let names = Kind::ALL.map(Kind::name).join(", ");
        bad(format!("no observation is called {name:?}; there are {names}"))
    })
}

#[pymethods]
impl Env {
    #[new]
    #[pyo3(signature = (rules, seed = SeedNumber(1), observation = "compact", start = None))]
    fn new(
        rules: RulesLike<'_>,
        seed: SeedNumber,
        observation: &str,
        start: Option<Vec<u32>>,
    ) -> PyResult<Env> {
        let (rules, SeedNumber(seed)) = (rules.load()?, seed);
        let kind = kind_named(observation)?;
        let observer = Observer::new(kind, &rules).map_err(bad)?;
        let env = match &start {
            None => yard_env::Env::new(rules, Seed(seed)),
            Some(stations) => {
                let deal = read_deal(&rules, stations)?;
                yard_env::Env::from_game(yard_core::Game::new(rules, &deal))
            }
        };
        let begun = Begun { kind: kind.name(), seed, start, taken: Vec::new() };
        Ok(Env { env, observer, sampler: Sampler::new(Seed(seed)), begun })
    }

    /// Begins a new game.
    fn reset(&mut self, seed: SeedNumber) {
        let SeedNumber(seed) = seed;
        self.env.reset(Seed(seed));
        self.sampler = Sampler::new(Seed(seed));
        self.begun = Begun { seed, start: None, taken: Vec::new(), ..self.begun };
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

    /// How likely Mr X is at each station, station 1 first, by the shipped model of how he moves. It is made from
    /// the detectives' view.
    fn belief<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        let mut plane = vec![0.0; self.env.actions().stations()];
        write_belief(self.env.game().detective_view(), &mut plane);
        PyArray1::from_vec(py, plane)
    }

    /// Takes an action of the agent to move.
    fn act(&mut self, action: usize) -> PyResult<()> {
        self.env.act(action).map_err(illegal)?;
        self.begun.taken.push(action.to_string());
        Ok(())
    }

    /// Plays a whole move as text, as an agent does.
    fn play(&mut self, mv: &str) -> PyResult<()> {
        let read = crate::games::read_move(mv, self.env.game().turn())?;
        self.env.play(read).map_err(illegal)?;
        self.begun.taken.push(mv.to_owned());
        Ok(())
    }

    /// What an action means, as text: "T46", "pass", "double" or "wait".
    fn action_text(&self, action: usize) -> PyResult<String> {
        let last = self.env.actions().len() - 1;
        let found = self.env.actions().action(action).map(yard_env::action_text);
        found.ok_or_else(|| bad(format!("there is no action {action}; actions are 0 to {last}")))
    }

    /// All that an agent knows, as text: its record, and what it has begun. No two situations that an agent can tell
    /// apart have the same text.
    fn knowledge(&self, agent: u8) -> PyResult<String> {
        Ok(yard_env::knowledge(&self.env, self::agent(agent)?.side()))
    }

    /// A random legal action; None when the game is over.
    fn sample(&mut self) -> Option<usize> {
        self.sampler.draw(&self.env)
    }

    /// All that an agent knows, as numbers; see the module `yard.openspiel`.
    fn history(&self, agent: u8) -> PyResult<Vec<Known>> {
        let game = self.env.game();
        let view = game.detective_view();
        let mut way = match self::agent(agent)? {
            EnvAgent::MrX => game.mr_x_view().path(),
            EnvAgent::Detective(_) => &[],
        }
        .iter()
        .skip(1);
        let mut known = Vec::new();
        for ply in view.log().plies() {
            match *ply {
                PublicPly::MrX(mv) => {
                    let first = if mv.is_double() { 5 } else { 1 };
                    known.extend(mv.steps().map(|step| {
                        let station = way.next().copied().or(step.seen);
                        (0, first + step.ticket as u8, station.map_or(0, Station::number))
                    }));
                }
                PublicPly::Detective(DetectiveMove::Ride { by, step }) => {
                    known.push((by.number(), 1 + step.ticket as u8, step.to.number()));
                }
                PublicPly::Detective(DetectiveMove::Pass { by }) => known.push((by.number(), 0, 0)),
            }
        }
        match self::agent(agent)? {
            EnvAgent::MrX => known.extend(self.begun_double()),
            EnvAgent::Detective(_) => {
                known.extend(self.env.waiting().map(|id| (id.number(), 9, 0)));
            }
        }
        Ok(known)
    }

    /// Rebuilds a pickled environment.
    #[staticmethod]
    fn _restore(
        rules: PyRef<'_, Rules>,
        seed: u64,
        observation: &str,
        start: Option<Vec<u32>>,
        taken: Vec<String>,
    ) -> PyResult<Env> {
        let mut env = Env::new(RulesLike::Rules(rules), SeedNumber(seed), observation, start)?;
        for text in taken {
            match text.parse() {
                Ok(action) => env.act(action)?,
                Err(_) => env.play(&text)?,
            }
        }
        Ok(env)
    }

    /// Pickles what was done; random actions of `sample` begin anew.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Kept)> {
        let Begun { kind, seed, start, taken } = self.begun.clone();
        let restore = py.get_type::<Env>().getattr("_restore")?;
        Ok((restore, (self.rules(), seed, kind.to_owned(), start, taken)))
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Env {
        Env {
            env: self.env.clone(),
            observer: self.observer.clone(),
            sampler: self.sampler.clone(),
            begun: self.begun.clone(),
        }
    }
}

impl Env {
    /// The double move that Mr X has begun, if any.
    fn begun_double(&self) -> impl Iterator<Item = Known> {
        let (stage, first) = self.env.double_stage();
        let begun = (stage > 0).then_some((0, 9, 0));
        let first = first.map(|step| (0, 5 + step.ticket as u8, step.to.number()));
        begun.into_iter().chain(first)
    }
}

/// One information set that was written: its side, its number in the file, and what that side has seen.
type WrittenSet = (usize, u64, String);

/// Writes the whole tree of a small game; Python's half of the package documents it as `yard.write_efg`.
#[pyfunction]
pub(crate) fn write_efg(
    py: Python<'_>,
    rules: RulesLike<'_>,
    path: std::path::PathBuf,
    most: u64,
    sets: bool,
    detectives: Vec<u32>,
) -> PyResult<(u64, [u64; 2], Vec<WrittenSet>)> {
    let rules = rules.load()?;
    let board = rules.board();
    let none = |number: u32| bad(format!("{} has no station {number}", board.name()));
    let station = |number: u32| board.station(number).ok_or_else(|| none(number));
    let known = detectives.into_iter().map(station).collect::<PyResult<Vec<Station>>>()?;
    if !known.is_empty() && known.len() != usize::from(rules.detectives()) {
        return Err(bad(format!("there are {} detectives", rules.detectives())));
    }
    let file = std::fs::File::create(&path).map_err(|e| bad(format!("{}: {e}", path.display())))?;
    let mut out = std::io::BufWriter::new(file);
    let mut all = Vec::new();
    let mut keep = |player: usize, number: u64, known: &str| {
        if sets {
            all.push((player, number, known.to_owned()));
        }
    };
    let size = py.detach(|| {
        let size = yard_env::write_efg(&rules, &mut out, most, &known, &mut keep)?;
        std::io::Write::flush(&mut out)?;
        Ok::<_, yard_env::EfgError>(size)
    });
    let size = size.map_err(|error| bad(format!("{}: {error}", rules.name())))?;
    Ok((size.nodes, size.information_sets, all))
}
