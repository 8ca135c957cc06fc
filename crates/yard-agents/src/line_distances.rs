//! Distances in which a line costs what its transport costs.

use std::sync::Arc;

use yard_core::{Board, Rules, Station, Transport};

/// What a line of each transport costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineWeights {
    /// A taxi line, or a step on a grid.
    pub taxi: u8,
    /// A bus line.
    pub bus: u8,
    /// An underground line.
    pub underground: u8,
    /// A ferry line.
    pub ferry: u8,
}

impl LineWeights {
    /// Every line costs 1: the lookahead of Mortimer & Colfer (2a).
    pub const EQUAL: LineWeights = LineWeights { taxi: 1, bus: 1, underground: 1, ferry: 1 };
    /// Dearer where tickets are rarer: the paranoid search of Mortimer & Colfer (2b).
    pub const BY_TICKET: LineWeights = LineWeights { taxi: 1, bus: 2, underground: 4, ferry: 4 };

    /// Moves of a detective, who rides no ferry: where only that leads there it counts as far.
    pub const DETECTIVES: LineWeights =
        LineWeights { taxi: 1, bus: 1, underground: 1, ferry: u8::MAX };

    const fn of(self, transport: Transport) -> u8 {
        match transport {
            Transport::Taxi => self.taxi,
            Transport::Bus => self.bus,
            Transport::Underground => self.underground,
            Transport::Ferry => self.ferry,
        }
    }
}

/// The cheapest ways between all stations of a board, the ferry included, whoever may ride it.
///
/// Made once for each board; an agent keeps it from game to game.
#[derive(Clone, Debug)]
pub(crate) struct LineDistances {
    weights: LineWeights,
    made_for: Option<Arc<Rules>>,
    /// `table[256 a + b]`.
    table: Vec<u16>,
}

impl LineDistances {
    pub(crate) fn new(weights: LineWeights) -> LineDistances {
        LineDistances { weights, made_for: None, table: Vec::new() }
    }

    /// Makes the table, unless it is that of these rules already.
    pub(crate) fn prepare(&mut self, rules: &Arc<Rules>) {
        if !self.made_for.as_ref().is_some_and(|known| Arc::ptr_eq(known, rules)) {
            self.table = table(rules.board(), self.weights);
            self.made_for = Some(Arc::clone(rules));
        }
    }

    /// Distances from a station, indexed by number.
    #[inline]
    pub(crate) fn from(&self, station: Station) -> &[u16] {
        &self.table[usize::from(station.number()) << 8..][..256]
    }
}

/// Bellman and Ford's method from every station: short, and quick enough for once.
fn table(board: &Board, weights: LineWeights) -> Vec<u16> {
    // No way is that dear: 254 lines of weight 255 cost less.
    let mut table = vec![u16::MAX; 256 * 256];
    let index = |station: Station| usize::from(station.number());
    for from in board.stations().iter() {
        let row = &mut table[index(from) << 8..][..256];
        row[index(from)] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for line in board.lines() {
                let cost = u16::from(weights.of(line.transport));
                let (a, b) = (index(line.a), index(line.b));
                for (near, far) in [(a, b), (b, a)] {
                    let way = row[near].saturating_add(cost);
                    if way < row[far] {
                        row[far] = way;
                        changed = true;
                    }
                }
            }
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use yard_core::presets;

    fn distance(weights: LineWeights, a: u8, b: u8) -> u16 {
        let mut distances = LineDistances::new(weights);
        distances.prepare(&Arc::new(presets::rules("classic").unwrap()));
        distances.from(Station::new(a).unwrap())[usize::from(b)]
    }

    #[test]
    fn equal_weights_are_the_distances_of_the_board() {
        let rules = Arc::new(presets::rules("classic").unwrap());
        let mut distances = LineDistances::new(LineWeights::EQUAL);
        distances.prepare(&rules);
        for a in rules.board().stations().iter() {
            for b in rules.board().stations().iter() {
                let known = rules.board().mr_x_distance(a, b).map(u16::from);
                assert_eq!(Some(distances.from(a)[usize::from(b.number())]), known, "{a} {b}");
            }
        }
    }

    #[test]
    fn a_dear_line_is_avoided_where_cheap_ones_lead_there() {
        // 13 and 46 are one underground line apart, or four taxi lines; 108 and 115 one ferry.
        assert_eq!(distance(LineWeights::EQUAL, 13, 46), 1);
        let taxi_only = LineWeights { taxi: 1, bus: 100, underground: 100, ferry: 100 };
        let by_taxi = distance(taxi_only, 13, 46);
        assert_eq!(distance(LineWeights::BY_TICKET, 13, 46), by_taxi.min(4));
        assert!(distance(LineWeights::BY_TICKET, 108, 115) <= 4);
    }
}
