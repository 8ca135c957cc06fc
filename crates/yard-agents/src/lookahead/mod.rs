//! `lookahead`: the one-move lookahead of Mortimer & Colfer (section 2a), for either side.
//!
//! Every legal move is tried on every station on which Mr X can be; the sum of the detectives'
//! distances to him, added up over those stations, is the move's score. `docs/reference/agents/lookahead.md`
//! has the facts, the decisions and the departures.

mod places;

use std::sync::Arc;

use yard_core::{
    DetectiveId, DetectiveMove, DetectiveView, MrXMove, MrXView, Rules, Side, State, Station, Turn,
};

use crate::agent::{Agent, AgentError, Decide, Detectives, MrX, SideType};
use crate::line_distances::{LineDistances, LineWeights};
use crate::past::Past;
use crate::payable_distances::PayableDistances;
use crate::policy::{Policy, Reads, mostly};
use crate::report::RootReport;
use crate::rng::Rng;
pub use places::Places;

/// What a won game counts for Mr X; more than any sum of distances on London (their program).
const WON: i64 = 10_000;
/// What a lost game counts for him: as if everybody stood on his station (their program).
const LOST: i64 = 0;

/// What can be set of [`Lookahead`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LookaheadConfig {
    /// The chance that the best move is played; else the move is uniformly random.
    pub p: f64,
    /// What the lines cost in the distances.
    pub weights: LineWeights,
    /// How the detectives keep track of Mr X.
    pub places: Places,
    /// Whether a way counts only as far as the detective's tickets pay for it.
    pub counts_tickets: bool,
}

impl Default for LookaheadConfig {
    fn default() -> LookaheadConfig {
        LookaheadConfig {
            p: 1.0,
            weights: LineWeights::EQUAL,
            places: Places::Exact,
            counts_tickets: false,
        }
    }
}

/// Looks one move ahead and keeps Mr X far away, or comes near to where he can be.
#[derive(Clone, Debug)]
pub struct Lookahead {
    p: f64,
    places: Places,
    distances: LineDistances,
    /// Where tickets count.
    payable: Option<PayableDistances>,
    /// Moves and their scores; kept so that a move allocates nothing.
    scores: Vec<(DetectiveMove, i64)>,
    report: Option<RootReport>,
}

impl Default for Lookahead {
    fn default() -> Lookahead {
        Lookahead::new(LookaheadConfig::default())
    }
}

impl Lookahead {
    /// Makes the agent.
    pub fn new(config: LookaheadConfig) -> Lookahead {
        let distances = LineDistances::new(config.weights);
        let payable = config.counts_tickets.then(|| PayableDistances::new(config.weights));
        let LookaheadConfig { p, places, .. } = config;
        Lookahead { p, places, distances, payable, scores: Vec::new(), report: None }
    }

    /// Makes the tables, unless they are there.
    fn prepare(&mut self, rules: &Arc<Rules>) {
        match &mut self.payable {
            Some(payable) => payable.prepare(rules),
            None => self.distances.prepare(rules),
        }
    }

    /// Draws whether this move is a random one.
    fn errs(&self, rng: &mut Rng) -> bool {
        rng.unit() >= self.p
    }

    /// Keeps what the chosen move is worth to its side, and how many moves were made to see it.
    fn keep_report(&mut self, value: i64, nodes: u64) {
        let value = value as f64;
        self.report = Some(RootReport { value, nodes, ..RootReport::default() });
    }

    /// What a state is worth to Mr X.
    fn score(&mut self, state: &State) -> i64 {
        match state.turn() {
            Turn::Over(outcome) => match outcome.winner() {
                Side::MrX => WON,
                Side::Detectives => LOST,
            },
            Turn::MrX | Turn::Detective(_) | Turn::Team => {
                let sum = self.sum_of_distances(state);
                // Their program clips, too; on London with lines at their price nothing is that far.
                sum.min(WON - 1)
            }
        }
    }
}

