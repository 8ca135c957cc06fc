//! `yard play`
use crate::args::Common;
use crate::exit::{CliError, Exit};
use clap::Args;
use std::io::Write;
/// To be written
#[derive(Args, Debug, Default)]
pub(crate) struct PlayArgs {}
pub(crate) fn run(
    _args: &PlayArgs,
    _common: Common,
    _out: &mut dyn Write,
) -> Result<Exit, CliError> {
    Ok(Exit::Done)
}
