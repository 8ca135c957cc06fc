//! Games to look back at: the views of a finished game or of an imported record, from either side's viewpoint.

use std::ops::Range;
use std::sync::Arc;

use yard_core::{DetectiveView, MrXView, Record, RecordResult, Rules};

use crate::catalog::Catalog;
use crate::error::{ReplayError, RestoreError};
use crate::game_json::{GameInfo, Kinds, Levels, Names};
use crate::help::AllowedHelp;
use crate::kept_rules::{KeptRules, kept_or_offered};
use crate::role::Role;
use crate::seat_json::{self, SeatJson};
use crate::seats::{Seat, Seats, TeamSeats};
use crate::tabletop::GameState;

/// Whose view a replay shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewpoint {
    /// Everything that Mr X knew.
    MrX,
    /// What the detectives knew.
    Detectives,
}

/// A record that replays, with what is known around it.
#[derive(Clone, Debug)]
pub struct Replay {
    pub(crate) id: String,
    pub(crate) record: Record,
    pub(crate) rules: Arc<Rules>,
    pub(crate) info: GameInfo,
}

impl Replay {
    /// A record that was kept, under the rules that were kept with it. Only records of the first versions have none; these
    /// need rules on offer.
    ///
    /// # Errors
    /// When it cannot be read, or its rules are gone.
    pub fn kept(
        id: String,
        text: &str,
        kept: Option<&KeptRules>,
        catalog: &Catalog,
    ) -> Result<Replay, RestoreError> {
        let record: Record = text.parse().map_err(|_| RestoreError::Record)?;
        let detectives = record.detectives.len();
        let (rules, name) = kept_or_offered(&record.rules, detectives, kept, catalog)?;
        let mut replay = Replay::imported(id, record, rules);
        replay.info.rules_kept = name;
        Ok(replay)
    }

    /// A record that somebody brought.
    pub fn imported(id: String, record: Record, rules: Arc<Rules>) -> Replay {
        let nobody = || Seat::Human { name: None };
        let seats = Seats { mr_x: nobody(), detectives: TeamSeats::One(nobody()) };
        let state = match record.result {
            RecordResult::Open => GameState::Open,
            RecordResult::MrX | RecordResult::Detectives => GameState::Over,
        };
        let info = GameInfo {
            rules_kept: None,
            state,
            thinking: false,
            paused: false,
            unwatched: false,
            cut_short: false,
            pace_ms: 0,
            taken_back: 0,
            reopened: 0,
            undo_asked: None,
            may_agree: false,
            fault: None,
            names: Names::new(&seats, &rules),
            kinds: Kinds::new(&seats, &rules),
            levels: Levels::new(&seats, &rules),
            help: AllowedHelp::default(),
            claims: Vec::new(),
            both_sides: false,
            proposal: None,
            present: Vec::new(),
            watching: 0,
            reactions: Vec::new(),
            clock: None,
            rematch: None,
            seed_chosen: false,
            seed: None,
        };
        Replay { id, record, rules, info }
    }

    /// A name under which work on this replay can be kept: a game that was taken back after its end has other moves
    /// when it ends again.
    pub fn key(&self) -> String {
        format!("{} {}", self.id, self.info.taken_back)
    }

    /// The record.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Its rules.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// How many views there are: one before the first move and one after each; at least one.
    pub fn len(&self) -> usize {
        let turns = self.record.turns.iter().map(|turn| 1 + turn.detectives.len());
        // A cornered start has no first view but the last one.
        1 + self.record.first.len() + turns.sum::<usize>()
    }

    /// Never: there is a view of the start.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The views before the first move and after each; at least one.
    ///
    /// # Errors
    /// When Mr X's viewpoint is wanted but the record hides him.
    pub fn views(&self, viewpoint: Viewpoint) -> Result<Vec<SeatJson>, ReplayError> {
        self.part(viewpoint, 0..self.len())
    }

    /// Some of these views. The others cost next to nothing, so a long game can be shown piece by piece.
    ///
    /// # Errors
    /// As [`views`](Replay::views).
    pub fn part(
        &self,
        viewpoint: Viewpoint,
        wanted: Range<usize>,
    ) -> Result<Vec<SeatJson>, ReplayError> {
        let last = self.len() - 1;
        let mut views = match viewpoint {
            Viewpoint::MrX => self.mr_x_views(&wanted)?,
            Viewpoint::Detectives => self.detective_views(&wanted)?,
        };
        for (at, view) in wanted.zip(&mut views) {
            view.legal.clear();
            view.your_turn = false;
            if at < last {
                view.moves.clear();
            }
        }
        Ok(views)
    }

    fn mr_x_views(&self, wanted: &Range<usize>) -> Result<Vec<SeatJson>, ReplayError> {
        if !self.record.is_full() {
            return Err(ReplayError::Hidden);
        }
        let show =
            |view: &MrXView| seat_json::own(&self.id, view, Role::WatchAll, self.info.clone());
        let mut views = Vec::new();
        // A cornered start has no first view but the last one.
        let first = self.record.beginning().replay(Arc::clone(&self.rules)).ok();
        if let Some(game) = first.as_ref().filter(|_| wanted.contains(&0)) {
            views.push(show(game.mr_x_view()));
        }
        let mut at = 0;
        let each = |game: &yard_core::Game, _| {
            at += 1;
            if wanted.contains(&at) {
                views.push(show(game.mr_x_view()));
            }
        };
        let last = self.record.replay_each(Arc::clone(&self.rules), each)?;
        if first.is_none() && self.record.turns.is_empty() && self.record.first.is_empty() {
            views.push(show(last.mr_x_view()));
        }
        Ok(views)
    }

    fn detective_views(&self, wanted: &Range<usize>) -> Result<Vec<SeatJson>, ReplayError> {
        let show = |view: &DetectiveView| {
            seat_json::public(&self.id, view, Role::Watch, self.info.clone())
        };
        let mut views = Vec::new();
        let first = self.record.beginning().replay_view(Arc::clone(&self.rules)).ok();
        if let Some(view) = first.as_ref().filter(|_| wanted.contains(&0)) {
            views.push(show(view));
        }
        let mut at = 0;
        let each = |view: &DetectiveView, _| {
            at += 1;
            if wanted.contains(&at) {
                views.push(show(view));
            }
        };
        let last = self.record.replay_view_each(Arc::clone(&self.rules), each)?;
        if first.is_none() && self.record.turns.is_empty() && self.record.first.is_empty() {
            views.push(show(&last));
        }
        Ok(views)
    }

    /// What the one who brought the record sees of it.
    ///
    /// # Errors
    /// When it does not replay.
    pub fn last_view(&self) -> Result<Option<SeatJson>, ReplayError> {
        let viewpoint = match self.record.is_full() {
            true => Viewpoint::MrX,
            false => Viewpoint::Detectives,
        };
        let len = self.len();
        Ok(self.part(viewpoint, len - 1..len)?.pop())
    }
}
