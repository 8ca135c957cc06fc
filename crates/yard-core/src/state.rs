//! The whole truth: the table and Mr X's station.

use std::fmt;

use crate::draw::Draw;
use crate::error::PlayError;
use crate::moves::{DetectiveId, DetectiveMove, Move, MrXMove, Step};
use crate::public_state::{Outcome, PublicState, Turn};
use crate::rules::{Deal, Rules};
use crate::station::Station;
use crate::ticket::Ticket;

/// The whole truth of a game at one moment: a small value that search copies freely.
///
/// The referee holds the real one; an agent gets one only by [assuming] a station. It has no
/// history and cannot be serialised, and its `Debug` text keeps Mr X hidden.
///
/// [assuming]: crate::DetectiveView::assume
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    pub(crate) public: PublicState,
    pub(crate) mr_x: Station,
}

impl State {
    /// The first state of a game. If Mr X has no move it is over at once (rule 3.3).
    #[must_use]
    pub fn new(rules: &Rules, deal: &Deal) -> State {
        let mut state =
            State { public: PublicState::new(rules, &deal.detectives), mr_x: deal.mr_x };
        if !state.public.mr_x_could_move_from(rules, state.mr_x) {
            state.public.turn = Turn::Over(Outcome::Cornered);
        }
        state
    }

    /// The public half.
    #[inline]
    #[must_use]
    pub fn public(&self) -> &PublicState {
        &self.public
    }

