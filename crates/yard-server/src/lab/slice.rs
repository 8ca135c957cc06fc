//! A turn of a job in the lab: how long it lasts, which thoughts are under way in it, and how both are ended.
//!
//! Jobs of several clients take turns. A turn ends softly, after the games that are being played, or hard: then these
//! games do not count, and are played again from their beginning in a later turn.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use yard_agents::{
    Agent, AgentError, AgentFactory, Detectives, FactoryError, MrX, Rng, SideType, Stop,
};
use yard_arena::Contender;
use yard_core::{Rules, Side};

use crate::clock::moment;
use crate::lock::lock;

/// One turn of a job.
#[derive(Default)]
pub(super) struct Slice {
    /// No more games are begun.
    pub(super) soft: AtomicBool,
    /// Games under way are given up.
    hard: AtomicBool,
    thoughts: Mutex<BTreeMap<u64, (Instant, Stop)>>,
    next: AtomicU64,
    /// Thoughts that were ended because their time was over.
    cut_short: AtomicU64,
}

impl Slice {
    /// Ends the turn after the games that are being played.
    pub(super) fn end(&self) {
        self.soft.store(true, Ordering::Relaxed);
    }

    /// Ends the turn now.
    pub(super) fn abort(&self) {
        self.hard.store(true, Ordering::Relaxed);
        self.end();
        lock(&self.thoughts).values().for_each(|(_, stop)| stop.set());
    }

    /// Whether games that end from now on do not count.
    pub(super) fn is_aborted(&self) -> bool {
        self.hard.load(Ordering::Relaxed)
    }

    /// Ends thoughts that have had their time.
    pub(super) fn cut_thoughts(&self, most: Duration) {
        for (begun, stop) in lock(&self.thoughts).values() {
            if begun.elapsed() >= most && !stop.is_set() {
                stop.set();
                self.cut_short.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    /// How many thoughts were cut short.
    pub(super) fn cut_short(&self) -> u64 {
        self.cut_short.load(Ordering::Relaxed)
    }

    fn think<T>(&self, choose: impl FnOnce() -> Result<T, AgentError>) -> Result<T, AgentError> {
        let stop = Stop::default();
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        lock(&self.thoughts).insert(number, (moment(), stop.clone()));
        let chosen = match self.is_aborted() {
            true => Err(AgentError::Unavailable("the job was stopped".to_owned())),
            false => stop.during(choose),
        };
        lock(&self.thoughts).remove(&number);
        chosen
    }
}

/// The same contenders, whose agents think within a turn.
pub(super) fn within(slice: &Arc<Slice>, contenders: &[Contender]) -> Vec<Contender> {
    let wrap = |inner: &Contender| -> Contender {
        Arc::new(Within { inner: Arc::clone(inner), slice: Arc::clone(slice) })
    };
    contenders.iter().map(wrap).collect()
}

struct Within<T: ?Sized> {
    inner: Arc<T>,
    slice: Arc<Slice>,
}

impl AgentFactory for Within<dyn AgentFactory> {
    fn name(&self) -> String {
        self.inner.name()
    }

    fn mr_x(&self, rules: &Arc<Rules>) -> Result<Box<dyn Agent<MrX>>, FactoryError> {
        let agent = self.inner.mr_x(rules)?;
        Ok(Box::new(Player { agent, slice: Arc::clone(&self.slice) }))
    }

    fn detectives(&self, rules: &Arc<Rules>) -> Result<Box<dyn Agent<Detectives>>, FactoryError> {
        let agent = self.inner.detectives(rules)?;
        Ok(Box::new(Player { agent, slice: Arc::clone(&self.slice) }))
    }

    fn plays_as(&self, side: Side, rules: &Rules) -> String {
        self.inner.plays_as(side, rules)
    }

    fn files(&self) -> Vec<PathBuf> {
        self.inner.files()
    }
}

struct Player<S: SideType> {
    agent: Box<dyn Agent<S>>,
    slice: Arc<Slice>,
}

impl<S: SideType> Agent<S> for Player<S> {
    fn choose(&mut self, view: &S::View, rng: &mut Rng) -> Result<S::Move, AgentError> {
        let agent = &mut self.agent;
        self.slice.think(|| agent.choose(view, rng))
    }

    fn begin(&mut self) {
        self.agent.begin();
    }

    fn end(&mut self, view: &S::View) {
        self.agent.end(view);
    }

    fn ready(&mut self) -> Result<(), AgentError> {
        let agent = &mut self.agent;
        self.slice.think(|| agent.ready())
    }
}
