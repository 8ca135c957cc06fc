//! `paranoid`: Mr X's search of Mortimer & Colfer (section 2b); and `paranoid-nw`, the minimax hider
//! of Nijssen & Winands.
//!
//! Both suppose that the detectives see Mr X and play against him together: alpha-beta with one
//! detective a ply, deepened until a budget is spent. They differ in the leaf and in the moves that
//! are left out. `docs/reference/agents/paranoid.md` has formulas, decisions and departures.

mod bound;
pub(crate) mod filter;
pub(crate) mod leaf;
pub(crate) mod map;
mod order;
pub(crate) mod position;
mod search;
mod table;
mod worth;

use yard_core::{Move, MrXMove, MrXView, PublicState, Rules};

use crate::agent::{Agent, AgentError, MrX};
use crate::budget::Budget;
use crate::line_distances::LineWeights;
use crate::past::Past;
use crate::policy::{Policy, Reads};
use crate::report::RootReport;
use crate::rng::{Rng, Seed};
use filter::saves_doubles;
use leaf::{LOST, Leaf};
use map::Map;
pub use order::Aids;
use position::Position;
use search::{Memory, Question, RootMoves, search};

/// Whose search it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Mortimer & Colfer, section 2b and equation 1.
    Mortimer,
    /// Nijssen & Winands' paranoid hider.
    Nijssen,
}

/// The factors of the leaf, whatever else is added to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeafWeights {
    /// Of the nearest detective's distance.
    pub near: u16,
    /// Of Mr X's black tickets.
    pub black: u16,
    /// Of the number of stations on which he can be.
    pub places: u16,
    /// Of the detectives' mean distance.
    pub mean: u16,
}

impl LeafWeights {
    /// Equation 1 of Mortimer & Colfer.
    pub const MORTIMER: LeafWeights = LeafWeights { near: 90, black: 1, places: 2, mean: 10 };
    /// Nijssen & Winands.
    pub const NIJSSEN: LeafWeights = LeafWeights { near: 100, black: 10, places: 1, mean: 0 };
}

/// Which of Mr X's moves Mortimer & Colfer's search leaves out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OmittedMoves {
    /// Double moves while a single one is safe, and black tickets where they hide little.
    All,
    /// The double moves alone.
    Doubles,
    /// The black tickets alone.
    Black,
    /// Nothing.
    None,
}

/// Whose moves are searched where the detectives move in any order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TeamOrder {
    /// Those of the detective who can come nearest to Mr X.
    Nearest,
    /// Those of everybody who has not moved.
    Anybody,
}

/// What can be set of [`Paranoid`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParanoidConfig {
    /// Leaf and move filter.
    pub method: Method,
    /// What a move may cost; a node is one move made. Playouts count as nodes.
    pub budget: Budget,
    /// The most plies that are searched.
    pub depth: u8,
    /// What lines cost in the distances.
    pub weights: LineWeights,
    /// The factors of the leaf.
    pub leaf: LeafWeights,
    /// What is left out of Mr X's moves; the other method has a filter of its own.
    pub omitted: OmittedMoves,
    /// Who moves among detectives in any order.
    pub team: TeamOrder,
    /// Switches for tests and measurements.
    pub aids: Aids,
}

/// Mortimer & Colfer's second on a machine of this kind, in nodes.
const SECOND: u64 = 15_000;

impl ParanoidConfig {
    /// `paranoid` as published, which is also the default.
    pub fn mortimer() -> ParanoidConfig {
        ParanoidConfig {
            method: Method::Mortimer,
            budget: Budget::Nodes(SECOND),
            depth: 100,
            weights: LineWeights::BY_TICKET,
            leaf: LeafWeights::MORTIMER,
            omitted: OmittedMoves::All,
            team: TeamOrder::Nearest,
            aids: Aids::ALL,
        }
    }

    /// `paranoid-nw` as published: distances are moves of a detective.
    pub fn nijssen() -> ParanoidConfig {
        ParanoidConfig {
            method: Method::Nijssen,
            weights: LineWeights::DETECTIVES,
            leaf: LeafWeights::NIJSSEN,
            ..ParanoidConfig::mortimer()
        }
    }
}

impl Default for ParanoidConfig {
    fn default() -> ParanoidConfig {
        ParanoidConfig::mortimer()
    }
}

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The value for Mr X in units of 1 / `whole`, of the last depth that was finished.
    pub value: i32,
    /// What 1 is in those units.
    pub whole: i32,
    /// Plies that were searched to the end.
    pub depth: u8,
    /// Moves made.
    pub nodes: u64,
    /// The moves that both sides are expected to make; Mr X's choice first.
    pub line: Vec<Move>,
}

