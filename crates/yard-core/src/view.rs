//! What each side knows: two types, of which only Mr X's holds his station.

use std::sync::Arc;

use crate::candidates::Candidates;
use crate::draw::Draw;
use crate::error::PlayError;
use crate::moves::{DetectiveMove, MrXMove, PublicMrXMove, PublicStep};
use crate::public_state::{Outcome, PublicState, Turn};
use crate::rules::{Deal, Rules};
use crate::state::{State, check_detective};
use crate::station::{Station, StationSet};

/// One public event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PublicPly {
    /// Mr X's turn, as everybody saw it.
    MrX(PublicMrXMove),
    /// A detective's move.
    Detective(DetectiveMove),
}

/// Everything public that has happened: the detectives' start stations and all plies since.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicLog {
    mr_x: Option<Station>,
    start: Vec<Station>,
    plies: Vec<PublicPly>,
    /// What lay open and was known at the beginning, where that was a setup.
    setup: Option<Box<(PublicState, Candidates)>>,
}

/// One slot of the travel log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LogSlot {
    /// Number of the slot, counted from 1.
    pub slot: u8,
    /// What lies there.
    pub step: PublicStep,
    /// Whether it is the second step of a double move.
    pub second: bool,
}

/// When and where Mr X was seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sighting {
    /// The slot of the travel log, counted from 1.
    pub slot: u8,
    /// His station.
    pub station: Station,
}

impl PublicLog {
    /// Mr X's start station, where the rules make it known.
    #[must_use]
    pub fn mr_x_start(&self) -> Option<Station> {
        self.mr_x
    }

    /// What lay open at the beginning and where Mr X could be, where the game began from a setup (rule 3.4).
    #[must_use]
    pub fn setup(&self) -> Option<(&PublicState, &Candidates)> {
        self.setup.as_deref().map(|(public, candidates)| (public, candidates))
    }

    /// The detectives' start stations.
    #[must_use]
    pub fn start(&self) -> &[Station] {
        &self.start
    }

    /// All plies so far.
    #[must_use]
    pub fn plies(&self) -> &[PublicPly] {
        &self.plies
    }

    /// The travel log: one entry for each step of Mr X since the beginning.
    pub fn slots(&self) -> impl Iterator<Item = LogSlot> + '_ {
        let steps = self.plies.iter().flat_map(|ply| {
            let steps = match ply {
                PublicPly::MrX(PublicMrXMove::Single(step)) => [Some((*step, false)), None],
                PublicPly::MrX(PublicMrXMove::Double(first, second)) => {
                    [Some((*first, false)), Some((*second, true))]
                }
                PublicPly::Detective(_) => [None, None],
            };
            steps.into_iter().flatten()
        });
        let before = self.setup.as_ref().map_or(0, |setup| setup.0.slots_used);
        (before + 1..).zip(steps).map(|(slot, (step, second))| LogSlot { slot, step, second })
    }

    /// When and where Mr X was seen last.
    #[must_use]
    pub fn last_seen(&self) -> Option<Sighting> {
        let seen = |slot: LogSlot| Some(Sighting { slot: slot.slot, station: slot.step.seen? });
        self.slots().filter_map(seen).last()
    }
}

/// All that the detectives know, with full recall.
///
/// It owns its data and has no place for Mr X's hidden station. An agent that wants to simulate
/// spells its guess out with [`assume`](DetectiveView::assume). The view can also be driven by hand
/// from the log of a real table: [`mr_x_moved`](DetectiveView::mr_x_moved) and
/// [`detective_moved`](DetectiveView::detective_moved).
#[derive(Clone, PartialEq, Debug)]
pub struct DetectiveView {
    rules: Arc<Rules>,
    public: PublicState,
    log: PublicLog,
    candidates: Candidates,
}

