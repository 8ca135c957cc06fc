//! Joins the results files of shards to what one run would have written.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use yard_files::{ReadError, read_bytes};

use super::file::{ResultsLine, parse};
use super::header::ResultsHeader;

/// No results file is larger.
const MOST_BYTES: u64 = 8 << 30;

/// Why results files cannot be joined.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A file is damaged, or holds no results.
    #[error("{}: {cause}", path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        cause: String,
    },
    /// A file is not of a shard.
    #[error("{}: these are results of a whole run, not of a shard", .0.display())]
    Whole(PathBuf),
    /// A file belongs to another experiment.
    #[error("{}: these are results of another experiment: {difference}", path.display())]
    Other {
        /// Which file.
        path: PathBuf,
        /// What differs.
        difference: String,
    },
    /// A shard is there twice.
    #[error("shard {shard} is in {} and in {}", first.display(), second.display())]
    Twice {
        /// Which shard.
        shard: String,
        /// The file that has it.
        first: PathBuf,
        /// The other one.
        second: PathBuf,
    },
    /// No file was named.
    #[error("name the results files of all shards")]
    Nothing,
    /// The result cannot be written as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A shard is not there.
    #[error("shard {0} is missing")]
    Missing(String),
    /// A shard has not been played to its end.
    #[error("{}: {missing} of {all} games are missing; play shard {shard} to its end with --resume", path.display())]
    Unfinished {
        /// Which file.
        path: PathBuf,
        /// Which shard.
        shard: String,
        /// Games that are not there.
        missing: u64,
        /// Games that should be.
        all: u64,
    },
}

/// What several shards come to together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Merged {
    /// The results file of the whole run, as one thread would have written it.
    pub text: String,
    /// Its games.
    pub games: u64,
}

/// Joins the results of all shards of one run, in whatever order the files are named.
///
/// # Errors
/// When a shard is missing, there twice, unfinished or of another experiment, or a file is damaged.
pub fn merge(files: &[PathBuf]) -> Result<Merged, MergeError> {
    let mut first: Option<ResultsHeader> = None;
    let mut shards: BTreeMap<u64, &Path> = BTreeMap::new();
    let mut games: BTreeMap<(u64, u64), ResultsLine> = BTreeMap::new();
    for path in files {
        let (header, lines) = read(path)?;
        let Some(shard) = header.shard() else { return Err(MergeError::Whole(path.clone())) };
        if let Some(difference) = first.as_ref().and_then(|first| first.other_run(&header)) {
            return Err(MergeError::Other { path: path.clone(), difference });
        }
        if let Some(first) = shards.insert(shard.index(), path) {
            let (first, second) = (first.to_owned(), path.clone());
            return Err(MergeError::Twice { shard: shard.to_string(), first, second });
        }
        let (all, found) = (header.games_of_shard(), lines.len() as u64);
        if found < all {
            let (path, shard, missing) = (path.clone(), shard.to_string(), all - found);
            return Err(MergeError::Unfinished { path, shard, missing, all });
        }
        games.extend(lines.into_iter().map(|line| (header.order(line.cell, line.index), line)));
        first.get_or_insert(header);
    }
    let Some(header) = first else { return Err(MergeError::Nothing) };
    let of = header.shard().map_or(1, |shard| shard.of());
    if let Some(index) = (1..=of).find(|index| !shards.contains_key(index)) {
        return Err(MergeError::Missing(format!("{index}/{of}")));
    }
    Ok(Merged { text: write(&header.whole(), games.values())?, games: games.len() as u64 })
}

/// The results file of a whole run with its games in the order in which one thread plays them, as far as `keep` wants
/// them.
///
/// # Errors
/// When the file cannot be read, or is damaged.
pub fn in_order(file: &Path, keep: &dyn Fn(usize, u64) -> bool) -> Result<String, MergeError> {
    let (header, mut lines) = read(file)?;
    lines.retain(|line| keep(line.cell, line.index));
    lines.sort_by_key(|line| header.order(line.cell, line.index));
    Ok(write(&header, lines.iter())?)
}

fn write<'a>(
    header: &ResultsHeader,
    lines: impl Iterator<Item = &'a ResultsLine>,
) -> serde_json::Result<String> {
    let mut text = serde_json::to_string(header)? + "\n";
    for line in lines {
        text += &serde_json::to_string(line)?;
        text.push('\n');
    }
    Ok(text)
}

fn read(path: &Path) -> Result<(ResultsHeader, Vec<ResultsLine>), MergeError> {
    let bytes = read_bytes(path, MOST_BYTES)?;
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    parse(&bytes[..whole])
        .map_err(|cause| MergeError::Damaged { path: path.to_owned(), cause: cause.to_string() })
}
