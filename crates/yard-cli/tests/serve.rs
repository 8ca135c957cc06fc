//! `yard serve` as a process: its messages, and that no acknowledged move is lost when it is killed.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use yard_agents::Seed;
use yard_core::Draw;

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yard"));
    command.args(args).env("YARD_DATA", "").stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Asserts exit code 2 and returns what was said.
fn refused(args: &[&str]) -> String {
    let output = command(args).output().expect("yard starts");
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A running server, killed when it goes out of scope.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(folder: &Path) -> Server {
        let data = folder.to_str().expect("a plain path");
        let mut command = command(&["serve", "--json", "--no-open", "--port", "0", "--data", data]);
        let mut child = command.stderr(Stdio::inherit()).spawn().expect("yard starts");
        let mut line = String::new();
        let out = child.stdout.take().expect("it is piped");
        BufReader::new(out).read_line(&mut line).expect("it says where it is");
        let said: Value = serde_json::from_str(&line).expect("one JSON object");
        let address = said["address"].as_str().unwrap_or_default();
        let address = address.trim_start_matches("http://").trim_end_matches('/').to_owned();
        Server { child, address }
    }

    /// By SIGKILL on Unix: it cannot tidy up.
    fn kill(&mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it has ended");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// One connection. `None` from any method means that the server has gone.
struct Client {
    stream: BufReader<TcpStream>,
    address: String,
}

impl Client {
    fn new(address: &str) -> Option<Client> {
        let stream = TcpStream::connect(address).ok()?;
        stream.set_nodelay(true).ok()?;
        Some(Client { stream: BufReader::new(stream), address: address.to_owned() })
    }

    fn ask(
        &mut self,
        method: &str,
        path: &str,
        token: &str,
        body: Option<&Value>,
    ) -> Option<(u16, Value)> {
        let body = body.map(Value::to_string).unwrap_or_default();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes()).ok()?;
        let mut line = String::new();
        self.stream.read_line(&mut line).ok().filter(|read| *read > 0)?;
        let status = line.split(' ').nth(1)?.parse().ok()?;
        let mut length = 0;
        loop {
            line.clear();
            self.stream.read_line(&mut line).ok().filter(|read| *read > 0)?;
            let header = line.trim().to_ascii_lowercase();
            if header.is_empty() {
                break;
            }
            if let Some(value) = header.strip_prefix("content-length:") {
                length = value.trim().parse().ok()?;
            }
        }
        let mut bytes = vec![0; length];
        self.stream.read_exact(&mut bytes).ok()?;
        Some((status, serde_json::from_slice(&bytes).ok()?))
    }
}

/// A game of two people who move at random, and the moves that were acknowledged.
struct Game {
    id: String,
    mr_x: String,
    team: String,
    acknowledged: Vec<String>,
}

impl Game {
    fn new(client: &mut Client, rules: &str) -> Option<Game> {
        let human = json!({ "kind": "human" });
        let seats = json!({ "mr_x": human, "detectives": human });
        let body = json!({ "rules": rules, "seats": seats, "claim": "all" });
        let (status, made) = client.ask("POST", "/api/games", "", Some(&body))?;
        assert_eq!(status, 201, "{made}");
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        Some(Game {
            id: text(&made["id"]),
            mr_x: text(&made["links"]["mr_x"]),
            team: text(&made["links"]["detectives"][0]),
            acknowledged: Vec::new(),
        })
    }

    fn view(&self, client: &mut Client, token: &str) -> Option<Value> {
        let (status, view) = client.ask("GET", &format!("/api/games/{}", self.id), token, None)?;
        assert_eq!(status, 200, "{view}");
        Some(view)
    }

    /// Every acknowledged move is there. One more may be: its answer was lost.
    fn check(&mut self, client: &mut Client) -> Option<()> {
        let view = self.view(client, &self.mr_x)?;
        let moves = view["moves"].as_array().cloned().unwrap_or_default();
        let moves: Vec<String> =
            moves.iter().map(|mv| mv["move"].as_str().unwrap_or_default().to_owned()).collect();
        assert!(moves.starts_with(&self.acknowledged), "{moves:?} {:?}", self.acknowledged);
        assert!(moves.len() <= self.acknowledged.len() + 1, "only one move was under way");
        self.acknowledged = moves;
        Some(())
    }

    /// Plays one move; `false` when the game is over.
    fn play(&mut self, client: &mut Client, chance: &mut impl Draw) -> Option<bool> {
        let mut token = self.mr_x.clone();
        let mut view = self.view(client, &token)?;
        if view["state"] == "over" {
            return Some(false);
        }
        if view["your_turn"] == false {
            token.clone_from(&self.team);
            view = self.view(client, &token)?;
        }
        let legal = view["legal"].as_array().cloned().unwrap_or_default();
        let mv = legal[chance.below(legal.len() as u32) as usize]["move"].clone();
        let body = json!({ "move": mv, "ply": view["ply"] });
        let path = format!("/api/games/{}/moves", self.id);
        let (status, answer) = client.ask("POST", &path, &token, Some(&body))?;
        assert_eq!(status, 200, "{answer}");
        self.acknowledged.push(mv.as_str().unwrap_or_default().to_owned());
        Some(true)
    }
}

/// Plays until the server has gone.
fn play_on(games: &mut [Option<Game>], address: &str, count: &AtomicUsize, seed: u64) {
    let mut chance = Seed(seed).stream("players");
    let Some(mut client) = Client::new(address) else { return };
    let rules = ["classic", "grid5", "modern"];
    for (game, rules) in games.iter_mut().zip(rules) {
        let checked = match game {
            None => Game::new(&mut client, rules).map(|made| *game = Some(made)),
            Some(game) => game.check(&mut client),
        };
        if checked.is_none() {
            return;
        }
    }
    loop {
        for (game, rules) in games.iter_mut().zip(rules) {
            let going = match game {
                Some(game) => game.play(&mut client, &mut chance),
                None => Some(false),
            };
            match going {
                None => return,
                Some(true) => drop(count.fetch_add(1, Ordering::Relaxed)),
                Some(false) => {
                    *game = match Game::new(&mut client, rules) {
                        Some(made) => Some(made),
                        None => return,
                    };
                }
            }
        }
    }
}

#[test]
fn no_acknowledged_move_is_lost_in_fifty_kills() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut tables: [[Option<Game>; 3]; 2] = Default::default();
    let mut chance = Seed(1).stream("kills");
    let mut all = 0;
    for kill in 0..50 {
        let mut server = Server::start(folder.path());
        let count = AtomicUsize::new(0);
        let wanted = 1 + chance.below(25) as usize;
        let address = server.address.clone();
        std::thread::scope(|scope| {
            for (seed, games) in (0..).zip(&mut tables) {
                let (address, count) = (&address, &count);
                scope.spawn(move || play_on(games, address, count, 2 * kill + seed));
            }
            while count.load(Ordering::Relaxed) < wanted {
                std::thread::sleep(Duration::from_millis(1));
            }
            server.kill();
        });
        all += count.into_inner();
    }
    assert!(all >= 50, "{all} moves");
    let server = Server::start(folder.path());
    let mut client = Client::new(&server.address).expect("it listens");
    for game in tables.iter_mut().flatten().flatten() {
        game.check(&mut client).expect("it answers");
    }
}

