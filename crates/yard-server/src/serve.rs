//! Starts the server.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::http::HeaderValue;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use yard_core::Rules;
use yard_roster::Roster;
use yard_tabletop::Catalog;

use crate::clock::now_ms;
use crate::cluster::{beat, beat_once, serve_peers};
use crate::lobby::Lobby;
use crate::operations::{Keep, Stopper, keep_tidy, serve_metrics, watch_operator};
use crate::routes::{self, App};
use crate::secret::{self, Chance, NoChance, SystemChance};
use crate::store::{Place, Store, StoreError};
use crate::web::{
    Doorkeeper, Guard, Limits, LocalAddress, NetworkDoor, TrustedProxies, door, local_addresses,
    serve,
};
use yard_service::ResponseDelay;

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
    /// Moves of Mr X's agents are shown to people at whole multiples of this many milliseconds, so that the time of a
    /// search does not tell where he is; 0 shows them at once.
    pub response_step_ms: u32,
    /// The URL of a PostgreSQL database for the games, instead of the folder.
    pub database: Option<String>,
    /// Where other processes that share the database reach this one.
    pub peer: SocketAddr,
    /// Where figures for Prometheus are given; nowhere by default.
    pub metrics: Option<SocketAddr>,
    /// Whether people of the local network may come in.
    pub network: NetworkDoor,
    /// The addresses of this machine in local networks.
    pub local_addresses: fn() -> Vec<LocalAddress>,
    /// How long things are kept.
    pub keep: Keep,
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
            response_step_ms: 250,
            database: None,
            peer: SocketAddr::from(([127, 0, 0, 1], 0)),
            metrics: None,
            network: NetworkDoor::default(),
            local_addresses,
            keep: Keep::default(),
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
    /// The games cannot be read.
    #[error("{0}")]
    Games(String),
    /// Other processes cannot find this one.
    #[error(
        "--peer {0} tells other processes nothing; give the address by which they reach this machine"
    )]
    Peer(SocketAddr),
    /// The system has no random numbers.
    #[error(transparent)]
    Chance(#[from] NoChance),
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
    /// The door for other processes, and how they reach it.
    peers: Option<(TcpListener, SocketAddr)>,
    metrics: Option<TcpListener>,
    keep: Keep,
    doorkeeper: Doorkeeper,
    network: NetworkDoor,
}

/// Clients have so long to finish when the server stops.
const DRAIN: Duration = Duration::from_secs(10);

