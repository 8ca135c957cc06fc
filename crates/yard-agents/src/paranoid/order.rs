//! Which move is tried first: principal variation, killers, history, evaluation (section 2b).

use yard_core::{DetectiveMove, Move, MrXMove, Step};

/// Plies of which killers and lines are kept; no search gets that deep.
pub(super) const MOST_PLIES: usize = 128;
/// Killers kept for each ply (section 2b).
const KILLERS: usize = 3;
/// A history score fills so many bits of a key.
const HISTORY_BITS: u32 = 28;

/// Switches for tests and measurements; the value of a search depends on none of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aids {
    /// Positions that were met before are remembered.
    pub table: bool,
    /// The line of the last iteration is tried first.
    pub principal: bool,
    /// Moves that cut off before are tried first, by ply.
    pub killers: bool,
    /// Those of the last iteration too.
    pub old_killers: bool,
    /// Moves that cut off before are tried first, anywhere.
    pub history: bool,
    /// Among equals the move with the better leaf is tried first.
    pub leaf: bool,
    /// A team that cannot come near enough is not searched.
    pub bounds: bool,
}

impl Aids {
    /// All of them.
    pub const ALL: Aids = Aids { table: true, bounds: true, ..Aids::PUBLISHED };
    /// Those that Mortimer & Colfer name (2b), and not ours.
    pub const PUBLISHED: Aids = Aids {
        principal: true,
        killers: true,
        old_killers: true,
        history: true,
        leaf: true,
        ..Aids::NONE
    };
    /// None: alpha and beta alone.
    pub const NONE: Aids = Aids {
        table: false,
        principal: false,
        killers: false,
        old_killers: false,
        history: false,
        leaf: false,
        bounds: false,
    };
}

/// A move that a node has still to try; the greatest key comes first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) key: u64,
    pub(super) mv: Move,
}

/// A move in one word, which is compared more quickly than the move; 0 is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Code(u32);

impl Code {
    const NONE: Code = Code(0);

    /// The code of a move that there may be.
    #[inline]
    pub(super) fn of(mv: Option<Move>) -> Code {
        mv.map_or(Code::NONE, Code::new)
    }

    /// From the top: a mark, 3 bits for the piece, 1 for a double move, first ticket and target,
    /// last ticket and target. A pass has no target.
    #[inline]
    fn new(mv: Move) -> Code {
        let step = |step: Step| (step.ticket as u32) << 8 | u32::from(step.to.number());
        let by = |piece: usize| 1 << 31 | (piece as u32) << 21;
        Code(match mv {
            Move::MrX(MrXMove::Single(last)) => by(0) | step(last) << 10 | step(last),
            Move::MrX(MrXMove::Double(first, last)) => {
                by(0) | 1 << 20 | step(first) << 10 | step(last)
            }
            Move::Detective(DetectiveMove::Ride { by: id, step: last }) => {
                by(id.index() + 1) | step(last) << 10 | step(last)
            }
            Move::Detective(DetectiveMove::Pass { by: id }) => by(id.index() + 1),
        })
    }

    /// Where the history of a move is kept: piece, first ticket, last target.
    #[inline]
    fn slot(self) -> usize {
        let (piece, ticket) = (self.0 >> 21 & 7, self.0 >> 18 & 3);
        ((piece << 2 | ticket) << 8 | self.0 & 255) as usize
    }
}

/// Moves of a node that are tried before all others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Preferred {
    /// That of the principal variation.
    pub(super) principal: Code,
    /// The best one of an earlier visit.
    pub(super) known: Code,
}

type Killers = [[Code; KILLERS]; MOST_PLIES];

/// What the search has learnt about moves.
#[derive(Clone, Debug)]
pub(super) struct Ordering {
    aids: Aids,
    current: Box<Killers>,
    previous: Box<Killers>,
    /// By piece, ticket and target.
    scores: Vec<u32>,
}

impl Ordering {
    pub(super) fn new() -> Ordering {
        let empty = Box::new([[Code::NONE; KILLERS]; MOST_PLIES]);
        let scores = vec![0; 8 * 4 * 256];
        Ordering { aids: Aids::ALL, current: empty.clone(), previous: empty, scores }
    }

    /// Forgets everything: a new search begins.
    pub(super) fn begin(&mut self, aids: Aids) {
        self.aids = aids;
        self.current.fill([Code::NONE; KILLERS]);
        self.deepen();
    }

    /// A deeper iteration begins: killers of the last one are kept, the history is not.
    pub(super) fn deepen(&mut self) {
        if self.aids.old_killers {
            std::mem::swap(&mut self.current, &mut self.previous);
        } else {
            self.previous.fill([Code::NONE; KILLERS]);
        }
        self.current.fill([Code::NONE; KILLERS]);
        self.scores.fill(0);
    }

    /// The key of a move; a greater `value` is better for whoever moves.
    #[inline]
    pub(super) fn key(&self, ply: usize, mv: Move, preferred: Preferred, value: u32) -> u64 {
        let code = Code::new(mv);
        let class = if preferred.principal == code {
            4
        } else if preferred.known == code {
            3
        } else if self.current[ply].contains(&code) {
            2
        } else {
            u64::from(self.previous[ply].contains(&code))
        };
        let history = u64::from(self.scores[code.slot()].min((1 << HISTORY_BITS) - 1));
        let value = if self.aids.leaf { value } else { 0 };
        class << (32 + HISTORY_BITS) | history << 32 | u64::from(value)
    }

    /// A move has made all later ones of its node needless.
    #[inline]
    pub(super) fn cut(&mut self, ply: usize, left: u8, mv: Move) {
        let code = Code::new(mv);
        let killers = &mut self.current[ply];
        if self.aids.killers && !killers.contains(&code) {
            killers.rotate_right(1);
            killers[0] = code;
        }
        if self.aids.history {
            // The square of the depth below, as their program weighs it.
            let score = &mut self.scores[code.slot()];
            *score = score.saturating_add(u32::from(left) * u32::from(left));
        }
    }
}
