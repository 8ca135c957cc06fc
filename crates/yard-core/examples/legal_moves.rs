//! Lists the legal moves of a position that is written down as text.
//!
//! `cargo run -p yard-core --example legal_moves [SETUP]`

use std::sync::Arc;

use yard_core::{Faults, Game, Setup, Turn, presets};

fn main() -> Result<(), Faults> {
    let written = std::env::args().nth(1);
    let text = written.as_deref().unwrap_or("classic x 46 detectives 34,47,61,78,79 turn 2 slot 7");
    let setup: Setup = text.parse()?;
    let rules = Arc::new(presets::rules(&setup.rules)?);
    let game = Game::from_setup(rules, &setup)?;
    match game.turn() {
        Turn::MrX => game.mr_x_view().legal_moves().for_each(|mv| println!("{mv}")),
        Turn::Detective(_) | Turn::Team => {
            game.detective_view().legal_moves().for_each(|mv| println!("{mv}"));
        }
        Turn::Over(outcome) => println!("the game is over: {outcome:?}"),
    }
    Ok(())
}
