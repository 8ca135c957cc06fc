//! The same tests for every database: SQLite in memory, SQLite in a file, and PostgreSQL where `YARD_TEST_DATABASE`
//! names one, as `scripts/with-postgres` does.

mod changes;
mod fences;
mod lists;
mod operator;
mod seats;
#[cfg(feature = "postgres")]
mod tls;

use yard_agents::Seed;
use yard_tabletop::{
    AllowedHelp, Catalog, GameSeed, GameSetup, KeptRules, Role, Tabletop, deal, read_object,
};

use super::{GameKey, GameStatus, NewGame, NewImport, Place, Store};
use crate::keys::{Key, KeyKind};
use crate::secret::TokenHash;

/// A store to test, with what it lives in.
pub(super) struct TestStore {
    pub(super) store: Store,
    pub(super) name: &'static str,
    /// Another process of the same database.
    pub(super) other: Option<Store>,
    _folder: Option<tempfile::TempDir>,
}

/// Runs a test on every database.
pub(super) fn on_each(test: impl AsyncFn(&TestStore)) {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        for store in stores().await {
            test(&store).await;
        }
    });
}

async fn stores() -> Vec<TestStore> {
    let folder = tempfile::tempdir().unwrap();
    let memory = Store::open(Place::Memory, "one").await.unwrap();
    let file = Store::open(Place::Folder(folder.path()), "one").await.unwrap();
    let mut stores = vec![
        TestStore { store: memory, name: "memory", other: None, _folder: None },
        TestStore { store: file, name: "file", other: None, _folder: Some(folder) },
    ];
    #[cfg(feature = "postgres")]
    if let Ok(url) = std::env::var("YARD_TEST_DATABASE") {
        let url = fresh_database(&url).await;
        let store = Store::open(Place::Postgres(&url), "one").await.unwrap();
        let other = Store::open(Place::Postgres(&url), "two").await.unwrap();
        stores.push(TestStore { store, name: "postgres", other: Some(other), _folder: None });
    }
    stores
}

/// Makes an empty database beside the one of the URL; returns its URL. Whoever made the cluster deletes it.
#[cfg(feature = "postgres")]
pub(crate) async fn fresh_database(url: &str) -> String {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let name = format!("yard_test_{}_{number}", std::process::id());
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    client.batch_execute(&format!("CREATE DATABASE {name}")).await.unwrap();
    let (before, after) = url
        .split_once('?')
        .map_or((url, String::new()), |(before, after)| (before, format!("?{after}")));
    let (server, _) = before.rsplit_once('/').unwrap();
    format!("{server}/{name}{after}")
}

/// A game of people that can be kept.
pub(super) fn new_game(id: &str, rules: &str, owner: Option<&str>) -> NewGame {
    let rules = Catalog::new(Vec::new()).rules(rules).unwrap();
    let seats =
        r#"{ "mr_x": { "kind": "human", "name": "Max" }, "detectives": { "kind": "human" } }"#;
    let game = Tabletop::new(GameSetup {
        id: id.to_owned(),
        deal: deal(&rules, &GameSeed::Secret([7; 16])),
        rules,
        seed: GameSeed::Chosen(Seed(u64::MAX - 6)),
        seats: read_object(seats).unwrap(),
        help: AllowedHelp::default(),
        pace_ms: 0,
        clock_s: None,
    })
    .unwrap();
    NewGame {
        saved: game.saved().unwrap(),
        owner: owner.map(TokenHash::of),
        names: "Max – Mia".to_owned(),
        created: 1_000,
        keys: vec![key(&format!("{id} x"), Role::MrX, KeyKind::Seat)],
        claims: Vec::new(),
    }
}

/// A record that can be kept.
pub(super) fn new_import(
    id: &str,
    hash: TokenHash,
    owner: Option<TokenHash>,
    created: i64,
) -> NewImport {
    let rules = KeptRules::new(&Catalog::new(Vec::new()).rules("grid5").unwrap());
    NewImport { id: id.to_owned(), hash, owner, record: "record".to_owned(), rules, created }
}

/// A key of a seat.
pub(super) fn key(token: &str, role: Role, kind: KeyKind) -> Key {
    Key { hash: TokenHash::of(token), role, kind }
}

pub(super) fn status(touched: i64) -> GameStatus {
    let (state, result) = ("open", None);
    GameStatus {
        state,
        result,
        slots: 1,
        taken_back: 0,
        reopened: 0,
        late: "{}".to_owned(),
        touched,
    }
}

pub(super) fn over(touched: i64) -> GameStatus {
    GameStatus { state: "over", result: Some("mr_x"), ..status(touched) }
}

/// The moves that are kept.
pub(super) async fn moves(store: &Store, key: &GameKey) -> Vec<String> {
    store.game(&key.id).await.unwrap().unwrap().saved.moves
}
