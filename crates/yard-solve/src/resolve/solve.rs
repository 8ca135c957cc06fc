//! One solve: a tree grows from a root, and both sides learn in it.

use yard_agents::{FastRng, Stop};
use yard_core::{PublicState, Rules, Side, Station};

use super::config::ResolveConfig;
use super::leaf::Estimates;
use super::tree::{Kind, NodeId, Seen, Tree};
use crate::regret;

/// Where a solve begins.
pub(super) struct Root {
    /// What lies open.
    pub(super) public: PublicState,
    /// Mr X's stations, ascending, with their chances, which sum up to 1.
    pub(super) range: Vec<(Station, f64)>,
    /// How likely Mr X escapes from each station by the last solution; he may take that instead. Without it
    /// the range is a fact.
    pub(super) promised: Option<Vec<f64>>,
    /// Stands for what is known here; what is drawn follows from it.
    pub(super) seed: u64,
}

/// A tree with plans of both sides, and what they are worth.
pub(super) struct Solve {
    pub(super) tree: Tree,
    root: Root,
    /// By station of the root: whether Mr X follows or takes what was promised, two actions each.
    gadget: Gadget,
    chance: FastRng,
    iterations: u32,
    spare: Vec<f64>,
    pub(super) expansions: u32,
    pub(super) playouts: u64,
}

/// Mr X's choice at the root: to follow into the tree, or to take what the last solution promised.
///
/// The resolve gadget of Burch, Johanson and Bowling (2014): the detectives gain nothing from a station that
/// Mr X would rather not have come to, so they must keep the promise at all of them.
#[derive(Default)]
struct Gadget {
    plan: Vec<f64>,
    regrets: Vec<f64>,
    sums: Vec<f64>,
}

/// Follows, in a pair of actions.
const FOLLOW: usize = 0;
/// Best responses this close end the learning.
const PRECISION: f64 = 1e-4;
/// Numbers in a tree at most; some 200 MB.
const MOST_NUMBERS: usize = 4 << 20;
/// The share of the iterations after the last expansion.
const LAST_SHARE: f64 = 0.25;

impl Solve {
    /// Solves as far as the configuration allows.
    pub(super) fn new(
        rules: &Rules,
        config: &ResolveConfig,
        root: Root,
        leaves: &mut dyn Estimates,
    ) -> Solve {
        let mut tree = Tree::default();
        tree.plant(root.public, &root.range.iter().map(|(station, _)| *station).collect());
        let pairs = 2 * root.range.len();
        let gadget =
            Gadget { plan: vec![0.5; pairs], regrets: vec![0.0; pairs], sums: vec![0.0; pairs] };
        let chance = FastRng::new(root.seed);
        let mut solve = Solve {
            tree,
            root,
            gadget,
            chance,
            iterations: 0,
            spare: Vec::new(),
            expansions: 0,
            playouts: 0,
        };
        solve.grow(rules, config, leaves);
        solve.settle(config);
        solve
    }

    /// Tells whether all ways lead to the end of the game, so that nothing is an estimate.
    pub(super) fn is_exact(&self) -> bool {
        self.tree.nodes[0].is_complete()
    }

    /// How likely Mr X escapes, by the plans of both.
    pub(super) fn escape(&self) -> f64 {
        let cells = self.tree.nodes[0].cells();
        let escapes = self.root.range.iter().zip(&self.tree.escape[cells]);
        escapes.map(|((_, share), escape)| share * escape).sum()
    }

    fn grow(&mut self, rules: &Rules, config: &ResolveConfig, leaves: &mut dyn Estimates) {
        self.open_first(rules, leaves);
        let wanted = f64::from(config.expansions) * config.iterations;
        let wanted = wanted.max(1.0) as u32;
        let growing = (1.0 - LAST_SHARE) * f64::from(wanted) / f64::from(config.expansions.max(1));
        let mut owed = 0.0;
        let stop = Stop::current();
        let goes_on = || !stop.as_ref().is_some_and(Stop::is_set);
        while self.expansions < config.expansions && self.tree.size() < MOST_NUMBERS && goes_on() {
            let explorer = [Side::MrX, Side::Detectives][(self.expansions & 1) as usize];
            let Some(leaf) = self.tree.leaf_for(explorer, &mut self.chance) else { break };
            self.open(rules, leaf, leaves);
            owed += growing;
            while owed >= 1.0 {
                owed -= 1.0;
                self.iterate(config.follow);
            }
        }
        let mut check = 2 * self.iterations + 16;
        while self.iterations < wanted && goes_on() {
            self.iterate(config.follow);
            if self.iterations == check && self.is_exact() {
                check += check / 2;
                if self.gap(config.follow) <= PRECISION {
                    break;
                }
            }
        }
    }

    /// Looks into the root, and into double moves that begin there: their second step must be known.
    fn open_first(&mut self, rules: &Rules, leaves: &mut dyn Estimates) {
        self.open(rules, 0, leaves);
        for child in self.tree.nodes[0].children() {
            let node = &self.tree.nodes[child];
            if matches!(node.seen, Seen::First(_)) && node.kind == Kind::Leaf {
                self.open(rules, child as NodeId, leaves);
            }
        }
    }

