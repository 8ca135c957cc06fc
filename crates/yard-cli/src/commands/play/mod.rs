//! `yard play`

mod finish;
mod game;
mod input;
mod paint;
mod save;

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use yard_agents::Seed;
use yard_arena::AgentSpec;
use yard_core::Rules;

use self::finish::Report;
use self::game::{Game, Players};
use self::save::{Keeper, Target};
use super::write_json;
use crate::args::{Common, RulesArgs};
use crate::exit::{CliError, Exit};
use crate::screen::Console;

/// Whom you meet when you name nobody.
const OPPONENT: &str = "random";

/// Play in the terminal against the computer, or with a friend
#[derive(Args, Debug, Default)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    rules: RulesArgs,
    /// Your side; you are asked when it is left out [default without a terminal: detectives]
    #[arg(long = "as", value_name = "SIDE")]
    side: Option<Side>,
    /// Who plays against you, or both sides to watch; `yard agents` lists them [default: random]
    #[arg(long, value_name = "AGENT")]
    against: Option<AgentSpec>,
    /// File for the record of the game, text or (named .json) JSON; also when you leave early
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Use no colours; so does a set NO_COLOR
    #[arg(long)]
    no_color: bool,
}

/// What the person at the keyboard plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Side {
    /// Mr X
    X,
    /// All detectives
    Detectives,
    /// Both sides, taking turns at the keyboard
    Both,
    /// Nobody: watch two agents
    Watch,
}

impl Side {
    fn word(self) -> &'static str {
        match self {
            Side::X => "x",
            Side::Detectives => "detectives",
            Side::Both => "both",
            Side::Watch => "watch",
        }
    }
}

pub(crate) fn run(args: &PlayArgs, common: Common, out: &mut dyn Write) -> Result<Exit, CliError> {
    let rules = args.rules.load()?;
    let target = match &args.save {
        None => None,
        Some(path) => Some(Target::check(path).map_err(CliError::BadInput)?),
    };
    if args.side == Some(Side::Both) && args.against.is_some() {
        return Err(CliError::bad(
            "--against has no use with --as both, where people play both sides",
        ));
    }
    let seed = common.seed.unwrap_or_else(draw_seed);
    let report = if common.json {
        let terminal = io::stderr().is_terminal();
        let mut err = BufWriter::new(io::stderr());
        let mut console = Console::new(&mut err, terminal, !args.no_color);
        let report = play(args, rules, seed, target, &mut console)?;
        console.flush()?;
        report
    } else {
        let terminal = io::stdout().is_terminal();
        let mut console = Console::new(out, terminal, !args.no_color);
        play(args, rules, seed, target, &mut console)?
    };
    if let (true, Some(report)) = (common.json, report) {
        write_json(out, &report)?;
    }
    Ok(Exit::Done)
}

/// Plays one game; `None` when the person left before it began.
fn play(
    args: &PlayArgs,
    rules: std::sync::Arc<Rules>,
    seed: u64,
    target: Option<Target>,
    console: &mut Console<'_>,
) -> Result<Option<Report>, CliError> {
    let against = match &args.against {
        Some(spec) => spec.clone(),
        None => OPPONENT.parse().map_err(CliError::bad)?,
    };
    let side = match args.side {
        Some(side) => side,
        None if console.typed => match ask_side(&rules, &against, console)? {
            Some(side) => side,
            None => return Ok(None),
        },
        None => Side::Detectives,
    };
    let mut players = Players::default();
    if matches!(side, Side::Detectives | Side::Watch) {
        players.mr_x = Some(against.mr_x(&rules).map_err(CliError::bad)?);
    }
    if matches!(side, Side::X | Side::Watch) {
        players.team = Some(against.detectives(&rules).map_err(CliError::bad)?);
    }
    let keeper = Keeper::new(target);
    let mut game = Game::new(rules, Seed(seed), side, players, &keeper, console);
    let played = game.play();
    if played.is_err() {
        keeper.rescue();
    }
    let bout = played?;
    // The end is shown even when the game cannot be saved after all.
    let saved = keeper.finish(&bout);
    let again = again(args, side, seed);
    let file = saved.as_ref().ok().and_then(Option::as_deref);
    console.show(&finish::text(&bout, side, seed, &again, file, console.ink))?;
    saved?;
    Ok(Some(Report::new(&bout, seed)))
}

/// The command that deals the same start again.
fn again(args: &PlayArgs, side: Side, seed: u64) -> String {
    let mut words = vec!["yard play".to_owned()];
    words.push(format!("--rules {}", quoted(&args.rules.rules)));
    if let Some(count) = args.rules.detectives_count {
        words.push(format!("--detectives-count {count}"));
    }
    words.push(format!("--as {}", side.word()));
    if let Some(against) = &args.against {
        words.push(format!("--against {against}"));
    }
    words.push(format!("--seed {seed}"));
    words.join(" ")
}

/// A word as a shell wants it.
fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_./:,=+@~".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Lets the person choose a side; `None` when the input has ended.
fn ask_side(
    rules: &Rules,
    against: &AgentSpec,
    console: &mut Console<'_>,
) -> Result<Option<Side>, CliError> {
    let ink = console.ink;
    console.fresh()?;
    let title = ink.bold("Scotland Yard");
    console.say(&format!("{title}, rules {}", rules.name()))?;
    console.say("")?;
    console.say("Which side do you play?")?;
    console.say(&format!("  1  the detectives, who hunt Mr X (played by {against})"))?;
    console.say(&format!("  2  Mr X, who hides from the detectives (played by {against})"))?;
    console.say("  3  both sides, two people taking turns at this keyboard")?;
    console.say("  4  neither: watch the computer play against itself")?;
    console.say("")?;
    loop {
        let Some(answer) = console.ask("1 to 4, or Enter for the detectives> ")? else {
            return Ok(None);
        };
        return Ok(Some(match answer.to_lowercase().as_str() {
            "" | "1" | "detectives" | "d" => Side::Detectives,
            "2" | "x" | "mr x" => Side::X,
            "3" | "both" => Side::Both,
            "4" | "watch" => Side::Watch,
            "q" | "quit" => return Ok(None),
            _ => {
                console.say("Please type 1, 2, 3 or 4, or q to leave.")?;
                continue;
            }
        }));
    }
}

/// A seed that differs from game to game, short enough to be typed again.
/// A seed that nobody can guess from the start stations; 53 bits, which JSON readers keep exactly.
fn draw_seed() -> u64 {
    // The standard library's only door to the system's chance.
    let chance = std::collections::hash_map::RandomState::new();
    std::hash::BuildHasher::hash_one(&chance, 0) >> 11
}
