//! `dqn` and `qnet`: networks, by the names of shipped models or by their files.

use super::searches::description;
use super::{AgentConfig, Description, Sides};
use crate::models::SHIPPED_NAMES;
use crate::parameter::{FileName, file, switch};

/// What `dqn` plays by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DqnConfig {
    /// The network.
    pub model: FileName,
    /// Whether another agent plays the detectives before the last, as in training (Hrkľová 2023, 5.2).
    pub alone: bool,
}

impl Default for DqnConfig {
    fn default() -> DqnConfig {
        DqnConfig { model: FileName::Shipped("hrklova"), alone: true }
    }
}

/// What `qnet` plays by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QnetConfig {
    /// The network.
    pub model: FileName,
}

impl Default for QnetConfig {
    fn default() -> QnetConfig {
        QnetConfig { model: FileName::Shipped("dash") }
    }
}

pub(super) static DQN: Description<DqnConfig> = description!(
    Dqn,
    "dqn",
    Sides::Both,
    DqnConfig::default,
    "a deep Q-network that values every step; grids, and with your own model `dash` rules",
    "Hrkľová 2023",
    &[
        file!(
            "model",
            model,
            SHIPPED_NAMES,
            "a shipped model, or a file of yard train (*.safetensors)"
        ),
        switch!(
            "partner",
            alone,
            ["none", "alphabeta"],
            "who plays the detectives before the last: alphabeta, or none but the network"
        ),
    ]
);

pub(super) static QNET: Description<QnetConfig> = description!(
    Qnet,
    "qnet",
    Sides::Both,
    QnetConfig::default,
    "a network that values every contemplated move; `dash` rules only",
    "Dash et al. 2018",
    &[file!(
        "model",
        model,
        SHIPPED_NAMES,
        "a shipped model, or a file of yard train (*.safetensors)"
    )]
);
