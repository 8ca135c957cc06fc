//! Tests of the server as a whole, through its routes but without a network.

mod coaching;
mod document;
mod documents;
mod fairness;
mod friends;
mod fuzz;
mod games;
mod help;
mod imports;
mod lab;
mod operations;
mod playing;
mod schema;
mod seating;
mod secrecy;
mod seeds;
mod several_people;
mod stored;
mod taking_back;
mod test_server;
mod votes;
