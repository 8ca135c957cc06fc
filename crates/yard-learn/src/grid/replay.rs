//! The replay memory: the last transitions, drawn from at random.

use crate::net::Entry;
use crate::tensors::{Precision, TensorError, TensorReader, TensorWriter};

/// One decision and what came of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Transition {
    /// What the network saw.
    pub state: Vec<Entry>,
    /// What it chose, legal or not.
    pub action: u8,
    /// What it got for it.
    pub reward: f32,
    /// What it saw at its next decision; empty when there was none.
    pub next: Vec<Entry>,
    /// The legal actions then, a bit each; 0 when the match was over.
    pub next_legal: u8,
}

/// A ring of transitions; a new one takes the place of the oldest.
#[derive(Clone, PartialEq, Debug)]
pub struct Replay {
    room: usize,
    /// Where the next one goes when the ring is full.
    at: usize,
    kept: Vec<Transition>,
}

impl Replay {
    /// Room for so many transitions.
    pub fn new(room: usize) -> Replay {
        Replay { room: room.max(1), at: 0, kept: Vec::new() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// Tells whether there is none.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Keeps a transition.
    pub fn push(&mut self, transition: Transition) {
        if self.kept.len() < self.room {
            self.kept.push(transition);
        } else {
            self.kept[self.at] = transition;
            self.at = (self.at + 1) % self.room;
        }
    }

    /// A transition by its place in the ring.
    pub fn get(&self, at: usize) -> Option<&Transition> {
        self.kept.get(at)
    }

    /// Writes all of it into a checkpoint.
    pub(crate) fn write(&self, out: &mut TensorWriter) {
        let (mut places, mut numbers, mut heads) = (Vec::new(), Vec::new(), Vec::new());
        for kept in &self.kept {
            for &(place, number) in kept.state.iter().chain(&kept.next) {
                places.push(place);
                numbers.push(number);
            }
            let choice = u32::from(kept.action) | u32::from(kept.next_legal) << 8;
            heads.extend([kept.state.len() as u32, kept.next.len() as u32, choice]);
        }
        let rewards: Vec<f32> = self.kept.iter().map(|kept| kept.reward).collect();
        out.words("replay.at", &[self.at as u32]);
        out.words("replay.heads", &heads);
        out.words("replay.places", &places);
        out.floats("replay.numbers", &[numbers.len()], &numbers, Precision::Single);
        out.floats("replay.rewards", &[rewards.len()], &rewards, Precision::Single);
    }

    /// Reads it from a checkpoint.
    pub(crate) fn read(room: usize, file: &TensorReader<'_>) -> Result<Replay, TensorError> {
        let damaged = || TensorError::Damaged("the replay memory does not add up".to_owned());
        let heads = file.words("replay.heads")?;
        let (heads, rest) = heads.as_chunks::<3>();
        let places = file.words("replay.places")?;
        let numbers = file.floats("replay.numbers", places.len())?;
        let rewards = file.floats("replay.rewards", heads.len())?;
        let at = file.words("replay.at")?.first().map_or(0, |at| *at as usize);
        let mut entries = places.into_iter().zip(numbers);
        let mut kept = Vec::with_capacity(heads.len());
        for (&[state, next, choice], reward) in heads.iter().zip(rewards) {
            let state: Vec<Entry> = entries.by_ref().take(state as usize).collect();
            let next: Vec<Entry> = entries.by_ref().take(next as usize).collect();
            let [action, next_legal, ..] = choice.to_le_bytes();
            kept.push(Transition { state, action, reward, next, next_legal });
        }
        if !rest.is_empty() || entries.next().is_some() || kept.len() > room || at >= room {
            return Err(damaged());
        }
        Ok(Replay { room, at, kept })
    }
}
