//! What each side knows.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use yard_core::{
    DetectiveId, DetectiveText, MrXTickets, Outcome, PublicMrXMove, PublicState, Record, Side,
    Station, Ticket, Turn,
};
use yard_draw::{Marks, draw};

use crate::boards::{Rules, RulesLike, stock};
use crate::errors::{bad, illegal};

/// Mr X's tickets; None is unlimited.
pub(crate) fn mr_x_tickets(py: Python<'_>, tickets: MrXTickets) -> PyResult<Bound<'_, PyDict>> {
    let shown = PyDict::new(py);
    for ticket in Ticket::ALL {
        shown.set_item(ticket.name(), stock(tickets.of(ticket)))?;
    }
    shown.set_item("double", stock(tickets.doubles()))?;
    Ok(shown)
}

fn detective_tickets<'py>(
    py: Python<'py>,
    public: &PublicState,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let ids = DetectiveId::ALL.into_iter().zip(public.detectives());
    ids.map(|(id, _)| {
        let shown = PyDict::new(py);
        for ticket in Ticket::DETECTIVES {
            shown.set_item(ticket.name(), stock(public.detective_tickets(id).of(ticket)))?;
        }
        Ok(shown)
    })
    .collect()
}

/// Whose turn it is: "mr_x", "detective_0" and so on, "detectives" (any order), "over".
pub(crate) fn turn_name(turn: Turn) -> String {
    match turn {
        Turn::MrX => "mr_x".to_owned(),
        Turn::Detective(id) => format!("detective_{}", id.index()),
        Turn::Team => "detectives".to_owned(),
        Turn::Over(_) => "over".to_owned(),
    }
}

/// Who won, as Python writes it.
pub(crate) fn winner_name(outcome: Option<Outcome>) -> Option<&'static str> {
    outcome.map(|outcome| match outcome.winner() {
        Side::MrX => "mr-x",
        Side::Detectives => "detectives",
    })
}

/// The travel log: (slot, ticket, station or None).
fn travel_log(view: &yard_core::DetectiveView) -> Vec<(u8, &'static str, Option<u8>)> {
    let entry = |slot: yard_core::LogSlot| {
        (slot.slot, slot.step.ticket.name(), slot.step.seen.map(Station::number))
    };
    view.log().slots().map(entry).collect()
}

/// What the detectives know: everything public, and where Mr X can be.
///
/// There is nothing else in it. It can also be driven by hand, at a real table:
///
/// >>> import yard
/// >>> view = yard.DetectiveView("classic", [26, 29, 50, 53, 91])
/// >>> view.mr_x_moved("U?")
/// >>> view.candidates()
/// [46, 67, 89]
#[pyclass(module = "yard")]
#[derive(Clone)]
pub(crate) struct DetectiveView {
    pub(crate) view: yard_core::DetectiveView,
}

#[pymethods]
impl DetectiveView {
    #[new]
    #[pyo3(signature = (rules, detectives, mr_x = None))]
    fn start(
        rules: RulesLike<'_>,
        detectives: Vec<u32>,
        mr_x: Option<u32>,
    ) -> PyResult<DetectiveView> {
        let rules = rules.load()?;
        let board = rules.board();
        let station = |number: u32| {
            board
                .station(number)
                .ok_or_else(|| bad(format!("{} has no station {number}", board.name())))
        };
        if detectives.len() != usize::from(rules.detectives()) {
            let (wanted, found) = (rules.detectives(), detectives.len());
            return Err(bad(format!("there are {wanted} detectives, but {found} start stations")));
        }
        let stations = detectives.into_iter().map(station).collect::<PyResult<Vec<Station>>>()?;
        if (1..stations.len()).any(|at| stations[..at].contains(&stations[at])) {
            return Err(bad("two detectives start on one station"));
        }
        let mr_x = mr_x.map(station).transpose()?;
        let view = yard_core::DetectiveView::new(Arc::clone(&rules), &stations, mr_x);
        Ok(DetectiveView { view })
    }