    /// Who decides now, or how the game ended.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.public.turn
    }

    /// How the game ended, if it has.
    #[inline]
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.public.outcome()
    }

    /// Mr X's true station.
    #[inline]
    #[must_use]
    pub fn mr_x(&self) -> Station {
        self.mr_x
    }

    /// The steps that line and ticket allow Mr X, blocked or not, whoever's turn it is.
    #[inline]
    #[must_use]
    pub fn mr_x_lines_out<'a>(&self, rules: &'a Rules) -> &'a [Step] {
        rules.board().steps(self.mr_x, self.public.mr_x_tickets.mask())
    }

    /// Mr X's legal moves now, sorted: singles first, then double moves. Empty when it is not his
    /// turn.
    pub fn mr_x_moves<'a>(&'a self, rules: &'a Rules) -> impl Iterator<Item = MrXMove> + 'a {
        self.public.mr_x_moves_from(rules, self.mr_x)
    }

    /// The detectives' legal moves now, sorted. Empty when it is not their turn.
    pub fn detective_moves<'a>(
        &'a self,
        rules: &'a Rules,
    ) -> impl Iterator<Item = DetectiveMove> + 'a {
        self.public.detective_moves(rules)
    }

    /// The legal moves of whoever's turn it is, sorted.
    pub fn moves<'a>(&'a self, rules: &'a Rules) -> impl Iterator<Item = Move> + 'a {
        self.mr_x_moves(rules)
            .map(Move::MrX)
            .chain(self.detective_moves(rules).map(Move::Detective))
    }

    /// Tells whether a move is legal now.
    #[must_use]
    pub fn is_legal(&self, rules: &Rules, mv: Move) -> bool {
        self.check(rules, mv).is_ok()
    }

    /// Plays a move after checking it.
    ///
    /// # Errors
    /// Says why the move is refused; the state is then unchanged.
    pub fn play(&mut self, rules: &Rules, mv: Move) -> Result<(), PlayError> {
        self.check(rules, mv)?;
        match mv {
            Move::MrX(mv) => self.play_mr_x(rules, mv),
            Move::Detective(mv) => self.play_detective(rules, mv),
        }
        Ok(())
    }

    /// Plays a move of Mr X that is known to be legal; for search.
    #[inline]
    pub fn play_mr_x(&mut self, rules: &Rules, mv: MrXMove) {
        debug_assert_eq!(self.check(rules, Move::MrX(mv)), Ok(()));
        let public = &mut self.public;
        match mv {
            MrXMove::Single(step) => {
                public.pay_mr_x_step(step.ticket);
                self.mr_x = step.to;
            }
            MrXMove::Double(first, second) => {
                public.mr_x_tickets.spend_double();
                public.pay_mr_x_step(first.ticket);
                public.pay_mr_x_step(second.ticket);
                self.mr_x = second.to;
            }
        }
        let goes_on = public.begin_detectives(rules);
        if rules.mr_x_may_enter_detective() && public.is_occupied(self.mr_x) {
            public.turn = Turn::Over(Outcome::Captured);
        } else if !goes_on {
            self.end_round(rules);
        }
    }

    /// Plays a detective's move that is known to be legal; for search.
    #[inline]
    pub fn play_detective(&mut self, rules: &Rules, mv: DetectiveMove) {
        debug_assert_eq!(self.check(rules, Move::Detective(mv)), Ok(()));
        self.public.place_detective(rules, mv);
        if let DetectiveMove::Ride { step, .. } = mv
            && step.to == self.mr_x
        {
            self.public.turn = Turn::Over(Outcome::Captured);
        } else if !self.public.next_detective(rules, mv.by()) {
            self.end_round(rules);
        }
    }

    #[inline]
    fn end_round(&mut self, rules: &Rules) {
        self.public.end_round(rules);
        if self.public.turn == Turn::MrX && !self.public.mr_x_could_move_from(rules, self.mr_x) {
            self.public.turn = Turn::Over(Outcome::Cornered);
        }
    }

    /// Plays a whole round of the detectives at random, when all of it lies ahead, and returns its
    /// plies: the same as drawing and playing ply by ply, without keeping whose turn it is.
    ///
    /// In any order, or when some have moved, it plays one ply.
    #[inline]
    pub fn play_random_detectives(&mut self, rules: &Rules, chance: &mut impl Draw) -> u32 {
        if self.public.turn != Turn::Detective(DetectiveId::D1) {
            let mv = self.public.draw_detective_move(rules, chance);
            self.play_detective(rules, mv);
            return 1;
        }
        let mut plies = 0;
        for by in rules.detective_ids() {
            plies += 1;
            if let Some(step) = self.public.draw_ride(self.public.lines_out(rules, by), chance) {
                self.public.place_detective(rules, DetectiveMove::Ride { by, step });
                if step.to == self.mr_x {
                    self.public.turn = Turn::Over(Outcome::Captured);
                    return plies;
                }
            }
        }
        self.end_round(rules);
        plies
    }

    /// A legal move of Mr X, each equally likely, double moves included; he must have one.
    #[inline]
    pub fn draw_mr_x_move(&self, rules: &Rules, chance: &mut impl Draw) -> MrXMove {
        if self.public.may_double(rules) {
            return self.draw_mr_x_move_with_doubles(rules, chance);
        }
        let steps = rules.board().steps(self.mr_x, self.public.mr_x_tickets.mask());
        if rules.mr_x_may_enter_detective() {
            return MrXMove::Single(steps[chance.below(steps.len() as u32) as usize]);
        }
        let step = self.public.draw_ride(steps, chance);
        MrXMove::Single(step.expect("Mr X has a legal move when it is his turn"))
    }

    /// Draws among all single and double moves as if no station were occupied, and again while
    /// the drawn one is blocked.
    fn draw_mr_x_move_with_doubles(&self, rules: &Rules, chance: &mut impl Draw) -> MrXMove {
        let public = &self.public;
        let steps = rules.board().steps(self.mr_x, public.mr_x_tickets.mask());
        let seconds = |first: &Step| {
            rules.board().steps(first.to, public.mr_x_tickets.mask_after(first.ticket))
        };
        let doubles: usize = steps.iter().map(|first| seconds(first).len()).sum();
        let all = (steps.len() + doubles) as u32;
        for _ in 0..if all == 0 { 0 } else { 8 } {
            let drawn = chance.below(all) as usize;
            if let Some(&step) = steps.get(drawn) {
                if rules.mr_x_may_enter_detective() || !public.is_occupied(step.to) {
                    return MrXMove::Single(step);
                }
                continue;
            }
            let mut left = drawn - steps.len();
            for first in steps {
                let seconds = seconds(first);
                if let Some(&second) = seconds.get(left) {
                    if public.is_occupied(first.to) || public.is_occupied(second.to) {
                        break;
                    }
                    return MrXMove::Double(*first, second);
                }
                left -= seconds.len();
            }
        }
        self.draw_counted_mr_x_move(rules, chance)
    }

    #[cold]
    fn draw_counted_mr_x_move(&self, rules: &Rules, chance: &mut impl Draw) -> MrXMove {
        let moves = self.mr_x_moves(rules).count() as u32;
        assert!(moves > 0, "a move was drawn when it was not Mr X's turn");
        let n = chance.below(moves) as usize;
        self.mr_x_moves(rules).nth(n).expect("n is below the number of moves")
    }

    /// Says why a move is not legal now.
    pub(crate) fn check(&self, rules: &Rules, mv: Move) -> Result<(), PlayError> {
        match mv {
            Move::MrX(mv) => self.check_mr_x(rules, mv),
            Move::Detective(mv) => check_detective(&self.public, rules, mv),
        }
    }

    fn check_mr_x(&self, rules: &Rules, mv: MrXMove) -> Result<(), PlayError> {
        let public = &self.public;
        if public.turn != Turn::MrX {
            return Err(PlayError::OutOfTurn { turn: public.turn });
        }
        if !public.has_slot(rules) {
            return Err(PlayError::NoSlot);
        }
        let enter = |station| match public.is_occupied(station) {
            true => Err(PlayError::Occupied { station }),
            false => Ok(()),
        };
        match mv {
            MrXMove::Single(step) => {
                pay(public.mr_x_tickets.of(step.ticket).has(1), step.ticket)?;
                ride(rules, self.mr_x, step)?;
                if rules.mr_x_may_enter_detective() { Ok(()) } else { enter(step.to) }
            }
            MrXMove::Double(first, second) => {
                if !public.mr_x_tickets.doubles().has(1) {
                    return Err(PlayError::NoDouble);
                }
                if !public.may_double(rules) {
                    return Err(PlayError::NoSlot);
                }
                pay(public.mr_x_tickets.of(first.ticket).has(1), first.ticket)?;
                ride(rules, self.mr_x, first)?;
                enter(first.to)?;
                let needed = if first.ticket == second.ticket { 2 } else { 1 };
                pay(public.mr_x_tickets.of(second.ticket).has(needed), second.ticket)?;
                ride(rules, first.to, second)?;
                enter(second.to)
            }
        }
    }
}

