//! Levels of strength: an agent for each side, by the kind of board.

use serde::Serialize;
use yard_core::Rules;

use yard_roster::{AgentSpec, SpecError};

/// A level of strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Level {
    /// How it is asked for: `easy`, `medium`, `hard` or `best`.
    pub id: &'static str,
    /// How people read it.
    pub name: &'static str,
    /// The agent of Mr X, as [`AgentSpec`] reads it.
    pub mr_x: &'static str,
    /// The agent of the detectives.
    pub detectives: &'static str,
    /// What it does, in a few words.
    pub note: &'static str,
}

const EASY: Level = Level {
    id: "easy",
    name: "Easy",
    mr_x: "random",
    detectives: "random",
    note: "moves at random",
};

const BEST: Level = Level {
    id: "best",
    name: "Best",
    mr_x: "best:ms=1000",
    detectives: "best:ms=1000",
    note: "the strongest we have, thinking for a second",
};

/// Mortimer and Colfer's three, and ours.
const LONDON: [Level; 4] = [
    EASY,
    Level {
        id: "medium",
        name: "Medium",
        mr_x: "lookahead:p=0.5",
        detectives: "lookahead:p=0.5",
        note: "looks one move ahead, half of the time",
    },
    Level {
        id: "hard",
        name: "Hard",
        mr_x: "paranoid",
        detectives: "lookahead",
        note: "always looks ahead; Mr X searches against detectives who see him",
    },
    BEST,
];

const GRIDS: [Level; 4] = [
    EASY,
    Level {
        id: "medium",
        name: "Medium",
        mr_x: "mcts-gerza",
        detectives: "mcts-gerza",
        note: "plays a few hundred games in its head",
    },
    Level {
        id: "hard",
        name: "Hard",
        mr_x: "alphabeta",
        detectives: "alphabeta",
        note: "searches three rounds ahead",
    },
    BEST,
];

impl Level {
    /// What the levels are called, from weak to strong, on every board.
    pub const IDS: [&'static str; 4] = [LONDON[0].id, LONDON[1].id, LONDON[2].id, LONDON[3].id];

    /// The levels under some rules, from weak to strong.
    pub fn all(rules: &Rules) -> &'static [Level; 4] {
        if rules.board().grid_size().is_some() { &GRIDS } else { &LONDON }
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
}
