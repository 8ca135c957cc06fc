//! How a game can begin, and how likely each beginning is.

use arrayvec::ArrayVec;
use yard_core::{Deal, MOST_DETECTIVES, PublicState, Rules, Start, State, Station, StationSet};

use super::build::Root;
use super::key::Key;
use super::symmetry::{Symmetry, detective_cards};
use super::values::Values;

/// A beginning that everybody sees: the detectives' places, and Mr X's where it is known.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Opening {
    /// How likely it is.
    pub(crate) chance: f64,
    /// The table, and how likely Mr X is on each station.
    pub(crate) root: Root,
}

/// All beginnings (rule 3.1).
pub(crate) fn openings(rules: &Rules) -> Vec<Opening> {
    let mut openings = Vec::new();
    let mut seats = ArrayVec::new();
    if let Start::Fixed { detectives, .. } = rules.start() {
        seats.extend(detectives.iter().copied());
        add(rules, &seats, &mut openings);
        return openings;
    }
    place(rules, &detective_cards(rules), &mut seats, &mut openings);
    openings
}

/// Places the detectives one after the other.
fn place(
    rules: &Rules,
    cards: &StationSet,
    seats: &mut ArrayVec<Station, MOST_DETECTIVES>,
    openings: &mut Vec<Opening>,
) {
    if seats.len() == usize::from(rules.detectives()) {
        return add(rules, seats, openings);
    }
    for station in cards.iter() {
        let mut rest = *cards;
        rest.remove(station);
        seats.push(station);
        place(rules, &rest, seats, openings);
        seats.pop();
    }
}

/// Adds the openings with the detectives on these places.
fn add(rules: &Rules, seats: &ArrayVec<Station, MOST_DETECTIVES>, openings: &mut Vec<Opening>) {
    let taken: StationSet = seats.iter().copied().collect();
    let cells: Vec<(Station, f64)> = rules
        .mr_x_starts()
        .without(&taken)
        .iter()
        .map(|mr_x| (mr_x, chance(rules, mr_x)))
        .collect();
    let known = rules.start_known();
    let parts = if known { cells.chunks(1) } else { cells.chunks(cells.len().max(1)) };
    for cells in parts {
        let chance: f64 = cells.iter().map(|(_, chance)| chance).sum();
        let cells = cells.iter().map(|(station, part)| (*station, part / chance)).collect();
        openings.push(Opening { chance, root: Root { public: public(rules, seats), cells } });
    }
}

/// The opening that a log shows: the detectives' places, and Mr X's where it is known.
pub(crate) fn opening_of(
    rules: &Rules,
    seats: &[Station],
    mr_x: Option<Station>,
) -> Option<Opening> {
    let mut openings = Vec::new();
    add(rules, &seats.iter().copied().take(MOST_DETECTIVES).collect(), &mut openings);
    let fits = |opening: &Opening| match mr_x {
        Some(station) => opening.root.cells.iter().any(|(known, _)| *known == station),
        None => true,
    };
    openings.into_iter().find(fits)
}

/// How likely Mr X draws this station and the detectives certain others, in a certain order.
fn chance(rules: &Rules, mr_x: Station) -> f64 {
    if matches!(rules.start(), Start::Fixed { .. }) {
        return 1.0;
    }
    let mut cards = detective_cards(rules);
    cards.remove(mr_x);
    let draws = (0..usize::from(rules.detectives())).map(|drawn| (cards.len() - drawn) as f64);
    draws.fold(1.0 / rules.mr_x_starts().len() as f64, |chance, left| chance / left)
}

/// The table before the first move. It does not depend on Mr X's station, so any will do that can
/// move.
fn public(rules: &Rules, seats: &ArrayVec<Station, MOST_DETECTIVES>) -> PublicState {
    let states = rules.board().stations();
    let mut states = states
        .iter()
        .map(|mr_x| *State::new(rules, &Deal { mr_x, detectives: seats.clone() }).public());
    let first = states.next();
    let open = states.find(|public| public.outcome().is_none());
    open.or(first).unwrap_or_else(|| unreachable!("a board has stations"))
}

impl Root {
    /// The root as a symmetry shows it.
    pub(crate) fn image(&self, map: &Symmetry) -> Root {
        let public = self.public.relabelled(|station| map.of(station));
        let mut cells: Vec<(Station, f64)> =
            self.cells.iter().map(|(station, chance)| (map.of(*station), *chance)).collect();
        cells.sort_by_key(|(station, _)| *station);
        Root { public, cells }
    }
}

/// The key of an opening's representative, and the symmetry that leads to it.
pub(crate) fn opening_key<'a>(
    rules: &Rules,
    values: &'a Values,
    root: &Root,
) -> (Key, Option<&'a Symmetry>) {
    let known = root.cells.first().map(|(station, _)| *station).filter(|_| rules.start_known());
    values.layout.smallest(&root.public, known, &values.start_maps)
}

/// The openings, one of each set of mirror images, with the chance of all of them.
pub(crate) fn first_segments(rules: &Rules, values: &Values, openings: &[Opening]) -> Vec<Opening> {
    let mut keyed: Vec<(Key, f64, Root)> = openings
        .iter()
        .map(|opening| {
            let (key, map) = opening_key(rules, values, &opening.root);
            let root = map.map_or_else(|| opening.root.clone(), |map| opening.root.image(map));
            (key, opening.chance, root)
        })
        .collect();
    keyed.sort_by_key(|(key, ..)| *key);
    keyed
        .chunk_by(|one, two| one.0 == two.0)
        .map(|same| Opening {
            chance: same.iter().map(|(_, chance, _)| chance).sum(),
            root: same[0].2.clone(),
        })
        .collect()
}
