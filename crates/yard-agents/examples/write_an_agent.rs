//! An agent of one's own: each detective rides to where the nearest candidate is nearer.
//!
//! `cargo run -p yard-agents --release --example write_an_agent` plays it against a random Mr X.

use std::error::Error;
use std::sync::Arc;

use yard_agents::{Agent, AgentError, Detectives, RandomAgent, Rng, Seed, referee};
use yard_core::{DetectiveMove, DetectiveView, Side, presets};

/// Knows what every detective knows: the view has no field for Mr X's station.
struct Chaser;

impl Agent<Detectives> for Chaser {
    fn choose(
        &mut self,
        view: &DetectiveView,
        _rng: &mut Rng,
    ) -> Result<DetectiveMove, AgentError> {
        let board = view.rules().board();
        let distance = |mv: &DetectiveMove| match mv {
            DetectiveMove::Ride { step, .. } => {
                let ways = view.candidates().iter();
                ways.filter_map(|mr_x| board.detective_distance(step.to, mr_x)).min()
            }
            DetectiveMove::Pass { .. } => None,
        };
        let best = view.legal_moves().min_by_key(|mv| distance(mv).unwrap_or(u8::MAX));
        Ok(best.expect("a side is asked only when it has a move"))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let rules = Arc::new(presets::rules("classic")?);
    let mut won = 0;
    for index in 0..100 {
        let seed = Seed(1).of_game(index);
        let game = referee(&rules, seed, &mut RandomAgent, &mut Chaser)
            .map_err(|foul| foul.to_string())?;
        won += u32::from(game.outcome().is_some_and(|end| end.winner() == Side::Detectives));
    }
    println!("the chasers won {won} of 100 games");
    Ok(())
}
