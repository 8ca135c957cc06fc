//! How often the trees of `resolve` reach the end of the game: `exact_share RULES EXPANSIONS GAMES`.

use std::sync::Arc;

use yard_agents::{Seed, referee};
use yard_solve::{Resolve, ResolveConfig};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [rules, expansions, games] = &args[..] else {
        return Err("usage: exact_share RULES EXPANSIONS GAMES".into());
    };
    let rules = Arc::new(yard_core::presets::rules(rules)?);
    let config = ResolveConfig { expansions: expansions.parse()?, ..ResolveConfig::default() };
    let (mut mr_x, mut team) = (Resolve::new(config), Resolve::new(config));
    for number in 0..games.parse()? {
        referee(&rules, Seed(1).of_game(number), &mut mr_x, &mut team)
            .map_err(|_| "somebody made a foul")?;
    }
    for (side, [solves, exact]) in [("mr-x", mr_x.solves()), ("detectives", team.solves())] {
        println!("{side}: {solves} solves, {exact} to the end of the game");
    }
    Ok(())
}
