//! Who plays the side that does not learn.

use std::sync::Arc;

use yard_agents::{Agent, AgentError, AgentFactory, Detectives, FactoryError, MrX, Rng, Seed};
use yard_core::{Move, Rules, Side};

use crate::env::{ActError, Env};
use crate::sampler::Sampler;

/// Plays one side of one environment.
pub(crate) struct Opponent {
    side: Side,
    player: Player,
}

enum Player {
    Random(Sampler),
    MrX(Box<dyn Agent<MrX>>, Rng),
    Detectives(Box<dyn Agent<Detectives>>, Rng),
}

/// Why an opponent has made no move.
#[derive(Debug, thiserror::Error)]
pub enum OpponentError {
    /// It has no answer.
    #[error("the opponent has no move: {0}")]
    NoAnswer(#[from] AgentError),
    /// Its answer is not legal.
    #[error("the opponent's move is not legal: {0}")]
    Illegal(String),
    /// An action of its own is not legal.
    #[error(transparent)]
    Act(#[from] ActError),
}

impl Opponent {
    /// One who draws legal actions.
    pub(crate) fn random(side: Side, seed: Seed) -> Opponent {
        Opponent { side, player: Player::Random(Sampler::new(seed)) }
    }

    /// An agent.
    pub(crate) fn agent(
        side: Side,
        factory: &dyn AgentFactory,
        rules: &Arc<Rules>,
        seed: Seed,
    ) -> Result<Opponent, FactoryError> {
        let rng = seed.stream(side.key());
        let player = match side {
            Side::MrX => Player::MrX(factory.mr_x(rules)?, rng),
            Side::Detectives => Player::Detectives(factory.detectives(rules)?, rng),
        };
        Ok(Opponent { side, player })
    }

    /// Forgets the last game; the random numbers of the next one come from the seed.
    pub(crate) fn begin(&mut self, seed: Seed) {
        match &mut self.player {
            Player::Random(sampler) => *sampler = Sampler::new(seed),
            Player::MrX(agent, rng) => {
                agent.begin();
                *rng = seed.stream(self.side.key());
            }
            Player::Detectives(agent, rng) => {
                agent.begin();
                *rng = seed.stream(self.side.key());
            }
        }
    }

    /// Plays until the other side decides or the game is over.
    pub(crate) fn answer(&mut self, env: &mut Env) -> Result<(), OpponentError> {
        while env.agent().is_some_and(|agent| agent.side() == self.side) {
            match &mut self.player {
                Player::Random(sampler) => match sampler.draw(env) {
                    Some(action) => env.act(action)?,
                    None => return Ok(()),
                },
                Player::MrX(agent, rng) => {
                    let mv = agent.choose(env.game().mr_x_view(), rng)?;
                    play(env, Move::from(mv))?;
                }
                Player::Detectives(agent, rng) => {
                    let mv = agent.choose(env.game().detective_view(), rng)?;
                    play(env, Move::from(mv))?;
                }
            }
        }
        Ok(())
    }
}

fn play(env: &mut Env, mv: Move) -> Result<(), OpponentError> {
    env.play(mv).map_err(|error| OpponentError::Illegal(error.to_string()))
}
