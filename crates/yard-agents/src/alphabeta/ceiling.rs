//! How much the detectives can still hope for: bounds that let the search skip whole subtrees.
//!
//! Let Mr X decide on a way beforehand and let the detectives pass through each other. Then each of
//! them comes at best one line nearer to each station of that way with each of his moves, and that
//! adds up to at least what they get in the real tree, where Mr X may do better and they may be in
//! each other's way. The argument needs a way that nobody can block; where somebody can come in
//! time to do so, the bound is the full reward instead.

use yard_core::{
    Board, DetectiveId, MOST_DETECTIVES, Rules, Station, StationSet, Table, Ticket, Turn,
};

use super::value::Values;

/// The detectives, and how many moves each still has in this round (0 or 1).
#[derive(Clone, Copy, Debug)]
pub(super) struct Team {
    at: [usize; MOST_DETECTIVES],
    lead: [i32; MOST_DETECTIVES],
    size: usize,
}

impl Team {
    #[inline]
    pub(super) fn new(table: &Table) -> Team {
        let mut team = Team { at: [0; MOST_DETECTIVES], lead: [0; MOST_DETECTIVES], size: 0 };
        let turn = table.turn();
        for (id, at) in DetectiveId::ALL.into_iter().zip(table.detectives()) {
            team.at[id.index()] = at.number().into();
            team.lead[id.index()] = i32::from(match turn {
                Turn::Detective(next) => id >= next,
                Turn::Team => !table.has_moved(id),
                Turn::MrX | Turn::Over(_) => false,
            });
            team.size += 1;
        }
        team
    }
}

/// The least and the greatest distance, and the sum of all.
struct Spread {
    min: i32,
    max: i32,
    sum: i32,
}

/// Computes the bounds for one search.
pub(super) struct Ceiling<'a> {
    board: &'a Board,
    values: Values,
    plies: u8,
    /// By station: where Mr X can go with tickets that cannot run out within the tree.
    ways: &'a [StationSet],
}

impl<'a> Ceiling<'a> {
    pub(super) fn new(board: &'a Board, values: Values, plies: u8, ways: &'a [StationSet]) -> Self {
        Ceiling { board, values, plies, ways }
    }

    /// Distances to a station after `moves` more moves of each detective, at best.
    #[inline]
    fn spread(&self, team: &Team, x: Station, moves: i32) -> Spread {
        let row = self.board.detective_distances_from(x);
        let mut spread = Spread { min: i32::MAX, max: 0, sum: 0 };
        for i in 0..team.size {
            let distance = (i32::from(row[team.at[i]]) - team.lead[i] - moves).max(0);
            spread.min = spread.min.min(distance);
            spread.max = spread.max.max(distance);
            spread.sum += distance;
        }
        spread
    }

    /// A bound of what the detectives' ply and all after it add; exact only by luck.
    ///
    /// It may stop early with any bound that is at most `enough`.
    pub(super) fn team(&self, team: &Team, x: Station, moves: i32, ply: u8, enough: i32) -> i32 {
        let Spread { min, max, sum } = self.spread(team, x, moves);
        let capture = if min == 0 { self.values.caught(ply, sum) } else { i32::MIN };
        let here = self.values.open(min.max(1), max.max(1));
        if ply + 1 >= self.plies {
            // The round is over even if the tree is, so Mr X may be found cornered.
            let corner = match self.unblocked(team, x, moves) {
                true => i32::MIN,
                false => self.values.cornered(ply, sum),
            };
            return here.max(capture).max(corner);
        }
        let goes_on = match self.mr_x(team, x, moves, ply + 1, enough.saturating_sub(here)) {
            Some(rest) => here + rest,
            None => {
                let later = if ply + 2 < self.plies { self.values.win(ply + 2) } else { 0 };
                self.values.cornered(ply, sum).max(here + later)
            }
        };
        goes_on.max(capture)
    }

    /// The same for Mr X's ply; `None` where every way may be blocked.
    pub(super) fn mr_x(
        &self,
        team: &Team,
        x: Station,
        moves: i32,
        ply: u8,
        enough: i32,
    ) -> Option<i32> {
        let mut best = None;
        for to in self.ways[usize::from(x.number())].iter() {
            let Spread { min, max, .. } = self.spread(team, to, moves);
            if min == 0 {
                continue;
            }
            let mut value = self.values.open(min, max);
            if ply + 1 < self.plies {
                value += self.team(team, to, moves + 1, ply + 1, enough.saturating_sub(value));
            }
            best = Some(best.map_or(value, |best: i32| best.min(value)));
            if value <= enough {
                break;
            }
        }
        best
    }

    /// Tells whether some step is open to Mr X whatever the detectives do.
    fn unblocked(&self, team: &Team, x: Station, moves: i32) -> bool {
        self.ways[usize::from(x.number())].iter().any(|to| self.spread(team, to, moves).min > 0)
    }
}

/// Where Mr X can go from each station with the kinds of which he has a ticket for every round.
pub(super) fn ways(rules: &Rules, table: &Table, rounds: u8) -> Vec<StationSet> {
    let board = rules.board();
    let tickets = table.mr_x_tickets();
    // One more than his plies, so that he is not found cornered for want of a ticket.
    let kinds = Ticket::ALL.into_iter().filter(|kind| tickets.of(*kind).has(rounds + 1));
    let mut ways = vec![StationSet::EMPTY; 256];
    for kind in kinds {
        for from in board.stations().iter() {
            let way = &mut ways[usize::from(from.number())];
            *way = way.union(board.reach(from, kind));
        }
    }
    ways
}
