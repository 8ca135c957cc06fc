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
    /// What it got for it, and for the decisions up to `next`, discounted.
    pub reward: f32,
    /// What it saw `steps` decisions later; empty when the game was over by then.
    pub next: Vec<Entry>,
    /// The legal actions then, a bit each; 0 when the game was over.
    pub next_legal: u8,
    /// Decisions that `reward` is for.
    pub steps: u8,
}

/// Makes transitions of one decision each, in the order of a game, into transitions of up to `steps`
/// decisions: each takes the discounted rewards of those that follow, and what the last of them led to (Sutton 1988).
pub(super) fn look_ahead(kept: &mut [Transition], steps: u8, discount: f32) {
    for at in 0..kept.len() {
        let Some((first, later)) = kept[at..].split_first_mut() else { continue };
        let mut worth = 1.0;
        for then in later.iter().take(usize::from(steps).saturating_sub(1)) {
            worth *= discount;
            first.reward += worth * then.reward;
            first.next.clone_from(&then.next);
            first.next_legal = then.next_legal;
            first.steps += 1;
        }
    }
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
            let choice = u32::from_le_bytes([kept.action, kept.next_legal, kept.steps, 0]);
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
            let [action, next_legal, steps, _] = choice.to_le_bytes();
            kept.push(Transition { state, action, reward, next, next_legal, steps });
        }
        if !rest.is_empty() || entries.next().is_some() || kept.len() > room || at >= room {
            return Err(damaged());
        }
        Ok(Replay { room, at, kept })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rewards 1, 2, 4, 8 and then the end; with a discount of ½ and three decisions ahead.
    #[test]
    fn rewards_of_later_decisions_are_discounted() {
        let one = |action: u8, reward| Transition {
            action,
            reward,
            next: if action < 3 { vec![(u32::from(action) + 1, 1.0)] } else { Vec::new() },
            next_legal: if action < 3 { 0b1111 } else { 0 },
            steps: 1,
            ..Transition::default()
        };
        let mut kept = [one(0, 1.0), one(1, 2.0), one(2, 4.0), one(3, 8.0)];
        let plain = kept.clone();
        look_ahead(&mut kept, 1, 0.5);
        assert_eq!(kept, plain);
        look_ahead(&mut kept, 3, 0.5);
        let rewards: Vec<f32> = kept.iter().map(|one| one.reward).collect();
        assert_eq!(rewards, [3.0, 6.0, 8.0, 8.0]);
        assert_eq!(kept.each_ref().map(|one| one.steps), [3, 3, 2, 1]);
        assert_eq!(kept[0].next, [(3, 1.0)]);
        assert_eq!(kept.each_ref().map(|one| one.next_legal), [0b1111, 0, 0, 0]);
    }
}
