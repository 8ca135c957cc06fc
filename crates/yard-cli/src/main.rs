//! The `yard` command: arguments, printing and exit codes. The work is done in the other crates.

mod args;
mod commands;
mod exit;
mod screen;
mod version;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use exit::{CliError, Exit};

/// Programs with musl bring an allocator along; `research/scripts/allocators` compares it with that of musl.
#[cfg(all(target_env = "musl", not(feature = "system-allocator")))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = BufWriter::new(io::stdout().lock());
    let result = run(cli, &mut out).and_then(|exit| {
        out.flush()?;
        Ok(exit)
    });
    match result {
        Ok(exit) => exit.into(),
        Err(error) => {
            if !error.is_quiet() {
                exit::say(format_args!("error: {error}"));
            }
            error.code()
        }
    }
}

fn run(cli: Cli, out: &mut dyn Write) -> Result<Exit, CliError> {
    let common = cli.common;
    // Series and games keep what is finished and set a handler of their own.
    if let Some(Command::Perft(_) | Command::Bench(_) | Command::Replay(_) | Command::Board(_)) =
        &cli.command
    {
        let _ = ctrlc::set_handler(|| std::process::exit(130));
    }
    match cli.command {
        None => commands::serve::run(&commands::serve::ServeArgs::default(), common, out),
        Some(Command::Serve(args)) => commands::serve::run(&args, common, out),
        Some(Command::Load(args)) => commands::load::run(&args, common, out),
        Some(Command::Play(args)) => commands::play::run(&args, common, out),
        Some(Command::Match(args)) => commands::play_match::run(&args, common, out),
        Some(Command::Tournament(args)) => commands::tournament::run(&args, common, out),
        Some(Command::Sprt(args)) => commands::sprt::run(&args, common, out),
        Some(Command::Compare(args)) => commands::compare::run(&args, common, out),
        Some(Command::Merge(args)) => commands::merge::run(&args, common, out),
        Some(Command::Solve(args)) => commands::solve::run(&args, common, out),
        Some(Command::Exploit(args)) => commands::exploit::run(&args, common, out),
        Some(Command::Train(args)) => commands::train::run(&args, common, out),
        Some(Command::Agents(args)) => commands::agents::run(&args, common, out),
        Some(Command::Moves(args)) => commands::moves::run_moves(&args, common, out),
        Some(Command::Perft(args)) => commands::moves::run_perft(&args, common, out),
        Some(Command::Candidates(args)) => commands::candidates::run(&args, common, out),
        Some(Command::Replay(args)) => commands::replay::run(&args, common, out),
        Some(Command::Puzzles(args)) => commands::puzzles::run(&args, common, out),
        Some(Command::Board(args)) => commands::board::run(&args, common, out),
        Some(Command::Reproduce(args)) => commands::reproduce::run(&args, common, out),
        Some(Command::Bench(args)) => commands::bench::run(&args, common, out),
        Some(Command::Admin(args)) => commands::admin::run(&args, common, out),
        Some(Command::Engine(args)) => commands::engine::run(&args, common, out),
        Some(Command::Completions(args)) => commands::completions::run_completions(&args, out),
        Some(Command::Man(args)) => commands::completions::run_man(&args),
    }
}
