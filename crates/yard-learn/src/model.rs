//! Files of trained networks.

use serde::{Deserialize, Serialize};
use yard_core::Side;

use crate::net::{Architecture, Network};
use crate::tensors::{EncodeError, Precision, TensorError, TensorReader, TensorWriter};

/// The version of the file format: the newest one that is read.
const VERSION: u32 = 3;

/// What the inputs of a network are; docs/reference/observation.md has the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Observation {
    /// Two planes of a grid (Hrkľová 2023, 5.3).
    #[default]
    Hrklova,
    /// The same two planes as the published program fills them.
    HrklovaProgram,
    /// More planes of a grid: ours.
    Planes,
    /// The same, and a plane with Mr X's last sighting.
    Sighting,
    /// The same as `Planes`, and two planes with bus tickets.
    Tickets,
    /// Planes over the stations of any board, and single numbers: ours; since version 3.
    Stations,
    /// London with one network for a side, the moving detective told by five inputs (Dash et al. 2018).
    Dash,
    /// London with a network for each detective (Dash et al. 2018).
    DashEach,
    /// London with one network for the joint move of all detectives: ours.
    DashTeam,
}

impl Observation {
    /// All of them.
    pub const ALL: [Observation; 9] = [
        Observation::Hrklova,
        Observation::HrklovaProgram,
        Observation::Planes,
        Observation::Sighting,
        Observation::Tickets,
        Observation::Stations,
        Observation::Dash,
        Observation::DashEach,
        Observation::DashTeam,
    ];
}

/// Which legal move replaces an illegal choice, where illegal moves are not left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IllegalChoice {
    /// Any, as the text of Hrkľová 2023 says (5.4).
    #[default]
    Random,
    /// The first of right, down, left, up, as the published program does.
    First,
}

impl IllegalChoice {
    /// Both.
    pub const ALL: [IllegalChoice; 2] = [IllegalChoice::Random, IllegalChoice::First];

    /// Tells whether it is the usual one, which files leave out.
    pub(crate) fn is_random(&self) -> bool {
        match self {
            IllegalChoice::Random => true,
            IllegalChoice::First => false,
        }
    }
}

/// What is known of a model beside its numbers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ModelInfo {
    /// Version of the file format.
    pub version: u32,
    /// Which side it plays.
    pub side: Side,
    /// The rules of the games it learned from.
    pub rules: String,
    /// What its inputs are.
    pub observation: Observation,
    /// Whether illegal moves are left out before the best is chosen.
    pub mask: bool,
    /// Which legal move replaces an illegal choice; since version 2.
    #[serde(default, skip_serializing_if = "IllegalChoice::is_random")]
    pub illegal: IllegalChoice,
    /// The shape of each network.
    pub networks: Vec<Architecture>,
    /// The preset or file that trained it.
    pub preset: String,
    /// Games it learned from.
    pub games: u64,
    /// The seed of the training.
    pub seed: u64,
}

/// Networks and what is known of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// What is known of it.
    pub info: ModelInfo,
    /// The networks.
    pub networks: Vec<Network>,
}

/// Why bytes are no model.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ModelError {
    /// The file is no list of numbers, or lacks some.
    #[error(transparent)]
    Tensors(#[from] TensorError),
    /// It is a file of ours, but not a model.
    #[error("it is no model: {0}")]
    About(String),
    /// Of another version.
    #[error("version {0} is not known, only 1 to {VERSION} are")]
    Version(u32),
    /// A number that cannot be reckoned with.
    #[error("network {0} has a number that is not finite")]
    NotFinite(usize),
}

impl Model {
    /// Puts networks together; the shapes in the information are theirs.
    pub fn new(mut info: ModelInfo, networks: Vec<Network>) -> Model {
        // What an older version can say stays readable for programs that know nothing else.
        info.version = if info.observation == Observation::Stations {
            3
        } else if info.illegal.is_random() {
            1
        } else {
            2
        };
        info.networks = networks.iter().map(|network| network.architecture().clone()).collect();
        Model { info, networks }
    }

    /// The version of the file format that is written.
    pub const VERSION: u32 = VERSION;

    /// The bytes of a file.
    ///
    /// # Errors
    /// When it cannot be written down.
    pub fn to_bytes(&self, precision: Precision) -> Result<Vec<u8>, EncodeError> {
        let mut out = TensorWriter::default();
        for (at, network) in self.networks.iter().enumerate() {
            let numbers = network.parameters();
            out.floats(&format!("network.{at}"), &[numbers.len()], numbers, precision);
        }
        out.finish(&self.info)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn from_bytes(bytes: &[u8]) -> Result<Model, ModelError> {
        let file = TensorReader::new(bytes)?;
        let wrong = |error: serde_json::Error| ModelError::About(error.to_string());
        let info: ModelInfo = serde_json::from_str(file.about()).map_err(wrong)?;
        if !(1..=VERSION).contains(&info.version) {
            return Err(ModelError::Version(info.version));
        }
        if info.networks.is_empty() {
            return Err(ModelError::About("it has no network".to_owned()));
        }
        let mut networks = Vec::new();
        for (at, shape) in info.networks.iter().enumerate() {
            let shape = Architecture::new(shape.layers().to_vec())
                .map_err(|error| ModelError::About(error.to_string()))?;
            let numbers = file.floats(&format!("network.{at}"), shape.parameters())?;
            let network = Network::from_parameters(shape, numbers);
            networks.push(network.ok_or(ModelError::NotFinite(at + 1))?);
        }
        Ok(Model { info, networks })
    }
}
