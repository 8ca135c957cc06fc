//! Asks networks about every legal move.

use yard_agents::Rng;
use yard_core::{DetectiveMove, DetectiveView, Draw, MrXMove, MrXView, Turn};

use super::observe::{
    DETECTIVE_INPUTS, MR_X_INPUTS, SINGLE_INPUTS, detective_entries, mr_x_entries, query_entries,
};
use super::plan::Models;
use super::team::{JointMove, TeamAsker};
use crate::net::{Entry, Evaluator, Network, Rows};

/// The room for questions, and the last answer.
#[derive(Clone, Debug, Default)]
pub(super) struct Asker {
    evaluator: Evaluator,
    row: Vec<Entry>,
    queries: Rows,
    value: Option<f32>,
    team: TeamAsker,
}

/// What was chosen, for those who learn from it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Choice {
    /// A move, by its number among the legal ones.
    Own(usize),
    /// One's part of a joint move.
    Joint(JointMove),
}

impl Asker {
    /// The value of the last choice; `None` when it was drawn or there was no choice.
    pub(super) fn value(&self) -> Option<f32> {
        self.value
    }

    /// The observation of the last question, with the chosen move unless it was a joint one.
    pub(super) fn row(&self, choice: Choice) -> impl Iterator<Item = Entry> {
        let (row, query) = match choice {
            Choice::Own(chosen) => (self.row.as_slice(), self.queries.row(chosen)),
            Choice::Joint(_) => (self.team.row(), &[][..]),
        };
        row.iter().chain(query).copied()
    }

    /// Mr X's best move, or with some chance a random one, and its number.
    pub(super) fn mr_x(
        &mut self,
        networks: &[Network],
        view: &MrXView,
        (epsilon, rng): (f64, &mut Rng),
    ) -> (MrXMove, Choice) {
        mr_x_entries(view, &mut self.row);
        self.queries.clear();
        let state = view.state();
        for mv in state.mr_x_moves(view.rules()) {
            self.queries.push(mv.steps().take(1).flat_map(|step| query_entries(MR_X_INPUTS, step)));
        }
        let chosen = self.choose(networks.first(), epsilon, rng);
        let mv = state.mr_x_moves(view.rules()).nth(chosen);
        (mv.unwrap_or_else(|| view.draw_move(rng)), Choice::Own(chosen))
    }

    /// The moving detective's best move, or with some chance a random one, and what was chosen; nothing
    /// when he must pass.
    pub(super) fn detective(
        &mut self,
        (networks, models): (&[Network], Models),
        view: &DetectiveView,
        (epsilon, rng): (f64, &mut Rng),
    ) -> (DetectiveMove, Option<Choice>) {
        self.value = None;
        self.queries.clear();
        let Turn::Detective(id) = view.turn() else { return (view.draw_move(rng), None) };
        let (network, inputs, mover) = match models {
            Models::Single => (0, SINGLE_INPUTS, Some(id)),
            Models::Each => (id.index(), DETECTIVE_INPUTS, None),
            Models::Team => {
                let (mv, joint) = self.team.detective(networks.first(), view, (epsilon, rng));
                self.value = self.team.value();
                return (mv, joint.map(Choice::Joint));
            }
        };
        detective_entries(view, mover, &mut self.row);
        for step in view.public().rides(view.rules(), id) {
            self.queries.push(query_entries(inputs, step));
        }
        if self.queries.is_empty() {
            return (view.draw_move(rng), None);
        }
        let chosen = self.choose(networks.get(network), epsilon, rng);
        match view.public().rides(view.rules(), id).nth(chosen) {
            Some(step) => (DetectiveMove::Ride { by: id, step }, Some(Choice::Own(chosen))),
            None => (view.draw_move(rng), None),
        }
    }

    /// Which of the moves in `queries` is chosen; the first of equals.
    fn choose(&mut self, network: Option<&Network>, epsilon: f64, rng: &mut Rng) -> usize {
        self.value = None;
        if epsilon > 0.0 && rng.unit() < epsilon {
            return rng.below(self.queries.len().max(1) as u32) as usize;
        }
        let Some(network) = network else { return 0 };
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
}