    /// Looks into a leaf.
    pub(super) fn open(&mut self, rules: &Rules, leaf: NodeId, leaves: &mut dyn Estimates) {
        if self.tree.nodes[leaf as usize].kind != Kind::Leaf {
            return;
        }
        self.tree.expand(rules, leaf);
        self.expansions += 1;
        for child in self.tree.nodes[leaf as usize].children() {
            if self.tree.nodes[child].kind == Kind::Leaf {
                self.playouts += leaves.estimate(rules, &mut self.tree, child, &mut self.chance);
            }
        }
    }

    /// One iteration: the detectives learn against Mr X's plan, then he against theirs. Plans count in the
    /// average with the square of the iteration, as in the solver of segments.
    fn iterate(&mut self, follow: f64) {
        self.iterations += 1;
        let weight = f64::from(self.iterations).powi(2);
        self.enter(follow);
        for (sum, chance) in self.gadget.sums.iter_mut().zip(&self.gadget.plan) {
            *sum += weight * chance;
        }
        self.tree.go_down(Some((Side::MrX, weight)));
        self.tree.go_up(Some(Side::Detectives));
        self.tree.go_down(Some((Side::Detectives, weight)));
        self.tree.go_up(Some(Side::MrX));
        let Some(promised) = &self.root.promised else { return };
        let cells = self.tree.nodes[0].cells();
        for (at, (escape, promised)) in self.tree.escape[cells].iter().zip(promised).enumerate() {
            let pair = 2 * at..2 * at + 2;
            let plan = &mut self.gadget.plan[pair.clone()];
            let worth = |action| if action == FOLLOW { *escape } else { *promised };
            regret::learn(plan, &mut self.gadget.regrets[pair], worth);
        }
    }

    /// Sets how likely Mr X is where at the root.
    fn enter(&mut self, follow: f64) {
        let cells = self.tree.nodes[0].cells();
        let reach = &mut self.tree.reach[cells];
        for (at, (reach, (_, share))) in reach.iter_mut().zip(&self.root.range).enumerate() {
            *reach = match self.root.promised {
                None => *share,
                Some(_) => share * (follow + (1.0 - follow) * self.gadget.plan[2 * at + FOLLOW]),
            };
        }
    }

    /// Puts the average plans in the place of the running ones, and the other way round.
    fn swap_averages(&mut self) {
        let mut spare = std::mem::take(&mut self.spare);
        self.tree.averages(&mut spare);
        std::mem::swap(&mut spare, &mut self.tree.plan);
        self.spare = spare;
        for pair in 0..self.root.range.len() {
            let pair = 2 * pair..2 * pair + 2;
            regret::average(&self.gadget.sums[pair.clone()], &mut self.gadget.plan[pair]);
        }
    }

    /// How far best responses to the average plans are apart.
    fn gap(&mut self, follow: f64) -> f64 {
        let gadget = self.gadget.plan.clone();
        self.swap_averages();
        self.enter(follow);
        self.tree.go_down(None);
        self.tree.answer(Side::Detectives);
        let cells = self.tree.nodes[0].cells();
        let value = |solve: &Solve, best: bool| -> f64 {
            let escapes = &solve.tree.escape[cells.clone()];
            let all = solve.root.range.iter().zip(escapes).enumerate();
            all.map(|(at, ((_, share), escape))| {
                let Some(promised) = &solve.root.promised else { return share * escape };
                let follows = solve.gadget.plan[2 * at + FOLLOW];
                let chosen = match best {
                    true => escape.max(promised[at]),
                    false => follows * escape + (1.0 - follows) * promised[at],
                };
                share * (follow * escape + (1.0 - follow) * chosen)
            })
            .sum()
        };
        let low = value(self, false);
        self.tree.answer(Side::MrX);
        let high = value(self, true);
        std::mem::swap(&mut self.spare, &mut self.tree.plan);
        self.gadget.plan = gadget;
        high - low
    }

    /// Makes the average plans, without what is too unlikely, the plans for good.
    fn settle(&mut self, config: &ResolveConfig) {
        self.swap_averages();
        for id in 0..self.tree.nodes.len() {
            match self.tree.nodes[id].kind {
                Kind::Leaf | Kind::Over => {}
                Kind::Detectives => {
                    let actions = self.tree.nodes[id].actions();
                    drop_below(&mut self.tree.plan[actions], config.purify);
                }
                Kind::MrX => {
                    for cell in self.tree.nodes[id].cells() {
                        let actions = self.tree.cells[cell].actions();
                        drop_below(&mut self.tree.plan[actions], config.tidy);
                    }
                }
            }
        }
        self.look(config.follow);
    }

    /// Works out reach and values of the plans everywhere.
    pub(super) fn look(&mut self, follow: f64) {
        self.enter(follow);
        self.tree.go_down(None);
        self.tree.go_up(None);
    }
}

/// Leaves actions out that are less likely than a share of the most likely one.
fn drop_below(plan: &mut [f64], share: f64) {
    let least = share * plan.iter().copied().fold(0.0, f64::max);
    let mut all = 0.0;
    for chance in plan.iter_mut() {
        if *chance < least {
            *chance = 0.0;
        }
        all += *chance;
    }
    plan.iter_mut().for_each(|chance| *chance /= all);
}