impl DetectiveView {
    /// The view before the first move. `mr_x` counts only where the rules make his start known.
    #[must_use]
    pub fn new(rules: Arc<Rules>, detectives: &[Station], mr_x: Option<Station>) -> DetectiveView {
        let public = PublicState::new(&rules, detectives);
        let starts = possible_starts(&rules, &public, mr_x);
        let mut candidates = Candidates::new(starts);
        candidates.strike_stuck(&rules, &public);
        let known = mr_x.filter(|_| rules.start_known());
        let (start, plies) = (detectives.to_vec(), Vec::new());
        let log = PublicLog { mr_x: known, start, plies, setup: None };
        DetectiveView { rules, public, log, candidates }
    }

    /// A view that begins in the middle of a game, with an empty log.
    #[must_use]
    pub fn from_middle(
        rules: Arc<Rules>,
        public: PublicState,
        candidates: StationSet,
    ) -> DetectiveView {
        let start = public.detectives().collect();
        let log = PublicLog { mr_x: None, start, plies: Vec::new(), setup: None };
        DetectiveView { rules, public, log, candidates: Candidates::new(candidates) }
    }

    /// The view of a game that begins from a setup; its log remembers where.
    pub(crate) fn of_setup(
        rules: Arc<Rules>,
        public: PublicState,
        candidates: Candidates,
    ) -> DetectiveView {
        let mut view = DetectiveView::from_middle(rules, public, candidates.to_set());
        view.log.setup = Some(Box::new((public, candidates)));
        view
    }

    /// A view that begins in the middle of a game, just after Mr X was seen on a station: its log begins
    /// there, and says that he started on it.
    #[must_use]
    pub fn just_seen(rules: Arc<Rules>, public: PublicState, mr_x: Station) -> DetectiveView {
        let candidates = Candidates::new(StationSet::of(mr_x));
        let mut view = DetectiveView::of_setup(rules, public, candidates);
        view.log.mr_x = Some(mr_x);
        view
    }

    /// The view when Mr X turns out to have no move at the very start (rule 3.3).
    pub(crate) fn cornered_at_start(&mut self, mr_x: Option<Station>) {
        let starts = possible_starts(&self.rules, &self.public, mr_x);
        self.candidates = Candidates::new(starts);
        self.candidates.keep_stuck(&self.rules, &self.public);
        self.public.turn = Turn::Over(Outcome::Cornered);
    }

    /// The rules of the game.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The rules, to be shared.
    #[must_use]
    pub fn rules_arc(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// What lies open: stations, tickets, slots, whose turn it is.
    #[must_use]
    pub fn public(&self) -> &PublicState {
        &self.public
    }

    /// Who decides now, or how the game ended.
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.public.turn
    }

    /// What has happened.
    #[must_use]
    pub fn log(&self) -> &PublicLog {
        &self.log
    }

    /// Where Mr X can be.
    #[must_use]
    pub fn candidates(&self) -> &Candidates {
        &self.candidates
    }

