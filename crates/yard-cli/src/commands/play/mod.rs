//! `yard play`

mod finish;
mod input;
mod opponent;
mod paint;
mod save;
mod session;

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use yard_agents::{AgentFactory, FactoryError, Seed, begin_game};
use yard_coach::Level;
use yard_core::{Game, Record, Rules};
use yard_roster::{AgentSpec, RosterAgent};

use self::finish::Report;
use self::opponent::Opponent;
use self::save::{Keeper, Target};
use self::session::{Players, Session};
use super::{review, write_json};
use crate::args::{BeginArgs, Common, RulesArgs};
use crate::commands::data_folder::roster;
use crate::exit::{CliError, Exit};
use crate::screen::Console;

/// Play in the terminal against the computer, or with a friend
#[derive(Args, Debug, Default)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    begin: BeginArgs,
    /// Your side; if you leave it out, Yard asks [default without a terminal: detectives]
    #[arg(long = "as", value_name = "SIDE")]
    side: Option<PlayAs>,
    /// How strong the computer is; if you leave it out, Yard asks [default without a terminal:
    /// easy]
    #[arg(long, value_name = "LEVEL", value_parser = clap::builder::PossibleValuesParser::new(Level::IDS))]
    level: Option<String>,
    /// Who plays against you, or both sides to watch, instead of a level; `yard agents` lists them
    #[arg(long, value_name = "AGENT", conflicts_with = "level")]
    against: Option<AgentSpec>,
    /// Agent that gives hints when you type hint [default: the engine that reviews games]
    #[arg(long, value_name = "AGENT")]
    hints: Option<AgentSpec>,
    /// Review the game afterwards: the chances to win, and the worst moves
    #[arg(long)]
    review: bool,
    /// Save the game to this file, as text or, if it ends in .json, as JSON; also if you leave
    /// early
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Use no colours; setting NO_COLOR does the same
    #[arg(long)]
    no_color: bool,
}

/// What the person at the keyboard plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum PlayAs {
    /// Mr X
    X,
    /// All detectives
    Detectives,
    /// Both sides, taking turns at the keyboard
    Both,
    /// Nobody: watch two agents
    Watch,
}

impl PlayAs {
    fn word(self) -> &'static str {
        match self {
            PlayAs::X => "x",
            PlayAs::Detectives => "detectives",
            PlayAs::Both => "both",
            PlayAs::Watch => "watch",
        }
    }
}

pub(crate) fn run(args: &PlayArgs, common: Common, out: &mut dyn Write) -> Result<Exit, CliError> {
    let (rules, setup) = args.begin.load(&args.rules)?;
    let target = match &args.save {
        None => None,
        Some(path) => Some(Target::check(path).map_err(CliError::bad)?),
    };
    if args.side == Some(PlayAs::Both) {
        let given = [("--against", args.against.is_some()), ("--level", args.level.is_some())];
        if let Some((flag, _)) = given.iter().find(|(_, given)| *given) {
            return Err(CliError::bad(format!(
                "{flag} has no use with --as both, where people play both sides"
            )));
        }
    }
    let seed = common.seed.unwrap_or_else(draw_seed);
    let game = begin_game(&rules, setup.as_ref(), Seed(seed)).map_err(CliError::bad)?;
    let report = if common.json {
        let terminal = io::stderr().is_terminal();
        let mut err = BufWriter::new(io::stderr());
        let mut console = Console::new(&mut err, terminal, !args.no_color);
        let report = play(args, game, seed, target, &mut console)?;
        console.flush()?;
        report
    } else {
        let terminal = io::stdout().is_terminal();
        let mut console = Console::new(out, terminal, !args.no_color);
        play(args, game, seed, target, &mut console)?
    };
    if let (true, Some(report)) = (common.json, report) {
        write_json(out, &report)?;
    }
    Ok(Exit::Done)
}

