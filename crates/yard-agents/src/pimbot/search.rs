//! One search: iterations of selection, expansion, playout and back-propagation.
//!
//! `expand` gives nodes their children, `carry` keeps a tree from one detective's move to the next.

mod carry;
mod expand;

use yard_core::{
    Candidates, DetectiveId, Draw, Move, MrXMove, Outcome, PublicState, Side, State, Station, Turn,
};

use super::believed::Believed;
use super::config::{Cut, Expand, HistoryOver, PimBotConfig, Replies, Stops, Ties, Trees};
use super::filter::{Doubles, MoveFilter};
use super::history::{History, Results};
use super::locations::Guesses;
use super::move_set::MoveSet;
use super::policy::PlayoutContext;
use super::simulation::{Ending, Simulation};
use super::tree::{NodeId, RootMove, Tree, Weights};
use crate::budget::{Budget, Meter};
use crate::rng::{FastRng, Rng};

/// How many playouts lie between two looks whether the choice is settled.
const SETTLE_EVERY: u32 = 32;

/// Who searches, and from what.
#[derive(Clone, Copy, Debug)]
pub(super) enum Root<'a> {
    /// Mr X, who knows where he is.
    MrX {
        /// The truth.
        state: State,
        /// Which double moves are listed at the root.
        doubles: Doubles,
        /// Where the detectives believe him to be, for those who chase by that.
        believed: &'a Believed,
    },
    /// A detective, who draws a station for each iteration.
    Detective {
        /// What lies open.
        public: &'a PublicState,
        /// Who moves.
        by: DetectiveId,
        /// Where Mr X may be.
        guesses: &'a Guesses,
    },
}

/// What one search is given.
#[derive(Clone, Debug)]
pub(super) struct Task<'a> {
    /// The rules of the game, and how it is played out.
    pub(super) context: PlayoutContext<'a>,
    /// What is set.
    pub(super) config: &'a PimBotConfig,
    /// The share of the budget, and since when a time runs.
    pub(super) meter: Meter,
    /// Where Mr X can be, as the detectives see it.
    pub(super) candidates: Candidates,
    /// Who searches.
    pub(super) root: Root<'a>,
    /// Whether the searchers go on with the trees that they have.
    pub(super) goes_on: bool,
}

impl Task<'_> {
    /// The moves of Mr X that are considered.
    fn filter(&self) -> MoveFilter<'_> {
        let PlayoutContext { rules, stations, .. } = self.context;
        MoveFilter { rules, stations, saves: self.config.filter }
    }

    /// How many slots Mr X has used when a playout from here is cut.
    fn cut_after(&self, state: &State) -> u8 {
        let (rules, used) = (self.context.rules, state.public().slots_used());
        match self.config.cut {
            Cut::Never => u8::MAX,
            Cut::Surfacing => {
                let surfaces = |slot: &u8| rules.surfaces_after(*slot);
                (used.saturating_add(1)..u8::MAX).find(surfaces).unwrap_or(u8::MAX)
            }
            Cut::Rounds => used.saturating_add(self.config.cut_rounds),
        }
    }

    /// Whether the tree holds Mr X's moves only.
    fn searches_alone(&self) -> bool {
        matches!(self.root, Root::MrX { .. }) && self.config.replies == Replies::Policy
    }
}

/// One tree of a search.
#[derive(Clone, Copy, Debug)]
struct OneTree {
    root: NodeId,
    /// The number of its history.
    history: usize,
}

/// What one iteration begins with.
#[derive(Clone, Copy, Debug)]
struct Start {
    /// The position, with Mr X at his station or at a guess.
    state: State,
    /// The tree that it belongs to.
    tree: OneTree,
    /// Whether all iterations of that tree put Mr X there, so that his moves at a node are always the same.
    placed: bool,
}

/// A node on the way down.
#[derive(Clone, Copy, Debug)]
struct Node {
    id: NodeId,
    is_root: bool,
    /// Whether Mr X is at the same station at each visit of the node.
    placed: bool,
}

