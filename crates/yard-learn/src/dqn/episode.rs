//! An episode: one game of a training on a grid, and what there is to learn from it.

use std::sync::Arc;

use yard_agents::{Agent, AgentFactory, Detectives, Foul, MrX, Seed, referee};
use yard_core::{Rules, Side};

use super::during_game::InPlay;
use super::learning_agents::{DetectiveLearner, MrXLearner};
use super::plan::{DqnPlan, Seats};
use super::policy::Policy;
use super::replay::{Transition, look_ahead};
use crate::players::{Players, PlayersError, make_detectives, make_mr_x};

/// What there is to learn from a finished game.
pub(super) struct Episode {
    /// Nothing when the networks learned during the game.
    pub(super) transitions: Vec<Transition>,
    /// Losses of the updates during the game.
    pub(super) losses: Vec<f32>,
    pub(super) winner: Side,
}

/// How a game is played.
#[derive(Clone, Copy)]
pub(super) struct EpisodePlan<'a> {
    pub(super) plan: &'a DqnPlan,
    pub(super) rules: &'a Arc<Rules>,
    pub(super) policy: &'a Policy,
    pub(super) epsilon: f64,
    pub(super) seats: Seats,
}

/// Whom a learner plays with. Games that are played at once have their own ones each.
pub(super) enum OtherPlayers {
    /// The learner is Mr X.
    OfMrX { opponents: Vec<Box<dyn Agent<Detectives>>> },
    /// The learner is one detective or all of them; the partner plays those who do not learn.
    OfDetectives { opponents: Vec<Box<dyn Agent<MrX>>>, partner: Box<dyn Agent<Detectives>> },
}

impl OtherPlayers {
    /// Finds all that a plan names, and makes them for each of the games at once.
    pub(super) fn find(
        plan: &DqnPlan,
        rules: &Arc<Rules>,
        players: &dyn Players,
    ) -> Result<Vec<OtherPlayers>, PlayersError> {
        let named = plan.opponents.iter().map(|text| players.find_agent(text));
        let named: Vec<Arc<dyn AgentFactory>> = named.collect::<Result<_, _>>()?;
        let named = || named.iter().map(AsRef::as_ref);
        match plan.side {
            Side::MrX => repeat(plan.games_at_once, || {
                let opponents = named().map(|agent| make_detectives(agent, rules));
                Ok(OtherPlayers::OfMrX { opponents: opponents.collect::<Result<_, _>>()? })
            }),
            Side::Detectives => {
                let partner = players.find_agent(&plan.partner)?;
                repeat(plan.games_at_once, || {
                    let opponents = named().map(|agent| make_mr_x(agent, rules));
                    Ok(OtherPlayers::OfDetectives {
                        opponents: opponents.collect::<Result<_, _>>()?,
                        partner: make_detectives(partner.as_ref(), rules)?,
                    })
                })
            }
        }
    }

    /// Plays one game through the referee, against the opponent of that number.
    pub(super) fn play(
        &mut self,
        episode: EpisodePlan<'_>,
        networks: InPlay<'_>,
        seed: Seed,
        opponent: usize,
    ) -> Result<Episode, Foul> {
        let EpisodePlan { plan, rules, policy, epsilon, seats } = episode;
        let (policy, rewards) = (policy.clone(), plan.rewards);
        let (game, (mut transitions, losses)) = match self {
            OtherPlayers::OfMrX { opponents } => {
                let mut learner = MrXLearner::new(networks, policy, epsilon, rewards);
                let team = opponents[opponent].as_mut();
                (referee(rules, seed, &mut learner, team), learner.into_kept())
            }
            OtherPlayers::OfDetectives { opponents, partner } => {
                let partner: &mut dyn Agent<Detectives> = partner.as_mut();
                let others = (seats, partner);
                let mut learner = DetectiveLearner::new(networks, policy, epsilon, rewards, others);
                let mr_x = opponents[opponent].as_mut();
                (referee(rules, seed, mr_x, &mut learner), learner.into_kept())
            }
        };
        let outcome = game?.outcome().expect("the referee plays to the end");
        look_ahead(&mut transitions, plan.learner.steps, plan.learner.discount);
        Ok(Episode { transitions, losses, winner: outcome.winner() })
    }
}

fn repeat<T>(
    count: usize,
    make: impl Fn() -> Result<T, PlayersError>,
) -> Result<Vec<T>, PlayersError> {
    (0..count).map(|_| make()).collect()
}
