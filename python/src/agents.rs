//! Agents: ours in Python's hands, and Python's in ours.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use yard_agents::{
    AgentError, AgentFactory, Detectives, FactoryError, MrX, Policy, Reads, Rng, Seed, SideType,
    even_chances,
};
use yard_arena::Contender;
use yard_core::{DetectiveText, Move, Side};
use yard_roster::{AGENTS, AgentConfig, AgentSpec, Roster};
use yard_solve::Nash;

use crate::errors::{bad, failed};
use crate::games::read_move;
use crate::numbers::SeedNumber;
use crate::views::{DetectiveView, MrXView};

/// A view of either side.
enum AnyView<'py> {
    MrX(PyRef<'py, MrXView>),
    Detectives(PyRef<'py, DetectiveView>),
}

impl<'py> FromPyObject<'_, 'py> for AnyView<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<AnyView<'py>> {
        if let Ok(view) = given.extract::<PyRef<'py, MrXView>>() {
            return Ok(AnyView::MrX(view));
        }
        let kind = given.get_type().name()?;
        let wrong = |_| {
            let text = format!("a view is a MrXView or a DetectiveView, not {kind}");
            pyo3::exceptions::PyTypeError::new_err(text)
        };
        given.extract::<PyRef<'py, DetectiveView>>().map(AnyView::Detectives).map_err(wrong)
    }
}

/// The two players behind one name; made when first asked.
#[derive(Default)]
struct Players {
    mr_x: Option<Box<dyn yard_agents::Agent<MrX>>>,
    detectives: Option<Box<dyn yard_agents::Agent<Detectives>>>,
    mr_x_policy: Option<Box<dyn Policy<MrX>>>,
    detectives_policy: Option<Box<dyn Policy<Detectives>>>,
    /// The fingerprint of the rules for which they were made.
    rules: u64,
}

/// One of Yard's agents.
///
/// >>> import yard
/// >>> agent = yard.agent("lookahead")
/// >>> game = yard.Game("classic", seed=7)
/// >>> agent.choose(game.mr_x_view()) in game.moves()
/// True
#[pyclass(frozen, module = "yard")]
pub(crate) struct Agent {
    pub(crate) spec: AgentSpec,
    players: Mutex<(Players, Rng)>,
}

#[pymethods]
impl Agent {
    #[new]
    #[pyo3(signature = (spec, seed = SeedNumber(1)))]
    fn new(spec: &str, seed: SeedNumber) -> PyResult<Agent> {
        let spec: AgentSpec = spec.parse().map_err(bad)?;
        let players = Mutex::new((Players::default(), Seed(seed.0).stream("agent")));
        Ok(Agent { spec, players })
    }

    /// The name with its parameters.
    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// Forgets the last game.
    fn begin(&self) {
        self.lock().0 = Players::default();
    }

    /// Chooses a move for the side whose view it is.
    fn choose(&self, py: Python<'_>, view: AnyView<'_>) -> PyResult<String> {
        match view {
            AnyView::MrX(view) => {
                let view = view.view.clone();
                py.detach(|| self.choose_mr_x(&view))
            }
            AnyView::Detectives(view) => {
                let view = view.view.clone();
                py.detach(|| self.choose_detective(&view))
            }
        }
    }

    /// The chances of the moves of a view, {move: chance}; None for an agent that cannot tell them.
    fn chances(
        &self,
        py: Python<'_>,
        view: AnyView<'_>,
    ) -> PyResult<Option<BTreeMap<String, f64>>> {
        match view {
            AnyView::MrX(view) => {
                let view = view.view.clone();
                py.detach(|| self.mr_x_chances(&view))
            }
            AnyView::Detectives(view) => {
                let view = view.view.clone();
                py.detach(|| self.detective_chances(&view))
            }
        }
    }

    /// An agent is pickled as its text; a copy begins anew.
    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<Agent>().into_any(), (self.spec.to_string(),))
    }

    fn __repr__(&self) -> String {
        format!("<yard.Agent {}>", self.spec)
    }
}

