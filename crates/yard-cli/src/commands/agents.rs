//! `yard agents`

use std::io::Write;

use clap::Args;
use serde::Serialize;
use yard_roster::{AGENTS, AgentInfo, ParameterInfo};

use super::write_json;
use crate::args::Common;
use crate::exit::{CliError, Exit};

/// List the agents and their parameters
#[derive(Args, Debug)]
pub(crate) struct AgentsArgs {}

#[derive(Serialize)]
struct Listing<'a> {
    agents: &'a [AgentInfo],
}

pub(crate) fn run(
    _args: &AgentsArgs,
    common: Common,
    out: &mut dyn Write,
) -> Result<Exit, CliError> {
    if common.json {
        write_json(out, &Listing { agents: &AGENTS })?;
        return Ok(Exit::Done);
    }
    for agent in AGENTS.iter() {
        let sides = match (agent.mr_x, agent.detectives) {
            (true, true) => "both sides",
            (true, false) => "Mr X",
            (false, true) => "detectives",
            (false, false) => "nobody",
        };
        writeln!(out, "{:<12} {:<11} {}", agent.name, sides, agent.about)?;
        writeln!(out, "{:<24} source: {}", "", agent.source)?;
        for ParameterInfo { key, default, meaning, .. } in &agent.parameters {
            writeln!(out, "{:<24} {key}={default}: {meaning}", "")?;
        }
    }
    Ok(Exit::Done)
}
