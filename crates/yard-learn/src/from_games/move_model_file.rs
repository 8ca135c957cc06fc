//! Files of the model of how Mr X moves: what `yard train move-model` writes and `pimbot` reads.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use serde::Deserialize;
use yard_agents::belief::MoveModel;

use super::learned::{self, Learned, LearnedFileError};

/// The shipped model, learned under `classic`.
const SHIPPED: &str = include_str!("../../data/move-models/classic.toml");

/// The shipped model as it is used; a test makes sure that it can be read.
static SHIPPED_MODEL: LazyLock<Arc<MoveModel>> = LazyLock::new(|| {
    let file = MoveModelFile::from_toml(SHIPPED);
    Arc::new(file.map_or(MoveModel::UNIFORM, |file| file.what))
});

/// A model of how Mr X moves and the games it was learned from.
pub type MoveModelFile = Learned<MoveModel>;

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    #[serde(rename = "version")]
    _version: u32,
    rules: String,
    agent: String,
    games: u64,
    seed: u64,
    step: Vec<f32>,
    double: Vec<f32>,
}

impl Learned<MoveModel> {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// Says what is wrong.
    pub fn from_toml(text: &str) -> Result<MoveModelFile, LearnedFileError> {
        let raw: Raw = learned::read_raw(text)?;
        let Raw { rules, agent, games, seed, step, double, .. } = raw;
        let what = MoveModel { step: weights("step", &step)?, double: weights("double", &double)? };
        Ok(MoveModelFile { rules, agent, games, seed, what })
    }

    /// The text of a file.
    pub fn to_toml(&self) -> String {
        let mut out = self.head(
            "# How Mr X moves, written by: yard train move-model\n\
             # docs/agents/pimbot.md says what the weights belong to.\n",
        );
        let MoveModel { step, double } = &self.what;
        let _ = write!(out, "step    = {step:?}\ndouble  = {double:?}\n");
        out
    }

    /// A model from a file, or the shipped one where none is named.
    ///
    /// # Errors
    /// When the file cannot be read or is no model.
    pub fn load(path: Option<&Path>) -> Result<Arc<MoveModel>, LearnedFileError> {
        learned::load(path, &SHIPPED_MODEL, MoveModelFile::from_toml)
    }
}

/// So many weights, all of them numbers that can be reckoned with.
fn weights<const N: usize>(key: &str, found: &[f32]) -> Result<[f32; N], LearnedFileError> {
    let wrong = |text: String| LearnedFileError(format!("{key}: {text}"));
    if let Some(bad) = found.iter().find(|weight| !(-100.0..=100.0).contains(*weight)) {
        return Err(wrong(format!("a weight must lie between -100 and 100, not {bad}")));
    }
    found.try_into().map_err(|_| wrong(format!("{N} weights are wanted, not {}", found.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_model_is_read_and_written_alike() {
        let file = MoveModelFile::from_toml(SHIPPED).unwrap();
        assert_eq!(file.to_toml(), SHIPPED);
        assert_ne!(file.what, MoveModel::UNIFORM);
    }

    #[test]
    fn faults_are_named() {
        let fault = |from: &str, to: &str| {
            let text = SHIPPED.replace(from, to);
            MoveModelFile::from_toml(&text).unwrap_err().to_string()
        };
        assert_eq!(fault("version = 1", "version = 2"), "version 2 is not known, only 1 is");
        assert_eq!(fault("step    = [", "step    = [0.0, "), "step: 44 weights are wanted, not 45");
        assert_eq!(
            fault("double  = [", "double  = [1e9, "),
            "double: a weight must lie between -100 and 100, not 1000000000"
        );
    }
}
