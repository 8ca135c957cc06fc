//! From a game to its record and back.

use std::fmt;
use std::sync::Arc;

use super::{Record, RecordError, RecordResult, RecordTurn};
use crate::error::PlayError;
use crate::fault::{Fault, Faults};
use crate::game::Game;
use crate::moves::{DetectiveMove, Move, PublicMrXMove, PublicStep};
use crate::notation::DetectiveText;
use crate::public_state::{Outcome, Turn};
use crate::rules::{Deal, Order, Rules};
use crate::setup::Setup;
use crate::station::Station;
use crate::view::{DetectiveView, PublicPly};

impl Record {
    /// A record of a game from its deal to this moment, with every station.
    ///
    /// A game that began from a setup has a record that begins there, too.
    #[must_use]
    pub fn of(game: &Game) -> Record {
        let path = game.mr_x_view().path();
        let view = game.detective_view();
        let mut record = Record {
            rules: game.rules().name().to_owned(),
            mr_x: path.first().copied(),
            detectives: view.log().start().to_vec(),
            setup: setup_of(view, path.first().copied()),
            first: Vec::new(),
            turns: Vec::new(),
            result: RecordResult::of(game.turn()),
            // The moves of a full record tell it.
            cornered: false,
        };
        let mut stations = path.iter().copied().skip(1);
        let mut show = |step: PublicStep| PublicStep { seen: stations.next(), ..step };
        for ply in view.log().plies() {
            match *ply {
                PublicPly::MrX(mv) => {
                    let mr_x = match mv {
                        PublicMrXMove::Single(step) => PublicMrXMove::Single(show(step)),
                        PublicMrXMove::Double(first, second) => {
                            let first = show(first);
                            PublicMrXMove::Double(first, show(second))
                        }
                    };
                    record.turns.push(RecordTurn { mr_x, detectives: Vec::new() });
                }
                PublicPly::Detective(mv) => record.push(mv, game.rules().order()),
            }
        }
        record
    }

    /// A record of what the detectives have seen.
    #[must_use]
    pub fn of_view(view: &DetectiveView) -> Record {
        let rules = view.rules();
        let mut record = Record {
            rules: rules.name().to_owned(),
            mr_x: view.log().mr_x_start(),
            detectives: view.log().start().to_vec(),
            setup: setup_of(view, None),
            first: Vec::new(),
            turns: Vec::new(),
            result: RecordResult::of(view.turn()),
            cornered: view.turn() == Turn::Over(Outcome::Cornered),
        };
        for ply in view.log().plies() {
            match *ply {
                PublicPly::MrX(mr_x) => {
                    record.turns.push(RecordTurn { mr_x, detectives: Vec::new() });
                }
                PublicPly::Detective(mv) => record.push(mv, rules.order()),
            }
        }
        record
    }

    fn push(&mut self, mv: DetectiveMove, order: Order) {
        let moves = match self.turns.last_mut() {
            Some(turn) => &mut turn.detectives,
            None => &mut self.first,
        };
        moves.push(DetectiveText::new(mv, order));
    }

    /// The record before its first move.
    #[must_use]
    pub fn beginning(&self) -> Record {
        Record {
            first: Vec::new(),
            turns: Vec::new(),
            result: RecordResult::Open,
            cornered: false,
            ..self.clone()
        }
    }