    /// Reads the detectives' side of a record, which may hide Mr X.
    #[staticmethod]
    #[pyo3(signature = (text, rules = None))]
    pub(crate) fn from_record(text: &str, rules: Option<RulesLike<'_>>) -> PyResult<DetectiveView> {
        let record: Record = text.parse().map_err(bad)?;
        let rules = match rules {
            Some(rules) => rules.load()?,
            None => RulesLike::Name(record.rules.clone()).load()?,
        };
        record.replay_view(rules).map(|view| DetectiveView { view }).map_err(bad)
    }

    /// The rules of the game.
    #[getter]
    fn rules(&self) -> Rules {
        Rules { rules: Arc::clone(self.view.rules_arc()) }
    }

    /// Whose turn it is: "mr_x", "detective_0" and so on, "detectives" (any order), or "over".
    #[getter]
    fn turn(&self) -> String {
        turn_name(self.view.turn())
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self) -> bool {
        self.view.public().outcome().is_some()
    }

    /// Who won: "mr-x", "detectives" or None.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        winner_name(self.view.public().outcome())
    }

    /// How many slots of the travel log are used.
    #[getter]
    fn slot(&self) -> u8 {
        self.view.public().slots_used()
    }

    /// The detectives' stations.
    #[getter]
    fn detectives(&self) -> Vec<u16> {
        self.view.public().detectives().map(|station| station.number().into()).collect()
    }

    /// The detectives' tickets.
    #[getter]
    fn detective_tickets<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        detective_tickets(py, self.view.public())
    }

    /// Mr X's tickets, which are public.
    #[getter]
    fn mr_x_tickets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        mr_x_tickets(py, self.view.public().mr_x_tickets())
    }

    /// The travel log: (slot, ticket, station or None).
    #[getter]
    fn log(&self) -> Vec<(u8, &'static str, Option<u8>)> {
        travel_log(&self.view)
    }

    /// When and where Mr X was seen last: (slot, station), or None.
    #[getter]
    fn last_seen(&self) -> Option<(u8, u8)> {
        self.view.log().last_seen().map(|seen| (seen.slot, seen.station.number()))
    }

    /// Where Mr X can be.
    fn candidates(&self) -> Vec<u16> {
        self.view.candidates().iter().map(|station| station.number().into()).collect()
    }

    /// The detectives' legal moves now.
    fn moves(&self) -> Vec<String> {
        let order = self.view.rules().order();
        self.view.legal_moves().map(|mv| DetectiveText::new(mv, order).to_string()).collect()
    }

    /// How likely Mr X is at each station, by the shipped model of how he moves: {station: chance}.
    fn belief<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let chances = yard_coach::belief(&self.view);
        let shown = PyDict::new(py);
        for (station, chance) in chances {
            shown.set_item(station.number(), chance)?;
        }
        Ok(shown)
    }

    /// Records a turn of Mr X as the detectives see it, such as "T?", "K46" (seen) or "2T?B?".
    #[pyo3(signature = (mv, captured = false))]
    fn mr_x_moved(&mut self, mv: &str, captured: bool) -> PyResult<()> {
        let mv: PublicMrXMove = mv.parse().map_err(illegal)?;
        self.view.mr_x_moved(mv, captured.then_some(Outcome::Captured)).map_err(illegal)
    }

    /// Records a detective's move, such as "T46" or "3:T46". `end` says how the game ended with it, where only
    /// the referee can tell: "captured" or "cornered".
    #[pyo3(signature = (mv, end = None))]
    fn detective_moved(&mut self, mv: &str, end: Option<&str>) -> PyResult<()> {
        let end = match end {
            None => None,
            Some("captured") => Some(Outcome::Captured),
            Some("cornered") => Some(Outcome::Cornered),
            Some(other) => {
                return Err(bad(format!("end is \"captured\" or \"cornered\", not {other:?}")));
            }
        };
        let text: DetectiveText = mv.parse().map_err(illegal)?;
        let mv = text.in_turn(self.view.turn()).map_err(illegal)?;
        self.view.detective_moved(mv, end).map_err(illegal)
    }

    /// The record as the detectives know it.
    fn record(&self) -> String {
        Record::of_view(&self.view).to_string()
    }

    /// A copy.
    fn copy(&self) -> DetectiveView {
        self.clone()
    }

    fn __copy__(&self) -> DetectiveView {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> DetectiveView {
        self.clone()
    }

    /// Pickles as the public record, so a pickle holds no more than the view.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, Rules))> {
        let class = py.get_type::<DetectiveView>();
        Ok((class.getattr("from_record")?, (self.record(), self.rules())))
    }

    fn __eq__(&self, other: &DetectiveView) -> bool {
        self.view == other.view
    }

    /// The map with the detectives and where Mr X can be.
    fn svg(&self) -> String {
        let marks = Marks {
            candidates: self.view.candidates().to_set(),
            detectives: self.view.public().detectives().collect(),
            ..Marks::default()
        };
        draw(self.view.rules().board(), &marks)
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __repr__(&self) -> String {
        let (rules, slot) = (self.view.rules().name(), self.slot());
        let candidates = self.view.candidates().len();
        format!("<yard.DetectiveView {rules}, slot {slot}, {candidates} candidates>")
    }
}

