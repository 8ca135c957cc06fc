//! Games to look back at: the views of a finished game or of an imported record, from either side's viewpoint.

use std::sync::Arc;

use yard_core::{DetectiveView, MrXView, Record, RecordResult, Rules};

use crate::error::ReplayError;
use crate::game_json::{GameInfo, Kinds, Names};
use crate::help::AllowedHelp;
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
            pace_ms: 0,
            taken_back: 0,
            reopened: 0,
            undo_asked: None,
            may_agree: false,
            fault: None,
            names: Names::new(&seats, &rules),
            kinds: Kinds::new(&seats, &rules),
            help: AllowedHelp::default(),
            claims: Vec::new(),
            both_sides: false,
            proposal: None,
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

    /// The views before the first move and after each; at least one.
    ///
    /// # Errors
    /// When Mr X's viewpoint is wanted but the record hides him.
    pub fn views(&self, viewpoint: Viewpoint) -> Result<Vec<SeatJson>, ReplayError> {
        let mut views = match viewpoint {
            Viewpoint::MrX => self.mr_x_views()?,
            Viewpoint::Detectives => self.detective_views()?,
        };
        let last = views.len().saturating_sub(1);
        for (at, view) in views.iter_mut().enumerate() {
            view.legal.clear();
            view.your_turn = false;
            if at < last {
                view.moves.clear();
            }
        }
        Ok(views)
    }

    fn mr_x_views(&self) -> Result<Vec<SeatJson>, ReplayError> {
        if !self.record.is_full() {
            return Err(ReplayError::Hidden);
        }
        let show =
            |view: &MrXView| seat_json::own(&self.id, view, Role::WatchAll, self.info.clone());
        // A cornered start has no first view but the last one.
        let first = self.record.beginning().replay(Arc::clone(&self.rules)).ok();
        let mut views: Vec<SeatJson> = first.iter().map(|game| show(game.mr_x_view())).collect();
        let each = |game: &yard_core::Game, _| views.push(show(game.mr_x_view()));
        let last = self.record.replay_each(Arc::clone(&self.rules), each)?;
        if views.is_empty() {
            views.push(show(last.mr_x_view()));
        }
        Ok(views)
    }

    fn detective_views(&self) -> Result<Vec<SeatJson>, ReplayError> {
        let show = |view: &DetectiveView| {
            seat_json::public(&self.id, view, Role::Watch, self.info.clone())
        };
        let first = self.record.beginning().replay_view(Arc::clone(&self.rules)).ok();
        let mut views: Vec<SeatJson> = first.iter().map(show).collect();
        let each = |view: &DetectiveView, _| views.push(show(view));
        let last = self.record.replay_view_each(Arc::clone(&self.rules), each)?;
        if views.is_empty() {
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
        Ok(self.views(viewpoint)?.pop())
    }
}
