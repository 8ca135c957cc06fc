//! The queue of the lab, and the thread that works through it.

use std::sync::{Arc, Mutex, MutexGuard};

use yard_roster::Roster;
use yard_tabletop::Catalog;

use super::job::{Job, JobReport, JobState};
use super::request::JobRequest;
use crate::error::{ApiError, Code};
use crate::lock::lock;

/// Jobs that are kept, finished ones included.
const MOST_JOBS: usize = 50;

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
        request: JobRequest,
        catalog: &Catalog,
        roster: &Roster,
    ) -> Result<u64, ApiError> {
        let (kind, tournament) = request.tournament(catalog, roster)?;
        let mut jobs = self.lock();
        let waiting = jobs.list.iter().filter(|job| job.state() == JobState::Queued).count();
        if waiting >= MOST_JOBS / 2 {
            return Err(ApiError::new(Code::TooMany, "too many jobs wait in the lab"));
        }
        if jobs.list.len() >= MOST_JOBS {
            let ended =
                |job: &Arc<Job>| !matches!(job.state(), JobState::Queued | JobState::Running);
            if let Some(at) = jobs.list.iter().position(ended) {
                jobs.list.remove(at);
            }
        }
        jobs.next += 1;
        let id = jobs.next;
        jobs.list.push(Arc::new(Job::new(id, kind, tournament)));
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
                let waits = |job: &&Arc<Job>| job.state() == JobState::Queued;
                let next = jobs.list.iter().find(waits).cloned();
                jobs.working = next.is_some();
                next
            };
            let Some(job) = job else {
                return;
            };
            let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| job.play()));
            if played.is_err() {
                job.fail("an agent broke down".to_owned());
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
        let none = || ApiError::new(Code::NotFound, "there is no such picture");
        self.find(id)?.plot(name).ok_or_else(none)
    }

    /// Stops a job.
    pub(crate) fn cancel(&self, id: u64) -> Result<(), ApiError> {
        self.find(id)?.cancel();
        Ok(())
    }
}
