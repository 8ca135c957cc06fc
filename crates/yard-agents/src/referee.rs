//! Plays one match between two agents.

use std::sync::Arc;

use yard_core::{Match, Move, PlayError, Rules, Turn};

use crate::agent::{Agent, Detectives, MrX};
use crate::rng::Seed;

/// An agent answered with an illegal move, which ends the match.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{} played {mv}: {cause}", side(*turn))]
pub struct Foul {
    /// Whose turn it was.
    pub turn: Turn,
    /// What was played, as text.
    pub mv: String,
    /// Why it is illegal.
    pub cause: PlayError,
    /// The match up to the foul.
    pub bout: Box<Match>,
}

fn side(turn: Turn) -> &'static str {
    match turn {
        Turn::MrX => "Mr X",
        Turn::Detective(_) | Turn::Team | Turn::Over(_) => "the detectives",
    }
}

/// Plays one match to its end.
///
/// The referee alone holds the truth: each agent gets its own side's view and a random stream of its
/// own. The seed gives the deal and both streams, and is shown to nobody.
///
/// # Errors
/// An illegal answer ends the match as a [`Foul`]; it is never repaired in silence.
pub fn referee(
    rules: &Arc<Rules>,
    seed: Seed,
    mr_x: &mut dyn Agent<MrX>,
    team: &mut dyn Agent<Detectives>,
) -> Result<Match, Foul> {
    let deal = rules.deal(&mut seed.stream("deal"));
    let mut mr_x_rng = seed.stream("mr-x");
    let mut team_rng = seed.stream("detectives");
    let mut bout = Match::new(Arc::clone(rules), &deal);
    mr_x.begin();
    team.begin();
    loop {
        let turn = bout.turn();
        let mv = match turn {
            Turn::MrX => Move::from(mr_x.choose(bout.mr_x_view(), &mut mr_x_rng)),
            Turn::Detective(_) | Turn::Team => {
                Move::from(team.choose(bout.detective_view(), &mut team_rng))
            }
            Turn::Over(_) => return Ok(bout),
        };
        if let Err(cause) = bout.play(mv) {
            let mv = match mv {
                Move::MrX(mv) => mv.to_string(),
                Move::Detective(mv) => mv.to_string(),
            };
            return Err(Foul { turn, mv, cause, bout: Box::new(bout) });
        }
    }
}
