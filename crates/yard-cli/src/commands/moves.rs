//! `yard moves` and `yard perft`

use std::io::Write;
use std::sync::Arc;

use clap::Args;
use serde::Serialize;
use yard_core::{
    DetectiveText, DetectiveTickets, Faults, Game, Move, MrXTickets, Rules, Setup, SetupTurn,
    State, perft,
};
use yard_roster::load_rules;

use super::write_json;
use crate::args::Common;
use crate::exit::{CliError, Exit};

/// A position, given by flags or by one text.
#[derive(Args, Debug)]
struct SetupArgs {
    /// Rules: a preset, grid:SIZE,DETECTIVES,ROUNDS, or the path of a TOML file
    #[arg(long, value_name = "RULES", default_value = "classic")]
    rules: String,
    /// Mr X's station
    #[arg(long, value_name = "STATION", required_unless_present = "setup")]
    x: Option<u32>,
    /// The detectives' stations; fewer than in the rules are allowed
    #[arg(
        long,
        value_name = "STATION,..",
        value_delimiter = ',',
        required_unless_present = "setup"
    )]
    detectives: Vec<u32>,
    /// Whose turn it is: x, a detective's number, or d if they move in any order
    #[arg(long, value_name = "x|1..5|d", default_value = "x")]
    turn: SetupTurn,
    /// Detectives who have moved in this round (with --turn d)
    #[arg(long, value_name = "N,..", value_delimiter = ',')]
    moved: Vec<u32>,
    /// Log slots already used
    #[arg(long, value_name = "N", default_value_t = 0)]
    slot: u32,
    /// Mr X's tickets: taxi, bus, underground, black, double; - is unlimited
    #[arg(long, value_name = "T,B,U,K,D", allow_hyphen_values = true)]
    x_tickets: Option<MrXTickets>,
    /// Each detective's tickets: taxi, bus, underground; - is unlimited
    #[arg(long, value_name = "T,B,U", allow_hyphen_values = true)]
    detective_tickets: Option<DetectiveTickets>,
    /// The whole position as one text, such as "classic x 46 detectives 26,29 slot 7"
    #[arg(
        long,
        value_name = "TEXT",
        conflicts_with_all = [
            "rules", "x", "detectives", "turn", "moved", "slot", "x_tickets", "detective_tickets",
        ]
    )]
    setup: Option<String>,
}

impl SetupArgs {
    fn load(&self) -> Result<(Arc<Rules>, State), CliError> {
        let setup = match &self.setup {
            Some(text) => {
                text.parse().map_err(|faults: Faults| CliError::bad(format!("setup: {faults}")))?
            }
            None => Setup {
                rules: self.rules.clone(),
                x: self.x,
                detectives: self.detectives.clone(),
                turn: self.turn,
                moved: self.moved.clone(),
                slot: self.slot,
                x_tickets: self.x_tickets,
                detective_tickets: self.detective_tickets.into_iter().collect(),
                candidates: Vec::new(),
            },
        };
        let mut rules = load_rules(&setup.rules).map_err(CliError::bad)?;
        let count = setup.detectives.len();
        if count < usize::from(rules.detectives()) && count > 0 {
            rules = rules.with_detectives(count as u32).map_err(CliError::bad)?;
        }
        // Candidates make no difference to the moves, but wrong ones are a fault all the same.
        let rules = Arc::new(rules);
        let game = Game::from_setup(Arc::clone(&rules), &setup).map_err(CliError::bad)?;
        Ok((rules, game.state()))
    }
}

/// List the legal moves of a position, one per line
#[derive(Args, Debug)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    setup: SetupArgs,
}

#[derive(Serialize)]
struct MovesReport {
    moves: Vec<String>,
}

pub(crate) fn run_moves(
    args: &MovesArgs,
    common: Common,
    out: &mut dyn Write,
) -> Result<Exit, CliError> {
    let (rules, state) = args.setup.load()?;
    let text = |mv: Move| match mv {
        Move::MrX(mv) => mv.to_string(),
        Move::Detective(mv) => DetectiveText::new(mv, rules.order()).to_string(),
    };
    let moves: Vec<String> = state.moves(&rules).map(text).collect();
    if common.json {
        write_json(out, &MovesReport { moves })?;
    } else {
        moves.iter().try_for_each(|mv| writeln!(out, "{mv}"))?;
    }
    Ok(Exit::Done)
}

/// Count the move paths from a position, to compare engines
#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    setup: SetupArgs,
    /// Plies to count; a turn of Mr X is one, and each detective's move is one
    #[arg(long, value_name = "N")]
    depth: u32,
}

#[derive(Serialize)]
struct PerftReport {
    perft: Vec<u64>,
}

pub(crate) fn run_perft(
    args: &PerftArgs,
    common: Common,
    out: &mut dyn Write,
) -> Result<Exit, CliError> {
    let (rules, state) = args.setup.load()?;
    if args.depth == 0 || args.depth > 1000 {
        return Err(CliError::bad("--depth must be from 1 to 1000"));
    }
    let mut counts = Vec::new();
    for depth in 1..=args.depth {
        // Once no path is left, no longer one can be.
        let paths = if counts.last() == Some(&0) { 0 } else { perft(&rules, &state, depth) };
        counts.push(paths);
        if !common.json {
            writeln!(out, "{depth} {paths}")?;
            out.flush()?;
        }
    }
    if common.json {
        write_json(out, &PerftReport { perft: counts })?;
    }
    Ok(Exit::Done)
}
