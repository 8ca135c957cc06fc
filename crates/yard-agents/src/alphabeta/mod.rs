//! `alphabeta`: Tulušák's alpha-beta (2020) as Sova (2021) describes it in 4.2 and 5.4.2.
//!
//! The detectives are one player who moves all pieces at once. Both sides search three rounds and
//! add up an evaluation by distances over all nodes of a path. Mr X searches every turn; the
//! detectives search once for each sighting and then follow the line they found.
//!
//! `docs/reference/agents/alphabeta.md` has the formulas, the decisions and the departures.

mod ceiling;
mod memo;
mod plan;
mod search;
mod value;

use yard_core::{DetectiveMove, DetectiveView, Move, MrXMove, MrXView, Rules, State};

use crate::agent::{Agent, AgentError, Decide, Detectives, MrX, SideType};
use crate::past::{Keeps, Past};
use crate::policy::{Policy, Reads};
use crate::report::RootReport;
use crate::rng::Rng;
use memo::Memo;
use plan::Plan;
pub use search::Line;
pub use value::PathSum;

/// What can be set of [`AlphaBeta`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlphaBetaConfig {
    /// Rounds that the tree is deep; 3 in the theses.
    pub depth: u8,
    /// Which nodes of a path count.
    pub sum: PathSum,
}

impl Default for AlphaBetaConfig {
    fn default() -> AlphaBetaConfig {
        AlphaBetaConfig { depth: 3, sum: PathSum::All }
    }
}

/// Alpha-beta with path-summed distances, for either side.
#[derive(Clone, Debug, Default)]
pub struct AlphaBeta {
    config: AlphaBetaConfig,
    memo: Memo,
    plan: Option<Plan>,
    report: Option<RootReport>,
}

impl AlphaBeta {
    /// Makes the agent.
    pub fn new(config: AlphaBetaConfig) -> AlphaBeta {
        AlphaBeta { config, ..AlphaBeta::default() }
    }

    /// Searches a position for the side to move, as if that side saw all of it.
    pub fn analyse(&mut self, rules: &Rules, state: State) -> Line {
        let line = search::search(rules, state, self.config, &mut self.memo);
        let value = f64::from(line.value) / f64::from(line.scale);
        self.report = Some(RootReport { value, nodes: line.nodes, ..RootReport::default() });
        line
    }

    /// Mr X's move; nothing is drawn for it.
    fn best_of_mr_x(&mut self, view: &MrXView) -> MrXMove {
        let line = self.analyse(view.rules(), view.state());
        match line.plies.first() {
            Some((_, Move::MrX(mv))) => *mv,
            Some((_, Move::Detective(_))) | None => {
                view.legal_moves().next().expect("a side is asked only when it has a move")
            }
        }
    }
}

impl<S: SideType> Agent<S> for AlphaBeta
where
    AlphaBeta: Decide<S>,
{
    fn choose(&mut self, view: &S::View, rng: &mut Rng) -> Result<S::Move, AgentError> {
        self.report = None;
        Ok(self.decide(view, rng))
    }

    fn begin(&mut self) {
        self.plan = None;
    }

    fn root_report(&self) -> Option<RootReport> {
        self.report.clone()
    }

    /// A plan holds until Mr X is seen again.
    fn past(&self) -> Option<Past> {
        Some(Past { reads: Reads::Sighting, keeps: Keeps::Sighting })
    }
}

impl Decide<MrX> for AlphaBeta {
    fn decide(&mut self, view: &MrXView, _: &mut Rng) -> MrXMove {
        self.best_of_mr_x(view)
    }
}

impl Decide<Detectives> for AlphaBeta {
    fn decide(&mut self, view: &DetectiveView, rng: &mut Rng) -> DetectiveMove {
        if let Some(mv) = self.plan.as_ref().and_then(|plan| plan.next(view)) {
            return mv;
        }
        let station = plan::assume(self.plan.as_ref(), view, rng);
        let line = self.analyse(view.rules(), view.assume(station));
        let plan = self.plan.insert(Plan::new(view, &line));
        plan.next(view).expect("a plan begins with a legal move")
    }
}

/// Mr X's side draws nothing; the detectives' guesses a station, so they have no policy.
impl Policy<MrX> for AlphaBeta {
    fn chances(&mut self, view: &MrXView) -> Vec<(MrXMove, f64)> {
        vec![(self.best_of_mr_x(view), 1.0)]
    }

    fn reads(&self) -> Reads {
        Reads::State
    }
}
