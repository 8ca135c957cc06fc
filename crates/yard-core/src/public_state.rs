//! The public half of a state: everything that lies open on the table.

use crate::draw::Draw;
use crate::moves::{DetectiveId, DetectiveMove, MOST_DETECTIVES, MrXMove, Step};
use crate::rules::{Length, Order, Rules};
use crate::side::Side;
use crate::station::{Station, StationSet};
use crate::ticket::{DetectiveTickets, MrXTickets, Ticket};

/// How a game ended; in files `captured`, `cornered`, `escaped` or `stranded`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Outcome {
    /// A detective entered Mr X's station (rule 6.1), or he theirs (rule 4.9).
    Captured,
    /// Mr X had no legal move (rules 3.3 and 6.4).
    Cornered,
    /// The last slot or turn was used (rule 6.2).
    Escaped,
    /// No detective could move (rule 6.3).
    Stranded,
}

impl Outcome {
    /// Who won.
    #[must_use]
    pub const fn winner(self) -> Side {
        match self {
            Outcome::Captured | Outcome::Cornered => Side::Detectives,
            Outcome::Escaped | Outcome::Stranded => Side::MrX,
        }
    }
}

/// Who decides now, or how the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// Mr X moves.
    MrX,
    /// This detective moves; detectives in fixed order.
    Detective(DetectiveId),
    /// The team picks one of those who have not moved; detectives in any order.
    Team,
    /// The game is over.
    Over(Outcome),
}

/// The detectives' stations, one byte each; 0 where nobody plays.
///
/// They are always read and written as one word: a byte that is written and then read as a part of
/// a word would stall the processor at every ply.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Seats([u8; 8]);

impl Seats {
    fn new(stations: &[Station]) -> Seats {
        let mut seats = [0; 8];
        for (seat, station) in seats.iter_mut().zip(stations.iter().take(MOST_DETECTIVES)) {
            *seat = station.number();
        }
        Seats(seats)
    }

    #[inline]
    fn get(self, id: DetectiveId) -> Option<Station> {
        Station::new((u64::from_le_bytes(self.0) >> (8 * id as u8)) as u8)
    }

    #[inline]
    fn set(&mut self, id: DetectiveId, station: Station) {
        let at = 8 * id as u8;
        let others = u64::from_le_bytes(self.0) & !(0xff << at);
        self.0 = (others | u64::from(station.number()) << at).to_le_bytes();
    }

    /// All five are compared at once: a byte of `differs` is 0 where they are equal, and the
    /// subtraction borrows into the top bit of just such bytes. An absent detective is 0, which is
    /// no station.
    #[inline]
    fn contains(self, station: Station) -> bool {
        const ONES: u64 = 0x01_0101_0101;
        let differs = u64::from_le_bytes(self.0) ^ (u64::from(station.number()) * ONES);
        differs.wrapping_sub(ONES) & !differs & (ONES << 7) != 0
    }
}

impl std::fmt::Debug for Seats {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.iter().take_while(|seat| **seat != 0)).finish()
    }
}

/// Everything that lies open on the table: detectives, tickets, slots and whose turn it is.
///
/// It holds no trace of Mr X's station. A [`State`](crate::State) is a table plus that station.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PublicState {
    seats: Seats,
    pub(crate) detective_tickets: [DetectiveTickets; MOST_DETECTIVES],
    pub(crate) mr_x_tickets: MrXTickets,
    pub(crate) turn: Turn,
    pub(crate) slots_used: u8,
    pub(crate) turns_used: u8,
    /// Bit n: detective n has moved in this round; used in any order only.
    pub(crate) moved: u8,
}

impl PublicState {
    /// The table at the start of a game.
    pub(crate) fn new(rules: &Rules, detectives: &[Station]) -> PublicState {
        PublicState {
            seats: Seats::new(detectives),
            detective_tickets: [rules.detective_tickets(); MOST_DETECTIVES],
            mr_x_tickets: rules.mr_x_tickets(),
            turn: Turn::MrX,
            slots_used: 0,
            turns_used: 0,
            moved: 0,
        }
    }

    /// The same table with every detective on another station, such as the mirror image of his own.
    #[must_use]
    pub fn relabelled(&self, map: impl Fn(Station) -> Station) -> PublicState {
        let mut public = *self;
        for id in DetectiveId::ALL {
            if let Some(station) = self.seats.get(id) {
                public.seats.set(id, map(station));
            }
        }
        public
    }

