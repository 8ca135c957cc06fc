//! The results of a run: an append-only file, what is in it, and the tables that are made of it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::{Value, json};
use yard_arena::{
    Duel, DuelMode, Ledger, PairLedger, Played, Reproduction, Results, ResultsLine, Tally,
    Tournament, Verdict, in_order,
};
use yard_report::{
    NamedPlot, phases_plot, rate_plots, reproduction_plots, reproduction_tables, tournament_tables,
};

use crate::errors::bad;
use crate::runs::{Kind, Run, TableRun};

/// The finished games of a run, by cell and number.
type Entered = BTreeMap<(usize, u64), Played>;

/// A file of a finished run: its name and what is in it.
type NamedBytes<'py> = (String, Bound<'py, PyBytes>);

/// The results of a run, in a file or in memory alone.
#[pyclass(frozen, module = "yard._yard")]
pub(crate) struct RunFile {
    run: Py<Run>,
    path: Option<PathBuf>,
    held: Mutex<(Option<Results>, Entered)>,
}

#[pymethods]
impl RunFile {
    /// Begins a results file, or goes on with one.
    #[new]
    fn open(
        py: Python<'_>,
        run: Py<Run>,
        path: Option<PathBuf>,
        resume: bool,
    ) -> PyResult<RunFile> {
        let mut entered = Entered::new();
        let results = match &path {
            None => None,
            Some(path) => {
                let header = run.bind(py).get().run.header();
                let mut enter =
                    |cell, index, played| entered.insert((cell, index), played).is_none();
                Some(Results::open_each(path, header, resume, &mut enter).map_err(bad)?)
            }
        };
        Ok(RunFile { run, path, held: Mutex::new((results, entered)) })
    }

    /// Finished games.
    #[getter]
    fn done(&self) -> usize {
        self.lock().1.len()
    }

    /// The games that are not finished, in the order in which one thread plays them.
    fn missing(&self, py: Python<'_>) -> Vec<(usize, u64)> {
        let mut games = self.run.bind(py).get().run.in_order();
        let held = self.lock();
        games.retain(|game| !held.1.contains_key(game));
        games
    }

    /// Adds finished games; those that are there already are left out. Returns how many were new.
    fn add(&self, py: Python<'_>, lines: Vec<String>) -> PyResult<usize> {
        let wanted = self.run.bind(py).get().run.games();
        let mut held = self.lock();
        let (results, entered) = &mut *held;
        let mut new = 0;
        for line in lines {
            let ResultsLine { cell, index, played } = serde_json::from_str(&line).map_err(bad)?;
            if wanted.get(cell).is_none_or(|games| index >= *games) {
                return Err(bad(format!("the run has no game {index} in cell {cell}")));
            }
            if entered.contains_key(&(cell, index)) {
                continue;
            }
            results.as_ref().map_or(Ok(()), |r| r.write(cell, index, &played)).map_err(bad)?;
            entered.insert((cell, index), played);
            new += 1;
        }
        Ok(new)
    }

    /// Whether no more games are needed: all are finished, or the test has its verdict.
    fn finished(&self, py: Python<'_>) -> bool {
        let run = self.run.bind(py).get();
        let held = self.lock();
        match &run.kind {
            Kind::Sprt(duel) => {
                let report = duel.report_of(&pairs(&held.1));
                report.verdict != Verdict::Undecided || report.counts.pairs() >= duel.pairs
            }
            Kind::Match(_) | Kind::Tournament(_) | Kind::Table(_) => {
                let games = run.run.games();
                let entered = |(cell, games): (usize, &u64)| {
                    (0..*games).all(|index| held.1.contains_key(&(cell, index)))
                };
                // Mostly there are too few; looking at each game is for the end.
                held.1.len() as u64 >= games.iter().sum() && games.iter().enumerate().all(entered)
            }
        }
    }

