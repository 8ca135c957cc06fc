//! Games that go on by the policies of the playouts, for others who want to know what a position is worth.

use yard_core::{Candidates, Outcome, Rules, Side, State};

use super::config::PimBotConfig;
use super::filter::StationTypes;
use super::locations::{CATEGORIES, LocationTables};
use super::policy::{PlayoutContext, PlayoutPolicies};
use super::simulation::Simulation;
use crate::rng::FastRng;

/// Plays positions out. Both sides move by the policies of a [`PimBotConfig`].
///
/// Whether the detectives see Mr X in it lies with [`PimBotConfig::seekers`]: `TotalDistance`, `Guess` and `Assumed`
/// look at the candidates alone.
#[derive(Clone, Debug)]
pub struct Rollouts {
    stations: StationTypes,
    policies: PlayoutPolicies,
    acceptance: [u64; CATEGORIES],
    simulation: Simulation,
}

impl Rollouts {
    /// Gets ready for a board.
    pub fn new(rules: &Rules, config: &PimBotConfig, tables: &LocationTables) -> Rollouts {
        let mut simulation = Simulation::new();
        simulation.candidates.survey(rules.board());
        let policies = PlayoutPolicies::new(config, Side::MrX);
        let (stations, acceptance) = (StationTypes::new(rules.board()), tables.min.shares());
        Rollouts { stations, policies, acceptance, simulation }
    }

    /// Plays one game to its end: who wins. The rules must be those of the board it is ready for.
    pub fn winner(
        &mut self,
        rules: &Rules,
        mut state: State,
        candidates: Candidates,
        chance: &mut FastRng,
    ) -> Side {
        let context = PlayoutContext {
            rules,
            stations: &self.stations,
            policies: self.policies,
            acceptance: self.acceptance,
        };
        self.simulation.begin(candidates);
        let ending = self.simulation.playout(&context, &mut state, u8::MAX, chance);
        ending.outcome.map_or(Side::MrX, Outcome::winner)
    }
}
