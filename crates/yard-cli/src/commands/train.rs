//! `yard train`

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Instant;

use clap::{Args, Subcommand};
use serde::Serialize;
use yard_agents::Seed;
use yard_arena::SelfPlay;
use yard_learn::from_games::{CategoryCount, general_table};
use yard_roster::AgentSpec;

use super::data_folder::roster;
use super::files::Overwrite;
use super::progress::{Progress, STOP, check_threads, stop_on_ctrl_c};
use super::train_curves::{self, CurveArgs};
use super::train_networks::{self, NetworkArgs};
use super::write_json;
use crate::args::{Common, RulesArgs};
use crate::exit::{CliError, Exit, say};

/// Train networks, or learn from games that agents play against themselves
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct TrainArgs {
    #[command(subcommand)]
    what: Option<Trainer>,
    #[command(flatten)]
    networks: NetworkArgs,
}

#[derive(Subcommand, Debug)]
enum Trainer {
    LocationTables(LocationArgs),
    MoveModel(ModelArgs),
    Curves(CurveArgs),
}

/// What every trainer takes
#[derive(Args, Debug)]
struct TrainingArgs {
    #[command(flatten)]
    rules: RulesArgs,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    /// File to write; standard output when left out
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    #[command(flatten)]
    overwrite: Overwrite,
}

impl TrainingArgs {
    /// The games to play, of which there must be so many.
    fn self_play(
        &self,
        agent: &AgentSpec,
        fewest: u64,
        common: Common,
    ) -> Result<SelfPlay, CliError> {
        let rules = self.rules.load()?;
        self.check(fewest)?;
        let seed = Seed(common.seed.unwrap_or(1));
        Ok(SelfPlay {
            rules,
            agent: roster().factory(agent),
            games: self.games,
            seed,
            threads: self.threads,
        })
    }

    /// Refuses what cannot be done before hours of play, not after.
    fn check(&self, fewest: u64) -> Result<(), CliError> {
        if self.games < fewest {
            return Err(CliError::bad(format!("--games must be at least {fewest}")));
        }
        check_threads(self.threads)?;
        match &self.out {
            Some(path) => self.overwrite.check(path),
            None => Ok(()),
        }
    }

    /// The file to write, for the report.
    fn out_text(&self) -> Option<String> {
        self.out.as_ref().map(|path| path.display().to_string())
    }
}

/// Count where Mr X is found, for pimbot's guesses
#[derive(Args, Debug)]
struct LocationArgs {
    #[command(flatten)]
    training: TrainingArgs,
    /// Who plays both sides
    #[arg(long, value_name = "SPEC", default_value = "pimbot:playouts=300,locations=none")]
    agent: AgentSpec,
}

/// Learn how Mr X moves, for pimbot's belief; the last tenth of the games is the test set
#[derive(Args, Debug)]
struct ModelArgs {
    #[command(flatten)]
    training: TrainingArgs,
    /// Who plays both sides
    #[arg(long, value_name = "SPEC", default_value = "pimbot:playouts=500")]
    agent: AgentSpec,
    /// Who plays Mr X instead; several times for a model of all of them, each with --games games
    #[arg(long, value_name = "SPEC")]
    mr_x: Vec<AgentSpec>,
}

#[derive(Serialize)]
struct ModelReport<'a> {
    rules: &'a str,
    agent: &'a str,
    games: u64,
    seed: u64,
    samples: usize,
    even: f64,
    learned: f64,
    out: Option<String>,
    seconds: f64,
}

#[derive(Serialize)]
struct Report<'a> {
    rules: &'a str,
    agent: &'a str,
    games: u64,
    seed: u64,
    min: [CategoryCount; 5],
    mean: [CategoryCount; 5],
    station: [CategoryCount; 5],
    out: Option<String>,
    seconds: f64,
}

