//! A table of positions that the search has met: different orders of moves lead to the same one.

use yard_core::State;

use crate::window::{Bounds, Window};

#[derive(Clone, Copy, Debug)]
struct Entry {
    state: Option<State>,
    search: u32,
    bounds: Bounds,
}

/// Remembers bounds by position; a newer position takes an older one's place.
///
/// The whole state is compared, tickets and slots included, and the slots tell how deep in the tree
/// it lies. So what is found here is always what a new search of the position would prove.
#[derive(Clone, Debug, Default)]
pub(super) struct Memo {
    entries: Vec<Entry>,
    search: u32,
}

impl Memo {
    /// Forgets everything, at no cost: entries of older searches no longer count.
    pub(super) fn begin(&mut self, detectives: u8) {
        let bits = match detectives {
            0..=2 => 12,
            3 => 15,
            _ => 18,
        };
        if self.entries.len() != 1 << bits || self.search == u32::MAX {
            let empty = Entry { state: None, search: 0, bounds: Bounds::NONE };
            self.entries = vec![empty; 1 << bits];
            self.search = 0;
        }
        self.search += 1;
    }

    /// Only the stations choose the place: positions that differ in tickets alone are rare.
    #[inline]
    fn place(&self, state: &State) -> usize {
        let turn = u64::from(state.public().slots_used()) << 8 | u64::from(state.mr_x().number());
        let word = state.public().detectives().fold(turn, |w, at| w << 8 | u64::from(at.number()));
        let mixed = (word ^ word >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 40) as usize & (self.entries.len() - 1)
    }

    /// What is known of the value that is still to come in a position.
    #[inline]
    pub(super) fn get(&self, state: &State) -> Bounds {
        let entry = &self.entries[self.place(state)];
        let known = entry.search == self.search && entry.state.as_ref() == Some(state);
        if known { entry.bounds } else { Bounds::NONE }
    }

    /// Adds what a search with a window has found.
    #[inline]
    pub(super) fn put(&mut self, state: &State, window: Window, value: i32) {
        let bounds = self.get(state).and(Bounds::proved(value, window));
        let place = self.place(state);
        self.entries[place] = Entry { state: Some(*state), search: self.search, bounds };
    }
}
