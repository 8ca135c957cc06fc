//! What moves look worth before they are made; the search tries the best first.

use yard_core::{DetectiveId, DetectiveMove, MrXMove, Ticket};

use super::leaf::{Leaf, black};
use super::map::Map;
use super::position::Position;

/// The leaf after a move of Mr X, as if nothing ended by it.
#[inline]
pub(super) fn of_mr_x(map: &Map, leaf: &Leaf, at: &Position, mv: MrXMove, places: usize) -> u32 {
    let row = map.distances(mv.target());
    let (mut min, mut sum) = (i32::MAX, 0);
    for station in at.state.public().detectives() {
        let distance = i32::from(row[usize::from(station.number())]);
        min = min.min(distance);
        sum += distance;
    }
    let spent = mv.steps().filter(|step| step.ticket == Ticket::Black).count() as i32;
    leaf.sum(min, sum, black(&at.state) - spent, places as i32).unsigned_abs()
}

/// The detectives who do not move, while one of them chooses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Others {
    min: i32,
    sum: i32,
}

impl Others {
    /// All but this one.
    #[inline]
    pub(super) fn new(map: &Map, at: &Position, by: DetectiveId) -> Others {
        let row = map.distances(at.state.mr_x());
        let (mut min, mut sum) = (i32::MAX, 0);
        for (id, station) in DetectiveId::ALL.into_iter().zip(at.state.public().detectives()) {
            if id != by {
                let distance = i32::from(row[usize::from(station.number())]);
                min = min.min(distance);
                sum += distance;
            }
        }
        Others { min, sum }
    }

    /// The leaf after a detective's move, as if nothing ended by it; more is better for him.
    #[inline]
    pub(super) fn with(self, map: &Map, leaf: &Leaf, at: &Position, mv: DetectiveMove) -> u32 {
        let DetectiveMove::Ride { step, .. } = mv else { return 0 };
        let distance = i32::from(map.distances(at.state.mr_x())[usize::from(step.to.number())]);
        let places = at.places.len() as i32 - i32::from(at.places.contains(step.to));
        let (min, sum) = (self.min.min(distance), self.sum + distance);
        (leaf.won - leaf.sum(min, sum, black(&at.state), places)).unsigned_abs()
    }
}