/// Plays one game; `None` when the person left before it began.
fn play(
    args: &PlayArgs,
    game: Game,
    seed: u64,
    target: Option<Target>,
    console: &mut Console<'_>,
) -> Result<Option<Report>, CliError> {
    let roster = roster();
    let rules = Arc::clone(game.detective_view().rules_arc());
    let hints = args.hints.as_ref().map(|spec| roster.agent(spec));
    let side = match args.side {
        Some(side) => side,
        None if console.typed => match ask_side(&rules, console)? {
            Some(side) => side,
            None => return Ok(None),
        },
        None => PlayAs::Detectives,
    };
    if let Some(hints) = &hints {
        check_hints(hints, side, &rules)?;
    }
    let named = Opponent::named(args.level.as_deref(), args.against.as_ref(), &rules)?;
    let opponent = match named {
        Some(opponent) => opponent,
        None if console.typed && side != PlayAs::Both => match opponent::ask(&rules, console)? {
            Some(opponent) => opponent,
            None => return Ok(None),
        },
        None => Opponent::usual(&rules)?,
    };
    let mut players = Players::default();
    if matches!(side, PlayAs::Detectives | PlayAs::Watch) {
        players.mr_x = Some(roster.mr_x(&opponent.mr_x, &rules).map_err(CliError::bad)?);
    }
    if matches!(side, PlayAs::X | PlayAs::Watch) {
        players.team =
            Some(roster.detectives(&opponent.detectives, &rules).map_err(CliError::bad)?);
    }
    let keeper = Keeper::new(target);
    let mut session = Session::new(game, Seed(seed), side, players, hints, &keeper, console);
    let played = session.play();
    if played.is_err() {
        keeper.rescue();
    }
    let game = played?;
    // The end is shown even when the game cannot be saved after all.
    let saved = keeper.finish(&game);
    let again = again(args, side, &opponent, seed);
    let file = saved.as_ref().ok().and_then(Option::as_deref);
    console.show(&finish::text(&game, side, seed, &again, file, console.ink))?;
    saved?;
    let review = match wants_review(args, &game, console)? {
        true => {
            let look_back = || review::of_record(&Record::of(&game), &rules);
            Some(console.meanwhile("Looking back at the moves …", look_back)??)
        }
        false => None,
    };
    if let Some(review) = &review {
        console.show(&review.text(console.ink))?;
    }
    Ok(Some(Report::new(&game, seed, review)))
}

/// Hints are asked for in the middle of a game; that nobody can give them is told before.
fn check_hints(hints: &RosterAgent, side: PlayAs, rules: &Arc<Rules>) -> Result<(), CliError> {
    let name = hints.name();
    let wrong = |error: FactoryError| CliError::bad(format!("--hints: {}", error.of(&name)));
    if matches!(side, PlayAs::X | PlayAs::Both) {
        hints.mr_x(rules).map_err(wrong)?;
    }
    if matches!(side, PlayAs::Detectives | PlayAs::Both) {
        hints.detectives(rules).map_err(wrong)?;
    }
    Ok(())
}

/// Tells whether somebody wants to look back; asks who has not said.
fn wants_review(args: &PlayArgs, game: &Game, console: &mut Console<'_>) -> Result<bool, CliError> {
    if args.review || !console.live || game.detective_view().log().plies().is_empty() {
        return Ok(args.review);
    }
    let answer = console.ask("r and Enter to look back at the moves, or Enter to leave> ")?;
    Ok(answer.is_some_and(|answer| matches!(answer.to_lowercase().as_str(), "r" | "review")))
}

/// The command that deals the same start again.
fn again(args: &PlayArgs, side: PlayAs, opponent: &Opponent, seed: u64) -> String {
    let mut words = vec!["yard play".to_owned()];
    words.push(match &args.begin.setup {
        Some(setup) => format!("--setup {}", quoted(setup)),
        None => format!("--rules {}", quoted(&args.rules.rules)),
    });
    if let Some(count) = args.rules.detectives_count {
        words.push(format!("--detectives-count {count}"));
    }
    words.push(format!("--as {}", side.word()));
    if side != PlayAs::Both {
        words.extend(opponent.flag.clone());
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
fn ask_side(rules: &Rules, console: &mut Console<'_>) -> Result<Option<PlayAs>, CliError> {
    let ink = console.ink;
    console.fresh()?;
    let title = ink.bold("Scotland Yard");
    console.say(&format!("{title}, rules {}", rules.name()))?;
    console.say("")?;
    console.say("Which side do you play?")?;
    console.say("  1  the detectives, who hunt Mr X")?;
    console.say("  2  Mr X, who hides from the detectives")?;
    console.say("  3  both sides, two people taking turns at this keyboard")?;
    console.say("  4  neither: watch the computer play against itself")?;
    console.say("")?;
    loop {
        let Some(answer) = console.ask("1 to 4, or Enter for the detectives> ")? else {
            return Ok(None);
        };
        return Ok(Some(match answer.to_lowercase().as_str() {
            "" | "1" | "detectives" | "d" => PlayAs::Detectives,
            "2" | "x" | "mr x" => PlayAs::X,
            "3" | "both" => PlayAs::Both,
            "4" | "watch" => PlayAs::Watch,
            "q" | "quit" => return Ok(None),
            _ => {
                console.say("Please type 1, 2, 3 or 4, or q to leave.")?;
                continue;
            }
        }));
    }
}

/// A seed that nobody can guess from the start stations; 53 bits, which JSON readers keep exactly.
fn draw_seed() -> u64 {
    // The standard library's only door to the system's chance.
    let chance = std::collections::hash_map::RandomState::new();
    std::hash::BuildHasher::hash_one(&chance, 0) >> 11
}
