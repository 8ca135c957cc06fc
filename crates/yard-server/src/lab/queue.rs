//! The queue of the lab, and the thread that works through it: clients take turns, and long jobs make way.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use super::job::{Job, JobReport};
use super::request::JobRequest;
use super::slice::Slice;
use crate::clock::moment;
use crate::error::{ApiError, Code};
use crate::lobby::Lobby;
use crate::lock::lock;
use crate::secret::TokenHash;
use crate::web::{Client, Limits};

/// Jobs that are kept, finished ones included.
const MOST_JOBS: usize = 50;
/// How long a job plays before it makes way for the job of another client. Games that last longer make it longer.
const TURN: Duration = Duration::from_secs(5);
/// A game that goes on for so many turns after the end of its turn is given up, and begun again later.
const PATIENCE: u32 = 4;
/// How often the running job is looked at.
const LOOK: Duration = Duration::from_millis(50);

/// All jobs, and the thread that works on them.
pub(crate) struct Lab {
    jobs: Mutex<Jobs>,
    limits: Limits,
}

#[derive(Default)]
struct Jobs {
    list: Vec<Arc<Job>>,
    next: u64,
    working: bool,
    /// Clients in the order in which they had their turns, the last one at the end.
    served: Vec<Client>,
}

impl Jobs {
    /// The next job: the oldest of the client whose turn was longest ago.
    fn next(&mut self) -> Option<Arc<Job>> {
        let turn = |job: &Arc<Job>| {
            let served = self.served.iter().position(|client| *client == job.client);
            served.map_or(0, |at| at + 1)
        };
        let waiting = self.list.iter().filter(|job| job.is_waiting());
        // The first of equals is the oldest.
        let next = waiting.min_by_key(|job| turn(job)).cloned()?;
        self.served.retain(|client| *client != next.client);
        self.served.push(next.client);
        let jobs = &self.list;
        self.served.retain(|client| jobs.iter().any(|job| job.client == *client));
        Some(next)
    }

    /// Whether somebody else waits.
    fn others_wait(&self, client: Client) -> bool {
        self.list.iter().any(|job| job.client != client && job.is_waiting())
    }
}

impl Lab {
    /// A lab without jobs.
    pub(crate) fn new(limits: Limits) -> Lab {
        Lab { jobs: Mutex::default(), limits }
    }

