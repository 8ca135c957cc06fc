//! The agent: asks the chain for its plans and draws from them.

use std::sync::Arc;

use yard_agents::{
    Agent, AgentError, Detectives, MrX, Policy, Reads, Rng, RootReport, even_chances,
};
use yard_core::{
    DetectiveMove, DetectiveView, MrXMove, MrXView, PublicStep, Rules, Side, Station, Step,
};

use super::chain::{Chain, Place};
use super::config::ResolveConfig;
use super::tree::{Kind, Seen, Tree};
use crate::draw::draw;

/// Plays soundly by continual re-solving over public belief states, either side of any rules.
///
/// At each of its decisions it solves a game that begins with the open table and how likely Mr X is where. So
/// nothing is hidden from whoever answers it: its plans follow from what is public, and Mr X mixes.
pub struct Resolve {
    config: ResolveConfig,
    chain: Option<(Arc<Rules>, Chain)>,
    report: Option<RootReport>,
}

impl Resolve {
    /// Makes one.
    pub fn new(config: ResolveConfig) -> Resolve {
        Resolve { config, chain: None, report: None }
    }

    /// How many positions were solved so far, and how many of them to the end of the game.
    pub fn solves(&self) -> [u64; 2] {
        self.chain.as_ref().map_or([0; 2], |(_, chain)| chain.counts)
    }

    fn place(&mut self, side: Side, view: &DetectiveView) -> Place<'_> {
        let rules = view.rules_arc();
        let known = self.chain.as_ref().is_some_and(|(known, _)| Arc::ptr_eq(known, rules));
        if !known {
            let chain = Chain::new(side, self.config, Arc::clone(rules));
            self.chain = Some((Arc::clone(rules), chain));
        }
        let (_, chain) = self.chain.as_mut().expect("it was just made");
        let place = chain.place(view);
        let escape = place.solve.escape();
        self.report = Some(RootReport {
            visits: root_visits(&place),
            value: match side {
                Side::MrX => escape,
                Side::Detectives => 1.0 - escape,
            },
            playouts: place.solve.playouts,
            nodes: u64::from(place.solve.expansions),
        });
        place
    }

    fn mr_x_chances(&mut self, view: &MrXView) -> Vec<(MrXMove, f64)> {
        let place = self.place(Side::MrX, view.detective_view());
        let mut chances = Vec::new();
        let tree = &place.solve.tree;
        for (seen, to, target, chance) in actions(tree, &place, view.station()) {
            match seen {
                Seen::Single(step) => chances.push((MrXMove::Single(ride(step, to)), chance)),
                Seen::First(step) => {
                    let node = tree.cells[target].from;
                    let middle = Place { solve: place.solve, node };
                    for (second, there, _, then) in actions(tree, &middle, to) {
                        if let Seen::Second(second) = second {
                            let mv = MrXMove::Double(ride(step, to), ride(second, there));
                            chances.push((mv, chance * then));
                        }
                    }
                }
                Seen::Nothing | Seen::Detective(_) | Seen::Second(_) => {}
            }
        }
        // What the detectives think is impossible has no plan.
        chances
            .retain(|(mv, chance)| *chance > 0.0 && view.legal_moves().any(|legal| legal == *mv));
        match normalised(&mut chances) {
            true => chances,
            false => even_chances(view.legal_moves().collect()),
        }
    }

    fn detective_chances(&mut self, view: &DetectiveView) -> Vec<(DetectiveMove, f64)> {
        let place = self.place(Side::Detectives, view);
        let tree = &place.solve.tree;
        let node = &tree.nodes[place.node as usize];
        let mut chances: Vec<(DetectiveMove, f64)> = Vec::new();
        if node.kind == Kind::Detectives {
            for (child, action) in tree.nodes[node.children()].iter().zip(node.actions()) {
                if let Seen::Detective(mv) = child.seen
                    && tree.plan[action] > 0.0
                {
                    chances.push((mv, tree.plan[action]));
                }
            }
        }
        match normalised(&mut chances) {
            true => chances,
            false => even_chances(view.legal_moves().collect()),
        }
    }
}

/// Makes the chances add up to 1; `false` when there is nothing to add.
fn normalised<M>(chances: &mut [(M, f64)]) -> bool {
    let all: f64 = chances.iter().map(|(_, chance)| chance).sum();
    chances.iter_mut().for_each(|(_, chance)| *chance /= all);
    all > 0.0
}

fn ride(step: PublicStep, to: Station) -> Step {
    Step { ticket: step.ticket, to }
}

/// Mr X's actions from a station at a node: what is seen, where to, the cell there and the chance.
fn actions<'a>(
    tree: &'a Tree,
    place: &Place<'_>,
    from: Station,
) -> impl Iterator<Item = (Seen, Station, usize, f64)> + use<'a> {
    let is_his = tree.nodes[place.node as usize].kind == Kind::MrX;
    let cell = tree.cell(place.node, from).filter(|_| is_his);
    let range = cell.map_or(0..0, |cell| tree.cells[cell].actions());
    range.map(|action| {
        let target = tree.targets[action] as usize;
        let seen = tree.nodes[tree.child_of_action(action) as usize].seen;
        (seen, tree.cells[target].station, target, tree.plan[action])
    })
}

/// How often the search for leaves took each way at the decision.
fn root_visits(place: &Place<'_>) -> Vec<u32> {
    let tree = &place.solve.tree;
    let node = &tree.nodes[place.node as usize];
    match node.kind {
        Kind::Detectives => tree.visits[node.actions()].to_vec(),
        Kind::Leaf | Kind::Over | Kind::MrX => Vec::new(),
    }
}

impl Policy<MrX> for Resolve {
    fn chances(&mut self, view: &MrXView) -> Vec<(MrXMove, f64)> {
        self.mr_x_chances(view)
    }

    fn reads(&self) -> Reads {
        Reads::Sighting
    }
}

impl Policy<Detectives> for Resolve {
    fn chances(&mut self, view: &DetectiveView) -> Vec<(DetectiveMove, f64)> {
        self.detective_chances(view)
    }

    fn reads(&self) -> Reads {
        Reads::Sighting
    }
}

impl Agent<MrX> for Resolve {
    fn choose(&mut self, view: &MrXView, rng: &mut Rng) -> Result<MrXMove, AgentError> {
        let chances = self.mr_x_chances(view);
        Ok(draw(&chances, rng).unwrap_or_else(|| view.draw_move(rng)))
    }

    fn begin(&mut self) {
        self.report = None;
        if let Some((_, chain)) = &mut self.chain {
            chain.forget();
        }
    }

    fn root_report(&self) -> Option<RootReport> {
        self.report.clone()
    }
}

impl Agent<Detectives> for Resolve {
    fn choose(&mut self, view: &DetectiveView, rng: &mut Rng) -> Result<DetectiveMove, AgentError> {
        let chances = self.detective_chances(view);
        Ok(draw(&chances, rng).unwrap_or_else(|| view.draw_move(rng)))
    }

    fn begin(&mut self) {
        Agent::<MrX>::begin(self);
    }

    fn root_report(&self) -> Option<RootReport> {
        self.report.clone()
    }
}
