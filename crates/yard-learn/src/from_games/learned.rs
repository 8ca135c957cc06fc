//! What was learned, with the games it was learned from, as the files keep it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use yard_core::Faults;
use yard_core::toml_file::{Section, TomlFile};
use yard_files::{ReadError, read_text};

/// What was learned, and the games it was learned from.
#[derive(Clone, PartialEq, Debug)]
pub struct Learned<T> {
    /// The rules of the games.
    pub rules: String,
    /// Who played both sides.
    pub agent: String,
    /// How many games.
    pub games: u64,
    /// The seed of the series.
    pub seed: u64,
    /// What was learned.
    pub what: T,
}

/// Why there is nothing learned to be had from a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LearnedFileError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It has faults; all of them are listed.
    #[error("{}: {faults}", path.display())]
    Faulty {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        faults: Faults,
    },
}

/// The keys that every file has.
const HEAD: [&str; 5] = ["version", "rules", "agent", "games", "seed"];

impl<T> Learned<T> {
    /// The first lines of the file: what the comment says, and where it comes from.
    pub(crate) fn head(&self, comment: &str) -> String {
        let text = |text: &str| toml::Value::String(text.to_owned()).to_string();
        let Learned { rules, agent, games, seed, .. } = self;
        let (rules, agent) = (text(rules), text(agent));
        format!(
            "{comment}\
             version = 1\n\
             rules   = {rules}\n\
             agent   = {agent}\n\
             games   = {games}\n\
             seed    = {seed}\n"
        )
    }
}

/// Reads the text of a file of version 1. `what` reads what was learned; its keys are `keys`.
pub(crate) fn read<T>(
    text: &str,
    keys: &[&str],
    what: impl FnOnce(&Section<'_, '_>) -> Option<T>,
) -> Result<Learned<T>, Faults> {
    let file = TomlFile::parse(text)?;
    let root = file.root();
    root.check_keys(&[&HEAD[..], keys].concat());
    root.version(1);
    let (rules, agent) = (root.required("rules").text(), root.required("agent").text());
    let games = root.required("games").whole(0..=u64::MAX);
    let seed = root.required("seed").whole(0..=u64::MAX);
    let what = what(&root);
    let learned = || {
        let (rules, agent) = (rules?.to_owned(), agent?.to_owned());
        Some(Learned { rules, agent, games: games?, seed: seed?, what: what? })
    };
    let learned = learned();
    file.finish(learned)
}

/// From a file, or what comes with the program where none is named.
pub(crate) fn load<T>(
    path: Option<&Path>,
    shipped: &Arc<T>,
    read: impl Fn(&str) -> Result<Learned<T>, Faults>,
) -> Result<Arc<T>, LearnedFileError> {
    let Some(path) = path else {
        return Ok(Arc::clone(shipped));
    };
    let wrong = |faults| LearnedFileError::Faulty { path: path.to_owned(), faults };
    Ok(Arc::new(read(&read_text(path)?).map_err(wrong)?.what))
}
