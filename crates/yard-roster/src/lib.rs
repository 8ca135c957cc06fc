//! Names become things: rules and boards by name or file, and `name:key=value,..` as an agent.
//!
//! `rules_and_boards` finds rules and boards. [`AgentSpec`] is an agent's text, read and checked (`spec`), against
//! the description that each agent has in `agents/`. [`Roster`] makes the agent. `models` and `policies`
//! hold what is shipped.
//!
//! Nothing here is global: folders and the like are handed in as a [`Roster`].

mod agents;
mod checkpoint_file;
mod lazy_nash;
mod models;
mod parameter;
mod policies;
mod roster;
mod rules_and_boards;
mod shipped;
mod spec;

pub use agents::{
    AGENTS, AgentConfig, AgentInfo, BestConfig, DqnConfig, HASTE_PLAYOUTS, NashConfig,
    ParameterInfo, PersonConfig, PimBotSettings, QnetConfig,
};
pub use checkpoint_file::{CheckpointError, CheckpointFile};
pub use models::LoadModelError;
pub use parameter::{FileName, Kind, Unit, Value};
pub use policies::{PolicyFault, PolicyLoadError, PolicyStore, read_policy, write_policy};
pub use roster::{DetectivesPolicy, MakeError, MrXPolicy, Roster, RosterAgent};
pub use rules_and_boards::{LoadError, load_board, load_rules, load_rules_from};
pub use shipped::ShippedFiles;
pub use spec::{AgentSpec, SpecError};
