//! `pimbot`: the Monte Carlo tree search of Nijssen & Winands.
//!
//! `search` is one search, on the arena of `tree`; `simulation` is one simulated game, `policy` says how both
//! sides move in it, `filter` which moves of Mr X are considered, `candidates` where he can be; `history` has the mean
//! results of moves, and `locations` the weights by which Mr X's station is drawn.
//! `docs/reference/agents/pimbot.md` has the formulas, the sources and our decisions.

mod believed;
mod candidates;
mod config;
mod filter;
mod history;
mod locations;
mod move_set;
mod policy;
mod rollouts;
mod search;
mod simulation;
mod tree;

#[cfg(test)]
mod switch_tests;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use yard_core::{
    DetectiveMove, DetectiveView, Move, MrXMove, MrXView, PublicState, Rules, Side, Step,
};

use crate::agent::{Agent, AgentError, Decide, Detectives, MrX, SideType};
use crate::belief::{Belief, MoveModel};
use crate::budget::{Budget, Meter};
use crate::past::{Keeps, Past};
use crate::policy::Reads;
use crate::report::{self, RootReport};
use crate::rng::Rng;
use believed::Believed;
pub use config::{
    Cut, Expand, Filter, HiderPolicy, HistoryOver, Locations, PimBotConfig, PlayoutDoubles,
    PlayoutFilter, RandomMoves, Replies, Reuse, RootDoubles, SeekerPolicy, Steps, Stops, TableKind,
    Ties, Trees, Unvisited,
};
use filter::{Doubles, MoveFilter, StationTypes, can_be_captured};
use locations::Guesses;
pub use locations::{CATEGORIES, LocationTable, LocationTables, category};
use policy::{PlayoutContext, PlayoutPolicies, next_detective};
pub use rollouts::Rollouts;
use search::{Root, Searcher, Task, best_ranked, chosen_of, merge};
use tree::RootMove;

/// The player of Nijssen & Winands; plays either side of any rules.
#[derive(Clone, Debug)]
pub struct PimBot {
    config: PimBotConfig,
    tables: Arc<LocationTables>,
    /// One for each thread.
    searchers: Vec<Searcher>,
    guesses: Guesses,
    /// For `Locations::Belief`: how Mr X moves, and what follows from his tickets.
    model: Arc<MoveModel>,
    belief: Belief,
    /// With [`SeekerPolicy::Belief`]: what follows from that for a search of Mr X.
    believed: Believed,
    moves: Vec<MrXMove>,
    found: Vec<RootMove>,
    spent: Spent,
    /// With [`Reuse::Round`]: what lies open when the trees of the searchers can be used again.
    awaited: Option<PublicState>,
}

/// What all searches for one move have spent.
#[derive(Clone, Copy, Debug, Default)]
struct Spent {
    playouts: u64,
    nodes: u64,
}

impl PimBot {
    /// Makes one; the tables say how likely Mr X is where.
    pub fn new(config: PimBotConfig, tables: Arc<LocationTables>) -> PimBot {
        let searchers = vec![Searcher::new(); config.threads.max(1) as usize];
        let (guesses, moves, found) = (Guesses::new(), Vec::new(), Vec::new());
        PimBot {
            config,
            tables,
            searchers,
            guesses,
            model: Arc::new(MoveModel::UNIFORM),
            belief: Belief::default(),
            believed: Believed::new(),
            moves,
            found,
            spent: Spent::default(),
            awaited: None,
        }
    }

    /// Lets it judge Mr X's moves by a model, for [`Locations::Belief`].
    pub fn with_model(self, model: Arc<MoveModel>) -> PimBot {
        PimBot { model, ..self }
    }

    /// Weighs where Mr X may be, as the detectives see it.
    fn weigh(&mut self, view: &DetectiveView) -> Guesses {
        let PimBotConfig { locations, table, steps, .. } = self.config;
        let mut guesses = std::mem::replace(&mut self.guesses, Guesses::new());
        if locations == Locations::Belief {
            self.belief.follow(view, &self.model);
            guesses.weigh_by(view.candidates(), &self.belief);
        } else {
            guesses.weigh(view, &self.tables, locations, table, steps);
        }
        guesses
    }