/// What Mr X knows: everything public, his station and his way.
#[pyclass(frozen, module = "yard")]
#[derive(Clone)]
pub(crate) struct MrXView {
    pub(crate) view: yard_core::MrXView,
}

impl MrXView {
    /// The map with everybody on it.
    pub(crate) fn drawing(&self) -> String {
        let marks = Marks {
            candidates: self.view.detective_view().candidates().to_set(),
            detectives: self.view.public().detectives().collect(),
            mr_x: Some(self.view.station()),
            ..Marks::default()
        };
        draw(self.view.rules().board(), &marks)
    }
}

#[pymethods]
impl MrXView {
    /// The rules of the game.
    #[getter]
    fn rules(&self) -> Rules {
        Rules { rules: Arc::clone(self.view.detective_view().rules_arc()) }
    }

    /// His station.
    #[getter]
    fn station(&self) -> u8 {
        self.view.station().number()
    }

    /// All his stations from the start on.
    #[getter]
    fn path(&self) -> Vec<u16> {
        self.view.path().iter().map(|station| station.number().into()).collect()
    }

    /// Whose turn it is.
    #[getter]
    fn turn(&self) -> String {
        turn_name(self.view.turn())
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self) -> bool {
        self.view.public().outcome().is_some()
    }

    /// Who won: "mr-x", "detectives" or None.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        winner_name(self.view.public().outcome())
    }

    /// How many slots of the travel log are used.
    #[getter]
    fn slot(&self) -> u8 {
        self.view.public().slots_used()
    }

    /// The detectives' stations.
    #[getter]
    fn detectives(&self) -> Vec<u16> {
        self.view.public().detectives().map(|station| station.number().into()).collect()
    }

    /// The detectives' tickets.
    #[getter]
    fn detective_tickets<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        detective_tickets(py, self.view.public())
    }

    /// His own tickets.
    #[getter]
    fn mr_x_tickets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        mr_x_tickets(py, self.view.public().mr_x_tickets())
    }

    /// The travel log as the detectives see it.
    #[getter]
    fn log(&self) -> Vec<(u8, &'static str, Option<u8>)> {
        travel_log(self.view.detective_view())
    }

    /// Mr X's legal moves now.
    fn moves(&self) -> Vec<String> {
        self.view.legal_moves().map(|mv| mv.to_string()).collect()
    }

    /// A copy.
    fn copy(&self) -> MrXView {
        self.clone()
    }

    fn __copy__(&self) -> MrXView {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> MrXView {
        self.clone()
    }

    fn __eq__(&self, other: &MrXView) -> bool {
        self.view == other.view
    }

    /// What the detectives know of him.
    fn detective_view(&self) -> DetectiveView {
        DetectiveView { view: self.view.detective_view().clone() }
    }

    /// The map with everybody on it.
    fn svg(&self) -> String {
        self.drawing()
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __repr__(&self) -> String {
        let (rules, slot, station) = (self.view.rules().name(), self.slot(), self.station());
        format!("<yard.MrXView {rules}, slot {slot}, at {station}>")
    }
}
