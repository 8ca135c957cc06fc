//! Records and notation as data.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use yard_core::{DetectiveText, PublicMrXMove, RecordResult, Side, Station};

use crate::agents::side;
use crate::errors::{bad, illegal};
use crate::games::Game;
use crate::views::DetectiveView;

/// A saved game, with or without Mr X's hidden stations; docs/reference/record.md describes the text.
///
/// >>> import yard
/// >>> record = yard.Record("yard-record 1\nrules classic\nstart ? 26 29 50 53 91\n1 U?")
/// >>> record.rules, record.start, record.plies, record.result
/// ('classic', [None, 26, 29, 50, 53, 91], ['U?'], 'open')
#[pyclass(frozen, module = "yard")]
pub(crate) struct Record {
    record: yard_core::Record,
}

#[pymethods]
impl Record {
    #[new]
    fn new(text: &str) -> PyResult<Record> {
        text.parse().map(|record| Record { record }).map_err(bad)
    }

    /// The name of the rules.
    #[getter]
    fn rules(&self) -> &str {
        &self.record.rules
    }

    /// The start stations, Mr X's first; None where it is hidden.
    #[getter]
    fn start(&self) -> Vec<Option<u16>> {
        let number = |station: &Station| u16::from(station.number());
        let mr_x = self.record.mr_x.as_ref().map(number);
        let team = self.record.detectives.iter().map(|station| Some(number(station)));
        std::iter::once(mr_x).chain(team).collect()
    }

    /// Where the game began, if not with a deal; None otherwise.
    #[getter]
    fn setup(&self) -> Option<String> {
        self.record.setup.as_ref().map(ToString::to_string)
    }

    /// All moves as text, in the order in which they were made.
    #[getter]
    fn plies(&self) -> Vec<String> {
        let first = self.record.first.iter().map(ToString::to_string);
        let turns = self.record.turns.iter().flat_map(|turn| {
            let team = turn.detectives.iter().map(ToString::to_string);
            std::iter::once(turn.mr_x.to_string()).chain(team).collect::<Vec<_>>()
        });
        first.chain(turns).collect()
    }

    /// "mr-x", "detectives" or "open".
    #[getter]
    fn result(&self) -> &'static str {
        match self.record.result {
            RecordResult::Open => "open",
            RecordResult::Detectives => "detectives",
            RecordResult::MrX => "mr-x",
        }
    }

    /// Replays a record in which nothing is hidden.
    fn game(&self) -> PyResult<Game> {
        Game::from_record(&self.record.to_string(), None)
    }

    /// Replays what the detectives know of it.
    fn detective_view(&self) -> PyResult<DetectiveView> {
        DetectiveView::from_record(&self.record.to_string(), None)
    }

    fn __str__(&self) -> String {
        self.record.to_string()
    }

    fn __repr__(&self) -> String {
        let (rules, plies) = (&self.record.rules, self.plies().len());
        format!("<yard.Record {rules}, {plies} plies, {}>", self.result())
    }

    fn __eq__(&self, other: &Record) -> bool {
        self.record == other.record
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<Record>().into_any(), (self.record.to_string(),))
    }
}

/// Reads a move; Python's half of the package documents it as `yard.parse_move`.
#[pyfunction]
pub(crate) fn parse_move<'py>(
    py: Python<'py>,
    text: &str,
    by: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let shown = PyDict::new(py);
    let (detective, steps): (Option<u8>, Vec<(&str, Option<u8>)>) = match side(by)? {
        Side::MrX => {
            let mv: PublicMrXMove = text.parse().map_err(illegal)?;
            let step =
                |step: yard_core::PublicStep| (step.ticket.name(), step.seen.map(Station::number));
            (None, mv.steps().map(step).collect())
        }
        Side::Detectives => {
            let DetectiveText { by, step } = text.parse().map_err(illegal)?;
            let step = step.map(|step| (step.ticket.name(), Some(step.to.number())));
            (by.map(yard_core::DetectiveId::number), step.into_iter().collect())
        }
    };
    shown.set_item("detective", detective)?;
    shown.set_item("steps", steps)?;
    Ok(shown)
}