/// Mr X's paranoid search.
#[derive(Clone, Debug)]
pub struct Paranoid {
    config: ParanoidConfig,
    memory: Memory,
    report: Option<RootReport>,
}

impl Paranoid {
    /// Makes the agent.
    pub fn new(config: ParanoidConfig) -> Paranoid {
        Paranoid { config, memory: Memory::new(Map::new(config.weights)), report: None }
    }

    /// Searches a position of Mr X, who must be to move. `rng` gives the random part of the leaf,
    /// where there is one.
    pub fn think(&mut self, view: &MrXView, rng: &mut Rng) -> Thought {
        let rules = view.rules();
        self.memory.map.prepare(view.detective_view().rules_arc());
        let seed = match self.config.method {
            Method::Mortimer => 0,
            Method::Nijssen => rng.bits(),
        };
        let root = Position { state: view.state(), places: *view.candidates() };
        // Nijssen & Winands: a double move also when the chosen move can still be captured. A search that
        // sees a whole round finds that such a move loses; ours asks for that, at any depth.
        let may_search_again = match self.config.method {
            Method::Mortimer => false,
            method @ Method::Nijssen => saves_doubles(&self.memory.map, method, rules, &root),
        };
        let budget = self.config.budget;
        let [budget, second] =
            if may_search_again { budget.for_two_searches() } else { [budget; 2] };
        let ask = Question {
            method: self.config.method,
            omitted: self.config.omitted,
            team: self.config.team,
            rules,
            leaf: Leaf::new(self.config.method, self.config.leaf, rules, seed),
            budget,
            most_plies: self.config.depth.min(plies_to_end(rules, view.public())),
            aids: self.config.aids,
            root: RootMoves::Filtered,
        };
        let thought = search(ask, &root, &mut self.memory);
        if !may_search_again || thought.value != LOST || thought.depth == 0 {
            return thought;
        }
        let budget = rest(second, thought.nodes);
        let ask = Question { root: RootMoves::Doubles, budget, ..ask };
        let again = search(ask, &root, &mut self.memory);
        let nodes = thought.nodes + again.nodes;
        // Single moves are lost. So is a double move perhaps; then what lasts longer is played.
        if again.depth > 0 && (again.value != LOST || again.depth > thought.depth) {
            Thought { nodes, ..again }
        } else {
            Thought { nodes, ..thought }
        }
    }
}

/// What is left of a budget for a second search; a time is shared out before the first.
fn rest(budget: Budget, nodes: u64) -> Budget {
    match budget {
        Budget::Nodes(all) => Budget::Nodes(all.saturating_sub(nodes)),
        Budget::Playouts(all) => Budget::Nodes(u64::from(all).saturating_sub(nodes)),
        Budget::Time(_) => budget,
    }
}

/// An upper bound of the plies that are left in a game.
pub(crate) fn plies_to_end(rules: &Rules, public: &PublicState) -> u8 {
    public.rounds_left(rules).saturating_mul(rules.detectives() + 1)
}

impl Paranoid {
    fn best(&mut self, view: &MrXView, rng: &mut Rng) -> MrXMove {
        self.report = None;
        let moves: Vec<MrXMove> = view.legal_moves().collect();
        if let [only] = moves[..] {
            return only;
        }
        let thought = self.think(view, rng);
        let value = f64::from(thought.value) / f64::from(thought.whole);
        self.report = Some(RootReport { value, nodes: thought.nodes, ..RootReport::default() });
        match thought.line.first() {
            Some(Move::MrX(mv)) => *mv,
            Some(Move::Detective(_)) | None => moves[0],
        }
    }
}

impl Agent<MrX> for Paranoid {
    fn choose(&mut self, view: &MrXView, rng: &mut Rng) -> Result<MrXMove, AgentError> {
        Ok(self.best(view, rng))
    }

    fn root_report(&self) -> Option<RootReport> {
        self.report.clone()
    }

    fn past(&self) -> Option<Past> {
        self.config.budget.past(Past::reading(Reads::Now))
    }
}

/// Mortimer & Colfer's player under a budget of nodes; the other leaf has a random part.
impl Policy<MrX> for Paranoid {
    fn chances(&mut self, view: &MrXView) -> Vec<(MrXMove, f64)> {
        vec![(self.best(view, &mut Seed(0).stream("unused")), 1.0)]
    }

    fn reads(&self) -> Reads {
        Reads::Now
    }
}
