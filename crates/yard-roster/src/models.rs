//! Trained models by name or path, and what a training needs of the roster.

use std::sync::Arc;

use yard_agents::{Agent, Detectives, MrX};
use yard_core::{Rules, Side, did_you_mean};
use yard_files::{ReadCause, read_bytes};
use yard_learn::{Model, ModelError, Players};

use crate::catalog::load_rules;
use crate::parameter::FileName;
use crate::roster::Roster;
use crate::spec::AgentSpec;

/// A shipped model: its name, the side it plays, and its file.
struct Shipped {
    name: &'static str,
    side: Side,
    bytes: &'static [u8],
}

/// A file of `data/models`, compiled in.
macro_rules! shipped {
    ($name:literal, $side:ident, $file:literal) => {
        Shipped {
            name: $name,
            side: Side::$side,
            bytes: include_bytes!(concat!("../data/models/", $file, ".safetensors")),
        }
    };
}

/// Models that are compiled in; docs/TRAINING.md says which preset trained each.
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

/// A model by name, or from a file. Without a side the first of that name counts.
///
/// # Errors
/// When there is none of that name, or the file is no model.
pub(crate) fn load_model(
    roster: &Roster,
    file: &FileName,
    side: Option<Side>,
) -> Result<Arc<Model>, LoadModelError> {
    let bytes = model_bytes(roster, file, side)?;
    let no_model = |cause| LoadModelError::NoModel { name: file.to_string(), cause };
    Ok(Arc::new(Model::from_bytes(&bytes).map_err(no_model)?))
}

/// The bytes of a model.
fn model_bytes(
    roster: &Roster,
    file: &FileName,
    side: Option<Side>,
) -> Result<Vec<u8>, LoadModelError> {
    let name = file.to_string();
    let of_side = |shipped: &&Shipped| side.is_none_or(|side| shipped.side == side);
    let named = SHIPPED.iter().filter(|shipped| shipped.name == name);
    if let Some(shipped) = named.into_iter().find(of_side) {
        return Ok(shipped.bytes.to_vec());
    }
    let path = roster.path(file);
    let Some(path) = path.filter(|_| is_path(&name)) else {
        let hint = match did_you_mean(&name, SHIPPED_NAMES.iter().copied()) {
            Some(near) => format!(", did you mean \"{near}\"?"),
            None => {
                " (hrklova, grid5 and dash are shipped; a file ends in .safetensors)".to_owned()
            }
        };
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

/// Tells whether a text can only mean a file.
fn is_path(name: &str) -> bool {
    name.ends_with(".safetensors") || name.contains(['/', '\\'])
}

/// The roster, as trainings ask it for their opponents.
#[derive(Clone, Debug, Default)]
pub struct RosterPlayers {
    roster: Roster,
    side: Option<Side>,
}

impl RosterPlayers {
    /// Players for a training; `side` tells which model of a shipped pair it goes on from.
    pub fn new(roster: Roster, side: Option<Side>) -> RosterPlayers {
        RosterPlayers { roster, side }
    }
}

impl Players for RosterPlayers {
    fn mr_x(&self, spec: &str, rules: &Rules) -> Result<Box<dyn Agent<MrX>>, String> {
        let spec: AgentSpec = spec.parse().map_err(|error| format!("{error}"))?;
        self.roster.mr_x(&spec, rules).map_err(|error| error.to_string())
    }

    fn detectives(&self, spec: &str, rules: &Rules) -> Result<Box<dyn Agent<Detectives>>, String> {
        let spec: AgentSpec = spec.parse().map_err(|error| format!("{error}"))?;
        self.roster.detectives(&spec, rules).map_err(|error| error.to_string())
    }

    fn rules(&self, name: &str) -> Result<Rules, String> {
        load_rules(name).map_err(|error| error.to_string())
    }

    fn model(&self, name: &str) -> Result<Vec<u8>, String> {
        let file = FileName::read(name, SHIPPED_NAMES);
        model_bytes(&self.roster, &file, self.side).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(name: &str, side: Side) -> Result<Arc<Model>, LoadModelError> {
        let file = FileName::read(name, SHIPPED_NAMES);
        load_model(&Roster::default(), &file, Some(side))
    }

    /// All shipped models together, and each for the side it is said to play.
    #[test]
    fn shipped_models_are_sound_and_small() {
        let mut bytes = 0;
        for Shipped { name, side, bytes: file } in &SHIPPED {
            let model = Model::from_bytes(file).unwrap();
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
