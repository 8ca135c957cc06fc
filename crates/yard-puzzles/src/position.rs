//! A position of two rounds, as the solver looks at it: sets of stations and tickets, nothing hidden.

use yard_core::{
    Board, DetectiveId, DetectiveMove, MOST_DETECTIVES, PublicState, Rules, Station, StationSet,
    Step, Ticket,
};

/// Tickets that are left, by [`Ticket::ALL`]; no limit is a large number.
type Stocks = [u8; 4];

/// One detective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Detective {
    at: Station,
    stocks: Stocks,
}

/// The detectives and Mr X's tickets in the middle of a round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Position<'a> {
    rules: &'a Rules,
    /// As many as there are; the rest repeats the last one.
    detectives: [Detective; MOST_DETECTIVES],
    count: usize,
    mr_x: Stocks,
    /// Who moves next.
    next: usize,
}

/// What is left of the round when everybody has moved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Net {
    /// Where the detectives stand.
    pub(crate) occupied: StationSet,
    /// Where they come with one more ride.
    pub(crate) reach: StationSet,
    /// Which tickets Mr X can pay with, by [`Ticket::ALL`].
    pays: [bool; 4],
}

impl Net {
    /// Where Mr X gets away to from a station; `None` when he is caught there, or with the detectives' next rides.
    pub(crate) fn way_out(&self, board: &Board, from: Station) -> Option<Station> {
        if self.occupied.contains(from) {
            return None;
        }
        let open = |place: usize| {
            board.reach(from, Ticket::ALL[place]).without(&self.occupied).without(&self.reach)
        };
        (0..4).filter(|place| self.pays[*place]).find_map(|place| open(place).iter().next())
    }

    /// Tells whether Mr X gets away from a station.
    pub(crate) fn is_open(&self, board: &Board, from: Station) -> bool {
        !self.occupied.contains(from)
            && (0..4).any(|place| {
                let ways = board.reach(from, Ticket::ALL[place]);
                self.pays[place] && !ways.is_subset(&self.occupied.union(&self.reach))
            })
    }

    /// How many stations Mr X gets away to from a station.
    pub(crate) fn exits(&self, board: &Board, from: Station) -> usize {
        if self.occupied.contains(from) {
            return 0;
        }
        let mut all = StationSet::EMPTY;
        for place in (0..4).filter(|place| self.pays[*place]) {
            all = all.union(board.reach(from, Ticket::ALL[place]));
        }
        all.without(&self.occupied).without(&self.reach).len()
    }

    /// The stations of a set from which Mr X does not get away.
    pub(crate) fn caught<'s>(&'s self, board: &'s Board, places: &'s [Station]) -> usize {
        places.iter().filter(|from| !self.is_open(board, **from)).count()
    }
}

fn number(stock: yard_core::Stock) -> u8 {
    stock.tickets().unwrap_or(u8::MAX)
}

impl<'a> Position<'a> {
    /// The detectives from one on have still to move.
    pub(crate) fn new(rules: &'a Rules, public: &PublicState, next: usize) -> Position<'a> {
        let stations: Vec<Station> = public.detectives().collect();
        let count = stations.len().max(1);
        let detectives = DetectiveId::ALL.map(|id| {
            let at = stations[id.index().min(count - 1)];
            let tickets = public.detective_tickets(DetectiveId::ALL[id.index().min(count - 1)]);
            Detective { at, stocks: Ticket::ALL.map(|ticket| number(tickets.of(ticket))) }
        });
        let mr_x = Ticket::ALL.map(|ticket| number(public.mr_x_tickets().of(ticket)));
        Position { rules, detectives, count, mr_x, next }
    }

    /// Tells whether the round is over.
    fn is_over(&self) -> bool {
        self.next >= self.count
    }

    fn is_occupied(&self, station: Station) -> bool {
        self.detectives[..self.count].iter().any(|one| one.at == station)
    }

    /// The rides of who moves next; none when he has none.
    pub(crate) fn rides(&self) -> Vec<Step> {
        let Some(one) = self.detectives[..self.count].get(self.next) else { return Vec::new() };
        let mut found = Vec::new();
        for ticket in
            Ticket::DETECTIVES.into_iter().filter(|ticket| one.stocks[*ticket as usize] > 0)
        {
            let ways = self.rules.board().reach(one.at, ticket).iter();
            found.extend(ways.filter(|to| !self.is_occupied(*to)).map(|to| Step { ticket, to }));
        }
        found
    }

    /// The position after a ride, or after a pass.
    fn after(&self, ride: Option<Step>) -> Position<'a> {
        let mut next = *self;
        if let Some(Step { ticket, to }) = ride {
            let one = &mut next.detectives[self.next];
            one.at = to;
            spend(&mut one.stocks, ticket);
            if self.rules.hand_over() {
                next.mr_x[ticket as usize] = next.mr_x[ticket as usize].saturating_add(1);
            }
        }
        next.next += 1;
        next
    }

    pub(crate) fn net(&self) -> Net {
        let board = self.rules.board();
        let mut net = Net {
            occupied: StationSet::EMPTY,
            reach: StationSet::EMPTY,
            pays: self.mr_x.map(|stock| stock > 0),
        };
        for one in &self.detectives[..self.count] {
            net.occupied.insert(one.at);
            for ticket in
                Ticket::DETECTIVES.into_iter().filter(|ticket| one.stocks[*ticket as usize] > 0)
            {
                net.reach = net.reach.union(board.reach(one.at, ticket));
            }
        }
        net
    }

    /// Shows every way in which the round can end, with the moves that lead there. It stops when told `false`.
    pub(crate) fn each_end(
        &self,
        moves: &mut Vec<DetectiveMove>,
        see: &mut dyn FnMut(&Net, &[DetectiveMove]) -> bool,
    ) -> bool {
        if self.is_over() {
            return see(&self.net(), moves);
        }
        let by = DetectiveId::ALL[self.next];
        let rides = self.rides();
        if rides.is_empty() {
            moves.push(DetectiveMove::Pass { by });
            let go_on = self.after(None).each_end(moves, see);
            moves.pop();
            return go_on;
        }
        for step in rides {
            moves.push(DetectiveMove::Ride { by, step });
            let go_on = self.after(Some(step)).each_end(moves, see);
            moves.pop();
            if !go_on {
                return false;
            }
        }
        true
    }

    /// The position after a move of who moves next.
    pub(crate) fn with(&self, mv: DetectiveMove) -> Position<'a> {
        match mv {
            DetectiveMove::Ride { step, .. } => self.after(Some(step)),
            DetectiveMove::Pass { .. } => self.after(None),
        }
    }
}

fn spend(stocks: &mut Stocks, ticket: Ticket) {
    let stock = &mut stocks[ticket as usize];
    *stock = if *stock == u8::MAX { u8::MAX } else { stock.saturating_sub(1) };
}
