//! Moves of both sides, and what the detectives see of Mr X's.

use crate::rules::Rules;
use crate::station::Station;
use crate::ticket::Ticket;

/// One ride: the ticket that is paid and the station it leads to.
///
/// Rule 4.3: two lines that the same ticket pays to the same target are one step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    /// What is paid.
    pub ticket: Ticket,
    /// Where it leads.
    pub to: Station,
}

/// What Mr X does in a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MrXMove {
    /// One step.
    Single(Step),
    /// Two steps with a double-move ticket (rule 4.5).
    Double(Step, Step),
}

impl MrXMove {
    /// The first step, and the second of a double move.
    pub fn steps(self) -> impl Iterator<Item = Step> {
        let (first, second) = match self {
            MrXMove::Single(step) => (step, None),
            MrXMove::Double(first, second) => (first, Some(second)),
        };
        std::iter::once(first).chain(second)
    }

    /// The station on which the move ends.
    #[must_use]
    pub fn target(self) -> Station {
        match self {
            MrXMove::Single(step) | MrXMove::Double(_, step) => step.to,
        }
    }
}

/// The most detectives that any rules allow.
pub const MOST_DETECTIVES: usize = 5;

/// One of the detectives; people count from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
#[repr(u8)]
pub enum DetectiveId {
    /// Detective 1.
    D1 = 0,
    /// Detective 2.
    D2 = 1,
    /// Detective 3.
    D3 = 2,
    /// Detective 4.
    D4 = 3,
    /// Detective 5.
    D5 = 4,
}

impl DetectiveId {
    /// All detectives in order.
    pub const ALL: [DetectiveId; MOST_DETECTIVES] =
        [DetectiveId::D1, DetectiveId::D2, DetectiveId::D3, DetectiveId::D4, DetectiveId::D5];

    /// The detective with this number, counted from 1.
    #[must_use]
    pub fn from_number(number: u32) -> Option<DetectiveId> {
        let index = number.checked_sub(1)?;
        DetectiveId::ALL.get(index as usize).copied()
    }

    /// The number, counted from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The index, counted from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    pub(crate) const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// No detective has this number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("detectives are numbered 1 to 5")]
pub struct NoDetective;

impl TryFrom<u8> for DetectiveId {
    type Error = NoDetective;
    fn try_from(number: u8) -> Result<DetectiveId, NoDetective> {
        DetectiveId::from_number(number.into()).ok_or(NoDetective)
    }
}

impl From<DetectiveId> for u8 {
    fn from(id: DetectiveId) -> u8 {
        id.number()
    }
}

impl std::fmt::Display for DetectiveId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.number().fmt(f)
    }
}

/// What one detective does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DetectiveMove {
    /// A ride by taxi, bus or underground.
    Ride {
        /// Who moves.
        by: DetectiveId,
        /// How and where to.
        step: Step,
    },
    /// Stays put, because no ride is legal (rule 5.3).
    Pass {
        /// Who passes.
        by: DetectiveId,
    },
}

impl DetectiveMove {
    /// Who moves or passes.
    #[must_use]
    pub fn by(self) -> DetectiveId {
        match self {
            DetectiveMove::Ride { by, .. } | DetectiveMove::Pass { by } => by,
        }
    }
}

/// A move of either side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Mr X moves.
    MrX(MrXMove),
    /// A detective moves.
    Detective(DetectiveMove),
}

impl From<MrXMove> for Move {
    fn from(mv: MrXMove) -> Move {
        Move::MrX(mv)
    }
}

impl From<DetectiveMove> for Move {
    fn from(mv: DetectiveMove) -> Move {
        Move::Detective(mv)
    }
}

/// What everybody sees of one step of Mr X: the ticket, and the station when he surfaces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PublicStep {
    /// What was paid.
    pub ticket: Ticket,
    /// Where he was seen.
    pub seen: Option<Station>,
}

/// What everybody sees of Mr X's turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PublicMrXMove {
    /// One step.
    Single(PublicStep),
    /// A double move.
    Double(PublicStep, PublicStep),
}

impl PublicMrXMove {
    /// The first step, and the second of a double move.
    pub fn steps(self) -> impl Iterator<Item = PublicStep> {
        let (first, second) = match self {
            PublicMrXMove::Single(step) => (step, None),
            PublicMrXMove::Double(first, second) => (first, Some(second)),
        };
        std::iter::once(first).chain(second)
    }

    /// What everybody sees of it (rule 7.1), when so many log slots were used before: stations only where Mr X
    /// surfaces, or all of them when he was caught with it.
    #[must_use]
    pub fn as_seen(self, rules: &Rules, used: u8, caught: bool) -> PublicMrXMove {
        let hide = |step: PublicStep, slot: u8| PublicStep {
            seen: step.seen.filter(|_| caught || rules.surfaces_after(slot)),
            ..step
        };
        let (first, second) = (used.saturating_add(1), used.saturating_add(2));
        match self {
            PublicMrXMove::Single(step) => PublicMrXMove::Single(hide(step, first)),
            PublicMrXMove::Double(one, other) => {
                PublicMrXMove::Double(hide(one, first), hide(other, second))
            }
        }
    }

    /// Tells whether it was a double move.
    #[must_use]
    pub fn is_double(self) -> bool {
        matches!(self, PublicMrXMove::Double(..))
    }
}
