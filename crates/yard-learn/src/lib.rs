//! Agents that learn: small networks, deep Q-learning on grids and query networks for London.

pub mod net;
