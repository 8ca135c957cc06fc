//! The detectives as a program that can be asked: what they answer to a move of Mr X.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arrayvec::ArrayVec;
use yard_core::{DetectiveMove, DetectiveView, MOST_DETECTIVES, Turn};

use super::line::Line;
use crate::agent::{Agent, Detectives};
use crate::past::{Keeps, Recall};
use crate::rng::Rng;

/// The moves of one round.
pub(super) type Reply = ArrayVec<DetectiveMove, MOST_DETECTIVES>;

/// A copy of the detectives, with random streams of its own.
pub(super) struct TeamModel {
    agent: Box<dyn Agent<Detectives>>,
    /// What it remembers; `None` when that is unknown, so that it must see the whole game again.
    keeps: Option<Keeps>,
    /// Questions of this game, and of all.
    questions: u64,
    all: Arc<AtomicU64>,
}

impl TeamModel {
    pub(super) fn new(agent: Box<dyn Agent<Detectives>>, all: Arc<AtomicU64>) -> TeamModel {
        let keeps = agent.past().map(|past| past.keeps);
        TeamModel { agent, keeps, questions: 0, all }
    }

    /// A new game begins.
    pub(super) fn begin(&mut self) {
        self.questions = 0;
    }

    /// Questions of this game so far.
    pub(super) fn questions(&self) -> u64 {
        self.questions
    }

    /// Lets the detectives move until it is Mr X's turn or the game is over, and returns what they played.
    /// `None` when they fail: then they have lost.
    pub(super) fn reply(&mut self, line: &mut Line, rng: &mut Rng) -> Option<Reply> {
        self.agent.begin();
        for view in self.earlier(&line.seen) {
            self.ask(&view, rng)?;
        }
        let mut reply = Reply::new();
        while matches!(line.state.turn(), Turn::Detective(_) | Turn::Team) {
            let mv = self.ask(&line.seen, rng)?;
            line.play_detective(mv).ok()?;
            reply.push(mv);
        }
        Some(reply)
    }

    fn ask(&mut self, view: &DetectiveView, rng: &mut Rng) -> Option<DetectiveMove> {
        self.questions += 1;
        self.all.fetch_add(1, Ordering::Relaxed);
        self.agent.choose(view, rng).ok()
    }

    /// The detectives' earlier views of which they may remember something.
    fn earlier(&self, view: &DetectiveView) -> Vec<DetectiveView> {
        if self.keeps.is_some_and(|keeps| Detectives::begins_anew(view, keeps)) {
            return Vec::new();
        }
        let mut views: Vec<DetectiveView> = Vec::new();
        let mut replay = view.replay();
        loop {
            let now = replay.view();
            if matches!(now.turn(), Turn::Detective(_) | Turn::Team) && !replay.left().is_empty() {
                if self.keeps.is_some_and(|keeps| Detectives::begins_anew(now, keeps)) {
                    views.clear();
                }
                views.push(now.clone());
            }
            if !matches!(replay.play_next(), Ok(Some(_))) {
                return views;
            }
        }
    }
}
