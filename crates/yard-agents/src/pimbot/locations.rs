//! Location categorization: how likely Mr X is where, learned from games.

use yard_core::{
    DetectiveView, Draw as _, Game, PlayError, PublicPly, PublicState, Rules, Station, StationSet,
    Ticket, Transport,
};

use super::config::{Locations, Steps, TableKind};
use crate::belief::Belief;
use crate::rng::FastRng;

/// Categories of each kind; station types are four, so the last stays empty there.
pub const CATEGORIES: usize = 5;

/// The category of a station, counted from 0; 0 for all when there are none.
///
/// Distances are by detective lines and do not ask for tickets.
pub fn category(kind: Locations, rules: &Rules, public: &PublicState, station: Station) -> usize {
    let distances = rules.board().detective_distances_from(station);
    let distances = public.detectives().map(|at| usize::from(distances[usize::from(at.number())]));
    match kind {
        Locations::None | Locations::Belief => 0,
        Locations::MinDistance => class(distances.min().unwrap_or(0)),
        Locations::MeanDistance => {
            class(distances.sum::<usize>() / usize::from(rules.detectives()).max(1))
        }
        Locations::Station => station_type(rules, station),
    }
}

/// Distances 1, 2, 3, 4, and 5 and more.
fn class(distance: usize) -> usize {
    distance.clamp(1, CATEGORIES) - 1
}

/// Taxi only, bus, underground, ferry: the rarest that stops there counts.
fn station_type(rules: &Rules, station: Station) -> usize {
    let board = rules.board();
    let stops = |ticket| !board.reach(station, ticket).is_empty();
    let ferry = board.reach(station, Ticket::Black).iter().any(|to| {
        let by = |ticket| board.reach(station, ticket).contains(to);
        !Ticket::DETECTIVES.into_iter().any(by)
    });
    match (ferry, stops(Ticket::Underground), stops(Ticket::Bus)) {
        (true, _, _) => Transport::Ferry as usize,
        (false, true, _) => Transport::Underground as usize,
        (false, false, true) => Transport::Bus as usize,
        (false, false, false) => Transport::Taxi as usize,
    }
}

/// Where Mr X was found, by the set of categories among the candidates.
///
/// `hits[mask][c]` counts the situations in which the candidates had just the categories of the
/// mask, bit n for category n, and Mr X was in category c. That is the detailed table; the general
/// one is its sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocationTable {
    hits: [[u64; CATEGORIES]; 1 << CATEGORIES],
}

impl LocationTable {
    /// Nothing counted yet.
    pub const EMPTY: LocationTable = LocationTable { hits: [[0; CATEGORIES]; 1 << CATEGORIES] };

    /// Adds to what was found where the candidates have the categories of a mask.
    ///
    /// A category that is not in the mask, or does not exist, is left out.
    pub fn add(&mut self, mask: usize, category: usize, hits: u64) {
        if let Some(row) = self.hits.get_mut(mask)
            && let Some(cell) = row.get_mut(category)
            && mask >> category & 1 == 1
        {
            *cell = cell.saturating_add(hits);
        }
    }

    /// The detailed table: masks of categories and what was found there, without empty rows.
    pub fn rows(&self) -> impl Iterator<Item = (usize, &[u64; CATEGORIES])> {
        self.hits.iter().enumerate().filter(|(_, row)| row.iter().any(|hits| *hits > 0))
    }

    /// a and n of the general table: how often Mr X was in a category, of how many situations in
    /// which a candidate was.
    pub fn general(&self, category: usize) -> (u64, u64) {
        self.rows().fold((0, 0), |(a, n), (mask, row)| match mask >> category & 1 {
            1 => (a + row[category], n + row.iter().sum::<u64>()),
            _ => (a, n),
        })
    }

    /// a and n where the candidates have just the categories of the mask.
    pub fn detailed(&self, mask: usize, category: usize) -> (u64, u64) {
        let row = self.hits.get(mask).copied().unwrap_or_default();
        (row.get(category).copied().unwrap_or(0), row.iter().sum())
    }

    /// The weight a / n of a category where the candidates have the categories of the mask.
    ///
    /// By Laplace's rule of succession it is (a + 1) / (n + 2), so that what was never counted stays
    /// possible; with the published thousands of situations that changes nothing.
    pub fn weight(&self, kind: TableKind, mask: usize, category: usize) -> f64 {
        let (a, n) = match kind {
            TableKind::General => self.general(category),
            TableKind::Detailed => self.detailed(mask, category),
        };
        (a as f64 + 1.0) / (n as f64 + 2.0)
    }
}

impl LocationTable {
    /// The weights of all categories by the general table as parts of the greatest, which is 2³².
    pub(super) fn shares(&self) -> [u64; CATEGORIES] {
        let weights: [f64; CATEGORIES] =
            std::array::from_fn(|category| self.weight(TableKind::General, 0, category));
        let greatest = weights.into_iter().fold(0.0, f64::max);
        weights.map(|weight| (weight / greatest * (1_u64 << 32) as f64) as u64)
    }
}

/// A table for each way to put stations into categories.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocationTables {
    /// By the distance of the nearest detective.
    pub min: LocationTable,
    /// By the mean distance.
    pub mean: LocationTable,
    /// By the type of station.
    pub station: LocationTable,
}