impl Server {
    /// Opens the games and the port.
    ///
    /// # Errors
    /// When the port is taken or the games cannot be opened.
    pub async fn bind(config: Config) -> Result<Server, ServeError> {
        raise_file_limit();
        let listener = listen(config.listen).await?;
        let address = listener.local_addr().map_err(ServeError::Stopped)?;
        let metrics = match config.metrics {
            Some(address) => Some(listen(address).await?),
            None => None,
        };
        let me = secret::token(config.chance.as_ref())?;
        let place = match (&config.database, &config.data) {
            (Some(url), _) => Place::Postgres(url),
            (None, Some(folder)) => Place::Folder(folder),
            (None, None) => Place::Memory,
        };
        let store = Store::open(place, &me).await?;
        let why_not = why_no_door(&config, address, store.is_shared());
        let lobby = Lobby::new(
            store,
            Catalog::new(config.rules),
            config.roster,
            config.chance,
            ResponseDelay::new(config.response_step_ms),
            config.limits,
        );
        lobby.give_rules().await.map_err(|error| ServeError::Games(error.error))?;
        let peers = match lobby.store.is_shared() {
            true => Some(open_peers(&lobby, config.peer).await?),
            false => None,
        };
        let (door, doorkeeper) = door(address, why_not, config.local_addresses);
        let guard = Guard::new(address, config.hosts, door.state());
        let app = App::new(lobby, guard, door, config.proxies);
        let network = if why_not.is_some() { NetworkDoor::Never } else { config.network };
        Ok(Server {
            listener,
            address,
            app,
            peers,
            metrics,
            keep: config.keep,
            doorkeeper,
            network,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What others on the local network type, where the door to it is open from the start.
    pub fn network_addresses(&self) -> Vec<String> {
        match self.network {
            NetworkDoor::Open => self.app.door.addresses(),
            NetworkDoor::Ask | NetworkDoor::Never => Vec::new(),
        }
    }

    /// Where figures for Prometheus are given.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics.as_ref().and_then(|listener| listener.local_addr().ok())
    }

    /// Stops the server from outside.
    pub fn stopper(&self) -> Stopper {
        Stopper(self.app.lobby.ops.stop.clone())
    }

    /// Brings the open games back and serves until it is [stopped](Stopper::stop), or the task is dropped. When it is
    /// stopped, whatever is under way is finished and kept first.
    ///
    /// # Errors
    /// When the port is lost.
    pub async fn run(self) -> Result<(), ServeError> {
        let lobby = Arc::clone(&self.app.lobby);
        let (meters, proxies) = (Arc::clone(&self.app.meters), Arc::clone(&self.app.proxies));
        let router = routes::router(self.app);
        let mut tasks = JoinSet::new();
        let door = self.doorkeeper.keep(
            router.clone(),
            Arc::clone(&meters),
            lobby.ops.stop.clone(),
            self.network == NetworkDoor::Open,
        );
        tasks.spawn(door);
        tasks.spawn(watch_operator(Arc::downgrade(&lobby)));
        tasks.spawn(keep_tidy(Arc::downgrade(&lobby), self.keep));
        if let Some(listener) = self.metrics {
            tasks.spawn(serve_metrics(listener, Arc::clone(&lobby)));
        }
        match self.peers {
            // Clients need not wait for this: a game that is asked for comes back at once.
            None => {
                let lobby = Arc::clone(&lobby);
                tasks.spawn(async move { drop(lobby.resume().await) });
            }
            // The first beat brings games back.
            Some((listener, address)) => {
                tasks.spawn(beat(Arc::downgrade(&lobby), address.to_string()));
                let host = HeaderValue::from_str(&format!("localhost:{}", self.address.port()));
                let host = host.unwrap_or(HeaderValue::from_static("localhost"));
                tasks.spawn(serve_peers(listener, router.clone(), Arc::clone(&lobby), host));
            }
        }
        let stop = lobby.ops.stop.clone();
        tracing::info!(address = %self.address, "serving");
        tokio::select! {
            () = serve(self.listener, router, meters, proxies, stop.clone()) => {}
            () = stop.wait() => drain(&lobby).await,
        }
        drop(tasks);
        Ok(())
    }
}

/// Why the local network cannot be let in by those who sit at this machine, if that is so.
fn why_no_door(config: &Config, address: SocketAddr, shared: bool) -> Option<&'static str> {
    match (address.ip().is_loopback(), config.network) {
        (false, _) => Some("this server listens to the network already"),
        (true, NetworkDoor::Never) => Some("this server was started with --network never"),
        // Behind a proxy everybody seems to sit at this machine.
        (true, NetworkDoor::Ask | NetworkDoor::Open)
            if shared || !config.hosts.is_empty() || !config.proxies.ranges.is_empty() =>
        {
            Some("this server is set up for the internet (--host, --trusted-proxy or --database)")
        }
        (true, NetworkDoor::Ask | NetworkDoor::Open) => None,
    }
}

/// Waits for those who are being served, and for the store.
async fn drain(lobby: &Lobby) {
    tracing::info!("stopping");
    let drained = tokio::time::timeout(DRAIN, lobby.ops.stop.idle()).await.is_ok();
    lobby.close();
    // Whoever takes the games from here finds all that was kept.
    if lobby.store.is_shared() {
        let _ = tokio::time::timeout(DRAIN, lobby.store.retire()).await;
    }
    // Changes are kept in turn: when this one is, all are.
    let _ = tokio::time::timeout(DRAIN, lobby.store.probe(now_ms())).await;
    tracing::info!(drained, "stopped");
}

async fn listen(address: SocketAddr) -> Result<TcpListener, ServeError> {
    TcpListener::bind(address).await.map_err(|cause| match cause.kind() {
        io::ErrorKind::AddrInUse => ServeError::Taken(address.port()),
        _ => ServeError::Listen { address, cause },
    })
}

/// Opens the door for other processes.
async fn open_peers(
    lobby: &Lobby,
    address: SocketAddr,
) -> Result<(TcpListener, SocketAddr), ServeError> {
    if address.ip().is_unspecified() {
        return Err(ServeError::Peer(address));
    }
    let listener = listen(address).await?;
    let address = listener.local_addr().map_err(ServeError::Stopped)?;
    let fresh = secret::token(lobby.chance.as_ref())?;
    let secret = lobby.store.shared_secret(fresh).await;
    let secret = secret.map_err(|error| ServeError::Games(error.to_string()))?;
    let _ = lobby.ops.cluster.secret.set(secret);
    // Before the first game: nobody must think that its process has gone.
    let alive = beat_once(lobby, &address.to_string()).await;
    alive.map_err(|error| ServeError::Games(error.to_string()))?;
    Ok((listener, address))
}
