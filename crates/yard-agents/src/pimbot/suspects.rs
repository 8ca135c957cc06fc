//! The candidates along a simulated game, and their summed distances.

use yard_core::{Board, Candidates, MrXMove, PublicStep, Rules, Station, StationSet, Table};

/// The candidates L as the detectives see them in a simulated game.
///
/// The sums are made when they are first asked for after a turn of Mr X; a detective's move takes
/// at most one station out, which is one row to subtract.
#[derive(Clone, Debug)]
pub(super) struct Suspects {
    set: Candidates,
    /// `sums[s]`: the distances from s to all members of `set`, added up. A distance is at most 255,
    /// and so is the number of stations.
    sums: Box<[u16; 256]>,
    fresh: bool,
}

impl Suspects {
    /// Begins with nobody suspected.
    pub(super) fn new() -> Suspects {
        let set = Candidates::new(StationSet::EMPTY);
        Suspects { set, sums: Box::new([0; 256]), fresh: false }
    }

    /// Begins anew.
    pub(super) fn reset(&mut self, set: Candidates) {
        self.set = set;
        self.fresh = false;
    }

    /// The stations.
    pub(super) fn set(&self) -> &StationSet {
        &self.set
    }

    /// Mr X has moved; `before` is the table before the move.
    #[inline]
    pub(super) fn mr_x_moved(&mut self, rules: &Rules, before: &Table, mv: MrXMove) {
        let occupied = before.occupied_set();
        let mut slot = before.slots_used();
        for step in mv.steps() {
            slot += 1;
            let seen = rules.surfaces_after(slot).then_some(step.to);
            self.set.step(rules.board(), &occupied, PublicStep { ticket: step.ticket, seen });
        }
        self.fresh = false;
    }

    /// A detective has come to a station and the game goes on.
    #[inline]
    pub(super) fn detective_moved(&mut self, board: &Board, to: Station) {
        if !self.set.contains(to) {
            return;
        }
        self.set.strike(to);
        if self.fresh {
            let row = board.detective_distances_from(to);
            for (sum, distance) in self.sums.iter_mut().zip(row) {
                *sum -= u16::from(*distance);
            }
        }
    }

    /// For each station the sum of its distances to all candidates, indexed by number.
    #[inline]
    pub(super) fn sums(&mut self, board: &Board) -> &[u16; 256] {
        if !self.fresh {
            self.fresh = true;
            self.sums.fill(0);
            for station in self.set.iter() {
                let row = board.detective_distances_from(station);
                for (sum, distance) in self.sums.iter_mut().zip(row) {
                    *sum += u16::from(*distance);
                }
            }
        }
        &self.sums
    }
}
