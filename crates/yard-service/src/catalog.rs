//! What can be played, for lists: rules with their levels, and agents.

use serde::{Deserialize, Serialize};
use yard_coach::{Level, LevelRecord, NextLevel};
use yard_core::Rules;
use yard_roster::{AGENTS, AgentInfo};
use yard_tabletop::RulesJson;

/// Rules as clients see them, with the levels of strength.
pub fn rules_json(rules: &Rules) -> RulesJson<Level> {
    RulesJson::new(rules, Level::all(rules).to_vec())
}

/// An agent as clients see it.
#[derive(Serialize)]
pub struct AgentEntry {
    #[serde(flatten)]
    info: AgentInfo,
    boards: &'static str,
}

/// The agents as they are listed; `allowed_agents` says what a client may ask of them.
pub fn agents() -> Vec<AgentEntry> {
    let boards = |name: &str| match name {
        "mcts-gerza" | "dqn" => "grids",
        "nash" => "small",
        _ => "any",
    };
    let entry = |info: &AgentInfo| AgentEntry { info: info.clone(), boards: boards(info.name) };
    AGENTS.iter().filter(|info| info.name != "process").map(entry).collect()
}

/// What somebody has to show against the levels.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuggestBody {
    side: PlayedSide,
    record: Vec<LevelRecord>,
}

/// The side that the player plays. Levels of both sides have the same names, so it changes nothing yet.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PlayedSide {
    MrX,
    Detectives,
}

/// Whom somebody should meet next.
pub fn suggest_level(SuggestBody { side, record }: &SuggestBody) -> NextLevel {
    match side {
        PlayedSide::MrX | PlayedSide::Detectives => yard_coach::next_level(record),
    }
}

#[cfg(test)]
mod tests {
    use yard_tabletop::Catalog;

    use super::*;
    use crate::allowed_agents::check;

    #[test]
    fn clients_may_ask_for_every_level() {
        for rules in Catalog::new(Vec::new()).all() {
            for level in Level::all(rules) {
                assert!(check(level.mr_x).is_ok());
                assert!(check(level.detectives).is_ok());
            }
        }
    }
}
