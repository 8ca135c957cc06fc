//! The arguments, in the user's words.

use std::sync::Arc;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use yard_core::{Faults, Rules, Setup, Side};
use yard_roster::load_rules;

use crate::commands;
use crate::exit::CliError;

/// Play, study and solve Scotland Yard, the board game in which a hidden Mr X flees through London
///
/// Without a command you play in the browser.
#[derive(Parser, Debug)]
#[command(name = "yard", version, long_version = crate::version::long(), max_term_width = 100)]
pub(crate) struct Cli {
    /// What to do; `yard serve` when left out
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Options of every command.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Common {
    /// Print one JSON object on standard output
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Seed of everything random [default: 1; `play` draws one]
    #[arg(long, global = true, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Serve(commands::serve::ServeArgs),
    Load(commands::load::LoadArgs),
    Play(commands::play::PlayArgs),
    Match(commands::play_match::MatchArgs),
    Tournament(commands::tournament::TournamentArgs),
    Sprt(commands::sprt::SprtArgs),
    Compare(commands::compare::CompareArgs),
    Merge(commands::merge::MergeArgs),
    Solve(commands::solve::SolveArgs),
    Exploit(commands::exploit::ExploitArgs),
    Train(commands::train::TrainArgs),
    Agents(commands::agents::AgentsArgs),
    Moves(commands::moves::MovesArgs),
    Perft(commands::moves::PerftArgs),
    Candidates(commands::candidates::CandidatesArgs),
    Replay(commands::replay::ReplayArgs),
    Puzzles(commands::puzzles::PuzzlesArgs),
    Board(commands::board::BoardArgs),
    Reproduce(commands::reproduce::ReproduceArgs),
    Bench(commands::bench::BenchArgs),
    Engine(commands::engine::EngineArgs),
    Admin(commands::admin::AdminArgs),
    Completions(commands::completions::CompletionsArgs),
    #[command(hide = true)]
    Man(commands::completions::ManArgs),
}

/// Which rules, and for how many detectives.
#[derive(Args, Clone, Debug)]
pub(crate) struct RulesArgs {
    /// Rules: classic, modern, bristol, dash, grid5, grid5-30, grid7, grid15, glasses, any grid as
    /// grid:SIZE,DETECTIVES,ROUNDS or grid:SIZE,DETECTIVES,ROUNDS,EVERY, or the path of a TOML file
    #[arg(long, value_name = "RULES", default_value = "classic")]
    pub(crate) rules: String,
    /// Number of detectives, if it differs from the rules
    #[arg(long, value_name = "N")]
    pub(crate) detectives_count: Option<u32>,
}

impl Default for RulesArgs {
    fn default() -> RulesArgs {
        RulesArgs { rules: "classic".to_owned(), detectives_count: None }
    }
}

impl RulesArgs {
    pub(crate) fn load(&self) -> Result<Arc<Rules>, CliError> {
        let rules = load_rules(&self.rules).map_err(CliError::bad)?;
        match self.detectives_count {
            None => Ok(Arc::new(rules)),
            Some(count) => {
                let changed = rules
                    .with_detectives(count)
                    .map_err(|faults| CliError::bad(format!("--detectives-count: {faults}")))?;
                Ok(Arc::new(changed))
            }
        }
    }
}

/// Where games begin, if not with a deal.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct BeginArgs {
    /// Begin here instead of a deal, such as "classic x ? detectives 26,29 slot 7 candidates 5,46"; a ?
    /// is drawn from the candidates (docs/reference/notation.md)
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["rules", "detectives_count"])]
    pub(crate) setup: Option<String>,
}

impl BeginArgs {
    /// The rules, and the setup if there is one; that no game can begin there is told now.
    pub(crate) fn load(&self, rules: &RulesArgs) -> Result<(Arc<Rules>, Option<Setup>), CliError> {
        let Some(text) = &self.setup else { return Ok((rules.load()?, None)) };
        let wrong = |faults: Faults| CliError::bad(format!("setup: {faults}"));
        let setup: Setup = text.parse().map_err(wrong)?;
        let rules = load_rules(&setup.rules).map_err(CliError::bad)?;
        let rules = Arc::new(setup.fit(rules).map_err(wrong)?);
        setup.view(Arc::clone(&rules)).map_err(wrong)?;
        Ok((rules, Some(setup)))
    }
}

/// Reads a side: `detectives`, or Mr X by the word that a command has for him.
pub(crate) fn side_named(mr_x: &'static str) -> impl TypedValueParser<Value = Side> {
    let words = [
        PossibleValue::new(mr_x).help("Mr X"),
        PossibleValue::new("detectives").help("The detectives"),
    ];
    PossibleValuesParser::new(words).map(move |word| match word == mr_x {
        true => Side::MrX,
        false => Side::Detectives,
    })
}
