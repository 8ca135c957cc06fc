//! Which move is tried first: principal variation, killers, history, evaluation (section 2b).

use yard_core::{DetectiveMove, Move, MrXMove, Step};

/// Plies of which killers and lines are kept; no search gets that deep.
pub(super) const MOST_PLIES: usize = 128;
/// Killers kept for each ply (section 2b).
const KILLERS: usize = 3;
/// A history score fills so many bits of a key.
const HISTORY_BITS: u32 = 28;

/// Switches for tests; the value of a search depends on none of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aids {
    /// Positions that were met before are remembered.
    pub table: bool,
    /// Moves that cut off before are tried first, by ply.
    pub killers: bool,
    /// Moves that cut off before are tried first, anywhere.
    pub history: bool,
    /// A team that cannot come near enough is not searched.
    pub bounds: bool,
}

impl Aids {
    /// All of them.
    pub const ALL: Aids = Aids { table: true, killers: true, history: true, bounds: true };
    /// None: alpha and beta alone.
    pub const NONE: Aids = Aids { table: false, killers: false, history: false, bounds: false };
}

/// A move that a node has still to try; the greatest key comes first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) key: u64,
    pub(super) mv: Move,
}

type Killers = [[Option<Move>; KILLERS]; MOST_PLIES];

/// What the search has learnt about moves.
#[derive(Clone, Debug)]
pub(super) struct Ordering {
    killers: bool,
    history: bool,
    current: Box<Killers>,
    previous: Box<Killers>,
    /// By piece, ticket and target.
    scores: Vec<u32>,
}

impl Ordering {
    pub(super) fn new() -> Ordering {
        let empty = Box::new([[None; KILLERS]; MOST_PLIES]);
        let scores = vec![0; 6 * 4 * 256];
        Ordering { killers: true, history: true, current: empty.clone(), previous: empty, scores }
    }

    /// Forgets everything: a new search begins.
    pub(super) fn begin(&mut self, aids: Aids) {
        (self.killers, self.history) = (aids.killers, aids.history);
        self.current.fill([None; KILLERS]);
        self.deepen();
    }

    /// A deeper iteration begins: killers of the last one are kept, the history is not.
    pub(super) fn deepen(&mut self) {
        std::mem::swap(&mut self.current, &mut self.previous);
        self.current.fill([None; KILLERS]);
        self.scores.fill(0);
    }

    /// The key of a move. `first` is the move of the principal variation, `known` the best one of
    /// an earlier visit, and a greater `value` is better for whoever moves.
    #[inline]
    pub(super) fn key(
        &self,
        ply: usize,
        mv: Move,
        first: Option<Move>,
        known: Option<Move>,
        value: u32,
    ) -> u64 {
        let class = if first == Some(mv) {
            4
        } else if known == Some(mv) {
            3
        } else if self.current[ply].contains(&Some(mv)) {
            2
        } else {
            u64::from(self.previous[ply].contains(&Some(mv)))
        };
        let history = u64::from(self.scores[slot(mv)].min((1 << HISTORY_BITS) - 1));
        class << (32 + HISTORY_BITS) | history << 32 | u64::from(value)
    }

    /// A move has made all later ones of its node needless.
    #[inline]
    pub(super) fn cut(&mut self, ply: usize, left: u8, mv: Move) {
        let killers = &mut self.current[ply];
        if self.killers && !killers.contains(&Some(mv)) {
            killers.rotate_right(1);
            killers[0] = Some(mv);
        }
        if self.history {
            // The square of the depth below, as their program weighs it.
            let score = &mut self.scores[slot(mv)];
            *score = score.saturating_add(u32::from(left) * u32::from(left));
        }
    }
}

/// Where the history of a move is kept: piece, first ticket, last target.
#[inline]
fn slot(mv: Move) -> usize {
    let place = |piece: usize, first: Step, last: Step| {
        (piece * 4 + first.ticket as usize) * 256 + usize::from(last.to.number())
    };
    match mv {
        Move::MrX(MrXMove::Single(step)) => place(0, step, step),
        Move::MrX(MrXMove::Double(first, second)) => place(0, first, second),
        Move::Detective(DetectiveMove::Ride { by, step }) => place(by.index() + 1, step, step),
        // Nobody stands on station 0.
        Move::Detective(DetectiveMove::Pass { by }) => (by.index() + 1) * 4 * 256,
    }
}
