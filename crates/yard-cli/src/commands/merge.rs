//! `yard merge`, and what a command says that has played one shard.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use yard_arena::{Shard, merge};

use super::files::Overwrite;
use super::write_json;
use crate::args::Common;
use crate::exit::{CliError, Exit, say};

/// Join the results of a run that was split with --shard
///
/// Every part must be finished and given once. Put the joined file where `yard match --results FILE
/// --resume`, or `yard tournament` and `yard reproduce` with `--out DIR --resume`, look for their
/// games; they then write their tables without playing.
#[derive(Args, Debug)]
pub(crate) struct MergeArgs {
    /// Results files of all shards, in any order
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// File to write; an existing file is kept
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
}

#[derive(Serialize)]
struct MergeReport {
    shards: usize,
    games: u64,
    out: String,
}

pub(crate) fn run(args: &MergeArgs, common: Common, out: &mut dyn Write) -> Result<Exit, CliError> {
    let place = args.out.display().to_string();
    args.overwrite.check(&args.out)?;
    let merged = merge(&args.files).map_err(CliError::bad)?;
    args.overwrite.save(&args.out, &merged.text)?;
    let report = MergeReport { shards: args.files.len(), games: merged.games, out: place };
    if common.json {
        write_json(out, &report)?;
    } else {
        let MergeReport { shards, games, out: place } = report;
        writeln!(out, "{games} games of {shards} shards are in {place}")?;
    }
    Ok(Exit::Done)
}

/// What one shard of a tournament or of published tables has come to.
#[derive(Serialize)]
pub(super) struct ShardPart {
    #[serde(serialize_with = "as_text")]
    pub(super) shard: Shard,
    /// Finished games.
    pub(super) played: u64,
    /// Games of the shard.
    pub(super) all: u64,
    /// Where they are.
    pub(super) file: PathBuf,
}

fn as_text<S: serde::Serializer>(shard: &Shard, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(shard)
}

#[derive(Serialize)]
struct PartReport<'a> {
    #[serde(flatten)]
    part: &'a ShardPart,
    finished: bool,
    seconds: f64,
}

impl ShardPart {
    /// Tells how far the shard is; there are no tables of a part.
    pub(super) fn report(
        &self,
        common: Common,
        seconds: f64,
        out: &mut dyn Write,
    ) -> Result<Exit, CliError> {
        let ShardPart { shard, played, all, file } = self;
        let finished = played == all;
        if common.json {
            write_json(out, &PartReport { part: self, finished, seconds })?;
        } else {
            let file = file.display();
            writeln!(out, "shard {shard}: {played} of {all} games are in {file}")?;
        }
        if !finished {
            say("interrupted; --resume goes on");
            return Ok(Exit::Interrupted);
        }
        Ok(Exit::Done)
    }
}