    /// The moves at the root of the last search and their visits, sorted by move.
    pub fn root_visits(&self) -> impl Iterator<Item = (Move, u32)> + '_ {
        self.found.iter().map(|root_move| (root_move.mv, root_move.visits))
    }

    /// The same with their mean results.
    fn root_values(&self) -> Vec<report::RootMove> {
        let value = |found: &RootMove| report::RootMove {
            mv: found.mv,
            visits: found.visits,
            value: found.sum / f64::from(found.visits.max(1)),
        };
        self.found.iter().map(value).collect()
    }

    /// Forgets what was found for the last move.
    fn forget(&mut self) {
        self.found.clear();
        self.spent = Spent::default();
    }

    /// What was found for the last move, if it was searched for.
    fn report(&self) -> Option<RootReport> {
        let best = best_ranked(&self.found)?;
        let Spent { playouts, nodes } = self.spent;
        let visits = self.found.iter().map(|root_move| root_move.visits).collect();
        let value = best.sum / f64::from(best.visits.max(1));
        Some(RootReport { visits, value, playouts, nodes })
    }

    /// Searches on all threads, each with its share of the budget and a generator of its own.
    ///
    /// The trees are added up in the order of the threads. So a budget of playouts or nodes gives
    /// the same move on every machine, for each number of threads another.
    fn search(&mut self, task: &Task<'_>, rng: &mut Rng) -> Option<Move> {
        let threads = self.searchers.len() as u32;
        if let [searcher] = &mut self.searchers[..] {
            searcher.search(task, &mut rng.fork());
        } else {
            std::thread::scope(|scope| {
                for (number, searcher) in (0..threads).zip(&mut self.searchers) {
                    let mut chance = rng.fork();
                    // However late a thread gets to run, its time is over with that of the others.
                    let budget = share(task.meter.budget(), number, threads);
                    let share = Task { meter: task.meter.with_budget(budget), ..*task };
                    if budget == Budget::Playouts(0) {
                        searcher.rest();
                        continue;
                    }
                    let mut search = move || searcher.search(&share, &mut chance);
                    // A page has no threads: there the trees grow one after the other.
                    match cfg!(target_arch = "wasm32") {
                        true => search(),
                        false => drop(scope.spawn(search)),
                    }
                }
            });
        }
        self.found.clear();
        for searcher in &self.searchers {
            merge(&mut self.found, searcher.found());
            self.spent.playouts += u64::from(searcher.spent().playouts());
            self.spent.nodes += searcher.spent().nodes();
        }
        chosen_of(&self.found, self.config.ties, rng).map(|chosen| chosen.mv)
    }

    /// Keeps what follows a detective's move of the trees, for the next detective. Where the move must end the
    /// game nothing is kept.
    fn keep_trees(&mut self, view: &DetectiveView, mv: DetectiveMove) {
        let target = match mv {
            DetectiveMove::Ride { step, .. } => Some(step.to),
            DetectiveMove::Pass { .. } => None,
        };
        let elsewhere = view.candidates().iter().find(|station| Some(*station) != target);
        self.awaited = elsewhere.map(|station| {
            let mut state = view.public().assume(station);
            state.play_detective(view.rules(), mv);
            *state.public()
        });
        for searcher in &mut self.searchers {
            searcher.follow(mv.into());
        }
    }

    /// A detective's move; none when the search has none.
    fn decide_detective(&mut self, view: &DetectiveView, rng: &mut Rng) -> Option<DetectiveMove> {
        let rules = view.rules();
        let by = next_detective(rules, view.public())?;
        let mut legal = view.legal_moves().filter(|mv| mv.by() == by);
        if let (Some(only), None) = (legal.next(), legal.next()) {
            return Some(only);
        }
        let config = self.config.clone();
        let guesses = self.weigh(view);
        let stations = StationTypes::new(rules.board());
        let task = Task {
            context: self.context(rules, &stations, Side::Detectives),
            config: &config,
            meter: Meter::new(config.budget),
            candidates: *view.candidates(),
            root: Root::Detective { public: view.public(), by, guesses: &guesses },
            goes_on: self.awaited == Some(*view.public()),
        };
        let chosen = self.search(&task, rng);
        self.guesses = guesses;
        match chosen {
            Some(Move::Detective(mv)) => Some(mv),
            Some(Move::MrX(_)) | None => None,
        }
    }

    /// Lists the moves that a search for Mr X considers.
    fn list_mr_x(&mut self, view: &MrXView, stations: &StationTypes, doubles: Doubles) {
        let filter = MoveFilter { rules: view.rules(), stations, saves: self.config.filter };
        filter.list(&view.state(), Some(&**view.candidates()), doubles, &mut self.moves);
    }

    /// How a search for one side plays games out.
    fn context<'a>(
        &self,
        rules: &'a Rules,
        stations: &'a StationTypes,
        searcher: Side,
    ) -> PlayoutContext<'a> {
        let policies = PlayoutPolicies::new(&self.config, searcher);
        PlayoutContext { rules, stations, policies, acceptance: self.tables.min.shares() }
    }

    /// Tells whether Mr X has double moves and the filter keeps them back for now.
    fn saves_doubles(&mut self, view: &MrXView) -> bool {
        self.list_mr_x(view, &StationTypes::new(view.rules().board()), Doubles::WhenTrapped);
        self.config.filter.saves_doubles()
            && view.public().may_double(view.rules())
            && self.moves.iter().all(|mv| matches!(mv, MrXMove::Single(_)))
    }

    /// Tells whether double moves are considered from the start.
    fn weighs_doubles(&self, view: &MrXView) -> bool {
        let slot = view.public().slots_used() + 1;
        let rules = view.rules();
        match self.config.root_doubles {
            RootDoubles::Trapped => false,
            RootDoubles::Surfacing => rules.surfaces_after(slot) || rules.surfaces_after(slot + 1),
            RootDoubles::Always => true,
        }
    }

    /// A search for Mr X; `doubles` tells which double moves are considered now.
    fn search_mr_x(
        &mut self,
        view: &MrXView,
        doubles: Doubles,
        budget: Budget,
        rng: &mut Rng,
    ) -> Option<MrXMove> {
        let config = self.config.clone();
        let stations = StationTypes::new(view.rules().board());
        self.list_mr_x(view, &stations, doubles);
        if let [only] = self.moves[..] {
            return Some(only);
        }
        let mut believed = std::mem::replace(&mut self.believed, Believed::new());
        if config.seekers == SeekerPolicy::Belief {
            believed.weigh(view, &self.moves, &mut self.belief, &self.model);
        }
        let task = Task {
            context: self.context(view.rules(), &stations, Side::MrX),
            config: &config,
            meter: Meter::new(budget),
            candidates: *view.candidates(),
            root: Root::MrX { state: view.state(), doubles, believed: &believed },
            goes_on: false,
        };
        let chosen = self.search(&task, rng);
        self.believed = believed;
        match chosen {
            Some(Move::MrX(mv)) => Some(mv),
            Some(Move::Detective(_)) | None => None,
        }
    }
}

