//! The bench signature: a checksum of what every agent decides on the scenes.
//!
//! As long as it stays, a change has altered nobody's play and needs an argument about speed only.

use serde::Serialize;
use yard_agents::{AgentFactory, Seed};
use yard_core::{Checksum, Move};
use yard_roster::{AGENTS, AgentInfo, AgentSpec, Roster};

use crate::scenes::{Answer, Scene, SceneError, load_scenes};

/// The one seed of the signature.
const SEED: Seed = Seed(1);
/// The one budget of agents that count nodes: enough to search in earnest, and quick.
const NODES: &str = "nodes=20000";
/// The same for agents that count playouts alone.
const PLAYOUTS: &str = "playouts=300";

/// The same for an agent whose budget is how exactly it solves.
const PRECISION: &str = "precision=0.1";
/// The same for one that counts the public states it looks into.
const EXPANSIONS: &str = "expansions=30";

/// Checksums of all agents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Signature {
    /// One for each agent, so that one sees whose play has changed.
    pub agents: Vec<AgentSignature>,
    /// The checksum of those.
    pub total: String,
}

/// The checksum of one agent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AgentSignature {
    /// The agent with its budget.
    pub agent: String,
    /// Scenes that it can play.
    pub scenes: usize,
    /// Checksum of its moves, root visits and values there.
    pub signature: String,
}

/// Lets every agent think on every scene that it can play, and sums up what it decided.
///
/// # Errors
/// When a scene is not as it should be.
pub fn signature(roster: &Roster) -> Result<Signature, SceneError> {
    let scenes = load_scenes()?;
    let mut total = Checksum::default();
    let mut agents = Vec::new();
    for info in AGENTS.iter().filter(|info| info.name != "process") {
        let Ok(spec) = spec_of(info).parse::<AgentSpec>() else { continue };
        let agent = agent_signature(&roster.agent(&spec), &scenes);
        total.add(agent.agent.as_bytes());
        total.add(agent.signature.as_bytes());
        agents.push(agent);
    }
    Ok(Signature { agents, total: text(total) })
}

/// The agent with the budget of the signature, if it has one.
fn spec_of(info: &AgentInfo) -> String {
    match (info.has("nodes"), info.has("playouts")) {
        (true, _) => format!("{}:{NODES}", info.name),
        (false, true) => format!("{}:{PLAYOUTS}", info.name),
        (false, false) if info.has("precision") => format!("{}:{PRECISION}", info.name),
        (false, false) if info.has("expansions") => format!("{}:{EXPANSIONS}", info.name),
        (false, false) => info.name.to_owned(),
    }
}

/// The checksum of one agent, which may be anybody's own, on the scenes that are for it.
pub fn agent_signature(agent: &dyn AgentFactory, scenes: &[Scene]) -> AgentSignature {
    let mut sum = Checksum::default();
    let mut asked = 0;
    for scene in scenes.iter().filter(|scene| scene.is_for(agent)) {
        if let Ok(answer) = scene.ask(agent, SEED) {
            sum.add(scene.name.as_bytes());
            add_answer(&mut sum, &answer);
            asked += 1;
        }
    }
    AgentSignature { agent: agent.name(), scenes: asked, signature: text(sum) }
}

/// Takes in the move and, where the agent has searched, the visits of the root and the value.
fn add_answer(sum: &mut Checksum, answer: &Answer) {
    let mv = match answer.mv {
        Move::MrX(mv) => mv.to_string(),
        Move::Detective(mv) => mv.to_string(),
    };
    sum.add(mv.as_bytes());
    if let Some(report) = &answer.report {
        for visits in &report.visits {
            sum.add(&visits.to_le_bytes());
        }
        sum.add(&report.value.to_bits().to_le_bytes());
    }
}

fn text(sum: Checksum) -> String {
    format!("{:016x}", sum.value())
}

#[cfg(test)]
mod tests {
    use super::*;
    use yard_agents::RootReport;

    /// One visit more or another value is another signature, though the move is the same.
    #[test]
    fn visits_and_values_count() {
        let scenes = load_scenes().unwrap();
        let scene = scenes.iter().find(|scene| scene.side() == yard_core::Side::MrX).unwrap();
        let spec = "mcts-sova:playouts=50".parse().unwrap();
        let answer = scene.ask(&Roster::default().agent(&spec), SEED).unwrap();
        let sum = |report: RootReport| {
            let mut sum = Checksum::default();
            add_answer(&mut sum, &Answer { report: Some(report), ..answer.clone() });
            text(sum)
        };
        let report = answer.report.clone().unwrap();
        assert_eq!(report.visits.iter().sum::<u32>(), 49, "the first playout is the root's own");
        let mut visited = report.clone();
        visited.visits[0] += 1;
        let valued = RootReport { value: report.value + 0.5, ..report.clone() };
        assert_ne!(sum(report.clone()), sum(visited));
        assert_ne!(sum(report), sum(valued));
    }
}
