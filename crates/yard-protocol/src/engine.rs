//! An agent as a program that speaks the protocol: the loop that `yard engine` runs.

use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;

use yard_agents::{AgentError, AgentFactory, FactoryError, Seed};
use yard_core::{Faults, NotationError, PlayError, RecordError, Rules, Side};

use crate::engine_seat::Seat;
use crate::messages::{Begin, FromProgram, Hello, MOST_LINE, PROTOCOL, RulesData, ToProgram};

/// Finds rules by the name that Yard sends, with so many detectives; the error says why there are none.
pub type FindRules<'a> = &'a dyn Fn(&RulesData) -> Result<Rules, Faults>;

/// An agent that answers the messages of Yard.
///
/// Anybody's agent becomes a program this way; the roster's are run by `yard engine`:
///
/// ```
/// use yard_agents::{Both, RandomAgent, Seed};
/// use yard_protocol::Engine;
///
/// let mine = Both::new("mine", || RandomAgent);
/// let find = |data: &yard_protocol::messages::RulesData| {
///     yard_core::presets::rules(&data.name)
/// };
/// let mut engine = Engine::new(&mine, &find, None, Seed(1));
/// let mut answers = Vec::new();
/// let hello = br#"{"type":"hello","yard":1,"name":"yard"}"#;
/// engine.run(&hello[..], &mut answers).unwrap();
/// assert_eq!(answers, b"{\"type\":\"hello\",\"yard\":1,\"name\":\"yard engine mine\"}\n");
/// ```
pub struct Engine<'a> {
    agent: &'a dyn AgentFactory,
    find_rules: FindRules<'a>,
    /// The only side that it plays.
    side: Option<Side>,
    /// For games that come without a seed.
    seed: Seed,
    /// Games so far.
    begun: u64,
    /// The rules of the last game; most games have the same.
    rules: Option<(RulesData, Arc<Rules>)>,
    seat: Option<Seat>,
}

