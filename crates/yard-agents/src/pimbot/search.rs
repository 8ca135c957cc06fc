//! One search: iterations of selection, expansion, playout and back-propagation.

use yard_core::{
    Candidates, DetectiveId, DetectiveMove, Move, MrXMove, Outcome, PublicState, Rules, Side,
    State, Station, Turn,
};

use super::filter::{Doubles, Marks, list_moves};
use super::history::{History, MoveLog, code_of_detective, code_of_mr_x};
use super::locations::{CATEGORIES, Guesses};
use super::move_set::MoveSet;
use super::parameters::{PimBotParameters, Replies, SeekerPolicy, Trees};
use super::policy::{Ending, Ground, Mix, next_detective, playout, reply};
use super::suspects::Suspects;
use super::tree::{NodeId, RootMove, Tree, Weights};
use crate::budget::{Budget, Meter};
use crate::rng::FastRng;

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
#[derive(Clone, Copy, Debug)]
pub(super) struct Task<'a> {
    /// The rules of the game.
    pub(super) rules: &'a Rules,
    /// For the filtering rules.
    pub(super) marks: &'a Marks,
    /// What is set.
    pub(super) parameters: &'a PimBotParameters,
    /// The share of the budget, and since when a time runs.
    pub(super) meter: Meter,
    /// Where Mr X can be, as the detectives see it.
    pub(super) candidates: Candidates,
    /// How likely they keep a guess, by the moves of the nearest of them to it, in parts of 2³².
    pub(super) suspicion: [u64; CATEGORIES],
    /// Who searches.
    pub(super) root: Root<'a>,
}

impl Task<'_> {
    /// Whether the tree holds Mr X's moves only.
    fn searches_alone(&self) -> bool {
        matches!(self.root, Root::MrX { .. }) && self.parameters.replies == Replies::Policy
    }
}

/// One tree of a search.
#[derive(Clone, Copy, Debug)]
struct OneTree {
    root: NodeId,
    /// The number of its history.
    history: usize,
}

/// What one thread needs to search; its memory is kept between moves.
#[derive(Clone, Debug)]
pub(super) struct Searcher {
    tree: Tree,
    /// One for each tree.
    histories: Vec<History>,
    suspects: Suspects,
    /// Nodes of the running iteration below the root, and whether Mr X moved there.
    path: Vec<(NodeId, bool)>,
    log: MoveLog,
    moves: Vec<MrXMove>,
    /// The same as a set, where the tree may have more at a node.
    listed: MoveSet,
    /// The moves that a node has.
    present: MoveSet,
    /// With separate trees: those by station.
    trees: Vec<(Station, OneTree)>,
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
            suspects: Suspects::new(),
            path: Vec::new(),
            log: MoveLog::new(),
            moves: Vec::new(),
            listed: MoveSet::new(),
            present: MoveSet::new(),
            trees: Vec::new(),
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

    /// What the last search has spent.
    pub(super) fn spent(&self) -> &Meter {
        &self.spent
    }

    /// Finds nothing and spends nothing, when there is nothing to spend.
    pub(super) fn rest(&mut self) {
        self.found.clear();
        self.spent = Meter::new(Budget::Playouts(0));
    }

    /// Searches until the budget is spent.
    pub(super) fn search(&mut self, task: &Task<'_>, chance: &mut FastRng) {
        self.tree.clear();
        self.histories[0].clear();
        self.trees.clear();
        let mix = mix_of(task.parameters, &task.root);
        let Task { rules, marks, suspicion, .. } = *task;
        let ground = Ground { rules, marks, mix, suspicion };
        if mix.needs_suspects() {
            self.suspects.survey(task.rules.board());
        }
        let single = OneTree { root: self.tree.plant(), history: 0 };
        let mut meter = task.meter;
        while meter.goes_on() && !self.is_settled(task, &meter, single.root) {
            let (state, tree, placed) = match task.root {
                Root::MrX { state, .. } => (state, single, true),
                Root::Detective { public, guesses, .. } => {
                    let Some(station) = guesses.draw(chance) else { break };
                    let separate = task.parameters.trees != Trees::Single;
                    let tree = if separate { self.tree_of(station) } else { single };
                    (public.assume(station), tree, separate || guesses.only().is_some())
                }
            };
            meter.count(self.iterate(task, &ground, state, tree, placed, chance));
        }
        self.spent = meter;
        self.collect(task.parameters.trees, single.root);
    }

