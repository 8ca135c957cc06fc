//! What a game is made from: the request of a client, and what is fixed once it begins.

use std::sync::Arc;

use serde::Deserialize;
use yard_core::{Deal, Rules};

use crate::claims::ClaimWish;
use crate::error::{PaceError, SeedError};
use crate::game_seed::GameSeed;
use crate::help::AllowedHelp;
use crate::object_json;
use crate::seats::Seats;

/// What a new game is asked to be.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreateGame {
    /// The name of the rules.
    pub rules: String,
    /// How many detectives, where the rules leave that open.
    #[serde(default)]
    pub detectives: Option<u32>,
    /// The seed of the deal and of the agents, for one who plays alone; without one they follow from a secret.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Who sits where.
    #[serde(deserialize_with = "object_json::object")]
    pub seats: Seats,
    /// Which help is allowed.
    #[serde(default, deserialize_with = "object_json::object")]
    pub help: AllowedHelp,
    /// How long an agent's move takes at least, in milliseconds.
    #[serde(default)]
    pub pace_ms: Option<u32>,
    /// The seconds for a person's move; no clock without it.
    #[serde(default)]
    pub clock_s: Option<u32>,
    /// The seats that whoever makes the game takes.
    #[serde(default)]
    pub claim: Option<ClaimWish>,
}

impl CreateGame {
    /// Looks whether a seed may be chosen: whoever knows it can work out where Mr X is.
    ///
    /// # Errors
    /// When more than one person plays.
    pub fn check_seed(&self) -> Result<(), SeedError> {
        match self.seed.is_some() && self.seats.people() > 1 {
            true => Err(SeedError),
            false => Ok(()),
        }
    }
}

/// The slowest pace, in milliseconds.
pub const MOST_PACE_MS: u32 = 60_000;

/// Looks at a pace that somebody asks for.
///
/// # Errors
/// When it is slower than [`MOST_PACE_MS`].
pub fn check_pace(pace_ms: u32) -> Result<(), PaceError> {
    match pace_ms > MOST_PACE_MS {
        true => Err(PaceError),
        false => Ok(()),
    }
}

/// What is fixed when a game begins.
#[derive(Clone, Debug)]
pub struct GameSetup {
    /// The id of the game.
    pub id: String,
    /// Its rules.
    pub rules: Arc<Rules>,
    /// Where everybody starts. Mr X's start is as secret as his moves.
    pub deal: Deal,
    /// Where the agents' random numbers come from. A chosen one stays here until the end, a secret one for ever.
    pub seed: GameSeed,
    /// Who sits where.
    pub seats: Seats,
    /// Which help is allowed.
    pub help: AllowedHelp,
    /// The pace at the beginning, in milliseconds.
    pub pace_ms: u32,
    /// The seconds for a person's move; none without a clock.
    pub clock_s: Option<u32>,
}

/// The deal that belongs to a seed.
pub fn deal(rules: &Rules, seed: &GameSeed) -> Deal {
    rules.deal(&mut seed.stream("deal"))
}
