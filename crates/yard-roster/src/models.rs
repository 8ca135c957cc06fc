//! Trained models by name or path, and what a training needs of the roster.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use yard_agents::{Agent, Detectives, MrX};
use yard_core::{Rules, Side, did_you_mean};
use yard_learn::{Model, Players};

use crate::catalog::load_rules;
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

/// Files larger than this are no models of ours.
const MOST_BYTES: u64 = 512 << 20;

/// A model by name, or from a file.
///
/// # Errors
/// When there is none of that name, or the file is no model.
pub(crate) fn load_model(name: &str, side: Side) -> Result<Arc<Model>, String> {
    let bytes = model_bytes(name, Some(side))?;
    let model = Model::from_bytes(&bytes).map_err(|error| format!("{name}: {error}"))?;
    Ok(Arc::new(model))
}

/// The bytes of a model. Without a side the first of that name counts.
fn model_bytes(name: &str, side: Option<Side>) -> Result<Vec<u8>, String> {
    let named = |shipped: &&Shipped| shipped.name == name;
    let of_side = |shipped: &&Shipped| side.is_none_or(|side| shipped.side == side);
    if let Some(shipped) = SHIPPED.iter().filter(named).find(of_side) {
        return Ok(shipped.bytes.to_vec());
    }
    if !name.ends_with(".safetensors") && !name.contains(['/', '\\']) {
        let hint = match did_you_mean(name, SHIPPED.iter().map(|shipped| shipped.name)) {
            Some(near) => format!(", did you mean \"{near}\"?"),
            None => {
                " (hrklova, grid5 and dash are shipped; a file ends in .safetensors)".to_owned()
            }
        };
        return Err(format!(
            "unknown model \"{}\"{hint}",
            name.chars().take(40).collect::<String>()
        ));
    }
    read_bytes(Path::new(name)).map_err(|cause| {
        // The published tables name models that `yard train PRESET` writes there.
        let preset = name.strip_prefix("runs/").and_then(|rest| rest.split('/').next());
        let hint =
            preset.map_or(String::new(), |preset| format!("; train it: yard train {preset}"));
        format!("cannot read {name}: {cause}{hint}")
    })
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, String> {
    let file = std::fs::File::open(path).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(format!("it is larger than {} MiB", MOST_BYTES >> 20));
    }
    Ok(bytes)
}

/// The roster and the catalog, for trainings.
#[derive(Clone, Copy, Debug, Default)]
pub struct RosterPlayers {
    side: Option<Side>,
}

impl RosterPlayers {
    /// Players for a training; `side` tells which model of a shipped pair it goes on from.
    pub fn new(side: Option<Side>) -> RosterPlayers {
        RosterPlayers { side }
    }
}

impl Players for RosterPlayers {
    fn mr_x(&self, spec: &str, rules: &Rules) -> Result<Box<dyn Agent<MrX>>, String> {
        let spec: AgentSpec = spec.parse().map_err(|error| format!("{error}"))?;
        spec.mr_x(rules).map_err(|error| error.to_string())
    }

    fn detectives(&self, spec: &str, rules: &Rules) -> Result<Box<dyn Agent<Detectives>>, String> {
        let spec: AgentSpec = spec.parse().map_err(|error| format!("{error}"))?;
        spec.detectives(rules).map_err(|error| error.to_string())
    }

    fn rules(&self, name: &str) -> Result<Rules, String> {
        load_rules(name).map_err(|error| error.to_string())
    }

    fn model(&self, name: &str) -> Result<Vec<u8>, String> {
        model_bytes(name, self.side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All shipped models together, and each for the side it is said to play.
    #[test]
    fn shipped_models_are_sound_and_small() {
        let mut bytes = 0;
        for Shipped { name, side, bytes: file } in &SHIPPED {
            let model = Model::from_bytes(file).unwrap();
            assert_eq!((model.info.side, load_model(name, *side).is_ok()), (*side, true), "{name}");
            bytes += file.len();
        }
        assert!(bytes <= 10 << 20, "{bytes} bytes are more than 10 MiB");
    }

    #[test]
    fn an_unknown_model_is_named() {
        let error = |name: &str| load_model(name, Side::MrX).unwrap_err();
        assert_eq!(error("hrklowa"), "unknown model \"hrklowa\", did you mean \"hrklova\"?");
        assert!(error("no/such.safetensors").starts_with("cannot read no/such.safetensors: "));
    }
}
