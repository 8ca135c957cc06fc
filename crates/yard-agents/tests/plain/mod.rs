//! The paranoid search once more, by the book: plain minimax, no window, no bound, no memory.

use yard_agents::LineWeights;
use yard_agents::paranoid::{LeafWeights, Method, OmittedMoves, TeamOrder};
use yard_core::{
    Candidates, DetectiveId, DetectiveMove, Move, MrXMove, Order, PublicStep, Rules, Side, State,
    Station, StationSet, Ticket, Transport, Turn,
};

/// A position: the truth and the places.
pub(crate) type At = (State, Candidates);

/// Plain minimax with the published leaf and filter, written apart from the agent.
pub(crate) struct Plain<'a> {
    rules: &'a Rules,
    method: Method,
    distances: Vec<Vec<u32>>,
    pub(crate) leaf: LeafWeights,
    pub(crate) omitted: OmittedMoves,
    pub(crate) team: TeamOrder,
}

impl Plain<'_> {
    pub(crate) fn new(rules: &Rules, method: Method) -> Plain<'_> {
        let weights = match method {
            Method::Mortimer => LineWeights::BY_TICKET,
            Method::Nijssen => LineWeights::DETECTIVES,
        };
        let leaf = match method {
            Method::Mortimer => LeafWeights { near: 90, black: 1, places: 2, mean: 10 },
            Method::Nijssen => LeafWeights { near: 100, black: 10, places: 1, mean: 0 },
        };
        Plain {
            rules,
            method,
            distances: all_distances(rules, weights),
            leaf,
            omitted: OmittedMoves::All,
            team: TeamOrder::Nearest,
        }
    }

    pub(crate) fn distance(&self, a: Station, b: Station) -> u32 {
        self.distances[usize::from(a.number())][usize::from(b.number())]
    }

    /// The leaf without its random part, times the number of detectives in equation 1.
    pub(crate) fn leaf(&self, (state, places): &At) -> i64 {
        let black = state.public().mr_x_tickets().of(Ticket::Black).tickets().unwrap_or(0);
        let all: Vec<u32> =
            state.public().detectives().map(|at| self.distance(at, state.mr_x())).collect();
        let (min, sum) =
            (i64::from(*all.iter().min().unwrap()), i64::from(all.iter().sum::<u32>()));
        let (black, places, n) = (i64::from(black), places.len() as i64, all.len() as i64);
        match self.method {
            Method::Mortimer => {
                let [a, b, c, d] = self.factors();
                n * (a * min + b * black + c * places) + d * sum
            }
            Method::Nijssen => 100 * min + 10 * black + places,
        }
    }

    fn factors(&self) -> [i64; 4] {
        let LeafWeights { near, black, places, mean } = self.leaf;
        [near, black, places, mean].map(i64::from)
    }

    /// A won game.
    pub(crate) fn won(&self) -> i64 {
        match self.method {
            Method::Mortimer => 10_000 * i64::from(self.rules.detectives()),
            Method::Nijssen => 100_000,
        }
    }

    /// The minimax value with so many plies to go.
    pub(crate) fn value(&self, at: &At, plies: u8) -> i64 {
        let turn = at.0.turn();
        if let Turn::Over(outcome) = turn {
            return if outcome.winner() == Side::MrX { self.won() } else { 0 };
        }
        if plies == 0 {
            return self.leaf(at);
        }
        let values =
            self.moves(at).into_iter().map(|mv| self.value(&self.after(at, mv), plies - 1));
        if turn == Turn::MrX { values.max().unwrap() } else { values.min().unwrap() }
    }

    pub(crate) fn after(&self, (state, places): &At, mv: Move) -> At {
        let (mut state, mut places) = (*state, *places);
        match mv {
            Move::MrX(x) => {
                for (slot, step) in (state.public().slots_used() + 1..).zip(x.steps()) {
                    let seen = self.rules.surfaces_after(slot).then_some(step.to);
                    let occupied = state.public().occupied_set();
                    let step = PublicStep { ticket: step.ticket, seen };
                    places.step(self.rules.board(), &occupied, step);
                }
                state.play_mr_x(self.rules, x);
            }
            Move::Detective(detective) => {
                if let DetectiveMove::Ride { step, .. } = detective {
                    places.strike(step.to);
                }
                state.play_detective(self.rules, detective);
            }
        }
        (state, places)
    }

    /// The moves that the filter leaves.
    pub(crate) fn moves(&self, at: &At) -> Vec<Move> {
        if at.0.turn() == Turn::MrX {
            return self.mr_x_moves(at).into_iter().map(Move::MrX).collect();
        }
        let all: Vec<DetectiveMove> = at.0.detective_moves(self.rules).collect();
        let by = match (self.rules.order(), self.team) {
            (Order::Fixed, _) => all[0].by(),
            (Order::Any, TeamOrder::Nearest) => self.nearest_mover(&at.0, &all),
            (Order::Any, TeamOrder::Anybody) => {
                return all.into_iter().map(Move::Detective).collect();
            }
        };
        all.into_iter().filter(|mv| mv.by() == by).map(Move::Detective).collect()
    }

    /// Among those who can ride, the one whose tickets lead nearest to Mr X, occupied or not.
    fn nearest_mover(&self, state: &State, all: &[DetectiveMove]) -> DetectiveId {
        let nearest = |mv: &&DetectiveMove| {
            let (table, by) = (state.public(), mv.by());
            let rides = Ticket::DETECTIVES
                .into_iter()
                .filter(|ticket| table.detective_tickets(by).of(*ticket).has(1))
                .flat_map(|ticket| {
                    self.rules.board().reach(table.detective(by).unwrap(), ticket).iter()
                });
            rides.map(|to| self.distance(to, state.mr_x())).min()
        };
        all.iter().min_by_key(nearest).unwrap().by()
    }

    fn mr_x_moves(&self, at: &At) -> Vec<MrXMove> {
        let state = &at.0;
        if self.omitted != OmittedMoves::All {
            return self.less_filtered(state);
        }
        let (singles, doubles): (Vec<MrXMove>, Vec<MrXMove>) =
            state.mr_x_moves(self.rules).partition(|mv| matches!(mv, MrXMove::Single(_)));
        // Nijssen & Winands: what the rules say of each step by itself.
        let mut saved = [false; 2];
        let slot = state.public().slots_used();
        if self.method == Method::Nijssen {
            let taxis = |from| {
                [Transport::Bus, Transport::Underground, Transport::Ferry]
                    .into_iter()
                    .all(|transport| !self.leaves_by(from, transport))
            };
            let taxis = at.1.iter().all(taxis);
            for (step, saved) in saved.iter_mut().enumerate() {
                let round = slot + 1 + step as u8;
                *saved = round <= 2 || self.rules.surfaces_after(round) || (step == 0 && taxis);
            }
        }
        let by_slot = |mv: &MrXMove| {
            let mut from = state.mr_x();
            mv.steps().zip(&saved).all(|(step, saved)| {
                let ferry = self.leaves_by(from, Transport::Ferry);
                from = step.to;
                step.ticket != Ticket::Black || !saved || ferry
            })
        };
        let mut listed: Vec<MrXMove> = singles.iter().copied().filter(by_slot).collect();
        if listed.is_empty() {
            listed.clone_from(&singles);
        }
        let need_double = listed.iter().all(|mv| self.is_caught_next(state, mv.target()));
        let kept = match (self.method, need_double && !doubles.is_empty()) {
            (_, false) => singles,
            (Method::Mortimer, true) => doubles,
            (Method::Nijssen, true) => [singles, doubles].concat(),
        };
        let pays = |mv: &MrXMove| mv.steps().filter(|step| step.ticket == Ticket::Black).count();
        let (mut never, mut always) = (false, false);
        match self.method {
            Method::Mortimer => {
                let last = slot + kept[0].steps().count() as u8;
                let seen = self.rules.surfaces_after(last);
                let hidden = (slot + 1..=self.rules.slots())
                    .filter(|slot| !self.rules.surfaces_after(*slot))
                    .count();
                let black = state.public().mr_x_tickets().of(Ticket::Black);
                always = !seen && black.tickets().is_none_or(|black| usize::from(black) >= hidden);
                never = !always && (last <= 3 || seen || self.taxis_only(state));
            }
            Method::Nijssen => {}
        }
        let fits = |mv: &MrXMove| match (never, always) {
            (true, _) => pays(mv) == 0,
            (_, true) => pays(mv) == mv.steps().count(),
            (false, false) => by_slot(mv),
        };
        let fitting: Vec<MrXMove> = kept.iter().copied().filter(fits).collect();
        if fitting.is_empty() { kept } else { fitting }
    }

    /// With one of the two rules of Mortimer & Colfer's filter, or none.
    fn less_filtered(&self, state: &State) -> Vec<MrXMove> {
        let all: Vec<MrXMove> = state.mr_x_moves(self.rules).collect();
        let is_double = |mv: &MrXMove| matches!(mv, MrXMove::Double(..));
        match self.omitted {
            OmittedMoves::None => all,
            OmittedMoves::Doubles => {
                let safe =
                    |mv: &&MrXMove| !is_double(mv) && !self.is_caught_next(state, mv.target());
                let double = all.iter().find(safe).is_none() && all.iter().any(is_double);
                all.into_iter().filter(|mv| is_double(mv) == double).collect()
            }
            OmittedMoves::All | OmittedMoves::Black => {
                let kept: Vec<MrXMove> =
                    all.iter().copied().filter(|mv| self.may_pay(state, *mv)).collect();
                if kept.is_empty() { all } else { kept }
            }
        }
    }

    /// Black tickets by Mortimer & Colfer's rules, judged by the last slot of the move.
    fn may_pay(&self, state: &State, mv: MrXMove) -> bool {
        let slot = state.public().slots_used();
        let last = slot + mv.steps().count() as u8;
        let seen = self.rules.surfaces_after(last);
        let hidden =
            (slot + 1..=self.rules.slots()).filter(|slot| !self.rules.surfaces_after(*slot));
        let stock = state.public().mr_x_tickets().of(Ticket::Black).tickets();
        let black = mv.steps().filter(|step| step.ticket == Ticket::Black).count();
        if !seen && stock.is_none_or(|stock| usize::from(stock) >= hidden.count()) {
            black == mv.steps().count()
        } else {
            black == 0 || !(last <= 3 || seen || self.taxis_only(state))
        }
    }

    /// Tells whether a detective could enter the station in his next move, or stands there.
    fn is_caught_next(&self, state: &State, station: Station) -> bool {
        let table = state.public();
        let enters = |id: DetectiveId| {
            Ticket::DETECTIVES.into_iter().any(|ticket| {
                table.detective(id).is_some_and(|from| {
                    table.detective_tickets(id).of(ticket).has(1)
                        && self.rules.board().reach(from, ticket).contains(station)
                })
            })
        };
        table.is_occupied(station) || self.rules.detective_ids().any(enters)
    }

    fn leaves_by(&self, from: Station, transport: Transport) -> bool {
        let lines = self.rules.board().lines();
        lines.iter().any(|line| line.transport == transport && (line.a == from || line.b == from))
    }

    fn taxis_only(&self, state: &State) -> bool {
        let has = |ticket| state.public().mr_x_tickets().of(ticket).has(1);
        let from = state.mr_x();
        !(has(Ticket::Bus) && self.leaves_by(from, Transport::Bus)
            || has(Ticket::Underground) && self.leaves_by(from, Transport::Underground)
            || has(Ticket::Black) && self.leaves_by(from, Transport::Ferry))
    }
}

/// Floyd and Warshall's method.
fn all_distances(rules: &Rules, weights: LineWeights) -> Vec<Vec<u32>> {
    let mut table = vec![vec![1 << 20; 256]; 256];
    for line in rules.board().lines() {
        let cost = match line.transport {
            Transport::Taxi => weights.taxi,
            Transport::Bus => weights.bus,
            Transport::Underground => weights.underground,
            Transport::Ferry => weights.ferry,
        };
        let (a, b) = (usize::from(line.a.number()), usize::from(line.b.number()));
        table[a][b] = u32::from(cost).min(table[a][b]);
        table[b][a] = table[a][b];
    }
    let all: Vec<usize> =
        StationSet::iter(&rules.board().stations()).map(|s| usize::from(s.number())).collect();
    for &station in &all {
        table[station][station] = 0;
    }
    for &via in &all {
        for &a in &all {
            for &b in &all {
                table[a][b] = table[a][b].min(table[a][via] + table[via][b]);
            }
        }
    }
    table
}
