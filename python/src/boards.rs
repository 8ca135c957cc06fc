//! Boards and rules.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use yard_core::{Order, Station, Stock, Ticket, Transport, presets};
use yard_draw::{Marks, draw};
use yard_roster::{load_board, load_rules};
use yard_tabletop::KeptRules;

use crate::errors::bad;

/// A map: stations and the lines between them.
///
/// >>> import yard
/// >>> board = yard.rules("classic").board
/// >>> len(board.stations), board.distance(1, 199)
/// (199, 5)
#[pyclass(frozen, module = "yard")]
pub(crate) struct Board {
    pub(crate) board: Arc<yard_core::Board>,
}

impl Board {
    /// A station by its number.
    fn station(&self, number: u32) -> PyResult<Station> {
        let none = || bad(format!("{} has no station {number}", self.board.name()));
        self.board.station(number).ok_or_else(none)
    }
}

/// A kind of line by its name.
fn transport(name: &str) -> PyResult<Transport> {
    let found = Transport::ALL.into_iter().find(|transport| transport.name() == name);
    found.ok_or_else(|| {
        bad(format!("no kind of line is called {name:?}; there are taxi, bus, underground, ferry"))
    })
}

/// A ticket by its name or letter.
pub(crate) fn ticket(name: &str) -> PyResult<Ticket> {
    let found = Ticket::ALL.into_iter().find(|ticket| {
        ticket.name() == name || (name.len() == 1 && name.starts_with(ticket.letter()))
    });
    found.ok_or_else(|| {
        bad(format!("no ticket is called {name:?}; there are taxi, bus, underground, black"))
    })
}

#[pymethods]
impl Board {
    /// Loads a board: a shipped one ("london"), "grid:5", or the path of a TOML file.
    #[staticmethod]
    fn load(name: &str) -> PyResult<Board> {
        load_board(name).map(|board| Board { board }).map_err(bad)
    }

    /// Reads a board from a TOML text.
    #[staticmethod]
    fn from_toml(text: &str) -> PyResult<Board> {
        let board = yard_core::Board::from_toml(text, &presets::board).map_err(bad)?;
        Ok(Board { board: Arc::new(board) })
    }

    /// What the board is called.
    #[getter]
    fn name(&self) -> &str {
        self.board.name()
    }

    /// The numbers of all stations.
    #[getter]
    fn stations(&self) -> Vec<u16> {
        self.board.stations().iter().map(|station| station.number().into()).collect()
    }

    /// All lines: (station, station, kind).
    #[getter]
    fn lines(&self) -> Vec<(u8, u8, &'static str)> {
        let lines = self.board.lines().iter();
        lines.map(|line| (line.a.number(), line.b.number(), line.transport.name())).collect()
    }

    /// The size of a grid; None for other boards.
    #[getter]
    fn grid_size(&self) -> Option<u8> {
        self.board.grid_size()
    }

    /// Where one can go with a ticket.
    #[pyo3(signature = (station, ticket = "black"))]
    fn neighbours(&self, station: u32, ticket: &str) -> PyResult<Vec<u16>> {
        let (from, ticket) = (self.station(station)?, self::ticket(ticket)?);
        Ok(self.board.reach(from, ticket).iter().map(|station| station.number().into()).collect())
    }

    /// Rides between two stations, without ferries; None where there is no way.
    fn distance(&self, a: u32, b: u32) -> PyResult<Option<u8>> {
        Ok(self.board.detective_distance(self.station(a)?, self.station(b)?))
    }

    /// The board as a TOML text.
    fn to_toml(&self) -> String {
        self.board.to_toml()
    }

    /// A board is pickled as its text, a grid as its name.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let class = py.get_type::<Board>();
        match self.board.grid_size() {
            Some(_) => Ok((class.getattr("load")?, (self.board.name().to_owned(),))),
            None => Ok((class.getattr("from_toml")?, (self.board.to_toml(),))),
        }
    }

    fn __eq__(&self, other: &Board) -> bool {
        self.board == other.board
    }

    /// A drawing of the board as SVG.
    fn svg(&self) -> String {
        draw(&self.board, &Marks::default())
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __repr__(&self) -> String {
        format!("<yard.Board {} with {} stations>", self.board.name(), self.board.stations().len())
    }

    /// Checks the name of a kind of line; for Python's half of the package.
    #[staticmethod]
    fn _transport(name: &str) -> PyResult<&'static str> {
        transport(name).map(Transport::name)
    }
}

/// The rules of an edition, with its board.
///
/// >>> import yard
/// >>> classic = yard.rules("classic")
/// >>> classic.detectives, classic.slots, classic.surfacings
/// (5, 24, [3, 8, 13, 18, 24])
#[pyclass(frozen, module = "yard")]
pub(crate) struct Rules {
    pub(crate) rules: Arc<yard_core::Rules>,
}

impl Rules {
    pub(crate) fn new(rules: yard_core::Rules) -> Rules {
        Rules { rules: Arc::new(rules) }
    }
}

/// Rules as Python hands them in: the object itself, or a name.
#[derive(FromPyObject)]
pub(crate) enum RulesLike<'py> {
    Rules(PyRef<'py, Rules>),
    Name(String),
}

