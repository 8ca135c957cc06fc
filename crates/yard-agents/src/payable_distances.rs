//! Distances of a detective who can pay for his way: what lines cost, as far as his tickets last.

use std::collections::BTreeMap;
use std::sync::Arc;

use yard_core::{Board, DetectiveTickets, Rules, Station, Ticket};

use crate::line_distances::{LineDistances, LineWeights};

/// Rows that are kept; then all are dropped. They take 4 MB.
const MOST_ROWS: usize = 1 << 13;

/// The cheapest ways of a detective by the tickets he has left; the ferry is not for him.
///
/// A row is made when it is first asked for, and kept from move to move.
#[derive(Clone, Debug)]
pub(crate) struct PayableDistances {
    weights: LineWeights,
    made_for: Option<Arc<Rules>>,
    /// What counts for a station that his tickets do not reach: twice the longest way of the board.
    far: u16,
    /// Where the row of a station and tickets begins, divided by 256.
    index: BTreeMap<u32, usize>,
    rows: Vec<u16>,
}

impl PayableDistances {
    pub(crate) fn new(weights: LineWeights) -> PayableDistances {
        PayableDistances {
            weights,
            made_for: None,
            far: 0,
            index: BTreeMap::new(),
            rows: Vec::new(),
        }
    }

    /// Forgets all rows, unless they are those of these rules.
    pub(crate) fn prepare(&mut self, rules: &Arc<Rules>) {
        if self.made_for.as_ref().is_some_and(|known| Arc::ptr_eq(known, rules)) {
            return;
        }
        let mut lines = LineDistances::new(self.weights);
        lines.prepare(rules);
        let all = rules.board().stations();
        let ways = all.iter().flat_map(|from| {
            let row = lines.from(from);
            all.iter().map(|to| row[usize::from(to.number())])
        });
        self.far = ways.filter(|way| *way < u16::MAX).max().unwrap_or(0).saturating_mul(2);
        self.index.clear();
        self.rows.clear();
        self.made_for = Some(Arc::clone(rules));
    }

    /// Distances from a station, indexed by number.
    pub(crate) fn from(&mut self, station: Station, tickets: DetectiveTickets) -> &[u16] {
        let stocks = Ticket::DETECTIVES.map(|ticket| tickets.of(ticket).tickets());
        let stock = |place: usize| u32::from(stocks[place].unwrap_or(u8::MAX));
        let key = u32::from(station.number()) | stock(0) << 8 | stock(1) << 16 | stock(2) << 24;
        let row = match self.index.get(&key) {
            Some(row) => *row,
            None => self.add(key, station, stocks),
        };
        &self.rows[256 * row..][..256]
    }

    fn add(&mut self, key: u32, station: Station, stocks: [Option<u8>; 3]) -> usize {
        if self.index.len() >= MOST_ROWS {
            self.index.clear();
            self.rows.clear();
        }
        let row = self.index.len();
        self.index.insert(key, row);
        self.rows.resize(256 * (row + 1), self.far);
        if let Some(rules) = &self.made_for {
            fill(rules.board(), self.weights, station, stocks, &mut self.rows[256 * row..]);
        }
        row
    }
}

/// Ways of one length to a station: bit 8 b + u is set when one of them takes b bus and u underground lines,
/// and the rest by taxi. Ways of more than seven of either are not looked at.
type Ways = u64;

/// Where one more bus or underground line can still be counted.
const ROOM: [Ways; 3] = [!0, !0 >> 8, 0x7f7f_7f7f_7f7f_7f7f];
/// How far a taxi, bus or underground line moves the bits.
const SHIFT: [u32; 3] = [0, 8, 1];

/// Walks line by line: ways of length n are all of n lines, so the taxis among them need no count of their own.
fn fill(
    board: &Board,
    weights: LineWeights,
    from: Station,
    stocks: [Option<u8>; 3],
    row: &mut [u16],
) {
    let all = board.stations();
    let longest = stocks.iter().try_fold(0, |sum: usize, stock| Some(sum + usize::from((*stock)?)));
    let within = ways_within(stocks);
    let mut here: [Ways; 256] = [0; 256];
    here[usize::from(from.number())] = 1;
    row[usize::from(from.number())] = 0;
    let mut found = 1;
    for length in 1..=longest.unwrap_or(all.len()).min(all.len()) {
        let mut next: [Ways; 256] = [0; 256];
        let payable = within & by_taxi(length, stocks[0]);
        for station in all.iter() {
            let ways = here[usize::from(station.number())];
            if ways == 0 {
                continue;
            }
            for (kind, ticket) in Ticket::DETECTIVES.into_iter().enumerate() {
                let ways = (ways & ROOM[kind]) << SHIFT[kind] & payable;
                for to in board.reach(station, ticket).iter().filter(|_| ways != 0) {
                    next[usize::from(to.number())] |= ways;
                }
            }
        }
        for station in all.iter() {
            let at = usize::from(station.number());
            let (ways, least) = (next[at], &mut row[at]);
            if ways != 0 {
                let cost = cheapest(ways, length, weights);
                found += usize::from(cost < *least);
                *least = cost.min(*least);
            }
        }
        // With lines of one price the first way is the cheapest.
        if weights == LineWeights::EQUAL && found == all.len() {
            break;
        }
        here = next;
    }
}

