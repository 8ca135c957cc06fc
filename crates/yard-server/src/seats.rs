//! Who sits where, and what a link may do.

use serde::{Deserialize, Serialize};
use yard_core::{DetectiveId, Rules};
use yard_roster::AgentSpec;

use crate::error::ApiError;
use crate::json;
use crate::specs;
use crate::wire::Names;

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
    One(#[serde(deserialize_with = "json::object")] Seat),
    /// One each.
    Each(#[serde(deserialize_with = "json::objects")] Vec<Seat>),
}

/// All places.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Seats {
    #[serde(deserialize_with = "json::object")]
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

    /// How many people sit here.
    pub(crate) fn people(&self) -> usize {
        std::iter::once(&self.mr_x).chain(self.team()).filter(|seat| seat.is_human()).count()
    }

    /// Takes blanks from around names, and names of nothing else away.
    pub(crate) fn trim_names(&mut self) {
        let team = match &mut self.detectives {
            TeamSeats::One(seat) => std::slice::from_mut(seat),
            TeamSeats::Each(seats) => seats.as_mut_slice(),
        };
        for seat in std::iter::once(&mut self.mr_x).chain(team) {
            if let Seat::Human { name } = seat {
                let trimmed = name.as_deref().map(str::trim).filter(|name| !name.is_empty());
                *name = trimmed.map(str::to_owned);
            }
        }
    }

    /// Gives the people of a role a name; an empty one takes it away.
    ///
    /// # Errors
    /// When the name is not fit to be shown, or the role has no seat.
    pub(crate) fn rename(&mut self, role: Role, name: &str) -> Result<(), ApiError> {
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
            (Role::Watch | Role::WatchAll, _) => {
                return Err(ApiError::forbidden("this link is for watching"));
            }
        };
        for seat in seats {
            if let Seat::Human { name: known } = seat {
                known.clone_from(&name);
            }
        }
        Ok(())
    }

    /// Who plays, for lists and searches.
    pub(crate) fn summary(&self, rules: &Rules) -> String {
        Names::new(self, rules.detectives()).summary()
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

/// Control characters, and those that turn the text around them or are not seen at all: joiners, fillers, tags and
/// variants (Unicode's default-ignorable ones), and the empty Braille pattern.
fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
                | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
                | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
        )
}

pub(crate) fn check_name(name: &str) -> Result<(), ApiError> {
    if name.chars().count() > LONGEST_NAME || name.chars().any(is_unseen) {
        let text = format!("a name has at most {LONGEST_NAME} letters and none that are not seen");
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_plain_and_ones_own() {
        let human = || Seat::Human { name: None };
        let agent = || Seat::Agent { spec: "random".to_owned() };
        let each = TeamSeats::Each(vec![human(), agent(), human()]);
        let mut seats = Seats { mr_x: human(), detectives: each };
        assert_eq!(seats.people(), 3);
        assert!(seats.rename(Role::Detectives(0b100), " Ann ").is_ok());
        assert!(seats.rename(Role::MrX, "Max <b>").is_ok());
        let names: Vec<&str> = seats.team().iter().map(Seat::name).collect();
        assert_eq!((seats.mr_x.name(), names), ("Max <b>", vec!["", "random", "Ann"]));
        // An agent keeps its name, whoever holds its link.
        assert!(seats.rename(Role::Detectives(0b010), "Eve").is_ok());
        assert_eq!(seats.team()[1], agent());
        for bad in ["a\nb", "a\u{202e}b", "\u{feff}", "x".repeat(41).as_str()] {
            assert!(seats.rename(Role::MrX, bad).is_err(), "{bad:?}");
        }
        assert!(seats.rename(Role::Watch, "Eve").is_err());
        assert!(seats.rename(Role::MrX, "  ").is_ok());
        assert_eq!(seats.mr_x, human());
    }
}
