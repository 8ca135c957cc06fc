//! Who sits where, and what a link may do.

use serde::{Deserialize, Serialize};
use yard_arena::AgentSpec;
use yard_core::{DetectiveId, Rules};

use crate::error::ApiError;
use crate::specs;

/// A place at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Seat {
    /// A person.
    Human {
        /// What the person is called.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// An agent of the roster.
    Agent {
        /// `name:key=value,..`
        spec: String,
    },
}

impl Seat {
    pub(crate) fn is_human(&self) -> bool {
        matches!(self, Seat::Human { .. })
    }

    /// What others see of who sits there.
    pub(crate) fn name(&self) -> &str {
        match self {
            Seat::Human { name } => name.as_deref().unwrap_or(""),
            Seat::Agent { spec } => spec,
        }
    }
}

/// The detectives' places: one for all of them, or one each.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "detectives must be one seat or a list of seats; a seat is \
    {\"kind\":\"human\"} or {\"kind\":\"agent\",\"spec\":\"best\"}"
)]
pub(crate) enum TeamSeats {
    /// One for all.
    One(Seat),
    /// One each.
    Each(Vec<Seat>),
}

/// All places.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Seats {
    pub(crate) mr_x: Seat,
    pub(crate) detectives: TeamSeats,
}

/// Names are shown to others, so they stay short and plain.
const LONGEST_NAME: usize = 40;

impl Seats {
    /// Looks at names, numbers and agents.
    pub(crate) fn check(&self, rules: &Rules) -> Result<(), ApiError> {
        if let TeamSeats::Each(seats) = &self.detectives
            && seats.len() != usize::from(rules.detectives())
        {
            let (found, wanted) = (seats.len(), rules.detectives());
            let text = format!("there are {wanted} detectives, but seats for {found}");
            return Err(ApiError::bad(text));
        }
        for seat in std::iter::once(&self.mr_x).chain(self.team()) {
            match seat {
                Seat::Human { name: Some(name) } => check_name(name)?,
                Seat::Human { name: None } | Seat::Agent { .. } => {}
            }
        }
        if let Seat::Agent { spec } = &self.mr_x {
            specs::check(spec)?.mr_x(rules).map_err(ApiError::bad)?;
        }
        for seat in self.team() {
            if let Seat::Agent { spec } = seat {
                specs::check(spec)?.detectives(rules).map_err(ApiError::bad)?;
            }
        }
        Ok(())
    }

    fn team(&self) -> &[Seat] {
        match &self.detectives {
            TeamSeats::One(seat) => std::slice::from_ref(seat),
            TeamSeats::Each(seats) => seats,
        }
    }

    /// Who plays a detective.
    pub(crate) fn detective(&self, id: DetectiveId) -> &Seat {
        match &self.detectives {
            TeamSeats::One(seat) => seat,
            TeamSeats::Each(seats) => seats.get(id.index()).unwrap_or(&self.mr_x),
        }
    }

    /// The agent of a detective.
    pub(crate) fn detective_agent(&self, id: DetectiveId) -> Option<&str> {
        match self.detective(id) {
            Seat::Agent { spec } => Some(spec),
            Seat::Human { .. } => None,
        }
    }

    /// The agent of Mr X.
    pub(crate) fn mr_x_agent(&self) -> Option<&str> {
        match &self.mr_x {
            Seat::Agent { spec } => Some(spec),
            Seat::Human { .. } => None,
        }
    }

    /// Tells whether no person plays.
    pub(crate) fn only_agents(&self) -> bool {
        !self.mr_x.is_human() && !self.any_human_detective()
    }

    pub(crate) fn any_human_detective(&self) -> bool {
        self.team().iter().any(Seat::is_human)
    }

    /// The links of a game: a role for each person, and those who watch.
    pub(crate) fn roles(&self, rules: &Rules) -> Vec<Role> {
        let mut roles = Vec::new();
        if self.mr_x.is_human() {
            roles.push(Role::MrX);
        }
        match &self.detectives {
            TeamSeats::One(seat) if seat.is_human() => roles.push(Role::team(rules)),
            TeamSeats::One(_) => {}
            TeamSeats::Each(seats) => {
                let people = rules.detective_ids().zip(seats).filter(|(_, seat)| seat.is_human());
                roles.extend(people.map(|(id, _)| Role::Detectives(1 << id.index())));
            }
        }
        roles.push(Role::Watch);
        if self.only_agents() {
            roles.push(Role::WatchAll);
        }
        roles
    }
}

pub(crate) fn check_name(name: &str) -> Result<(), ApiError> {
    if name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
        let text = format!("a name has at most {LONGEST_NAME} letters and no control characters");
        return Err(ApiError::bad(text));
    }
    Ok(())
}

/// What the holder of a link is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Role {
    /// Mr X.
    MrX,
    /// These detectives; bit n is detective n + 1.
    Detectives(u8),
    /// Sees what is public.
    Watch,
    /// Sees both sides; only in games without people.
    WatchAll,
}

impl Role {
    /// All detectives.
    pub(crate) fn team(rules: &Rules) -> Role {
        Role::Detectives(((1_u16 << rules.detectives()) - 1) as u8)
    }

    /// Tells whether this detective is moved by the role.
    pub(crate) fn moves(self, id: DetectiveId) -> bool {
        match self {
            Role::Detectives(mask) => mask >> id.index() & 1 == 1,
            Role::MrX | Role::Watch | Role::WatchAll => false,
        }
    }

    /// Tells whether Mr X's station is for these eyes.
    pub(crate) fn sees_mr_x(self) -> bool {
        match self {
            Role::MrX | Role::WatchAll => true,
            Role::Detectives(_) | Role::Watch => false,
        }
    }

    /// The name of the seat in views.
    pub(crate) fn name(self) -> String {
        match self {
            Role::MrX => "mr_x".to_owned(),
            Role::Detectives(mask) if mask.count_ones() == 1 => {
                format!("detective-{}", mask.trailing_zeros() + 1)
            }
            Role::Detectives(_) => "detectives".to_owned(),
            Role::Watch => "watch".to_owned(),
            Role::WatchAll => "watch_all".to_owned(),
        }
    }

    /// The number under which it is kept.
    pub(crate) fn to_number(self) -> i64 {
        match self {
            Role::Detectives(mask) => i64::from(mask),
            Role::MrX => 100,
            Role::Watch => 101,
            Role::WatchAll => 102,
        }
    }

    /// The role of a number.
    pub(crate) fn from_number(number: i64) -> Option<Role> {
        match number {
            1..=31 => Some(Role::Detectives(number as u8)),
            100 => Some(Role::MrX),
            101 => Some(Role::Watch),
            102 => Some(Role::WatchAll),
            _ => None,
        }
    }
}

/// The agent that a checked spec names.
pub(crate) fn parse(spec: &str) -> Result<AgentSpec, ApiError> {
    spec.parse().map_err(ApiError::bad)
}
