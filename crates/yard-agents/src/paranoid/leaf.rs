//! What a leaf is worth to Mr X, in whole numbers.

use yard_core::{Outcome, Rules, Side, State, Ticket};

use super::map::Map;
use super::position::Position;
use super::{LeafWeights, Method};

/// A lost game; no other value is as low.
pub(crate) const LOST: i32 = 0;

/// The random part ρ of Nijssen & Winands' leaf is a multiple of 1 / 256.
const RHO_STEPS: i32 = 256;

/// The terms of a leaf: what one unit of each quantity adds to the value.
///
/// All values are kept times `whole`, so that they are whole numbers: sums are exact, and equal
/// values are really equal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaf {
    /// What 1 is in these units.
    pub(crate) whole: i32,
    /// The least distance of a detective.
    near: i32,
    /// The sum of all distances.
    far: i32,
    /// A black ticket that is left.
    black: i32,
    /// A station on which the detectives think that he can be.
    place: i32,
    /// Steps of the random part; 1 when there is none.
    rho: i32,
    /// A won game; no other value is as high.
    pub(crate) won: i32,
    /// What the random part is derived from, besides the position.
    seed: u64,
}

impl Leaf {
    pub(crate) fn new(method: Method, weights: LeafWeights, rules: &Rules, seed: u64) -> Leaf {
        let LeafWeights { near, black, places, mean } = weights;
        let [near, black, place, mean] = [near, black, places, mean].map(i32::from);
        match method {
            // Mortimer & Colfer, equation 1, times the number of detectives: its last term is a
            // multiple of their mean distance. Their program counts a won game as 10,000.
            Method::Mortimer => {
                let n = i32::from(rules.detectives());
                let [near, black, place, won] = [near, black, place, 10_000].map(|one| one * n);
                Leaf { whole: n, near, far: mean, black, place, rho: 1, won, seed: 0 }
            }
            // Nijssen & Winands: 100 · min distance + 10 · black + |L| + ρ, and no mean.
            Method::Nijssen => {
                let whole = RHO_STEPS;
                let [near, black, place, won] =
                    [near, black, place, 100_000].map(|one| one * whole);
                Leaf { whole, near, far: 0, black, place, rho: RHO_STEPS, won, seed }
            }
        }
    }

    /// Puts the quantities together; an open game lies strictly between a lost and a won one.
    #[inline]
    pub(super) fn sum(&self, min: i32, sum: i32, black: i32, places: i32) -> i32 {
        let value = self.near * min + self.far * sum + self.black * black + self.place * places;
        value.clamp(LOST + 1, self.won - self.rho)
    }

    /// The value of a position in which nothing has ended.
    #[inline]
    pub(crate) fn open(&self, map: &Map, at: &Position) -> i32 {
        let row = map.distances(at.state.mr_x());
        let (mut min, mut sum) = (i32::MAX, 0);
        for station in at.state.public().detectives() {
            let distance = i32::from(row[usize::from(station.number())]);
            min = min.min(distance);
            sum += distance;
        }
        self.sum(min, sum, black(&at.state), at.places.len() as i32) + self.chance(at)
    }

    /// The value of a position that has ended.
    #[inline]
    pub(crate) fn over(&self, outcome: Outcome) -> i32 {
        match outcome.winner() {
            Side::MrX => self.won,
            Side::Detectives => LOST,
        }
    }

    /// ρ: drawn once for each position, so that it is the same on every way that leads there.
    #[inline]
    fn chance(&self, at: &Position) -> i32 {
        if self.rho == 1 {
            return 0;
        }
        (at.hash(self.seed) >> 56) as i32
    }
}

/// Mr X's black tickets; without a limit they are no reason to prefer one position to another.
#[inline]
pub(super) fn black(state: &State) -> i32 {
    let stock = state.public().mr_x_tickets().of(Ticket::Black);
    stock.tickets().map_or(0, i32::from)
}
