//! Names become things: rules and boards by name or file, and `name:key=value,..` as an agent.
//!
//! `catalog` finds rules and boards, `spec` reads an agent's text, `list` names all agents and their
//! parameters, and `make` makes them. Agents that need more have a file of their own: `best` says which
//! agent it is, `nash` fetches its solution when it is first asked, `pimbot` has many parameters.
//! `policy` makes those whose chances of moves are known, for best responses. `models` and `policies`
//! hold what is shipped.

mod best;
mod catalog;
mod list;
mod make;
mod models;
mod nash;
mod pimbot;
mod policies;
mod policy;
mod spec;

pub use best::HASTE_PLAYOUTS;
pub use catalog::{LoadError, load_board, load_rules, load_rules_from};
pub use list::{AGENTS, AgentInfo, Parameter};
pub use models::RosterPlayers;
pub use policies::{
    PolicyHome, PolicyLoadError, keep_policy, nash_table, policy_path, read_policy,
    set_policy_home, write_policy,
};
pub use spec::{AgentSpec, SpecError};
