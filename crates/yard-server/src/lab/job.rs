//! One job of the lab: its games, its table so far, and what clients see of it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};

use serde::Serialize;
use yard_arena::{Contender, CrossTable, Ledger, SeriesReport, Tally, Tournament};

use crate::lock::lock;

/// How a job stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum JobState {
    Queued,
    Running,
    Done,
    Cancelled,
    Failed,
}

/// A cell of the cross table.
#[derive(Clone, Debug, Serialize)]
struct CellReport {
    mr_x: String,
    detectives: String,
    games: u64,
    detective_wins: u64,
    rate: f64,
    ci95: [f64; 2],
    mean_rounds: f64,
    capture_rounds: BTreeMap<u8, u64>,
    fouls: u64,
}

impl CellReport {
    fn new((mr_x, detectives, report): (&str, &str, &SeriesReport)) -> CellReport {
        CellReport {
            mr_x: mr_x.to_owned(),
            detectives: detectives.to_owned(),
            games: report.games,
            detective_wins: report.detective_wins,
            rate: report.detective_rate,
            ci95: report.ci95,
            mean_rounds: report.mean_rounds,
            capture_rounds: report.capture_rounds.clone(),
            fouls: report.fouls,
        }
    }
}

/// A job as clients see it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct JobReport {
    id: u64,
    kind: &'static str,
    rules: String,
    mr_x: Vec<String>,
    detectives: Vec<String>,
    games: u64,
    seed: u64,
    state: JobState,
    done: u64,
    of: u64,
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Vec<CellReport>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plots: Option<Vec<String>>,
}

/// A match or a tournament that waits, runs or has ended.
pub(super) struct Job {
    pub(super) id: u64,
    kind: &'static str,
    tournament: Tournament,
    stop: AtomicBool,
    progress: Mutex<Progress>,
}

struct Progress {
    state: JobState,
    tallies: Vec<Tally>,
    error: Option<String>,
    plots: Vec<(String, String)>,
}

impl Job {
    /// A job that waits.
    pub(super) fn new(id: u64, kind: &'static str, tournament: Tournament) -> Job {
        let progress = Progress {
            state: JobState::Queued,
            tallies: vec![Tally::default(); tournament.cells.len()],
            error: None,
            plots: Vec::new(),
        };
        let stop = AtomicBool::new(false);
        Job { id, kind, tournament, stop, progress: Mutex::new(progress) }
    }

    /// How it stands.
    pub(super) fn state(&self) -> JobState {
        self.lock().state
    }

    /// Stops it, or keeps it from starting.
    pub(super) fn cancel(&self) {
        self.stop.store(true, Ordering::Relaxed);
        let mut progress = self.lock();
        if progress.state == JobState::Queued {
            progress.state = JobState::Cancelled;
        }
    }

    /// Notes that it broke down.
    pub(super) fn fail(&self, error: String) {
        let mut progress = self.lock();
        progress.state = JobState::Failed;
        progress.error = Some(error);
    }

    /// One of its pictures, as SVG.
    pub(super) fn plot(&self, name: &str) -> Option<String> {
        let progress = self.lock();
        let found = progress.plots.iter().find(|(known, _)| known == name);
        found.map(|(_, svg)| svg.clone())
    }

    fn lock(&self) -> MutexGuard<'_, Progress> {
        lock(&self.progress)
    }

    /// The table as far as it is played.
    fn table(&self, progress: &Progress) -> CrossTable {
        self.tournament.table(&progress.tallies)
    }

    /// What clients see of it; the cells and the names of the pictures only when the whole is wanted.
    pub(super) fn report(&self, whole: bool) -> JobReport {
        let progress = self.lock();
        let names = |agents: &[Contender]| agents.iter().map(|agent| agent.name()).collect();
        JobReport {
            id: self.id,
            kind: self.kind,
            rules: self.tournament.rules.name().to_owned(),
            mr_x: names(&self.tournament.mr_x),
            detectives: names(&self.tournament.detectives),
            games: self.tournament.games,
            seed: self.tournament.seed.0,
            state: progress.state,
            done: progress.tallies.iter().map(|tally| tally.games).sum(),
            of: self.tournament.games * self.tournament.cells.len() as u64,
            error: progress.error.clone(),
            cells: whole.then(|| self.table(&progress).played().map(CellReport::new).collect()),
            plots: whole.then(|| progress.plots.iter().map(|(name, _)| name.clone()).collect()),
        }
    }

    /// Plays all games, or those finished when the job is cancelled.
    pub(super) fn play(&self) {
        {
            let mut progress = self.lock();
            if progress.state != JobState::Queued {
                return;
            }
            progress.state = JobState::Running;
        }
        // One core stays free for the tables.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let experiment = self.tournament.experiment(Some(cores.saturating_sub(1).max(1)));
        let ledger = Ledger::new(self.tournament.cells.len());
        let played = experiment.play(&ledger, &self.stop, &|cell, index, played, _| {
            self.lock().tallies[cell].count(index, played);
        });
        let mut progress = self.lock();
        match played {
            Ok(tallies) => {
                progress.tallies = tallies;
                let stopped = self.stop.load(Ordering::Relaxed);
                progress.state = if stopped { JobState::Cancelled } else { JobState::Done };
                progress.plots = self.draw(&progress);
            }
            Err(error) => {
                progress.state = JobState::Failed;
                progress.error = Some(error.to_string());
            }
        }
    }

    fn draw(&self, progress: &Progress) -> Vec<(String, String)> {
        let table = self.table(progress);
        if table.played().next().is_none() {
            return Vec::new();
        }
        let plots = yard_report::tournament_plots(&self.tournament, &table).into_iter();
        plots
            .map(|(path, plot)| {
                let name = path.rsplit('/').next().unwrap_or(&path).to_owned();
                (name, plot.svg())
            })
            .collect()
    }
}