impl Agent {
    fn lock(&self) -> std::sync::MutexGuard<'_, (Players, Rng)> {
        self.players.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The solved game behind `nash`, if that is who plays.
    fn nash(&self, rules: &Arc<yard_core::Rules>) -> PyResult<Option<Nash>> {
        let AgentConfig::Nash(config) = self.spec.config() else { return Ok(None) };
        let roster = roster();
        let file = roster.path(&config.policy);
        let table = roster.policies.nash_table(rules, file.as_deref(), config.precision);
        table.map(|table| Some(Nash::new(table))).map_err(bad)
    }

    fn mr_x_chances(&self, view: &yard_core::MrXView) -> PyResult<Option<BTreeMap<String, f64>>> {
        let rules = view.detective_view().rules_arc();
        let mut held = self.lock();
        let players = &mut held.0;
        players.fit(rules);
        if players.mr_x_policy.is_none() {
            players.mr_x_policy = match self.nash(rules)? {
                Some(nash) => Some(Box::new(nash)),
                None => roster().mr_x_policy(&self.spec, rules).map_err(bad)?,
            };
        }
        let told = players.mr_x_policy.as_mut().map(|policy| policy.chances(view));
        Ok(told.map(|all| all.into_iter().map(|(mv, chance)| (mv.to_string(), chance)).collect()))
    }

    fn detective_chances(
        &self,
        view: &yard_core::DetectiveView,
    ) -> PyResult<Option<BTreeMap<String, f64>>> {
        let rules = view.rules_arc();
        let mut held = self.lock();
        let players = &mut held.0;
        players.fit(rules);
        if players.detectives_policy.is_none() {
            players.detectives_policy = match self.nash(rules)? {
                Some(nash) => Some(Box::new(nash)),
                None => roster().detectives_policy(&self.spec, rules).map_err(bad)?,
            };
        }
        let text = |mv| DetectiveText::new(mv, rules.order()).to_string();
        let told = players.detectives_policy.as_mut().map(|policy| policy.chances(view));
        Ok(told.map(|all| all.into_iter().map(|(mv, chance)| (text(mv), chance)).collect()))
    }

    fn choose_mr_x(&self, view: &yard_core::MrXView) -> PyResult<String> {
        let rules = view.rules();
        let mut held = self.lock();
        let (players, rng) = &mut *held;
        players.fit(rules);
        let player = match players.mr_x.take() {
            Some(player) => player,
            None => roster().mr_x(&self.spec, rules).map_err(bad)?,
        };
        let player = players.mr_x.insert(player);
        if view.turn() != yard_core::Turn::MrX {
            return Err(bad("it is not Mr X's turn"));
        }
        player.choose(view, rng).map(|mv| mv.to_string()).map_err(failed)
    }

    fn choose_detective(&self, view: &yard_core::DetectiveView) -> PyResult<String> {
        let rules = view.rules();
        let mut held = self.lock();
        let (players, rng) = &mut *held;
        players.fit(rules);
        let player = match players.detectives.take() {
            Some(player) => player,
            None => roster().detectives(&self.spec, rules).map_err(bad)?,
        };
        let player = players.detectives.insert(player);
        if view.legal_moves().next().is_none() {
            return Err(bad("it is not the detectives' turn"));
        }
        let mv = player.choose(view, rng).map_err(failed)?;
        Ok(DetectiveText::new(mv, rules.order()).to_string())
    }
}

impl Players {
    /// Lets players go that were made for other rules.
    fn fit(&mut self, rules: &yard_core::Rules) {
        let rules = rules.fingerprint();
        if self.rules != rules {
            *self = Players { rules, ..Players::default() };
        }
    }
}

