//! Plays one game between two agents.

use std::sync::Arc;

use yard_core::{Draw, Faults, Game, Move, PlayError, Rules, Setup, Turn};

use crate::agent::{Agent, AgentError, Detectives, MrX};
use crate::rng::Seed;

/// A game that ended because an agent gave no legal move.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}{cause}", side(*turn))]
pub struct Foul {
    /// Whose turn it was.
    pub turn: Turn,
    /// What went wrong.
    pub cause: FoulCause,
    /// The game up to the foul.
    pub game: Box<Game>,
}

/// What is wrong with an answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FoulCause {
    /// The move is not legal.
    #[error(" played {mv}: {cause}")]
    Illegal {
        /// What was played, as text.
        mv: String,
        /// Why it is illegal.
        cause: PlayError,
    },
    /// There is no move: the agent failed, and says how.
    #[error(": {0}")]
    Failure(AgentError),
}

fn side(turn: Turn) -> &'static str {
    match turn {
        Turn::MrX => "Mr X",
        Turn::Detective(_) | Turn::Team | Turn::Over(_) => "the detectives",
    }
}

/// Plays one game to its end.
///
/// The referee alone holds the truth: each agent gets its own side's view and a random stream of its
/// own. The seed gives the deal and both streams, and is shown to nobody.
///
/// # Errors
/// An illegal answer, or none, ends the game as a [`Foul`]; it is never repaired in silence.
pub fn referee(
    rules: &Arc<Rules>,
    seed: Seed,
    mr_x: &mut dyn Agent<MrX>,
    team: &mut dyn Agent<Detectives>,
) -> Result<Game, Foul> {
    let deal = rules.deal(&mut seed.stream("deal"));
    referee_on(Game::new(Arc::clone(rules), &deal), seed, mr_x, team)
}

/// Begins the game of a seed: with a deal, or from a setup. Where that hides Mr X, his station is drawn from
/// the candidates, each equally likely (rule 3.4); otherwise nothing is drawn.
///
/// # Errors
/// Lists every fault of the setup.
pub fn begin_game(rules: &Arc<Rules>, setup: Option<&Setup>, seed: Seed) -> Result<Game, Faults> {
    let mut rng = seed.stream("deal");
    match setup {
        None => Ok(Game::new(Arc::clone(rules), &rules.deal(&mut rng))),
        Some(setup) => setup.game_with(Arc::clone(rules), |candidates| {
            let n = rng.below(candidates.len() as u32) as usize;
            candidates.nth(n).unwrap_or_else(|| unreachable!("a setup without candidates"))
        }),
    }
}

/// Plays a game that has begun to its end, with the random streams of a seed.
///
/// # Errors
/// As [`referee`].
pub fn referee_on(
    mut game: Game,
    seed: Seed,
    mr_x: &mut dyn Agent<MrX>,
    team: &mut dyn Agent<Detectives>,
) -> Result<Game, Foul> {
    mr_x.begin();
    team.begin();
    let cause = play(&mut game, seed, mr_x, team);
    let way = game.mr_x_view().path();
    mr_x.told_way(way);
    team.told_way(way);
    mr_x.end(game.mr_x_view());
    team.end(game.detective_view());
    match cause {
        Ok(()) => Ok(game),
        Err(cause) => Err(Foul { turn: game.turn(), cause, game: Box::new(game) }),
    }
}

/// Asks in turn until the game is over.
fn play(
    game: &mut Game,
    seed: Seed,
    mr_x: &mut dyn Agent<MrX>,
    team: &mut dyn Agent<Detectives>,
) -> Result<(), FoulCause> {
    let mut mr_x_rng = seed.stream("mr-x");
    let mut team_rng = seed.stream("detectives");
    loop {
        let answer = match game.turn() {
            Turn::MrX => mr_x.choose(game.mr_x_view(), &mut mr_x_rng).map(Move::from),
            Turn::Detective(_) | Turn::Team => {
                team.choose(game.detective_view(), &mut team_rng).map(Move::from)
            }
            Turn::Over(_) => return Ok(()),
        };
        let mv = answer.map_err(FoulCause::Failure)?;
        if let Err(cause) = game.play(mv) {
            let mv = match mv {
                Move::MrX(mv) => mv.to_string(),
                Move::Detective(mv) => mv.to_string(),
            };
            return Err(FoulCause::Illegal { mv, cause });
        }
    }
}
