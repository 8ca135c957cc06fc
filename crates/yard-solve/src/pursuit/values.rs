//! What positions after a sighting are worth: the memory of a solution.

use std::collections::BTreeMap;

use yard_core::{PublicState, Rules, State, Station};

use super::build::{Bounds, Later};
use super::key::{Key, KeyLayout};
use super::layers::{Positions, image};
use super::symmetry::{Symmetry, of_starts, symmetries};

/// Bounds of the positions after one sighting.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layer {
    /// Keys, sorted.
    pub(crate) keys: Vec<Key>,
    /// Lower and upper bounds, rounded outwards.
    pub(crate) bounds: Vec<[f32; 2]>,
    /// The place of every position and its mirror images by key, where keys are short.
    dense: Vec<u32>,
}

impl Layer {
    /// The bounds of the position with this key.
    pub(crate) fn of(&self, key: Key) -> Option<[f32; 2]> {
        self.bounds.get(self.keys.binary_search(&key).ok()?).copied()
    }
}

/// Keys below this many bits get a direct table.
const DENSE_BITS: u32 = 22;
const NOWHERE: u32 = u32::MAX;

/// What is known of the later segments of some rules.
#[derive(Clone, Debug)]
pub(crate) struct Values {
    pub(crate) layout: KeyLayout,
    pub(crate) maps: Vec<Symmetry>,
    /// Those that keep the beginnings of a game.
    pub(crate) start_maps: Vec<Symmetry>,
    /// By slot of the sighting.
    pub(crate) layers: BTreeMap<u8, Layer>,
}

impl Values {
    /// Nothing is known yet; `None` when positions of these rules do not fit into a key.
    pub(crate) fn new(rules: &Rules) -> Option<Values> {
        let layout = KeyLayout::new(rules)?;
        Some(Values::with_maps(rules, layout, symmetries(rules.board())))
    }

    /// The same without mirror images, for plans that treat them differently.
    pub(crate) fn without_symmetry(rules: &Rules) -> Option<Values> {
        Some(Values::with_maps(rules, KeyLayout::new(rules)?, vec![Symmetry::identity()]))
    }

    fn with_maps(rules: &Rules, layout: KeyLayout, maps: Vec<Symmetry>) -> Values {
        let start_maps = of_starts(rules, &maps);
        Values { layout, maps, start_maps, layers: BTreeMap::new() }
    }

    /// Adds the bounds of a layer.
    pub(crate) fn add(&mut self, slot: u8, positions: &Positions, bounds: Vec<[f32; 2]>) {
        let mut dense = Vec::new();
        let largest = positions.states.iter().flat_map(|state| self.images(state)).max();
        if let Some(largest) = largest
            && largest >> DENSE_BITS == 0
        {
            dense = vec![NOWHERE; largest as usize + 1];
            for (place, state) in (0..).zip(&positions.states) {
                self.images(state).for_each(|key| dense[key as usize] = place);
            }
        }
        self.layers.insert(slot, Layer { keys: positions.keys.clone(), bounds, dense });
    }

    fn images<'a>(&'a self, state: &'a State) -> impl Iterator<Item = Key> + 'a {
        let pack = |map| self.layout.pack(state.public(), Some(state.mr_x()), map);
        self.maps.iter().map(pack)
    }

    /// The representative of a position and the symmetry that leads to it.
    pub(crate) fn representative(&self, state: &State) -> (State, Option<&Symmetry>) {
        let (_, map) = self.layout.smallest(state.public(), Some(state.mr_x()), &self.maps);
        (map.map_or(*state, |map| image(state, map)), map)
    }

    /// The bounds of a position after a sighting, if it is known.
    pub(crate) fn find(&self, public: &PublicState, mr_x: Station) -> Option<Bounds> {
        let layer = self.layers.get(&public.slots_used())?;
        let place = if layer.dense.is_empty() {
            let (key, _) = self.layout.smallest(public, Some(mr_x), &self.maps);
            layer.keys.binary_search(&key).ok()?
        } else {
            let identity = self.maps.first()?;
            let key = self.layout.pack(public, Some(mr_x), identity);
            *layer.dense.get(usize::try_from(key).ok()?)? as usize
        };
        layer.bounds.get(place).map(|bounds| bounds.map(f64::from))
    }
}

impl Later for Values {
    /// What is not known can be anything.
    #[inline]
    fn bounds(&self, public: &PublicState, mr_x: Station) -> Bounds {
        self.find(public, mr_x).unwrap_or([0.0, 1.0])
    }
}

/// Rounds bounds outwards to what is stored, and into [0, 1].
pub(crate) fn rounded([lower, upper]: Bounds) -> [f32; 2] {
    // What is lost to rounding in the passes over a segment is far below this.
    const SLACK: f64 = 1e-9;
    let mut low = (lower - SLACK).max(0.0) as f32;
    let mut high = (upper + SLACK).min(1.0) as f32;
    if f64::from(low) > lower {
        low = low.next_down().max(0.0);
    }
    if f64::from(high) < upper {
        high = high.next_up().min(1.0);
    }
    [low, high]
}