#[test]
fn a_taken_port_and_a_taken_folder_are_said_in_a_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    let port = server.address.rsplit(':').next().unwrap_or_default();
    let args = ["serve", "--no-open", "--port", port];
    let said = refused(&args);
    assert!(said.contains(&format!("error: port {port} is taken")), "{said}");
    let data = folder.path().to_str().expect("a plain path");
    let args = ["serve", "--no-open", "--port", "0", "--data", data];
    assert!(refused(&args).contains("another yard serves the games in"));
}

#[test]
fn rules_of_a_file_are_on_offer() {
    let folder = tempfile::tempdir().expect("a folder");
    let preset = concat!(env!("CARGO_MANIFEST_DIR"), "/../yard-core/data/rules/grid5.toml");
    let data = folder.path().to_str().expect("a plain path");
    let rules = format!("{data}/ours.toml");
    std::fs::copy(preset, &rules).expect("the file is copied");
    let args = ["serve", "--json", "--port", "0", "--data", data, "--rules", &rules];
    let mut child = command(&args).spawn().expect("yard starts");
    let mut line = String::new();
    let out = child.stdout.take().expect("it is piped");
    BufReader::new(out).read_line(&mut line).expect("it says where it is");
    let said: Value = serde_json::from_str(&line).expect("one JSON object");
    let address = said["address"].as_str().unwrap_or_default().to_owned();
    let address = address.trim_start_matches("http://").trim_end_matches('/').to_owned();
    let server = Server { child, address };
    let mut client = Client::new(&server.address).expect("it listens");
    let (status, listed) = client.ask("GET", "/api/rules", "", None).expect("it answers");
    assert_eq!(status, 200);
    let names = listed["rules"].as_array().cloned().unwrap_or_default();
    assert!(names.iter().any(|one| one["name"] == "ours"), "{names:?}");
    assert!(!listed.to_string().contains(data), "a folder of the server is shown: {listed}");
    let said = refused(&["serve", "--port", "0", "--rules", preset]);
    assert!(said.contains("there are rules \"grid5\" already"), "{said}");
    let said = refused(&["serve", "--port", "0", "--rules", "nowhere.toml"]);
    assert!(said.contains("cannot read nowhere.toml: there is no such file"), "{said}");
}