    /// Tells whether every station of Mr X is there.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.mr_x.is_some() && self.turns.iter().all(|turn| turn.mr_x.known().is_some())
    }

    /// The same game as the detectives saw it: hidden stations become `?`.
    ///
    /// # Errors
    /// When the record does not replay.
    pub fn hide(&self, rules: Arc<Rules>) -> Result<Record, RecordError> {
        Ok(Record::of_view(&self.replay_view(rules)?))
    }

    /// Plays a full record again.
    ///
    /// # Errors
    /// When a station is missing, a move is not legal or the result is wrong.
    pub fn replay(&self, rules: Arc<Rules>) -> Result<Game, RecordError> {
        self.replay_each(rules, |_, _| {})
    }

    /// Plays a full record again and shows the game after each move.
    ///
    /// # Errors
    /// As [`Record::replay`].
    pub fn replay_each(
        &self,
        rules: Arc<Rules>,
        mut each: impl FnMut(&Game, Move),
    ) -> Result<Game, RecordError> {
        let mut game = self.begin(rules)?;
        for text in &self.first {
            let mv = in_turn(*text, game.turn(), 0)?;
            game.play(mv.into()).map_err(|cause| detective_refused(0, mv, cause))?;
            each(&game, mv.into());
        }
        for (turn, round) in (1..).zip(&self.turns) {
            let mv = round.mr_x.known().ok_or(RecordError::Hidden)?;
            game.play(mv.into()).map_err(|cause| refused(turn, "Mr X", &round.mr_x, cause))?;
            each(&game, mv.into());
            for text in &round.detectives {
                let mv = in_turn(*text, game.turn(), turn)?;
                game.play(mv.into()).map_err(|cause| detective_refused(turn, mv, cause))?;
                each(&game, mv.into());
            }
        }
        self.check_result(game.turn())?;
        Ok(game)
    }

    /// The game before the first move of a full record.
    fn begin(&self, rules: Arc<Rules>) -> Result<Game, RecordError> {
        let mr_x = self.mr_x.ok_or(RecordError::Hidden);
        if let Some(setup) = &self.setup {
            let rules = fit(setup, rules)?;
            mr_x?;
            return setup.game(rules).map_err(RecordError::Start);
        }
        let rules = self.check_start(rules)?;
        let deal = Deal { mr_x: mr_x?, detectives: self.detectives.iter().copied().collect() };
        Ok(Game::new(rules, &deal))
    }

    /// What the detectives know before the first move.
    fn begin_view(&self, rules: Arc<Rules>) -> Result<DetectiveView, RecordError> {
        if let Some(setup) = &self.setup {
            let rules = fit(setup, rules)?;
            return setup.view(rules).map_err(RecordError::Start);
        }
        let rules = self.check_start(rules)?;
        // A fixed start is known even where the record does not say it.
        let known = self.mr_x.or_else(|| rules.mr_x_starts().only());
        let mut view = DetectiveView::new(rules, &self.detectives, known);
        let won = self.result == RecordResult::Detectives;
        if won && self.turns.is_empty() {
            view.cornered_at_start(known);
        }
        if view.candidates().is_empty() {
            let text = if won { "Mr X is cornered nowhere" } else { "Mr X can start nowhere" };
            return Err(RecordError::Start(Fault::new(text).into()));
        }
        Ok(view)
    }

    /// Plays the record again as the detectives saw it, whether or not it hides stations.
    ///
    /// Stations in hidden slots are left out of account: the view knows what the detectives knew.
    ///
    /// # Errors
    /// When a move is not possible by what is public, or the result is wrong.
    pub fn replay_view(&self, rules: Arc<Rules>) -> Result<DetectiveView, RecordError> {
        self.replay_view_each(rules, |_, _| {})
    }

    /// As [`Record::replay_view`], and shows the view after each move.
    ///
    /// # Errors
    /// As [`Record::replay_view`].
    pub fn replay_view_each(
        &self,
        rules: Arc<Rules>,
        mut each: impl FnMut(&DetectiveView, PublicPly),
    ) -> Result<DetectiveView, RecordError> {
        if self.is_full() {
            // The truth knows how it ended; a public log has to be told.
            let game = self.replay_each(rules, |game, _| {
                if let Some(ply) = game.detective_view().log().plies().last() {
                    each(game.detective_view(), *ply);
                }
            })?;
            return Ok(game.detective_view().clone());
        }
        let won = self.result == RecordResult::Detectives;
        let mut view = self.begin_view(rules)?;
        for (i, text) in (1..).zip(&self.first) {
            let mv = in_turn(*text, view.turn(), 0)?;
            let last = won && self.turns.is_empty() && i == self.first.len();
            let end = last.then(|| self.hidden_end(&view, mv));
            view.detective_moved(mv, end).map_err(|cause| detective_refused(0, mv, cause))?;
            each(&view, PublicPly::Detective(mv));
        }
        for (turn, round) in (1..).zip(&self.turns) {
            let last_turn = turn == self.turns.len();
            let caught = won
                && last_turn
                && round.detectives.is_empty()
                && view.rules().mr_x_may_enter_detective();
            let mv = round.mr_x.as_seen(view.rules(), view.public().slots_used(), caught);
            view.mr_x_moved(mv, caught.then_some(Outcome::Captured))
                .map_err(|cause| refused(turn, "Mr X", &round.mr_x, cause))?;
            each(&view, PublicPly::MrX(mv));
            for (i, text) in (1..).zip(&round.detectives) {
                let mv = in_turn(*text, view.turn(), turn)?;
                let last = won && last_turn && i == round.detectives.len();
                let end = last.then(|| self.hidden_end(&view, mv));
                view.detective_moved(mv, end)
                    .map_err(|cause| detective_refused(turn, mv, cause))?;
                each(&view, PublicPly::Detective(mv));
            }
        }
        self.check_result(view.turn())?;
        Ok(view)
    }

    /// The detectives have won with this move: by capture if he can have been there, unless the
    /// record says otherwise.
    fn hidden_end(&self, view: &DetectiveView, mv: DetectiveMove) -> Outcome {
        match mv {
            DetectiveMove::Ride { step, .. }
                if !self.cornered && view.candidates().contains(step.to) =>
            {
                Outcome::Captured
            }
            DetectiveMove::Ride { .. } | DetectiveMove::Pass { .. } => Outcome::Cornered,
        }
    }

    fn check_start(&self, rules: Arc<Rules>) -> Result<Arc<Rules>, RecordError> {
        let mut faults = Vec::new();
        let mut fault = |text: String| faults.push(Fault::new(text));
        let stations = rules.board().stations();
        for (i, station) in self.detectives.iter().enumerate() {
            if !stations.contains(*station) {
                fault(format!("detective {}: unknown station {station}", i + 1));
            }
            if self.detectives[..i].contains(station) || self.mr_x == Some(*station) {
                fault(format!("detective {}: station {station} is taken", i + 1));
            }
        }
        if let Some(mr_x) = self.mr_x
            && !rules.mr_x_starts().contains(mr_x)
        {
            fault(format!("Mr X cannot start on {mr_x} in {}", rules.name()));
        }
        if self.mr_x.is_none() && rules.start_known() && rules.mr_x_starts().only().is_none() {
            fault(format!("Mr X's start is known in {}, so it must be given", rules.name()));
        }
        let count = self.detectives.len() as u32;
        let adjusted = if count == u32::from(rules.detectives()) {
            Some(rules)
        } else {
            match rules.with_detectives(count) {
                Ok(rules) => Some(Arc::new(rules)),
                Err(more) => {
                    faults.extend(more.0);
                    None
                }
            }
        };
        match adjusted {
            Some(rules) if faults.is_empty() => Ok(rules),
            _ => Err(RecordError::Start(Faults(faults))),
        }
    }

    fn check_result(&self, end: Turn) -> Result<(), RecordError> {
        let found = RecordResult::of(end);
        if self.cornered && end != Turn::Over(Outcome::Cornered) {
            return Err(RecordError::Result {
                said: "detectives cornered",
                found: if end == Turn::Over(Outcome::Captured) {
                    "detectives"
                } else {
                    found.name()
                },
            });
        }
        if self.result != found {
            return Err(RecordError::Result { said: self.result.name(), found: found.name() });
        }
        Ok(())
    }
}

