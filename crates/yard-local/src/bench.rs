//! A fixed piece of work, to compare how fast the same engine is here and there.

use std::sync::Arc;

use yard_agents::Seed;
use yard_core::{Checksum, Game, presets};
use yard_roster::{AgentSpec, Roster};

/// Lets an agent of the detectives decide so many times after Mr X's first move on London; the answer is a checksum of
/// what it decided, the same on every machine as long as the agent counts playouts.
///
/// # Errors
/// When the text is no such agent.
pub fn bench_playouts(spec: &str, moves: u32) -> Result<u64, String> {
    let spec: AgentSpec = spec.parse().map_err(|error| format!("{error}"))?;
    let rules = Arc::new(presets::rules("classic").map_err(|error| error.to_string())?);
    let mut agent =
        Roster::default().detectives(&spec, &rules).map_err(|error| error.to_string())?;
    let mut game = Game::new(Arc::clone(&rules), &rules.deal(&mut Seed(1).stream("deal")));
    let first = game.mr_x_view().legal_moves().next().ok_or("Mr X has no move")?;
    game.play(first.into()).map_err(|error| error.to_string())?;
    let mut text = String::new();
    for number in 0..moves {
        agent.begin();
        let mut rng = Seed(u64::from(number)).stream("bench");
        let mv =
            agent.choose(game.detective_view(), &mut rng).map_err(|error| error.to_string())?;
        text.push_str(&yard_tabletop::move_text(mv.into()));
    }
    Ok(Checksum::of(text.as_bytes()).value())
}
