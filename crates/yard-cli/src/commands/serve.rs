//! `yard serve`

use std::ffi::OsStr;
use std::io::{IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use serde::Serialize;
use yard_core::{Rules, presets};
use yard_roster::load_rules;
use yard_server::{Config, Keep, LogFormat, LogLevel, NetworkDoor, ServeError, Server, start_logs};

use super::serve_limits::LimitArgs;
use super::{data_folder, write_json};
use crate::args::Common;
use crate::exit::{CliError, Exit, say};

/// Play, watch, replay and analyse in the browser
#[derive(Args, Clone, Debug)]
pub(crate) struct ServeArgs {
    /// Port of the server; 0 picks a free one
    #[arg(long, value_name = "N", default_value_t = 7199)]
    port: u16,
    /// Folder for the games [default: the data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Address to listen on; 0.0.0.0 lets others on the network play
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// Whether people on the same network may join: never, ask (you let them in, in the page), or
    /// open
    #[arg(long, value_name = "WORD", default_value = "ask", value_parser = network_door)]
    network: NetworkDoor,
    /// Host name that people use to reach the server; may be repeated
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// More rules on offer, from a TOML file; may be repeated
    #[arg(long, value_name = "FILE")]
    rules: Vec<String>,
    #[command(flatten)]
    keeping: KeepingArgs,
    #[command(flatten)]
    watching: WatchingArgs,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Where games are kept, and for how long.
#[derive(Args, Clone, Debug)]
struct KeepingArgs {
    /// Keep games in a PostgreSQL database, which several servers may share, instead of a folder:
    /// postgres://USER@HOST/NAME [default: YARD_DATABASE, if set]
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database: Option<String>,
    /// Address by which other servers of the same database reach this one; keep it private
    #[arg(long, value_name = "ADDR:PORT", default_value = "127.0.0.1:0")]
    peer: SocketAddr,
    /// Delete finished games this many days after their last change
    #[arg(long, value_name = "DAYS")]
    keep_finished: Option<u32>,
    /// Delete imported records after this many days
    #[arg(long, value_name = "DAYS")]
    keep_imports: Option<u32>,
}

/// What the server tells its operator.
#[derive(Args, Clone, Debug)]
struct WatchingArgs {
    /// Address for figures in the format of Prometheus, at /metrics; keep it private
    #[arg(long, value_name = "ADDR:PORT")]
    metrics: Option<SocketAddr>,
    /// How much to log on standard error: error, warn, info (every request), debug
    #[arg(long, value_name = "LEVEL", default_value = "warn", value_parser = log_level)]
    log: LogLevel,
    /// Log as JSON, one object per line
    #[arg(long)]
    log_json: bool,
}

fn network_door(word: &str) -> Result<NetworkDoor, String> {
    match word {
        "never" => Ok(NetworkDoor::Never),
        "ask" => Ok(NetworkDoor::Ask),
        "open" => Ok(NetworkDoor::Open),
        _ => Err("the words are never, ask and open".to_owned()),
    }
}

fn log_level(word: &str) -> Result<LogLevel, String> {
    match word {
        "error" => Ok(LogLevel::Error),
        "warn" => Ok(LogLevel::Warn),
        "info" => Ok(LogLevel::Info),
        "debug" => Ok(LogLevel::Debug),
        _ => Err("the levels are error, warn, info and debug".to_owned()),
    }
}

impl Default for KeepingArgs {
    fn default() -> KeepingArgs {
        let peer = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        KeepingArgs { database: None, peer, keep_finished: None, keep_imports: None }
    }
}

impl Default for WatchingArgs {
    fn default() -> WatchingArgs {
        WatchingArgs { metrics: None, log: LogLevel::Warn, log_json: false }
    }
}

impl Default for ServeArgs {
    fn default() -> ServeArgs {
        ServeArgs {
            port: 7199,
            data: None,
            listen: IpAddr::V4(Ipv4Addr::LOCALHOST),
            network: NetworkDoor::default(),
            host: Vec::new(),
            rules: Vec::new(),
            keeping: KeepingArgs::default(),
            watching: WatchingArgs::default(),
            no_open: false,
            limits: LimitArgs::default(),
        }
    }
}

#[derive(Serialize)]
struct Report {
    address: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    metrics: Option<String>,
}

/// Loads the rules of files. Everybody sees their names, so these are the files' names without folders.
fn named_rules(files: &[String]) -> Result<Vec<Arc<Rules>>, CliError> {
    let mut loaded: Vec<Arc<Rules>> = Vec::new();
    for file in files {
        let rules = load_rules(file).map_err(CliError::bad)?;
        let path = Path::new(file.strip_suffix(".toml").unwrap_or(file));
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or(file);
        let taken = presets::RULES.iter().any(|preset| preset.name == name)
            || loaded.iter().any(|known| known.name() == name);
        if taken {
            let text = format!("--rules {file}: there are rules \"{name}\" already");
            return Err(CliError::bad(text));
        }
        loaded.push(Arc::new(rules.with_name(name)));
    }
    Ok(loaded)
}

pub(crate) fn run(args: &ServeArgs, common: Common, out: &mut dyn Write) -> Result<Exit, CliError> {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    super::allocator::give_memory_back();
    let rules = named_rules(&args.rules)?;
    let WatchingArgs { metrics, log, log_json } = args.watching;
    start_logs(log, if log_json { LogFormat::Json } else { LogFormat::Text });
    let keeping = args.keeping.clone();
    let (limits, proxies) = args.limits.load()?;
    let config = Config {
        listen: SocketAddr::new(args.listen, args.port),
        data: args.data.clone().or_else(data_folder::data_folder),
        database: database(keeping.database, args.data.is_some()),
        peer: keeping.peer,
        metrics,
        network: args.network,
        keep: Keep { finished: keeping.keep_finished, imports: keeping.keep_imports },
        hosts: args.host.clone(),
        roster: data_folder::roster(),
        rules,
        limits,
        proxies,
        ..Config::default()
    };
    if config.data.is_none() && config.database.is_none() {
        say("neither YARD_DATA nor HOME names a folder: games are forgotten when the server stops");
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| CliError::Internal(error.to_string()))?;
    let served = runtime.block_on(async {
        let server = Server::bind(config).await.map_err(refused)?;
        announce(&server, args, common, out)?;
        let stopper = server.stopper();
        let mut serving = std::pin::pin!(server.run());
        let exit = tokio::select! {
            ended = serving.as_mut() => return ended.map_err(refused).map(|()| Exit::Done),
            exit = asked_to_stop() => exit,
        };
        // Moves under way are kept and answered; whoever asks twice does not wait.
        stopper.stop();
        tokio::select! {
            ended = serving => ended.map_err(refused).map(|()| exit),
            exit = asked_to_stop() => Ok(exit),
        }
    });
    // Agents may still think; nobody waits for them, and every move is on disk.
    runtime.shutdown_timeout(Duration::from_millis(50));
    served
}

/// The database that was given, or that of `YARD_DATABASE`, unless a folder was asked for.
pub(super) fn database(given: Option<String>, folder: bool) -> Option<String> {
    let variable = || std::env::var("YARD_DATABASE").ok().filter(|url| !url.is_empty());
    given.or_else(|| if folder { None } else { variable() })
}

/// Waits for Ctrl-C or SIGTERM, and says how the program ends then.
async fn asked_to_stop() -> Exit {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(mut terminate) = signal(SignalKind::terminate()) else {
            let _ = tokio::signal::ctrl_c().await;
            return Exit::Interrupted;
        };
        tokio::select! {
            _ = terminate.recv() => Exit::Done,
            _ = tokio::signal::ctrl_c() => Exit::Interrupted,
        }
    }
    #[cfg(not(unix))]
    {
        let _ = tokio::signal::ctrl_c().await;
        Exit::Interrupted
    }
}

fn refused(error: ServeError) -> CliError {
    match error {
        ServeError::Taken(_)
        | ServeError::Listen { .. }
        | ServeError::Store(_)
        | ServeError::Games(_)
        | ServeError::Peer(_) => CliError::bad(error),
        ServeError::Stopped(_) | ServeError::Chance(_) => CliError::Internal(error.to_string()),
    }
}

/// Says where the game is, and opens it.
fn announce(
    server: &Server,
    args: &ServeArgs,
    common: Common,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let mut shown = server.address();
    if shown.ip().is_unspecified() {
        shown.set_ip(IpAddr::V4(Ipv4Addr::LOCALHOST));
    }
    let address = format!("http://{shown}/");
    if common.json {
        let metrics = server.metrics_address().map(|address| format!("http://{address}/metrics"));
        write_json(out, &Report { address: address.clone(), metrics })?;
    } else {
        writeln!(out, "Yard is open at {address}")?;
        if server.address().ip().is_unspecified() {
            writeln!(out, "Others on the network reach it by the address of this machine.")?;
        }
        for address in server.network_addresses() {
            writeln!(out, "Others on the network type {address}")?;
        }
        writeln!(out, "Press Ctrl-C to stop; games are kept.")?;
    }
    out.flush()?;
    if !args.no_open && !common.json && std::io::stdout().is_terminal() {
        open_browser(&address);
    }
    Ok(())
}

/// Opens the page if the system knows how. If not, the address stands on the screen.
fn open_browser(address: &str) {
    let (program, before): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/c", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(before).arg(address);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut child) = command.spawn() {
        std::thread::spawn(move || child.wait());
    }
}