    fn lock(&self) -> MutexGuard<'_, Jobs> {
        lock(&self.jobs)
    }

    /// Tells whether a client may add a job.
    ///
    /// # Errors
    /// When enough of his wait or run already, or too many of all wait.
    pub(crate) fn check_room(&self, client: Client) -> Result<(), ApiError> {
        let jobs = self.lock();
        let unfinished = |job: &&Arc<Job>| !job.state().is_ended();
        let own = jobs.list.iter().filter(unfinished).filter(|job| job.client == client).count();
        if own >= self.limits.jobs {
            let text = "your jobs in the lab are enough for now; wait until one of them is done";
            return Err(ApiError::new(Code::TooMany, text));
        }
        match jobs.list.iter().filter(unfinished).count() >= MOST_JOBS / 2 {
            true => Err(ApiError::new(Code::TooMany, "too many jobs wait in the lab")),
            false => Ok(()),
        }
    }

    /// Puts a job in the queue and returns its number. Takes a moment: agents are made to see whether they can play.
    pub(crate) fn add(
        self: &Arc<Lab>,
        request: JobRequest,
        lobby: &Lobby,
        client: Client,
        owner: Option<TokenHash>,
    ) -> Result<u64, ApiError> {
        self.check_room(client)?;
        let (kind, tournament) = request.tournament(&lobby.catalog, &lobby.roster)?;
        self.check_room(client)?;
        let mut jobs = self.lock();
        if jobs.list.len() >= MOST_JOBS
            && let Some(at) = jobs.list.iter().position(|job| job.state().is_ended())
        {
            jobs.list.remove(at);
        }
        jobs.next += 1;
        let id = jobs.next;
        jobs.list.push(Arc::new(Job::new(id, kind, tournament, client, owner)));
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
                let next = jobs.next();
                jobs.working = next.is_some();
                next
            };
            let Some(job) = job else { return };
            self.give_turn(&job);
        }
    }

    /// Lets a job play, until it is done or others want to.
    fn give_turn(&self, job: &Arc<Job>) {
        let slice = Arc::new(Slice::default());
        let (ended, ends) = channel();
        let (player, turn) = (Arc::clone(job), Arc::clone(&slice));
        let started =
            std::thread::Builder::new().name("yard-lab-job".to_owned()).spawn(move || {
                let play = std::panic::AssertUnwindSafe(|| player.play(&turn));
                if std::panic::catch_unwind(play).is_err() {
                    player.fail("an agent broke down".to_owned());
                }
                let _ = ended.send(());
            });
        if started.is_err() {
            job.fail("there is no thread for it".to_owned());
            return;
        }
        let begun = moment();
        let turn = TURN * (1 + job.turns_without_a_game());
        while let Err(RecvTimeoutError::Timeout) = ends.recv_timeout(LOOK) {
            slice.cut_thoughts(self.limits.thought);
            if job.is_cancelled() {
                slice.abort();
            }
            if begun.elapsed() >= turn && self.lock().others_wait(job.client) {
                slice.end();
                if begun.elapsed() >= turn * PATIENCE {
                    slice.abort();
                }
            }
        }
        job.note_cut_short(slice.cut_short());
    }

    fn find(&self, id: u64) -> Result<Arc<Job>, ApiError> {
        let found = self.lock().list.iter().find(|job| job.id == id).cloned();
        found.ok_or_else(|| ApiError::new(Code::NotFound, "there is no such job"))
    }

    /// All jobs without their cells, the latest first.
    pub(crate) fn list(&self, owner: Option<TokenHash>) -> Vec<JobReport> {
        self.lock().list.iter().rev().map(|job| job.report(false, owner)).collect()
    }

    /// One job.
    pub(crate) fn job(&self, id: u64, owner: Option<TokenHash>) -> Result<JobReport, ApiError> {
        Ok(self.find(id)?.report(true, owner))
    }

    /// A picture of a job.
    pub(crate) fn plot(&self, id: u64, name: &str) -> Result<String, ApiError> {
        let none = || ApiError::new(Code::NotFound, "there is no such picture");
        self.find(id)?.plot(name).ok_or_else(none)
    }

    /// Stops all jobs.
    #[cfg(test)]
    pub(crate) fn stop_all(&self) {
        self.lock().list.iter().for_each(|job| job.cancel());
    }

    /// Stops a job for its owner.
    ///
    /// # Errors
    /// When there is no such job, or it is somebody else's.
    pub(crate) fn cancel(&self, id: u64, owner: TokenHash) -> Result<(), ApiError> {
        let job = self.find(id)?;
        if job.owner != Some(owner) {
            return Err(ApiError::forbidden("only the one who added a job can stop it"));
        }
        job.cancel();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use yard_arena::Tournament;

    use super::*;

    fn job(id: u64, client: u8) -> Arc<Job> {
        let tournament = Tournament {
            name: "lab".to_owned(),
            rules: Arc::new(yard_core::presets::rules("grid5").unwrap()),
            detectives_count: None,
            games: 1,
            seed: yard_agents::Seed(1),
            cells: Vec::new(),
            mr_x: Vec::new(),
            detectives: Vec::new(),
            notes: None,
        };
        let client = Client::of(IpAddr::from([192, 0, 2, client]));
        Arc::new(Job::new(id, "match", tournament, client, None))
    }

    #[test]
    fn clients_take_turns_whoever_came_first() {
        let clients = [1, 1, 1, 1, 2, 3, 2];
        let list = (0..).zip(clients).map(|(id, client)| job(id, client)).collect();
        let mut jobs = Jobs { list, ..Jobs::default() };
        let mut order = Vec::new();
        while let Some(next) = jobs.next() {
            order.push(next.id);
            next.cancel();
        }
        assert_eq!(order, [0, 4, 5, 1, 6, 2, 3]);
    }

    /// A job that goes on comes after those of the others, not before.
    #[test]
    fn a_long_job_makes_way_for_a_newcomer() {
        let mut jobs = Jobs { list: vec![job(0, 1)], ..Jobs::default() };
        let first = jobs.next().unwrap();
        assert_eq!((first.id, jobs.others_wait(first.client)), (0, false));
        jobs.list.push(job(1, 2));
        assert!(jobs.others_wait(first.client));
        assert_eq!(jobs.next().unwrap().id, 1, "the newcomer, although the first one still waits");
        assert_eq!(jobs.next().unwrap().id, 0);
    }
}
