//! What concerns everybody at a table is decided by vote: ending a game, going on with it, pausing and hurrying agents.
//!
//! One proposal is open at a time. Every seat that a person has claimed has a vote; whoever holds several seats votes
//! for all of them. Asking for the same thing agrees. A proposal passes with more than half of the votes, and falls as
//! soon as that cannot be reached any more. Whoever is alone decides at once.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::error::ControlError;
use crate::role::Role;
use crate::tabletop::{GameState, Tabletop};

/// What somebody wants to change for everybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// End the game without a result.
    End,
    /// Go on with a game that was ended, or whose agent had no move.
    GoOn,
    /// Hurry or hold the agents; `None` leaves things as they are.
    Pace {
        /// How long an agent's move takes at least, in milliseconds.
        pace_ms: Option<u32>,
        /// Whether the agents wait.
        paused: Option<bool>,
    },
}

impl Change {
    /// The word for it in JSON.
    fn word(self) -> &'static str {
        match self {
            Change::End => "end",
            Change::GoOn => "go_on",
            Change::Pace { paused: Some(true), .. } => "pause",
            Change::Pace { paused: Some(false), .. } => "continue",
            Change::Pace { paused: None, .. } => "pace",
        }
    }
}

/// What becomes of a wish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// It is done.
    Done,
    /// Others are asked.
    Asked,
}

/// A wish that the table has not decided on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Proposal {
    change: Change,
    by: Role,
    agreed: BTreeSet<Role>,
    against: BTreeSet<Role>,
}

/// What a seat sees of a proposal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ProposalJson {
    what: &'static str,
    /// The pace that is asked for.
    pace_ms: Option<u32>,
    /// The seat that asks.
    by: String,
    agreed: usize,
    /// How many must agree.
    needed: usize,
    /// Whether this seat has not voted yet.
    may_vote: bool,
}

/// More than half.
fn needed(voters: usize) -> usize {
    voters / 2 + 1
}

impl Tabletop {
    /// Somebody wants to change something for everybody: it is done at once by one who is alone, and otherwise becomes
    /// a proposal, or a vote for the open one.
    ///
    /// # Errors
    /// When the role has no vote, the game is over, or the table is deciding on something else.
    pub fn ask(&mut self, role: Role, change: Change) -> Result<Decision, ControlError> {
        if role == Role::Watch {
            return Err(ControlError::Watching);
        }
        if change == Change::End && self.is_over() {
            return Err(ControlError::Over);
        }
        let voters = self.voters(role);
        if voters.len() <= 1 || self.costs_nobody(change) {
            self.apply(change);
            return Ok(Decision::Done);
        }
        let open = self.proposal.take_if(|open| open.change == change);
        if self.proposal.is_some() {
            return Err(ControlError::Deciding);
        }
        let mut open = open.unwrap_or_else(|| Proposal {
            change,
            by: role,
            agreed: BTreeSet::new(),
            against: BTreeSet::new(),
        });
        for seat in self.votes_of(role) {
            open.against.remove(&seat);
            open.agreed.insert(seat);
        }
        if open.agreed.len() < needed(voters.len()) {
            self.proposal = Some(open);
            return Ok(Decision::Asked);
        }
        self.apply(change);
        Ok(Decision::Done)
    }

    /// Somebody is against the open proposal; whoever has made it takes it back.
    ///
    /// # Errors
    /// When nothing is proposed, or the role has no vote.
    pub fn decline(&mut self, role: Role) -> Result<(), ControlError> {
        if role.only_watches() {
            return Err(ControlError::Watching);
        }
        let (voters, votes) = (self.voters(role), self.votes_of(role));
        let open = self.proposal.as_mut().ok_or(ControlError::NothingAsked)?;
        let withdrawn = votes.contains(&open.by);
        for seat in votes {
            open.agreed.remove(&seat);
            open.against.insert(seat);
        }
        if withdrawn || voters.len() - open.against.len() < needed(voters.len()) {
            self.proposal = None;
        }
        Ok(())
    }

    /// Somebody who is asked to let another one take back says no, or the one who asked does not want to any more.
    ///
    /// # Errors
    /// When nobody asks, or this seat is not the one to answer.
    pub fn decline_undo(&mut self, role: Role) -> Result<(), ControlError> {
        if role.only_watches() {
            return Err(ControlError::Watching);
        }
        let asker = self.undo_asked.ok_or(ControlError::NothingAsked)?;
        if asker != role && !self.may_agree(asker, role) {
            return Err(ControlError::NotAsked);
        }
        self.undo_asked = None;
        // Whoever was told no waits for another move before he asks again.
        self.undo_declined = (asker != role).then_some((asker, self.plies()));
        Ok(())
    }

    /// The seats that have a vote: those that people have claimed, and the one that asks. Nobody else has one in a game
    /// without people.
    fn voters(&self, asker: Role) -> BTreeSet<Role> {
        match asker {
            Role::Watch | Role::WatchAll => BTreeSet::new(),
            Role::MrX | Role::Detectives(_) => self.claims.roles().chain([asker]).collect(),
        }
    }

    /// The votes of the one who holds a seat.
    fn votes_of(&self, role: Role) -> Vec<Role> {
        match self.is_claimed(role) {
            true => self.claims.beside(role),
            false => vec![role],
        }
    }

    /// Whether a change takes nothing from anybody: things are like that already, or an agent that had no move is
    /// asked again.
    fn costs_nobody(&self, change: Change) -> bool {
        match change {
            Change::End => self.cancelled,
            Change::GoOn => self.state() != GameState::Cancelled,
            Change::Pace { pace_ms, paused } => {
                pace_ms.is_none_or(|pace_ms| pace_ms == self.pace_ms)
                    && paused.is_none_or(|paused| paused == self.paused)
            }
        }
    }

    fn apply(&mut self, change: Change) {
        match change {
            Change::End => {
                self.cancelled = true;
                self.fault = None;
            }
            Change::GoOn => {
                self.cancelled = false;
                self.fault = None;
            }
            Change::Pace { pace_ms, paused } => {
                self.pace_ms = pace_ms.unwrap_or(self.pace_ms);
                self.paused = paused.unwrap_or(self.paused);
            }
        }
        // What everybody has now needs no vote any more.
        if self.proposal.as_ref().is_some_and(|open| self.costs_nobody(open.change)) {
            self.proposal = None;
        }
    }

    pub(crate) fn proposal_json(&self, role: Role) -> Option<ProposalJson> {
        let open = self.proposal.as_ref()?;
        let voters = self.voters(open.by);
        let voted = open.agreed.contains(&role) || open.against.contains(&role);
        Some(ProposalJson {
            what: open.change.word(),
            pace_ms: match open.change {
                Change::Pace { pace_ms, .. } => pace_ms,
                Change::End | Change::GoOn => None,
            },
            by: open.by.name(),
            agreed: open.agreed.len(),
            needed: needed(voters.len()),
            may_vote: voters.contains(&role) && !voted,
        })
    }
}
