//! The replay memory: the last transitions, drawn from at random.

use super::actions::{ActionNumber, ActionSet};
use crate::net::Entry;
use crate::tensors::{Precision, TensorError, TensorReader, TensorWriter};

/// One decision and what came of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Transition {
    /// What the network saw.
    pub state: Vec<Entry>,
    /// What it chose, legal or not.
    pub action: ActionNumber,
    /// What it got for it, and for the decisions up to `next`, discounted.
    pub reward: f32,
    /// What it saw `steps` decisions later; empty when the game was over by then.
    pub next: Vec<Entry>,
    /// The legal actions then; none when the game was over.
    pub next_legal: ActionSet,
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
        // A grid has at most eight actions; what other boards have stands in a list of its own.
        let narrow = |kept: &Transition| kept.action < 8 && kept.next_legal.as_byte().is_some();
        let narrow = self.kept.iter().all(narrow);
        let mut wide = Vec::new();
        for kept in &self.kept {
            for &(place, number) in kept.state.iter().chain(&kept.next) {
                places.push(place);
                numbers.push(number);
            }
            let choice = match (narrow, u8::try_from(kept.action), kept.next_legal.as_byte()) {
                (true, Ok(action), Some(legal)) => [action, legal, kept.steps, 0],
                _ => {
                    wide.extend([u32::from(kept.action), kept.next_legal.len()]);
                    wide.extend(kept.next_legal.iter().map(|action| action as u32));
                    [0, 0, kept.steps, 0]
                }
            };
            let choice = u32::from_le_bytes(choice);
            heads.extend([kept.state.len() as u32, kept.next.len() as u32, choice]);
        }
        let rewards: Vec<f32> = self.kept.iter().map(|kept| kept.reward).collect();
        out.words("replay.at", &[self.at as u32]);
        out.words("replay.heads", &heads);
        if !narrow {
            out.words("replay.actions", &wide);
        }
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
        let mut wide = file.words("replay.actions").ok().map(Vec::into_iter);
        let mut kept = Vec::with_capacity(heads.len());
        for (&[state, next, choice], reward) in heads.iter().zip(rewards) {
            let state: Vec<Entry> = entries.by_ref().take(state as usize).collect();
            let next: Vec<Entry> = entries.by_ref().take(next as usize).collect();
            let [action, legal, steps, _] = choice.to_le_bytes();
            let (action, next_legal) = match &mut wide {
                None => (action.into(), legal.into()),
                Some(wide) => read_wide(wide).ok_or_else(damaged)?,
            };
            kept.push(Transition { state, action, reward, next, next_legal, steps });
        }
        let too_many =
            entries.next().is_some() || wide.is_some_and(|mut wide| wide.next().is_some());
        if !rest.is_empty() || too_many || kept.len() > room || at >= room {
            return Err(damaged());
        }
        Ok(Replay { room, at, kept })
    }
}

/// An action and the legal ones after it, out of the list of a checkpoint.
fn read_wide(words: &mut impl Iterator<Item = u32>) -> Option<(ActionNumber, ActionSet)> {
    let action = ActionNumber::try_from(words.next()?).ok()?;
    let count = words.next()?;
    let legal = (0..count).map(|_| words.next().and_then(|word| word.try_into().ok()));
    Some((action, legal.collect::<Option<ActionSet>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both layouts of a checkpoint give back what was kept.
    #[test]
    fn a_checkpoint_keeps_actions_of_every_board() {
        for (action, legal) in [(3, vec![0, 3, 7]), (596, vec![1, 200, 596])] {
            let mut replay = Replay::new(5);
            for steps in 1..=3 {
                let (state, next) = (vec![(1, 0.5)], vec![(2, 1.0), (9, 2.0)]);
                let next_legal = legal.iter().copied().collect();
                replay.push(Transition { state, action, reward: 1.5, next, next_legal, steps });
            }
            replay.push(Transition { action, steps: 1, ..Transition::default() });
            let mut out = TensorWriter::default();
            replay.write(&mut out);
            let bytes = out.finish(&"about").unwrap();
            let file = TensorReader::new(&bytes).unwrap();
            assert_eq!(Replay::read(5, &file).unwrap(), replay);
        }
    }

    /// Rewards 1, 2, 4, 8 and then the end; with a discount of ½ and three decisions ahead.
    #[test]
    fn rewards_of_later_decisions_are_discounted() {
        let all = ActionSet::from(0b1111);
        let one = |action: ActionNumber, reward| Transition {
            action,
            reward,
            next: if action < 3 { vec![(u32::from(action) + 1, 1.0)] } else { Vec::new() },
            next_legal: if action < 3 { all } else { ActionSet::EMPTY },
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
        let legal = kept.each_ref().map(|one| one.next_legal.as_byte());
        assert_eq!(legal, [Some(0b1111), Some(0), Some(0), Some(0)]);
    }
}
