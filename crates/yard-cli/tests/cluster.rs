//! Three servers that share a PostgreSQL database, and are killed and paused at random. No acknowledged move is lost.
//!
//! Needs a database: `scripts/with-postgres cargo test -p yard-cli --test cluster` makes one. `YARD_KILLS` says how often
//! a server is killed.
#![cfg(unix)]

mod served;

use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use served::{Client, Server};
use yard_agents::{Rng, Seed};
use yard_core::Draw;

/// A game of two people, the moves that were acknowledged, and the longest wait for one.
struct Table {
    id: String,
    mr_x: String,
    team: String,
    acknowledged: Vec<String>,
    longest: Duration,
    over: bool,
}

/// Asks any of the servers; `None` when it has gone, or says that it cannot now.
fn ask(
    addresses: &Mutex<Vec<String>>,
    chance: &mut Rng,
    method: &str,
    path: &str,
    token: &str,
    body: Option<&Value>,
) -> Option<Value> {
    let address = {
        let addresses = addresses.lock().expect("nobody broke down");
        addresses[chance.below(addresses.len() as u32) as usize].clone()
    };
    let mut client = Client::new(&address)?;
    client.patience(Duration::from_secs(20));
    let (status, answer) = client.ask(method, path, token, body)?;
    match status {
        200 | 201 => Some(answer),
        // The process that has the game has gone, and no other has taken it yet.
        503 => None,
        // A move that was kept though its answer was lost.
        409 => None,
        // All players come from one address.
        429 => None,
        status => panic!("{method} {path}: {status} {answer}"),
    }
}

impl Table {
    fn new(addresses: &Mutex<Vec<String>>, chance: &mut Rng) -> Option<Table> {
        let human = json!({ "kind": "human" });
        let rules = ["classic", "modern", "grid7"][chance.below(3) as usize];
        let seats = json!({ "mr_x": human, "detectives": human });
        let body = json!({ "rules": rules, "seats": seats, "claim": "all" });
        let made = ask(addresses, chance, "POST", "/api/games", "", Some(&body))?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        Some(Table {
            id: text(&made["id"]),
            mr_x: text(&made["links"]["mr_x"]),
            team: text(&made["links"]["detectives"][0]),
            acknowledged: Vec::new(),
            longest: Duration::ZERO,
            over: false,
        })
    }

    /// Every acknowledged move is there; one more may be, whose answer was lost.
    fn look(&mut self, addresses: &Mutex<Vec<String>>, chance: &mut Rng) -> Option<Value> {
        let path = format!("/api/games/{}", self.id);
        let view = ask(addresses, chance, "GET", &path, &self.mr_x, None)?;
        let moves = view["moves"].as_array().cloned().unwrap_or_default();
        let moves: Vec<String> =
            moves.iter().map(|mv| mv["move"].as_str().unwrap_or_default().to_owned()).collect();
        assert!(moves.starts_with(&self.acknowledged), "{moves:?} {:?}", self.acknowledged);
        assert!(moves.len() <= self.acknowledged.len() + 1, "only one move was under way");
        self.acknowledged = moves;
        self.over = view["state"] == "over";
        Some(view)
    }

    /// Plays one move.
    fn play(&mut self, addresses: &Mutex<Vec<String>>, chance: &mut Rng) -> Option<()> {
        let mut view = self.look(addresses, chance)?;
        if self.over {
            return Some(());
        }
        let mut token = self.mr_x.clone();
        let path = format!("/api/games/{}", self.id);
        if view["your_turn"] == false {
            token.clone_from(&self.team);
            view = ask(addresses, chance, "GET", &path, &token, None)?;
        }
        let legal = view["legal"].as_array().cloned().unwrap_or_default();
        let mv = legal.get(chance.below(legal.len().max(1) as u32) as usize)?["move"].clone();
        let body = json!({ "move": mv, "ply": view["ply"] });
        ask(addresses, chance, "POST", &format!("{path}/moves"), &token, Some(&body))?;
        self.acknowledged.push(mv.as_str().unwrap_or_default().to_owned());
        Some(())
    }
}

