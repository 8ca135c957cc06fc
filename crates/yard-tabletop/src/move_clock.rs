//! The clock of a person's move. This crate has no time; it says when the clock runs, who is late, and what then happens.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::Serialize;
use yard_core::{DetectiveId, Move, Turn};

use crate::agent_turn::AgentTurn;
use crate::error::ClockError;
use crate::move_json::may_move;
use crate::role::Role;
use crate::tabletop::{GameState, Tabletop};

/// The seconds that a move may have.
pub const CLOCK_SECONDS: RangeInclusive<u32> = 10..=86_400;

/// Looks at a clock that somebody asks for.
///
/// # Errors
/// When a move would have too little or too much time.
pub fn check_clock(seconds: Option<u32>) -> Result<(), ClockError> {
    match seconds.is_none_or(|seconds| CLOCK_SECONDS.contains(&seconds)) {
        true => Ok(()),
        false => Err(ClockError),
    }
}

/// The clock as a seat sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ClockJson {
    /// For a move.
    seconds: u32,
    /// What is left of it, in milliseconds, when this was written; null while it does not run.
    left_ms: Option<u64>,
    /// How often each seat was too late.
    late: BTreeMap<String, u32>,
}

/// The turn of a person who is late.
pub struct LateTurn {
    /// Somebody moves in his place by what he could know.
    pub turn: AgentTurn,
    /// The seats that may be moved, since the game waits for them.
    pub roles: Vec<Role>,
}

impl Tabletop {
    /// The seats of people that the game waits for; several where detectives move in any order.
    pub fn waits_for(&self) -> Vec<Role> {
        if self.state() != GameState::Open {
            return Vec::new();
        }
        let (seats, rules) = (&self.setup.seats, &self.setup.rules);
        let of = |id: DetectiveId| seats.detective_role(id, rules);
        match self.game.turn() {
            Turn::MrX => seats.mr_x.is_human().then_some(Role::MrX).into_iter().collect(),
            Turn::Detective(id) => of(id).into_iter().collect(),
            Turn::Team => {
                let mut roles: Vec<Role> =
                    may_move(self.game.detective_view()).into_iter().filter_map(of).collect();
                roles.dedup();
                roles
            }
            Turn::Over(_) => Vec::new(),
        }
    }

    /// The seconds for a move, while the clock runs: the game waits for a person, everybody has sat down, and nobody has
    /// stopped the game.
    pub fn clock_runs(&self) -> Option<u32> {
        let people = self.setup.seats.people_roles(&self.setup.rules);
        let complete = people.into_iter().all(|role| self.is_claimed(role));
        let runs = complete && !self.paused && !self.waits_for().is_empty();
        self.setup.clock_s.filter(|_| runs)
    }

    /// Notes what is left of the time for this move; `None` while the clock does not run.
    pub fn set_clock_left(&mut self, left_ms: Option<u64>) {
        self.clock_left_ms = left_ms;
    }

    /// The turn of those for whom the game waits, for somebody who moves in their place.
    pub fn late_turn(&self) -> Option<LateTurn> {
        let roles = self.waits_for();
        let turn = match roles.first()? {
            Role::MrX => self.mr_x_turn(""),
            Role::Detectives(_) => self.team_turn(""),
            Role::Watch | Role::WatchAll => return None,
        };
        Some(LateTurn { turn, roles })
    }

    /// Plays a move for one who was too late.
    ///
    /// # Errors
    /// When it is not legal; the game is then unchanged.
    pub fn play_late(&mut self, mv: Move) -> Result<(), yard_core::PlayError> {
        let role = match mv {
            Move::MrX(_) => Some(Role::MrX),
            Move::Detective(mv) => self.setup.seats.detective_role(mv.by(), &self.setup.rules),
        };
        self.play(mv)?;
        if let Some(role) = role {
            *self.late.entry(role).or_default() += 1;
        }
        Ok(())
    }

    /// How often each seat was too late, as it is kept.
    ///
    /// # Errors
    /// Never: names and numbers can be written.
    pub fn late_text(&self) -> serde_json::Result<String> {
        serde_json::to_string(&self.late_names())
    }

    pub(crate) fn late_names(&self) -> BTreeMap<String, u32> {
        self.late.iter().map(|(role, count)| (role.name(), *count)).collect()
    }

    /// Reads what [`late_text`](Tabletop::late_text) wrote; `None` when it is damaged.
    pub(crate) fn read_late(&self, text: &str) -> Option<BTreeMap<Role, u32>> {
        let named: BTreeMap<String, u32> = serde_json::from_str(text).ok()?;
        let role = |(name, count): (String, u32)| Some((self.person_seat(&name)?, count));
        named.into_iter().map(role).collect()
    }

    pub(crate) fn clock_json(&self) -> Option<ClockJson> {
        self.setup.clock_s.map(|seconds| ClockJson {
            seconds,
            left_ms: self.clock_left_ms,
            late: self.late_names(),
        })
    }
}
