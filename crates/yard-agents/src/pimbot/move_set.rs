//! A set of moves of Mr X that is asked for many times and emptied in no time.

use yard_core::{Move, MrXMove};

use super::history::{MR_X_CODES, MoveCode};

/// Moves of Mr X.
///
/// A mark for each code tells whether it is in; it counts while it is that of the present set. Double
/// moves that end alike share a code, so those are compared one by one.
#[derive(Clone, Debug)]
pub(super) struct MoveSet {
    marks: Vec<u32>,
    present: u32,
    doubles: Vec<MrXMove>,
}

impl MoveSet {
    /// The empty set.
    pub(super) fn new() -> MoveSet {
        MoveSet { marks: vec![0; MR_X_CODES], present: 1, doubles: Vec::new() }
    }

    /// Becomes the set of these moves; those of detectives are left out.
    #[inline]
    pub(super) fn become_those(&mut self, moves: impl Iterator<Item = (Move, MoveCode)>) {
        self.doubles.clear();
        if self.present == u32::MAX {
            self.marks.fill(0);
            self.present = 0;
        }
        self.present += 1;
        for (mv, code) in moves {
            let Move::MrX(mv) = mv else { continue };
            self.marks[code.index()] = self.present;
            if matches!(mv, MrXMove::Double(..)) {
                self.doubles.push(mv);
            }
        }
    }

    /// Tells whether a move is in it.
    #[inline]
    pub(super) fn contains(&self, mv: Move, code: MoveCode) -> bool {
        match mv {
            Move::MrX(MrXMove::Single(_)) => self.marks[code.index()] == self.present,
            Move::MrX(mv @ MrXMove::Double(..)) => {
                self.marks[code.index()] == self.present && self.doubles.contains(&mv)
            }
            Move::Detective(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use yard_core::{Station, Step, Ticket};

    use super::super::history::code_of_mr_x;
    use super::*;

    fn step(ticket: Ticket, to: u8) -> Step {
        Step { ticket, to: Station::new(to).unwrap() }
    }

    #[test]
    fn it_holds_the_last_moves_only() {
        let single = MrXMove::Single(step(Ticket::Taxi, 46));
        let double = MrXMove::Double(step(Ticket::Bus, 1), step(Ticket::Taxi, 46));
        let alike = MrXMove::Double(step(Ticket::Taxi, 2), step(Ticket::Taxi, 46));
        let coded = |mv: MrXMove| (Move::from(mv), code_of_mr_x(mv));
        let mut set = MoveSet::new();
        let has = |set: &MoveSet| {
            [single, double, alike].map(|mv| set.contains(mv.into(), code_of_mr_x(mv)))
        };
        assert_eq!(has(&set), [false; 3]);
        set.become_those([single, double].into_iter().map(coded));
        assert_eq!(has(&set), [true, true, false]);
        set.become_those([alike].into_iter().map(coded));
        assert_eq!(has(&set), [false, false, true]);
        set.become_those(std::iter::empty());
        assert_eq!(has(&set), [false; 3]);
    }
}
