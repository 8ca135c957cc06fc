//! Finds rules and boards by name or path. This is the one place that opens such files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use yard_core::{Board, Fault, Faults, Rules, is_plain_name, presets};
use yard_files::{ReadError, is_path, read_text};

/// Why rules or a board could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] ReadError),
    /// The file has faults; all of them are listed.
    #[error("{}: {faults}", path.display())]
    Faulty {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        faults: Faults,
    },
    /// The name is not known, or the numbers make no game.
    #[error("{0}")]
    Unknown(#[from] Faults),
}

/// A board that builds on a board that builds on …
const MOST_BASES: u32 = 8;

fn is_file(name: &str) -> bool {
    !name.starts_with("grid:") && is_path(name, ".toml")
}

/// Loads rules: a preset, `grid:SIZE,DETECTIVES,ROUNDS[,EVERY]`, or the path of a TOML file.
///
/// # Errors
/// When there is nothing of that name, or the file has faults.
pub fn load_rules(name: &str) -> Result<Rules, LoadError> {
    load_rules_from(name, None)
}

/// The same for a name in a file: paths count from the folder of that file.
///
/// # Errors
/// When there is nothing of that name, or the file has faults.
pub fn load_rules_from(name: &str, folder: Option<&Path>) -> Result<Rules, LoadError> {
    if !is_file(name) {
        return Ok(presets::rules(name)?);
    }
    if !is_plain_name(name) {
        let text = "a path of rules stands in records, so it must be plain: no control characters, \
                    no # after a space";
        return Err(LoadError::Unknown(Fault::new(text).into()));
    }
    let path = folder.unwrap_or(Path::new("")).join(name);
    let text = read_text(&path)?;
    let find = |board: &str| find_board(board, path.parent(), 0);
    match Rules::from_toml(&text, &find) {
        Ok(rules) => Ok(rules.with_name(name)),
        Err(faults) => Err(LoadError::Faulty { path, faults }),
    }
}

/// Loads a board: a compiled-in one, `grid:SIZE`, or the path of a TOML file.
///
/// # Errors
/// When there is nothing of that name, or the file has faults.
pub fn load_board(name: &str) -> Result<Arc<Board>, LoadError> {
    if !is_file(name) {
        return Ok(presets::board(name)?);
    }
    load_board_file(Path::new(name), 0)
}

fn load_board_file(path: &Path, depth: u32) -> Result<Arc<Board>, LoadError> {
    let text = read_text(path)?;
    let find = |base: &str| find_board(base, path.parent(), depth + 1);
    match Board::from_toml(&text, &find) {
        Ok(board) => Ok(Arc::new(board)),
        Err(faults) => Err(LoadError::Faulty { path: path.to_owned(), faults }),
    }
}

/// A board named in a file: paths count from the folder of that file.
fn find_board(name: &str, folder: Option<&Path>, depth: u32) -> Result<Arc<Board>, Faults> {
    if !is_file(name) {
        return presets::board(name);
    }
    if depth > MOST_BASES {
        return Err(Fault::new("the boards build on each other in a circle").into());
    }
    let path = folder.unwrap_or(Path::new("")).join(name);
    match load_board_file(&path, depth) {
        Ok(board) => Ok(board),
        Err(LoadError::Faulty { faults, .. } | LoadError::Unknown(faults)) => Err(faults),
        Err(error @ LoadError::Unreadable(_)) => Err(Fault::new(error.to_string()).into()),
    }
}
