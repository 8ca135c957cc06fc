//! `yard completions` and `yard man`: what a package of Yard carries besides the program.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::args::Cli;
use crate::exit::{CliError, Exit};

/// Print completions for a shell, such as: source <(yard completions bash)
#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Write the manual pages into a folder
#[derive(Args, Debug)]
pub(crate) struct ManArgs {
    /// A folder that exists
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub(crate) fn run_completions(
    args: &CompletionsArgs,
    out: &mut dyn Write,
) -> Result<Exit, CliError> {
    // The generator panics where it cannot write, such as into a closed pipe.
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "yard", &mut text);
    out.write_all(&text)?;
    Ok(Exit::Done)
}

pub(crate) fn run_man(args: &ManArgs) -> Result<Exit, CliError> {
    clap_mangen::generate_to(Cli::command(), &args.folder).map_err(|cause| {
        CliError::bad(format!("cannot write into {}: {cause}", args.folder.display()))
    })?;
    Ok(Exit::Done)
}
