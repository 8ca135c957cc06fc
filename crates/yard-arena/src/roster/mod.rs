//! The roster: the one place that turns `name:key=value,..` into an agent.
//!
//! `list` names the agents and their parameters, `spec` reads such a text, and `make` makes the agent. Agents that need more
//! have a file of their own: `best` says which agent it is, `nash` fetches its solution when it is first asked, `pimbot`
//! has many parameters. `policy` makes those whose chances of moves are known, for best responses.

mod best;
mod list;
mod make;
mod nash;
mod pimbot;
mod policy;
mod spec;

pub(crate) use best::HASTE_PLAYOUTS;
pub use list::{AGENTS, AgentInfo, Parameter};
pub use spec::{AgentSpec, SpecError};