/// What a thread may spend of a budget.
fn share(budget: Budget, number: u32, threads: u32) -> Budget {
    match budget {
        Budget::Playouts(all) => {
            Budget::Playouts(all / threads + u32::from(number < all % threads))
        }
        Budget::Nodes(all) => Budget::Nodes(all.div_ceil(u64::from(threads))),
        Budget::Time(time) => Budget::Time(time),
    }
}

impl Default for PimBot {
    /// The published settings, all candidates equally likely.
    fn default() -> PimBot {
        PimBot::new(PimBotConfig::default(), Arc::new(LocationTables::EMPTY))
    }
}

impl<S: SideType> Agent<S> for PimBot
where
    PimBot: Decide<S>,
{
    fn choose(&mut self, view: &S::View, rng: &mut Rng) -> Result<S::Move, AgentError> {
        self.forget();
        Ok(self.decide(view, rng))
    }

    fn begin(&mut self) {
        self.belief.clear();
        self.awaited = None;
    }

    fn root_report(&self) -> Option<RootReport> {
        self.report()
    }

    fn root_moves(&self) -> Vec<report::RootMove> {
        self.root_values()
    }

    fn past(&self) -> Option<Past> {
        // A belief follows the log, be it their own or the one that Mr X expects of them.
        let believes = self.config.locations == Locations::Belief
            || self.config.seekers == SeekerPolicy::Belief;
        let reads = if believes { Reads::Sighting } else { Reads::Now };
        let keeps = match self.config.reuse {
            Reuse::Never => Keeps::Nothing,
            Reuse::Round => Keeps::Round,
        };
        self.config.budget.past(Past { reads, keeps })
    }
}

impl Decide<MrX> for PimBot {
    /// Searches among single moves, or with double moves when every single one can be captured.
    /// When the chosen single move still can be, it searches again with double moves.
    fn decide(&mut self, view: &MrXView, rng: &mut Rng) -> MrXMove {
        self.awaited = None;
        if self.weighs_doubles(view) {
            let chosen = self.search_mr_x(view, Doubles::Always, self.config.budget, rng);
            return chosen.unwrap_or_else(|| view.draw_move(rng));
        }
        let may_search_again = self.saves_doubles(view);
        let budget = self.config.budget;
        let [first, second] =
            if may_search_again { budget.for_two_searches() } else { [budget; 2] };
        let chosen = self.search_mr_x(view, Doubles::WhenTrapped, first, rng);
        let caught = |step: Step| can_be_captured(view.rules(), view.public(), step.to);
        let again = match chosen {
            Some(MrXMove::Single(step)) => may_search_again && caught(step),
            Some(MrXMove::Double(..)) | None => false,
        };
        let chosen =
            if again { self.search_mr_x(view, Doubles::Always, second, rng) } else { chosen };
        chosen.unwrap_or_else(|| view.draw_move(rng))
    }
}

impl Decide<Detectives> for PimBot {
    /// Searches for one detective; in any order for the first who has not moved and can.
    fn decide(&mut self, view: &DetectiveView, rng: &mut Rng) -> DetectiveMove {
        let chosen = self.decide_detective(view, rng);
        match (chosen, self.config.reuse) {
            (Some(mv), Reuse::Round) => self.keep_trees(view, mv),
            (Some(_), Reuse::Never) | (None, _) => self.awaited = None,
        }
        chosen.unwrap_or_else(|| view.draw_move(rng))
    }
}
