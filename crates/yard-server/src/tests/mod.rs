//! Tests of the server as a whole, through its routes but without a network.

mod document;
mod fairness;
mod fuzz;
mod games;
mod help;
mod imports;
mod lab;
mod playing;
mod schema;
mod secrecy;
mod several_people;
mod stored;
mod taking_back;
mod test_server;
