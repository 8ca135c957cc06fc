//! One job of the lab: its games, its table so far, and what clients see of it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use serde::Serialize;
use yard_arena::{Contender, CrossTable, Ledger, SeriesReport, Tally, Tournament};

use super::slice::{Slice, within};
use crate::lock::lock;
use crate::secret::TokenHash;
use crate::web::Client;

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

impl JobState {
    /// Whether nothing more will happen.
    pub(super) fn is_ended(self) -> bool {
        match self {
            JobState::Queued | JobState::Running => false,
            JobState::Done | JobState::Cancelled | JobState::Failed => true,
        }
    }
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
    /// Thoughts that were ended because their time was over.
    cut_short: u64,
    /// Whether the one who asks has added it, and may stop it.
    yours: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Vec<CellReport>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plots: Option<Vec<String>>,
}

/// A match or a tournament that waits, runs or has ended.
pub(super) struct Job {
    pub(super) id: u64,
    /// Whose turn it takes.
    pub(super) client: Client,
    /// Who may stop it.
    pub(super) owner: Option<TokenHash>,
    kind: &'static str,
    tournament: Tournament,
    cancelled: AtomicBool,
    progress: Mutex<Progress>,
}

struct Progress {
    state: JobState,
    /// The games that are finished, so that the next turn goes on with the others.
    ledger: Ledger,
    tallies: Vec<Tally>,
    /// Turns in a row in which no game was finished.
    turns_without_a_game: u32,
    cut_short: u64,
    error: Option<String>,
    plots: Vec<(String, String)>,
}

impl Job {
    /// A job that waits.
    pub(super) fn new(
        id: u64,
        kind: &'static str,
        tournament: Tournament,
        client: Client,
        owner: Option<TokenHash>,
    ) -> Job {
        let cells = tournament.cells.len();
        let progress = Progress {
            state: JobState::Queued,
            ledger: Ledger::new(cells),
            tallies: vec![Tally::default(); cells],
            turns_without_a_game: 0,
            cut_short: 0,
            error: None,
            plots: Vec::new(),
        };
        let (cancelled, progress) = (AtomicBool::new(false), Mutex::new(progress));
        Job { id, client, owner, kind, tournament, cancelled, progress }
    }

    /// How it stands.
    pub(super) fn state(&self) -> JobState {
        self.lock().state
    }

    /// Whether it wants a turn: it has had none, or has made way for others.
    pub(super) fn is_waiting(&self) -> bool {
        !self.state().is_ended()
    }

    /// Whether somebody has stopped it.
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Turns in a row in which no game was finished.
    pub(super) fn turns_without_a_game(&self) -> u32 {
        self.lock().turns_without_a_game
    }

    /// Adds thoughts that were cut short.
    pub(super) fn note_cut_short(&self, thoughts: u64) {
        self.lock().cut_short += thoughts;
    }

    /// Stops it, or keeps it from starting.
    pub(super) fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
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
    pub(super) fn report(&self, whole: bool, asks: Option<TokenHash>) -> JobReport {
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
            cut_short: progress.cut_short,
            yours: asks.is_some() && asks == self.owner,
            cells: whole.then(|| self.table(&progress).played().map(CellReport::new).collect()),
            plots: whole.then(|| progress.plots.iter().map(|(name, _)| name.clone()).collect()),
        }
    }

    /// Plays the games that are left, or as many as a turn allows.
    pub(super) fn play(&self, slice: &Arc<Slice>) {
        let ledger = {
            let mut progress = self.lock();
            if progress.state.is_ended() {
                return;
            }
            progress.state = JobState::Running;
            progress.ledger.clone()
        };
        // One core stays free for the tables.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let players = Tournament {
            mr_x: within(slice, &self.tournament.mr_x),
            detectives: within(slice, &self.tournament.detectives),
            ..self.tournament.clone()
        };
        let experiment = players.experiment(Some(cores.saturating_sub(1).max(1)));
        let played = experiment.play(&ledger, &slice.soft, &|cell, index, played, _| {
            // Agents that were stopped have played no fair game.
            if slice.is_aborted() {
                return;
            }
            let mut progress = self.lock();
            if progress.ledger.enter(cell, index, played) {
                progress.tallies[cell].count(index, played);
            }
        });
        self.end_turn(ledger.games(), played.err().map(|error| error.to_string()), slice);
    }

    /// Notes how the job stands after a turn that began with so many games.
    fn end_turn(&self, before: u64, error: Option<String>, slice: &Slice) {
        let mut progress = self.lock();
        let done = progress.ledger.games();
        progress.turns_without_a_game = match done > before {
            true => 0,
            false => progress.turns_without_a_game + 1,
        };
        let all = self.tournament.games * self.tournament.cells.len() as u64;
        progress.state = match error {
            _ if self.is_cancelled() => JobState::Cancelled,
            Some(_) if slice.is_aborted() => JobState::Queued,
            Some(error) => {
                progress.error = Some(error);
                JobState::Failed
            }
            None if done >= all => JobState::Done,
            None => JobState::Queued,
        };
        if progress.state.is_ended() {
            progress.plots = self.draw(&progress);
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