impl RulesLike<'_> {
    pub(crate) fn load(&self) -> PyResult<Arc<yard_core::Rules>> {
        match self {
            RulesLike::Rules(rules) => Ok(Arc::clone(&rules.rules)),
            RulesLike::Name(name) => load_rules(name).map(Arc::new).map_err(bad),
        }
    }
}

/// Loads rules: a preset, "grid:SIZE,DETECTIVES,ROUNDS[,EVERY]", or the path of a TOML file.
#[pyfunction]
#[pyo3(signature = (name = "classic", *, detectives = None, mr_x_may_enter_detective = None))]
pub(crate) fn rules(
    name: &str,
    detectives: Option<u32>,
    mr_x_may_enter_detective: Option<bool>,
) -> PyResult<Rules> {
    let mut rules = load_rules(name).map_err(bad)?;
    if let Some(detectives) = detectives {
        rules = rules.with_detectives(detectives).map_err(bad)?;
    }
    if let Some(may) = mr_x_may_enter_detective {
        rules = rules.with_mr_x_may_enter_detective(may);
    }
    Ok(Rules::new(rules))
}

/// Rules in a pickle: their whole text, and their fingerprint.
type Kept = (String, u64);

/// The names of the rules that come with the package.
#[pyfunction]
pub(crate) fn preset_names() -> Vec<&'static str> {
    presets::RULES.iter().map(|preset| preset.name).collect()
}

/// Tickets as Python shows them: None is unlimited.
pub(crate) fn stock(stock: Stock) -> Option<u8> {
    stock.tickets()
}

#[pymethods]
impl Rules {
    /// Reads rules from a TOML text; `board` is used where the text names one of that name.
    #[staticmethod]
    #[pyo3(signature = (text, board = None))]
    fn from_toml(text: &str, board: Option<PyRef<'_, Board>>) -> PyResult<Rules> {
        let own = board.as_ref().map(|board| &board.board);
        let find = |name: &str| match own.filter(|board| board.name() == name) {
            Some(board) => Ok(Arc::clone(board)),
            None => presets::board(name),
        };
        yard_core::Rules::from_toml(text, &find).map(Rules::new).map_err(bad)
    }

    /// What the rules are called.
    #[getter]
    fn name(&self) -> &str {
        self.rules.name()
    }

    /// The map.
    #[getter]
    fn board(&self) -> Board {
        Board { board: Arc::new(self.rules.board().clone()) }
    }

    /// How many detectives there are.
    #[getter]
    fn detectives(&self) -> u8 {
        self.rules.detectives()
    }

    /// How many slots the travel log has.
    #[getter]
    fn slots(&self) -> u8 {
        self.rules.slots()
    }

    /// After which slots Mr X is seen.
    #[getter]
    fn surfacings(&self) -> Vec<u16> {
        self.rules.surfacings().map(u16::from).collect()
    }

    /// "fixed" or "any": in which order the detectives move.
    #[getter]
    fn order(&self) -> &'static str {
        match self.rules.order() {
            Order::Fixed => "fixed",
            Order::Any => "any",
        }
    }

    /// Whether Mr X may step onto a detective, and loses by it.
    #[getter]
    fn mr_x_may_enter_detective(&self) -> bool {
        self.rules.mr_x_may_enter_detective()
    }

    /// A detective's tickets at the start; None is unlimited.
    #[getter]
    fn detective_tickets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tickets = PyDict::new(py);
        for ticket in Ticket::DETECTIVES {
            tickets.set_item(ticket.name(), stock(self.rules.detective_tickets().of(ticket)))?;
        }
        Ok(tickets)
    }

    /// Mr X's tickets at the start, double moves included; None is unlimited.
    #[getter]
    fn mr_x_tickets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        crate::views::mr_x_tickets(py, self.rules.mr_x_tickets())
    }

    /// Where somebody can start, given who was dealt before: Mr X first, then each detective. All are equally likely.
    #[pyo3(signature = (dealt = Vec::new()))]
    fn starts(&self, dealt: Vec<u32>) -> PyResult<Vec<u16>> {
        let board = self.rules.board();
        let none = |number: u32| bad(format!("{} has no station {number}", board.name()));
        let station = |number: u32| board.station(number).ok_or_else(|| none(number));
        let dealt = dealt.into_iter().map(station).collect::<PyResult<Vec<Station>>>()?;
        let cards = yard_env::starts(&self.rules, &dealt);
        Ok(cards.into_iter().map(|station| station.number().into()).collect())
    }

    /// The rules as a TOML text, without their board.
    fn to_toml(&self) -> String {
        self.rules.to_toml()
    }

    /// Rules are pickled as their whole text, board included.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Kept)> {
        let KeptRules { text, fingerprint } = KeptRules::new(&self.rules);
        Ok((py.get_type::<Rules>().getattr("_restore")?, (text, fingerprint)))
    }

    /// Reads pickled rules.
    #[staticmethod]
    fn _restore(text: String, fingerprint: u64) -> PyResult<Rules> {
        let rules = KeptRules { text, fingerprint }.read();
        rules.map(Rules::new).ok_or_else(|| bad("these pickled rules are damaged"))
    }

    fn __repr__(&self) -> String {
        format!("<yard.Rules {}>", self.rules.name())
    }

    fn __eq__(&self, other: &Rules) -> bool {
        self.rules == other.rules
    }

    fn __hash__(&self) -> u64 {
        self.rules.fingerprint()
    }
}
