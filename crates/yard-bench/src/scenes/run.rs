//! Asks an agent what it does in a scene.

use yard_agents::{Agent, AgentError, AgentFactory, Detectives, RootReport, Seed};
use yard_core::{Game, Move, Side, Turn};

use yard_roster::AgentInfo;

use super::{Goal, Scene};
use crate::error::BenchError;

/// What an agent did in a scene.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Its first move.
    pub mv: Move,
    /// What it tells of the search for that move.
    pub report: Option<RootReport>,
    /// Whether the goal is reached; in an open scene any legal move does.
    pub found: bool,
}

/// Tells whether an agent thinks in this program and by itself, so that scenes can ask it.
///
/// `random` does not think, `person` does so only at times, `process` is whatever its command makes of it, and networks
/// answer from what they have learned without looking ahead, so nothing is forced for them.
pub fn plays_alone(info: &AgentInfo) -> bool {
    !matches!(info.name, "random" | "person" | "process" | "dqn" | "qnet")
}

impl Scene {
    /// Lets a fresh agent decide. In a capture it plays the rest of the round too, since the first move
    /// may only prepare what the last one does.
    ///
    /// # Errors
    /// When the agent cannot play the side or the rules, or has no move.
    pub fn ask(&self, factory: &dyn AgentFactory, seed: Seed) -> Result<Answer, BenchError> {
        let rules = self.game.detective_view().rules_arc();
        let no_move = BenchError::of::<AgentError>(factory);
        let seed = seed.of_name(&self.name);
        match self.side() {
            Side::MrX => {
                let mut agent = factory.mr_x(rules).map_err(BenchError::of(factory))?;
                agent.begin();
                let mv = agent.choose(self.game.mr_x_view(), &mut seed.stream("mr-x"));
                let mv = mv.map_err(no_move)?.into();
                Ok(Answer { mv, report: agent.root_report(), found: self.accepts(mv) })
            }
            Side::Detectives => {
                let mut agent = factory.detectives(rules).map_err(BenchError::of(factory))?;
                agent.begin();
                self.ask_team(&mut *agent, seed).map_err(no_move)
            }
        }
    }

    fn ask_team(
        &self,
        agent: &mut dyn Agent<Detectives>,
        seed: Seed,
    ) -> Result<Answer, AgentError> {
        let mut rng = seed.stream("detectives");
        let mv = Move::from(agent.choose(self.game.detective_view(), &mut rng)?);
        let report = agent.root_report();
        let mut found = self.accepts(mv);
        if found && self.goal == Goal::Capture {
            let mut game = self.game.clone();
            let mut next = Some(mv);
            while let Some(mv) = next {
                let legal = game.play(mv).is_ok();
                next = match legal && teams_turn(&game) {
                    true => Some(agent.choose(game.detective_view(), &mut rng)?.into()),
                    false => None,
                };
            }
            let winner = game.outcome().map(yard_core::Outcome::winner);
            found = winner == Some(Side::Detectives);
        }
        Ok(Answer { mv, report, found })
    }

    /// Tells whether a first move is one of those expected.
    fn accepts(&self, mv: Move) -> bool {
        match self.goal {
            Goal::Capture | Goal::Escape => self.moves.contains(&mv),
            Goal::Open => self.game.state().is_legal(self.game.rules(), mv),
        }
    }
}

fn teams_turn(game: &Game) -> bool {
    match game.turn() {
        Turn::Detective(_) | Turn::Team => true,
        Turn::MrX | Turn::Over(_) => false,
    }
}
