//! Trained models by name or path, and what a training needs of the roster.

use std::sync::Arc;

use yard_agents::AgentFactory;
use yard_core::{Rules, Side, hint_or};
use yard_files::{ReadCause, is_path, read_bytes};
use yard_learn::{Model, ModelError, Players, PlayersError};

use crate::parameter::FileName;
use crate::roster::Roster;
use crate::rules_and_boards::load_rules;
use crate::shipped::{ShippedFile, shipped_file};
use crate::spec::{AgentSpec, SpecError};

/// A shipped model: its name, the side it plays, and its file.
struct Shipped {
    name: &'static str,
    side: Side,
    file: ShippedFile,
}

/// A file of `data/models`.
macro_rules! shipped {
    ($name:literal, $side:ident, $file:literal) => {
        Shipped {
            name: $name,
            side: Side::$side,
            file: shipped_file!(concat!("models/", $file, ".safetensors")),
        }
    };
}

/// Models that come with the program; docs/reference/training.md says which preset trained each.
const SHIPPED: [Shipped; 6] = [
    shipped!("hrklova", MrX, "hrklova-x"),
    shipped!("hrklova", Detectives, "hrklova-detectives"),
    shipped!("grid5", MrX, "grid5-x"),
    shipped!("grid5", Detectives, "grid5-detectives"),
    shipped!("dash", MrX, "dash-x"),
    shipped!("dash", Detectives, "dash-detectives"),
];

/// The names of shipped models; each is there for both sides.
pub(crate) const SHIPPED_NAMES: &[&str] = &["hrklova", "grid5", "dash"];

/// Files larger than this are no models of ours.
const MOST_BYTES: u64 = 512 << 20;

/// Why there is no model.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LoadModelError {
    /// Nothing of that name is shipped, and it is no path.
    #[error("unknown model \"{name}\"{hint}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What may have been meant.
        hint: String,
    },
    /// It comes with the program, but in a file that nobody has handed in yet.
    #[error("the file {file} is not here yet")]
    NotHere {
        /// Which file.
        file: &'static str,
    },
    /// The file cannot be read.
    #[error("cannot read {name}: {cause}{hint}")]
    Unreadable {
        /// What was asked for.
        name: String,
        /// Why not.
        cause: ReadCause,
        /// How it can be made, if it is that of a training.
        hint: String,
    },
    /// The file is no model.
    #[error("{name}: {cause}")]
    NoModel {
        /// What was asked for.
        name: String,
        /// What is wrong.
        cause: ModelError,
    },
}

/// A model of one side by name, or from a file.
///
/// # Errors
/// When there is none of that name, or the file is no model.
pub(crate) fn load_model(
    roster: &Roster,
    file: &FileName,
    side: Side,
) -> Result<Arc<Model>, LoadModelError> {
    let bytes = model_bytes(roster, file, side)?;
    let no_model = |cause| LoadModelError::NoModel { name: file.to_string(), cause };
    Ok(Arc::new(Model::from_bytes(&bytes).map_err(no_model)?))
}

/// The bytes of a model.
fn model_bytes(roster: &Roster, file: &FileName, side: Side) -> Result<Vec<u8>, LoadModelError> {
    let name = file.to_string();
    let of_side = |shipped: &&Shipped| shipped.side == side;
    let named = SHIPPED.iter().filter(|shipped| shipped.name == name);
    if let Some(shipped) = named.into_iter().find(of_side) {
        let bytes = roster.shipped.bytes(&shipped.file);
        let file = shipped.file.name;
        return bytes.map(|bytes| bytes.to_vec()).ok_or(LoadModelError::NotHere { file });
    }
    let path = roster.path(file);
    let Some(path) = path.filter(|_| is_path(&name, ".safetensors")) else {
        let all =
            || format!(" ({} are shipped; a file ends in .safetensors)", SHIPPED_NAMES.join(", "));
        let hint = hint_or(&name, SHIPPED_NAMES.iter().copied(), all);
        return Err(LoadModelError::Unknown { name: name.chars().take(40).collect(), hint });
    };
    read_bytes(&path, MOST_BYTES).map_err(|error| LoadModelError::Unreadable {
        hint: match file {
            FileName::Run { run, .. } => format!("; train it: yard train {run}"),
            FileName::Shipped(_) | FileName::Path(_) => String::new(),
        },
        name,
        cause: error.cause,
    })
}

impl Players for Roster {
    fn find_rules(&self, name: &str) -> Result<Rules, PlayersError> {
        load_rules(name).map_err(|error| PlayersError::Rules(error.to_string()))
    }

    fn find_agent(&self, text: &str) -> Result<Arc<dyn AgentFactory>, PlayersError> {
        let spec: AgentSpec =
            text.parse().map_err(|error: SpecError| PlayersError::Agent(error.to_string()))?;
        Ok(self.factory(&spec))
    }

    fn find_model(&self, name: &str, side: Side) -> Result<Vec<u8>, PlayersError> {
        let file = FileName::read(name, SHIPPED_NAMES);
        model_bytes(self, &file, side).map_err(|error| PlayersError::Model(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(name: &str, side: Side) -> Result<Arc<Model>, LoadModelError> {
        let file = FileName::read(name, SHIPPED_NAMES);
        load_model(&Roster::default(), &file, side)
    }

    /// All shipped models together, and each for the side it is said to play.
    #[test]
    fn shipped_models_are_sound_and_small() {
        let mut bytes = 0;
        for Shipped { name, side, file } in &SHIPPED {
            let file = Roster::default().shipped.bytes(file).unwrap();
            let model = Model::from_bytes(&file).unwrap();
            assert_eq!((model.info.side, load(name, *side).is_ok()), (*side, true), "{name}");
            bytes += file.len();
        }
        assert!(bytes <= 10 << 20, "{bytes} bytes are more than 10 MiB");
    }

    #[test]
    fn an_unknown_model_is_named() {
        let error = |name: &str| load(name, Side::MrX).unwrap_err().to_string();
        assert_eq!(error("hrklowa"), "unknown model \"hrklowa\", did you mean \"hrklova\"?");
        assert!(error("no/such.safetensors").starts_with("cannot read no/such.safetensors: "));
    }
}
