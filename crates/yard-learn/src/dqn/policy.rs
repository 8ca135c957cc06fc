//! How a network's values become a move on a grid.

use yard_agents::Rng;
use yard_core::{DetectiveMove, DetectiveView, Draw, MrXMove, MrXView, Station};

use super::belief::Belief;
use super::cells::{Action, Cells};
use super::learner::best;
use super::observe::{detective_entries, mover, mr_x_entries};
use crate::model::{IllegalChoice, Observation};
use crate::net::{Entry, Evaluator, Network, Rows};

/// How a network's values become a move.
#[derive(Clone, Debug)]
pub struct Policy {
    observation: Observation,
    mask: bool,
    illegal: IllegalChoice,
    cells: Cells,
    evaluator: Evaluator,
    one: Rows,
}

/// A choice: the action, and where it leads if it is legal.
pub(super) struct Choice {
    pub(super) action: Action,
    pub(super) to: Option<Station>,
    /// What the choice is worth; 0 when it was drawn.
    pub(super) value: f32,
}

impl Policy {
    /// A policy for a grid; without a mask, `illegal` says what replaces an illegal choice.
    pub fn new(
        observation: Observation,
        (mask, illegal): (bool, IllegalChoice),
        cells: Cells,
    ) -> Policy {
        let (evaluator, one) = (Evaluator::default(), Rows::default());
        Policy { observation, mask, illegal, cells, evaluator, one }
    }

    /// Values of all actions: for each the highest that a network gives (Hrkľová 2023, 4.4). A plain grid has the first four.
    pub fn values(&mut self, networks: &[Network], row: &[Entry]) -> [f32; 8] {
        let mut values = [f32::NEG_INFINITY; 8];
        for network in networks {
            let found = self.evaluator.evaluate_row(network, row, &mut self.one);
            for (value, found) in values.iter_mut().zip(found) {
                *value = value.max(*found);
            }
        }
        values
    }

    /// Chooses by ε-greedy; `epsilon` 0 draws no random number.
    pub(super) fn choose(
        &mut self,
        networks: &[Network],
        row: &[Entry],
        (from, legal): (Station, u8),
        (epsilon, rng): (f64, &mut Rng),
    ) -> Choice {
        let all = self.cells.actions_of().iter().fold(0, |set, action| set | 1 << action.index());
        let allowed = if self.mask { legal } else { all };
        let explores = epsilon > 0.0 && rng.unit() < epsilon;
        let (index, value) = if explores {
            let nth = rng.below(allowed.count_ones()) as usize;
            ((0..8).filter(|action| allowed >> action & 1 == 1).nth(nth).unwrap_or(0), 0.0)
        } else {
            let values = self.values(networks, row);
            let index = best(&values, allowed);
            (index, values[index])
        };
        let action = Action::ALL[index];
        let is_legal = legal >> index & 1 == 1;
        let to = if is_legal { self.cells.step(from, action) } else { None };
        Choice { action, to, value }
    }

    /// The legal actions from a cell, a bit each. No two lead to one cell.
    pub(super) fn legal(&self, from: Station, targets: impl Iterator<Item = Station>) -> u8 {
        targets.fold(0, |set, target| {
            let action = self
                .cells
                .actions_of()
                .iter()
                .find(|action| self.cells.step(from, **action) == Some(target));
            action.map_or(set, |action| set | 1 << action.index())
        })
    }

    /// The step that replaces an illegal choice; `None` when any legal one is to be drawn.
    pub(super) fn replacement(&self, (from, legal): (Station, u8)) -> Option<Station> {
        match self.illegal {
            IllegalChoice::Random => None,
            IllegalChoice::First => {
                let is_legal = |action: &&Action| legal >> action.index() & 1 == 1;
                let first = Action::AS_RUN.iter().find(is_legal)?;
                self.cells.step(from, *first)
            }
        }
    }

    /// Whether the detectives think that Mr X can be there, by what their network sees: the published program rewards
    /// a step onto a cell that its belief has, which is empty before the first sighting.
    pub(super) fn is_possible(&self, view: &DetectiveView, belief: &Belief, to: Station) -> bool {
        match self.observation {
            Observation::HrklovaProgram => belief.of(to) > 0.0,
            Observation::Hrklova
            | Observation::Planes
            | Observation::Sighting
            | Observation::Tickets
            | Observation::Dash
            | Observation::DashEach
            | Observation::DashTeam => view.candidates().contains(to),
        }
    }

    /// Whether Mr X was seen in this round, on a cell next to this one.
    pub(super) fn is_beside_sighting(&self, view: &DetectiveView, to: Station) -> bool {
        let seen = view.log().last_seen();
        let seen = seen.filter(|seen| seen.slot == view.public().slots_used());
        let next_to = |at| Action::STEPS.iter().any(|step| self.cells.step(at, *step) == Some(to));
        seen.is_some_and(|seen| next_to(seen.station))
    }

    /// What Mr X's network sees, and his legal actions.
    pub(super) fn see_mr_x(
        &self,
        view: &MrXView,
        belief: &mut Belief,
        row: &mut Vec<Entry>,
    ) -> (Station, u8) {
        mr_x_entries(self.observation, view, belief, row);
        let state = view.state();
        let targets = state.mr_x_moves(view.rules()).map(MrXMove::target);
        (view.station(), self.legal(view.station(), targets))
    }

    /// What the moving detective's network sees, and his legal actions; `None` when he must pass.
    pub(super) fn see_detective(
        &self,
        view: &DetectiveView,
        belief: &mut Belief,
        row: &mut Vec<Entry>,
    ) -> Option<(Station, u8)> {
        let id = mover(view.public())?;
        let from = view.public().detective(id)?;
        detective_entries(self.observation, view, belief, row);
        let targets = view.public().rides(view.rules(), id).map(|step| step.to);
        let legal = self.legal(from, targets);
        (legal != 0).then_some((from, legal))
    }
}

/// Mr X's move to a cell.
pub(super) fn mr_x_move(view: &MrXView, to: Option<Station>) -> Option<MrXMove> {
    let to = to?;
    view.state().mr_x_moves(view.rules()).find(|mv| mv.target() == to)
}

/// The moving detective's move to a cell.
pub(super) fn detective_move(view: &DetectiveView, to: Option<Station>) -> Option<DetectiveMove> {
    let to = to?;
    view.legal_moves().find(|mv| match mv {
        DetectiveMove::Ride { step, .. } => step.to == to,
        DetectiveMove::Pass { .. } => false,
    })
}
