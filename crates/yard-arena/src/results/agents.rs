//! What a results file remembers of its agents, so that games of others are not mixed in.
//!
//! An agent is known by its name, by the files it reads, and by its signature: a checksum of what it does
//! in a few positions with a tiny budget. A program that plays otherwise under the same name, whatever its
//! version says, has another signature. Programs, solved games and other people's agents have none, and
//! are known by name and files alone.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use yard_agents::{Agent, AgentFactory, Detectives, MrX, RandomAgent, Seed};
use yard_core::{Checksum, Game, Move, Rules, Side, Turn};

use crate::experiment::Contender;

/// Plies of the game in which an agent is looked at.
const PLIES: usize = 18;

/// The agents of a results file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct AgentStamps {
    /// Files that agents are told to read, by path, as one number each. Those of published tables are not
    /// here: they are trained on the way.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    files: BTreeMap<String, String>,
    /// Signatures by agent and side; none of a program, whose play nobody here knows.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    signatures: BTreeMap<String, String>,
}

impl AgentStamps {
    /// Takes in an agent that plays a side under some rules.
    pub(crate) fn add(&mut self, contender: &Contender, side: Side, rules: &Arc<Rules>) {
        for path in contender.files() {
            if let Some(sum) = file_sum(&path) {
                self.files.insert(path.display().to_string(), sum);
            }
        }
        self.sign(contender, side, rules);
    }

    /// Takes in the signature alone.
    pub(crate) fn sign(&mut self, contender: &Contender, side: Side, rules: &Arc<Rules>) {
        let key = format!("{} {} {}", side.key(), contender.plays_as(side, rules), rules.name());
        if self.signatures.contains_key(&key) {
            return;
        }
        let reduced = contender.reduced(side, rules);
        if let Some(sum) = reduced.and_then(|agent| signature(agent.as_ref(), side, rules)) {
            self.signatures.insert(key, format!("{:016x}", sum.value()));
        }
    }

    /// The first thing in which what was kept differs, in words. Older files know less, and go on.
    pub(crate) fn difference(&self, found: &AgentStamps) -> Option<String> {
        let changed = |known: &BTreeMap<String, String>, found: &BTreeMap<String, String>| {
            let other = |(key, sum): &(&String, &String)| {
                found.get(*key).is_some_and(|known| known != *sum)
            };
            known.iter().find(other).map(|(key, _)| key.clone())
        };
        let file = || {
            let path = changed(&self.files, &found.files)?;
            Some(format!("the file {path} has changed since"))
        };
        let agent = || {
            let key = changed(&self.signatures, &found.signatures)?;
            let name = key.split(' ').nth(1).unwrap_or(&key).to_owned();
            Some(format!("the agent {name} plays differently since"))
        };
        file().or_else(agent)
    }
}

/// No file that an agent reads is larger.
const MOST_BYTES: u64 = 512 << 20;

/// A file in one number; what cannot be read is left out, and the agent will say so.
fn file_sum(path: &Path) -> Option<String> {
    // A device or a pipe has no content to be known by.
    if !path.is_file() {
        return None;
    }
    let bytes = yard_files::read_bytes(path, MOST_BYTES).ok()?;
    // The number that files of version 1 have: each byte as a letter, whatever it is.
    let text: String = bytes.into_iter().map(char::from).collect();
    Some(format!("{:016x}", Seed(0).of_name(&text).0))
}

/// What an agent does in the first plies of a game against random moves; `None` when it does not play.
fn signature(agent: &dyn AgentFactory, side: Side, rules: &Arc<Rules>) -> Option<Checksum> {
    let seed = Seed(0x5167);
    let deal = rules.deal(&mut seed.stream("deal"));
    let mut game = Game::new(Arc::clone(rules), &deal);
    let mut sum = Checksum::default();
    let (own, other) = (seed.stream("agent"), seed.stream("other"));
    let (mut mr_x, mut team): (Box<dyn Agent<MrX>>, Box<dyn Agent<Detectives>>) = match side {
        Side::MrX => (agent.mr_x(rules).ok()?, Box::new(RandomAgent)),
        Side::Detectives => (Box::new(RandomAgent), agent.detectives(rules).ok()?),
    };
    let (mut mr_x_rng, mut team_rng) = match side {
        Side::MrX => (own, other),
        Side::Detectives => (other, own),
    };
    mr_x.begin();
    team.begin();
    for _ in 0..PLIES {
        let (by, text, mv) = match game.turn() {
            Turn::MrX => {
                let mv = mr_x.choose(game.mr_x_view(), &mut mr_x_rng).ok()?;
                (Side::MrX, mv.to_string(), Move::from(mv))
            }
            Turn::Detective(_) | Turn::Team => {
                let mv = team.choose(game.detective_view(), &mut team_rng).ok()?;
                (Side::Detectives, mv.to_string(), Move::from(mv))
            }
            Turn::Over(_) => break,
        };
        if by == side {
            sum.add(text.as_bytes());
        }
        game.play(mv).ok()?;
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::contender;

    fn stamps(agent: &str, side: Side) -> AgentStamps {
        let rules = Arc::new(yard_core::presets::rules("grid5").unwrap());
        let mut stamps = AgentStamps::default();
        stamps.add(&contender(agent), side, &rules);
        stamps
    }

    #[test]
    fn an_agent_that_plays_otherwise_is_noticed() {
        for side in Side::BOTH {
            let now = stamps("mcts-sova:playouts=3000", side);
            assert_eq!(now.signatures.len(), 1);
            assert_eq!(now.difference(&now), None);
            // The same name with another signature: what a changed program would write.
            let mut old = now.clone();
            for sum in old.signatures.values_mut() {
                "0".repeat(16).clone_into(sum);
            }
            let told = "the agent mcts-sova:playouts=3000 plays differently since";
            assert_eq!(now.difference(&old).as_deref(), Some(told));
            // A file of before signatures has none, and goes on.
            assert_eq!(now.difference(&AgentStamps::default()), None);
        }
    }

    /// The whole budget does not matter, but the settings do.
    #[test]
    fn the_signature_is_that_of_a_small_budget() {
        let sum = |agent: &str| {
            stamps(agent, Side::Detectives).signatures.into_values().collect::<Vec<_>>()
        };
        assert_eq!(sum("mcts-sova:playouts=3000"), sum("mcts-sova:playouts=100000000"));
        assert_ne!(sum("mcts-sova"), sum("mcts-sova:opponent=paired"));
        assert_eq!(sum("process:bot"), Vec::<String>::new());
    }
}
