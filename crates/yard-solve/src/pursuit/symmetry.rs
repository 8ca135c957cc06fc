//! Mirror images and turns of a board that leave all its lines in place.

use yard_core::{Board, Rules, Start, Station, StationSet, Ticket, Transport};

/// A renaming of the stations that keeps every line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Symmetry {
    images: Box<[u8; 256]>,
}

impl Symmetry {
    /// The renaming that changes nothing.
    pub(crate) fn identity() -> Symmetry {
        Symmetry { images: Box::new(std::array::from_fn(|number| number as u8)) }
    }

    /// Where a station goes.
    #[inline]
    pub(crate) fn of(&self, station: Station) -> Station {
        Station::new(self.images[usize::from(station.number())]).unwrap_or(station)
    }

    /// The renaming that undoes this one.
    #[must_use]
    pub(crate) fn inverse(&self) -> Symmetry {
        let mut inverse = Symmetry::identity();
        for (number, image) in self.images.iter().enumerate() {
            inverse.images[usize::from(*image)] = number as u8;
        }
        inverse
    }

    fn keeps(&self, set: &StationSet) -> bool {
        set.iter().all(|station| set.contains(self.of(station)))
    }
}

/// A board with more symmetries than this is taken as it is: only all of them would do.
const MOST: usize = 256;

/// All symmetries of a board, the identity first.
pub(crate) fn symmetries(board: &Board) -> Vec<Symmetry> {
    let stations: Vec<Station> = board.stations().iter().collect();
    let mut search = Search { board, stations, found: Vec::new(), images: Vec::new() };
    search.extend();
    let mut found = search.found;
    if found.len() > MOST {
        found = vec![Symmetry::identity()];
    }
    found
}

/// Those that also keep the stations from which a game can begin.
pub(crate) fn of_starts(rules: &Rules, all: &[Symmetry]) -> Vec<Symmetry> {
    let mr_x = rules.mr_x_starts();
    let detectives = detective_cards(rules);
    all.iter().filter(|map| map.keeps(&mr_x) && map.keeps(&detectives)).cloned().collect()
}

/// The stations that detectives may draw (rule 3.1).
pub(crate) fn detective_cards(rules: &Rules) -> StationSet {
    match rules.start() {
        Start::Decks { detectives, .. } | Start::Fixed { detectives, .. } => {
            detectives.iter().copied().collect()
        }
        Start::Deck(_) | Start::Anywhere => rules.mr_x_starts(),
    }
}

/// Gives the stations images one after the other, as long as the lines fit.
struct Search<'a> {
    board: &'a Board,
    stations: Vec<Station>,
    images: Vec<Station>,
    found: Vec<Symmetry>,
}

impl Search<'_> {
    fn extend(&mut self) {
        let next = self.images.len();
        if next == self.stations.len() {
            let mut map = Symmetry::identity();
            for (station, image) in self.stations.iter().zip(&self.images) {
                map.images[usize::from(station.number())] = image.number();
            }
            self.found.push(map);
            return;
        }
        for image in self.stations.clone() {
            if self.found.len() > MOST {
                return;
            }
            if !self.images.contains(&image) && self.fits(self.stations[next], image) {
                self.images.push(image);
                self.extend();
                self.images.pop();
            }
        }
    }

    fn fits(&self, station: Station, image: Station) -> bool {
        let lines = |from: Station, to: Station| {
            Ticket::ALL.map(|ticket| self.board.reach(from, ticket).contains(to))
        };
        let degrees =
            |from: Station| Ticket::ALL.map(|ticket| self.board.reach(from, ticket).len());
        // Black pays every line, so a ferry shows as one that black alone pays, if no other line runs
        // beside it; where one does, the counts differ.
        degrees(station) == degrees(image)
            && self.ferries(station) == self.ferries(image)
            && self
                .stations
                .iter()
                .zip(&self.images)
                .all(|(other, its)| lines(station, *other) == lines(image, *its))
    }

    fn ferries(&self, station: Station) -> usize {
        let ferry = |line: &&yard_core::Line| {
            line.transport == Transport::Ferry && (line.a == station || line.b == station)
        };
        self.board.lines().iter().filter(ferry).count()
    }
}
