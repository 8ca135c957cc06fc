//! What was learned, with the games it was learned from, as the files keep it.

use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use yard_files::read_text;

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

/// Why a file does not hold what was to be read from it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct LearnedFileError(pub(crate) String);

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

/// Reads the text of a file, whose version must be 1.
pub(crate) fn read_raw<R: DeserializeOwned>(text: &str) -> Result<R, LearnedFileError> {
    #[derive(Deserialize)]
    struct Version {
        version: u32,
    }
    let wrong = |error: toml::de::Error| LearnedFileError(error.message().to_owned());
    let Version { version } = toml::from_str(text).map_err(wrong)?;
    if version != 1 {
        return Err(LearnedFileError(format!("version {version} is not known, only 1 is")));
    }
    toml::from_str(text).map_err(wrong)
}

/// From a file, or what comes with the program where none is named.
pub(crate) fn load<T>(
    path: Option<&Path>,
    shipped: &Arc<T>,
    read: impl Fn(&str) -> Result<Learned<T>, LearnedFileError>,
) -> Result<Arc<T>, LearnedFileError> {
    let Some(path) = path else {
        return Ok(Arc::clone(shipped));
    };
    let text = read_text(path).map_err(|error| LearnedFileError(error.to_string()))?;
    let wrong = |error| LearnedFileError(format!("{}: {error}", path.display()));
    Ok(Arc::new(read(&text).map_err(wrong)?.what))
}
