//! Files of the model of how Mr X moves: what `yard train move-model` writes and `pimbot` reads.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use yard_agents::belief::MoveModel;
use yard_core::Faults;
use yard_core::toml_file::Section;

use super::learned::{self, Learned, LearnedFileError};

/// The shipped models, learned under `classic`: of `pimbot`, and of several Mr Xs.
const SHIPPED: [(&str, &str); 2] = [
    ("classic", include_str!("../../data/move-models/classic.toml")),
    ("many", include_str!("../../data/move-models/many.toml")),
];

/// The shipped models as they are used; a test makes sure that they can be read.
static SHIPPED_MODELS: LazyLock<[Arc<MoveModel>; 2]> = LazyLock::new(|| {
    SHIPPED.map(|(_, text)| {
        let file = MoveModelFile::from_toml(text);
        Arc::new(file.map_or(MoveModel::UNIFORM, |file| file.what))
    })
});

/// A model of how Mr X moves and the games it was learned from.
pub type MoveModelFile = Learned<MoveModel>;

impl Learned<MoveModel> {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// Lists all that is wrong.
    pub fn from_toml(text: &str) -> Result<MoveModelFile, Faults> {
        learned::read(text, &["step", "double"], |root| {
            let (step, double) = (weights(root, "step"), weights(root, "double"));
            Some(MoveModel { step: step?, double: double? })
        })
    }

    /// The text of a file.
    pub fn to_toml(&self) -> String {
        let mut out = self.head(
            "# How Mr X moves, written by: yard train move-model\n\
             # docs/reference/agents/pimbot.md says what the weights belong to.\n",
        );
        let MoveModel { step, double } = &self.what;
        let _ = write!(out, "step    = {step:?}\ndouble  = {double:?}\n");
        out
    }

    /// The names of the models that come with the program.
    pub const SHIPPED: [&'static str; 2] = [SHIPPED[0].0, SHIPPED[1].0];

    /// A model from a file, or where none is given the shipped one of this name, or the first.
    ///
    /// # Errors
    /// When the file cannot be read or is no model.
    pub fn load(path: Option<&Path>, name: &str) -> Result<Arc<MoveModel>, LearnedFileError> {
        let at = SHIPPED.iter().position(|(shipped, _)| *shipped == name).unwrap_or(0);
        learned::load(path, &SHIPPED_MODELS[at], MoveModelFile::from_toml)
    }
}

/// So many weights, all of them numbers that can be reckoned with.
fn weights<'f, const N: usize>(root: &Section<'f, '_>, key: &'f str) -> Option<[f32; N]> {
    let entry = root.required(key);
    let found: Vec<Option<f64>> = entry.list().map(|one| one.number(-100.0..=100.0)).collect();
    let found: Vec<f32> =
        found.into_iter().map(|weight| weight.map(|w| w as f32)).collect::<Option<_>>()?;
    let weights = <[f32; N]>::try_from(found.as_slice());
    if weights.is_err() && entry.exists() {
        entry.fault(format!("{key}: {N} weights are wanted, not {}", found.len()));
    }
    weights.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_model_is_read_and_written_alike() {
        for (name, text) in SHIPPED {
            let file = MoveModelFile::from_toml(text).unwrap();
            assert_eq!(file.to_toml(), text);
            assert_ne!(file.what, MoveModel::UNIFORM);
            assert_eq!(*MoveModelFile::load(None, name).unwrap(), file.what);
        }
    }

    #[test]
    fn faults_are_named() {
        let fault = |from: &str, to: &str| {
            let text = SHIPPED[0].1.replace(from, to);
            MoveModelFile::from_toml(&text).unwrap_err().to_string()
        };
        assert_eq!(
            fault("version = 1", "version = 2"),
            "line 3: version 2 is not known, only 1 is"
        );
        assert_eq!(
            fault("step    = [", "step    = [0.0, "),
            "line 8: step: 44 weights are wanted, not 45"
        );
        assert_eq!(
            fault("double  = [", "double  = [1e9, "),
            "line 9: double must be a number between -100 and 100, not 1e9"
        );
    }
}
