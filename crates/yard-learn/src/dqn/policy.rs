//! How a network's values become a move.

use yard_agents::Rng;
use yard_core::{DetectiveMove, DetectiveView, Draw, MrXMove, MrXView, Station, Step};

use super::actions::{ActionNumber, ActionSet, ActionSpace};
use super::belief::Belief;
use super::cells::Action;
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
    space: ActionSpace,
    evaluator: Evaluator,
    one: Rows,
    /// The highest value of each action, where there are several networks.
    values: Vec<f32>,
}

/// A choice: the action, and the step that it stands for if it is legal.
pub(super) struct Choice {
    pub(super) action: ActionNumber,
    pub(super) step: Option<Step>,
    /// What the choice is worth; 0 when it was drawn.
    pub(super) value: f32,
}

impl Policy {
    /// A policy for a board; without a mask, `illegal` says what replaces an illegal choice.
    pub fn new(
        observation: Observation,
        (mask, illegal): (bool, IllegalChoice),
        space: ActionSpace,
    ) -> Policy {
        let (evaluator, one) = (Evaluator::default(), Rows::default());
        Policy { observation, mask, illegal, space, evaluator, one, values: Vec::new() }
    }

    /// Values of all actions: for each the highest that a network gives (Hrkľová 2023, 4.4).
    pub fn values(&mut self, networks: &[Network], row: &[Entry]) -> &[f32] {
        self.values.clear();
        self.values.resize(self.space.outputs(), f32::NEG_INFINITY);
        for network in networks {
            let found = self.evaluator.evaluate_row(network, row, &mut self.one);
            for (value, found) in self.values.iter_mut().zip(found) {
                *value = value.max(*found);
            }
        }
        &self.values
    }

    /// Chooses by ε-greedy; `epsilon` 0 draws no random number.
    pub(super) fn choose(
        &mut self,
        networks: &[Network],
        row: &[Entry],
        (from, legal): (Station, ActionSet),
        (epsilon, rng): (f64, &mut Rng),
    ) -> Choice {
        let allowed = if self.mask { legal } else { ActionSet::first(self.space.outputs()) };
        let explores = epsilon > 0.0 && rng.unit() < epsilon;
        let (index, value) = if explores {
            let nth = rng.below(allowed.len()) as usize;
            (allowed.iter().nth(nth).unwrap_or(0), 0.0)
        } else {
            let values = self.values(networks, row);
            let index = best(values, &allowed);
            (index, values[index])
        };
        let step = if legal.contains(index) { self.space.step(from, index) } else { None };
        Choice { action: index as ActionNumber, step, value }
    }

    /// The legal actions from a station.
    pub(super) fn legal(&self, from: Station, steps: impl Iterator<Item = Step>) -> ActionSet {
        steps.filter_map(|step| self.space.number(from, step)).collect()
    }

    /// The step that replaces an illegal choice; `None` when any legal one is to be drawn.
    pub(super) fn replacement(&self, (from, legal): (Station, ActionSet)) -> Option<Step> {
        match self.illegal {
            IllegalChoice::Random => None,
            IllegalChoice::First => {
                let first = match self.space {
                    ActionSpace::Grid(_) => {
                        Action::AS_RUN.map(Action::index).into_iter().find(|at| legal.contains(*at))
                    }
                    ActionSpace::Stations(_) => legal.iter().next(),
                };
                self.space.step(from, first?)
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
            | Observation::Stations
            | Observation::Dash
            | Observation::DashEach
            | Observation::DashTeam => view.candidates().contains(to),
        }
    }

    /// Whether Mr X was seen in this round, on a cell next to this one.
    pub(super) fn is_beside_sighting(&self, view: &DetectiveView, to: Station) -> bool {
        let seen = view.log().last_seen();
        let seen = seen.filter(|seen| seen.slot == view.public().slots_used());
        let next_to = |at| match &self.space {
            ActionSpace::Grid(cells) => {
                Action::STEPS.iter().any(|step| cells.step(at, *step) == Some(to))
            }
            ActionSpace::Stations(_) => view.rules().board().detective_distance(at, to) == Some(1),
        };
        seen.is_some_and(|seen| next_to(seen.station))
    }

    /// What Mr X's network sees, and his legal actions.
    pub(super) fn see_mr_x(
        &self,
        view: &MrXView,
        belief: &mut Belief,
        row: &mut Vec<Entry>,
    ) -> (Station, ActionSet) {
        mr_x_entries(self.observation, view, belief, row);
        let state = view.state();
        let steps = state.mr_x_moves(view.rules()).map(last_step);
        (view.station(), self.legal(view.station(), steps))
    }

    /// What the moving detective's network sees, and his legal actions; `None` when he must pass.
    pub(super) fn see_detective(
        &self,
        view: &DetectiveView,
        belief: &mut Belief,
        row: &mut Vec<Entry>,
    ) -> Option<(Station, ActionSet)> {
        let id = mover(view.public())?;
        let from = view.public().detective(id)?;
        detective_entries(self.observation, view, belief, row);
        let legal = self.legal(from, view.public().rides(view.rules(), id));
        (!legal.is_empty()).then_some((from, legal))
    }

    /// Mr X's move that a step stands for.
    pub(super) fn mr_x_move(&self, view: &MrXView, step: Option<Step>) -> Option<MrXMove> {
        let step = step?;
        let state = view.state();
        state.mr_x_moves(view.rules()).find(|mv| self.space.is_same(step, last_step(*mv)))
    }

    /// The moving detective's move that a step stands for.
    pub(super) fn detective_move(
        &self,
        view: &DetectiveView,
        chosen: Option<Step>,
    ) -> Option<DetectiveMove> {
        let chosen = chosen?;
        view.legal_moves().find(|mv| match mv {
            DetectiveMove::Ride { step, .. } => self.space.is_same(chosen, *step),
            DetectiveMove::Pass { .. } => false,
        })
    }
}

/// The step with which a move ends.
fn last_step(mv: MrXMove) -> Step {
    match mv {
        MrXMove::Single(step) | MrXMove::Double(_, step) => step,
    }
}
