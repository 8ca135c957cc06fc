//! The door to the local network: opened and closed by whoever sits at this machine, for machines of the same network.
//!
//! The server itself listens to this machine only. An open door listens at the machine's addresses in private networks,
//! at the same port, and lets in whoever has an address there.

use std::collections::BTreeMap;
use std::net::{IpAddr, Shutdown, SocketAddr};
use std::sync::{Arc, Mutex};

use axum::Router;
use serde::Serialize;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;

use super::client::Client;
use super::connections::{Line, NO_SOCKETS, attend};
use super::limits::{Line as LineKind, Meters};
use super::network::Network;
use crate::error::ApiError;
use crate::lock::lock;
use crate::operations::Stop;

/// Whether the door to the local network may be opened.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum NetworkDoor {
    /// Not at all.
    Never,
    /// When somebody at this machine says so.
    #[default]
    Ask,
    /// It is open from the start.
    Open,
}

/// An address of this machine and the network that it is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LocalAddress {
    /// The address that others type.
    pub address: IpAddr,
    /// Who may come in.
    pub network: Network,
}

/// The addresses of this machine in private networks.
#[cfg(unix)]
pub(crate) fn local_addresses() -> Vec<LocalAddress> {
    use nix::ifaddrs::{InterfaceAddress, getifaddrs};
    use nix::net::if_::InterfaceFlags;
    let local = |interface: InterfaceAddress| {
        let up = interface.flags.contains(InterfaceFlags::IFF_UP);
        let address = interface.address?.as_sockaddr_in()?.ip();
        let mask = interface.netmask?.as_sockaddr_in()?.ip();
        let network = Network::new(address.into(), mask.to_bits().leading_ones())?;
        let private = address.is_private() && up;
        private.then_some(LocalAddress { address: address.into(), network })
    };
    getifaddrs().map_or_else(|_| Vec::new(), |all| all.filter_map(local).collect())
}

/// Elsewhere they are not known.
#[cfg(not(unix))]
pub(crate) fn local_addresses() -> Vec<LocalAddress> {
    Vec::new()
}

/// What stands in the way, if anything does.
pub(crate) type WhyNot = Option<&'static str>;

/// The door as those at this machine see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct DoorJson {
    can_open: bool,
    open: bool,
    /// What others type.
    addresses: Vec<String>,
    /// Who may come in.
    networks: Vec<String>,
    /// Addresses that are connected now.
    visitors: usize,
    why_not: Option<String>,
}

/// Somebody wants the door open or closed.
struct Order {
    open: bool,
    done: oneshot::Sender<Result<(), String>>,
}

/// The door. Requests give orders; a task of the server carries them out.
pub(crate) struct Door {
    port: u16,
    why_not: WhyNot,
    /// Listens to the network by itself.
    always: bool,
    find: fn() -> Vec<LocalAddress>,
    shared: Arc<DoorState>,
    orders: mpsc::Sender<Order>,
}

/// What others need to know of the door.
#[derive(Default)]
pub(crate) struct DoorState {
    open: Mutex<Vec<LocalAddress>>,
    lines: Mutex<Lines>,
}

/// Connections that came through the door.
#[derive(Default)]
struct Lines {
    next: u64,
    open: BTreeMap<u64, (IpAddr, std::net::TcpStream)>,
}

impl DoorState {
    /// Whether people type this address, since the door is open.
    pub(crate) fn has(&self, address: IpAddr) -> bool {
        lock(&self.open).iter().any(|local| local.address == address)
    }

    /// Ends all connections that came through the door.
    fn hang_up(&self) {
        lock(&self.open).clear();
        for (_, line) in lock(&self.lines).open.values() {
            // One that has ended already needs nothing.
            let _ = line.shutdown(Shutdown::Both);
        }
    }
}

/// A connection that came through the door, until it is dropped.
pub(crate) struct DoorLine {
    number: u64,
    state: Arc<DoorState>,
}

impl Drop for DoorLine {
    fn drop(&mut self) {
        lock(&self.state.lines).open.remove(&self.number);
    }
}

/// The task's end of the door.
pub(crate) struct Doorkeeper {
    orders: mpsc::Receiver<Order>,
    shared: Arc<DoorState>,
    find: fn() -> Vec<LocalAddress>,
    port: u16,
}

/// Makes a door for a server at an address.
pub(crate) fn door(
    server: SocketAddr,
    why_not: WhyNot,
    find: fn() -> Vec<LocalAddress>,
) -> (Door, Doorkeeper) {
    let (orders, receive) = mpsc::channel(8);
    let shared = Arc::<DoorState>::default();
    let port = server.port();
    let always = !server.ip().is_loopback();
    let keeper = Doorkeeper { orders: receive, shared: Arc::clone(&shared), find, port };
    (Door { port, why_not, always, find, shared, orders }, keeper)
}

impl Door {
    /// For those who check names.
    pub(crate) fn state(&self) -> Arc<DoorState> {
        Arc::clone(&self.shared)
    }

