//! `nash`: perfect play on boards that are small enough.

use super::searches::description;
use super::{AgentConfig, Description, Sides};
use crate::parameter::{FileName, file, number};

/// What `nash` plays by.
#[derive(Clone, PartialEq, Debug)]
pub struct NashConfig {
    /// The solved game: a file, or the one that is shipped, kept, or made on first use.
    pub policy: FileName,
    /// How far apart the bounds of the value may be, when it is solved now.
    pub precision: f64,
}

impl Default for NashConfig {
    fn default() -> NashConfig {
        NashConfig { policy: FileName::Shipped(KEPT[0]), precision: 0.001 }
    }
}

const KEPT: &[&str] = &["kept"];

pub(super) static NASH: Description<NashConfig> = description!(
    Nash,
    "nash",
    Sides::Both,
    NashConfig::default,
    "perfect play on boards small enough to be solved",
    "our solver; docs/research/solutions.md",
    &[
        file!(
            "policy",
            policy,
            KEPT,
            "a file of yard solve, or what is kept in the data folder (kept)"
        ),
        number!(
            "precision",
            precision,
            1e-6..=1.0,
            "how far apart the bounds of the value may be, when it is solved now"
        ),
    ]
);
