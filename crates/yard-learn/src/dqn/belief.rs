//! Where Mr X may be, by steps that are all equally likely.

use yard_core::{
    DetectiveMove, DetectiveView, PublicMrXMove, PublicPly, Rules, Station, StationSet,
};

/// A probability for every station.
///
/// Hrkľová's detectives see "the probability with which he is standing on each station" (5.3). Ours
/// start at his last sighting, or anywhere before the first; each of his steps goes to any free
/// neighbour with the same chance; and where a detective came without catching him he is not. It is a
/// function of the detectives' view alone.
#[derive(Clone, PartialEq, Debug)]
pub struct Belief {
    chances: [f32; 256],
    /// The next step, in the making.
    next: [f32; 256],
}

impl Default for Belief {
    fn default() -> Belief {
        Belief { chances: [0.0; 256], next: [0.0; 256] }
    }
}

impl Belief {
    /// Follows the log of a view from its start. Costs a few microseconds on a 5 × 5 grid.
    pub fn update(&mut self, view: &DetectiveView) {
        let (rules, log) = (view.rules(), view.log());
        // A view that began in the middle of a game has no log of what was before.
        let whole = log.slots().count() == usize::from(view.public().slots_used());
        let mut known = whole;
        if let Some(start) = log.mr_x_start() {
            self.spread_over(&StationSet::of(start));
            known = true;
        } else if whole {
            let occupied = log.start().iter().copied().collect();
            self.spread_over(&rules.mr_x_starts().without(&occupied));
        }
        known |= self.follow(view);
        let candidates = view.candidates().to_set();
        if !known || !self.condition(&candidates) {
            self.spread_over(&candidates);
        }
    }

    /// Follows the log as the published program of Hrkľová 2023 does: nothing is believed before the first sighting,
    /// and what a detective finds empty is dropped without making the rest add up to 1 again.
    pub fn update_as_run(&mut self, view: &DetectiveView) {
        match view.log().mr_x_start() {
            Some(start) => self.spread_over(&StationSet::of(start)),
            None => self.chances.fill(0.0),
        }
        self.follow(view);
    }

    /// Follows all steps since the last sighting; tells whether there was one.
    fn follow(&mut self, view: &DetectiveView) -> bool {
        let (rules, log) = (view.rules(), view.log());
        let mut seats = [None; 5];
        for (seat, station) in seats.iter_mut().zip(log.start()) {
            *seat = Some(*station);
        }
        let mut known = false;
        let sighted = |ply: &PublicPly| match ply {
            PublicPly::MrX(mv) => mv.steps().any(|step| step.seen.is_some()),
            PublicPly::Detective(_) => false,
        };
        let from = log.plies().iter().rposition(sighted).unwrap_or(0);
        for (at, ply) in log.plies().iter().enumerate() {
            match *ply {
                // What was before the last sighting is forgotten by it.
                PublicPly::MrX(_) if at < from => {}
                PublicPly::MrX(mv) => known |= self.follow_mr_x(rules, &seats, mv),
                PublicPly::Detective(DetectiveMove::Ride { by, step }) => {
                    seats[by.index()] = Some(step.to);
                    self.chances[usize::from(step.to.number())] = 0.0;
                }
                PublicPly::Detective(DetectiveMove::Pass { .. }) => {}
            }
        }
        known
    }

    /// The chance that he is there.
    #[inline]
    pub fn of(&self, station: Station) -> f32 {
        self.chances[usize::from(station.number())]
    }

    /// All stations of a set with the same chance.
    fn spread_over(&mut self, stations: &StationSet) {
        self.chances.fill(0.0);
        let share = 1.0 / stations.len().max(1) as f32;
        for station in stations {
            self.chances[usize::from(station.number())] = share;
        }
    }

    /// Follows a turn of his; tells whether he was seen.
    fn follow_mr_x(
        &mut self,
        rules: &Rules,
        seats: &[Option<Station>; 5],
        mv: PublicMrXMove,
    ) -> bool {
        let occupied: StationSet = seats.iter().flatten().copied().collect();
        let mut seen = false;
        for step in mv.steps() {
            if let Some(station) = step.seen {
                self.spread_over(&StationSet::of(station));
                seen = true;
                continue;
            }
            self.next.fill(0.0);
            for from in &rules.board().stations() {
                let chance = self.chances[usize::from(from.number())];
                let free = rules.board().reach(from, step.ticket).without(&occupied);
                if chance > 0.0 && !free.is_empty() {
                    let share = chance / free.len() as f32;
                    for to in &free {
                        self.next[usize::from(to.number())] += share;
                    }
                }
            }
            std::mem::swap(&mut self.chances, &mut self.next);
        }
        seen
    }

    /// Leaves out what cannot be, and makes the rest add up to 1; `false` when nothing is left.
    fn condition(&mut self, candidates: &StationSet) -> bool {
        let sum: f32 = candidates.iter().map(|station| self.of(station)).sum();
        if sum <= f32::MIN_POSITIVE {
            return false;
        }
        for (number, chance) in (0..=u8::MAX).zip(&mut self.chances) {
            let possible = Station::new(number).is_some_and(|at| candidates.contains(at));
            *chance = if possible { *chance / sum } else { 0.0 };
        }
        true
    }
}