    /// The detectives' legal moves now, sorted. Empty when it is not their turn.
    pub fn legal_moves(&self) -> impl Iterator<Item = DetectiveMove> + '_ {
        self.public.detective_moves(&self.rules)
    }

    /// A legal move, each equally likely; it must be the detectives' turn.
    pub fn draw_move(&self, chance: &mut impl Draw) -> DetectiveMove {
        self.public.draw_detective_move(&self.rules, chance)
    }

    /// A hypothetical state: this table, with Mr X on the given station.
    ///
    /// It is built from the view and the guess alone. A guess that is no candidate contradicts the
    /// log, but is allowed.
    #[must_use]
    pub fn assume(&self, mr_x: Station) -> State {
        State { public: self.public, mr_x }
    }

    /// The view as it was before the first ply of its log.
    ///
    /// A game that began from a setup is back there. A view of
    /// [`from_middle`](DetectiveView::from_middle) does not know how it came there; this one then begins with
    /// full stocks and an empty travel log.
    #[must_use]
    pub fn at_start(&self) -> DetectiveView {
        if let Some((public, candidates)) = self.log.setup() {
            let mut view = DetectiveView::of_setup(Arc::clone(&self.rules), *public, *candidates);
            view.log.mr_x = self.log.mr_x;
            return view;
        }
        DetectiveView::new(Arc::clone(&self.rules), &self.log.start, self.log.mr_x)
    }

    /// Plays the log again, ply by ply, from the view [at the start](DetectiveView::at_start).
    ///
    /// ```
    /// use std::sync::Arc;
    /// use yard_core::{presets, Record};
    /// let rules = Arc::new(presets::rules("classic").unwrap());
    /// let text = "yard-record 1\nrules classic\nstart ? 26 29 50 53 91\n1 U? | T27 B41";
    /// let record: Record = text.parse().unwrap();
    /// let view = record.replay_view(rules).unwrap();
    /// let mut replay = view.replay();
    /// let mut counts = vec![replay.view().candidates().len()];
    /// while replay.play_next().unwrap().is_some() {
    ///     counts.push(replay.view().candidates().len());
    /// }
    /// assert_eq!(counts, [13, 3, 3, 3], "start cards, then stations that the underground reaches");
    /// assert_eq!(replay.view(), &view);
    /// ```
    #[must_use]
    pub fn replay(&self) -> Replay<'_> {
        Replay { view: self.at_start(), left: &self.log.plies, end: self.public.outcome() }
    }

    /// Records a public ply. `end` is how the game ended with it, where only the referee can tell.
    ///
    /// # Errors
    /// As [`mr_x_moved`](DetectiveView::mr_x_moved) and
    /// [`detective_moved`](DetectiveView::detective_moved). The view is then unchanged.
    pub fn moved(&mut self, ply: PublicPly, end: Option<Outcome>) -> Result<(), PlayError> {
        match ply {
            PublicPly::MrX(mv) => self.mr_x_moved(mv, end),
            PublicPly::Detective(mv) => self.detective_moved(mv, end),
        }
    }

    /// Records a turn of Mr X as everybody saw it. `end` is what only the referee can tell: that he
    /// stepped onto a detective and was captured (rule 4.9).
    ///
    /// # Errors
    /// When it is not his turn, a ticket or slot is missing, a surfacing step hides the station or
    /// another shows it, or no candidate could have moved so. The view is then unchanged.
    pub fn mr_x_moved(&mut self, mv: PublicMrXMove, end: Option<Outcome>) -> Result<(), PlayError> {
        let captured = end == Some(Outcome::Captured);
        let mut public = self.public;
        if public.turn != Turn::MrX {
            return Err(PlayError::OutOfTurn { turn: public.turn });
        }
        if captured && (mv.is_double() || !self.rules.mr_x_may_enter_detective()) {
            return Err(PlayError::NoCandidate);
        }
        if mv.is_double() {
            if !public.mr_x_tickets.doubles().has(1) {
                return Err(PlayError::NoDouble);
            }
            if !public.may_double(&self.rules) {
                return Err(PlayError::NoSlot);
            }
            public.mr_x_tickets.spend_double();
        } else if !public.has_slot(&self.rules) {
            return Err(PlayError::NoSlot);
        }
        let mut candidates = self.candidates;
        let occupied = public.occupied_set();
        for step in mv.steps() {
            if !public.mr_x_tickets.of(step.ticket).has(1) {
                return Err(PlayError::NoTicket { ticket: step.ticket });
            }
            public.pay_mr_x_step(step.ticket);
            let surfaces = self.rules.surfaces_after(public.slots_used);
            match step.seen {
                None if surfaces || captured => {
                    return Err(PlayError::MustSurface { slot: public.slots_used });
                }
                Some(_) if !surfaces && !captured => {
                    return Err(PlayError::MustHide { slot: public.slots_used });
                }
                Some(station) if captured && !public.is_occupied(station) => {
                    return Err(PlayError::NoCandidate);
                }
                Some(_) | None => {}
            }
            let hidden = PublicStep { seen: None, ..step };
            let nobody = if captured { StationSet::EMPTY } else { occupied };
            candidates.step(self.rules.board(), &nobody, hidden);
            if let Some(station) = step.seen {
                if !candidates.contains(station) {
                    return Err(PlayError::NoLine { to: station, ticket: step.ticket });
                }
                candidates.fix(station);
            }
        }
        if candidates.is_empty() {
            return Err(PlayError::NoCandidate);
        }
        if !public.begin_detectives(&self.rules) {
            public.end_round(&self.rules);
        }
        match (end, public.turn) {
            (None, _) => {}
            (Some(Outcome::Captured), _) => public.turn = Turn::Over(Outcome::Captured),
            (Some(told), Turn::Over(outcome)) if told == outcome => {}
            (Some(_), _) => return Err(PlayError::NoCandidate),
        }
        self.observe_mr_x(mv, public);
        Ok(())
    }

    /// Records a detective's move. `end` is what only the referee can tell: a capture, or that
    /// Mr X has no legal move now.
    ///
    /// # Errors
    /// When the move is not legal, or what is told leaves Mr X no station. The view is then
    /// unchanged.
    pub fn detective_moved(
        &mut self,
        mv: DetectiveMove,
        end: Option<Outcome>,
    ) -> Result<(), PlayError> {
        check_detective(&self.public, &self.rules, mv)?;
        let mut public = self.public;
        public.place_detective(&self.rules, mv);
        match (end, mv) {
            (Some(Outcome::Captured), DetectiveMove::Ride { step, .. })
                if self.candidates.contains(step.to) =>
            {
                public.turn = Turn::Over(Outcome::Captured);
            }
            (Some(Outcome::Captured), _) => return Err(PlayError::NoCandidate),
            (None | Some(Outcome::Cornered | Outcome::Escaped | Outcome::Stranded), _) => {
                if !public.next_detective(&self.rules, mv.by()) {
                    public.end_round(&self.rules);
                }
                match (end, public.turn) {
                    (None, _) => {}
                    (Some(Outcome::Cornered), Turn::MrX) => {
                        public.turn = Turn::Over(Outcome::Cornered);
                    }
                    (Some(told), Turn::Over(outcome)) if told == outcome => {}
                    (Some(_), _) => return Err(PlayError::NoCandidate),
                }
            }
        }
        let mut after = self.candidates;
        Self::narrow(&self.rules, &mut after, mv, &public);
        if after.is_empty() {
            return Err(PlayError::NoCandidate);
        }
        self.log.plies.push(PublicPly::Detective(mv));
        self.candidates = after;
        self.public = public;
        Ok(())
    }

    /// Takes over a turn of Mr X that was legal, and the table after it.
    #[inline]
    pub(crate) fn observe_mr_x(&mut self, mv: PublicMrXMove, after: PublicState) {
        self.log.plies.push(PublicPly::MrX(mv));
        let occupied = after.occupied_set();
        let board = self.rules.board();
        match mv {
            PublicMrXMove::Single(step) => self.candidates.step(board, &occupied, step),
            PublicMrXMove::Double(first, second) => {
                self.candidates.step(board, &occupied, first);
                self.candidates.step(board, &occupied, second);
            }
        }
        self.public = after;
    }

    /// Takes over a detective's move that was legal, and the table after it.
    #[inline]
    pub(crate) fn observe_detective(&mut self, mv: DetectiveMove, after: PublicState) {
        self.log.plies.push(PublicPly::Detective(mv));
        Self::narrow(&self.rules, &mut self.candidates, mv, &after);
        self.public = after;
    }

    #[inline]
    fn narrow(rules: &Rules, candidates: &mut Candidates, mv: DetectiveMove, after: &PublicState) {
        if let DetectiveMove::Ride { step, .. } = mv {
            if after.turn == Turn::Over(Outcome::Captured) {
                candidates.fix(step.to);
            } else {
                candidates.strike(step.to);
            }
        }
        match after.turn {
            Turn::MrX => candidates.strike_stuck(rules, after),
            Turn::Over(Outcome::Cornered) => candidates.keep_stuck(rules, after),
            Turn::Detective(_) | Turn::Team | Turn::Over(_) => {}
        }
    }
}

