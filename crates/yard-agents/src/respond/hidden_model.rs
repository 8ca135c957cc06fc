//! Mr X as a program that can be asked: what he would do on a station.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use yard_core::{Draw as _, MrXMove, MrXView};

use crate::agent::{Agent, MrX};
use crate::past::Recall as _;
use crate::policy::{Policy, Reads};
use crate::rng::{Rng, Seed};

/// Answers to one question: moves, and how often each was given or how likely it is.
#[derive(Clone, Debug, Default)]
struct Known {
    moves: Vec<(MrXMove, f64)>,
    /// Answers that were drawn; none for a policy, whose chances are exact.
    drawn: u32,
}

/// A copy of Mr X, with random streams of its own.
pub(super) struct HiddenModel {
    agent: Box<dyn Agent<MrX>>,
    policy: Option<Box<dyn Policy<MrX>>>,
    samples: u32,
    known: BTreeMap<u64, Known>,
    /// Questions of this game, and of all.
    questions: u64,
    all: Arc<AtomicU64>,
}

impl HiddenModel {
    pub(super) fn new(
        agent: Box<dyn Agent<MrX>>,
        policy: Option<Box<dyn Policy<MrX>>>,
        samples: u32,
        all: Arc<AtomicU64>,
    ) -> HiddenModel {
        let (samples, known) = (samples.max(1), BTreeMap::new());
        HiddenModel { agent, policy, samples, known, questions: 0, all }
    }

    /// A new game begins.
    pub(super) fn begin(&mut self) {
        self.questions = 0;
        self.known.clear();
    }

    /// Questions of this game so far.
    pub(super) fn questions(&self) -> u64 {
        self.questions
    }

    /// Whether the chances are told, not counted.
    pub(super) fn is_exact(&self) -> bool {
        self.policy.is_some()
    }

    fn count(&mut self) {
        self.questions += 1;
        self.all.fetch_add(1, Ordering::Relaxed);
    }

    /// How likely he plays which move: as he tells it, or by counting answers.
    pub(super) fn chances(&mut self, view: &MrXView, rng: &mut Rng) -> Vec<(MrXMove, f64)> {
        let key = MrX::number(view, Reads::Log);
        let mut known = self.known.remove(&key).unwrap_or_default();
        if let Some(policy) = &mut self.policy {
            if known.moves.is_empty() {
                known.moves = policy.chances(view);
                self.count();
            }
        } else {
            while known.drawn < self.samples {
                let Some(mv) = self.draw(view, rng) else { break };
                known.enter(mv);
            }
        }
        let all: f64 = known.moves.iter().map(|(_, share)| share).sum();
        let shares = known.moves.iter().map(|(mv, share)| (*mv, share / all)).collect();
        self.known.insert(key, known);
        shares
    }

    /// A move that he may play; `None` when it is not known and no more questions may be asked.
    pub(super) fn sample(&mut self, view: &MrXView, most: u64, rng: &mut Rng) -> Option<MrXMove> {
        let key = MrX::number(view, Reads::Log);
        let may_ask = self.questions < most;
        if self.policy.is_some() {
            return match self.known.get(&key) {
                Some(known) => known.pick(rng),
                None if may_ask => {
                    self.chances(view, rng);
                    self.known.get(&key)?.pick(rng)
                }
                None => None,
            };
        }
        let drawn = self.known.get(&key).map_or(0, |known| known.drawn);
        // The chance of a new question is such that `samples` are asked in about twice as many visits.
        let wants = drawn == 0 || (drawn < self.samples && rng.below(self.samples) >= drawn);
        if may_ask && wants {
            let mv = self.draw(view, rng)?;
            self.known.entry(key).or_default().enter(mv);
            return Some(mv);
        }
        self.known.get(&key)?.pick(rng)
    }

    /// Asks once, with a stream that is drawn for it.
    fn draw(&mut self, view: &MrXView, rng: &mut Rng) -> Option<MrXMove> {
        self.count();
        self.agent.begin();
        let mut stream = Seed(rng.bits()).stream("asked");
        self.agent.choose(view, &mut stream).ok()
    }
}

impl Known {
    fn enter(&mut self, mv: MrXMove) {
        self.drawn += 1;
        match self.moves.iter_mut().find(|(known, _)| *known == mv) {
            Some((_, times)) => *times += 1.0,
            None => self.moves.push((mv, 1.0)),
        }
    }

    /// One of the moves, by its share.
    fn pick(&self, rng: &mut Rng) -> Option<MrXMove> {
        let all: f64 = self.moves.iter().map(|(_, share)| share).sum();
        let mut left = rng.unit() * all;
        for (mv, share) in &self.moves {
            left -= share;
            if left < 0.0 {
                return Some(*mv);
            }
        }
        self.moves.last().map(|(mv, _)| *mv)
    }
}