/// Why an engine stopped before it was told to.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// Nothing could be read.
    #[error("standard input: {0}")]
    Input(#[source] io::Error),
    /// The answer could not be written.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// What was sent is no message.
    #[error("what was sent is no message: {0}")]
    NoMessage(serde_json::Error),
    /// Another version of the protocol.
    #[error("version {0} of the protocol is not known, only {PROTOCOL} is")]
    Version(u32),
    /// A question came too early.
    #[error("a question before a game was begun")]
    NotBegun,
    /// The engine was told to play one side only.
    #[error("this engine plays {0} only")]
    OnlySide(Side),
    /// The rules are not known here.
    #[error("rules: {0}")]
    Rules(Faults),
    /// The rules of that name are others here.
    #[error("the rules sent as \"{0}\" are others than those known here")]
    OtherRules(String),
    /// The start makes no sense under the rules.
    #[error("{0}")]
    Start(StartError),
    /// The agent cannot play.
    #[error("{0}")]
    Agent(String),
    /// The agent was asked and has no move.
    #[error(transparent)]
    NoMove(#[from] AgentError),
    /// A ply of the log cannot have been.
    #[error("log: {ply}: {cause}")]
    Log {
        /// The ply as it was sent.
        ply: String,
        /// What is wrong with it.
        cause: LogError,
    },
    /// The log and the question speak of different positions.
    #[error("{0}")]
    Question(&'static str),
}

/// What is wrong with a start.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum StartError {
    /// Too many or too few detectives.
    #[error("{0} start stations of detectives")]
    Detectives(usize),
    /// There is no such station.
    #[error("there is no station {0}")]
    Station(u32),
    /// The stations are none of the board, or the like.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// What is wrong with a ply of a log.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum LogError {
    /// It is no move.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// It is not legal there.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// Mr X's way has too few stations for it.
    #[error("the path is too short for this")]
    ShortPath,
    /// The game ended before it.
    #[error("the game is over")]
    Over,
}

enum Reply {
    Nothing,
    Message(FromProgram),
    Quit,
}

impl<'a> Engine<'a> {
    /// An engine that plays as this agent, one side only or the one it is asked for.
    pub fn new(
        agent: &'a dyn AgentFactory,
        find_rules: FindRules<'a>,
        side: Option<Side>,
        seed: Seed,
    ) -> Engine<'a> {
        Engine { agent, find_rules, side, seed, begun: 0, rules: None, seat: None }
    }

    /// Answers messages until it is told to quit or the input ends.
    ///
    /// # Errors
    /// When a message makes no sense or the agent has no move. The other side is told before.
    pub fn run(&mut self, mut input: impl BufRead, mut out: impl Write) -> Result<(), EngineError> {
        loop {
            let mut line = Vec::new();
            let read = (&mut input).take(MOST_LINE as u64).read_until(b'\n', &mut line);
            if read.map_err(EngineError::Input)? == 0 {
                return Ok(());
            }
            match self.answer(&line) {
                Ok(Reply::Nothing) => {}
                Ok(Reply::Message(message)) => send(&mut out, &message)?,
                Ok(Reply::Quit) => return Ok(()),
                Err(error) => {
                    send(&mut out, &FromProgram::Error { message: error.to_string() })?;
                    return Err(error);
                }
            }
        }
    }

    fn answer(&mut self, line: &[u8]) -> Result<Reply, EngineError> {
        match serde_json::from_slice(line).map_err(EngineError::NoMessage)? {
            ToProgram::Hello(Hello { yard: PROTOCOL, .. }) => {
                let name = format!("yard engine {}", self.agent.name());
                Ok(Reply::Message(FromProgram::Hello(Hello { yard: PROTOCOL, name })))
            }
            ToProgram::Hello(Hello { yard, .. }) => Err(EngineError::Version(yard)),
            ToProgram::Begin(begin) => {
                self.begin(*begin)?;
                Ok(Reply::Nothing)
            }
            ToProgram::Choose(question) => {
                let seat = self.seat.as_mut().ok_or(EngineError::NotBegun)?;
                Ok(Reply::Message(FromProgram::Move { mv: seat.choose(&question)? }))
            }
            ToProgram::End(_) => Ok(Reply::Nothing),
            ToProgram::Quit {} => Ok(Reply::Quit),
        }
    }

    fn begin(&mut self, begin: Begin) -> Result<(), EngineError> {
        if let Some(only) = self.side.filter(|side| *side != begin.side) {
            return Err(EngineError::OnlySide(only));
        }
        // An agent may have prepared much for these rules, so it is kept while they stay.
        let (rules, old_seat) = match self.rules.take() {
            Some((data, rules)) if data == begin.rules => (rules, self.seat.take()),
            Some(_) | None => (self.rules_of(&begin.rules)?, None),
        };
        let seed = match begin.seed {
            Some(seed) => Seed(seed.into()),
            None => self.seed.of_game(self.begun),
        };
        self.begun += 1;
        self.seat = Some(Seat::new(self.agent, &rules, begin.side, &begin.start, seed, old_seat)?);
        self.rules = Some((begin.rules, rules));
        Ok(())
    }

    /// The rules of that name, when they are those that were sent.
    fn rules_of(&self, data: &RulesData) -> Result<Arc<Rules>, EngineError> {
        let rules = (self.find_rules)(data).map_err(EngineError::Rules)?;
        match RulesData::new(&rules) == *data {
            true => Ok(Arc::new(rules)),
            false => Err(EngineError::OtherRules(data.name.clone())),
        }
    }
}

fn send(out: &mut impl Write, message: &FromProgram) -> Result<(), EngineError> {
    let mut line = serde_json::to_vec(message).map_err(io::Error::from)?;
    line.push(b'\n');
    out.write_all(&line)?;
    Ok(out.flush()?)
}

/// An agent that a factory refuses.
pub(crate) fn refused(agent: &dyn AgentFactory) -> impl FnOnce(FactoryError) -> EngineError {
    let name = agent.name();
    move |cause| EngineError::Agent(cause.of(&name))
}