    /// Tells whether the playouts that are left cannot change the choice any more: the move that leads
    /// keeps its lead even if all of them go to the next. So the move is the one of the whole search, and as each
    /// search has a generator of its own, so is the rest of the game.
    fn is_settled(&self, task: &Task<'_>, meter: &Meter, single: NodeId) -> bool {
        let PimBotParameters { settles, trees, threads, .. } = *task.parameters;
        let Some(left) = meter.playouts_left() else { return false };
        settles
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
                let history = self.trees.len();
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

    /// One iteration; returns the moves made. `placed` tells that the tree knows where Mr X is.
    ///
    /// With [`Replies::Policy`] it never does: the detectives move by the policy of the playouts, which
    /// sees no more than they do, and the tree holds Mr X's own moves only. A node is then what he has
    /// played since the root, whatever they answered, so it has the moves of all his visits, and those
    /// that are possible now are walked.
    fn iterate(
        &mut self,
        task: &Task<'_>,
        ground: &Ground<'_>,
        mut state: State,
        tree: OneTree,
        mut placed: bool,
        chance: &mut FastRng,
    ) -> u64 {
        let weights = Weights {
            exploration: task.parameters.exploration,
            history: task.parameters.history,
            unvisited: task.parameters.unvisited,
        };
        self.path.clear();
        self.log.clear();
        self.suspects.reset(task.candidates);
        if matches!(task.root, Root::Detective { .. }) {
            // The guess of this iteration.
            self.suspects.assume(state.mr_x());
        }
        let alone = task.searches_alone();
        placed &= !alone;
        let track = ground.mix.needs_suspects();
        let mut last = None;
        let OneTree { root, history } = tree;
        let mut at = root;
        while state.outcome().is_none() {
            let his = state.turn() == Turn::MrX;
            if alone && !his {
                last = reply(ground, &mut state, &mut self.suspects, &mut self.log, chance);
                continue;
            }
            let chosen = if his {
                self.open_mr_x(task, &state, at, at == root, placed, track);
                let listed = &self.listed;
                self.tree.select(at, weights, &self.histories[history], chance, |mv, code| {
                    placed || listed.contains(mv, code)
                })
            } else {
                self.open_detectives(task.rules, &state, at);
                self.tree.select(at, weights, &self.histories[history], chance, |_, _| true)
            };
            let Some(child) = chosen else { break };
            let (mv, code) = self.tree.mv(child);
            match mv {
                Some(Move::MrX(mv)) => {
                    if track {
                        self.suspects.mr_x_moved(task.rules, state.public(), mv);
                    }
                    if ground.mix.assumes() {
                        self.suspects.follow(task.rules, state.public(), mv, chance);
                    }
                    state.play_mr_x(task.rules, mv);
                    placed = !alone;
                    last = None;
                }
                Some(Move::Detective(mv)) => {
                    last = Some(mv.by());
                    state.play_detective(task.rules, mv);
                    if let DetectiveMove::Ride { step, .. } = mv
                        && track
                    {
                        self.suspects.detective_moved(task.rules.board(), step.to);
                    }
                }
                None => break,
            }
            self.log.push(code);
            self.path.push((child, his));
            at = child;
            if self.tree.is_fresh(child) {
                break;
            }
        }
        let ending = playout(ground, &mut state, &mut self.suspects, last, &mut self.log, chance);
        self.back_propagate(task, tree, ending);
        self.log.len() as u64
    }

    /// Lists Mr X's moves at a node and gives it the children that it lacks.
    fn open_mr_x(
        &mut self,
        task: &Task<'_>,
        state: &State,
        at: NodeId,
        is_root: bool,
        placed: bool,
        track: bool,
    ) {
        let leaf = self.tree.is_leaf(at);
        if placed && !leaf {
            return;
        }
        let doubles = match task.root {
            Root::MrX { doubles, .. } if is_root => doubles,
            Root::MrX { .. } | Root::Detective { .. } => Doubles::WhenTrapped,
        };
        let filter = task.parameters.filter;
        let candidates = (track || is_root).then(|| self.suspects.set());
        list_moves(task.rules, task.marks, filter, state, candidates, doubles, &mut self.moves);
        if !placed {
            self.listed.become_those(self.moves.iter().map(|&mv| (mv.into(), code_of_mr_x(mv))));
        }
        if self.tree.is_full() {
            return;
        }
        if !leaf {
            self.present.become_those(self.tree.moves(at));
        }
        for &mv in self.moves.iter().rev() {
            let code = code_of_mr_x(mv);
            if leaf || !self.present.contains(mv.into(), code) {
                self.tree.add_child(at, mv.into(), code);
            }
        }
    }

    /// Gives a node of the detectives its children; they depend on what is public only.
    fn open_detectives(&mut self, rules: &Rules, state: &State, at: NodeId) {
        if !self.tree.is_leaf(at) || self.tree.is_full() {
            return;
        }
        let Some(by) = next_detective(rules, state.public()) else { return };
        let mut rides = 0;
        for step in state.public().rides(rules, by) {
            let mv = DetectiveMove::Ride { by, step };
            self.tree.add_child(at, mv.into(), code_of_detective(mv));
            rides += 1;
        }
        if rides == 0 {
            let mv = DetectiveMove::Pass { by };
            self.tree.add_child(at, mv.into(), code_of_detective(mv));
        }
    }

    /// Adds the result to all nodes on the way and to the history of all moves.
    fn back_propagate(&mut self, task: &Task<'_>, tree: OneTree, ending: Ending) {
        let hider = match ending.outcome.winner() {
            Side::MrX => 1.0,
            Side::Detectives => 0.0,
        };
        let seekers = match task.root {
            Root::MrX { .. } => 1.0 - hider,
            Root::Detective { by, .. } => reduced(ending, by, task.parameters.reduction),
        };
        self.tree.add(tree.root, seekers);
        for &(at, his) in &self.path {
            self.tree.add(at, if his { hider } else { seekers });
        }
        self.histories[tree.history].add(&self.log, hider, seekers);
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
/// cornering, which is nobody's own.
pub(super) fn reduced(ending: Ending, root: DetectiveId, reduction: f64) -> f64 {
    match ending.outcome {
        Outcome::Captured if ending.last == Some(root) => 1.0,
        Outcome::Captured | Outcome::Cornered => 1.0 - reduction,
        Outcome::Escaped | Outcome::Stranded => 0.0,
    }
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

/// The move of the highest rank; among equals that with the greater sum, then the first.
pub(super) fn best_ranked(found: &[RootMove]) -> Option<RootMove> {
    found
        .iter()
        .copied()
        .reduce(|best, one| if (one.rank, one.sum) > (best.rank, best.sum) { one } else { best })
}

/// The playout policies of a search: `auto` is CAL for the detectives and MTD for Mr X.
fn mix_of(parameters: &PimBotParameters, root: &Root<'_>) -> Mix {
    let seekers = match (parameters.seekers, root) {
        (SeekerPolicy::Auto, Root::MrX { .. }) => SeekerPolicy::TotalDistance,
        (SeekerPolicy::Auto, Root::Detective { .. }) => SeekerPolicy::ChaseLocation,
        (given, _) => given,
    };
    let PimBotParameters { hider, doubles, epsilon_hider, epsilon_seekers, .. } = *parameters;
    Mix::new(hider, seekers, epsilon_hider, epsilon_seekers).with_doubles(doubles)
}
