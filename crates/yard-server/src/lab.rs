//! The lab: games and tournaments of agents, one at a time, with their tables and pictures.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use serde::{Deserialize, Serialize};
use yard_agents::Seed;
use yard_arena::{CrossTable, Ledger, Played, Tally, Tournament};
use yard_core::Side;
use yard_roster::AgentSpec;

use crate::catalogue::Catalogue;
use crate::error::{ApiError, Code};
use crate::shared::lock;
use crate::specs;

/// What is to be played.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Wanted {
    /// One pair of agents.
    Match {
        rules: String,
        mr_x: String,
        detectives: String,
        games: u64,
        #[serde(default)]
        seed: u64,
    },
    /// Every agent of one side against every agent of the other.
    Tournament {
        rules: String,
        mr_x: Vec<String>,
        detectives: Vec<String>,
        games: u64,
        #[serde(default)]
        seed: u64,
    },
}

/// No job is larger than so many games.
const MOST_GAMES: u64 = 100_000;
/// Agents of one side.
const MOST_AGENTS: usize = 12;
/// Jobs that are kept, finished ones included.
const MOST_JOBS: usize = 50;

/// How a job stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum JobState {
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
    capture_rounds: std::collections::BTreeMap<u8, u64>,
    fouls: u64,
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

struct Job {
    id: u64,
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
    fn lock(&self) -> MutexGuard<'_, Progress> {
        lock(&self.progress)
    }

    /// The table as far as it is played.
    fn table(&self, progress: &Progress) -> CrossTable {
        self.tournament.table(&progress.tallies)
    }

    fn report(&self, whole: bool) -> JobReport {
        let progress = self.lock();
        let names = |specs: &[AgentSpec]| specs.iter().map(ToString::to_string).collect();
        let cells = whole.then(|| {
            let table = self.table(&progress);
            let cell =
                |(mr_x, detectives, report): (&str, &str, &yard_arena::SeriesReport)| CellReport {
                    mr_x: mr_x.to_owned(),
                    detectives: detectives.to_owned(),
                    games: report.games,
                    detective_wins: report.detective_wins,
                    rate: report.detective_rate,
                    ci95: report.ci95,
                    mean_rounds: report.mean_rounds,
                    capture_rounds: report.capture_rounds.clone(),
                    fouls: report.fouls,
                };
            table.played().map(cell).collect()
        });
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
            cells,
            plots: whole.then(|| progress.plots.iter().map(|(name, _)| name.clone()).collect()),
        }
    }

    /// Plays all games, or those finished when the job is cancelled.
    fn play(&self) {
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
        let played = experiment.play(&ledger, &self.stop, &|cell, _, played, _| {
            count(&mut self.lock().tallies[cell], played);
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

fn count(tally: &mut Tally, played: &Played) {
    tally.games += 1;
    tally.slots += u64::from(played.slots);
    tally.fouls += u64::from(played.fouled.is_some());
    if played.winner == Side::Detectives {
        tally.detective_wins += 1;
        *tally.captures.entry(played.slots).or_default() += 1;
    }
}

/// All jobs, and the thread that works on them.
#[derive(Default)]
pub(crate) struct Lab {
    jobs: Mutex<Jobs>,
}

#[derive(Default)]
struct Jobs {
    list: Vec<Arc<Job>>,
    next: u64,
    working: bool,
}

impl Lab {
    fn lock(&self) -> MutexGuard<'_, Jobs> {
        lock(&self.jobs)
    }

    /// Puts a job in the queue and returns its number.
    pub(crate) fn add(
        self: &Arc<Lab>,
        wanted: Wanted,
        catalogue: &Catalogue,
    ) -> Result<u64, ApiError> {
        let (kind, tournament) = tournament(wanted, catalogue)?;
        let cells = tournament.cells.len();
        let mut jobs = self.lock();
        let waiting = jobs.list.iter().filter(|job| job.lock().state == JobState::Queued).count();
        if waiting >= MOST_JOBS / 2 {
            return Err(ApiError::new(Code::TooMany, "too many jobs wait in the lab"));
        }
        if jobs.list.len() >= MOST_JOBS {
            let ended =
                |job: &Arc<Job>| !matches!(job.lock().state, JobState::Queued | JobState::Running);
            if let Some(at) = jobs.list.iter().position(ended) {
                jobs.list.remove(at);
            }
        }
        jobs.next += 1;
        let id = jobs.next;
        jobs.list.push(Arc::new(Job {
            id,
            kind,
            tournament,
            stop: AtomicBool::new(false),
            progress: Mutex::new(Progress {
                state: JobState::Queued,
                tallies: vec![Tally::default(); cells],
                error: None,
                plots: Vec::new(),
            }),
        }));
        if !jobs.working {
            let lab = Arc::clone(self);
            let started = std::thread::Builder::new().name("yard-lab".to_owned());
            jobs.working = started.spawn(move || lab.work()).is_ok();
        }
        Ok(id)
    }

    /// Works until nothing waits.
    fn work(&self) {
        loop {
            let job = {
                let mut jobs = self.lock();
                let waits = |job: &&Arc<Job>| job.lock().state == JobState::Queued;
                let next = jobs.list.iter().find(waits).cloned();
                jobs.working = next.is_some();
                next
            };
            let Some(job) = job else {
                return;
            };
            let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| job.play()));
            if played.is_err() {
                let mut progress = job.lock();
                progress.state = JobState::Failed;
                progress.error = Some("an agent broke down".to_owned());
            }
        }
    }

    fn find(&self, id: u64) -> Result<Arc<Job>, ApiError> {
        let found = self.lock().list.iter().find(|job| job.id == id).cloned();
        found.ok_or_else(|| ApiError::new(Code::NotFound, "there is no such job"))
    }

    /// All jobs without their cells, the latest first.
    pub(crate) fn list(&self) -> Vec<JobReport> {
        self.lock().list.iter().rev().map(|job| job.report(false)).collect()
    }

    /// One job.
    pub(crate) fn job(&self, id: u64) -> Result<JobReport, ApiError> {
        Ok(self.find(id)?.report(true))
    }

    /// A picture of a job.
    pub(crate) fn plot(&self, id: u64, name: &str) -> Result<String, ApiError> {
        let job = self.find(id)?;
        let progress = job.lock();
        let found = progress.plots.iter().find(|(known, _)| known == name);
        let none = || ApiError::new(Code::NotFound, "there is no such picture");
        found.map(|(_, svg)| svg.clone()).ok_or_else(none)
    }

    /// Stops a job.
    pub(crate) fn cancel(&self, id: u64) -> Result<(), ApiError> {
        let job = self.find(id)?;
        job.stop.store(true, Ordering::Relaxed);
        let mut progress = job.lock();
        if progress.state == JobState::Queued {
            progress.state = JobState::Cancelled;
        }
        Ok(())
    }
}