/// What one thread needs to search; its memory is kept between moves.
#[derive(Clone, Debug)]
pub(super) struct Searcher {
    tree: Tree,
    /// One for each tree.
    histories: Vec<History>,
    simulation: Simulation,
    /// Nodes of the running iteration below the root, and who moved there.
    path: Vec<(NodeId, Side)>,
    moves: Vec<MrXMove>,
    /// The same as a set, where the tree may have more at a node.
    listed: MoveSet,
    /// The moves that a node has.
    present: MoveSet,
    /// How many moves of the running iteration were made in the tree.
    in_tree: usize,
    /// The tree for all guesses, once there is one.
    single: Option<OneTree>,
    /// With separate trees: those by station.
    trees: Vec<(Station, OneTree)>,
    /// Histories that belong to a tree.
    histories_used: usize,
    /// What is known of each move at the root, sorted by move.
    found: Vec<RootMove>,
    scratch: Vec<RootMove>,
    spent: Meter,
}

impl Searcher {
    /// One that has not searched yet.
    pub(super) fn new() -> Searcher {
        Searcher {
            tree: Tree::new(),
            histories: vec![History::new()],
            simulation: Simulation::new(),
            path: Vec::new(),
            moves: Vec::new(),
            listed: MoveSet::new(),
            present: MoveSet::new(),
            in_tree: 0,
            single: None,
            trees: Vec::new(),
            histories_used: 0,
            found: Vec::new(),
            scratch: Vec::new(),
            spent: Meter::new(Budget::Playouts(0)),
        }
    }

    /// What the last search found out about the moves at its root, sorted by move.
    pub(super) fn found(&self) -> &[RootMove] {
        &self.found
    }

    /// All trees of the last search.
    #[cfg(test)]
    pub(super) fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The root of the last search's tree for all guesses.
    #[cfg(test)]
    pub(super) fn root(&self) -> Option<NodeId> {
        self.single.map(|tree| tree.root)
    }

    /// How many moves the history of the tree for all guesses has counted.
    #[cfg(test)]
    pub(super) fn counted_moves(&self) -> f64 {
        self.histories[0].plays()
    }

    /// What the last search has spent.
    pub(super) fn spent(&self) -> &Meter {
        &self.spent
    }

    /// Finds nothing and spends nothing, when there is nothing to spend.
    pub(super) fn rest(&mut self) {
        self.found.clear();
        self.single = None;
        self.spent = Meter::new(Budget::Playouts(0));
    }

    /// Searches until the budget is spent.
    pub(super) fn search(&mut self, task: &Task<'_>, chance: &mut FastRng) {
        let context = &task.context;
        if context.policies.need_candidates() {
            self.simulation.candidates.survey(context.rules.board());
        }
        let single = self.plant(task);
        let mut meter = task.meter.clone();
        while meter.goes_on() && !self.is_settled(task, &meter, single.root) {
            let Some(start) = self.start(task, single, chance) else { break };
            meter.count(self.iterate(task, start, chance));
        }
        self.spent = meter;
        self.collect(task.config.trees, single.root);
    }

    /// Where an iteration begins: at the truth, or at a guess of a detective.
    fn start(&mut self, task: &Task<'_>, single: OneTree, chance: &mut FastRng) -> Option<Start> {
        Some(match task.root {
            Root::MrX { state, .. } => Start { state, tree: single, placed: true },
            Root::Detective { public, guesses, .. } => {
                let station = guesses.draw(chance)?;
                let state = public.assume(station);
                match task.config.trees {
                    Trees::Single => {
                        // A tree that is kept has the moves of stations that are ruled out by now.
                        let placed = guesses.only().is_some() && !task.goes_on;
                        Start { state, tree: single, placed }
                    }
                    Trees::Separate | Trees::Vote => {
                        Start { state, tree: self.tree_of(station), placed: true }
                    }
                }
            }
        })
    }

    /// Tells whether the playouts that are left cannot change the choice any more: the move that leads
    /// keeps its lead even if all of them go to the next. So the move is the one of the whole search, and as each
    /// search has a generator of its own, so is the rest of the game.
    fn is_settled(&self, task: &Task<'_>, meter: &Meter, single: NodeId) -> bool {
        let PimBotConfig { stops, trees, threads, .. } = *task.config;
        let Some(left) = meter.playouts_left() else { return false };
        stops == Stops::WhenSettled
            && trees == Trees::Single
            && threads <= 1
            && left < meter.playouts()
            && left.is_multiple_of(SETTLE_EVERY)
            && self.tree.lead(single) > left
    }

