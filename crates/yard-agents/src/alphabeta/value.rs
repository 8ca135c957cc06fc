//! What a node of the tree is worth: the formulas 5.5 to 5.12 of Sova (2021), in whole numbers.

use yard_core::{Board, Outcome, State, Turn};

/// The reward for a capture in the last round of the tree (formulas 5.5, 5.6 and 5.9).
const CATCH: i32 = 50;

/// Whose evaluation it is. Both are written as the detectives' gain; Mr X takes its negative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Judge {
    /// A capture is worth less the farther the other detectives are (5.9 and 5.10).
    Detectives,
    /// A capture costs Mr X the reward alone.
    MrX,
}

/// Which nodes of a path are added up where nothing ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PathSum {
    /// Every node below the root, as the text has it (Sova 5.4.2: "for every node of the path").
    #[default]
    All,
    /// Only those in which the detectives have just moved: one node for each round.
    Rounds,
}

/// Computes node values for one search.
///
/// Every value is a multiple of 1 / (n·(n − 1)), so it is kept times `whole` as an integer: sums are
/// exact, and equal values are really equal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Values {
    judge: Judge,
    sum: PathSum,
    depth: i32,
    /// What 1 is in these units.
    pub(super) whole: i32,
    /// 1 / n.
    share: i32,
    /// 1 / (n − 1); 0 for a lone detective, who has no colleagues to average over.
    other: i32,
    /// The lowest value that a node can have: everybody as far away as the board allows.
    worst: i32,
}

impl Values {
    pub(super) fn new(
        judge: Judge,
        sum: PathSum,
        depth: u8,
        detectives: u8,
        diameter: u8,
    ) -> Values {
        let n = i32::from(detectives);
        let (whole, share, other) = if n == 1 { (1, 1, 0) } else { (n * (n - 1), n - 1, n) };
        let worst = -(whole + share) * i32::from(diameter);
        Values { judge, sum, depth: depth.into(), whole, share, other, worst }
    }

    /// A node that ends nothing: 5.7 and 5.8, or 5.11 and 5.12, which for two are the same.
    #[inline]
    pub(super) fn open(&self, ply: u8, min: i32, max: i32) -> i32 {
        if self.sum == PathSum::Rounds && self.is_mr_xs(ply) {
            return 0;
        }
        -(self.whole * min + self.share * max)
    }

    /// Tells whether a ply is one of Mr X's; the side that searches makes ply 0.
    #[inline]
    fn is_mr_xs(&self, ply: u8) -> bool {
        match self.judge {
            Judge::MrX => ply.is_multiple_of(2),
            Judge::Detectives => !ply.is_multiple_of(2),
        }
    }

    /// The first part of 5.9; nothing that may follow from this round on is worth more.
    ///
    /// `ply` counts from the root, and h = ply / 2 counts rounds.
    #[inline]
    pub(super) fn win(&self, ply: u8) -> i32 {
        self.whole * CATCH * (self.depth - i32::from(ply / 2))
    }

    /// 5.9 and 5.10; `sum` adds up the distances of all but the catcher.
    #[inline]
    pub(super) fn caught(&self, ply: u8, sum: i32) -> i32 {
        self.win(ply) - self.far(ply, self.other * sum)
    }

    /// As 5.10, but nobody is the catcher, so the mean is that of all.
    #[inline]
    pub(super) fn cornered(&self, ply: u8, sum: i32) -> i32 {
        self.win(ply) - self.far(ply, self.share * sum)
    }

    #[inline]
    fn far(&self, ply: u8, mean: i32) -> i32 {
        match self.judge {
            Judge::Detectives => i32::from(ply / 2) * mean,
            Judge::MrX => 0,
        }
    }

    /// The value of the node that the ply led to; `left` nodes may still follow it.
    #[inline]
    pub(super) fn node(&self, board: &Board, state: &State, ply: u8, left: u8) -> i32 {
        let row = board.detective_distances_from(state.mr_x());
        let (mut min, mut max, mut sum) = (i32::MAX, 0, 0);
        for at in state.public().detectives() {
            let distance = i32::from(row[usize::from(at.number())]);
            min = min.min(distance);
            max = max.max(distance);
            sum += distance;
        }
        match state.turn() {
            Turn::MrX | Turn::Detective(_) | Turn::Team => self.open(ply, min, max),
            Turn::Over(Outcome::Captured) => self.caught(ply, sum),
            Turn::Over(Outcome::Cornered) => self.cornered(ply, sum),
            Turn::Over(Outcome::Escaped) => self.open(ply, min, max),
            // A path that ends early has fewer costs to add up. Without this a team would like to
            // be stranded, which loses.
            Turn::Over(Outcome::Stranded) => self.worst * (i32::from(left) + 1),
        }
    }
}

/// The greatest distance between two stations by detective lines.
pub(super) fn diameter(board: &Board) -> u8 {
    let stations = board.stations();
    let far = |from| {
        let row = board.detective_distances_from(from);
        stations.iter().map(|to| row[usize::from(to.number())]).max()
    };
    stations.iter().filter_map(far).max().unwrap_or(0)
}
