//! An agent whose random streams are fixed by what it sees: a policy that can be asked.

use std::collections::BTreeMap;

use crate::agent::{Agent, AgentError};
use crate::past::{Keeps, Past, Recall};
use crate::policy::{Policy, Reads};
use crate::rng::{Rng, Seed};
use yard_core::Draw as _;

/// Answers kept in memory at most.
const MOST_KNOWN: usize = 400_000;

/// An agent that draws from one of a few random streams, which are fixed by its information set.
///
/// With one stream every information set has one answer, so that the agent is a pure strategy. With more it
/// plays the answer of any stream, each equally likely. An agent that remembers something draws the number of
/// the stream where its memory begins, and stays with it. The chances are exact for *this* player; the agent
/// with streams of its own is the limit of many.
pub struct FixedStreams<S: Recall> {
    agent: Box<dyn Agent<S>>,
    past: Past,
    streams: u32,
    seed: Seed,
    known: BTreeMap<u64, Vec<(S::Move, f64)>>,
    /// Views since its memory began, as it was asked them in a game.
    path: Vec<S::View>,
    /// The stream of this game's present memory.
    stream: u32,
    failure: Option<AgentError>,
}

impl<S: Recall> FixedStreams<S> {
    /// Fixes the streams of an agent; `None` when its answers depend on more than it can be told.
    pub fn new(agent: Box<dyn Agent<S>>, streams: u32, seed: Seed) -> Option<FixedStreams<S>> {
        let past = agent.past()?;
        Some(FixedStreams {
            agent,
            past,
            streams: streams.max(1),
            seed,
            known: BTreeMap::new(),
            path: Vec::new(),
            stream: 0,
            failure: None,
        })
    }

    /// The first reason why the agent had no answer.
    pub fn failure(&self) -> Option<&AgentError> {
        self.failure.as_ref()
    }

    /// What the agent answers at the end of a path of its views, with one of its streams; `None` when it
    /// fails. Also tells whether it had answered as was played on the way there.
    fn answer(&mut self, earlier: &[S::View], view: &S::View, stream: u32) -> Option<S::Move> {
        self.agent.begin();
        for past in earlier {
            self.ask(past, stream)?;
        }
        self.ask(view, stream)
    }

    fn ask(&mut self, view: &S::View, stream: u32) -> Option<S::Move> {
        let number = S::number(view, self.past.reads);
        let mut rng = self.seed.of_game(number).of_game(stream.into()).stream("fixed");
        match self.agent.choose(view, &mut rng) {
            Ok(mv) => Some(mv),
            Err(cause) => {
                self.failure.get_or_insert(cause);
                None
            }
        }
    }

    /// The part of a path that the agent still remembers.
    fn remembered<'a>(&self, earlier: &'a [S::View], view: &S::View) -> &'a [S::View] {
        let keeps = self.past.keeps;
        if S::begins_anew(view, keeps) {
            return &[];
        }
        let first = earlier.iter().rposition(|past| S::begins_anew(past, keeps));
        &earlier[first.unwrap_or(0)..]
    }

    /// The answers of the streams that would have come along this path; of all where none would.
    fn tally(&mut self, earlier: &[S::View], view: &S::View) -> Vec<(S::Move, f64)> {
        let streams: Vec<u32> = (0..self.streams).collect();
        let fitting: Vec<u32> = match earlier {
            [] => streams.clone(),
            [..] => streams.iter().copied().filter(|at| self.fits(earlier, view, *at)).collect(),
        };
        let asked = if fitting.is_empty() { streams } else { fitting };
        let share = 1.0 / asked.len() as f64;
        let mut chances: Vec<(S::Move, f64)> = Vec::new();
        for stream in asked {
            let Some(mv) = self.answer(earlier, view, stream) else { continue };
            match chances.iter_mut().find(|(known, _)| *known == mv) {
                Some((_, chance)) => *chance += share,
                None => chances.push((mv, share)),
            }
        }
        chances
    }

    /// Tells whether a stream answers along a path as was played there.
    fn fits(&mut self, earlier: &[S::View], view: &S::View, stream: u32) -> bool {
        self.agent.begin();
        let later = earlier.iter().skip(1).chain([view]);
        earlier.iter().zip(later).all(|(before, after)| {
            let mv = self.ask(before, stream);
            mv.is_some_and(|mv| S::was_played(before, mv, after))
        })
    }
}

impl<S: Recall> Policy<S> for FixedStreams<S> {
    fn chances(&mut self, view: &S::View) -> Vec<(S::Move, f64)> {
        self.chances_along(&[], view)
    }

    fn chances_along(&mut self, earlier: &[S::View], view: &S::View) -> Vec<(S::Move, f64)> {
        let earlier = self.remembered(earlier, view);
        let mut key = Seed(S::number(view, self.past.reads));
        for past in earlier {
            key = key.of_game(S::number(past, self.past.reads));
        }
        if let Some(known) = self.known.get(&key.0) {
            return known.clone();
        }
        let chances = self.tally(earlier, view);
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(key.0, chances.clone());
        chances
    }

    fn reads(&self) -> Reads {
        match self.past {
            Past { reads, keeps: Keeps::Nothing } => reads,
            // Its number follows from more than the view: from the way there.
            Past { reads: Reads::State | Reads::Now | Reads::Sighting, .. } => Reads::Sighting,
            Past { reads: Reads::Log, .. } => Reads::Log,
        }
    }
}

impl<S: Recall> Agent<S> for FixedStreams<S> {
    fn choose(&mut self, view: &S::View, rng: &mut Rng) -> Result<S::Move, AgentError> {
        if self.path.is_empty() || S::begins_anew(view, self.past.keeps) {
            self.path.clear();
            self.stream = rng.below(self.streams);
        }
        let path = std::mem::take(&mut self.path);
        let answer = self.answer(&path, view, self.stream);
        self.path = path;
        if self.past.keeps != Keeps::Nothing {
            self.path.push(view.clone());
        }
        let failed = || AgentError::Unavailable("the agent has no answer".to_owned());
        answer.ok_or_else(|| self.failure.clone().unwrap_or_else(failed))
    }

    fn begin(&mut self) {
        self.path.clear();
        self.agent.begin();
    }

    fn past(&self) -> Option<Past> {
        Some(self.past)
    }

    fn ready(&mut self) -> Result<(), AgentError> {
        self.agent.ready()
    }
}
