//! A server to ask, without a network, with ids and tokens that repeat.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::ConnectInfo;
use serde_json::Value;
use tower::ServiceExt;
use yard_agents::{Rng, Seed};
use yard_core::Rules;
use yard_roster::Roster;
use yard_tabletop::Catalog;

use crate::lab::Lab;
use crate::lobby::Lobby;
use crate::routes::{self, App};
use crate::secret::{Chance, NoChance};
use crate::store::{Place, Store, StoreError};
use crate::web::{Client, Guard, Limits, TrustedProxies, door};
use yard_service::ResponseDelay;

/// Bytes from a seed, so that two servers give the same ids and tokens.
struct Repeats(Mutex<Rng>);

impl Chance for Repeats {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoChance> {
        let mut rng = self.0.lock().map_err(|_| NoChance)?;
        bytes.iter_mut().for_each(|byte| *byte = rng.bits() as u8);
        Ok(())
    }
}

/// One request.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) method: String,
    pub(super) path: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Request {
    pub(super) fn new(method: &str, path: impl Into<String>) -> Request {
        let (method, path) = (method.to_owned(), path.into());
        Request { method, path, headers: Vec::new(), body: Vec::new() }
    }

    pub(super) fn get(path: impl Into<String>) -> Request {
        Request::new("GET", path)
    }

    pub(super) fn post(path: impl Into<String>) -> Request {
        Request::new("POST", path)
    }

    pub(super) fn header(mut self, name: &str, value: &str) -> Request {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(super) fn token(self, token: &str) -> Request {
        self.header("authorization", &format!("Bearer {token}"))
    }

    pub(super) fn json(mut self, body: &Value) -> Request {
        self.body = body.to_string().into();
        self.header("content-type", "application/json")
    }

    pub(super) fn text(mut self, body: &str) -> Request {
        self.body = body.into();
        self.header("content-type", "text/plain")
    }
}

/// Its answer, byte by byte.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Response {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Bytes,
}

impl Response {
    pub(super) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }

    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// Opens a store where nothing has to be waited for.
pub(super) fn open_store(folder: Option<&Path>) -> Result<Store, StoreError> {
    let place = folder.map_or(Place::Memory, Place::Folder);
    let opened = std::pin::pin!(Store::open(place, "test"));
    match opened.poll(&mut std::task::Context::from_waker(std::task::Waker::noop())) {
        std::task::Poll::Ready(store) => store,
        std::task::Poll::Pending => panic!("a file is opened at once"),
    }
}

/// A server without a network.
pub(super) struct TestServer {
    pub(super) lobby: Arc<Lobby>,
    pub(super) lab: Arc<Lab>,
    router: Router,
}

impl TestServer {
    pub(super) fn new(seed: u64) -> TestServer {
        TestServer::open(seed, None)
    }

    pub(super) fn open(seed: u64, folder: Option<&Path>) -> TestServer {
        TestServer::on(seed, open_store(folder).unwrap(), Vec::new())
    }

    /// Opens a folder whose last server has not quite let it go: the tasks of tables hold the store until they end.
    pub(super) async fn reopen(seed: u64, folder: &Path, rules: Vec<Arc<Rules>>) -> TestServer {
        while open_store(Some(folder)).is_err() {
            tokio::task::yield_now().await;
        }
        TestServer::with_rules(seed, Some(folder), rules)
    }

    /// A server with rules besides the presets.
    pub(super) fn with_rules(
        seed: u64,
        folder: Option<&Path>,
        rules: Vec<Arc<Rules>>,
    ) -> TestServer {
        TestServer::on(seed, open_store(folder).unwrap(), rules)
    }

    /// A server on a store that another one may share.
    pub(super) fn on(seed: u64, store: Store, rules: Vec<Arc<Rules>>) -> TestServer {
        TestServer::bounded(seed, store, rules, Limits::NONE)
    }

    /// A server with limits.
    pub(super) fn limited(seed: u64, folder: Option<&Path>, limits: Limits) -> TestServer {
        TestServer::bounded(seed, open_store(folder).unwrap(), Vec::new(), limits)
    }

    fn bounded(seed: u64, store: Store, rules: Vec<Arc<Rules>>, limits: Limits) -> TestServer {
        let chance = Repeats(Mutex::new(Seed(seed).stream("secrets")));
        let lobby = Lobby::new(
            store,
            Catalog::new(rules),
            Roster::default(),
            Box::new(chance),
            ResponseDelay::new(0),
            limits,
        );
        let address = SocketAddr::from(([127, 0, 0, 1], 7199));
        // Nobody keeps it: such a server has no network.
        let (door, _) = door(address, None, Vec::new);
        let guard = Guard::new(address, Vec::new(), door.state());
        let range = PROXY.parse().unwrap();
        let proxies = TrustedProxies { ranges: vec![range], ..TrustedProxies::default() };
        let app = App::new(Arc::clone(&lobby), guard, door, proxies);
        TestServer { lobby, lab: Arc::clone(&app.lab), router: routes::router(app) }
    }

    pub(super) async fn ask(&self, ask: Request) -> Response {
        self.ask_from([127, 0, 0, 1], ask).await
    }

    /// Asks as somebody at an address.
    pub(super) async fn ask_from(&self, address: [u8; 4], ask: Request) -> Response {
        let mut request = axum::http::Request::builder().method(ask.method.as_str()).uri(&ask.path);
        if !ask.headers.iter().any(|(name, _)| name == "host") {
            request = request.header("host", "localhost:7199");
        }
        for (name, value) in &ask.headers {
            request = request.header(name, value.as_bytes());
        }
        let mut request = request.body(Body::from(ask.body)).unwrap();
        request.extensions_mut().insert(ConnectInfo(SocketAddr::from((address, 5000))));
        let response = self.router.clone().oneshot(request).await.unwrap();
        let status = response.status().as_u16();
        let header = |(name, value): (&axum::http::HeaderName, &axum::http::HeaderValue)| {
            (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned())
        };
        let headers = response.headers().iter().map(header).collect();
        let body = to_bytes(response.into_body(), 64 << 20).await.unwrap();
        Response { status, headers, body }
    }

    /// Makes a game in which one holder has all seats of people, unless it says who has which, and returns what was
    /// answered.
    pub(super) async fn create(&self, body: &Value) -> Value {
        let mut body = body.clone();
        if body["claim"].is_null() {
            body["claim"] = "all".into();
        }
        let answer = self.ask(Request::post("/api/games").json(&body)).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
        answer.json()
    }

    pub(super) async fn view(&self, id: &str, token: &str) -> Value {
        self.ask(Request::get(format!("/api/games/{id}")).token(token)).await.json()
    }

    /// Waits until a view is as wanted: an agent has moved, a game is over.
    pub(super) async fn until(
        &self,
        id: &str,
        token: &str,
        wanted: impl Fn(&Value) -> bool,
    ) -> Value {
        let (handle, role) = self.lobby.seat(id, token, here()).await.unwrap();
        let mut frames = handle.subscribe(role).unwrap();
        loop {
            let view = self.view(id, token).await;
            if wanted(&view) {
                return view;
            }
            frames.changed().await.unwrap();
        }
    }
}

/// A proxy that every server of the tests trusts.
const PROXY: &str = "198.51.100.1";

/// Who asks unless a test says otherwise.
pub(super) fn here() -> Client {
    Client::of([127, 0, 0, 1].into())
}

/// Runs a test; thoughts that still run are left behind.
pub(super) fn run(test: impl Future<Output = ()>) {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(test);
    runtime.shutdown_background();
}