/// The ways that bus and underground tickets pay.
fn ways_within([_, bus, underground]: [Option<u8>; 3]) -> Ways {
    let pays = |stock: Option<u8>, lines: u32| stock.is_none_or(|stock| lines <= u32::from(stock));
    (0..64).filter(|bit| pays(bus, bit / 8) && pays(underground, bit % 8)).map(|bit| 1 << bit).sum()
}

/// The ways of a length that take no more taxis than there are tickets.
fn by_taxi(length: usize, stock: Option<u8>) -> Ways {
    let Some(stock) = stock else { return !0 };
    let others = length.saturating_sub(usize::from(stock));
    (0..64).filter(|bit| bit / 8 + bit % 8 >= others).map(|bit| 1 << bit).sum()
}

/// What the cheapest of some ways costs.
fn cheapest(mut ways: Ways, length: usize, weights: LineWeights) -> u16 {
    if weights == LineWeights::EQUAL {
        return length as u16;
    }
    let mut least = u16::MAX;
    while ways != 0 {
        let bit = ways.trailing_zeros() as usize;
        ways &= ways - 1;
        let (bus, underground) = (bit / 8, bit % 8);
        let lines = [length - bus - underground, bus, underground];
        let costs = [weights.taxi, weights.bus, weights.underground];
        let cost: usize = lines.iter().zip(costs).map(|(n, cost)| n * usize::from(cost)).sum();
        least = least.min(u16::try_from(cost).unwrap_or(u16::MAX));
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;
    use yard_core::{State, presets};

    /// The same by the book: every way of so many lines is tried, and its tickets counted one by one.
    fn plain(
        board: &Board,
        weights: LineWeights,
        from: Station,
        stocks: [u8; 3],
        lines: u8,
        row: &mut [u16; 256],
        spent: u16,
    ) {
        let least = &mut row[usize::from(from.number())];
        *least = spent.min(*least);
        if lines == 0 {
            return;
        }
        let costs = [weights.taxi, weights.bus, weights.underground];
        for (kind, ticket) in Ticket::DETECTIVES.into_iter().enumerate() {
            if stocks[kind] > 0 {
                let mut left = stocks;
                left[kind] -= 1;
                for to in board.reach(from, ticket).iter() {
                    let spent = spent + u16::from(costs[kind]);
                    plain(board, weights, to, left, lines - 1, row, spent);
                }
            }
        }
    }

    /// Tickets of detective 1 in a position of London.
    fn tickets([taxi, bus, underground]: [u8; 3]) -> (Arc<Rules>, DetectiveTickets) {
        let rules = Arc::new(presets::rules("classic").unwrap());
        let text = format!(
            "classic x 132 detectives 26,29,50,53,91 detective-tickets {taxi},{bus},{underground}"
        );
        let state = State::from_setup(&rules, &text.parse().unwrap()).unwrap();
        let id = rules.detective_ids().next().unwrap();
        (Arc::clone(&rules), state.public().detective_tickets(id))
    }

    #[test]
    fn rows_are_those_of_all_ways_tried_one_by_one() {
        for weights in [LineWeights::EQUAL, LineWeights::BY_TICKET] {
            for stocks in
                [[4, 0, 0], [2, 1, 1], [0, 3, 1], [1, 2, 2], [0, 0, 0], [0, 0, 4], [3, 2, 0]]
            {
                let (rules, tickets) = tickets(stocks);
                let mut distances = PayableDistances::new(weights);
                distances.prepare(&rules);
                for number in [1, 13, 46, 67, 89, 128, 185, 199] {
                    let from = Station::new(number).unwrap();
                    let mut expected = [distances.far; 256];
                    let lines = stocks.iter().sum();
                    plain(rules.board(), weights, from, stocks, lines, &mut expected, 0);
                    let found = distances.from(from, tickets);
                    for to in rules.board().stations().iter() {
                        let to = usize::from(to.number());
                        assert_eq!(found[to], expected[to], "{weights:?} {stocks:?} {number} {to}");
                    }
                }
            }
        }
    }

    #[test]
    fn with_many_tickets_they_are_a_detectives_distances() {
        let (rules, tickets) = tickets([20, 20, 20]);
        let mut distances = PayableDistances::new(LineWeights::EQUAL);
        distances.prepare(&rules);
        for from in rules.board().stations().iter() {
            let found = distances.from(from, tickets);
            for to in rules.board().stations().iter() {
                let known = rules.board().detective_distance(from, to).map(u16::from);
                assert_eq!(Some(found[usize::from(to.number())]), known, "{from} {to}");
            }
        }
    }

    #[test]
    fn a_grid_needs_no_tickets() {
        let rules = Arc::new(presets::rules("grid5").unwrap());
        let id = rules.detective_ids().next().unwrap();
        let state =
            State::from_setup(&rules, &"grid5 x 13 detectives 1,25".parse().unwrap()).unwrap();
        let mut distances = PayableDistances::new(LineWeights::EQUAL);
        distances.prepare(&rules);
        let row = distances.from(Station::new(1).unwrap(), state.public().detective_tickets(id));
        assert_eq!([row[1], row[7], row[25]], [0, 2, 8]);
    }
}
