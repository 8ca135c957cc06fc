//! Games from which the leaves of `resolve` learn: `leaf_games RULES MR_X DETECTIVES FIRST GAMES FOLDER`.
//!
//! Both sides make a random move now and then, so that positions come about which good players avoid. A game is
//! the same whenever it is played; its record is written to `FOLDER/NUMBER.txt`. `research/scripts/train-leaf`
//! runs it.

use std::path::Path;
use std::sync::Arc;

use yard_agents::Seed;
use yard_core::{Game, Move, Record, Turn, presets};
use yard_roster::{AgentSpec, Roster};

/// How often Mr X moves at random.
const MR_X_ERRS: f64 = 0.1;
/// How often a detective does.
const DETECTIVE_ERRS: f64 = 0.04;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [rules, mr_x, team, first, games, folder] = &args[..] else {
        return Err("usage: leaf_games RULES MR_X DETECTIVES FIRST GAMES FOLDER".into());
    };
    let rules = Arc::new(presets::rules(rules)?);
    let (roster, mr_x, team) =
        (Roster::default(), mr_x.parse::<AgentSpec>()?, team.parse::<AgentSpec>()?);
    let (mut mr_x, mut team) = (roster.mr_x(&mr_x, &rules)?, roster.detectives(&team, &rules)?);
    let (first, games): (u64, u64) = (first.parse()?, games.parse()?);
    for number in first..first + games {
        let seed = Seed(77).of_game(number);
        let mut rng = seed.stream("game");
        let mut game = Game::new(Arc::clone(&rules), &rules.deal(&mut seed.stream("deal")));
        mr_x.begin();
        team.begin();
        while game.outcome().is_none() {
            let errs = rng.unit();
            let mv: Move = match game.turn() {
                Turn::MrX if errs < MR_X_ERRS => game.mr_x_view().draw_move(&mut rng).into(),
                Turn::MrX => mr_x.choose(game.mr_x_view(), &mut rng)?.into(),
                Turn::Detective(_) | Turn::Team if errs < DETECTIVE_ERRS => {
                    game.detective_view().draw_move(&mut rng).into()
                }
                Turn::Detective(_) | Turn::Team => {
                    team.choose(game.detective_view(), &mut rng)?.into()
                }
                Turn::Over(_) => break,
            };
            game.play(mv)?;
        }
        let file = Path::new(folder).join(format!("{number}.txt"));
        std::fs::write(file, Record::of(&game).to_string())?;
    }
    Ok(())
}
