//! Which agent is to move, and all that it may know: its side's view and random numbers of its own.

use yard_agents::{Detectives, MrX, Rng, SideType};
use yard_core::{DetectiveId, Side, Turn};

use crate::move_json::may_move;
use crate::seats::Seat;
use crate::tabletop::Tabletop;

/// The turn of an agent of one side. The side is a type, so an agent cannot be handed the other side's view.
#[derive(Clone, Debug)]
pub struct SideTurn<S: SideType> {
    /// The text from which the agent is made.
    pub spec: String,
    /// What it knows.
    pub view: S::View,
    /// Its random numbers for this ply. After an undo they are others.
    pub rng: Rng,
}

/// The turn of an agent.
pub enum AgentTurn {
    /// Mr X's agent is to move.
    MrX(SideTurn<MrX>),
    /// An agent of the detectives is to move.
    Detectives(SideTurn<Detectives>),
}

impl AgentTurn {
    /// The text from which the agent is made.
    pub fn spec(&self) -> &str {
        match self {
            AgentTurn::MrX(turn) => &turn.spec,
            AgentTurn::Detectives(turn) => &turn.spec,
        }
    }
}

impl Tabletop {
    /// The agent whose turn it is; `None` when the game waits for a person or does not go on.
    ///
    /// In any order people move first: an agent waits until no person's detective can move, and may
    /// then move any of the rest.
    pub fn agent_turn(&self) -> Option<AgentTurn> {
        if self.cancelled || self.paused || self.fault.is_some() {
            return None;
        }
        let seats = &self.setup.seats;
        match self.game.turn() {
            Turn::MrX => seats.mr_x.agent().map(|spec| self.mr_x_turn(spec)),
            Turn::Detective(id) => seats.detective(id).agent().map(|spec| self.team_turn(spec)),
            Turn::Team => {
                let waiting = may_move(self.game.detective_view());
                let seat = |id: &DetectiveId| seats.detective(*id);
                match waiting.iter().map(seat).any(Seat::is_human) {
                    true => None,
                    false => waiting
                        .first()
                        .and_then(|id| seat(id).agent())
                        .map(|spec| self.team_turn(spec)),
                }
            }
            Turn::Over(_) => None,
        }
    }

    pub(crate) fn mr_x_turn(&self, spec: &str) -> AgentTurn {
        let view = self.game.mr_x_view().clone();
        AgentTurn::MrX(SideTurn { spec: spec.to_owned(), view, rng: self.agent_rng(Side::MrX) })
    }

    pub(crate) fn team_turn(&self, spec: &str) -> AgentTurn {
        let view = self.game.detective_view().clone();
        let rng = self.agent_rng(Side::Detectives);
        AgentTurn::Detectives(SideTurn { spec: spec.to_owned(), view, rng })
    }

    fn agent_rng(&self, side: Side) -> Rng {
        let (side, ply, tries) = (side.key(), self.plies(), self.taken_back);
        self.setup.seed.stream(&format!("{side}-{ply}-{tries}"))
    }
}
