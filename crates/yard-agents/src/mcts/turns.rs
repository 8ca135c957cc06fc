//! What one ply of the tree is: a turn of Mr X, and a joint move of the detectives or one ply.

use arrayvec::ArrayVec;
use yard_core::{
    DetectiveMove, DetectiveView, MOST_DETECTIVES, Order, PublicState, Rules, State, Turn,
};

/// The moves of all detectives who have still to move in this round; or of just one.
pub(crate) type Plan = ArrayVec<DetectiveMove, MOST_DETECTIVES>;

/// Tells whether a ply of the detectives in the tree is a move of all of them.
///
/// On grids it is, as in the theses (Sova 5.4.2 lists the product of the detectives' moves). On
/// London five detectives have thousands of joint moves, more than there are playouts, so there it
/// is one detective's ply; in any order as well, where a joint move has no fixed sequence.
pub(crate) fn plays_jointly(rules: &Rules) -> bool {
    rules.board().grid_size().is_some() && rules.order() == Order::Fixed
}

/// Lists what the detectives can do in one ply of the tree, sorted.
pub(crate) fn list_plans(rules: &Rules, public: &PublicState, plans: &mut Vec<Plan>) {
    plans.clear();
    let state = uncaught(public);
    if plays_jointly(rules) {
        list_joint(rules, &state, &mut Plan::new(), plans);
    } else {
        plans.extend(state.detective_moves(rules).map(|mv| Plan::from_iter([mv])));
    }
}

fn list_joint(rules: &Rules, state: &State, plan: &mut Plan, plans: &mut Vec<Plan>) {
    for mv in state.detective_moves(rules) {
        let mut next = *state;
        next.play_detective(rules, mv);
        plan.push(mv);
        match next.turn() {
            Turn::Detective(_) => list_joint(rules, &next, plan, plans),
            Turn::MrX | Turn::Team | Turn::Over(_) => plans.push(plan.clone()),
        }
        plan.pop();
    }
}

/// The table with Mr X where no move of this round can catch him.
///
/// A joint move is made by all detectives at once, so whether the first of them meets Mr X must not
/// cut it short. Nobody can enter the last detective's station before he leaves it, and he cannot
/// stay.
fn uncaught(public: &PublicState) -> State {
    let last = public.detectives().last();
    public.assume(last.expect("rules have at least one detective"))
}

/// Plays a plan until it is done or Mr X is caught.
#[inline]
pub(crate) fn play_plan(rules: &Rules, state: &mut State, plan: &[DetectiveMove]) {
    for &mv in plan {
        state.play_detective(rules, mv);
        if state.outcome().is_some() {
            return;
        }
    }
}

/// The rest of a joint move, of which the referee asks one detective's ply at a time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pending {
    rest: Plan,
    /// How the table must look for the rest to be played.
    public: Option<PublicState>,
}

impl Pending {
    /// Forgets it.
    pub(crate) fn clear(&mut self) {
        *self = Pending::default();
    }

    /// The next ply of the joint move, if the game has gone as planned.
    pub(crate) fn next(&mut self, view: &DetectiveView) -> Option<DetectiveMove> {
        if self.rest.is_empty() || self.public != Some(*view.public()) {
            return None;
        }
        let plan = self.rest.clone();
        self.begin(view, &plan)
    }

    /// Keeps a joint move and returns its first ply.
    pub(crate) fn begin(
        &mut self,
        view: &DetectiveView,
        plan: &[DetectiveMove],
    ) -> Option<DetectiveMove> {
        let (&first, rest) = plan.split_first()?;
        let mut after = uncaught(view.public());
        after.play_detective(view.rules(), first);
        self.rest = rest.iter().copied().collect();
        self.public = Some(*after.public());
        Some(first)
    }
}
