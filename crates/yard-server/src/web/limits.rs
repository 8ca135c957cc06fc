//! How much one client may ask for.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::clock::moment;
use crate::error::{ApiError, Code};
use crate::lock::lock;
use crate::web::Client;

/// What one client may ask for, and what all of them together. A client is an address, or a network of 64 bits of
/// version 6.
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
    /// Thoughts of agents at once, in the games that the client made or opened.
    pub agents: usize,
    /// Requests that wait for a thread at once.
    pub waiting: usize,
    /// Tables at once; the one that people left longest ago is put away for a new one.
    pub tables: usize,
    /// Jobs in the lab that wait or run; and as many games that are analysed.
    pub jobs: usize,
    /// Bytes of games, records and logs that are kept for the client in a day.
    pub stored_bytes: u64,
    /// How long a client may take for the head of a request, for its body, to read an answer, and to ask again on an
    /// open connection.
    pub patience: Duration,
    /// The longest thought of an agent; then it plays the best move so far.
    pub thought: Duration,
    /// How long agents play on when nobody looks.
    pub attention: Duration,
    /// After this time without people a table is put away; the store has it all.
    pub idle: Duration,
    /// Tables of all clients in memory.
    pub all_tables: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            requests: 200.0,
            works: 20.0,
            sockets: 200,
            connections: 200,
            agents: 8,
            waiting: 32,
            tables: 200,
            jobs: 3,
            stored_bytes: 64 << 20,
            patience: Duration::from_secs(30),
            thought: Duration::from_secs(30),
            attention: Duration::from_secs(60),
            idle: Duration::from_secs(600),
            all_tables: 20_000,
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
        agents: usize::MAX,
        waiting: usize::MAX,
        tables: usize::MAX,
        jobs: usize::MAX,
        stored_bytes: 1 << 50,
        patience: Duration::from_secs(600),
        thought: Duration::from_secs(30),
        attention: Duration::from_secs(60),
        idle: Duration::from_secs(600),
        all_tables: 1_000_000,
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
        self.fill(rate, rate * BURST, now);
        self.spend(1.0)
    }

    fn fill(&mut self, rate: f64, most: f64, now: Instant) {
        let gone = now.saturating_duration_since(self.seen).as_secs_f64();
        self.left = (self.left + gone * rate).min(most);
        self.seen = now;
    }

    fn spend(&mut self, amount: f64) -> bool {
        let some = self.left >= amount;
        if some {
            self.left -= amount;
        }
        some
    }
}

/// Seconds of a day, over which the bytes that a client may store come back.
const DAY: f64 = 86_400.0;

#[derive(Clone, Copy)]
struct Asked {
    requests: Bucket,
    works: Bucket,
    /// Bytes that may still be stored.
    bytes: Bucket,
    /// How many of each are open.
    open: [usize; 2],
}

/// What a client can have open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    /// A connection for requests.
    Plain,
    /// A web socket.
    Socket,
}

/// What every client has asked for lately.
pub(crate) struct Meters {
    limits: Limits,
    clients: Mutex<BTreeMap<Client, Asked>>,
}

/// With more clients than this, those that have nothing open are forgotten.
const MOST_CLIENTS: usize = 10_000;

impl Meters {
    pub(crate) fn new(limits: Limits) -> Meters {
        Meters { limits, clients: Mutex::new(BTreeMap::new()) }
    }

    fn with<T>(&self, client: Client, change: impl FnOnce(&mut Asked) -> T) -> T {
        let mut clients = lock(&self.clients);
        if clients.len() >= MOST_CLIENTS && !clients.contains_key(&client) {
            clients.retain(|_, asked| asked.open != [0, 0]);
        }
        let fresh = || Asked {
            requests: Bucket::new(self.limits.requests),
            works: Bucket::new(self.limits.works),
            bytes: Bucket { left: self.limits.stored_bytes as f64, seen: moment() },
            open: [0, 0],
        };
        change(clients.entry(client).or_insert_with(fresh))
    }

