//! How much one client may ask for.

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::clock::moment;
use crate::error::{ApiError, Code};
use crate::lock::lock;

/// Requests a second and at once, for one address.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// Requests of any kind, a second.
    pub requests: f64,
    /// Requests that make the server work: new games, imports, help, the assistant, the lab.
    pub works: f64,
    /// Open sockets at once.
    pub sockets: usize,
    /// Open connections at once that are not sockets.
    pub connections: usize,
    /// How long a client may take for the head of a request, for its body, to read a message, and to ask again on an
    /// open connection.
    pub patience: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            requests: 200.0,
            works: 20.0,
            sockets: 200,
            connections: 200,
            patience: Duration::from_secs(30),
        }
    }
}

impl Limits {
    /// No limits that a benchmark on one machine would meet.
    pub const NONE: Limits = Limits {
        requests: 1e9,
        works: 1e9,
        sockets: usize::MAX,
        connections: usize::MAX,
        patience: Duration::from_secs(600),
    };
}

/// A token bucket: so many a second, and ten seconds' worth at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    left: f64,
    seen: Instant,
}

/// Seconds that a bucket holds.
const BURST: f64 = 10.0;

impl Bucket {
    pub(crate) fn new(rate: f64) -> Bucket {
        Bucket { left: rate * BURST, seen: moment() }
    }

    /// Takes one if there is one.
    pub(crate) fn take(&mut self, rate: f64) -> bool {
        self.take_at(rate, moment())
    }

    fn take_at(&mut self, rate: f64, now: Instant) -> bool {
        let gone = now.saturating_duration_since(self.seen).as_secs_f64();
        self.left = (self.left + gone * rate).min(rate * BURST);
        self.seen = now;
        let some = self.left >= 1.0;
        if some {
            self.left -= 1.0;
        }
        some
    }
}

#[derive(Clone, Copy)]
struct Client {
    requests: Bucket,
    works: Bucket,
    /// How many of each are open.
    open: [usize; 2],
}

/// What an address can have open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    /// A connection for requests.
    Plain,
    /// A web socket.
    Socket,
}

/// What every address has asked for lately.
pub(crate) struct Meters {
    limits: Limits,
    clients: Mutex<BTreeMap<IpAddr, Client>>,
}

/// With more addresses than this, those that have nothing open are forgotten.
const MOST_CLIENTS: usize = 10_000;

impl Meters {
    pub(crate) fn new(limits: Limits) -> Meters {
        Meters { limits, clients: Mutex::new(BTreeMap::new()) }
    }

    fn with<T>(&self, address: IpAddr, change: impl FnOnce(&mut Client) -> T) -> T {
        let mut clients = lock(&self.clients);
        if clients.len() >= MOST_CLIENTS && !clients.contains_key(&address) {
            clients.retain(|_, client| client.open != [0, 0]);
        }
        let fresh = || Client {
            requests: Bucket::new(self.limits.requests),
            works: Bucket::new(self.limits.works),
            open: [0, 0],
        };
        change(clients.entry(address).or_insert_with(fresh))
    }

    fn request(&self, address: IpAddr) -> bool {
        self.with(address, |client| client.requests.take(self.limits.requests))
    }

    /// Counts a request that makes the server work.
    pub(crate) fn work(&self, address: IpAddr) -> Result<(), ApiError> {
        match self.with(address, |client| client.works.take(self.limits.works)) {
            true => Ok(()),
            false => Err(too_many()),
        }
    }

    /// How long a client may take.
    pub(crate) fn patience(&self) -> Duration {
        self.limits.patience
    }

    /// Counts an open line until the guard is dropped.
    ///
    /// # Errors
    /// When the address has as many open as it may.
    pub(crate) fn line(self: &Arc<Meters>, address: IpAddr, line: Line) -> Result<Open, ApiError> {
        let most = match line {
            Line::Plain => self.limits.connections,
            Line::Socket => self.limits.sockets,
        };
        let free = self.with(address, |client| {
            let open = &mut client.open[line as usize];
            let free = *open < most;
            *open += usize::from(free);
            free
        });
        match free {
            true => Ok(Open { meters: Arc::clone(self), address, line }),
            false => Err(ApiError::new(Code::TooMany, "too many sockets are open from here")),
        }
    }
}

/// One open line.
pub(crate) struct Open {
    meters: Arc<Meters>,
    address: IpAddr,
    line: Line,
}

impl Drop for Open {
    fn drop(&mut self) {
        self.meters.with(self.address, |client| {
            let open = &mut client.open[self.line as usize];
            *open = open.saturating_sub(1);
        });
    }
}

fn too_many() -> ApiError {
    ApiError::new(Code::TooMany, "too many requests; wait a little")
}

/// Refuses an address that asks too much.
pub(crate) async fn limit(
    State(meters): State<Arc<Meters>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    match meters.request(from.ip()) {
        true => next.run(request).await,
        false => too_many().into_response(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let mut bucket = Bucket::new(2.0);
        let begin = bucket.seen;
        let taken = (0..100).filter(|_| bucket.take_at(2.0, begin)).count();
        assert_eq!(taken, 20);
        let later = begin + Duration::from_secs(3);
        let taken = (0..100).filter(|_| bucket.take_at(2.0, later)).count();
        assert_eq!(taken, 6);
    }

    #[test]
    fn open_lines_are_counted_each_kind_by_itself_and_given_back() {
        let meters = Arc::new(Meters::new(Limits { sockets: 2, ..Limits::default() }));
        let here = IpAddr::from([127, 0, 0, 1]);
        let first = meters.line(here, Line::Socket).ok();
        let _second = meters.line(here, Line::Socket).ok();
        assert!(meters.line(here, Line::Socket).is_err());
        assert!(meters.line(here, Line::Plain).is_ok());
        drop(first);
        assert!(meters.line(here, Line::Socket).is_ok());
    }
}
