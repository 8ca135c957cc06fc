//! `yard board`
use crate::args::Common;
use crate::exit::{CliError, Exit};
use clap::Args;
use std::io::Write;
/// To be written
#[derive(Args, Debug, Default)]
pub(crate) struct BoardArgs {}
pub(crate) fn run(
    _args: &BoardArgs,
    _common: Common,
    _out: &mut dyn Write,
) -> Result<Exit, CliError> {
    Ok(Exit::Done)
}