/// A log that is played again: what the detectives knew before and after each ply.
///
/// [`DetectiveView::replay`] begins it.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    view: DetectiveView,
    left: &'a [PublicPly],
    /// How the game ended with its last ply, if it has.
    end: Option<Outcome>,
}

impl Replay<'_> {
    /// The view after the plies that were played so far.
    #[must_use]
    pub fn view(&self) -> &DetectiveView {
        &self.view
    }

    /// The plies that are still to come.
    #[must_use]
    pub fn left(&self) -> &[PublicPly] {
        self.left
    }

    /// Plays the next ply and returns it; `None` at the end of the log.
    ///
    /// # Errors
    /// When the log does not follow from its start, as that of a game which began in the middle.
    pub fn play_next(&mut self) -> Result<Option<PublicPly>, PlayError> {
        let Some((ply, left)) = self.left.split_first() else {
            return Ok(None);
        };
        let end = self.end.filter(|_| left.is_empty());
        self.view.moved(*ply, end)?;
        self.left = left;
        Ok(Some(*ply))
    }
}

/// Rule 7.3: where Mr X may have started. His station counts only where the rules make it known.
fn possible_starts(rules: &Rules, public: &PublicState, mr_x: Option<Station>) -> StationSet {
    match mr_x {
        Some(station) if rules.start_known() => StationSet::of(station),
        Some(_) | None => rules.mr_x_starts().without(&public.occupied_set()),
    }
}

