//! An agent at a table: made when its turn comes first, kept between its moves, asked where there is time for it.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use yard_agents::{Agent, AgentError, Detectives, Lookahead, MrX, SideType};
use yard_core::{Move, Rules};
use yard_roster::{AgentSpec, MakeError, Roster, SpecError};
use yard_tabletop::{AgentTurn, SideTurn};

use crate::error::ApiError;

/// Why an agent has made no move.
#[derive(Debug, thiserror::Error)]
pub enum AgentFault {
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

/// Room for an agent between its moves, until it is dropped; whoever keeps agents knows what it is.
pub type Room = Box<dyn Any + Send>;

/// Makes an agent of one side.
type Make<S> = fn(&Roster, &AgentSpec, &Rules) -> Result<Box<dyn Agent<S>>, MakeError>;

/// An agent with the text that it was made from.
pub struct SeatedAgent<S: SideType> {
    spec: String,
    agent: Box<dyn Agent<S>>,
    /// Its room between its moves; one that was made for this move has none yet.
    kept: Option<Room>,
}

/// The agents of a table between their moves.
#[derive(Default)]
pub struct SeatedAgents {
    mr_x: Vec<SeatedAgent<MrX>>,
    detectives: Vec<SeatedAgent<Detectives>>,
}

/// Takes out the agent that was made from a text.
fn take<S: SideType>(agents: &mut Vec<SeatedAgent<S>>, spec: &str) -> Option<SeatedAgent<S>> {
    let at = agents.iter().position(|known| known.spec == spec)?;
    Some(agents.swap_remove(at))
}

/// Keeps an agent if it has room, or gets some.
fn keep<S: SideType>(
    agents: &mut Vec<SeatedAgent<S>>,
    mut agent: SeatedAgent<S>,
    room: impl FnOnce() -> Option<Room>,
) {
    agent.kept = agent.kept.take().or_else(room);
    if agent.kept.is_some() {
        agents.push(agent);
    }
}

impl SeatedAgents {
    /// Prepares the turn of an agent.
    pub fn task(&mut self, turn: AgentTurn, rules: &Arc<Rules>, roster: &Roster) -> AgentTask {
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

    /// Takes an agent back after its move, if there is room for it.
    pub fn seat(&mut self, agent: AfterMove, room: impl FnOnce() -> Option<Room>) {
        match agent {
            AfterMove::MrX(agent) => keep(&mut self.mr_x, agent, room),
            AfterMove::Detectives(agent) => keep(&mut self.detectives, agent, room),
            AfterMove::Lost => self.clear(),
        }
    }

    /// Whether none is kept.
    pub fn is_empty(&self) -> bool {
        self.mr_x.is_empty() && self.detectives.is_empty()
    }

    /// Lets all agents go; the next turn begins with a fresh one.
    pub fn clear(&mut self) {
        *self = SeatedAgents::default();
    }
}

/// The move of an agent, and the agent itself.
pub struct Thought {
    /// What it plays.
    pub mv: Move,
    /// Who has thought.
    pub agent: AfterMove,
    /// Its time was over before it was through.
    pub cut_short: bool,
}

/// An agent after its move.
pub enum AfterMove {
    /// Mr X's agent.
    MrX(SeatedAgent<MrX>),
    /// An agent of the detectives.
    Detectives(SeatedAgent<Detectives>),
    /// It has not come back; another one moved for it.
    Lost,
}

/// The turn of an agent, ready to be worked on elsewhere.
pub struct AgentTask {
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
    ready: Option<SeatedAgent<S>>,
    rules: Arc<Rules>,
}

impl AgentTask {
    /// The agent; `None` for a text that is none, which fails at once.
    pub fn spec(&self) -> Option<&AgentSpec> {
        self.spec.as_ref().ok()
    }

    /// How long the agent may think, if it says so.
    pub fn time(&self) -> Option<Duration> {
        self.spec.as_ref().ok().and_then(AgentSpec::time)
    }

    /// Whether this is Mr X's turn.
    pub fn is_mr_x(&self) -> bool {
        match self.side {
            EitherSide::MrX(_) => true,
            EitherSide::Detectives(_) => false,
        }
    }

    /// Lets the agent choose a move.
    ///
    /// # Errors
    /// When it cannot be made, or has no move.
    pub fn run(self) -> Result<Thought, AgentFault> {
        let spec = self.spec?;
        match self.side {
            EitherSide::MrX(task) => {
                let (agent, mv) = task.run(&spec, &self.roster, Roster::mr_x)?;
                Ok(Thought { mv: mv.into(), agent: AfterMove::MrX(agent), cut_short: false })
            }
            EitherSide::Detectives(task) => {
                let (agent, mv) = task.run(&spec, &self.roster, Roster::detectives)?;
                Ok(Thought { mv: mv.into(), agent: AfterMove::Detectives(agent), cut_short: false })
            }
        }
    }

    /// Who moves in its place, should it not come to an end.
    pub fn substitute(&self) -> Substitute {
        match &self.side {
            EitherSide::MrX(task) => Substitute::MrX(task.turn.clone()),
            EitherSide::Detectives(task) => Substitute::Detectives(task.turn.clone()),
        }
    }
}

/// The turn of an agent whose time is over. Somebody looks one move ahead in its place, by what the agent could know.
pub enum Substitute {
    /// For Mr X.
    MrX(SideTurn<MrX>),
    /// For the detectives.
    Detectives(SideTurn<Detectives>),
}

impl From<AgentTurn> for Substitute {
    fn from(turn: AgentTurn) -> Substitute {
        match turn {
            AgentTurn::MrX(turn) => Substitute::MrX(turn),
            AgentTurn::Detectives(turn) => Substitute::Detectives(turn),
        }
    }
}

impl Substitute {
    /// Chooses a move in a moment.
    ///
    /// # Errors
    /// Never, as long as there is a legal move.
    pub fn run(self) -> Result<Thought, AgentFault> {
        let mut agent = Lookahead::default();
        let mv: Move = match self {
            Substitute::MrX(mut turn) => {
                Agent::<MrX>::choose(&mut agent, &turn.view, &mut turn.rng)?.into()
            }
            Substitute::Detectives(mut turn) => {
                Agent::<Detectives>::choose(&mut agent, &turn.view, &mut turn.rng)?.into()
            }
        };
        Ok(Thought { mv, agent: AfterMove::Lost, cut_short: true })
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
        let mut seated = match ready {
            Some(seated) => seated,
            None => {
                let mut agent = make(roster, spec, &rules)?;
                agent.begin();
                SeatedAgent { spec: text, agent, kept: None }
            }
        };
        let mv = seated.agent.choose(&view, &mut rng)?;
        Ok((seated, mv))
    }
}
