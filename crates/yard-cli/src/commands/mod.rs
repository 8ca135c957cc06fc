//! A module for each command; `files`, `progress`, `review` and `data_folder` serve several of them.

pub(crate) mod admin;
pub(crate) mod agents;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod allocator;
pub(crate) mod bench;
pub(crate) mod board;
pub(crate) mod candidates;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod data_folder;
pub(crate) mod engine;
pub(crate) mod exploit;
pub(crate) mod files;
pub(crate) mod load;
pub(crate) mod merge;
pub(crate) mod moves;
pub(crate) mod play;
pub(crate) mod play_match;
pub(crate) mod progress;
pub(crate) mod puzzles;
pub(crate) mod replay;
pub(crate) mod reproduce;
mod reproduce_summary;
pub(crate) mod review;
pub(crate) mod serve;
pub(crate) mod serve_limits;
mod share_progress;
pub(crate) mod show;
pub(crate) mod solve;
mod solve_curve;
pub(crate) mod sprt;
pub(crate) mod tournament;
pub(crate) mod train;
pub(crate) mod train_curves;
pub(crate) mod train_networks;

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use yard_core::{Record, Rules};
use yard_files::{read_limited, read_text};
use yard_roster::load_rules;

use crate::exit::CliError;

/// Writes one JSON object on one line.
pub(crate) fn write_json(out: &mut dyn Write, value: &impl Serialize) -> Result<(), CliError> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)?;
    Ok(())
}

/// Reads a record file, text or JSON; `-` is standard input. The rules are those the record names,
/// unless others are given.
pub(crate) fn read_record(
    file: &str,
    rules: Option<&str>,
) -> Result<(Record, Arc<Rules>), CliError> {
    let text = if file == "-" {
        read_limited(std::io::stdin())
            .map_err(|cause| CliError::bad(format!("cannot read standard input: {cause}")))?
    } else {
        read_text(Path::new(file)).map_err(CliError::bad)?
    };
    let bad = |error: &dyn std::fmt::Display| CliError::bad(format!("{file}: {error}"));
    let text = text.trim_start_matches('\u{feff}');
    let record: Record = if text.trim_start().starts_with('{') {
        serde_json::from_str(text).map_err(|error| bad(&error))?
    } else {
        text.parse().map_err(|faults: yard_core::Faults| bad(&faults))?
    };
    let rules = load_rules(rules.unwrap_or(&record.rules)).map_err(|error| bad(&error))?;
    Ok((record, Arc::new(rules)))
}
