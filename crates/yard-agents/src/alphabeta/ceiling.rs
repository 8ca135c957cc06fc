//! How much the detectives can still hope for: bounds that let the search skip whole subtrees.
//!
//! Let Mr X decide on a way beforehand and let the detectives pass through each other. Then each of
//! them comes at best one line nearer to each station of that way with each of his moves, and that
//! adds up to at least what they get in the real tree, where Mr X may do better and they may be in
//! each other's way. A step that somebody can come in time to block may fail him; but one detective
//! blocks one station.

use yard_core::{
    Board, DetectiveId, MOST_DETECTIVES, MrXTickets, PublicState, State, Station, StationSet,
    Ticket, Turn,
};

use super::value::Values;

/// The detectives, how many moves each still has in this round (0 or 1), and Mr X's tickets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Team {
    at: [usize; MOST_DETECTIVES],
    lead: [i32; MOST_DETECTIVES],
    size: usize,
    mr_x_tickets: MrXTickets,
}

impl Team {
    #[inline]
    pub(super) fn new(public: &PublicState) -> Team {
        let mut team = Team {
            at: [0; MOST_DETECTIVES],
            lead: [0; MOST_DETECTIVES],
            size: 0,
            mr_x_tickets: public.mr_x_tickets(),
        };
        let turn = public.turn();
        for (id, at) in DetectiveId::ALL.into_iter().zip(public.detectives()) {
            team.at[id.index()] = at.number().into();
            team.lead[id.index()] = i32::from(match turn {
                Turn::Detective(next) => id >= next,
                Turn::Team => !public.has_moved(id),
                Turn::MrX | Turn::Over(_) => false,
            });
            team.size += 1;
        }
        team
    }
}

/// A point ahead of a position: Mr X has gone on to a station, and each detective has made `moves` more moves
/// besides those of this round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ahead {
    x: Station,
    moves: i32,
    ply: u8,
}

impl Ahead {
    /// The position itself, at a ply of the tree.
    #[inline]
    pub(super) fn new(state: &State, ply: u8) -> Ahead {
        Ahead { x: state.mr_x(), moves: 0, ply }
    }
}

/// Distances to one station.
struct Spread {
    min: i32,
    max: i32,
    sum: i32,
    /// Bit n: detective n can be there.
    near: u8,
}

/// Computes the bounds for one search.
pub(super) struct Ceiling<'a> {
    board: &'a Board,
    values: Values,
    plies: u8,
}

impl<'a> Ceiling<'a> {
    pub(super) fn new(board: &'a Board, values: Values, plies: u8) -> Self {
        Ceiling { board, values, plies }
    }

    /// Where Mr X can surely go from a station after `steps` other steps, unless he is blocked.
    ///
    /// He spends one ticket with each step, of whatever kind, and may gain some.
    #[inline]
    fn ways(&self, team: &Team, x: Station, steps: i32) -> StationSet {
        let surely = |kind| team.mr_x_tickets.of(kind).has(steps as u8 + 1);
        if surely(Ticket::Black) {
            return *self.board.reach(x, Ticket::Black);
        }
        let kinds = [Ticket::Taxi, Ticket::Bus, Ticket::Underground];
        kinds
            .into_iter()
            .filter(|kind| surely(*kind))
            .fold(StationSet::EMPTY, |ways, kind| ways.union(self.board.reach(x, kind)))
    }

    /// Distances to a station after `moves` more moves of each detective, at best.
    #[inline]
    fn spread(&self, team: &Team, x: Station, moves: i32) -> Spread {
        let row = self.board.detective_distances_from(x);
        let mut spread = Spread { min: i32::MAX, max: 0, sum: 0, near: 0 };
        for i in 0..team.size {
            let distance = (i32::from(row[team.at[i]]) - team.lead[i] - moves).max(0);
            spread.min = spread.min.min(distance);
            spread.max = spread.max.max(distance);
            spread.sum += distance;
            spread.near |= u8::from(distance == 0) << i;
        }
        spread
    }

    /// A bound of what the detectives' ply and all after it add.
    ///
    /// It may stop early with any bound that is at most `enough`.
    pub(super) fn team(&self, team: &Team, ahead: Ahead, enough: i32) -> i32 {
        let Ahead { x, moves, ply } = ahead;
        let Spread { min, max, sum, .. } = self.spread(team, x, moves);
        let capture = if min == 0 { self.values.caught(ply, sum) } else { i32::MIN };
        let here = self.values.open(ply, min.max(1), max.max(1));
        // Mr X may be found cornered at the end of this round, even if the tree ends with it.
        let corner = match self.cornerable(team, x, moves) {
            true => self.values.cornered(ply, sum),
            false => i32::MIN,
        };
        if ply + 1 >= self.plies {
            return here.max(capture).max(corner);
        }
        let next = Ahead { x, moves, ply: ply + 1 };
        let rest = self.mr_x(team, next, enough.saturating_sub(here));
        (here + rest).max(capture).max(corner)
    }

    /// The same for Mr X's ply, given that he has a move.
    ///
    /// A detective blocks one station at most. So of the ways that somebody can block in time, those
    /// best for Mr X may be lost to him, but just as many as there are detectives near enough.
    pub(super) fn mr_x(&self, team: &Team, ahead: Ahead, enough: i32) -> i32 {
        let Ahead { x, moves, ply } = ahead;
        let ways = self.ways(team, x, moves);
        // From here on nothing is worth more than a capture at once.
        let mut best = self.values.win(ply);
        let mut blockable = [i32::MAX; MOST_DETECTIVES + 1];
        let mut near = 0;
        for to in ways.iter() {
            let spread = self.spread(team, to, moves);
            let mut value = self.values.open(ply, spread.min.max(1), spread.max.max(1));
            if ply + 1 < self.plies {
                let next = Ahead { x: to, moves: moves + 1, ply: ply + 1 };
                value += self.team(team, next, enough.saturating_sub(value));
            }
            if spread.near == 0 {
                best = best.min(value);
            } else {
                insert(&mut blockable, value);
                near |= spread.near;
            }
            if best <= enough {
                return best;
            }
        }
        best.min(blockable[near.count_ones() as usize])
    }

    /// Tells whether the detectives can perhaps occupy every way out.
    #[inline]
    fn cornerable(&self, team: &Team, x: Station, moves: i32) -> bool {
        let ways = self.ways(team, x, moves);
        let mut near = 0;
        for to in ways.iter() {
            let spread = self.spread(team, to, moves);
            if spread.near == 0 {
                return false;
            }
            near |= spread.near;
        }
        ways.len() <= near.count_ones() as usize
    }
}

/// Keeps the smallest values in order.
#[inline]
fn insert(smallest: &mut [i32], mut value: i32) {
    for at in smallest {
        if value < *at {
            std::mem::swap(at, &mut value);
        }
    }
}