    /// The tree for a guess.
    fn tree_of(&mut self, station: Station) -> OneTree {
        match self.trees.binary_search_by_key(&station, |(known, _)| *known) {
            Ok(at) => self.trees[at].1,
            Err(at) => {
                let history = self.histories_used;
                self.histories_used += 1;
                match self.histories.get_mut(history) {
                    Some(known) => known.clear(),
                    None => self.histories.push(History::new()),
                }
                let tree = OneTree { root: self.tree.plant(), history };
                self.trees.insert(at, (station, tree));
                tree
            }
        }
    }

    /// One iteration; returns the moves made.
    fn iterate(&mut self, task: &Task<'_>, start: Start, chance: &mut FastRng) -> u64 {
        let mut state = start.state;
        self.simulation.begin(task.candidates);
        let believes = task.context.policies.believe();
        match task.root {
            Root::MrX { believed, .. } if believes => {
                self.believe(task, |chance| believed.draw(chance), chance);
            }
            Root::Detective { guesses, .. } if believes => {
                self.believe(task, |chance| guesses.draw(chance), chance);
            }
            // The guess of this iteration.
            Root::Detective { .. } => self.simulation.candidates.assume(state.mr_x()),
            Root::MrX { .. } => {}
        }
        self.walk_down(task, start, &mut state, chance);
        self.in_tree = self.simulation.log().len();
        let until = task.cut_after(&state);
        let ending = self.simulation.playout(&task.context, &mut state, until, chance);
        self.back_propagate(task, start.tree, ending);
        self.simulation.log().len() as u64
    }

    /// Lets each detective draw where he assumes Mr X to be.
    fn believe(
        &mut self,
        task: &Task<'_>,
        draw: impl Fn(&mut FastRng) -> Option<Station>,
        chance: &mut FastRng,
    ) {
        for id in task.context.rules.detective_ids() {
            *self.simulation.candidates.own(id) = draw(chance);
        }
    }

    /// Selection and expansion: walks down to a node without a visit, or to the end of the game.
    ///
    /// With [`Replies::Policy`] no node is placed: the detectives move by the policy of the playouts, which
    /// sees no more than they do, and the tree holds Mr X's own moves only. A node is then what he has
    /// played since the root, whatever they answered, so it has the moves of all his visits, and those
    /// that are possible now are walked.
    fn walk_down(
        &mut self,
        task: &Task<'_>,
        start: Start,
        state: &mut State,
        chance: &mut FastRng,
    ) {
        let PimBotConfig { exploration, history, unvisited, .. } = *task.config;
        let weights = Weights { exploration, history, unvisited };
        let context = &task.context;
        let alone = task.searches_alone();
        let OneTree { root, history } = start.tree;
        let mut node = Node { id: root, is_root: true, placed: start.placed && !alone };
        self.path.clear();
        while state.outcome().is_none() && self.may_go_deeper(task) {
            let his = state.turn() == Turn::MrX;
            if alone && !his {
                self.simulation.reply(context, state, chance);
                continue;
            }
            let chosen = if his {
                self.open_mr_x(task, state, node);
                let listed = &self.listed;
                self.tree.select(node.id, weights, &self.histories[history], chance, |mv, code| {
                    node.placed || listed.contains(mv, code)
                })
            } else {
                self.open_detectives(context.rules, state, node.id);
                self.tree.select(node.id, weights, &self.histories[history], chance, |_, _| true)
            };
            let Some(child) = chosen else { break };
            match self.tree.mv(child) {
                Some(Move::MrX(mv)) => {
                    self.simulation.play_mr_x(context, state, mv, chance);
                    self.path.push((child, Side::MrX));
                    if let Root::MrX { believed, .. } = task.root
                        && node.is_root
                        && let Some(guesses) = believed.after(mv)
                    {
                        self.believe(task, |chance| guesses.draw(chance), chance);
                    }
                    node.placed = !alone;
                }
                Some(Move::Detective(mv)) => {
                    self.simulation.play_detective(context, state, mv);
                    self.path.push((child, Side::Detectives));
                }
                None => break,
            }
            node = Node { id: child, is_root: false, ..node };
            if self.tree.is_fresh(child) {
                if task.config.expand == Expand::Path && !alone {
                    self.add_path(task, node, state, chance);
                }
                break;
            }
        }
    }

