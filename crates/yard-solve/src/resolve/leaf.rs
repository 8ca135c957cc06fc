//! What leaves are worth: how likely Mr X escapes from each station of one.

use yard_agents::FastRng;
use yard_agents::pimbot::{PimBotConfig, Rollouts, SeekerPolicy};
use yard_core::{
    Candidates, MrXMove, Outcome, PublicState, PublicStep, Rules, Side, State, Station, StationSet,
    Step, Ticket,
};

use super::features::Features;
use super::tree::{Cell, Estimate, Tree};
use super::value::{LeafNet, SHIPPED};

/// Estimates the values of leaves.
pub(super) trait Estimates: Send {
    /// Sets the values of all stations of a leaf, and returns the playouts it took.
    ///
    /// They must be what two plans are worth that know no more than they may: one value for each station,
    /// the same for both sides.
    fn estimate(
        &mut self,
        rules: &Rules,
        tree: &mut Tree,
        leaf: usize,
        chance: &mut FastRng,
    ) -> u64;
}

/// Plays games out by simple policies. The detectives guess by what they may know.
#[derive(Clone, Debug)]
pub(super) struct ByPlayouts {
    rollouts: Rollouts,
    playouts: u32,
}

impl ByPlayouts {
    pub(super) fn new(rules: &Rules, playouts: u32) -> ByPlayouts {
        let config = PimBotConfig { seekers: SeekerPolicy::Guess, ..PimBotConfig::default() };
        ByPlayouts { rollouts: Rollouts::with(rules, &config), playouts }
    }
}

impl Estimates for ByPlayouts {
    fn estimate(
        &mut self,
        rules: &Rules,
        tree: &mut Tree,
        leaf: usize,
        chance: &mut FastRng,
    ) -> u64 {
        let node = &tree.nodes[leaf];
        let cells = node.cells();
        let stations: StationSet = tree.cells[cells.clone()].iter().map(|c| c.station).collect();
        for at in cells.clone() {
            let cell = &tree.cells[at];
            let mut candidates = Candidates::new(stations);
            let state = match node.first {
                None => node.public.assume(cell.station),
                Some(ticket) => second_step(rules, &node.public, cell, ticket, &mut candidates),
            };
            let won = |_: &u32| {
                let outcome = self.rollouts.play_out(rules, state, candidates, chance);
                outcome.map(Outcome::winner) == Some(Side::MrX)
            };
            let wins = (0..self.playouts).filter(won).count();
            let even = wins as f64 / f64::from(self.playouts.max(1));
            tree.estimates[at] = Estimate { even, known: 0.0 };
            tree.escape[at] = even;
        }
        u64::from(self.playouts) * cells.len() as u64
    }
}

/// Asks a network that has learned from games.
#[derive(Clone, Copy, Debug)]
pub(super) struct ByNetwork(&'static LeafNet);

impl ByNetwork {
    pub(super) fn shipped() -> ByNetwork {
        ByNetwork(&SHIPPED)
    }

    /// How likely Mr X escapes when everybody knows where he is.
    fn known(&self, rules: &Rules, public: &PublicState, station: Station) -> f32 {
        let alone = Features::new(rules, public, &StationSet::of(station));
        self.0.escape(&alone.of(station))
    }
}

impl Estimates for ByNetwork {
    fn estimate(&mut self, rules: &Rules, tree: &mut Tree, leaf: usize, _: &mut FastRng) -> u64 {
        let node = &tree.nodes[leaf];
        let cells = node.cells();
        let stations: StationSet = tree.cells[cells.clone()].iter().map(|c| c.station).collect();
        let shared = Features::new(rules, &node.public, &stations);
        for at in cells {
            let cell = &tree.cells[at];
            let (even, known) = match node.first {
                None => (
                    self.0.escape(&shared.of(cell.station)),
                    self.known(rules, &node.public, cell.station),
                ),
                Some(ticket) => {
                    let mut candidates = Candidates::new(stations);
                    let state = second_step(rules, &node.public, cell, ticket, &mut candidates);
                    let features = Features::new(rules, state.public(), &candidates);
                    let even = self.0.escape(&features.of(state.mr_x()));
                    (even, self.known(rules, state.public(), state.mr_x()))
                }
            };
            let even = f64::from(even);
            tree.estimates[at] = Estimate { even, known: (f64::from(known) - even).min(0.0) };
            tree.escape[at] = even;
        }
        0
    }
}

/// The state after a double move whose second step leads furthest away from the detectives.
fn second_step(
    rules: &Rules,
    public: &PublicState,
    cell: &Cell,
    ticket: Ticket,
    candidates: &mut Candidates,
) -> State {
    let first = Step { ticket, to: cell.station };
    let near = |step: &&Step| {
        let distances = rules.board().detective_distances_from(step.to);
        public.detectives().map(|at| distances[usize::from(at.number())]).min()
    };
    let free = public.lines_after(rules, first).iter().filter(|step| !public.is_occupied(step.to));
    let mut state = public.assume(cell.origin);
    if let Some(second) = free.max_by_key(near) {
        state.play_mr_x(rules, MrXMove::Double(first, *second));
        let seen = rules.surfaces_after(public.slots_used() + 2).then_some(second.to);
        let step = PublicStep { ticket: second.ticket, seen };
        candidates.step(rules.board(), &public.occupied_set(), step);
    }
    state
}
