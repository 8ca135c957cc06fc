//! `yard engine`: an agent of the roster as a program that speaks the protocol.

use std::io::Write;

use clap::Args;
use yard_agents::Seed;
use yard_core::{Fault, Faults, Rules, Side};
use yard_protocol::messages::RulesData;
use yard_protocol::{Engine, EngineError};
use yard_roster::{AgentSpec, load_rules};

use super::data_folder::roster;
use crate::args::{Common, side_named};
use crate::exit::{CliError, Exit};

/// Let an agent play over standard input and output, as in `process:yard engine --agent AGENT`
///
/// docs/reference/protocol.md describes the messages.
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
    let agent = roster().agent(&args.agent);
    let seed = Seed(common.seed.unwrap_or(1));
    let mut engine = Engine::new(&agent, &find_rules, args.side, seed);
    match engine.run(std::io::stdin().lock(), out) {
        Ok(()) => Ok(Exit::Done),
        Err(EngineError::Output(error)) => Err(error.into()),
        Err(error) => Err(CliError::bad(error)),
    }
}

fn find_rules(data: &RulesData) -> Result<Rules, Faults> {
    let rules = load_rules(&data.name).map_err(|error| Fault::new(error.to_string()))?;
    rules.with_detectives(data.detectives.into())
}
