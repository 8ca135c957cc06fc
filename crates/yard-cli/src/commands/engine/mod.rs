//! `yard engine`: an agent of the roster as a program that speaks the protocol.

mod seat;

use std::io::{BufRead, Read, Write};
use std::sync::Arc;

use clap::Args;
use yard_agents::Seed;
use yard_arena::protocol::{Begin, FromProgram, Hello, MOST_LINE, PROTOCOL, RulesData, ToProgram};
use yard_arena::{AgentSpec, load_rules};
use yard_core::{Rules, Side};

use self::seat::Seat;
use super::write_json;
use crate::args::{Common, side_named};
use crate::exit::{CliError, Exit};

/// Let an agent play over standard input and output, as in `process:yard engine --agent AGENT`
///
/// docs/PROTOCOL.md describes the messages.
#[derive(Args, Debug)]
pub(crate) struct EngineArgs {
    /// Who plays; `yard agents` lists them
    #[arg(long, value_name = "AGENT", default_value = "random")]
    agent: AgentSpec,
    /// The only side it plays [default: the one it is asked for]
    #[arg(long, value_name = "SIDE", value_parser = side_named("x"))]
    side: Option<Side>,
}

pub(crate) fn run(
    args: &EngineArgs,
    common: Common,
    out: &mut dyn Write,
) -> Result<Exit, CliError> {
    let mut input = std::io::stdin().lock();
    let seed = Seed(common.seed.unwrap_or(1));
    let mut engine = Engine { args, seed, begun: 0, rules: None, seat: None };
    loop {
        let mut line = Vec::new();
        let read = (&mut input).take(MOST_LINE as u64).read_until(b'\n', &mut line);
        match read {
            Err(error) => return Err(CliError::bad(format!("standard input: {error}"))),
            Ok(0) => return Ok(Exit::Done),
            Ok(_) => {}
        }
        match engine.answer(&line) {
            Ok(Reply::Nothing) => {}
            Ok(Reply::Message(message)) => {
                write_json(out, &message)?;
                out.flush()?;
            }
            Ok(Reply::Quit) => return Ok(Exit::Done),
            Err(message) => {
                write_json(out, &FromProgram::Error { message: message.clone() })?;
                out.flush()?;
                return Err(CliError::BadInput(message));
            }
        }
    }
}

enum Reply {
    Nothing,
    Message(FromProgram),
    Quit,
}

struct Engine<'a> {
    args: &'a EngineArgs,
    /// For games that come without a seed.
    seed: Seed,
    /// Games so far.
    begun: u64,
    /// The rules of the last game; most games have the same.
    rules: Option<(RulesData, Arc<Rules>)>,
    seat: Option<Seat>,
}

impl Engine<'_> {
    fn answer(&mut self, line: &[u8]) -> Result<Reply, String> {
        let message: ToProgram = serde_json::from_slice(line)
            .map_err(|error| format!("what was sent is no message: {error}"))?;
        match message {
            ToProgram::Hello(Hello { yard: PROTOCOL, .. }) => {
                let name = format!("yard engine {}", self.args.agent);
                Ok(Reply::Message(FromProgram::Hello(Hello { yard: PROTOCOL, name })))
            }
            ToProgram::Hello(Hello { yard, .. }) => {
                Err(format!("version {yard} of the protocol is not known, only {PROTOCOL} is"))
            }
            ToProgram::Begin(begin) => {
                self.begin(*begin)?;
                Ok(Reply::Nothing)
            }
            ToProgram::Choose(question) => {
                let seat = self.seat.as_mut().ok_or("a question before a match was begun")?;
                Ok(Reply::Message(FromProgram::Move { mv: seat.choose(&question)? }))
            }
            ToProgram::End(_) => Ok(Reply::Nothing),
            ToProgram::Quit {} => Ok(Reply::Quit),
        }
    }

    fn begin(&mut self, begin: Begin) -> Result<(), String> {
        match (begin.side, self.args.side) {
            (Side::MrX, None | Some(Side::MrX))
            | (Side::Detectives, None | Some(Side::Detectives)) => {}
            (Side::MrX, Some(Side::Detectives)) => {
                return Err("this engine plays the detectives only".to_owned());
            }
            (Side::Detectives, Some(Side::MrX)) => {
                return Err("this engine plays Mr X only".to_owned());
            }
        }
        // An agent may have prepared much for these rules, so it is kept while they stay.
        let (rules, old_seat) = match self.rules.take() {
            Some((data, rules)) if data == begin.rules => (rules, self.seat.take()),
            Some(_) | None => (find_rules(&begin.rules)?, None),
        };
        let seed = match begin.seed {
            Some(seed) => Seed(seed.into()),
            None => self.seed.of_game(self.begun),
        };
        self.begun += 1;
        let (side, start) = (begin.side, &begin.start);
        self.seat = Some(Seat::new(&self.args.agent, &rules, side, start, seed, old_seat)?);
        self.rules = Some((begin.rules, rules));
        Ok(())
    }
}

/// The rules of that name, when they are those that were sent.
fn find_rules(data: &RulesData) -> Result<Arc<Rules>, String> {
    let rules = load_rules(&data.name).map_err(|error| format!("rules: {error}"))?;
    let rules = rules
        .with_detectives(data.detectives.into())
        .map_err(|faults| format!("rules: {faults}"))?;
    if RulesData::new(&rules) != *data {
        return Err(format!(
            "the rules sent as \"{}\" are others than those known here",
            data.name
        ));
    }
    Ok(Arc::new(rules))
}
