//! Tests of the server as a whole, through its routes but without a network.

mod document;
mod fuzz;
mod games;
mod schema;
mod secrecy;
mod several_people;
mod stored;
mod test_server;
