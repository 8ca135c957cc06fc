//! What can be played, for the routes that list it: rules with their levels, drawn boards, and agents.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde::Serialize;
use yard_coach::Level;
use yard_core::{Board, Rules};
use yard_roster::{AGENTS, AgentInfo};
use yard_tabletop::{BoardJson, RulesJson};

use crate::lock::lock;

/// Rules as clients see them, with the levels of strength.
pub(crate) fn rules_json(rules: &Rules) -> RulesJson<Level> {
    RulesJson::new(rules, Level::all(rules).to_vec())
}

/// Maps that were drawn, as JSON, by the name of the rules under which they were asked for.
#[derive(Default)]
pub(crate) struct BoardMaps {
    drawn: Mutex<BTreeMap<String, Arc<str>>>,
}

/// So many drawn boards are kept; whoever asks for more pays again.
const MOST_MAPS: usize = 64;

impl BoardMaps {
    /// A map that was drawn before. It costs nothing, so nobody has to wait for his turn.
    pub(crate) fn find(&self, rules: &str) -> Option<Arc<str>> {
        lock(&self.drawn).get(rules).cloned()
    }

    /// The map of a board. Takes a moment.
    ///
    /// # Errors
    /// When the map cannot be written as JSON.
    pub(crate) fn map(&self, rules: &str, board: &Board) -> serde_json::Result<Arc<str>> {
        let text: Arc<str> = serde_json::to_string(&BoardJson::new(board))?.into();
        let mut drawn = lock(&self.drawn);
        if drawn.len() >= MOST_MAPS {
            drawn.clear();
        }
        drawn.insert(rules.to_owned(), Arc::clone(&text));
        Ok(text)
    }
}

/// An agent as clients see it.
#[derive(Serialize)]
pub(crate) struct AgentEntry {
    #[serde(flatten)]
    info: AgentInfo,
    boards: &'static str,
}

/// The agents as they are listed; `allowed_agents` says what a client may ask of them.
pub(crate) fn agents() -> Vec<AgentEntry> {
    let boards = |name: &str| match name {
        "mcts-gerza" | "dqn" => "grids",
        "nash" => "small",
        _ => "any",
    };
    let entry = |info: &AgentInfo| AgentEntry { info: info.clone(), boards: boards(info.name) };
    AGENTS.iter().filter(|info| info.name != "process").map(entry).collect()
}

#[cfg(test)]
mod tests {
    use yard_tabletop::Catalog;

    use super::*;
    use crate::allowed_agents;

    #[test]
    fn clients_may_ask_for_every_level() {
        for rules in Catalog::new(Vec::new()).all() {
            for level in Level::all(rules) {
                assert!(allowed_agents::check(level.mr_x).is_ok());
                assert!(allowed_agents::check(level.detectives).is_ok());
            }
        }
    }
}
