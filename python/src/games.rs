//! A game: the truth, for referees and simulations.

use std::sync::Arc;

use pyo3::prelude::*;
use yard_agents::{Seed, begin_game};
use yard_core::{Deal, DetectiveText, Move, MrXMove, Record, Setup, Station, Turn};

use crate::boards::{Rules, RulesLike};
use crate::errors::{bad, illegal};
use crate::numbers::SeedNumber;
use crate::views::{DetectiveView, MrXView, turn_name, winner_name};

/// Reads a move of the side whose turn it is.
pub(crate) fn read_move(text: &str, turn: Turn) -> PyResult<Move> {
    match turn {
        Turn::MrX => text.parse::<MrXMove>().map(Move::from).map_err(illegal),
        Turn::Detective(_) | Turn::Team => {
            let text: DetectiveText = text.parse().map_err(illegal)?;
            text.in_turn(turn).map(Move::from).map_err(illegal)
        }
        Turn::Over(_) => Err(illegal("the game is over")),
    }
}

/// One game: the whole truth. Agents get a view of it, never the game.
///
/// >>> import yard
/// >>> game = yard.Game("grid5", seed=1)
/// >>> while not game.over:
/// ...     game.play(game.moves()[0])
/// >>> game.winner in ("mr-x", "detectives")
/// True
#[pyclass(module = "yard")]
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) game: yard_core::Game,
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (rules, seed = SeedNumber(1), *, start = None, setup = None))]
    fn new(
        rules: RulesLike<'_>,
        seed: SeedNumber,
        start: Option<Vec<u32>>,
        setup: Option<&str>,
    ) -> PyResult<Game> {
        let (rules, SeedNumber(seed)) = (rules.load()?, seed);
        match (start, setup) {
            (Some(_), Some(_)) => Err(bad("give start or setup, not both")),
            (None, Some(text)) => {
                let setup: Setup = text.parse().map_err(bad)?;
                begin_game(&rules, Some(&setup), Seed(seed)).map(|game| Game { game }).map_err(bad)
            }
            (None, None) => {
                let deal = rules.deal(&mut Seed(seed).stream("deal"));
                Ok(Game { game: yard_core::Game::new(rules, &deal) })
            }
            (Some(stations), None) => {
                let deal = read_deal(&rules, &stations)?;
                Ok(Game { game: yard_core::Game::new(rules, &deal) })
            }
        }
    }

    /// Replays a full record.
    #[staticmethod]
    #[pyo3(signature = (text, rules = None))]
    pub(crate) fn from_record(text: &str, rules: Option<RulesLike<'_>>) -> PyResult<Game> {
        let record: Record = text.parse().map_err(bad)?;
        let rules = match rules {
            Some(rules) => rules.load()?,
            None => RulesLike::Name(record.rules.clone()).load()?,
        };
        record.replay(rules).map(|game| Game { game }).map_err(bad)
    }

    /// The rules of the game.
    #[getter]
    fn rules(&self) -> Rules {
        Rules { rules: Arc::clone(self.game.detective_view().rules_arc()) }
    }

    /// Whose turn it is: "mr_x", "detective_0" and so on, "detectives" (any order), or "over".
    #[getter]
    fn turn(&self) -> String {
        turn_name(self.game.turn())
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// Who won: "mr-x", "detectives" or None.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        winner_name(self.game.outcome())
    }

    /// The legal moves of whoever is to move.
    fn moves(&self) -> Vec<String> {
        let order = self.game.rules().order();
        let text = |mv: Move| match mv {
            Move::MrX(mv) => mv.to_string(),
            Move::Detective(mv) => DetectiveText::new(mv, order).to_string(),
        };
        self.game.state().moves(self.game.rules()).map(text).collect()
    }

    /// The seed of a game of a match, by the match's seed and the number of the game, counted from 0.
    #[staticmethod]
    fn seed_of(seed: SeedNumber, index: u64) -> u64 {
        let SeedNumber(seed) = seed;
        Seed(seed).of_game(index).0
    }

    /// Plays a move of whoever is to move.
    #[pyo3(name = "play")]
    fn play(&mut self, mv: &str) -> PyResult<()> {
        let mv = read_move(mv, self.game.turn())?;
        self.game.play(mv).map_err(illegal)
    }

    /// What Mr X knows.
    fn mr_x_view(&self) -> MrXView {
        MrXView { view: self.game.mr_x_view().clone() }
    }

    /// What the detectives know.
    fn detective_view(&self) -> DetectiveView {
        DetectiveView { view: self.game.detective_view().clone() }
    }

    /// The whole game as text.
    fn record(&self) -> String {
        Record::of(&self.game).to_string()
    }

    /// A copy.
    fn copy(&self) -> Game {
        self.clone()
    }

    fn __copy__(&self) -> Game {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.clone()
    }

    /// Pickles as its record.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, Rules))> {
        let class = py.get_type::<Game>();
        Ok((class.getattr("from_record")?, (self.record(), self.rules())))
    }

    fn __eq__(&self, other: &Game) -> bool {
        self.game == other.game
    }

    /// The map with everybody on it.
    fn svg(&self) -> String {
        MrXView { view: self.game.mr_x_view().clone() }.drawing()
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __repr__(&self) -> String {
        let (rules, turn) = (self.game.rules().name(), self.turn());
        format!(
            "<yard.Game {rules}, slot {}, {turn}>",
            self.game.detective_view().public().slots_used()
        )
    }
}

/// Start stations, Mr X first.
pub(crate) fn read_deal(rules: &yard_core::Rules, stations: &[u32]) -> PyResult<Deal> {
    let wanted = usize::from(rules.detectives()) + 1;
    if stations.len() != wanted {
        let found = stations.len();
        return Err(bad(format!("start has {wanted} stations, Mr X's first, not {found}")));
    }
    let board = rules.board();
    let station = |number: &u32| {
        board
            .station(*number)
            .ok_or_else(|| bad(format!("{} has no station {number}", board.name())))
    };
    let all = stations.iter().map(station).collect::<PyResult<Vec<Station>>>()?;
    if (1..all.len()).any(|at| all[..at].contains(&all[at])) {
        return Err(bad("two start on one station"));
    }
    Ok(Deal { mr_x: all[0], detectives: all[1..].iter().copied().collect() })
}