impl PublicState {
    /// A hypothetical state: this table, with Mr X on the given station; for search below the root.
    ///
    /// It is built from what is public and the guess alone.
    #[inline]
    #[must_use]
    pub fn assume(&self, mr_x: Station) -> State {
        State { public: *self, mr_x }
    }
}

/// Says why a detective's move is not legal; what is public is enough to tell.
pub(crate) fn check_detective(
    public: &PublicState,
    rules: &Rules,
    mv: DetectiveMove,
) -> Result<(), PlayError> {
    let by = mv.by();
    let out_of_turn = PlayError::OutOfTurn { turn: public.turn };
    match public.turn {
        Turn::Detective(next) if next == by => {}
        Turn::Team if by.number() <= rules.detectives() => {
            if public.has_moved(by) {
                return Err(PlayError::MovedAlready { by });
            }
        }
        Turn::MrX | Turn::Team | Turn::Detective(_) | Turn::Over(_) => return Err(out_of_turn),
    }
    match mv {
        DetectiveMove::Pass { .. } => match public.turn {
            Turn::Detective(_) if !public.can_ride(rules, by) => Ok(()),
            Turn::MrX | Turn::Team | Turn::Detective(_) | Turn::Over(_) => {
                Err(PlayError::MustMove { by })
            }
        },
        DetectiveMove::Ride { step, .. } => {
            pay(public.detective_tickets(by).of(step.ticket).has(1), step.ticket)?;
            let from = public.detective(by).ok_or(out_of_turn)?;
            ride(rules, from, step)?;
            if public.is_occupied(step.to) {
                return Err(PlayError::Occupied { station: step.to });
            }
            Ok(())
        }
    }
}

fn pay(has: bool, ticket: Ticket) -> Result<(), PlayError> {
    if has { Ok(()) } else { Err(PlayError::NoTicket { ticket }) }
}

fn ride(rules: &Rules, from: Station, step: Step) -> Result<(), PlayError> {
    if rules.board().reach(from, step.ticket).contains(step.to) {
        Ok(())
    } else {
        Err(PlayError::NoLine { ticket: step.ticket, to: step.to })
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State")
            .field("mr_x", &format_args!("Hidden(..)"))
            .field("table", &self.public)
            .finish()
    }
}
