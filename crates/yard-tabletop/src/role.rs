//! What the holder of a link is: Mr X, some of the detectives, or somebody who watches.

use yard_core::{DetectiveId, Rules};

/// Some of the detectives, at least one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct DetectiveSet(
    /// Bit n is detective n + 1.
    u8,
);

impl DetectiveSet {
    /// All detectives of the rules.
    pub fn all(rules: &Rules) -> DetectiveSet {
        DetectiveSet(((1_u16 << rules.detectives()) - 1) as u8)
    }

    /// One detective.
    pub fn one(id: DetectiveId) -> DetectiveSet {
        DetectiveSet(1 << id.index())
    }

    /// Tells whether this detective is among them.
    pub fn contains(self, id: DetectiveId) -> bool {
        self.0 >> id.index() & 1 == 1
    }
}

/// What the holder of a link is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Role {
    /// Mr X.
    MrX,
    /// These detectives.
    Detectives(DetectiveSet),
    /// Sees what is public.
    Watch,
    /// Sees both sides; only in games without people.
    WatchAll,
}

impl Role {
    /// All detectives.
    pub fn team(rules: &Rules) -> Role {
        Role::Detectives(DetectiveSet::all(rules))
    }

    /// One detective.
    pub fn detective(id: DetectiveId) -> Role {
        Role::Detectives(DetectiveSet::one(id))
    }

    /// Tells whether this detective is moved by the role.
    pub fn moves(self, id: DetectiveId) -> bool {
        match self {
            Role::Detectives(own) => own.contains(id),
            Role::MrX | Role::Watch | Role::WatchAll => false,
        }
    }

    /// Tells whether Mr X's station is shown to the role.
    pub fn sees_mr_x(self) -> bool {
        match self {
            Role::MrX | Role::WatchAll => true,
            Role::Detectives(_) | Role::Watch => false,
        }
    }

    /// Tells whether the role has no seat.
    pub fn only_watches(self) -> bool {
        match self {
            Role::Watch | Role::WatchAll => true,
            Role::MrX | Role::Detectives(_) => false,
        }
    }

    /// The name of the seat in JSON.
    pub fn name(self) -> String {
        match self {
            Role::MrX => "mr_x".to_owned(),
            Role::Detectives(DetectiveSet(mask)) if mask.count_ones() == 1 => {
                format!("detective-{}", mask.trailing_zeros() + 1)
            }
            Role::Detectives(_) => "detectives".to_owned(),
            Role::Watch => "watch".to_owned(),
            Role::WatchAll => "watch_all".to_owned(),
        }
    }

    /// The number under which it is kept.
    pub fn to_number(self) -> i64 {
        match self {
            Role::Detectives(DetectiveSet(mask)) => i64::from(mask),
            Role::MrX => 100,
            Role::Watch => 101,
            Role::WatchAll => 102,
        }
    }

    /// The role of a kept number; `None` when no role has it.
    pub fn from_number(number: i64) -> Option<Role> {
        match number {
            1..=31 => Some(Role::Detectives(DetectiveSet(number as u8))),
            100 => Some(Role::MrX),
            101 => Some(Role::Watch),
            102 => Some(Role::WatchAll),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_one_role_or_none() {
        let known: Vec<Role> = (-300..300).filter_map(Role::from_number).collect();
        assert_eq!(known.len(), 31 + 3);
        for role in known {
            assert_eq!(Role::from_number(role.to_number()), Some(role));
        }
        for strange in [-1, 0, 32, 99, 103, 256 + 100, i64::MAX] {
            assert_eq!(Role::from_number(strange), None, "{strange}");
        }
    }
}
