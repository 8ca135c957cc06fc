//! Progressive History: how often a move has won anywhere in the search, by player.

use yard_core::{DetectiveMove, MrXMove, Step};

/// A move in short: who made it, and its last step. 0 is a move that is not counted.
///
/// Bits 0 to 9 are station and ticket of the last step, bit 10 is set for a double move, and the
/// bits above are the player: 0 for Mr X, 1 to 5 for the detectives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MoveCode(u16);

/// Codes of one player.
const PER_PLAYER: u16 = 1 << 11;
const DOUBLE: u16 = 1 << 10;
const PLAYERS: u16 = 6;

/// How many codes Mr X's moves have; they are the first.
pub(super) const MR_X_CODES: usize = PER_PLAYER as usize;

/// The moves of one simulated game, in order.
pub(super) type MoveLog = Vec<MoveCode>;

#[inline]
fn code_of_step(step: Step) -> u16 {
    (step.ticket as u16) << 8 | u16::from(step.to.number())
}

/// The code of a move of Mr X.
#[inline]
pub(super) fn code_of_mr_x(mv: MrXMove) -> MoveCode {
    match mv {
        MrXMove::Single(step) => MoveCode(code_of_step(step)),
        MrXMove::Double(_, second) => MoveCode(DOUBLE | code_of_step(second)),
    }
}

/// The code of a detective's move; passing is never a choice and is not counted.
#[inline]
pub(super) fn code_of_detective(mv: DetectiveMove) -> MoveCode {
    match mv {
        DetectiveMove::Ride { by, step } => {
            MoveCode(u16::from(by.number()) * PER_PLAYER + code_of_step(step))
        }
        DetectiveMove::Pass { .. } => MoveCode::NONE,
    }
}

impl MoveCode {
    /// No move.
    pub(super) const NONE: MoveCode = MoveCode(0);

    /// As a number.
    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Tells whether Mr X made it.
    #[inline]
    fn is_mr_x(self) -> bool {
        self.0 < PER_PLAYER
    }
}

/// What a simulated game counts for each side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Results {
    /// For Mr X.
    pub(super) hider: f64,
    /// For the team, or for the detective who searches.
    pub(super) seekers: f64,
}

/// Sum of results and number of plays of every move.
#[derive(Clone, Debug)]
pub(super) struct History {
    entries: Vec<(f64, f64)>,
}

impl History {
    /// Nothing has been played.
    pub(super) fn new() -> History {
        History { entries: vec![(0.0, 0.0); usize::from(PLAYERS * PER_PLAYER)] }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.entries.fill((0.0, 0.0));
    }

    /// How many moves have been counted.
    #[cfg(test)]
    pub(super) fn plays(&self) -> f64 {
        self.entries.iter().map(|(_, plays)| plays).sum()
    }

    /// Adds a simulated game.
    #[inline]
    pub(super) fn add(&mut self, log: &[MoveCode], results: Results) {
        for code in log {
            let (sum, plays) = &mut self.entries[usize::from(code.0)];
            *sum += if code.is_mr_x() { results.hider } else { results.seekers };
            *plays += 1.0;
        }
    }

    /// The mean result of a move; 0 when it was never played.
    #[inline]
    pub(super) fn mean(&self, code: MoveCode) -> f64 {
        self.mean_or(code, 0.0)
    }

    /// The same, or another number for a move that was never played.
    #[inline]
    pub(super) fn mean_or(&self, code: MoveCode, never: f64) -> f64 {
        let (sum, plays) = self.entries[usize::from(code.0)];
        if plays > 0.0 { sum / plays } else { never }
    }
}
