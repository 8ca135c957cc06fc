//! The people around a table: who is there now, and what they say in one of a few words. Nothing of it is kept.

use std::collections::{BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};

use crate::error::ControlError;
use crate::role::Role;
use crate::tabletop::Tabletop;

/// What somebody at a table can say to the others. There is no free text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reaction {
    /// Hello, everybody.
    Hello,
    /// Good luck!
    GoodLuck,
    /// Well played!
    WellPlayed,
    /// That was something.
    Wow,
    /// That was a mistake.
    Oops,
    /// I am thinking.
    Thinking,
    /// It is your turn.
    Hurry,
    /// Thank you.
    Thanks,
}

impl Reaction {
    /// All of them.
    pub const ALL: [Reaction; 8] = [
        Reaction::Hello,
        Reaction::GoodLuck,
        Reaction::WellPlayed,
        Reaction::Wow,
        Reaction::Oops,
        Reaction::Thinking,
        Reaction::Hurry,
        Reaction::Thanks,
    ];
}

/// A reaction as everybody at the table sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ReactionJson {
    /// Rises with each.
    number: u64,
    seat: String,
    reaction: Reaction,
}

/// So many reactions are shown.
const SHOWN: usize = 8;

/// Who is around a table.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Company {
    present: BTreeSet<Role>,
    watching: usize,
    reactions: VecDeque<ReactionJson>,
    said: u64,
}

impl Company {
    /// The seats at which somebody is.
    pub(crate) fn present(&self) -> Vec<String> {
        self.present.iter().map(|role| role.name()).collect()
    }

    /// How many watch.
    pub(crate) fn watching(&self) -> usize {
        self.watching
    }

    /// The last reactions, the oldest first.
    pub(crate) fn reactions(&self) -> Vec<ReactionJson> {
        self.reactions.iter().cloned().collect()
    }
}

impl Tabletop {
    /// Notes who is here now: how many at each seat. Tells whether that is news.
    pub fn set_present(&mut self, here: impl IntoIterator<Item = (Role, usize)>) -> bool {
        let (mut present, mut watching) = (BTreeSet::new(), 0);
        for (role, count) in here.into_iter().filter(|(_, count)| *count > 0) {
            match role.only_watches() {
                true => watching += count,
                false => drop(present.insert(role)),
            }
        }
        let news = present != self.company.present || watching != self.company.watching;
        (self.company.present, self.company.watching) = (present, watching);
        news
    }

    /// Says something to everybody at the table.
    ///
    /// # Errors
    /// When the role has no seat.
    pub fn react(&mut self, role: Role, reaction: Reaction) -> Result<(), ControlError> {
        if role.only_watches() {
            return Err(ControlError::Watching);
        }
        self.company.said += 1;
        let said = ReactionJson { number: self.company.said, seat: role.name(), reaction };
        self.company.reactions.push_back(said);
        if self.company.reactions.len() > SHOWN {
            self.company.reactions.pop_front();
        }
        Ok(())
    }
}
