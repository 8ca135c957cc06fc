//! The tree of one detective: his rides, and what Mr X may show.

use arrayvec::ArrayVec;
use yard_core::{
    DetectiveId, DetectiveMove, DetectiveView, Draw, Length, PublicState, Rules, Station,
    StationSet, Step, Ticket,
};

use super::{ExpectimaxConfig, MOST_RIDES};
use crate::budget::Meter;
use crate::report::RootReport;
use crate::rng::{FastRng, Rng};

/// A capture counts so much, and an escape as much against it. The text names no number; this is
/// more than any leaf, so that a sure capture is always taken.
const WIN: f64 = 1_000.0;

/// What changes along a line of the tree.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Where the detective stands.
    station: Station,
    /// His tickets; 255 where there is no limit.
    tickets: [u8; 3],
    /// Where Mr X can be.
    places: StationSet,
    slots: u8,
    turns: u8,
}

struct Search<'a> {
    rules: &'a Rules,
    /// The colleagues, who stand still.
    others: StationSet,
    /// The tickets that Mr X holds.
    shown: ArrayVec<Ticket, 4>,
    meter: Meter,
    stopped: bool,
    rho: FastRng,
}

/// The best move of the detective whose turn it is, and what was found if it was searched for. In
/// any order it is the first detective who can move.
pub(super) fn choose(
    view: &DetectiveView,
    config: ExpectimaxConfig,
    rng: &mut Rng,
) -> (DetectiveMove, Option<RootReport>) {
    let mut moves = view.legal_moves().peekable();
    let by = moves.peek().expect("the detectives have a legal move when they are asked").by();
    let rides: Vec<DetectiveMove> = moves.take_while(|mv| mv.by() == by).collect();
    let mut best = rides[0];
    if rides.len() == 1 {
        return (best, None);
    }
    let public = view.public();
    let Some(root) = root(view, by) else { return (best, None) };
    let mut search = Search {
        rules: view.rules(),
        others: public.occupied_set().without(&StationSet::of(root.station)),
        shown: Ticket::ALL.into_iter().filter(|t| public.mr_x_tickets().of(*t).has(1)).collect(),
        meter: Meter::new(config.budget),
        stopped: false,
        rho: rng.fork(),
    };
    let mut value = 0.0;
    for plies in 1..=config.depth.min(most_plies(view.rules(), public)) {
        match search.best(&root, &rides, plies) {
            Some(found) => (best, value) = found,
            None => break,
        }
    }
    let nodes = search.meter.nodes();
    (best, Some(RootReport { value, nodes, ..RootReport::default() }))
}

fn root(view: &DetectiveView, by: DetectiveId) -> Option<Node> {
    let public = view.public();
    let stock = |ticket| public.detective_tickets(by).of(ticket).tickets().unwrap_or(u8::MAX);
    Some(Node {
        station: public.detective(by)?,
        tickets: Ticket::DETECTIVES.map(stock),
        places: view.candidates().to_set(),
        slots: public.slots_used(),
        turns: public.turns_used(),
    })
}

/// Two plies for each round that is left, and the one that has begun.
fn most_plies(rules: &Rules, public: &PublicState) -> u8 {
    public.rounds_left(rules).saturating_mul(2).saturating_add(1)
}

