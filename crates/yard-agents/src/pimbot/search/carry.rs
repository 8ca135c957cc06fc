//! A tree that is kept from one detective's move to the next.

use yard_core::Move;

use super::{OneTree, Searcher, Task};

impl Searcher {
    /// The tree for all guesses: that of the last search, or a new one.
    pub(super) fn plant(&mut self, task: &Task<'_>) -> OneTree {
        if let Some(kept) = self.single.filter(|_| task.goes_on) {
            // Those of stations that were ruled out since tell nothing any more.
            self.trees.retain(|(station, _)| task.candidates.contains(*station));
            return kept;
        }
        self.tree.clear();
        self.histories[0].clear();
        self.trees.clear();
        self.histories_used = 0;
        let single = OneTree { root: self.tree.plant(), history: 0 };
        self.single = Some(single);
        single
    }

    /// Takes the part of each tree that follows a move, or an empty one where none does.
    pub(in super::super) fn follow(&mut self, mv: Move) {
        let Searcher { tree, trees, single, .. } = self;
        for one in single.iter_mut().chain(trees.iter_mut().map(|(_, one)| one)) {
            one.root = tree.child(one.root, mv).unwrap_or_else(|| tree.plant());
        }
    }
}
