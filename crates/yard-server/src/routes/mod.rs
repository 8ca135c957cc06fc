//! The routes of the API; `docs/reference/api.md` and `openapi.json` describe them.

mod assist;
mod catalog;
mod extract;
mod friends;
mod games;
mod help;
mod lab;
mod moving;
mod network;
mod puzzles;
mod records;
mod replay;
mod router;
mod seats;
mod socket;
mod solutions;

#[cfg(test)]
pub(crate) use catalog::OPENAPI;
pub(crate) use router::{App, router};