    /// Adds the result to all nodes on the way and to the history of all moves.
    fn back_propagate(&mut self, task: &Task<'_>, tree: OneTree, ending: Ending) {
        let hider = match ending.outcome.map(Outcome::winner) {
            Some(Side::MrX) => 1.0,
            Some(Side::Detectives) => 0.0,
            None => 1.0 - task.config.cut_value,
        };
        let seekers = match task.root {
            Root::MrX { .. } => 1.0 - hider,
            Root::Detective { by, .. } => {
                reduced(ending, by, task.config.reduction).unwrap_or(task.config.cut_value)
            }
        };
        self.tree.add(tree.root, seekers);
        for &(at, mover) in &self.path {
            self.tree.add(
                at,
                match mover {
                    Side::MrX => hider,
                    Side::Detectives => seekers,
                },
            );
        }
        let log = self.simulation.log();
        let counted = match task.config.history_over {
            HistoryOver::All => log,
            HistoryOver::Tree => &log[..self.in_tree],
        };
        self.histories[tree.history].add(counted, Results { hider, seekers });
    }

    /// Brings the trees together.
    fn collect(&mut self, trees: Trees, single: NodeId) {
        if trees == Trees::Single || self.trees.is_empty() {
            self.tree.root_moves(single, &mut self.found);
            return;
        }
        self.found.clear();
        for at in 0..self.trees.len() {
            self.tree.root_moves(self.trees[at].1.root, &mut self.scratch);
            match trees {
                Trees::Single => {}
                Trees::Separate => {
                    for root_move in &mut self.scratch {
                        root_move.rank = root_move.sum / f64::from(root_move.visits.max(1));
                    }
                }
                Trees::Vote => {
                    let chosen = best_ranked(&self.scratch).map(|chosen| chosen.mv);
                    for root_move in &mut self.scratch {
                        root_move.rank = f64::from(u8::from(Some(root_move.mv) == chosen));
                    }
                }
            }
            merge(&mut self.found, &self.scratch);
        }
    }
}

/// Coalition reduction: the root detective's own capture counts 1, a colleague's 1 − r, and so does
/// cornering, which is nobody's own. A playout that was cut has no captor.
pub(super) fn reduced(ending: Ending, root: DetectiveId, reduction: f64) -> Option<f64> {
    Some(match ending.outcome? {
        Outcome::Captured if ending.last == Some(root) => 1.0,
        Outcome::Captured | Outcome::Cornered => 1.0 - reduction,
        Outcome::Escaped | Outcome::Stranded => 0.0,
    })
}

/// Adds what another search found to `all`, which is sorted by move.
pub(super) fn merge(all: &mut Vec<RootMove>, more: &[RootMove]) {
    for one in more {
        match all.binary_search_by_key(&one.mv, |known| known.mv) {
            Ok(at) => {
                all[at].visits += one.visits;
                all[at].sum += one.sum;
                all[at].rank += one.rank;
            }
            Err(at) => all.insert(at, *one),
        }
    }
}

/// The move of the highest rank, as ties are broken.
pub(super) fn chosen_of(found: &[RootMove], ties: Ties, rng: &mut Rng) -> Option<RootMove> {
    let best = best_ranked(found)?;
    let mut equals = found.iter().filter(|one| one.rank == best.rank);
    match ties {
        Ties::Sum => Some(best),
        Ties::First => equals.next().copied(),
        Ties::Any => {
            let count = equals.clone().count() as u32;
            equals.nth(rng.below(count) as usize).copied()
        }
    }
}

/// The move of the highest rank; among equals that with the greater sum, then the first.
pub(super) fn best_ranked(found: &[RootMove]) -> Option<RootMove> {
    found
        .iter()
        .copied()
        .reduce(|best, one| if (one.rank, one.sum) > (best.rank, best.sum) { one } else { best })
}