impl Search<'_> {
    /// The first best ride at the root and its value; `None` when the budget did not last.
    fn best(
        &mut self,
        root: &Node,
        rides: &[DetectiveMove],
        plies: u8,
    ) -> Option<(DetectiveMove, f64)> {
        let mut best: Option<(DetectiveMove, f64)> = None;
        for mv in rides {
            // Several moves are several rides; whoever passes has no choice.
            let DetectiveMove::Ride { step, .. } = *mv else { continue };
            let value = self.after_ride(root, step, plies - 1);
            if self.stopped {
                return None;
            }
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((*mv, value));
            }
        }
        best
    }

    /// Counts a move that was made.
    fn count(&mut self) {
        self.meter.count(1);
        self.stopped |= !self.meter.goes_on();
    }

    /// The detective's ply: he takes the best of his rides, or stays when he has none.
    fn detective(&mut self, node: &Node, left: u8) -> f64 {
        let mut rides: ArrayVec<Step, MOST_RIDES> = ArrayVec::new();
        for ticket in Ticket::DETECTIVES {
            if node.tickets[ticket as usize] > 0 {
                let free = self.rules.board().reach(node.station, ticket).without(&self.others);
                rides.extend(free.iter().map(|to| Step { ticket, to }));
            }
        }
        if rides.is_empty() {
            return self.go_on(node, left - 1);
        }
        let mut most = f64::NEG_INFINITY;
        for step in rides {
            most = most.max(self.after_ride(node, step, left - 1));
            if self.stopped {
                break;
            }
        }
        most
    }

    /// What a ride is worth: with one chance in |L| Mr X is there.
    fn after_ride(&mut self, node: &Node, step: Step, left: u8) -> f64 {
        self.count();
        let mut next = Node { station: step.to, ..*node };
        let stock = &mut next.tickets[step.ticket as usize];
        *stock -= u8::from(*stock != u8::MAX);
        if !node.places.contains(step.to) {
            return self.go_on(&next, left);
        }
        next.places.remove(step.to);
        let rest = next.places.len() as f64;
        if next.places.is_empty() {
            return WIN;
        }
        (WIN + rest * self.go_on(&next, left)) / (rest + 1.0)
    }

    /// The leaf, or Mr X's ply.
    fn go_on(&mut self, node: &Node, left: u8) -> f64 {
        let over = match self.rules.length() {
            Length::Slots(slots) => node.slots >= slots,
            Length::Turns(turns) => node.turns >= turns,
        };
        if over {
            -WIN
        } else if left == 0 || self.stopped {
            self.leaf(node)
        } else {
            self.mr_x(node, left)
        }
    }

    /// −Σ over L of the distance, and a random part in [0, 1).
    fn leaf(&mut self, node: &Node) -> f64 {
        let row = self.rules.board().detective_distances_from(node.station);
        let sum: u32 =
            node.places.iter().map(|place| u32::from(row[usize::from(place.number())])).sum();
        let rho = f64::from(self.rho.below(1 << 20)) / f64::from(1 << 20);
        rho - f64::from(sum)
    }

    /// Mr X's ply: he is on each place with equal chance and makes each of his single moves with
    /// equal chance; the detectives see the ticket, or the station where he surfaces.
    fn mr_x(&mut self, node: &Node, left: u8) -> f64 {
        let mut taken = self.others;
        taken.insert(node.station);
        let slots = node.slots + 1;
        let next = Node { slots, turns: node.turns + 1, ..*node };
        if self.rules.surfaces_after(slots) {
            self.surface(&next, &taken, left)
        } else {
            self.hide(&next, &taken, left)
        }
    }

    /// He stays hidden: one branch for each ticket.
    fn hide(&mut self, node: &Node, taken: &StationSet, left: u8) -> f64 {
        let board = self.rules.board();
        let mut branches = [(0.0, StationSet::EMPTY); 4];
        let mut stuck = 0.0;
        for place in node.places.iter() {
            let moves = self.moves(place, taken);
            if moves == 0 {
                stuck += 1.0;
                continue;
            }
            for ticket in &self.shown {
                let to = board.reach(place, *ticket).without(taken);
                let (chance, places) = &mut branches[*ticket as usize];
                *chance += to.len() as f64 / moves as f64;
                *places = places.union(&to);
            }
        }
        let mut sum = stuck * WIN;
        for (chance, places) in branches {
            if chance > 0.0 && !self.stopped {
                self.count();
                sum += chance * self.reply(&Node { places, ..*node }, left);
            }
        }
        sum / node.places.len() as f64
    }

    /// He surfaces: one branch for each station.
    fn surface(&mut self, node: &Node, taken: &StationSet, left: u8) -> f64 {
        let board = self.rules.board();
        let mut chances = [0.0; 256];
        let mut all = StationSet::EMPTY;
        let mut sum = 0.0;
        for place in node.places.iter() {
            let moves = self.moves(place, taken);
            if moves == 0 {
                sum += WIN;
                continue;
            }
            for ticket in &self.shown {
                let to = board.reach(place, *ticket).without(taken);
                all = all.union(&to);
                for station in to.iter() {
                    chances[usize::from(station.number())] += 1.0 / moves as f64;
                }
            }
        }
        for station in all.iter() {
            if self.stopped {
                break;
            }
            self.count();
            let seen = Node { places: StationSet::of(station), ..*node };
            sum += chances[usize::from(station.number())] * self.reply(&seen, left);
        }
        sum / node.places.len() as f64
    }

    /// How many single moves Mr X has from a place.
    fn moves(&self, place: Station, taken: &StationSet) -> usize {
        let board = self.rules.board();
        self.shown.iter().map(|ticket| board.reach(place, *ticket).without(taken).len()).sum()
    }

    /// The position after Mr X's move.
    fn reply(&mut self, node: &Node, left: u8) -> f64 {
        match left {
            0 | 1 => self.leaf(node),
            _ => self.detective(node, left - 1),
        }
    }
}