pub(crate) fn run(args: &TrainArgs, common: Common, out: &mut dyn Write) -> Result<Exit, CliError> {
    match &args.what {
        Some(Trainer::LocationTables(args)) => location_tables(args, common, out),
        Some(Trainer::MoveModel(args)) => move_model(args, common, out),
        Some(Trainer::Curves(args)) => train_curves::run(args, common, out),
        None => train_networks::run(&args.networks, common, out),
    }
}

#[expect(clippy::disallowed_methods, reason = "the time taken is a part of the report")]
fn location_tables(
    args: &LocationArgs,
    common: Common,
    out: &mut dyn Write,
) -> Result<Exit, CliError> {
    let LocationArgs { training: args, agent } = args;
    let training = args.self_play(agent, 1, common)?;
    stop_on_ctrl_c();
    let bar = Progress::new(args.games, 0, "games", true);
    let begin = Instant::now();
    let file = training.location_tables(&STOP, &|| bar.inc(1)).map_err(CliError::bad)?;
    bar.finish();
    let stopped = STOP.load(Ordering::Relaxed) && file.games < args.games;
    if stopped {
        say(format_args!("interrupted: {} of {} games were finished", file.games, args.games));
    }
    save(&file.to_toml(), file.games, args, common.json, out)?;
    if common.json {
        let tables = &file.what;
        let report = Report {
            rules: &file.rules,
            agent: &file.agent,
            games: file.games,
            seed: file.seed,
            min: general_table(&tables.min),
            mean: general_table(&tables.mean),
            station: general_table(&tables.station),
            out: args.out_text(),
            seconds: begin.elapsed().as_secs_f64(),
        };
        write_json(out, &report)?;
    }
    Ok(if stopped { Exit::Interrupted } else { Exit::Done })
}

#[expect(clippy::disallowed_methods, reason = "the time taken is a part of the report")]
fn move_model(args: &ModelArgs, common: Common, out: &mut dyn Write) -> Result<Exit, CliError> {
    let ModelArgs { training: args, agent, mr_x } = args;
    // A tenth of them tests the model.
    let training = args.self_play(agent, 10, common)?;
    stop_on_ctrl_c();
    let mr_x: Vec<_> = mr_x.iter().map(|spec| roster().factory(spec)).collect();
    let games = args.games.saturating_mul(mr_x.len().max(1) as u64);
    let bar = Progress::new(games, 0, "games", true);
    let begin = Instant::now();
    let each = || bar.inc(1);
    let learned = match &mr_x[..] {
        [] => training.move_model(&STOP, &each),
        several => training.move_model_of_many(several, &STOP, &each),
    };
    let learned = learned.map_err(CliError::bad)?;
    bar.finish();
    let Some(learned) = learned else {
        say(format_args!("interrupted: a model is learned from all games at once, so none was"));
        return Ok(Exit::Interrupted);
    };
    save(&learned.file.to_toml(), games, args, common.json, out)?;
    say(format_args!(
        "{} choices; mean ln of the probability of his station: {:.3}, all equally likely {:.3}",
        learned.fitted.samples, learned.fitted.learned, learned.fitted.even
    ));
    if common.json {
        let report = ModelReport {
            rules: &learned.file.rules,
            agent: &learned.file.agent,
            games: learned.file.games,
            seed: learned.file.seed,
            samples: learned.fitted.samples,
            even: learned.fitted.even,
            learned: learned.fitted.learned,
            out: args.out_text(),
            seconds: begin.elapsed().as_secs_f64(),
        };
        write_json(out, &report)?;
    }
    Ok(Exit::Done)
}

/// Writes what was learned to its file, or prints it.
fn save(
    text: &str,
    games: u64,
    args: &TrainingArgs,
    json: bool,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    match &args.out {
        Some(path) => {
            args.overwrite.save(path, text)?;
            say(format_args!("wrote {} ({games} games)", path.display()));
        }
        None if !json => write!(out, "{text}")?,
        None => {}
    }
    Ok(())
}
