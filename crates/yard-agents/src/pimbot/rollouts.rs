//! The playouts of this search for others: cheap games to the end.

use yard_core::{Candidates, DetectiveMove, Outcome, Rules, State};

use super::config::PimBotConfig;
use super::filter::StationTypes;
use super::locations::LocationTables;
use super::policy::{PlayoutContext, PlayoutPolicies, detective_move, next_detective};
use super::simulation::Simulation;
use crate::rng::FastRng;
use yard_core::Side;

/// Plays games out by the policies of a search, for others who want to know what a position is worth.
#[derive(Clone, Debug)]
pub struct Rollouts {
    policies: PlayoutPolicies,
    acceptance: [u64; super::CATEGORIES],
    stations: StationTypes,
    simulation: Simulation,
}

impl Rollouts {
    /// As a search for the detectives does, under these rules.
    pub(crate) fn new(rules: &Rules) -> Rollouts {
        Rollouts::with(rules, &PimBotConfig::default())
    }

    /// By these settings. Whether the detectives see Mr X lies with [`PimBotConfig::seekers`]: `TotalDistance`, `Guess`
    /// and `Assumed` look at the candidates alone.
    pub fn with(rules: &Rules, config: &PimBotConfig) -> Rollouts {
        let mut simulation = Simulation::new();
        simulation.candidates.survey(rules.board());
        Rollouts {
            policies: PlayoutPolicies::new(config, Side::Detectives),
            acceptance: LocationTables::EMPTY.min.shares(),
            stations: StationTypes::new(rules.board()),
            simulation,
        }
    }

    /// A move of the detective whose turn it is, who knows where Mr X is; `None` when it is nobody's turn.
    pub(crate) fn chase(
        &mut self,
        rules: &Rules,
        state: &State,
        chance: &mut FastRng,
    ) -> Option<DetectiveMove> {
        let by = next_detective(rules, state.public())?;
        let Rollouts { policies, acceptance, ref stations, ref mut simulation } = *self;
        let context = PlayoutContext { rules, stations, policies, acceptance };
        Some(detective_move(&context, state, by, &mut simulation.candidates, chance))
    }

    /// Plays to the end; `None` if there is none.
    pub fn play_out(
        &mut self,
        rules: &Rules,
        mut state: State,
        candidates: Candidates,
        chance: &mut FastRng,
    ) -> Option<Outcome> {
        let Rollouts { policies, acceptance, ref stations, ref mut simulation } = *self;
        let context = PlayoutContext { rules, stations, policies, acceptance };
        simulation.begin(candidates);
        simulation.playout(&context, &mut state, u8::MAX, chance).outcome
    }
}
