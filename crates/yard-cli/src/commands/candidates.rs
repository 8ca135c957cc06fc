//! `yard candidates`

use std::io::Write;

use clap::Args;
use serde::Serialize;
use yard_core::StationSet;

use super::{read_record, write_json};
use crate::args::Common;
use crate::exit::{CliError, Exit};

/// Show where Mr X can be at the end of a record
#[derive(Args, Debug)]
pub(crate) struct CandidatesArgs {
    /// A record, text or JSON; - reads standard input
    file: String,
    /// Rules to use instead of the record's own
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
}

#[derive(Serialize)]
struct CandidatesReport {
    candidates: StationSet,
}

pub(crate) fn run(
    args: &CandidatesArgs,
    common: Common,
    out: &mut dyn Write,
) -> Result<Exit, CliError> {
    let (record, rules) = read_record(&args.file, args.rules.as_deref())?;
    let view = record
        .replay_view(rules)
        .map_err(|error| CliError::bad(format!("{}: {error}", args.file)))?;
    let candidates = view.candidates().to_set();
    if common.json {
        write_json(out, &CandidatesReport { candidates })?;
    } else {
        writeln!(out, "{candidates}")?;
    }
    Ok(Exit::Done)
}
