//! The next game of a table: who sits where then.

use serde::{Deserialize, Serialize};
use yard_core::Rules;

use crate::error::RematchError;
use crate::role::Role;
use crate::seats::{Seat, Seats, TeamSeats};
use crate::tabletop::{GameState, Tabletop};

/// What becomes of the seats in the next game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SeatChange {
    /// Everybody keeps his seat.
    Same,
    /// People change places.
    Change,
}

/// The next game of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NextGame {
    /// Its id.
    pub id: String,
    /// What became of the seats.
    pub seats: SeatChange,
    /// The seat that asked for it.
    pub by: String,
}

impl Seats {
    /// The seat that a person of this game has in the next one; `None` for those who have none here.
    pub fn next_role(&self, role: Role, change: SeatChange, rules: &Rules) -> Option<Role> {
        let people = self.people_roles(rules);
        let at = people.iter().position(|known| *known == role)?;
        match (change, people.as_slice()) {
            (SeatChange::Same, _) => Some(role),
            // One against agents goes to the other side.
            (SeatChange::Change, [Role::MrX]) => Some(Role::team(rules)),
            (SeatChange::Change, [_]) => Some(Role::MrX),
            (SeatChange::Change, _) => Some(people[(at + 1) % people.len()]),
        }
    }

    /// The seats of the next game. Names go with the people.
    ///
    /// # Errors
    /// When people cannot change places so that somebody changes sides.
    pub fn for_next(&self, change: SeatChange, rules: &Rules) -> Result<Seats, RematchError> {
        let people = self.people_roles(rules);
        match (change, people.as_slice()) {
            (SeatChange::Same, _) => Ok(self.clone()),
            (SeatChange::Change, []) => Err(RematchError::NobodyPlays),
            (SeatChange::Change, [_]) => self.sides_changed(),
            (SeatChange::Change, _) if !self.mr_x.is_human() => Err(RematchError::SameSide),
            (SeatChange::Change, _) => {
                let mut next = self.clone();
                for role in &people {
                    let name = self.person_name(*role).unwrap_or_default().to_owned();
                    if let Some(seat) = self.next_role(*role, change, rules) {
                        // The name was good for the seat before.
                        let _ = next.rename(seat, &name);
                    }
                }
                Ok(next)
            }
        }
    }

    /// One person and agents of one kind change sides.
    fn sides_changed(&self) -> Result<Seats, RematchError> {
        let team = self.team();
        let first = team.first().ok_or(RematchError::SeveralAgents)?;
        match team.iter().all(|seat| seat == first) {
            true => {
                Ok(Seats { mr_x: first.clone(), detectives: TeamSeats::One(self.mr_x.clone()) })
            }
            false => Err(RematchError::SeveralAgents),
        }
    }

    /// What the person of a seat is called.
    fn person_name(&self, role: Role) -> Option<&str> {
        let seat = match (role, &self.detectives) {
            (Role::MrX, _) => &self.mr_x,
            (Role::Detectives(_), TeamSeats::One(seat)) => seat,
            (Role::Detectives(_), TeamSeats::Each(seats)) => {
                let own = yard_core::DetectiveId::ALL.into_iter().zip(seats);
                own.filter(|(id, _)| role.moves(*id)).map(|(_, seat)| seat).next()?
            }
            (Role::Watch | Role::WatchAll, _) => return None,
        };
        match seat {
            Seat::Human { name } => name.as_deref(),
            Seat::Agent { .. } => None,
        }
    }
}

impl Tabletop {
    /// Looks whether a seat may ask for the next game.
    ///
    /// # Errors
    /// When it is nobody's seat, or the game goes on.
    pub fn check_rematch(&self, role: Role) -> Result<(), RematchError> {
        match (role.only_watches(), self.state()) {
            (true, _) => Err(RematchError::Watching),
            (false, GameState::Open) => Err(RematchError::GoesOn),
            (false, GameState::Over | GameState::Cancelled) => Ok(()),
        }
    }

    /// The next game of this table.
    pub fn next_game(&self) -> Option<&NextGame> {
        self.next.as_ref()
    }

    /// Notes the next game.
    pub fn set_next_game(&mut self, next: NextGame) {
        self.next = Some(next);
    }
}