/// All agents with what they do: a list of dictionaries.
#[pyfunction]
pub(crate) fn agent_table(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    AGENTS
        .iter()
        .map(|agent| {
            let row = PyDict::new(py);
            row.set_item("name", agent.name)?;
            row.set_item("mr_x", agent.mr_x)?;
            row.set_item("detectives", agent.detectives)?;
            row.set_item("about", agent.about)?;
            row.set_item("source", agent.source)?;
            Ok(row)
        })
        .collect()
}

/// A contender of a match: a text, one of our agents, or Python's object or class with `choose(view)`.
pub(crate) fn contender(given: &Bound<'_, PyAny>) -> PyResult<Contestant> {
    if let Ok(agent) = given.cast::<Agent>() {
        return Ok(Contestant::ours(&agent.get().spec));
    }
    if let Ok(text) = given.extract::<String>() {
        let spec: AgentSpec = text.parse().map_err(bad)?;
        return Ok(Contestant::ours(&spec));
    }
    let is_class = given.is_instance_of::<PyType>();
    if !given.hasattr("choose")? && !given.hasattr("chances")? {
        let text = "an agent is a text such as \"lookahead\", or an object with choose(view)";
        return Err(pyo3::exceptions::PyTypeError::new_err(text));
    }
    let name = match is_class {
        true => given.getattr("__name__")?.extract::<String>()?,
        false => given.get_type().getattr("__name__")?.extract::<String>()?,
    };
    let fault = Fault::default();
    let object = given.clone().unbind();
    let factory = PythonFactory { name, object, is_class, fault: Arc::clone(&fault) };
    Ok(Contestant { contender: Arc::new(factory), one_thread: !is_class, fault })
}

/// A contender, and whether all its games must be played by one thread: an object that is not made anew for each
/// thread would see several games at once.
pub(crate) struct Contestant {
    pub(crate) contender: Contender,
    pub(crate) one_thread: bool,
    fault: Fault,
}

/// What went wrong in `chances(view)`, which has no other way to say so.
type Fault = Arc<Mutex<Option<String>>>;

impl Contestant {
    /// Raises what went wrong in the agent's chances, if anything has.
    pub(crate) fn check(&self) -> PyResult<()> {
        let fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        fault.as_ref().map_or(Ok(()), |text| Err(failed(text)))
    }

    fn ours(spec: &AgentSpec) -> Contestant {
        Contestant { contender: roster().factory(spec), one_thread: false, fault: Fault::default() }
    }
}

/// Makes agents out of a Python object or class.
struct PythonFactory {
    name: String,
    object: Py<PyAny>,
    is_class: bool,
    fault: Fault,
}

impl PythonFactory {
    /// The object, or a new one of the class.
    fn make(&self) -> Result<PythonAgent, FactoryError> {
        let made = Python::attach(|py| match self.is_class {
            true => self.object.call0(py),
            false => Ok(self.object.clone_ref(py)),
        });
        let failed =
            |error: PyErr| FactoryError::NotReady(AgentError::Unavailable(error.to_string()));
        let agent = |object| PythonAgent { object, fault: Arc::clone(&self.fault) };
        made.map(agent).map_err(failed)
    }

    fn has(&self, method: &str) -> bool {
        Python::attach(|py| self.object.bind(py).hasattr(method).unwrap_or(false))
    }
}

impl AgentFactory for PythonFactory {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn mr_x(
        &self,
        _: &Arc<yard_core::Rules>,
    ) -> Result<Box<dyn yard_agents::Agent<MrX>>, FactoryError> {
        Ok(Box::new(self.make()?))
    }

    fn detectives(
        &self,
        _: &Arc<yard_core::Rules>,
    ) -> Result<Box<dyn yard_agents::Agent<Detectives>>, FactoryError> {
        Ok(Box::new(self.make()?))
    }

    fn mr_x_policy(
        &self,
        _: &Arc<yard_core::Rules>,
    ) -> Result<Option<Box<dyn Policy<MrX>>>, FactoryError> {
        Ok(match self.has("chances") {
            true => Some(Box::new(self.make()?)),
            false => None,
        })
    }

