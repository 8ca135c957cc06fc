//! What the search looks up about a board: targets of a detective, and how near they bring him.

use std::sync::Arc;

use yard_core::{Board, DetectiveTickets, Rules, Station, StationSet, Ticket};

use crate::line_distances::{LineDistances, LineWeights};

/// Sets of a detective's tickets: any of taxi, bus and underground.
const MASKS: usize = 8;

/// Tables for one board and one set of line weights; an agent keeps them from game to game.
#[derive(Clone, Debug)]
pub(crate) struct Map {
    distances: LineDistances,
    made_for: Option<Arc<Rules>>,
    /// `targets[8 station + mask]`: where the tickets lead from there.
    targets: Vec<StationSet>,
    /// `nearest[8 (256 x + station) + mask]`: the least distance to x among those targets.
    nearest: Vec<u16>,
}

impl Map {
    pub(crate) fn new(weights: LineWeights) -> Map {
        let distances = LineDistances::new(weights);
        Map { distances, made_for: None, targets: Vec::new(), nearest: Vec::new() }
    }

    /// Makes the tables, unless they are those of these rules already. Cost: a few milliseconds.
    pub(crate) fn prepare(&mut self, rules: &Arc<Rules>) {
        if self.made_for.as_ref().is_some_and(|known| Arc::ptr_eq(known, rules)) {
            return;
        }
        self.distances.prepare(rules);
        self.targets = targets(rules.board());
        self.nearest = vec![u16::MAX; 256 * 256 * MASKS];
        for x in rules.board().stations().iter() {
            let row = self.distances.from(x);
            let nearest = &mut self.nearest[256 * MASKS * usize::from(x.number())..][..256 * MASKS];
            for (least, targets) in nearest.iter_mut().zip(&self.targets) {
                let distances = targets.iter().map(|to| row[usize::from(to.number())]);
                *least = distances.min().unwrap_or(u16::MAX);
            }
        }
        self.made_for = Some(Arc::clone(rules));
    }

    /// Distances to a station, indexed by number.
    #[inline]
    pub(crate) fn distances(&self, x: Station) -> &[u16] {
        self.distances.from(x)
    }

    /// Where a detective's tickets lead, blocked or not.
    #[inline]
    pub(super) fn targets(&self, from: Station, tickets: DetectiveTickets) -> &StationSet {
        &self.targets[MASKS * usize::from(from.number()) + mask(tickets)]
    }

    /// The least distance to `x` that one ride brings, blocked or not.
    #[inline]
    pub(super) fn nearest(&self, x: Station, from: Station, tickets: DetectiveTickets) -> u16 {
        let place = 256 * usize::from(x.number()) + usize::from(from.number());
        self.nearest[MASKS * place + mask(tickets)]
    }
}

/// Bit n is set when ticket n can be paid.
#[inline]
fn mask(tickets: DetectiveTickets) -> usize {
    let bit = |ticket: Ticket| usize::from(tickets.of(ticket).has(1)) << ticket as usize;
    bit(Ticket::Taxi) | bit(Ticket::Bus) | bit(Ticket::Underground)
}

fn targets(board: &Board) -> Vec<StationSet> {
    let mut targets = vec![StationSet::EMPTY; 256 * MASKS];
    for from in board.stations().iter() {
        let sets = &mut targets[MASKS * usize::from(from.number())..][..MASKS];
        for (mask, set) in sets.iter_mut().enumerate() {
            for ticket in Ticket::DETECTIVES {
                if mask >> ticket as usize & 1 == 1 {
                    *set = set.union(board.reach(from, ticket));
                }
            }
        }
    }
    targets
}