impl LocationTables {
    /// Nothing counted yet; all candidates are then equally likely.
    pub const EMPTY: LocationTables = LocationTables {
        min: LocationTable::EMPTY,
        mean: LocationTable::EMPTY,
        station: LocationTable::EMPTY,
    };

    /// The table of a kind.
    pub fn of(&self, kind: Locations) -> Option<&LocationTable> {
        match kind {
            Locations::None | Locations::Belief => None,
            Locations::MinDistance => Some(&self.min),
            Locations::MeanDistance => Some(&self.mean),
            Locations::Station => Some(&self.station),
        }
    }

    /// Counts one situation: what the detectives know after a turn of Mr X, and where he is.
    pub fn observe(&mut self, view: &DetectiveView, mr_x: Station) {
        for (kind, table) in [
            (Locations::MinDistance, &mut self.min),
            (Locations::MeanDistance, &mut self.mean),
            (Locations::Station, &mut self.station),
        ] {
            let of = |station| category(kind, view.rules(), view.public(), station);
            let mask = view.candidates().iter().fold(0, |mask, station| mask | 1 << of(station));
            table.add(mask, of(mr_x), 1);
        }
    }

    /// Counts all situations of a game: one after each turn of Mr X.
    ///
    /// # Errors
    /// When the game does not replay, which would be a fault of the engine.
    pub fn observe_game(&mut self, game: &Game) -> Result<(), PlayError> {
        let path = game.mr_x_view().path();
        let mut replay = game.detective_view().replay();
        loop {
            // No situation follows the last ply of the detectives.
            if let [PublicPly::Detective(_)] = replay.left() {
                return Ok(());
            }
            let Some(ply) = replay.play_next()? else { return Ok(()) };
            let slots = usize::from(replay.view().public().slots_used());
            if let (PublicPly::MrX(_), Some(at)) = (ply, path.get(slots)) {
                self.observe(replay.view(), *at);
            }
        }
    }

    /// Adds the counts of other games.
    pub fn merge(&mut self, other: &LocationTables) {
        for (table, other) in [
            (&mut self.min, &other.min),
            (&mut self.mean, &other.mean),
            (&mut self.station, &other.station),
        ] {
            for (mask, row) in other.rows() {
                for (category, hits) in row.iter().enumerate() {
                    table.add(mask, category, *hits);
                }
            }
        }
    }
}

/// Draws Mr X's station for each iteration of a search.
#[derive(Clone, Debug)]
pub(super) struct Guesses {
    stations: Vec<Station>,
    /// Upper ends of the stations' shares; the last is the sum.
    ends: Vec<f64>,
}

impl Guesses {
    /// Nothing to guess.
    pub(super) fn new() -> Guesses {
        Guesses { stations: Vec::new(), ends: Vec::new() }
    }

    /// Weighs the candidates of a position.
    pub(super) fn weigh(
        &mut self,
        view: &DetectiveView,
        tables: &LocationTables,
        locations: Locations,
        kind: TableKind,
        steps: Steps,
    ) {
        self.stations.clear();
        self.ends.clear();
        let candidates: &StationSet = view.candidates();
        let of = |station| category(locations, view.rules(), view.public(), station);
        let mut members = [0_u32; CATEGORIES];
        for station in candidates.iter() {
            members[of(station)] += 1;
        }
        let mask = (0..CATEGORIES).filter(|c| members[*c] > 0).fold(0, |mask, c| mask | 1 << c);
        let mut weights = [1.0; CATEGORIES];
        if let Some(table) = tables.of(locations) {
            for (category, weight) in weights.iter_mut().enumerate() {
                *weight = table.weight(kind, mask, category);
                match steps {
                    Steps::One => {}
                    Steps::Two => *weight /= f64::from(members[category].max(1)),
                }
            }
        }
        let mut sum = 0.0;
        for station in candidates.iter() {
            sum += weights[of(station)];
            self.stations.push(station);
            self.ends.push(sum);
        }
    }

    /// Takes the weights of the candidates from a belief.
    pub(super) fn weigh_by(&mut self, candidates: &StationSet, belief: &Belief) {
        self.stations.clear();
        self.ends.clear();
        let mut sum = 0.0;
        for station in candidates.iter() {
            sum += f64::from(belief.of(station));
            self.stations.push(station);
            self.ends.push(sum);
        }
    }

    /// The probability of a station.
    #[cfg(test)]
    pub(super) fn probability(&self, station: Station) -> f64 {
        let sum = self.ends.last().copied().unwrap_or(1.0);
        let at = self.stations.iter().position(|known| *known == station);
        at.map_or(0.0, |at| {
            let begin = if at == 0 { 0.0 } else { self.ends[at - 1] };
            (self.ends[at] - begin) / sum
        })
    }

    /// The only station, if there is just one.
    pub(super) fn only(&self) -> Option<Station> {
        match self.stations[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Draws one; `None` when there is nothing to guess.
    #[inline]
    pub(super) fn draw(&self, chance: &mut FastRng) -> Option<Station> {
        let sum = *self.ends.last()?;
        // 24 bits are plenty for at most 255 stations.
        let point = f64::from(chance.below(1 << 24)) / f64::from(1 << 24) * sum;
        let at = self.ends.partition_point(|end| *end <= point);
        self.stations.get(at).or(self.stations.last()).copied()
    }
}
