//! An episode: one game of a training for London, and what there is to learn from it.

use std::sync::Arc;

use yard_agents::{Agent, AgentFactory, Detectives, Foul, MrX, Seed, referee};
use yard_core::{Rules, Side};

use super::learner::Sample;
use super::learning_agent::QuerySide;
use super::plan::{Models, QnetPlan, SidePlan};
use super::rewards::reward;
use crate::net::Network;
use crate::players::{Players, PlayersError, make_detectives, make_mr_x};

/// What there is to learn from a finished game.
pub(super) struct Episode {
    pub(super) winner: Side,
    /// Samples, each with the number of the learner it is for.
    pub(super) samples: Vec<(usize, Sample)>,
}

/// Agents of the sides that do not learn. Games that are played at once have their own ones each.
pub(super) struct OtherPlayers {
    mr_x: Option<Box<dyn Agent<MrX>>>,
    detectives: Option<Box<dyn Agent<Detectives>>>,
}

impl OtherPlayers {
    /// Finds all that a plan names, and makes them for each of the games at once.
    pub(super) fn find(
        plan: &QnetPlan,
        rules: &Arc<Rules>,
        players: &dyn Players,
    ) -> Result<Vec<OtherPlayers>, PlayersError> {
        let find = |side: &SidePlan| -> Result<Option<Arc<dyn AgentFactory>>, PlayersError> {
            match side.learns() {
                true => Ok(None),
                false => players.find_agent(&side.agent).map(Some),
            }
        };
        let (mr_x, detectives) = (find(&plan.mr_x)?, find(&plan.detectives)?);
        let make = |_| {
            let mr_x = mr_x.as_deref().map(|agent| make_mr_x(agent, rules));
            let detectives = detectives.as_deref().map(|agent| make_detectives(agent, rules));
            Ok(OtherPlayers { mr_x: mr_x.transpose()?, detectives: detectives.transpose()? })
        };
        (0..plan.games_at_once).map(make).collect()
    }

    /// Plays one game through the referee and hands out the rewards.
    pub(super) fn play(
        &mut self,
        plan: &QnetPlan,
        rules: &Arc<Rules>,
        networks: &[Network],
        game: u64,
        seed: Seed,
    ) -> Result<Episode, Foul> {
        let learns = usize::from(plan.mr_x.learns());
        let (of_mr_x, of_team) = networks.split_at(learns);
        let (epsilon, keeps) = (plan.epsilon(game), game < plan.games);
        let mut mr_x = QuerySide::new(of_mr_x, Models::Single, epsilon, keeps);
        let mut team = QuerySide::new(of_team, plan.detectives.models, epsilon, keeps);
        let player_x: &mut dyn Agent<MrX> = match &mut self.mr_x {
            Some(agent) => agent.as_mut(),
            None => &mut mr_x,
        };
        let player_team: &mut dyn Agent<Detectives> = match &mut self.detectives {
            Some(agent) => agent.as_mut(),
            None => &mut team,
        };
        let game = referee(rules, seed, player_x, player_team)?;
        let winner = game.outcome().expect("the referee plays to the end").winner();
        let decisions = mr_x.into_decisions().into_iter().chain(team.into_decisions());
        let samples = decisions.map(|decision| {
            let reward = reward(plan, &game, winner, &decision);
            let learner = match (decision.by, plan.detectives.models) {
                (None, _) => 0,
                (Some(_), Models::Single | Models::Team) => learns,
                (Some(id), Models::Each) => learns + id.index(),
            };
            (learner, Sample { row: decision.row, reward })
        });
        Ok(Episode { winner, samples: samples.collect() })
    }
}
