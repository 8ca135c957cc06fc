//! The candidates along a simulated game, and their summed distances.

use yard_core::{
    Board, Candidates, DetectiveId, MOST_DETECTIVES, MrXMove, PublicState, PublicStep, Rules,
    Station, StationSet,
};

use crate::rng::FastRng;

/// The candidates L as the detectives see them in a simulated game.
///
/// The sums are made when they are first asked for after a turn of Mr X; a detective's move takes
/// at most one station out, which is one row to subtract.
#[derive(Clone, Debug)]
pub(super) struct SimulatedCandidates {
    set: Candidates,
    /// `sums[s]`: the distances from s to all members of `set`, added up. A distance is at most 255,
    /// and so is the number of stations.
    sums: Box<[u16; 256]>,
    fresh: bool,
    /// Rows of distances that can be added in bytes; 0 before the board is known.
    rows_at_once: usize,
    /// Where each of the detectives assumes him to be, or the first one for all; to be drawn anew when `None`.
    assumed: [Option<Station>; MOST_DETECTIVES],
}

impl SimulatedCandidates {
    /// Begins with no candidate.
    pub(super) fn new() -> SimulatedCandidates {
        let set = Candidates::new(StationSet::EMPTY);
        SimulatedCandidates {
            set,
            sums: Box::new([0; 256]),
            fresh: false,
            rows_at_once: 0,
            assumed: [None; MOST_DETECTIVES],
        }
    }

    /// Gets to know the board; to be called before all else.
    pub(super) fn survey(&mut self, board: &Board) {
        self.rows_at_once = rows_at_once(board);
    }

    /// Begins anew.
    #[inline]
    pub(super) fn reset(&mut self, set: Candidates) {
        self.set = set;
        self.fresh = false;
        self.assumed = [None; MOST_DETECTIVES];
    }

    /// The detectives assume that he is at a station.
    #[inline]
    pub(super) fn assume(&mut self, station: Station) {
        self.assumed[0] = Some(station);
    }

    /// Where he is assumed to be: any candidate, when what was assumed has turned out to be wrong.
    #[inline]
    pub(super) fn assumed(&mut self, chance: &mut FastRng) -> Option<Station> {
        if self.assumed[0].is_none() {
            self.assumed[0] = draw(&self.set, chance);
        }
        self.assumed[0]
    }

    /// Where one detective assumes him to be.
    #[inline]
    pub(super) fn own(&mut self, by: DetectiveId) -> &mut Option<Station> {
        &mut self.assumed[by.index()]
    }

    /// Leads the assumed station along the tickets of a move: to any station where they lead, or to where he is
    /// seen. `before` is the public state before the move.
    #[inline]
    pub(super) fn follow(
        &mut self,
        rules: &Rules,
        before: &PublicState,
        mv: MrXMove,
        keeps: impl Fn(&StationSet, &mut FastRng) -> Option<Station>,
        chance: &mut FastRng,
    ) {
        let occupied = before.occupied_set();
        for (slot, step) in (before.slots_used() + 1..).zip(mv.steps()) {
            for assumed in &mut self.assumed {
                *assumed = if rules.surfaces_after(slot) {
                    Some(step.to)
                } else {
                    assumed.and_then(|at| {
                        let free = rules.board().reach(at, step.ticket).without(&occupied);
                        keeps(&free, chance)
                    })
                };
            }
        }
    }

    /// The stations.
    pub(super) fn set(&self) -> &StationSet {
        &self.set
    }

    /// Mr X has moved; `before` is the public state before the move.
    #[inline]
    pub(super) fn mr_x_moved(&mut self, rules: &Rules, before: &PublicState, mv: MrXMove) {
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
        for assumed in &mut self.assumed {
            if *assumed == Some(to) {
                *assumed = None;
            }
        }
        if !self.set.contains(to) {
            return;
        }
        self.set.strike(to);
        if self.fresh {
            let row = board.detective_distances_from(to);
            for (sum, distance) in self.sums.iter_mut().zip(row) {
                *sum = sum.wrapping_sub(u16::from(*distance));
            }
        }
    }

    /// For each station the sum of its distances to all candidates, indexed by number.
    #[inline]
    pub(super) fn sums(&mut self, board: &Board) -> &[u16; 256] {
        if !self.fresh {
            self.fresh = true;
            self.add_up(board);
        }
        &self.sums
    }

    /// Adds the rows of all candidates up.
    ///
    /// Bytes are added first, as many rows as cannot overflow: sixteen stations at a time instead
    /// of eight. Numbers that are no station are 255 away and wrap, here and when a row is
    /// subtracted; nobody reads them.
    fn add_up(&mut self, board: &Board) {
        self.sums.fill(0);
        let mut stations = self.set.iter();
        loop {
            let mut part = [0_u8; 256];
            let mut rows = 0;
            for station in stations.by_ref().take(self.rows_at_once) {
                let row = board.detective_distances_from(station);
                for (sum, distance) in part.iter_mut().zip(row) {
                    *sum = sum.wrapping_add(*distance);
                }
                rows += 1;
            }
            for (sum, part) in self.sums.iter_mut().zip(&part) {
                *sum += u16::from(*part);
            }
            if rows < self.rows_at_once {
                return;
            }
        }
    }
}

/// Any station of a set.
#[inline]
pub(super) fn draw(set: &StationSet, chance: &mut FastRng) -> Option<Station> {
    set.nth((((chance.bits() >> 32) * set.len() as u64) >> 32) as usize)
}

/// How many rows of distances can be added in bytes.
fn rows_at_once(board: &Board) -> usize {
    let farthest = board.stations().iter().flat_map(|from| {
        let row = board.detective_distances_from(from);
        board.stations().iter().map(|to| row[usize::from(to.number())]).max()
    });
    usize::from(u8::MAX / farthest.max().unwrap_or(1).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use yard_core::{Rules, presets};

    fn slow_sum(rules: &Rules, set: &StationSet, from: Station) -> u32 {
        let far = |to| rules.board().detective_distance(from, to).map_or(255, u32::from);
        set.iter().map(far).sum()
    }

    fn check(rules: &Rules, candidates: &mut SimulatedCandidates) {
        let set = *candidates.set();
        let sums = *candidates.sums(rules.board());
        for station in rules.board().stations().iter() {
            let by_hand = slow_sum(rules, &set, station);
            assert_eq!(u32::from(sums[usize::from(station.number())]), by_hand, "{station}");
        }
    }

    #[test]
    fn sums_are_those_of_plain_addition() {
        for name in ["classic", "grid15", "glasses"] {
            let rules = presets::rules(name).unwrap();
            let mut candidates = SimulatedCandidates::new();
            candidates.survey(rules.board());
            let all: Vec<Station> = rules.board().stations().iter().collect();
            for every in [1, 2, 3, 7, 50] {
                let set: StationSet = all.iter().copied().step_by(every).collect();
                candidates.reset(Candidates::new(set));
                check(&rules, &mut candidates);
                for station in set.iter().take(3).chain(all.iter().rev().copied().take(2)) {
                    candidates.detective_moved(rules.board(), station);
                    assert!(!candidates.set().contains(station));
                    check(&rules, &mut candidates);
                }
            }
        }
    }
}
