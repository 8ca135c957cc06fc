//! Games of one agent against itself, what is learned from them, and its files.

use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use yard_agents::Seed;
use yard_core::Rules;

use crate::catalog::read_text;
use crate::roster::AgentSpec;
use crate::series::Series;

/// Games that an agent plays against itself so that something is learned from them.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The rules.
    pub rules: Arc<Rules>,
    /// Who plays both sides.
    pub agent: AgentSpec,
    /// How many games.
    pub games: u64,
    /// The seed of the series.
    pub seed: Seed,
    /// Worker threads; all cores when `None`.
    pub threads: Option<usize>,
}

impl SelfPlay {
    /// The games as a series.
    pub(crate) fn series(&self) -> Series {
        Series {
            rules: Arc::clone(&self.rules),
            mr_x: self.agent.clone(),
            detectives: self.agent.clone(),
            games: self.games,
            seed: self.seed,
            threads: self.threads,
        }
    }

    /// What was learned from so many of the games.
    pub(crate) fn learned<T>(&self, games: u64, what: T) -> Learned<T> {
        let rules = self.rules.name().to_owned();
        Learned { rules, agent: self.agent.to_string(), games, seed: self.seed.0, what }
    }
}

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

/// By name: `classic` is what comes with the program, all else the path of a file.
pub(crate) fn load<T>(
    name: &str,
    shipped: &Arc<T>,
    read: impl Fn(&str) -> Result<Learned<T>, LearnedFileError>,
) -> Result<Arc<T>, LearnedFileError> {
    if name == "classic" {
        return Ok(Arc::clone(shipped));
    }
    let text = read_text(Path::new(name)).map_err(|error| LearnedFileError(error.to_string()))?;
    let file = read(&text).map_err(|error| LearnedFileError(format!("{name}: {error}")))?;
    Ok(Arc::new(file.what))
}
