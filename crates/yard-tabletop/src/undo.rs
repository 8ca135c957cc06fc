//! Taking back: whose last decision is undone, and who has to agree before that.

use std::sync::Arc;

use yard_core::{Game, Move};

use crate::error::UndoError;
use crate::intent::is_by;
use crate::role::Role;
use crate::tabletop::Tabletop;

/// What becomes of a request to take back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Undo {
    /// Back to so many plies.
    To(usize),
    /// Others are asked.
    Asked,
}

impl Tabletop {
    /// Where a request to take back leads: to the last decision of the seat, or of the seat that asked for it before
    /// if this one may agree.
    ///
    /// # Errors
    /// When nothing can be taken back by this role.
    pub fn undo(&self, role: Role) -> Result<Undo, UndoError> {
        if role.only_watches() {
            return Err(UndoError::Watching);
        }
        // The end shows where Mr X was. Whoever is alone may go on and learn; others would be cheated.
        if self.is_over() && self.setup.seats.people() > 1 {
            return Err(UndoError::SeenByAll);
        }
        if self.is_cancelled() {
            return Err(UndoError::Cancelled);
        }
        let asker = self.undo_asked.filter(|asker| self.may_agree(*asker, role));
        let to = self.last_decision(asker.unwrap_or(role)).ok_or(UndoError::Nothing)?;
        match asker.is_none() && self.needs_consent(role, to) {
            true if self.undo_declined == Some((role, self.plies())) => Err(UndoError::Declined),
            true => Ok(Undo::Asked),
            false => Ok(Undo::To(to)),
        }
    }

    /// Notes that a seat wants to take back; the latest request counts.
    pub fn ask_undo(&mut self, role: Role) {
        self.undo_asked = Some(role);
    }

    /// Goes back to so many plies.
    pub fn take_back(&mut self, plies: usize) {
        self.reopened += u32::from(self.is_over());
        let mut game = Game::new(Arc::clone(&self.setup.rules), &self.setup.deal);
        self.moves.truncate(plies);
        for mv in &self.moves {
            let played = game.play(*mv);
            debug_assert!(played.is_ok(), "these moves were legal before");
        }
        self.game = game;
        self.taken_back += 1;
        self.undo_asked = None;
        self.fault = None;
    }

    /// The ply of the last decision of a seat.
    fn last_decision(&self, role: Role) -> Option<usize> {
        self.moves.iter().rposition(|mv| is_by(*mv, role))
    }

    /// Whether somebody has to agree before a seat goes back to so many plies: people of the other side, or else people of
    /// its own side whose moves would be lost.
    fn needs_consent(&self, asker: Role, to: usize) -> bool {
        let lost = |mv: &Move| !is_by(*mv, asker) && self.by_person(*mv);
        self.is_opposed(asker) || self.moves.iter().skip(to).any(lost)
    }

    /// Whether a seat may agree to what another one asks for.
    pub(crate) fn may_agree(&self, asker: Role, role: Role) -> bool {
        let of_detectives = |role: Role| matches!(role, Role::Detectives(_));
        match (role, self.is_opposed(asker)) {
            (Role::Watch | Role::WatchAll, _) => false,
            (Role::MrX | Role::Detectives(_), true) => of_detectives(role) != of_detectives(asker),
            (Role::MrX | Role::Detectives(_), false) => {
                let to = self.last_decision(asker).unwrap_or(self.moves.len());
                role != asker && self.moves.iter().skip(to).any(|mv| is_by(*mv, role))
            }
        }
    }

    /// Whether people play the other side.
    fn is_opposed(&self, role: Role) -> bool {
        match role {
            Role::MrX => self.setup.seats.any_human_detective(),
            Role::Detectives(_) => self.setup.seats.mr_x.is_human(),
            Role::Watch | Role::WatchAll => false,
        }
    }
}
