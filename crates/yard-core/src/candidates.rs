//! The exact set of stations on which Mr X can be.

use std::fmt;
use std::ops::Deref;

use crate::board::Board;
use crate::moves::PublicStep;
use crate::public_state::PublicState;
use crate::rules::Rules;
use crate::station::{Station, StationSet};
use crate::ticket::Ticket;

/// The stations on which Mr X can be, judged by what is public (rules 7.3 to 7.7).
///
/// It is a fact that follows from the log, not an opinion: his true station is always in it, and
/// each of its stations is the end of some way that fits everything seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Candidates(StationSet);

impl Candidates {
    /// Begins with a set of stations.
    #[must_use]
    pub fn new(stations: StationSet) -> Candidates {
        Candidates(stations)
    }

    /// The stations as a plain set.
    #[must_use]
    pub fn to_set(self) -> StationSet {
        self.0
    }

    /// Mr X steps with a ticket; where he is seen, only that station stays (rule 7.4).
    #[inline]
    pub fn step(&mut self, board: &Board, occupied: &StationSet, step: PublicStep) {
        self.0 = match step.seen {
            Some(station) => StationSet::of(station),
            None => self.spread(board, step.ticket).without(occupied),
        };
    }

    /// All stations that the ticket reaches from a candidate.
    #[inline]
    fn spread(&self, board: &Board, ticket: Ticket) -> StationSet {
        self.0.iter().fold(StationSet::EMPTY, |set, from| set.union(board.reach(from, ticket)))
    }

    /// A detective has come here and the game goes on (rule 7.5).
    #[inline]
    pub fn strike(&mut self, station: Station) {
        self.0.remove(station);
    }

    /// Mr X is known to be here.
    pub fn fix(&mut self, station: Station) {
        self.0 = StationSet::of(station);
    }

    /// It is Mr X's turn: stations without a legal move for him are out (rule 7.6).
    #[inline]
    pub fn strike_stuck(&mut self, rules: &Rules, public: &PublicState) {
        self.0 = self.0.without(&self.stuck(rules, public));
    }

    /// Mr X turned out to have no legal move (rule 7.7).
    pub fn keep_stuck(&mut self, rules: &Rules, public: &PublicState) {
        self.0 = self.stuck(rules, public);
    }

    /// The candidates from which Mr X has no legal move.
    fn stuck(&self, rules: &Rules, public: &PublicState) -> StationSet {
        if !public.has_slot(rules) {
            return self.0;
        }
        let board = rules.board();
        let mut stuck = self.0.intersection(board.dead_ends(public.mr_x_tickets.mask()));
        if !rules.mr_x_may_enter_detective() {
            // Whoever is walled in has a detective for a neighbour.
            let walls = public
                .detectives()
                .fold(StationSet::EMPTY, |set, at| set.union(board.reach(at, Ticket::Black)));
            for station in self.0.intersection(&walls).iter() {
                if !public.mr_x_could_move_from(rules, station) {
                    stuck.insert(station);
                }
            }
        }
        stuck
    }
}

/// The numbers in ascending order, divided by spaces.
impl fmt::Display for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Deref for Candidates {
    type Target = StationSet;
    fn deref(&self) -> &StationSet {
        &self.0
    }
}
