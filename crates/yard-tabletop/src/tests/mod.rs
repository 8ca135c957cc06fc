//! Tests of a game at a table, without any server.

mod agents;
mod claims;
mod friends;
mod intents;
mod looking_back;
mod saved;
mod seats;
mod secrecy;
mod table;
mod undo;
mod votes;