/// Plays games, one after the other, until everything stops.
#[expect(clippy::disallowed_methods, reason = "how long people wait is told")]
fn play_on(
    addresses: &Mutex<Vec<String>>,
    stop: &AtomicBool,
    moves: &AtomicUsize,
    seed: u64,
) -> Vec<Table> {
    let mut chance = Seed(seed).stream("players");
    let mut tables: Vec<Table> = Vec::new();
    let mut waited = Instant::now();
    while !stop.load(Ordering::Relaxed) {
        let done = match tables.last_mut().filter(|table| !table.over) {
            None => Table::new(addresses, &mut chance).map(|table| tables.push(table)),
            Some(table) => table.play(addresses, &mut chance),
        };
        match done {
            Some(()) => {
                let table = tables.last_mut().expect("there is one");
                table.longest = table.longest.max(waited.elapsed());
                waited = Instant::now();
                moves.fetch_add(1, Ordering::Relaxed);
            }
            None => std::thread::sleep(Duration::from_millis(20)),
        }
    }
    tables
}

fn signal(server: &Server, signal: &str) {
    let pid = server.child.id().to_string();
    assert!(Command::new("kill").args([signal, &pid]).status().expect("kill runs").success());
}

/// Waits until people have made so many moves more, wherever they play.
fn until_more(moves: &AtomicUsize, more: usize) {
    let wanted = moves.load(Ordering::Relaxed) + more;
    for _ in 0..6000 {
        if moves.load(Ordering::Relaxed) >= wanted {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("for a minute nobody could make {more} moves");
}

/// Kills one server with SIGKILL, or stops it for longer than a lease lasts, and starts another in its place.
fn disturb(
    servers: &mut [Server],
    addresses: &Mutex<Vec<String>>,
    moves: &AtomicUsize,
    database: &str,
    at: usize,
    pause: bool,
) {
    if pause {
        signal(&servers[at], "-STOP");
        // Others take its games meanwhile; what it had begun must not be kept when it wakes.
        std::thread::sleep(Duration::from_secs(6));
        signal(&servers[at], "-CONT");
        return;
    }
    servers[at].kill();
    let server = Server::start_with(&["--database", database]);
    addresses.lock().expect("nobody broke down")[at].clone_from(&server.address);
    servers[at] = server;
    until_more(moves, 20);
}

/// The database, over a line that is encrypted and whose other end is checked, as across a network. A database without a
/// certificate of its own is spoken to as its URL says.
fn database() -> Option<String> {
    let url = std::env::var("YARD_TEST_DATABASE").ok()?;
    match (std::env::var("YARD_TEST_CERTIFICATE"), url.split_once("@127.0.0.1:")) {
        (Ok(certificate), Some((before, after))) => Some(format!(
            "{before}@localhost:{after}?sslmode=verify-full&sslrootcert={certificate}"
        )),
        _ => Some(url),
    }
}

#[test]
fn no_acknowledged_move_is_lost_when_servers_are_killed_or_paused() {
    let Some(database) = database() else {
        println!("no database to try: scripts/with-postgres cargo test -p yard-cli --test cluster");
        return;
    };
    let kills = std::env::var("YARD_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(3);
    let mut servers: Vec<Server> =
        (0..3).map(|_| Server::start_with(&["--database", &database])).collect();
    let addresses = Mutex::new(servers.iter().map(|server| server.address.clone()).collect());
    let (stop, moves) = (AtomicBool::new(false), AtomicUsize::new(0));
    let mut chance = Seed(1).stream("kills");
    let mut tables = std::thread::scope(|scope| {
        let (addresses, stop, moves) = (&addresses, &stop, &moves);
        let players: Vec<_> =
            (0..6).map(|seed| scope.spawn(move || play_on(addresses, stop, moves, seed))).collect();
        for kill in 0..=kills {
            until_more(moves, 10 + chance.below(60) as usize);
            let at = chance.below(3) as usize;
            // Once a server sleeps instead.
            disturb(&mut servers, addresses, moves, &database, at, kill == kills);
        }
        until_more(moves, 60);
        stop.store(true, Ordering::Relaxed);
        players
            .into_iter()
            .flat_map(|player| player.join().expect("it plays on"))
            .collect::<Vec<Table>>()
    });
    let (mut plies, mut longest) = (0, Duration::ZERO);
    let count = tables.len();
    for table in &mut tables {
        while table.look(&addresses, &mut chance).is_none() {
            std::thread::sleep(Duration::from_millis(50));
        }
        plies += table.acknowledged.len();
        longest = longest.max(table.longest);
    }
    println!(
        "3 servers, {kills} kills, 1 pause of 6 s: {count} games, {plies} acknowledged moves, none lost; \
         longest wait of a player {:.1} s",
        longest.as_secs_f64()
    );
}
