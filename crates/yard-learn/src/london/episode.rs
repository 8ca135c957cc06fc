//! Query networks at the table: agents that play by them and keep what they decided.

use yard_agents::{Agent, Detectives, MrX, Rng};
use yard_core::{DetectiveId, DetectiveMove, DetectiveView, Draw, MrXMove, MrXView, Turn};

use super::observe::{
    DETECTIVE_INPUTS, MR_X_INPUTS, SINGLE_INPUTS, detective_entries, mr_x_entries, query_entries,
};
use super::plan::Models;
use crate::net::{Entry, Evaluator, Network, Rows};

/// One decision of a learner.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// The observation with the chosen move.
    pub row: Vec<Entry>,
    /// The round, counted from 1.
    pub round: u8,
    /// The detective; `None` for Mr X.
    pub by: Option<DetectiveId>,
}

/// Networks of one side, and what is needed to ask them.
#[derive(Debug)]
pub struct QuerySide<'a> {
    networks: &'a [Network],
    models: Models,
    /// The chance of a random move.
    epsilon: f64,
    /// Whether decisions are kept.
    keeps: bool,
    evaluator: Evaluator,
    row: Vec<Entry>,
    queries: Rows,
    kept: Vec<Decision>,
    value: Option<f32>,
}

impl<'a> QuerySide<'a> {
    /// A side that learns.
    pub fn new(networks: &'a [Network], models: Models, epsilon: f64, keeps: bool) -> QuerySide<'a> {
        QuerySide {
            networks,
            models,
            epsilon,
            keeps,
            evaluator: Evaluator::default(),
            row: Vec::new(),
            queries: Rows::default(),
            kept: Vec::new(),
            value: None,
        }
    }

    /// What was decided, in order.
    pub fn into_decisions(self) -> Vec<Decision> {
        self.kept
    }

    /// The value of the last choice; `None` when it was drawn or there was no choice.
    pub fn value(&self) -> Option<f32> {
        self.value
    }

    /// Which of the moves in `queries` is chosen.
    fn choose(&mut self, network: usize, rng: &mut Rng) -> usize {
        let count = self.queries.len();
        self.value = None;
        if self.epsilon > 0.0 && rng.unit() < self.epsilon {
            return rng.below(count as u32) as usize;
        }
        let Some(network) = self.networks.get(network) else { return 0 };
        let values = self.evaluator.evaluate(network, &self.row, &self.queries);
        let mut best = 0;
        for (at, value) in values.iter().enumerate() {
            if *value > values[best] {
                best = at;
            }
        }
        self.value = values.get(best).copied();
        best
    }

    fn keep(&mut self, chosen: usize, round: u8, by: Option<DetectiveId>) {
        if self.keeps {
            let row = self.row.iter().chain(self.queries.row(chosen)).copied().collect();
            self.kept.push(Decision { row, round, by });
        }
    }
}

impl Agent<MrX> for QuerySide<'_> {
    fn choose(&mut self, view: &MrXView, rng: &mut Rng) -> MrXMove {
        mr_x_entries(view, &mut self.row);
        self.queries.clear();
        let state = view.state();
        for mv in state.mr_x_moves(view.rules()) {
            self.queries.push(mv.steps().take(1).flat_map(|step| query_entries(MR_X_INPUTS, step)));
        }
        let chosen = self.choose(0, rng);
        self.keep(chosen, view.table().slots_used() + 1, None);
        let mv = state.mr_x_moves(view.rules()).nth(chosen);
        mv.unwrap_or_else(|| view.draw_move(rng))
    }
}

impl Agent<Detectives> for QuerySide<'_> {
    fn choose(&mut self, view: &DetectiveView, rng: &mut Rng) -> DetectiveMove {
        let Turn::Detective(id) = view.turn() else { return view.draw_move(rng) };
        let (network, inputs, mover) = match self.models {
            Models::Single => (0, SINGLE_INPUTS, Some(id)),
            Models::Each => (id.index(), DETECTIVE_INPUTS, None),
        };
        detective_entries(view, mover, &mut self.row);
        self.queries.clear();
        for step in view.table().rides(view.rules(), id) {
            self.queries.push(query_entries(inputs, step));
        }
        if self.queries.is_empty() {
            self.value = None;
            return view.draw_move(rng);
        }
        let chosen = self.choose(network, rng);
        self.keep(chosen, view.table().slots_used(), Some(id));
        let step = view.table().rides(view.rules(), id).nth(chosen);
        step.map_or_else(|| view.draw_move(rng), |step| DetectiveMove::Ride { by: id, step })
    }
}