/// The setup in which a game began, if it did.
fn setup_of(view: &DetectiveView, mr_x: Option<Station>) -> Option<Setup> {
    let (public, candidates) = view.log().setup()?;
    Some(Setup::of(view.rules(), public, candidates, mr_x))
}

/// The rules for as many detectives as a setup places.
fn fit(setup: &Setup, rules: Arc<Rules>) -> Result<Arc<Rules>, RecordError> {
    match setup.detectives.len() == usize::from(rules.detectives()) {
        true => Ok(rules),
        false => setup.fit(Rules::clone(&rules)).map(Arc::new).map_err(RecordError::Start),
    }
}

fn in_turn(text: DetectiveText, now: Turn, turn: usize) -> Result<DetectiveMove, RecordError> {
    if let Turn::MrX | Turn::Over(_) = now {
        let cause = PlayError::OutOfTurn { turn: now };
        return Err(refused(turn, "detectives", &text, cause));
    }
    text.in_turn(now).map_err(|cause| RecordError::Text { turn, cause })
}

fn detective_refused(turn: usize, mv: DetectiveMove, cause: PlayError) -> RecordError {
    let text = DetectiveText::new(mv, Order::Fixed);
    refused(turn, &format!("detective {}", mv.by()), &text, cause)
}

fn refused(turn: usize, who: &str, mv: &dyn fmt::Display, cause: PlayError) -> RecordError {
    RecordError::Move { turn, who: who.to_owned(), mv: mv.to_string(), cause }
}
