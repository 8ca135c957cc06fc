//! Starts the server.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use tokio::net::TcpListener;
use yard_core::Rules;
use yard_roster::Roster;
use yard_tabletop::Catalog;

use crate::lobby::Lobby;
use crate::response_delay::ResponseDelay;
use crate::routes::{self, App};
use crate::secret::{Chance, SystemChance};
use crate::store::{Store, StoreError};
use crate::web::{Guard, Limits, TrustedProxies, serve};

/// How the server is set up.
pub struct Config {
    /// Where to listen; port 0 takes any free one.
    pub listen: SocketAddr,
    /// The folder of the games; without one they are forgotten at the end.
    pub data: Option<PathBuf>,
    /// Names by which the server may be reached, besides addresses and `localhost`.
    pub hosts: Vec<String>,
    /// Rules besides the presets.
    pub rules: Vec<Arc<Rules>>,
    /// Makes the agents.
    pub roster: Roster,
    /// How much one client may ask for.
    pub limits: Limits,
    /// Proxies that tell who stands behind them.
    pub proxies: TrustedProxies,
    /// How long a hint may think, in milliseconds.
    pub hint_ms: u32,
    /// Moves of Mr X's agents are shown to people at whole multiples of this many milliseconds, so that the time of a
    /// search does not tell where he is; 0 shows them at once.
    pub response_step_ms: u32,
    /// Where ids, tokens and seeds come from.
    pub chance: Box<dyn Chance>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            data: None,
            hosts: Vec::new(),
            rules: Vec::new(),
            roster: Roster::default(),
            limits: Limits::default(),
            proxies: TrustedProxies::default(),
            hint_ms: 800,
            response_step_ms: 250,
            chance: Box::new(SystemChance),
        }
    }
}

/// Why the server does not start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Somebody else listens there.
    #[error("port {0} is taken; another yard may be running, or give another one with --port")]
    Taken(u16),
    /// The address cannot be used.
    #[error("cannot listen on {address}: {cause}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why not.
        cause: io::Error,
    },
    /// The games cannot be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The server cannot go on.
    #[error("the server stopped: {0}")]
    Stopped(io::Error),
}

/// Lets this process have as many open sockets as the system allows it; returns how many files that is.
///
/// Systems begin with a low limit that a process may raise itself, often 1,024.
pub fn raise_file_limit() -> Option<u64> {
    #[cfg(unix)]
    {
        use nix::sys::resource::{Resource, getrlimit, setrlimit};
        let (soft, hard) = getrlimit(Resource::RLIMIT_NOFILE).ok()?;
        let wanted = hard.min(ENOUGH_FILES);
        match wanted <= soft || setrlimit(Resource::RLIMIT_NOFILE, wanted, hard).is_err() {
            true => Some(soft),
            false => Some(wanted),
        }
    }
    #[cfg(not(unix))]
    None
}

/// More files than any server of ours needs.
#[cfg(unix)]
const ENOUGH_FILES: u64 = 65_536;

/// A server that listens, and serves once it is [run](Server::run).
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: App,
}

impl Server {
    /// Opens the games and the port.
    ///
    /// # Errors
    /// When the port is taken or the games cannot be opened.
    pub async fn bind(config: Config) -> Result<Server, ServeError> {
        raise_file_limit();
        let listener =
            TcpListener::bind(config.listen).await.map_err(|cause| match cause.kind() {
                io::ErrorKind::AddrInUse => ServeError::Taken(config.listen.port()),
                _ => ServeError::Listen { address: config.listen, cause },
            })?;
        let address = listener.local_addr().map_err(ServeError::Stopped)?;
        let store = Store::open(config.data.as_deref())?;
        let lobby = Lobby::new(
            store,
            Catalog::new(config.rules),
            config.roster,
            config.chance,
            ResponseDelay::new(config.response_step_ms),
            config.limits,
        );
        let guard = Guard::new(address, config.hosts);
        let app = App::new(lobby, guard, config.proxies, config.hint_ms);
        Ok(Server { listener, address, app })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Brings the open games back and serves until the task is dropped.
    ///
    /// # Errors
    /// When the port is lost.
    pub async fn run(self) -> Result<(), ServeError> {
        let lobby = Arc::clone(&self.app.lobby);
        // Clients need not wait for this: a game that is asked for comes back at once.
        tokio::spawn(async move { lobby.resume().await.is_ok() });
        let (meters, proxies) = (Arc::clone(&self.app.meters), Arc::clone(&self.app.proxies));
        let router = routes::router(self.app);
        serve(self.listener, router, meters, proxies).await;
        Ok(())
    }
}
