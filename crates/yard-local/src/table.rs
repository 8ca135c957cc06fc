//! One game in the engine, with its keys, its clock, and the agents whose turn it is.

use yard_service::keys::Keys;
use yard_service::{ApiError, late_move};
use yard_tabletop::{GameState, Role, Tabletop};

use crate::changes::Thought;
use crate::documents::{Around, GameDocument};

/// A game that was opened.
pub(crate) struct Table {
    pub(crate) game: Tabletop,
    pub(crate) keys: Keys,
    pub(crate) created: i64,
    pub(crate) revision: u64,
    /// Counts what makes a thought stale.
    pub(crate) epoch: u64,
    /// When somebody last asked for something here.
    pub(crate) seen: i64,
    clock: Option<RunningClock>,
}

/// A clock that runs.
#[derive(Clone, Copy)]
struct RunningClock {
    /// The position that it runs for: plies, and how often moves were taken back.
    position: (usize, u32),
    /// When it ends, in milliseconds since 1970.
    ends: i64,
}

impl Table {
    pub(crate) fn new(game: Tabletop, keys: Keys, created: i64, revision: u64) -> Table {
        Table { game, keys, created, revision, epoch: 0, seen: 0, clock: None }
    }

    /// The role that a token opens.
    pub(crate) fn role(&self, token: &str) -> Result<Role, ApiError> {
        self.keys.role(token)?.ok_or_else(ApiError::no_game)
    }

    /// The game as it is to be kept now.
    pub(crate) fn document(&self, now: i64) -> Result<GameDocument, ApiError> {
        let (keys, revision) = (self.keys.all(), self.revision);
        let around = Around { keys: &keys, created: self.created, touched: now, revision };
        GameDocument::new(&self.game, &around)
    }

    /// Lets the agent think whose turn it is, if it does not already.
    pub(crate) fn wake(&mut self) -> Option<Thought> {
        if self.game.is_thinking() || self.game.state() != GameState::Open {
            return None;
        }
        let turn = self.game.agent_turn()?;
        self.game.set_unwatched(false);
        self.game.set_thinking(true);
        self.epoch += 1;
        let setup = self.game.setup();
        Some(Thought {
            game: setup.id.clone(),
            epoch: self.epoch,
            pace_ms: self.game.pace_ms(),
            // People who hunt Mr X must not learn from a watch how hard his agent had to think.
            covered: matches!(turn, yard_tabletop::AgentTurn::MrX(_))
                && setup.seats.any_human_detective(),
        })
    }

    /// Thoughts under way lead nowhere.
    pub(crate) fn forget_thoughts(&mut self) {
        self.epoch += 1;
        self.game.set_thinking(false);
    }

    /// Starts, keeps or stops the clock, as the game and the people want it.
    pub(crate) fn set_clock(&mut self, now: i64, watched: bool) {
        let position = (self.game.plies(), self.game.taken_back());
        let runs = self.game.clock_runs().filter(|_| watched);
        self.clock = runs.map(|seconds| match self.clock {
            Some(clock) if clock.position == position => clock,
            _ => RunningClock { position, ends: now + 1000 * i64::from(seconds) },
        });
        let left = self.clock.map(|clock| u64::try_from(clock.ends - now).unwrap_or(0));
        self.game.set_clock_left(left);
    }

    /// When the time for this move is over.
    pub(crate) fn clock_ends(&self) -> Option<i64> {
        self.clock.map(|clock| clock.ends)
    }

    /// Moves for the one who is late; tells whether somebody was.
    pub(crate) fn play_late(&mut self, now: i64) -> bool {
        if self.clock.is_none_or(|clock| clock.ends > now) {
            return false;
        }
        self.clock = None;
        let late = self.game.clock_runs().and_then(|_| self.game.late_turn());
        late.and_then(late_move).is_some_and(|mv| self.game.play_late(mv).is_ok())
    }
}
