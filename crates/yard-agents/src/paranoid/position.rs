//! A position of the tree: the truth, and what the detectives know of it.

use yard_core::{Candidates, DetectiveMove, MrXMove, PublicStep, Rules, State, Step, Turn};

/// The truth and the stations on which the detectives think that Mr X can be.
///
/// In the tree the places follow tickets, sightings and the detectives' moves. That stations from
/// which Mr X could not move are struck out besides (rule 7.6) is left to the engine, which does it
/// at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    pub(crate) state: State,
    pub(crate) places: Candidates,
}

impl Position {
    /// A number that stands for the stations, the time and the places; tickets are left out.
    #[inline]
    pub(super) fn hash(&self, seed: u64) -> u64 {
        let public = self.state.public();
        let turn = match public.turn() {
            Turn::Detective(id) => u64::from(id.number()),
            Turn::MrX | Turn::Team | Turn::Over(_) => 0,
        };
        let time = u64::from(public.slots_used()) << 8 | turn;
        let x = u64::from(self.state.mr_x().number());
        let seats = public.detectives().fold(x, |w, at| w << 8 | u64::from(at.number()));
        mix(mix(seed ^ seats) ^ time ^ (self.places.len() as u64) << 32)
    }

    /// After a move of Mr X, whose places are known already.
    #[inline]
    pub(crate) fn after_mr_x(&self, rules: &Rules, mv: MrXMove, places: Candidates) -> Position {
        let mut state = self.state;
        state.play_mr_x(rules, mv);
        Position { state, places }
    }

    /// After a detective's move.
    #[inline]
    pub(crate) fn after_detective(&self, rules: &Rules, mv: DetectiveMove) -> Position {
        let mut next = *self;
        next.state.play_detective(rules, mv);
        if let DetectiveMove::Ride { step, .. } = mv {
            next.places.strike(step.to);
        }
        next
    }
}

/// One round of the wyrand generator (Wang Yi): every bit depends on every bit.
#[inline]
fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0xa076_1d64_78bd_642f);
    let wide = u128::from(word) * u128::from(word ^ 0xe703_7ed1_a0b4_28db);
    (wide >> 64) as u64 ^ wide as u64
}

/// The places after each move of Mr X from one position.
///
/// They depend on the tickets alone while he stays hidden, so each set is made once.
#[derive(Debug)]
pub(crate) struct Spread {
    single: [Option<Candidates>; 4],
    double: [[Option<Candidates>; 4]; 4],
}

impl Spread {
    pub(crate) const NEW: Spread = Spread { single: [None; 4], double: [[None; 4]; 4] };

    #[inline]
    pub(crate) fn after(&mut self, rules: &Rules, at: &Position, mv: MrXMove) -> Candidates {
        match mv {
            MrXMove::Single(step) => self.first(rules, at, step),
            MrXMove::Double(first, second) => {
                let slot = at.state.public().slots_used() + 1;
                let hidden = !rules.surfaces_after(slot) && !rules.surfaces_after(slot + 1);
                let known = &self.double[first.ticket as usize][second.ticket as usize];
                if let Some(places) = known.filter(|_| hidden) {
                    return places;
                }
                let between = self.first(rules, at, first);
                let places = ride(rules, at, between, second, slot + 1);
                if hidden {
                    self.double[first.ticket as usize][second.ticket as usize] = Some(places);
                }
                places
            }
        }
    }

    fn first(&mut self, rules: &Rules, at: &Position, step: Step) -> Candidates {
        let slot = at.state.public().slots_used() + 1;
        if rules.surfaces_after(slot) {
            return ride(rules, at, at.places, step, slot);
        }
        let known = &mut self.single[step.ticket as usize];
        *known.get_or_insert_with(|| ride(rules, at, at.places, step, slot))
    }
}

/// The places after one step into a slot.
fn ride(rules: &Rules, at: &Position, mut places: Candidates, step: Step, slot: u8) -> Candidates {
    let seen = rules.surfaces_after(slot).then_some(step.to);
    let occupied = at.state.public().occupied_set();
    places.step(rules.board(), &occupied, PublicStep { ticket: step.ticket, seen });
    places
}
