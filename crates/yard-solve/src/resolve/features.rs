//! What a learned leaf looks at: numbers made from a table, the candidates and a station of Mr X.

use yard_core::{DetectiveId, PublicState, Rules, Station, StationSet, Ticket, Turn};

/// Numbers for each station.
pub const FEATURES: usize = 36;
/// Of them, those that are the same for all stations of a table.
const SHARED: usize = 20;
/// The longest distance that is told from longer ones.
const FAR: u8 = 8;

/// The numbers of one table, which are made once, and of its stations.
#[derive(Clone, Debug)]
pub struct Features<'a> {
    rules: &'a Rules,
    occupied: StationSet,
    /// The detectives' stations, and whether they have yet to move in this round.
    seats: [(u8, bool); 5],
    detectives: usize,
    shared: [f32; SHARED],
    mean: f32,
}

impl<'a> Features<'a> {
    /// Looks at a table and at all stations on which Mr X can be.
    pub fn new(rules: &'a Rules, public: &PublicState, candidates: &StationSet) -> Features<'a> {
        let mut seats = [(0, false); 5];
        let mut detectives = 0;
        for id in rules.detective_ids() {
            let Some(at) = public.detective(id) else { break };
            seats[detectives] = (at.number(), to_move(public, id));
            detectives += 1;
        }
        let mut features = Features {
            rules,
            occupied: public.occupied_set(),
            seats,
            detectives,
            shared: [0.0; SHARED],
            mean: 0.0,
        };
        features.share(public, candidates);
        features
    }

    fn share(&mut self, public: &PublicState, candidates: &StationSet) {
        let count = candidates.len().max(1) as f32;
        let (mut near, mut mean) = ([0.0_f32; 3], 0.0);
        for station in candidates.iter() {
            let nearest = self.nearest(station);
            mean += f32::from(nearest) / count;
            for (at, share) in near.iter_mut().enumerate() {
                if usize::from(nearest) <= at + 1 {
                    *share += 1.0 / count;
                }
            }
        }
        self.mean = mean;
        let slots = public.slots_used();
        let next = self.rules.next_surfacing(slots).map_or(FAR, |slot| slot - slots).min(FAR);
        let left = public.rounds_left(self.rules);
        let his = public.turn() == Turn::MrX;
        let still = self.seats[..self.detectives].iter().filter(|(_, moves)| *moves).count();
        let tickets = public.mr_x_tickets();
        let stock = |ticket| f32::from(tickets.of(ticket).tickets().unwrap_or(9).min(9)) / 5.0;
        let one = |is: bool| f32::from(u8::from(is));
        self.shared = [
            1.0,
            libm::log2f(count) / 6.0,
            1.0 / count,
            near[0],
            near[1],
            near[2],
            mean / 5.0,
            f32::from(left) / 24.0,
            one(left == 0),
            one(left <= 2),
            1.0 / (1.0 + f32::from(left)),
            f32::from(next) / 5.0,
            one(next == 1),
            one(his),
            still as f32 / 5.0,
            stock(Ticket::Black),
            f32::from(tickets.doubles().tickets().unwrap_or(2).min(2)) / 2.0,
            stock(Ticket::Underground),
            self.detectives as f32 / 5.0,
            self.fuel(public),
        ];
    }

    /// How many tickets the detectives have, in parts of 22.
    fn fuel(&self, public: &PublicState) -> f32 {
        let kinds = [Ticket::Taxi, Ticket::Bus, Ticket::Underground];
        let of = |id: DetectiveId| -> f32 {
            let tickets = public.detective_tickets(id);
            let kinds = kinds.iter().map(|kind| tickets.of(*kind).tickets().unwrap_or(8).min(10));
            kinds.map(f32::from).sum()
        };
        let all: f32 = self.rules.detective_ids().map(of).sum();
        all / 22.0 / self.detectives.max(1) as f32
    }

    fn nearest(&self, station: Station) -> u8 {
        let distances = self.rules.board().detective_distances_from(station);
        let seats = self.seats[..self.detectives].iter();
        seats.map(|(at, _)| distances[usize::from(*at)]).min().unwrap_or(FAR).min(FAR)
    }

    /// The numbers of a station.
    pub fn of(&self, station: Station) -> [f32; FEATURES] {
        let mut all = [0.0; FEATURES];
        all[..SHARED].copy_from_slice(&self.shared);
        let distances = self.rules.board().detective_distances_from(station);
        let mut sorted = [FAR; 5];
        let mut counts = [0.0_f32; 4];
        for (place, (at, moves)) in sorted.iter_mut().zip(&self.seats[..self.detectives]) {
            *place = distances[usize::from(*at)].clamp(1, FAR);
            if *place <= 3 {
                counts[usize::from(*place) - 1] += 1.0;
            }
            if *place == 1 && *moves {
                counts[3] += 1.0;
            }
        }
        sorted.sort_unstable();
        let (mut free, mut safe, mut far) = (0.0_f32, 0.0_f32, 0.0_f32);
        let exits = self.rules.board().reach(station, Ticket::Black).without(&self.occupied);
        for exit in exits.iter() {
            let nearest = self.nearest(exit);
            free += 1.0;
            safe += f32::from(u8::from(nearest >= 2));
            far += f32::from(u8::from(nearest >= 3));
        }
        let rest = &mut all[SHARED..];
        for (value, distance) in rest.iter_mut().zip(sorted) {
            *value = 1.0 / f32::from(distance);
        }
        rest[5..9].copy_from_slice(&counts);
        rest[9] = f32::from(u8::from(counts[3] > 0.0));
        rest[10] = free / 8.0;
        rest[11] = safe / 8.0;
        rest[12] = far / 8.0;
        rest[13] = f32::from(u8::from(safe == 0.0));
        rest[14] = (f32::from(sorted[0]) - self.mean) / 4.0;
        rest[15] = f32::from(sorted.iter().take(3).sum::<u8>()) / 12.0;
        all
    }
}

/// Tells whether a detective has yet to move in this round.
fn to_move(public: &PublicState, id: DetectiveId) -> bool {
    match public.turn() {
        Turn::Detective(next) => id >= next,
        Turn::Team => !public.has_moved(id),
        Turn::MrX | Turn::Over(_) => true,
    }
}