    /// Who decides now, or how the game ended.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.turn
    }

    /// How the game ended, if it has.
    #[inline]
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.turn {
            Turn::Over(outcome) => Some(outcome),
            Turn::MrX | Turn::Detective(_) | Turn::Team => None,
        }
    }

    /// Slots of the travel log that are filled.
    #[must_use]
    pub fn slots_used(&self) -> u8 {
        self.slots_used
    }

    /// Turns that Mr X has had.
    #[must_use]
    pub fn turns_used(&self) -> u8 {
        self.turns_used
    }

    /// Rounds that are still to be played: free slots of the travel log, or turns where the rules
    /// count those (rule 4.8). A round that Mr X has begun counts as played.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use yard_core::{presets, Record};
    /// let rules = Arc::new(presets::rules("classic").unwrap());
    /// let text = "yard-record 1\nrules classic\nstart ? 26 29 50 53 91\n1 2T?T?";
    /// let record: Record = text.parse().unwrap();
    /// let view = record.replay_view(Arc::clone(&rules)).unwrap();
    /// assert_eq!(view.public().rounds_left(&rules), 22, "a double move takes two of 24 slots");
    /// ```
    #[inline]
    #[must_use]
    pub fn rounds_left(&self, rules: &Rules) -> u8 {
        match rules.length() {
            Length::Slots(slots) => slots.saturating_sub(self.slots_used),
            Length::Turns(turns) => turns.saturating_sub(self.turns_used),
        }
    }

    /// The detectives' stations, detective 1 first.
    pub fn detectives(&self) -> impl Iterator<Item = Station> + use<> {
        let seats = self.seats;
        DetectiveId::ALL.into_iter().map_while(move |id| seats.get(id))
    }

    /// Where a detective stands; `None` if he does not play.
    #[must_use]
    pub fn detective(&self, id: DetectiveId) -> Option<Station> {
        self.seats.get(id)
    }

    /// A detective's tickets.
    #[must_use]
    pub fn detective_tickets(&self, id: DetectiveId) -> DetectiveTickets {
        self.detective_tickets[id.index()]
    }

    /// Mr X's tickets, which are public (rule 2.6).
    #[must_use]
    pub fn mr_x_tickets(&self) -> MrXTickets {
        self.mr_x_tickets
    }

    /// Tells whether a detective has moved in this round; only kept in any order.
    #[must_use]
    pub fn has_moved(&self, id: DetectiveId) -> bool {
        self.moved & id.bit() != 0
    }

    /// The stations on which detectives stand.
    #[must_use]
    pub fn occupied_set(&self) -> StationSet {
        self.detectives().collect()
    }

    /// Tells whether a detective stands there.
    #[inline]
    #[must_use]
    pub fn is_occupied(&self, station: Station) -> bool {
        self.seats.contains(station)
    }

    /// The rides that line and ticket allow a detective, blocked or not.
    ///
    /// It is a ready list of the board; [`rides`](PublicState::rides) leaves blocked ones out.
    #[inline]
    #[must_use]
    pub fn lines_out<'a>(&self, rules: &'a Rules, id: DetectiveId) -> &'a [Step] {
        match self.seats.get(id) {
            Some(from) => rules.board().steps(from, self.detective_tickets[id.index()].mask()),
            None => &[],
        }
    }

    /// The rides of one detective that are legal by line, ticket and colleagues, whoever's turn it
    /// is (rule 5.1).
    pub fn rides<'a>(
        &'a self,
        rules: &'a Rules,
        id: DetectiveId,
    ) -> impl Iterator<Item = Step> + 'a {
        self.lines_out(rules, id).iter().copied().filter(|step| !self.is_occupied(step.to))
    }

    /// Tells whether a detective has a legal ride, whoever's turn it is (rule 5.2).
    #[inline]
    #[must_use]
    pub fn can_ride(&self, rules: &Rules, id: DetectiveId) -> bool {
        self.lines_out(rules, id).iter().any(|step| !self.is_occupied(step.to))
    }

    /// The detectives' legal moves now, sorted; empty when it is not their turn.
    pub fn detective_moves<'a>(
        &'a self,
        rules: &'a Rules,
    ) -> impl Iterator<Item = DetectiveMove> + 'a {
        let (only, pass) = match self.turn {
            Turn::Detective(id) => {
                let pass = !self.can_ride(rules, id);
                (DetectiveId::ALL[id.index()..=id.index()].iter(), pass.then_some(id))
            }
            Turn::Team => (DetectiveId::ALL[..rules.detectives().into()].iter(), None),
            Turn::MrX | Turn::Over(_) => ([].iter(), None),
        };
        only.filter(|id| !self.has_moved(**id))
            .flat_map(move |&by| {
                self.rides(rules, by).map(move |step| DetectiveMove::Ride { by, step })
            })
            .chain(pass.map(|by| DetectiveMove::Pass { by }))
    }

    /// Mr X's legal moves now if he stood there, sorted: singles first, then double moves. Empty when
    /// it is not his turn.
    pub(crate) fn mr_x_moves_from<'a>(
        &'a self,
        rules: &'a Rules,
        station: Station,
    ) -> impl Iterator<Item = MrXMove> + 'a {
        let his_turn = self.turn == Turn::MrX && self.has_slot(rules);
        let mask = if his_turn { self.mr_x_tickets.mask() } else { 0 };
        let steps = rules.board().steps(station, mask);
        let first_of_double = if self.may_double(rules) { steps } else { &[] };
        let singles = steps
            .iter()
            .filter(move |step| rules.mr_x_may_enter_detective() || !self.is_occupied(step.to))
            .map(|step| MrXMove::Single(*step));
        let doubles = first_of_double
            .iter()
            .filter(move |step| !self.is_occupied(step.to))
            .flat_map(move |&first| {
                rules
                    .board()
                    .steps(first.to, self.mr_x_tickets.mask_after(first.ticket))
                    .iter()
                    .filter(move |step| !self.is_occupied(step.to))
                    .map(move |&second| MrXMove::Double(first, second))
            });
        singles.chain(doubles)
    }

    /// A legal detective move, each equally likely; it must be the detectives' turn.
    #[inline]
    pub fn draw_detective_move(&self, rules: &Rules, chance: &mut impl Draw) -> DetectiveMove {
        match self.turn {
            Turn::Detective(by) => match self.draw_ride(self.lines_out(rules, by), chance) {
                Some(step) => DetectiveMove::Ride { by, step },
                None => DetectiveMove::Pass { by },
            },
            Turn::Team | Turn::MrX | Turn::Over(_) => self.draw_team_move(rules, chance),
        }
    }

    /// One of the free steps, each equally likely.
    #[inline]
    pub(crate) fn draw_ride(&self, steps: &[Step], chance: &mut impl Draw) -> Option<Step> {
        if steps.is_empty() {
            return None;
        }
        let step = steps[chance.below(steps.len() as u32) as usize];
        if self.is_occupied(step.to) { self.draw_ride_again(steps, chance) } else { Some(step) }
    }

    /// Few steps are blocked, so drawing again is cheaper than counting the free ones, at first.
    #[cold]
    #[inline(never)]
    fn draw_ride_again(&self, steps: &[Step], chance: &mut impl Draw) -> Option<Step> {
        for _ in 0..8 {
            let step = steps[chance.below(steps.len() as u32) as usize];
            if !self.is_occupied(step.to) {
                return Some(step);
            }
        }
        let free = || steps.iter().filter(|step| !self.is_occupied(step.to));
        match free().count() as u32 {
            0 => None,
            count => free().nth(chance.below(count) as usize).copied(),
        }
    }

    /// One of the moves of all who have not moved, drawn as if no station were occupied, and again
    /// while the drawn one is blocked.
    #[inline]
    fn draw_team_move(&self, rules: &Rules, chance: &mut impl Draw) -> DetectiveMove {
        let mut lines: [&[Step]; MOST_DETECTIVES] = [&[]; MOST_DETECTIVES];
        let mut all = 0;
        for id in rules.detective_ids().filter(|id| !self.has_moved(*id)) {
            lines[id.index()] = self.lines_out(rules, id);
            all += lines[id.index()].len();
        }
        for _ in 0..if all == 0 { 0 } else { 8 } {
            let mut left = chance.below(all as u32) as usize;
            for (by, steps) in DetectiveId::ALL.into_iter().zip(lines) {
                if let Some(&step) = steps.get(left) {
                    if self.is_occupied(step.to) {
                        break;
                    }
                    return DetectiveMove::Ride { by, step };
                }
                left -= steps.len();
            }
        }
        let moves = self.detective_moves(rules).count() as u32;
        assert!(moves > 0, "a move was drawn when it was not the detectives' turn");
        let n = chance.below(moves) as usize;
        self.detective_moves(rules).nth(n).expect("n is below the number of moves")
    }

    /// The second steps of a double move that line and ticket allow, blocked or not.
    ///
    /// Whether a double move may be made at all is for [`may_double`](PublicState::may_double) to say.
    #[inline]
    #[must_use]
    pub fn lines_after<'a>(&self, rules: &'a Rules, first: Step) -> &'a [Step] {
        rules.board().steps(first.to, self.mr_x_tickets.mask_after(first.ticket))
    }

    /// Rule 4.2: a slot is free, and a turn.
    #[inline]
    pub(crate) fn has_slot(&self, rules: &Rules) -> bool {
        self.slots_used < rules.slots() && self.rounds_left(rules) > 0
    }

    /// Tells whether Mr X has a double-move ticket and two free slots (rule 4.5).
    #[inline]
    #[must_use]
    pub fn may_double(&self, rules: &Rules) -> bool {
        self.mr_x_tickets.doubles().has(1)
            && u16::from(self.slots_used) + 2 <= u16::from(rules.slots())
            && self.rounds_left(rules) > 0
    }

    /// Tells whether Mr X could make a step if he stood there (rules 4.2 and 4.9).
    #[inline]
    pub(crate) fn mr_x_could_move_from(&self, rules: &Rules, station: Station) -> bool {
        self.has_slot(rules)
            && rules
                .board()
                .steps(station, self.mr_x_tickets.mask())
                .iter()
                .any(|step| rules.mr_x_may_enter_detective() || !self.is_occupied(step.to))
    }

    /// The public effects of one step of Mr X.
    #[inline]
    pub(crate) fn pay_mr_x_step(&mut self, ticket: Ticket) {
        self.mr_x_tickets.spend(ticket);
        self.slots_used += 1;
    }

    /// Mr X's turn is done and the detectives' begins; `false` if it is over at once (rule 5.4).
    #[inline]
    pub(crate) fn begin_detectives(&mut self, rules: &Rules) -> bool {
        self.turns_used += 1;
        match rules.order() {
            Order::Fixed => {
                self.turn = Turn::Detective(DetectiveId::D1);
                true
            }
            Order::Any => {
                self.turn = Turn::Team;
                self.team_can_move(rules)
            }
        }
    }

    /// The public effects of a detective's move, but for whose turn comes next.
    #[inline]
    pub(crate) fn place_detective(&mut self, rules: &Rules, mv: DetectiveMove) {
        if let DetectiveMove::Ride { by, step } = mv {
            self.seats.set(by, step.to);
            self.detective_tickets[by.index()].spend(step.ticket);
            if rules.hand_over() {
                self.mr_x_tickets.gain(step.ticket);
            }
        }
    }

    /// Hands the turn on after a detective's move; `false` when the round is over.
    #[inline]
    pub(crate) fn next_detective(&mut self, rules: &Rules, done: DetectiveId) -> bool {
        match rules.order() {
            Order::Fixed => {
                let next = done.index() + 1;
                if next >= usize::from(rules.detectives()) {
                    return false;
                }
                self.turn = Turn::Detective(DetectiveId::ALL[next]);
                true
            }
            Order::Any => {
                self.moved |= done.bit();
                self.team_can_move(rules)
            }
        }
    }

    /// Ends a round by what is public (rules 6.2 and 6.3) or gives the turn to Mr X.
    #[inline]
    pub(crate) fn end_round(&mut self, rules: &Rules) {
        self.moved = 0;
        self.turn = if self.rounds_left(rules) == 0 {
            Turn::Over(Outcome::Escaped)
        } else if !rules.detective_ids().any(|id| self.can_ride(rules, id)) {
            Turn::Over(Outcome::Stranded)
        } else {
            Turn::MrX
        };
    }

    fn team_can_move(&self, rules: &Rules) -> bool {
        rules.detective_ids().any(|id| !self.has_moved(id) && self.can_ride(rules, id))
    }
}
