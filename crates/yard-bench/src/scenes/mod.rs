//! Scenes: named positions, most of them with a forced move that an agent must find.
//!
//! They lie as data under `data/scenes/`; docs/reference/files.md describes the files. The tests let every
//! agent play them at its normal budget, and the bench signature is made on them.

mod file;
mod forced;
mod run;

use yard_core::{Game, Move, Side, Turn};

pub use file::{SCENES, SceneError, load_scenes};
pub use forced::forced_moves;
pub use run::{Answer, plays_alone};

use yard_agents::AgentFactory;
use yard_roster::{AGENTS, AgentSpec, Roster};

/// What is wanted of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The detectives win before Mr X moves again.
    Capture,
    /// Mr X makes a move after which no detective can win in the coming round.
    Escape,
    /// Nothing is forced; the position only tells agents apart.
    Open,
}

/// Who is to find the forced move.
#[derive(Clone, PartialEq, Debug)]
enum Contestants {
    /// Every agent that plays alone, can play the side and the rules, and is not named here.
    AllBut(Vec<String>),
    /// Just these.
    Listed(Vec<AgentSpec>),
}

/// A named position for tests and benchmarks.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Its name, unique among all scenes.
    pub name: String,
    /// What is wanted.
    pub goal: Goal,
    /// Why it is forced, or what is of interest, in a sentence.
    pub why: String,
    /// The game up to the decision.
    pub game: Game,
    /// The moves of which one must be chosen, sorted; empty in an open scene.
    pub moves: Vec<Move>,
    contestants: Contestants,
}

impl Scene {
    /// The side to move.
    pub fn side(&self) -> Side {
        match self.game.turn() {
            Turn::MrX => Side::MrX,
            Turn::Detective(_) | Turn::Team | Turn::Over(_) => Side::Detectives,
        }
    }

    /// The agents that are to find the forced move; none in an open scene.
    pub fn contestants(&self) -> Vec<AgentSpec> {
        match (&self.contestants, self.goal) {
            (_, Goal::Open) => Vec::new(),
            (Contestants::Listed(specs), _) => specs.clone(),
            (Contestants::AllBut(except), _) => AGENTS
                .iter()
                .filter(|info| plays_alone(info) && !except.iter().any(|name| name == info.name))
                .filter_map(|info| info.name.parse().ok())
                .filter(|spec| self.can_be_played_by(&Roster::default().agent(spec)))
                .collect(),
        }
    }

    /// Tells whether an agent is asked: it can play the side and the rules, and the scene is for everyone or names
    /// it.
    pub fn is_for(&self, agent: &dyn AgentFactory) -> bool {
        let name = agent.name();
        let name = name.split_once(':').map_or(name.as_str(), |(name, _)| name);
        let named = match &self.contestants {
            Contestants::AllBut(_) => true,
            Contestants::Listed(specs) => specs.iter().any(|spec| spec.name() == name),
        };
        named && self.can_be_played_by(agent)
    }

    /// Tells whether an agent can play the side to move under the rules of the scene.
    pub fn can_be_played_by(&self, agent: &dyn AgentFactory) -> bool {
        let rules = self.game.detective_view().rules_arc();
        match self.side() {
            Side::MrX => agent.mr_x(rules).is_ok(),
            Side::Detectives => agent.detectives(rules).is_ok(),
        }
    }
}
