//! Positions that the search has met, with what it found there.

use yard_core::Move;

use super::position::Position;
use crate::budget::Budget;
use crate::window::Bounds;

#[derive(Clone, Copy, Debug)]
struct Entry {
    at: Option<Position>,
    /// The hash of the position, which tells most others apart at once.
    hash: u64,
    search: u32,
    left: u8,
    bounds: Bounds,
    best: Option<Move>,
}

const EMPTY: Entry =
    Entry { at: None, hash: 0, search: 0, left: 0, bounds: Bounds::NONE, best: None };

/// Remembers positions; a newer one takes an older one's place.
///
/// The whole position is compared, so what is found is never another's. Bounds count only for the
/// same number of plies left: a deeper result would be another value than plain minimax has.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    entries: Vec<Entry>,
    search: u32,
    used: bool,
}

impl Table {
    /// Forgets everything, at no cost, and makes room for a search of that size.
    pub(super) fn begin(&mut self, budget: Budget, used: bool) {
        self.used = used;
        let nodes = match budget {
            Budget::Nodes(nodes) => nodes,
            Budget::Playouts(nodes) => u64::from(nodes),
            Budget::Time(_) => u64::MAX,
        };
        // At most 28 MB.
        let size = 1 << nodes.clamp(1 << 10, 1 << 18).ilog2();
        if used && (self.entries.len() != size || self.search == u32::MAX) {
            self.entries = vec![EMPTY; size];
            self.search = 0;
        }
        self.search += 1;
    }

    #[inline]
    fn place(&self, hash: u64) -> usize {
        hash as usize & (self.entries.len() - 1)
    }

    /// What is known of a position with so many plies left, and the move that was best there.
    #[inline]
    pub(super) fn get(&self, at: &Position, left: u8) -> (Bounds, Option<Move>) {
        if self.used {
            let hash = at.hash(0);
            let entry = &self.entries[self.place(hash)];
            let same = entry.hash == hash && entry.search == self.search;
            if same && entry.at.as_ref() == Some(at) {
                let bounds = if entry.left == left { entry.bounds } else { Bounds::NONE };
                return (bounds, entry.best);
            }
        }
        (Bounds::NONE, None)
    }

    #[inline]
    pub(super) fn put(&mut self, at: &Position, left: u8, bounds: Bounds, best: Option<Move>) {
        if self.used {
            let (hash, search) = (at.hash(0), self.search);
            let place = self.place(hash);
            self.entries[place] = Entry { at: Some(*at), hash, search, left, bounds, best };
        }
    }
}
