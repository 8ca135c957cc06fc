//! Counts the choices that change when a model is stored in 16 bits:
//! `cargo run --release -p yard-learn --example half -- runs/grid5-x/model.safetensors …`
//!
//! The model plays 2,000 games against `random`. At each of its turns the same model, read back from 16 bits, is
//! asked as well.

use std::sync::Arc;

use yard_agents::{Agent, AgentError, Detectives, MrX, RandomAgent, Rng, Seed, SideType, referee};
use yard_core::{Rules, Side, presets};
use yard_learn::dqn::DqnAgent;
use yard_learn::qnet::QnetAgent;
use yard_learn::{Model, Observation, Precision};

const GAMES: u64 = 2000;

/// An agent and its twin; the first one's moves are played.
struct Twins<A> {
    single: A,
    half: A,
    choices: u64,
    changed: u64,
}

impl<S: SideType, A: Agent<S>> Agent<S> for Twins<A>
where
    S::Move: PartialEq,
{
    fn choose(&mut self, view: &S::View, rng: &mut Rng) -> Result<S::Move, AgentError> {
        // Both draw the same where they draw at all.
        let mut same = rng.clone();
        let mv = self.single.choose(view, rng)?;
        self.choices += 1;
        self.changed += u64::from(self.half.choose(view, &mut same)? != mv);
        Ok(mv)
    }
}

/// Choices, and how many of them change.
fn count<A: Agent<MrX> + Agent<Detectives>>(
    rules: &Arc<Rules>,
    side: Side,
    (single, half): (A, A),
) -> (u64, u64) {
    let mut twins = Twins { single, half, choices: 0, changed: 0 };
    for game in 0..GAMES {
        let seed = Seed(16).of_game(game);
        // Nobody breaks the rules here; a game that did would count as far as it went.
        let _ = match side {
            Side::MrX => referee(rules, seed, &mut twins, &mut RandomAgent),
            Side::Detectives => referee(rules, seed, &mut RandomAgent, &mut twins),
        };
    }
    (twins.choices, twins.changed)
}

fn compare(path: &str) -> Result<String, Box<dyn std::error::Error>> {
    let single = Model::from_bytes(&std::fs::read(path)?)?;
    let half = Model::from_bytes(&single.to_bytes(Precision::Half)?)?;
    let (side, name) = (single.info.side, single.info.preset.clone());
    let rules: Arc<Rules> = Arc::new(presets::rules(&single.info.rules)?);
    let models = (Arc::new(single), Arc::new(half));
    let (choices, changed) = match models.0.info.observation {
        Observation::Dash | Observation::DashEach | Observation::DashTeam => {
            let make = |model| QnetAgent::new(model, &rules, side);
            count(&rules, side, (make(models.0)?, make(models.1)?))
        }
        Observation::Hrklova
        | Observation::HrklovaProgram
        | Observation::Planes
        | Observation::Sighting
        | Observation::Tickets
        | Observation::Stations => {
            let make = |model| DqnAgent::new(model, &rules, side);
            count(&rules, side, (make(models.0)?, make(models.1)?))
        }
    };
    Ok(format!("{name:32} {changed:5} of {choices} choices change in 16 bits"))
}

fn main() {
    for path in std::env::args().skip(1) {
        match compare(&path) {
            Ok(text) => println!("{text}"),
            Err(error) => eprintln!("{path}: {error}"),
        }
    }
}
