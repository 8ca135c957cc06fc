//! Tests of the server as a whole, through its routes but without a network.

mod company;
mod desk;
mod document;
mod fuzz;
mod games;
mod schema;
mod secrecy;
mod stored;