    /// Counts a request, or a message of a socket; tells whether it is one too many.
    pub(crate) fn request(&self, client: Client) -> bool {
        self.with(client, |asked| asked.requests.take(self.limits.requests))
    }

    /// Counts a request that makes the server work.
    pub(crate) fn work(&self, client: Client) -> Result<(), ApiError> {
        match self.with(client, |asked| asked.works.take(self.limits.works)) {
            true => Ok(()),
            false => Err(too_many()),
        }
    }

    /// Counts bytes that are to be kept for a client. They come back in the course of a day.
    ///
    /// # Errors
    /// When he has had as many kept as he may.
    pub(crate) fn store(&self, client: Client, bytes: usize) -> Result<(), ApiError> {
        let most = self.limits.stored_bytes as f64;
        let fits = self.with(client, |asked| {
            asked.bytes.fill(most / DAY, most, moment());
            asked.bytes.spend(bytes as f64)
        });
        match fits {
            true => Ok(()),
            false => Err(ApiError::new(
                Code::TooMany,
                "you have had too much kept today; try again tomorrow",
            )),
        }
    }

    /// How long a client may take.
    pub(crate) fn patience(&self) -> Duration {
        self.limits.patience
    }

    /// Counts an open line until the guard is dropped.
    ///
    /// # Errors
    /// When the client has as many open as he may.
    pub(crate) fn line(self: &Arc<Meters>, client: Client, line: Line) -> Result<Open, ApiError> {
        let most = match line {
            Line::Plain => self.limits.connections,
            Line::Socket => self.limits.sockets,
        };
        let free = self.with(client, |asked| {
            let open = &mut asked.open[line as usize];
            let free = *open < most;
            *open += usize::from(free);
            free
        });
        match free {
            true => Ok(Open { meters: Arc::clone(self), client, line }),
            false => Err(ApiError::new(Code::TooMany, "too many sockets are open from here")),
        }
    }
}

/// One open line.
pub(crate) struct Open {
    meters: Arc<Meters>,
    client: Client,
    line: Line,
}

impl Drop for Open {
    fn drop(&mut self) {
        self.meters.with(self.client, |asked| {
            let open = &mut asked.open[self.line as usize];
            *open = open.saturating_sub(1);
        });
    }
}

fn too_many() -> ApiError {
    ApiError::new(Code::TooMany, "too many requests; wait a little")
}

/// Whoever asks too much hears of it after so long. A refusal costs little, but thousands a second on one connection would
/// cost the others.
const REFUSAL: Duration = Duration::from_millis(250);

/// Refuses a client who asks too much.
pub(crate) async fn limit(
    State(meters): State<Arc<Meters>>,
    Extension(client): Extension<Client>,
    request: Request,
    next: Next,
) -> Response {
    match meters.request(client) {
        true => next.run(request).await,
        false => {
            tokio::time::sleep(REFUSAL).await;
            too_many().into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
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
        let here = Client::of(IpAddr::from([127, 0, 0, 1]));
        let first = meters.line(here, Line::Socket).ok();
        let _second = meters.line(here, Line::Socket).ok();
        assert!(meters.line(here, Line::Socket).is_err());
        assert!(meters.line(here, Line::Plain).is_ok());
        drop(first);
        assert!(meters.line(here, Line::Socket).is_ok());
    }

    #[test]
    fn bytes_are_counted_for_each_client_and_come_back_in_a_day() {
        let meters = Meters::new(Limits { stored_bytes: 1000, ..Limits::default() });
        let [one, other] = [1, 2].map(|last| Client::of(IpAddr::from([192, 0, 2, last])));
        assert!(meters.store(one, 900).is_ok() && meters.store(one, 900).is_err());
        assert!(meters.store(other, 900).is_ok(), "each has his own");
        let mut bucket = Bucket { left: 0.0, seen: moment() };
        bucket.fill(1000.0 / DAY, 1000.0, bucket.seen + Duration::from_secs(43_200));
        assert!(bucket.spend(499.0) && !bucket.spend(499.0));
    }
}
