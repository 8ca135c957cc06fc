//! Files of the model of how Mr X moves: what `yard train move-model` writes and `pimbot` reads.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use serde::Deserialize;
use yard_agents::belief::MoveModel;

use crate::catalog::read_text;

/// The shipped model, learned under `classic`.
const SHIPPED: &str = include_str!("../../../data/move-models/classic.toml");

/// A model and the games it was learned from.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveModelFile {
    /// The rules of the games.
    pub rules: String,
    /// Who played both sides.
    pub agent: String,
    /// How many games.
    pub games: u64,
    /// The seed of the series.
    pub seed: u64,
    /// What was learned.
    pub model: MoveModel,
}

/// Why a file is no model.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct MoveModelFileError(String);

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    version: u32,
    rules: String,
    agent: String,
    games: u64,
    seed: u64,
    step: Vec<f32>,
    double: Vec<f32>,
}

impl MoveModelFile {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// Says what is wrong.
    pub fn from_toml(text: &str) -> Result<MoveModelFile, MoveModelFileError> {
        let raw: Raw =
            toml::from_str(text).map_err(|error| MoveModelFileError(error.message().to_owned()))?;
        if raw.version != 1 {
            let text = format!("version {} is not known, only 1 is", raw.version);
            return Err(MoveModelFileError(text));
        }
        let Raw { rules, agent, games, seed, step, double, .. } = raw;
        let model =
            MoveModel { step: weights("step", &step)?, double: weights("double", &double)? };
        Ok(MoveModelFile { rules, agent, games, seed, model })
    }

    /// The text of a file.
    pub fn to_toml(&self) -> String {
        let text = |text: &str| toml::Value::String(text.to_owned()).to_string();
        let mut out = String::new();
        let _ = write!(
            out,
            "# How Mr X moves, written by: yard train move-model\n\
             # docs/agents/pimbot.md says what the weights belong to.\n\
             version = 1\n\
             rules   = {}\n\
             agent   = {}\n\
             games   = {}\n\
             seed    = {}\n\
             step    = {:?}\n\
             double  = {:?}\n",
            text(&self.rules),
            text(&self.agent),
            self.games,
            self.seed,
            self.model.step,
            self.model.double,
        );
        out
    }

    /// A model by name: `classic` for the shipped one, else the path of a file.
    ///
    /// # Errors
    /// When the file cannot be read or is no model.
    pub fn load(name: &str) -> Result<Arc<MoveModel>, MoveModelFileError> {
        if name == "classic" {
            return Ok(shipped());
        }
        let text =
            read_text(Path::new(name)).map_err(|error| MoveModelFileError(error.to_string()))?;
        let file = MoveModelFile::from_toml(&text)
            .map_err(|error| MoveModelFileError(format!("{name}: {error}")))?;
        Ok(Arc::new(file.model))
    }
}

/// So many weights, all of them numbers that can be reckoned with.
fn weights<const N: usize>(key: &str, found: &[f32]) -> Result<[f32; N], MoveModelFileError> {
    let wrong = |text: String| MoveModelFileError(format!("{key}: {text}"));
    if let Some(bad) = found.iter().find(|weight| !(-100.0..=100.0).contains(*weight)) {
        return Err(wrong(format!("a weight must lie between -100 and 100, not {bad}")));
    }
    found.try_into().map_err(|_| wrong(format!("{N} weights are wanted, not {}", found.len())))
}

/// The shipped model; a test makes sure that it can be read.
fn shipped() -> Arc<MoveModel> {
    static MODEL: LazyLock<Arc<MoveModel>> = LazyLock::new(|| {
        let file = MoveModelFile::from_toml(SHIPPED);
        Arc::new(file.map_or(MoveModel::UNIFORM, |file| file.model))
    });
    Arc::clone(&MODEL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_model_is_read_and_written_alike() {
        let file = MoveModelFile::from_toml(SHIPPED).unwrap();
        assert_eq!(file.to_toml(), SHIPPED);
        assert_ne!(file.model, MoveModel::UNIFORM);
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