/// All that Mr X knows: what the detectives know, his station, and the way he came.
#[derive(Clone, PartialEq, Debug)]
pub struct MrXView {
    pub(crate) seen: DetectiveView,
    pub(crate) station: Station,
    pub(crate) path: Vec<Station>,
}

impl MrXView {
    /// The view before the first move.
    pub(crate) fn new(rules: Arc<Rules>, deal: &Deal) -> MrXView {
        let mut seen = DetectiveView::new(rules, &deal.detectives, Some(deal.mr_x));
        if State::new(&seen.rules, deal).outcome().is_some() {
            seen.cornered_at_start(Some(deal.mr_x));
        }
        MrXView { seen, station: deal.mr_x, path: vec![deal.mr_x] }
    }

    /// What Mr X would know if the detectives knew this and he stood there, whatever way he came.
    #[must_use]
    pub fn assume(seen: DetectiveView, station: Station) -> MrXView {
        MrXView { seen, station, path: vec![station] }
    }

    /// What the detectives know.
    #[must_use]
    pub fn detective_view(&self) -> &DetectiveView {
        &self.seen
    }

    /// The rules of the game.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.seen.rules
    }

    /// The rules, to be shared.
    #[must_use]
    pub fn rules_arc(&self) -> &Arc<Rules> {
        &self.seen.rules
    }

    /// What lies open: stations, tickets, slots, whose turn it is.
    #[must_use]
    pub fn public(&self) -> &PublicState {
        &self.seen.public
    }

    /// Who decides now, or how the game ended.
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.seen.public.turn
    }

    /// What has happened, as everybody saw it.
    #[must_use]
    pub fn log(&self) -> &PublicLog {
        &self.seen.log
    }

    /// Where Mr X is.
    #[must_use]
    pub fn station(&self) -> Station {
        self.station
    }

    /// His start station and his station after each log slot.
    #[must_use]
    pub fn path(&self) -> &[Station] {
        &self.path
    }

    /// Where the detectives think he can be.
    #[must_use]
    pub fn candidates(&self) -> &Candidates {
        &self.seen.candidates
    }

    /// The whole truth, which he knows.
    #[must_use]
    pub fn state(&self) -> State {
        State { public: self.seen.public, mr_x: self.station }
    }

    /// His legal moves now, sorted. Empty when it is not his turn.
    pub fn legal_moves(&self) -> impl Iterator<Item = MrXMove> + '_ {
        self.seen.public.mr_x_moves_from(&self.seen.rules, self.station)
    }

    /// A legal move, each equally likely; it must be his turn.
    pub fn draw_move(&self, chance: &mut impl Draw) -> MrXMove {
        self.state().draw_mr_x_move(&self.seen.rules, chance)
    }
}
