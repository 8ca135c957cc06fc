//! Who sits where, and which links a game has.

use serde::{Deserialize, Serialize};
use yard_core::{DetectiveId, Rules, Side};

use crate::error::{RenameError, SeatsError};
use crate::game_json::Names;
use crate::object_json;
use crate::person_name::check_name;
use crate::role::Role;

/// A place at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Seat {
    /// A person.
    Human {
        /// What the person is called.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// An agent.
    Agent {
        /// `name:key=value,..`; whoever drives the table makes the agent from it. Empty where a level is asked for.
        #[serde(default)]
        spec: String,
        /// The level of strength that it is, if it is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<String>,
        /// What people call it; whoever drives the table knows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
}

impl Seat {
    /// An agent by its text.
    pub fn of_agent(spec: &str) -> Seat {
        Seat::Agent { spec: spec.to_owned(), level: None, name: None }
    }

    /// The level of strength that sits there.
    pub fn level(&self) -> Option<&str> {
        match self {
            Seat::Agent { level, .. } => level.as_deref(),
            Seat::Human { .. } => None,
        }
    }

    /// Tells whether a person sits there.
    pub fn is_human(&self) -> bool {
        self.agent().is_none()
    }

    /// The agent that sits there.
    pub fn agent(&self) -> Option<&str> {
        match self {
            Seat::Agent { spec, .. } => Some(spec),
            Seat::Human { .. } => None,
        }
    }

    /// What others see of who sits there; empty for a person without a name.
    pub fn name(&self) -> &str {
        match self {
            Seat::Human { name: Some(name) } => name,
            Seat::Human { name: None } => "",
            Seat::Agent { name: Some(name), .. } => name,
            Seat::Agent { spec, name: None, .. } => spec,
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
pub enum TeamSeats {
    /// One for all.
    One(#[serde(deserialize_with = "object_json::object")] Seat),
    /// One each.
    Each(#[serde(deserialize_with = "object_json::objects")] Vec<Seat>),
}

/// All places.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seats {
    /// Mr X's place.
    #[serde(deserialize_with = "object_json::object")]
    pub mr_x: Seat,
    /// The detectives' places.
    pub detectives: TeamSeats,
}

impl Seats {
    /// Looks at the number of seats and at the names. Whether the agents can play is for the one who makes them.
    ///
    /// # Errors
    /// When there is not a seat for each detective, or a name cannot be shown.
    pub fn check(&self, rules: &Rules) -> Result<(), SeatsError> {
        self.check_count(rules)?;
        for seat in std::iter::once(&self.mr_x).chain(self.team()) {
            match seat {
                Seat::Human { name: Some(name) } => check_name(name)?,
                Seat::Human { name: None } | Seat::Agent { .. } => {}
            }
        }
        Ok(())
    }

    /// Looks at the number of seats alone.
    ///
    /// # Errors
    /// When there is not a seat for each detective.
    pub fn check_count(&self, rules: &Rules) -> Result<(), SeatsError> {
        match &self.detectives {
            TeamSeats::Each(seats) if seats.len() != usize::from(rules.detectives()) => {
                Err(SeatsError::Count { detectives: rules.detectives(), seats: seats.len() })
            }
            TeamSeats::Each(_) | TeamSeats::One(_) => Ok(()),
        }
    }

    /// The detectives' seats: one for all, or one each.
    pub fn team(&self) -> &[Seat] {
        match &self.detectives {
            TeamSeats::One(seat) => std::slice::from_ref(seat),
            TeamSeats::Each(seats) => seats,
        }
    }

    /// Who plays a detective.
    ///
    /// # Panics
    /// When there is no seat for this detective; [`Seats::check_count`] finds that before a game begins.
    pub fn detective(&self, id: DetectiveId) -> &Seat {
        match &self.detectives {
            TeamSeats::One(seat) => seat,
            TeamSeats::Each(seats) => &seats[id.index()],
        }
    }

    /// Tells whether no person plays.
    pub fn only_agents(&self) -> bool {
        !self.mr_x.is_human() && !self.any_human_detective()
    }

    /// Tells whether a person plays a detective.
    pub fn any_human_detective(&self) -> bool {
        self.team().iter().any(Seat::is_human)
    }

    /// How many people sit here.
    pub fn people(&self) -> usize {
        std::iter::once(&self.mr_x).chain(self.team()).filter(|seat| seat.is_human()).count()
    }

    /// All seats with their side, Mr X's first, to be changed.
    pub fn all_mut(&mut self) -> impl Iterator<Item = (Side, &mut Seat)> {
        let team = match &mut self.detectives {
            TeamSeats::One(seat) => std::slice::from_mut(seat),
            TeamSeats::Each(seats) => seats.as_mut_slice(),
        };
        let team = team.iter_mut().map(|seat| (Side::Detectives, seat));
        std::iter::once((Side::MrX, &mut self.mr_x)).chain(team)
    }

    /// Takes blanks from around names, and names of nothing else away.
    pub fn trim_names(&mut self) {
        for (_, seat) in self.all_mut() {
            if let Seat::Human { name } = seat {
                let trimmed = name.as_deref().map(str::trim).filter(|name| !name.is_empty());
                *name = trimmed.map(str::to_owned);
            }
        }
    }

    /// Gives the people of a role a name; an empty one takes it away.
    ///
    /// # Errors
    /// When the name cannot be shown, or the role has no seat.
    pub fn rename(&mut self, role: Role, name: &str) -> Result<(), RenameError> {
        let name = name.trim();
        check_name(name)?;
        let name = (!name.is_empty()).then(|| name.to_owned());
        let seats: Vec<&mut Seat> = match (role, &mut self.detectives) {
            (Role::MrX, _) => vec![&mut self.mr_x],
            (Role::Detectives(_), TeamSeats::One(seat)) => vec![seat],
            (Role::Detectives(_), TeamSeats::Each(seats)) => {
                let own = DetectiveId::ALL.into_iter().zip(seats);
                own.filter(|(id, _)| role.moves(*id)).map(|(_, seat)| seat).collect()
            }
            (Role::Watch | Role::WatchAll, _) => return Err(RenameError::Watching),
        };
        for seat in seats {
            if let Seat::Human { name: known } = seat {
                known.clone_from(&name);
            }
        }
        Ok(())
    }

    /// Who plays, for lists and searches.
    pub fn summary(&self, rules: &Rules) -> String {
        Names::new(self, rules).summary()
    }

    /// The links of a game: a role for each person, and those who watch.
    pub fn roles(&self, rules: &Rules) -> Vec<Role> {
        let mut roles = Vec::new();
        if self.mr_x.is_human() {
            roles.push(Role::MrX);
        }
        for id in rules.detective_ids() {
            let role = self.detective_role(id, rules).filter(|role| !roles.contains(role));
            roles.extend(role);
        }
        roles.push(Role::Watch);
        if self.only_agents() {
            roles.push(Role::WatchAll);
        }
        roles
    }

    /// The role of the person who moves a detective; `None` where an agent does.
    pub fn detective_role(&self, id: DetectiveId, rules: &Rules) -> Option<Role> {
        match &self.detectives {
            TeamSeats::One(seat) => seat.is_human().then(|| Role::team(rules)),
            TeamSeats::Each(_) => self.detective(id).is_human().then(|| Role::detective(id)),
        }
    }
}
