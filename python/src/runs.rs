//! Runs of many games that a scheduler in Python plays: locally or on a cluster.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use yard_agents::Seed;
use yard_arena::{
    Duel, DuelMode, MOST_GAMES, Phase, PlannedRun, PublishedTable, ResultsHeader, ResultsKind,
    ResultsLine, RunWorker, Series, SeriesError, Sprt, TableTraining, Tournament, score_of_elo,
    score_of_points,
};
use yard_core::Record;
use yard_roster::Roster;

use crate::agents::{Contestant, contender, roster};
use crate::boards::RulesLike;
use crate::errors::bad;
use crate::numbers::{GamesNumber, SeedNumber};
use crate::trainings::{Described, Training, described};

/// What is played.
pub(crate) enum Kind {
    Match(Box<Series>),
    Tournament(Box<Tournament>),
    Sprt(Box<Duel>),
    Table(Box<TableRun>),
}

/// How trainings went, and pictures of that: their names and SVG.
type Phases = (Vec<Phase>, Vec<(String, String)>);

/// A published table that is played.
pub(crate) struct TableRun {
    pub(crate) table: PublishedTable,
    /// The cells that are played, counted from 1.
    pub(crate) cells: Vec<usize>,
    /// What must be trained before.
    trainings: Vec<TableTraining>,
    /// How those trainings went, where that is published, and pictures of it by name.
    phases: Mutex<Phases>,
}

impl TableRun {
    /// How the trainings went, and pictures of it by name.
    pub(crate) fn phases(&self) -> MutexGuard<'_, Phases> {
        self.phases.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Games to be played, each by its cell and number; Python's half of the package decides who plays which, and when.
#[pyclass(frozen, module = "yard._yard")]
pub(crate) struct Run {
    pub(crate) kind: Kind,
    pub(crate) run: Arc<PlannedRun>,
    /// Whether an agent is one Python object, which cannot play two games at once.
    one_thread: bool,
    stop: AtomicBool,
    /// Workers that nobody uses now, with their agents.
    idle: Mutex<Vec<RunWorker>>,
}

/// A finished game: its line in a results file, and its record if that is wanted.
type Finished = (String, Option<String>);

impl Run {
    fn new(kind: Kind, run: PlannedRun, one_thread: bool) -> Run {
        let stop = AtomicBool::new(false);
        Run { kind, run: Arc::new(run), one_thread, stop, idle: Mutex::default() }
    }

    fn of_tournament(tournament: Tournament, one_thread: bool) -> Run {
        let experiment = tournament.experiment(None);
        let header = ResultsHeader::of(ResultsKind::Tournament, &experiment, tournament.seed);
        let run = PlannedRun::of_experiment(&experiment, header);
        Run::new(Kind::Tournament(Box::new(tournament)), run, one_thread)
    }

    fn play_all(
        &self,
        games: &[(usize, u64)],
        records: bool,
    ) -> Result<Vec<Finished>, SeriesError> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let free = idle().pop();
        let mut worker = free.unwrap_or_else(|| RunWorker::new(Arc::clone(&self.run)));
        let mut finished = Vec::with_capacity(games.len());
        for &(cell, index) in games {
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
            let Some((played, game)) = worker.play(cell, index)? else { continue };
            let line = serde_json::to_string(&ResultsLine { cell, index, played });
            // Such a line is always text.
            let line = line.unwrap_or_default();
            finished.push((line, records.then(|| Record::of(&game).to_string())));
        }
        idle().push(worker);
        Ok(finished)
    }
}

#[pymethods]
impl Run {
    /// A match between two agents.
    #[staticmethod]
    fn of_match(
        rules: RulesLike<'_>,
        x: &Bound<'_, PyAny>,
        detectives: &Bound<'_, PyAny>,
        games: GamesNumber,
        seed: SeedNumber,
    ) -> PyResult<Run> {
        let (x, detectives) = (contender(x)?, contender(detectives)?);
        let one_thread = x.one_thread || detectives.one_thread;
        let series = Series {
            rules: rules.load()?,
            mr_x: x.contender,
            detectives: detectives.contender,
            games: games.0,
            seed: Seed(seed.0),
            threads: None,
        };
        let experiment = series.experiment();
        let header = ResultsHeader::of(ResultsKind::Match, &experiment, series.seed);
        let run = PlannedRun::of_experiment(&experiment, header);
        Ok(Run::new(Kind::Match(Box::new(series)), run, one_thread))
    }