    /// How it stands now.
    pub(crate) fn look(&self) -> DoorJson {
        let open = lock(&self.shared.open).clone();
        let found = if open.is_empty() { (self.find)() } else { open.clone() };
        let none = found.is_empty().then_some("this machine is in no private network");
        let why_not = self.why_not.or(none);
        let mut networks: Vec<String> = match self.always {
            true => vec!["0.0.0.0/0".to_owned()],
            false => found.iter().map(|local| local.network.to_string()).collect(),
        };
        networks.dedup();
        let lines = lock(&self.shared.lines);
        let mut visitors: Vec<IpAddr> = lines.open.values().map(|(from, _)| *from).collect();
        visitors.sort();
        visitors.dedup();
        DoorJson {
            can_open: why_not.is_none(),
            open: self.always || !open.is_empty(),
            addresses: found.iter().map(|local| self.shown(local.address)).collect(),
            networks,
            visitors: visitors.len(),
            why_not: why_not.map(str::to_owned),
        }
    }

    /// What others type.
    pub(crate) fn addresses(&self) -> Vec<String> {
        self.look().addresses
    }

    fn shown(&self, address: IpAddr) -> String {
        format!("http://{}/", SocketAddr::new(address, self.port))
    }

    /// Opens or closes it.
    ///
    /// # Errors
    /// When it may not be opened, or nobody can listen there.
    pub(crate) async fn set(&self, open: bool) -> Result<DoorJson, ApiError> {
        let now = self.look();
        if let (true, Some(why)) = (open, &now.why_not) {
            return Err(ApiError::forbidden(why.clone()));
        }
        let gone = || ApiError::unavailable("this server cannot listen to the network");
        let (done, answer) = oneshot::channel();
        self.orders.send(Order { open, done }).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?.map_err(ApiError::unavailable)?;
        Ok(self.look())
    }
}

impl Doorkeeper {
    /// Opens and closes the door as it is told, until nobody can tell it anything any more.
    pub(crate) async fn keep(
        mut self,
        router: Router,
        meters: Arc<Meters>,
        stop: Stop,
        open_now: bool,
    ) {
        let mut doors = JoinSet::new();
        if open_now && let Err(error) = self.open(&mut doors, &router, &meters, &stop).await {
            tracing::error!(error, "the network is not listened to");
        }
        while let Some(Order { open, done }) = self.orders.recv().await {
            let result = match open {
                true if doors.is_empty() => self.open(&mut doors, &router, &meters, &stop).await,
                true => Ok(()),
                false => {
                    doors.shutdown().await;
                    self.shared.hang_up();
                    tracing::info!("the network is not listened to any more");
                    Ok(())
                }
            };
            // Whoever asked may have gone.
            let _ = done.send(result);
        }
    }

    async fn open(
        &self,
        doors: &mut JoinSet<()>,
        router: &Router,
        meters: &Arc<Meters>,
        stop: &Stop,
    ) -> Result<(), String> {
        let mut open = Vec::new();
        for local in (self.find)() {
            let at = SocketAddr::new(local.address, self.port);
            let listener = TcpListener::bind(at);
            let listener =
                listener.await.map_err(|error| format!("cannot listen at {at}: {error}"));
            let listener = match listener {
                Ok(listener) => listener,
                Err(error) => {
                    doors.shutdown().await;
                    return Err(error);
                }
            };
            tracing::info!(address = %at, network = %local.network, "listening to the network");
            let visits = Visits {
                network: local.network,
                state: Arc::clone(&self.shared),
                router: router.clone(),
                meters: Arc::clone(meters),
                stop: stop.clone(),
            };
            doors.spawn(visits.serve(listener));
            open.push(local);
        }
        *lock(&self.shared.open) = open;
        Ok(())
    }
}

/// One address of the door.
struct Visits {
    network: Network,
    state: Arc<DoorState>,
    router: Router,
    meters: Arc<Meters>,
    stop: Stop,
}

impl Visits {
    async fn serve(self, listener: TcpListener) {
        loop {
            match listener.accept().await {
                // Whoever has no address of this network finds the door shut.
                Ok((stream, from)) if self.network.contains(from.ip()) => {
                    let counted = self.meters.line(Client::of(from.ip()), LineKind::Plain);
                    if let (Ok(counted), Some((stream, line))) = (counted, self.enter(stream, from))
                    {
                        let line = Line { stream, from, counted: Some(counted), door: Some(line) };
                        let patience = self.meters.patience();
                        tokio::spawn(attend(
                            line,
                            self.router.clone(),
                            patience,
                            self.stop.clone(),
                        ));
                    }
                }
                Ok(_) => {}
                Err(_) => tokio::time::sleep(NO_SOCKETS).await,
            }
        }
    }

    /// Keeps hold of a connection, so that it can be ended.
    fn enter(&self, stream: TcpStream, from: SocketAddr) -> Option<(TcpStream, DoorLine)> {
        let stream = stream.into_std().ok()?;
        let twin = stream.try_clone().ok()?;
        let mut lines = lock(&self.state.lines);
        let number = lines.next;
        lines.next += 1;
        lines.open.insert(number, (from.ip(), twin));
        let line = DoorLine { number, state: Arc::clone(&self.state) };
        drop(lines);
        TcpStream::from_std(stream).ok().map(|stream| (stream, line))
    }
}