impl Lookahead {
    /// How far the detectives are from Mr X, all together.
    fn sum_of_distances(&mut self, state: &State) -> i64 {
        let (public, x) = (state.public(), state.mr_x());
        match &mut self.payable {
            None => {
                let row = self.distances.from(x);
                let far = |at: Station| i64::from(row[usize::from(at.number())]);
                public.detectives().map(far).sum()
            }
            Some(payable) => {
                let far = |(id, at): (DetectiveId, Station)| {
                    let row = payable.from(at, public.detective_tickets(id));
                    i64::from(row[usize::from(x.number())])
                };
                DetectiveId::ALL.into_iter().zip(public.detectives()).map(far).sum()
            }
        }
    }

    /// Mr X's best move. He knows where he is, so his true station alone is scored.
    fn best_of_mr_x(&mut self, view: &MrXView) -> MrXMove {
        self.prepare(view.detective_view().rules_arc());
        let state = view.state();
        let mut after = |mv| {
            let mut next = state;
            next.play_mr_x(view.rules(), mv);
            self.score(&next)
        };
        let mut nodes = 0;
        let scores = state.mr_x_moves(view.rules()).map(|mv| (mv, after(mv)));
        // `max_by_key` gives the last of equals, as their program does.
        let best = scores.inspect(|_| nodes += 1).max_by_key(|(_, score)| *score);
        let (mv, score) = best.expect("Mr X has a legal move when he is asked");
        self.keep_report(score, nodes);
        mv
    }

    /// The best move of the detective whose turn it is.
    fn best_of_detectives(&mut self, view: &DetectiveView) -> DetectiveMove {
        self.prepare(view.rules_arc());
        let mut scores = std::mem::take(&mut self.scores);
        scores.clear();
        scores.extend(view.legal_moves().map(|mv| (mv, 0)));
        let places = self.places.of(view);
        for station in places.iter() {
            let state = view.assume(station);
            for (mv, sum) in &mut scores {
                let mut next = state;
                next.play_detective(view.rules(), *mv);
                *sum += self.score(&next);
            }
        }
        // `min_by_key` would give the first of equals; the last is wanted.
        let best = scores.iter().rev().min_by_key(|(_, sum)| *sum);
        let (mv, sum) = *best.expect("the detectives have a legal move when they are asked");
        self.keep_report(-sum, (places.len() * scores.len()) as u64);
        self.scores = scores;
        mv
    }
}

impl<S: SideType> Agent<S> for Lookahead
where
    Lookahead: Decide<S>,
{
    fn choose(&mut self, view: &S::View, rng: &mut Rng) -> Result<S::Move, AgentError> {
        self.report = None;
        Ok(self.decide(view, rng))
    }

    fn root_report(&self) -> Option<RootReport> {
        self.report.clone()
    }

    fn past(&self) -> Option<Past> {
        Some(Past::reading(match self.places {
            Places::Exact => Reads::Now,
            Places::Forgetful => Reads::Log,
        }))
    }
}

impl Decide<MrX> for Lookahead {
    fn decide(&mut self, view: &MrXView, rng: &mut Rng) -> MrXMove {
        if self.errs(rng) { view.draw_move(rng) } else { self.best_of_mr_x(view) }
    }
}

impl Decide<Detectives> for Lookahead {
    fn decide(&mut self, view: &DetectiveView, rng: &mut Rng) -> DetectiveMove {
        if self.errs(rng) { view.draw_move(rng) } else { self.best_of_detectives(view) }
    }
}

impl Policy<MrX> for Lookahead {
    fn chances(&mut self, view: &MrXView) -> Vec<(MrXMove, f64)> {
        let best = self.best_of_mr_x(view);
        mostly(best, self.p, view.legal_moves().collect())
    }

    fn reads(&self) -> Reads {
        Reads::State
    }
}

impl Policy<Detectives> for Lookahead {
    fn chances(&mut self, view: &DetectiveView) -> Vec<(DetectiveMove, f64)> {
        let best = self.best_of_detectives(view);
        mostly(best, self.p, view.legal_moves().collect())
    }

    fn reads(&self) -> Reads {
        match self.places {
            Places::Exact => Reads::Now,
            Places::Forgetful => Reads::Log,
        }
    }
}