    /// Closes the file and puts its games in the order in which one thread plays them, so that it is the same
    /// wherever they were played. Of a test, games after those that one thread would have played are left out.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        let finished = self.finished(py);
        let mut held = self.lock();
        let open = held.0.take();
        let (Some(path), true) = (&self.path, finished) else { return Ok(()) };
        let last = match &self.run.bind(py).get().kind {
            Kind::Sprt(duel) => {
                duel.pairs_of_one_thread(duel.report_of(&pairs(&held.1)).counts.pairs())
            }
            Kind::Match(_) | Kind::Tournament(_) | Kind::Table(_) => u64::MAX,
        };
        let text = in_order(path, &|_, index| index < last).map_err(bad)?;
        yard_files::replace(path, text.as_bytes()).map_err(bad)?;
        drop(open);
        Ok(())
    }

    /// What the finished games come to, as JSON.
    fn report(&self, py: Python<'_>) -> PyResult<String> {
        let held = self.lock();
        let finished = &held.1;
        let value = match &self.run.bind(py).get().kind {
            Kind::Match(series) => {
                let tally = tallies(finished, 1).pop().unwrap_or_default();
                let mut value = serde_json::to_value(tally.report()).map_err(bad)?;
                value["rules"] = series.rules.name().into();
                value["x"] = series.mr_x.name().into();
                value["detectives"] = series.detectives.name().into();
                value["seed"] = series.seed.0.into();
                first_foul(&mut value, &tally);
                value
            }
            Kind::Tournament(tournament) => {
                let table = tournament.table(&tallies(finished, tournament.cells.len()));
                let mut value = serde_json::to_value(table).map_err(bad)?;
                value["played"] = finished.len().into();
                value
            }
            Kind::Sprt(duel) => sprt_report(duel, &pairs(finished)),
            Kind::Table(table) => {
                let table = reproduction(table, finished)?;
                serde_json::to_value(table).map_err(bad)?
            }
        };
        Ok(value.to_string())
    }

    /// The files that belong to a finished run: tables, a page, and pictures as SVG.
    fn tables<'py>(&self, py: Python<'py>) -> PyResult<Vec<NamedBytes<'py>>> {
        let held = self.lock();
        let (files, plots): (Vec<(String, String)>, Vec<NamedPlot>) =
            match &self.run.bind(py).get().kind {
                Kind::Tournament(tournament) => tournament_files(tournament, &held.1)?,
                Kind::Table(run) => {
                    let table = reproduction(run, &held.1)?;
                    let mut files = reproduction_tables(&table).map_err(bad)?;
                    files.extend(run.phases().1.iter().cloned());
                    let mut plots = reproduction_plots(&table);
                    plots.extend(phases_plot(&table.phases));
                    plots.extend(rate_plots(&[table]));
                    (files, plots)
                }
                Kind::Match(_) | Kind::Sprt(_) => (Vec::new(), Vec::new()),
            };
        let plots = plots.into_iter().map(|(name, plot)| (format!("{name}.svg"), plot.svg()));
        let bytes = |(name, text): (String, String)| (name, PyBytes::new(py, text.as_bytes()));
        Ok(files.into_iter().chain(plots).map(bytes).collect())
    }

    /// A picture of the finished games as SVG; None where there is none.
    fn svg(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let held = self.lock();
        Ok(match &self.run.bind(py).get().kind {
            Kind::Match(series) => {
                let tally = tallies(&held.1, 1).pop().unwrap_or_default();
                Some(yard_report::capture_plot(series, &tally.report()).svg())
            }
            Kind::Tournament(tournament) => {
                let table = tournament.table(&tallies(&held.1, tournament.cells.len()));
                Some(yard_report::heat_map(&table).svg())
            }
            Kind::Table(table) => {
                let plots = reproduction_plots(&reproduction(table, &held.1)?);
                plots.first().map(|(_, plot)| plot.svg())
            }
            Kind::Sprt(_) => None,
        })
    }
}

impl RunFile {
    fn lock(&self) -> MutexGuard<'_, (Option<Results>, Entered)> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn ledger(entered: &Entered, cells: usize) -> Ledger {
    let mut ledger = Ledger::new(cells);
    for ((cell, index), played) in entered {
        ledger.enter(*cell, *index, played);
    }
    ledger
}

fn tallies(entered: &Entered, cells: usize) -> Vec<Tally> {
    ledger(entered, cells).tallies()
}

fn pairs(entered: &Entered) -> PairLedger {
    let mut ledger = PairLedger::default();
    for ((game, pair), played) in entered {
        ledger.enter(*game, *pair, played.clone());
    }
    ledger
}

fn first_foul(value: &mut Value, tally: &Tally) {
    if let Some((game, foul)) = &tally.first_foul {
        value["first_foul"] = format!("game {}: {foul}", game + 1).into();
    }
}

/// The name of a file and its text.
type NamedText = (String, String);

fn tournament_files(
    tournament: &Tournament,
    entered: &Entered,
) -> PyResult<(Vec<NamedText>, Vec<NamedPlot>)> {
    let table = tournament.table(&tallies(entered, tournament.cells.len()));
    let files = tournament_tables(&table).map_err(bad)?;
    Ok((files, yard_report::tournament_plots(tournament, &table)))
}

/// The table as far as its cells are played.
fn reproduction(run: &TableRun, entered: &Entered) -> PyResult<Reproduction> {
    let table = &run.table;
    let ledger = ledger(entered, table.cells.len());
    let mut reproduction =
        Reproduction { phases: run.phases().0.clone(), ..Reproduction::new(table) };
    for cell in (0..table.cells.len()).filter(|cell| run.cells.contains(&(cell + 1))) {
        reproduction.cells.extend(table.kept(cell, &ledger).map_err(bad)?);
    }
    reproduction.means = table.means_of(&reproduction.cells);
    Ok(reproduction)
}

fn sprt_report(duel: &Duel, ledger: &PairLedger) -> Value {
    let report = duel.report_of(ledger);
    let (score, [lower, upper]) = (report.counts.score(), duel.test.bounds());
    let (side, against) = match &duel.mode {
        DuelMode::BothSides => (None, None),
        DuelMode::MrX(other) => (Some("mr-x"), Some(other.name())),
        DuelMode::Detectives(other) => (Some("detectives"), Some(other.name())),
    };
    json!({
        "rules": duel.rules.name(),
        "a": duel.a.name(),
        "b": duel.b.name(),
        "side": side,
        "against": against,
        "seed": duel.seed.0,
        "score0": duel.test.score0,
        "score1": duel.test.score1,
        "alpha": duel.test.alpha,
        "beta": duel.test.beta,
        "llr": duel.test.llr(&report.counts),
        "lower": lower,
        "upper": upper,
        "verdict": report.verdict,
        "pairs": report.counts.pairs(),
        "losses": report.counts.losses,
        "ties": report.counts.ties,
        "wins": report.counts.wins,
        "score": score.rate,
        "ci95": score.ci95,
        "fouls": report.fouls,
    })
}