fn tournament(
    wanted: Wanted,
    catalogue: &Catalogue,
) -> Result<(&'static str, Tournament), ApiError> {
    let (kind, rules, mr_x, detectives, games, seed) = match wanted {
        Wanted::Match { rules, mr_x, detectives, games, seed } => {
            ("match", rules, vec![mr_x], vec![detectives], games, seed)
        }
        Wanted::Tournament { rules, mr_x, detectives, games, seed } => {
            ("tournament", rules, mr_x, detectives, games, seed)
        }
    };
    let rules = catalogue.rules(&rules)?;
    for side in [&mr_x, &detectives] {
        if !(1..=MOST_AGENTS).contains(&side.len()) {
            return Err(ApiError::bad(format!("each side has 1 to {MOST_AGENTS} agents")));
        }
    }
    let pairs = (mr_x.len() * detectives.len()) as u64;
    if games == 0 || games > MOST_GAMES / pairs {
        return Err(ApiError::bad(format!("a job has 1 to {MOST_GAMES} games in all")));
    }
    let read = |specs: &[String]| -> Result<Vec<AgentSpec>, ApiError> {
        specs.iter().map(|spec| specs::check(spec)).collect()
    };
    let (mr_x, detectives) = (read(&mr_x)?, read(&detectives)?);
    for spec in &mr_x {
        spec.mr_x(&rules).map_err(ApiError::bad)?;
    }
    for spec in &detectives {
        spec.detectives(&rules).map_err(ApiError::bad)?;
    }
    let columns = mr_x.len();
    let cells = (0..detectives.len()).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let tournament = Tournament {
        name: "lab".to_owned(),
        rules,
        detectives_count: None,
        games,
        seed: Seed(seed),
        cells: cells.collect(),
        mr_x,
        detectives,
        notes: None,
    };
    Ok((kind, tournament))
}
