//! An agent at a table: made when its turn comes first, kept between its moves, asked on another thread.

use std::sync::Arc;
use std::time::Duration;

use yard_agents::{Agent, AgentError, Detectives, MrX, SideType};
use yard_core::{Move, Rules};
use yard_roster::{AgentSpec, MakeError, Roster, SpecError};
use yard_tabletop::{AgentTurn, SideTurn};

use crate::allowed_agents;
use crate::error::ApiError;
use crate::work_pool::Lane;

/// Why an agent has made no move.
#[derive(Debug, thiserror::Error)]
pub(super) enum AgentFault {
    /// There is no such agent; it was checked when the game was made.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// It cannot play these rules; that was checked, too.
    #[error(transparent)]
    Make(#[from] MakeError),
    /// It has no answer of its own.
    #[error(transparent)]
    NoAnswer(#[from] AgentError),
    /// Its thread was lost.
    #[error("it broke down")]
    BrokeDown,
    /// Its move was not legal, or could not be kept.
    #[error("{}", .0.error)]
    NotPlayed(ApiError),
}

/// Makes an agent of one side.
type Make<S> = fn(&Roster, &AgentSpec, &Rules) -> Result<Box<dyn Agent<S>>, MakeError>;

/// An agent between its moves, with the text that it was made from.
pub(super) struct SeatedAgent<S: SideType> {
    spec: String,
    agent: Box<dyn Agent<S>>,
}

/// The agents of a table between their moves.
#[derive(Default)]
pub(super) struct SeatedAgents {
    mr_x: Vec<SeatedAgent<MrX>>,
    detectives: Vec<SeatedAgent<Detectives>>,
}

/// Takes out the agent that was made from a text.
fn take<S: SideType>(agents: &mut Vec<SeatedAgent<S>>, spec: &str) -> Option<Box<dyn Agent<S>>> {
    let at = agents.iter().position(|known| known.spec == spec)?;
    Some(agents.swap_remove(at).agent)
}

impl SeatedAgents {
    /// Prepares the turn of an agent.
    pub(super) fn task(
        &mut self,
        turn: AgentTurn,
        rules: &Arc<Rules>,
        roster: &Roster,
    ) -> AgentTask {
        let spec = turn.spec().parse();
        let rules = Arc::clone(rules);
        let side = match turn {
            AgentTurn::MrX(turn) => {
                let ready = take(&mut self.mr_x, &turn.spec);
                EitherSide::MrX(SideTask { turn, ready, rules })
            }
            AgentTurn::Detectives(turn) => {
                let ready = take(&mut self.detectives, &turn.spec);
                EitherSide::Detectives(SideTask { turn, ready, rules })
            }
        };
        AgentTask { spec, roster: roster.clone(), side }
    }

    /// Takes an agent back after its move; the move is returned.
    pub(super) fn seat(&mut self, thought: Thought) -> Move {
        match thought {
            Thought::MrX(agent, mv) => {
                self.mr_x.push(agent);
                mv
            }
            Thought::Detectives(agent, mv) => {
                self.detectives.push(agent);
                mv
            }
        }
    }

    /// Lets all agents go; the next turn begins with a fresh one.
    pub(super) fn clear(&mut self) {
        *self = SeatedAgents::default();
    }
}

/// The move of an agent, and the agent itself.
pub(super) enum Thought {
    MrX(SeatedAgent<MrX>, Move),
    Detectives(SeatedAgent<Detectives>, Move),
}

/// The turn of an agent, ready to be worked on elsewhere.
pub(super) struct AgentTask {
    spec: Result<AgentSpec, SpecError>,
    roster: Roster,
    side: EitherSide,
}

enum EitherSide {
    MrX(SideTask<MrX>),
    Detectives(SideTask<Detectives>),
}

struct SideTask<S: SideType> {
    turn: SideTurn<S>,
    ready: Option<Box<dyn Agent<S>>>,
    rules: Arc<Rules>,
}

impl AgentTask {
    /// Where the agent thinks.
    pub(super) fn lane(&self) -> Lane {
        // A text that is no agent fails at once.
        self.spec.as_ref().map_or(Lane::Quick, allowed_agents::lane)
    }

    /// How long the agent may think, if it says so.
    pub(super) fn time(&self) -> Option<Duration> {
        self.spec.as_ref().ok().and_then(AgentSpec::time)
    }

    /// Whether this is Mr X's turn.
    pub(super) fn is_mr_x(&self) -> bool {
        match self.side {
            EitherSide::MrX(_) => true,
            EitherSide::Detectives(_) => false,
        }
    }

    /// Lets the agent choose a move.
    ///
    /// # Errors
    /// When it cannot be made, or has no move.
    pub(super) fn run(self) -> Result<Thought, AgentFault> {
        let spec = self.spec?;
        match self.side {
            EitherSide::MrX(task) => {
                let thought = task.run(&spec, &self.roster, Roster::mr_x)?;
                Ok(Thought::MrX(thought.0, thought.1.into()))
            }
            EitherSide::Detectives(task) => {
                let thought = task.run(&spec, &self.roster, Roster::detectives)?;
                Ok(Thought::Detectives(thought.0, thought.1.into()))
            }
        }
    }
}

impl<S: SideType> SideTask<S> {
    fn run(
        self,
        spec: &AgentSpec,
        roster: &Roster,
        make: Make<S>,
    ) -> Result<(SeatedAgent<S>, S::Move), AgentFault> {
        let SideTask { turn: SideTurn { spec: text, view, mut rng }, ready, rules } = self;
        let mut agent = match ready {
            Some(agent) => agent,
            None => {
                let mut agent = make(roster, spec, &rules)?;
                agent.begin();
                agent
            }
        };
        let mv = agent.choose(&view, &mut rng)?;
        Ok((SeatedAgent { spec: text, agent }, mv))
    }
}
