//! Which positions a sighting of Mr X can lead to, sighting by sighting.

use std::collections::BTreeMap;

use rayon::prelude::*;
use yard_core::{Rules, State, Turn};

use super::key::{Key, KeyLayout};
use super::start::Opening;
use super::symmetry::Symmetry;

/// The positions just after one sighting, one of each set of mirror images, sorted by key.
#[derive(Clone, Debug, Default)]
pub(crate) struct Positions {
    pub(crate) keys: Vec<Key>,
    pub(crate) states: Vec<State>,
}

/// There are more positions than allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TooMany;

/// Finds the positions after each sighting that can come about, by the slot of the sighting.
///
/// Mr X's hidden station counts as known here, so this is a search over whole states, ply by ply.
pub(crate) fn positions(
    rules: &Rules,
    layout: &KeyLayout,
    maps: &[Symmetry],
    openings: &[Opening],
    most: usize,
) -> Result<BTreeMap<u8, Positions>, TooMany> {
    let mut layers: BTreeMap<u8, Vec<(Key, State)>> = BTreeMap::new();
    let begin = openings.iter().flat_map(|opening| {
        let public = opening.root.public;
        opening.root.cells.iter().map(move |(station, _)| public.assume(*station))
    });
    let mut now: Vec<(Key, State)> = smallest(layout, maps, begin.collect());
    while !now.is_empty() {
        if now.len() > most {
            return Err(TooMany);
        }
        let next: Vec<State> =
            now.par_iter().flat_map_iter(|(_, state)| plies(rules, *state)).collect();
        now = smallest(layout, maps, next);
        let turn = |state: &State| state.turn() != Turn::MrX && is_start_of_round(rules, state);
        let seen = |state: &State| turn(state) && rules.surfaces_after(state.public().slots_used());
        for (key, state) in now.iter().filter(|(_, state)| seen(state)) {
            layers.entry(state.public().slots_used()).or_default().push((*key, *state));
        }
    }
    Ok(layers.into_iter().map(|(slot, layer)| (slot, sorted(layer))).collect())
}

/// Tells whether Mr X has just moved.
fn is_start_of_round(rules: &Rules, state: &State) -> bool {
    match state.turn() {
        Turn::Detective(id) => id.index() == 0,
        Turn::Team => rules.detective_ids().all(|id| !state.public().has_moved(id)),
        Turn::MrX | Turn::Over(_) => false,
    }
}

/// All states that one ply leads to and in which the game goes on.
fn plies(rules: &Rules, state: State) -> Vec<State> {
    let mut next = Vec::with_capacity(4);
    for mv in state.mr_x_moves(rules) {
        let mut after = state;
        after.play_mr_x(rules, mv);
        next.push(after);
    }
    for mv in state.detective_moves(rules) {
        let mut after = state;
        after.play_detective(rules, mv);
        next.push(after);
    }
    next.retain(|state| state.outcome().is_none());
    next
}

/// One of each set of mirror images.
///
/// Positions of one ply that differ in the turn or in the slots differ in their keys as well, so the
/// order by key is enough.
fn smallest(layout: &KeyLayout, maps: &[Symmetry], states: Vec<State>) -> Vec<(Key, State)> {
    let mut keyed: Vec<(Key, State)> = states
        .into_par_iter()
        .map(|state| {
            let (key, map) = layout.smallest(state.public(), Some(state.mr_x()), maps);
            let image = map.map_or(state, |map| image(&state, map));
            (key, image)
        })
        .collect();
    keyed.par_sort_unstable_by_key(|(key, _)| *key);
    keyed.dedup_by_key(|(key, _)| *key);
    keyed
}

/// A state as a symmetry shows it.
pub(crate) fn image(state: &State, map: &Symmetry) -> State {
    state.public().relabelled(|station| map.of(station)).assume(map.of(state.mr_x()))
}

fn sorted(mut layer: Vec<(Key, State)>) -> Positions {
    layer.sort_unstable_by_key(|(key, _)| *key);
    layer.dedup_by_key(|(key, _)| *key);
    let (keys, states) = layer.into_iter().unzip();
    Positions { keys, states }
}