    fn detectives_policy(
        &self,
        _: &Arc<yard_core::Rules>,
    ) -> Result<Option<Box<dyn Policy<Detectives>>>, FactoryError> {
        Ok(match self.has("chances") {
            true => Some(Box::new(self.make()?)),
            false => None,
        })
    }
}

/// A Python object that plays. It gets its side's view and nothing else.
struct PythonAgent {
    object: Py<PyAny>,
    fault: Fault,
}

/// A view on its way to Python.
enum AnyOwned {
    MrX(yard_core::MrXView),
    Detectives(yard_core::DetectiveView),
}

impl AnyOwned {
    fn into_python(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        match self {
            AnyOwned::MrX(view) => Py::new(py, MrXView { view }).map(Py::into_any),
            AnyOwned::Detectives(view) => Py::new(py, DetectiveView { view }).map(Py::into_any),
        }
    }
}

/// What Python raised, in one line.
fn raised(error: &PyErr) -> String {
    format!("the Python agent raised {error}")
}

impl PythonAgent {
    /// Asks `choose(view)`, or draws from `chances(view)` where there is only that.
    fn ask(
        &self,
        view: AnyOwned,
        turn: yard_core::Turn,
        rng: &mut Rng,
    ) -> Result<Move, AgentError> {
        let unit = rng.unit();
        Python::attach(|py| {
            let object = self.object.bind(py);
            let asked = || -> PyResult<String> {
                let view = view.into_python(py)?;
                match object.hasattr("choose")? {
                    true => object.call_method1("choose", (view,))?.extract(),
                    false => drawn(&object.call_method1("chances", (view,))?, unit),
                }
            };
            let text = asked().map_err(|error| AgentError::NoAnswer(raised(&error)))?;
            let wrong = |error| AgentError::IllegalAnswer(format!("{text:?}: {error}"));
            read_move(&text, turn).map_err(wrong)
        })
    }

    fn tell(&self, method: &str) {
        Python::attach(|py| {
            let object = self.object.bind(py);
            // What goes wrong here shows when the agent is asked for a move.
            if object.hasattr(method).unwrap_or(false) {
                let _ = object.call_method0(method);
            }
        });
    }

    /// The chances of the moves of a view, made to sum up to 1.
    fn chances_of(&self, view: AnyOwned, turn: yard_core::Turn) -> PyResult<Vec<(Move, f64)>> {
        Python::attach(|py| {
            let view = view.into_python(py)?;
            let told = self.object.bind(py).call_method1("chances", (view,))?;
            let pairs = told.cast::<PyDict>()?;
            let mut found = Vec::with_capacity(pairs.len());
            for (text, chance) in pairs.iter() {
                let chance: f64 = chance.extract()?;
                if chance > 0.0 {
                    found.push((read_move(&text.extract::<String>()?, turn)?, chance));
                } else if chance.is_nan() || chance < 0.0 {
                    return Err(bad(format!("{text} has the chance {chance}")));
                }
            }
            let sum: f64 = found.iter().map(|(_, chance)| chance).sum();
            if !(sum.is_finite() && sum > 0.0) {
                return Err(bad("the chances of the moves do not sum up to anything"));
            }
            found.iter_mut().for_each(|(_, chance)| *chance /= sum);
            Ok(found)
        })
    }
}

/// Draws from a dictionary of chances.
fn drawn(chances: &Bound<'_, PyAny>, unit: f64) -> PyResult<String> {
    let pairs = chances.cast::<PyDict>()?;
    let all: Vec<(String, f64)> = pairs
        .iter()
        .map(|(text, chance)| Ok((text.extract()?, chance.extract()?)))
        .collect::<PyResult<_>>()?;
    let sum: f64 = all.iter().map(|(_, chance)| chance).sum();
    let mut left = unit * sum;
    let mut last = None;
    for (text, chance) in all.into_iter().filter(|(_, chance)| *chance > 0.0) {
        left -= chance;
        last = Some(text);
        if left < 0.0 {
            break;
        }
    }
    last.ok_or_else(|| bad("the chances of the moves do not sum up to anything"))
}

