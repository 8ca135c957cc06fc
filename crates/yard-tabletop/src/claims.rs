//! Who has sat down where.
//!
//! A seat of a person is free until somebody claims it. Everybody at the table sees which seats are taken, and whether
//! one holder has seats of both sides.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use yard_core::Rules;

use crate::error::{ClaimError, SeatsError};
use crate::role::Role;
use crate::seats::Seats;
use crate::tabletop::Tabletop;

/// A mark of the one who holds a seat. Equal marks are the same holder's; the `Debug` text hides them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Holder(pub [u8; 32]);

impl fmt::Debug for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Holder(..)")
    }
}

/// The seats that are taken, and by whom.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Claims(BTreeMap<Role, Holder>);

impl Claims {
    pub(crate) fn contains(&self, role: Role) -> bool {
        self.0.contains_key(&role)
    }

    /// The seats that are taken.
    pub(crate) fn roles(&self) -> impl Iterator<Item = Role> {
        self.0.keys().copied()
    }

    /// All seats of the one who holds this seat, which is among them.
    pub(crate) fn beside(&self, role: Role) -> Vec<Role> {
        let holder = self.0.get(&role);
        let same = self.0.iter().filter(|(other, held)| **other == role || Some(*held) == holder);
        same.map(|(other, _)| *other).collect()
    }

    /// Whether one holder has Mr X and a detective.
    pub(crate) fn both_sides(&self) -> bool {
        let mr_x = self.0.get(&Role::MrX);
        let of_team = |(role, holder): (&Role, &Holder)| *role != Role::MrX && Some(holder) == mr_x;
        self.0.iter().any(of_team)
    }
}

/// A seat of a person, and whether somebody sits there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ClaimJson {
    seat: String,
    claimed: bool,
}

/// The seats that whoever makes a game takes for himself.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "claim must be \"all\" or a list of seats, such as [\"mr_x\", \"detective-1\"]"
)]
pub enum ClaimWish {
    /// All of them: everybody shares one screen.
    Word(AllSeats),
    /// These, by their names in JSON.
    Seats(Vec<String>),
}

/// The word for all seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AllSeats {
    /// `"all"`.
    All,
}

impl Seats {
    /// The seats of people.
    pub fn people_roles(&self, rules: &Rules) -> Vec<Role> {
        self.roles(rules).into_iter().filter(|role| !role.only_watches()).collect()
    }

    /// The seats that whoever makes the game takes. Without a wish that is the only seat of a person, if there is one.
    ///
    /// # Errors
    /// When a name is none of a person's seat here.
    pub fn wished(&self, wish: Option<&ClaimWish>, rules: &Rules) -> Result<Vec<Role>, SeatsError> {
        let people = self.people_roles(rules);
        match wish {
            None if people.len() == 1 => Ok(people),
            None => Ok(Vec::new()),
            Some(ClaimWish::Word(AllSeats::All)) => Ok(people),
            Some(ClaimWish::Seats(names)) => {
                let named = |name: &String| people.iter().find(|role| role.name() == *name);
                let found: Option<Vec<&Role>> = names.iter().map(named).collect();
                let mut roles: Vec<Role> =
                    found.ok_or(SeatsError::NoSuchSeat)?.into_iter().copied().collect();
                roles.sort();
                roles.dedup();
                Ok(roles)
            }
        }
    }
}

impl Tabletop {
    /// Somebody sits down.
    ///
    /// # Errors
    /// When the role is no seat of a person, or somebody sits there already.
    pub fn claim(&mut self, role: Role, holder: Holder) -> Result<(), ClaimError> {
        if !self.setup.seats.people_roles(&self.setup.rules).contains(&role) {
            return Err(ClaimError::NoSeat);
        }
        if self.claims.contains(role) {
            return Err(ClaimError::Taken);
        }
        self.claims.0.insert(role, holder);
        Ok(())
    }

    /// Whether somebody sits there.
    pub fn is_claimed(&self, role: Role) -> bool {
        self.claims.contains(role)
    }

    /// Whether this holder sits there.
    pub fn is_held_by(&self, role: Role, holder: Holder) -> bool {
        self.claims.0.get(&role) == Some(&holder)
    }

    /// A claimed seat goes to another holder.
    ///
    /// # Errors
    /// When nobody has claimed it.
    pub fn hand_over(&mut self, role: Role, holder: Holder) -> Result<(), ClaimError> {
        *self.claims.0.get_mut(&role).ok_or(ClaimError::NoSeat)? = holder;
        Ok(())
    }

    /// The mark of the one who sits there.
    pub fn holder(&self, role: Role) -> Option<Holder> {
        self.claims.0.get(&role).copied()
    }

    /// The seat of a person with this name in JSON.
    pub fn person_seat(&self, name: &str) -> Option<Role> {
        let people = self.setup.seats.people_roles(&self.setup.rules);
        people.into_iter().find(|role| role.name() == name)
    }

    pub(crate) fn claims_json(&self) -> Vec<ClaimJson> {
        let people = self.setup.seats.people_roles(&self.setup.rules);
        let one = |role: Role| ClaimJson { seat: role.name(), claimed: self.is_claimed(role) };
        people.into_iter().map(one).collect()
    }
}
