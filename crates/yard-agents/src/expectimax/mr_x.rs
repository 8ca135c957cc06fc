//! Mr X's tree: his own plies maximise, the detectives' are chance.
//!
//! The search that Mortimer & Colfer set beside their paranoid one (section 3), with their leaf and their
//! filter, so that the two differ in how the detectives are taken and in nothing else.

use arrayvec::ArrayVec;
use yard_core::{DetectiveId, DetectiveMove, MrXMove, MrXView, Rules, Step, Turn};

use super::{ExpectimaxConfig, MOST_RIDES, Replies};
use crate::budget::Meter;
use crate::line_distances::LineWeights;
use crate::paranoid::filter::{MoveFilter, can_move, threats};
use crate::paranoid::leaf::{LOST, Leaf};
use crate::paranoid::map::Map;
use crate::paranoid::position::{Position, Spread};
use crate::paranoid::{LeafWeights, Method, OmittedMoves, plies_to_end};
use crate::report::RootReport;

type Rides = ArrayVec<(Step, u32), MOST_RIDES>;

struct Search<'a> {
    rules: &'a Rules,
    map: &'a Map,
    leaf: Leaf,
    replies: Replies,
    meter: Meter,
    stopped: bool,
}

/// A map for this search; an agent keeps it from game to game.
pub(super) fn new_map() -> Map {
    Map::new(LineWeights::BY_TICKET)
}

/// Mr X's best move, and what was found if it was searched for.
pub(super) fn choose(
    view: &MrXView,
    config: ExpectimaxConfig,
    map: &mut Map,
) -> (MrXMove, Option<RootReport>) {
    let rules = view.rules();
    let mut moves = view.legal_moves();
    let mut best = moves.next().expect("Mr X has a legal move when he is asked");
    if moves.next().is_none() {
        return (best, None);
    }
    map.prepare(view.rules_arc());
    let root = Position { state: view.state(), places: *view.candidates() };
    let mut search = Search {
        rules,
        map,
        leaf: Leaf::new(Method::Mortimer, LeafWeights::MORTIMER, rules, 0),
        replies: config.replies,
        meter: Meter::new(config.budget),
        stopped: false,
    };
    let mut value = 0.0;
    for plies in 1..=config.depth.min(plies_to_end(rules, view.public())) {
        match search.mr_x(&root, plies) {
            Some((found, mv)) => (value, best) = (found, mv),
            None => break,
        }
    }
    let value = value / f64::from(search.leaf.whole);
    (best, Some(RootReport { value, nodes: search.meter.nodes(), ..RootReport::default() }))
}

impl Search<'_> {
    /// Counts a move that was made.
    fn count(&mut self) {
        self.meter.count(1);
        self.stopped |= !self.meter.goes_on();
    }

    /// What a position is worth to Mr X when so many plies follow.
    fn value(&mut self, at: &Position, left: u8) -> f64 {
        match at.state.turn() {
            Turn::Over(outcome) => f64::from(self.leaf.over(outcome)),
            Turn::MrX | Turn::Detective(_) | Turn::Team if left == 0 || self.stopped => {
                f64::from(self.leaf.open(self.map, at))
            }
            Turn::MrX => self.mr_x(at, left).map_or(f64::from(LOST), |(value, _)| value),
            Turn::Detective(by) => self.detective(at, by, left),
            // As its detectives do, the first who can move is taken.
            Turn::Team => match can_move(self.rules, at.state.public()).next() {
                Some(by) => self.detective(at, by, left),
                None => f64::from(self.leaf.open(self.map, at)),
            },
        }
    }

    /// Mr X's ply: the first best move that the filter leaves; `None` when the budget did not last.
    fn mr_x(&mut self, at: &Position, left: u8) -> Option<(f64, MrXMove)> {
        let all = threats(self.map, self.rules, at.state.public(), u8::MAX);
        let filter = MoveFilter::new(Method::Mortimer, OmittedMoves::All, self.rules, at, &all);
        let mut spread = Spread::NEW;
        let mut best: Option<(f64, MrXMove)> = None;
        for keeps in [MoveFilter::keeps, MoveFilter::keeps_kind] {
            for mv in at.state.mr_x_moves(self.rules).filter(|mv| keeps(filter, self.rules, *mv)) {
                self.count();
                let places = spread.after(self.rules, at, mv);
                let after = at.after_mr_x(self.rules, mv, places);
                let value = self.value(&after, left - 1);
                if self.stopped {
                    return None;
                }
                if best.is_none_or(|(most, _)| value > most) {
                    best = Some((value, mv));
                }
            }
            // The tickets have left something.
            if best.is_some() {
                break;
            }
        }
        best
    }

    /// A detective's ply: the mean over his rides.
    fn detective(&mut self, at: &Position, by: DetectiveId, left: u8) -> f64 {
        let mut rides = Rides::new();
        rides.extend(at.state.public().rides(self.rules, by).map(|step| (step, 0)));
        if rides.is_empty() {
            self.count();
            let after = at.after_detective(self.rules, DetectiveMove::Pass { by });
            return self.value(&after, left - 1);
        }
        self.weigh(at, &mut rides);
        let (mut sum, mut all) = (0.0, 0);
        for (step, weight) in rides {
            if weight > 0 && !self.stopped {
                self.count();
                let after = at.after_detective(self.rules, DetectiveMove::Ride { by, step });
                sum += f64::from(weight) * self.value(&after, left - 1);
                all += weight;
            }
        }
        sum / f64::from(all.max(1))
    }

    /// How likely each ride is: by the places for which it is the best, or all alike.
    fn weigh(&self, at: &Position, rides: &mut Rides) {
        match self.replies {
            Replies::Random => rides.iter_mut().for_each(|(_, weight)| *weight = 1),
            Replies::Places => {
                for place in at.places.iter() {
                    let row = self.map.distances(place);
                    // The first of equals, as `min_by_key` gives it.
                    let best =
                        rides.iter_mut().min_by_key(|(step, _)| row[usize::from(step.to.number())]);
                    if let Some((_, weight)) = best {
                        *weight += 1;
                    }
                }
            }
        }
    }
}