impl yard_agents::Agent<MrX> for PythonAgent {
    fn choose(
        &mut self,
        view: &yard_core::MrXView,
        rng: &mut Rng,
    ) -> Result<<MrX as SideType>::Move, AgentError> {
        match self.ask(AnyOwned::MrX(view.clone()), view.turn(), rng)? {
            Move::MrX(mv) => Ok(mv),
            Move::Detective(_) => Err(AgentError::IllegalAnswer("a detective's move".to_owned())),
        }
    }

    fn begin(&mut self) {
        self.tell("begin");
    }
}

impl yard_agents::Agent<Detectives> for PythonAgent {
    fn choose(
        &mut self,
        view: &yard_core::DetectiveView,
        rng: &mut Rng,
    ) -> Result<<Detectives as SideType>::Move, AgentError> {
        match self.ask(AnyOwned::Detectives(view.clone()), view.turn(), rng)? {
            Move::Detective(mv) => Ok(mv),
            Move::MrX(_) => Err(AgentError::IllegalAnswer("a move of Mr X".to_owned())),
        }
    }

    fn begin(&mut self) {
        self.tell("begin");
    }
}

impl PythonAgent {
    /// Moves of one side with their chances; where Python fails, all alike, and the fault is kept.
    fn told<M: PartialEq>(
        &self,
        chances: PyResult<Vec<(Move, f64)>>,
        own: impl Fn(Move) -> Option<M>,
        legal: Vec<M>,
    ) -> Vec<(M, f64)> {
        let kept = chances.and_then(|chances| {
            let pair = |(mv, chance)| own(mv).map(|mv| (mv, chance));
            let all: Option<Vec<(M, f64)>> = chances.into_iter().map(pair).collect();
            let all = all.filter(|all| all.iter().all(|(mv, _)| legal.contains(mv)));
            all.ok_or_else(|| bad("the chances name a move that is not legal"))
        });
        kept.unwrap_or_else(|error| {
            let mut fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
            fault.get_or_insert_with(|| raised(&error));
            even_chances(legal)
        })
    }
}

impl Policy<MrX> for PythonAgent {
    fn chances(&mut self, view: &yard_core::MrXView) -> Vec<(<MrX as SideType>::Move, f64)> {
        let chances = self.chances_of(AnyOwned::MrX(view.clone()), view.turn());
        let own = |mv| match mv {
            Move::MrX(mv) => Some(mv),
            Move::Detective(_) => None,
        };
        self.told(chances, own, view.legal_moves().collect())
    }

    fn reads(&self) -> Reads {
        Reads::Sighting
    }
}

impl Policy<Detectives> for PythonAgent {
    fn chances(
        &mut self,
        view: &yard_core::DetectiveView,
    ) -> Vec<(<Detectives as SideType>::Move, f64)> {
        let chances = self.chances_of(AnyOwned::Detectives(view.clone()), view.turn());
        let own = |mv| match mv {
            Move::Detective(mv) => Some(mv),
            Move::MrX(_) => None,
        };
        self.told(chances, own, view.legal_moves().collect())
    }

    fn reads(&self) -> Reads {
        Reads::Sighting
    }
}

/// Makes agents; networks that were trained are looked for in the folder of runs, as by the command line.
pub(crate) fn roster() -> Roster {
    let given = std::env::var_os("YARD_RUNS").filter(|folder| !folder.is_empty());
    Roster { runs: given.map_or_else(|| "runs".into(), Into::into), ..Roster::default() }
}

/// Which side a text names.
pub(crate) fn side(name: &str) -> PyResult<Side> {
    match name {
        "mr_x" | "mr-x" => Ok(Side::MrX),
        "detectives" => Ok(Side::Detectives),
        other => Err(bad(format!("a side is \"mr_x\" or \"detectives\", not {other:?}"))),
    }
}
