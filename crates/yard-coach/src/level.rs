//! Levels of strength: five for each side, as people whom one plays against.
//!
//! Four are made of [`person`](yard_agents::Person); the top is `best`, which looks after its tickets as they do.
//! `research/results/levels` has the games by which they were tuned and those that tested it: against one opponent in
//! the middle, neighbours are about 100 Elo apart on London.

use serde::Serialize;
use yard_core::{Rules, Side};

use yard_roster::{AgentSpec, SpecError};

/// A level of strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Level {
    /// How it is asked for: `beginner`, `easy`, `medium`, `hard` or `best`.
    pub id: &'static str,
    /// How people read it.
    pub name: &'static str,
    /// The agent of Mr X, as [`AgentSpec`] reads it.
    pub mr_x: &'static str,
    /// The agent of the detectives.
    pub detectives: &'static str,
    /// Who Mr X is.
    pub mr_x_name: &'static str,
    /// What he is like.
    pub mr_x_about: &'static str,
    /// Who leads the detectives.
    pub detectives_name: &'static str,
    /// What they are like.
    pub detectives_about: &'static str,
    /// How strong it is, in a few words.
    pub note: &'static str,
}

const LEVELS: [Level; 5] = [
    Level {
        id: "beginner",
        name: "Beginner",
        mr_x: "person:care=0.1,playouts=1000",
        detectives: "person:care=0,playouts=1000",
        mr_x_name: "Pip the Pickpocket",
        mr_x_about: "Young and quick. Runs from whoever is near and never thinks about what comes next.",
        detectives_name: "Constable Bell",
        detectives_about: "New on the beat. Follows every hunch, but grabs you if you stand right in front of him.",
        note: "for the first games, and for children",
    },
    Level {
        id: "easy",
        name: "Easy",
        mr_x: "person:care=0.35,playouts=1000",
        detectives: "person:care=0.36,playouts=1000",
        mr_x_name: "Nick the Burglar",
        mr_x_about: "Knows a few tricks and forgets them when it gets hot.",
        detectives_name: "Sergeant Finch",
        detectives_about: "Thinks before some of the moves. Often looks in the wrong street.",
        note: "for those who know the rules",
    },
    Level {
        id: "medium",
        name: "Medium",
        mr_x: "person:care=0.53,playouts=1000",
        detectives: "person:care=0.64,playouts=1000",
        mr_x_name: "Madame Noir",
        mr_x_about: "A smuggler with patience. Saves her black tickets for the right moment, most of the time.",
        detectives_name: "Inspector Lane",
        detectives_about: "Careful and fair. Closes the net if you let it happen.",
        note: "for those who have played a few times",
    },
    Level {
        id: "hard",
        name: "Hard",
        mr_x: "person:care=0.76,playouts=1000",
        detectives: "person:care=1,playouts=1300",
        mr_x_name: "The Grey Fox",
        mr_x_about: "A forger whom nobody has seen twice in the same place. Rarely slips.",
        detectives_name: "Chief Inspector Ward",
        detectives_about: "Knows every line of the town and seldom wastes a ride.",
        note: "for experienced players",
    },
    Level {
        id: "best",
        name: "Best",
        mr_x: "best:playouts=1000,sense=on",
        detectives: "best:playouts=1600,sense=on",
        mr_x_name: "The Mastermind",
        mr_x_about: "Plans ahead, hides in the crowd, and makes no mistake that you would notice.",
        detectives_name: "Commissioner Stone",
        detectives_about: "Weighs every place where you can be, and never lets go.",
        note: "the strongest we have",
    },
];

impl Level {
    /// What the levels are called, from weak to strong, on every board.
    pub const IDS: [&'static str; 5] =
        [LEVELS[0].id, LEVELS[1].id, LEVELS[2].id, LEVELS[3].id, LEVELS[4].id];

    /// The levels under some rules, from weak to strong.
    pub fn all(_: &Rules) -> &'static [Level; 5] {
        &LEVELS
    }

    /// A level by its id.
    pub fn find(id: &str) -> Option<&'static Level> {
        LEVELS.iter().find(|level| level.id == id)
    }

    /// The level whose agent this is on a side, however the text is written.
    pub fn of_agent(side: Side, spec: &str) -> Option<&'static Level> {
        let spec: AgentSpec = spec.parse().ok()?;
        let is_it =
            |level: &&Level| level.agent(side).parse().is_ok_and(|own: AgentSpec| own == spec);
        LEVELS.iter().find(is_it)
    }

    /// The agent of a side, as a text.
    pub fn agent(&self, side: Side) -> &'static str {
        match side {
            Side::MrX => self.mr_x,
            Side::Detectives => self.detectives,
        }
    }

    /// Whom one plays against, for people.
    pub fn person(&self, side: Side) -> &'static str {
        match side {
            Side::MrX => self.mr_x_name,
            Side::Detectives => self.detectives_name,
        }
    }

    /// Mr X's agent and the detectives'.
    ///
    /// # Errors
    /// None, as long as the constants above name agents of the roster, which a test sees to.
    pub fn agents(&self) -> Result<[AgentSpec; 2], SpecError> {
        Ok([self.mr_x.parse()?, self.detectives.parse()?])
    }
}

#[cfg(test)]
mod tests {
    use yard_core::presets;
    use yard_roster::Roster;

    use super::*;

    #[test]
    fn every_level_plays_its_boards() {
        for presets::Preset { name, .. } in presets::RULES {
            let rules = presets::rules(name).unwrap();
            assert_eq!(Level::all(&rules).map(|level| level.id), Level::IDS);
            for level in Level::all(&rules) {
                let [mr_x, detectives] = level.agents().unwrap();
                assert!(Roster::default().mr_x(&mr_x, &rules).is_ok(), "{name} {level:?}");
                assert!(
                    Roster::default().detectives(&detectives, &rules).is_ok(),
                    "{name} {level:?}"
                );
            }
        }
    }

    #[test]
    fn a_level_is_found_by_its_agent() {
        for level in &LEVELS {
            for side in Side::BOTH {
                assert_eq!(Level::of_agent(side, level.agent(side)), Some(level));
            }
            assert_eq!(Level::find(level.id), Some(level));
        }
        assert_eq!(Level::of_agent(Side::MrX, "random"), None);
        assert!(Side::BOTH.into_iter().all(|side| LEVELS[4].agent(side).starts_with("best:")));
    }

    /// What people read of a level names a person, never an agent.
    #[test]
    fn names_are_those_of_people() {
        for level in &LEVELS {
            let texts = [
                level.name,
                level.mr_x_name,
                level.mr_x_about,
                level.detectives_name,
                level.detectives_about,
                level.note,
            ];
            for text in texts {
                assert!(!text.contains([':', '=']) && !text.contains("lookahead"), "{text}");
            }
        }
    }
}