    /// The tournament of a file's text; paths in it are found from the folder.
    #[staticmethod]
    fn of_tournament_text(
        text: &str,
        folder: Option<PathBuf>,
        games: Option<GamesNumber>,
        seed: Option<SeedNumber>,
    ) -> PyResult<Run> {
        let read = Tournament::from_toml(text, folder.as_deref(), &roster());
        let mut tournament = read.map_err(bad)?;
        if let Some(games) = games {
            tournament.games = games.0;
        }
        tournament.seed = seed.map_or(tournament.seed, |seed| Seed(seed.0));
        Ok(Run::of_tournament(tournament, false))
    }

    /// A tournament of agents that are handed over, ours or Python's.
    #[staticmethod]
    fn of_agents(
        name: String,
        rules: RulesLike<'_>,
        mr_x: Vec<Bound<'_, PyAny>>,
        detectives: Vec<Bound<'_, PyAny>>,
        games: GamesNumber,
        seed: SeedNumber,
    ) -> PyResult<Run> {
        let all = |agents: Vec<Bound<'_, PyAny>>| -> PyResult<Vec<Contestant>> {
            agents.iter().map(contender).collect()
        };
        let (mr_x, detectives) = (all(mr_x)?, all(detectives)?);
        if mr_x.is_empty() || detectives.is_empty() {
            return Err(bad("both sides need at least one agent"));
        }
        let one_thread = mr_x.iter().chain(&detectives).any(|agent| agent.one_thread);
        let columns = mr_x.len();
        let cells = (0..detectives.len()).flat_map(|row| (0..columns).map(move |at| (row, at)));
        let contenders = |agents: Vec<Contestant>| {
            agents.into_iter().map(|agent| agent.contender).collect::<Vec<_>>()
        };
        let tournament = Tournament {
            name,
            rules: rules.load()?,
            detectives_count: None,
            games: games.0,
            seed: Seed(seed.0),
            cells: cells.collect(),
            mr_x: contenders(mr_x),
            detectives: contenders(detectives),
            notes: None,
        };
        check_names(&tournament)?;
        Ok(Run::of_tournament(tournament, one_thread))
    }

    /// A sequential test: is A better than B? `bounds` are in Elo, or in percentage points where `points` is set.
    #[staticmethod]
    #[pyo3(signature = (rules, a, b, side, against, bounds, points, alpha, beta, pairs, seed))]
    #[expect(clippy::too_many_arguments, reason = "Python hands them over by name")]
    fn of_sprt(
        rules: RulesLike<'_>,
        a: &Bound<'_, PyAny>,
        b: &Bound<'_, PyAny>,
        side: Option<&str>,
        against: Option<&Bound<'_, PyAny>>,
        bounds: [f64; 2],
        points: bool,
        alpha: f64,
        beta: f64,
        pairs: u64,
        seed: SeedNumber,
    ) -> PyResult<Run> {
        let (a, b) = (contender(a)?, contender(b)?);
        let mut one_thread = a.one_thread || b.one_thread;
        let mode = match (side, against) {
            (None, None) => DuelMode::BothSides,
            (Some(side), Some(against)) => {
                let against = contender(against)?;
                one_thread |= against.one_thread;
                match crate::agents::side(side)? {
                    yard_core::Side::MrX => DuelMode::MrX(against.contender),
                    yard_core::Side::Detectives => DuelMode::Detectives(against.contender),
                }
            }
            (Some(_), None) | (None, Some(_)) => {
                return Err(bad("side and against go together"));
            }
        };
        let [score0, score1] = bounds.map(if points { score_of_points } else { score_of_elo });
        // Written so that a number that is none fails, too.
        if !(score0 > 0.0 && score0 < score1 && score1 < 1.0) {
            return Err(bad("the bounds must rise and leave scores between 0 and 1"));
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(bad("alpha and beta must be above 0 and together below 1"));
        }
        if !(1..=MOST_GAMES).contains(&pairs) {
            return Err(bad(format!("pairs must be from 1 to {MOST_GAMES}")));
        }
        let duel = Duel {
            rules: rules.load()?,
            a: a.contender,
            b: b.contender,
            mode,
            seed: Seed(seed.0),
            pairs,
            test: Sprt { score0, score1, alpha, beta },
            threads: None,
        };
        let run = PlannedRun::of_duel(&duel);
        Ok(Run::new(Kind::Sprt(Box::new(duel)), run, one_thread))
    }

    /// A published table: all of its cells, or some, counted from 1. Networks are looked for in the folder `runs`.
    #[staticmethod]
    fn of_table(
        name: &str,
        games: Option<GamesNumber>,
        cells: Option<Vec<usize>>,
        seed: Option<SeedNumber>,
        runs: PathBuf,
    ) -> PyResult<Run> {
        let roster = Roster { runs, ..Roster::default() };
        let mut table = PublishedTable::named(name, &roster).map_err(bad)?;
        table.seed = seed.map_or(table.seed, |seed| seed.0);
        let games = games.map(|games| games.0);
        let last = table.cells.len();
        let cells = cells.unwrap_or_else(|| (1..=last).collect());
        if let Some(cell) = cells.iter().find(|cell| !(1..=last).contains(*cell)) {
            return Err(bad(format!("cell {cell}: {name} has cells 1 to {last}")));
        }
        let plays = |cell: usize| cells.contains(&(cell + 1));
        let mut trainings = table.trainings(games);
        trainings.retain(|training| training.cells.iter().any(|cell| plays(*cell)));
        let run = PlannedRun::of_table(&table, games, &plays).map_err(bad)?;
        let table = TableRun { table, cells, trainings, phases: Mutex::default() };
        Ok(Run::new(Kind::Table(Box::new(table)), run, false))
    }

    /// The networks that must be trained first, in an order in which each finds what it goes on from.
    #[getter]
    fn trainings(&self) -> Vec<Described> {
        match &self.kind {
            Kind::Table(table) => table.trainings.iter().map(described).collect(),
            Kind::Match(_) | Kind::Tournament(_) | Kind::Sprt(_) => Vec::new(),
        }
    }

    /// Takes in how a finished training went.
    fn trained(&self, training: &Training) {
        let Kind::Table(table) = &self.kind else { return };
        let run = training.lock();
        let mut phases = table.phases();
        phases.0.extend(table.table.phases(&training.wanted, run.training()));
        let plot = yard_report::phase_plot(&table.table, &training.wanted, run.training());
        phases.1.extend(plot.map(|(name, plot)| (format!("{name}.svg"), plot.svg())));
    }

    /// What the run is called.
    #[getter]
    fn name(&self) -> String {
        match &self.kind {
            Kind::Match(_) => "match".to_owned(),
            Kind::Tournament(tournament) => tournament.name.clone(),
            Kind::Sprt(_) => "sprt".to_owned(),
            Kind::Table(table) => table.table.name.clone(),
        }
    }

    /// Whether only one thread may play.
    #[getter]
    fn one_thread(&self) -> bool {
        self.one_thread
    }

    /// Makes sure that every agent can play.
    fn ready(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.run.ready()).map_err(bad)
    }

    /// Plays some games, each a pair of cell and number, until `stop_playing` is called; returns a line of the results
    /// file for each, and its record where that is wanted.
    fn play(
        &self,
        py: Python<'_>,
        games: Vec<(usize, u64)>,
        records: bool,
    ) -> PyResult<Vec<Finished>> {
        py.detach(|| self.play_all(&games, records)).map_err(bad)
    }

    /// Lets nobody begin another game.
    fn stop_playing(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Cells are known by the names of their agents, so each needs one of its own.
fn check_names(tournament: &Tournament) -> PyResult<()> {
    for agents in [&tournament.mr_x, &tournament.detectives] {
        let names: Vec<String> = agents.iter().map(|agent| agent.name()).collect();
        if let Some(name) = (1..names.len())
            .map(|at| &names[at])
            .find(|name| names.iter().filter(|other| other == name).count() > 1)
        {
            return Err(bad(format!("two agents of one side are called {name}")));
        }
    }
    Ok(())
}

/// A published table: name, title, document, number of cells, games of a cell.
type TableRow = (String, String, String, usize, u64);

/// All published tables.
#[pyfunction]
pub(crate) fn published_tables() -> PyResult<Vec<TableRow>> {
    let row = |(name, _): &(&str, &str)| {
        let table = PublishedTable::named(name, &Roster::default()).map_err(bad)?;
        Ok((table.name, table.title, table.document, table.cells.len(), table.games))
    };
    yard_arena::PUBLISHED.iter().map(row).collect()
}
