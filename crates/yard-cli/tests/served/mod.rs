//! `yard serve` as a process, and clients that play there.
#![expect(dead_code, reason = "each test file uses a part of it")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use yard_core::Draw;

pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yard"));
    command.args(args).env("YARD_DATA", "").stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Asserts exit code 2 and returns what was said.
pub(crate) fn refused(args: &[&str]) -> String {
    let output = command(args).output().expect("yard starts");
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A running server, killed when it goes out of scope.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) address: String,
}

impl Server {
    pub(crate) fn start(folder: &Path) -> Server {
        Server::start_with(&["--data", folder.to_str().expect("a plain path")])
    }

    /// Starts with more arguments.
    pub(crate) fn start_with(more: &[&str]) -> Server {
        let mut command = command(&["serve", "--json", "--no-open", "--port", "0"]);
        command.args(more);
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
    pub(crate) fn kill(&mut self) {
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
pub(crate) struct Client {
    stream: BufReader<TcpStream>,
    pub(crate) address: String,
}

impl Client {
    pub(crate) fn new(address: &str) -> Option<Client> {
        let stream = TcpStream::connect(address).ok()?;
        stream.set_nodelay(true).ok()?;
        Some(Client { stream: BufReader::new(stream), address: address.to_owned() })
    }

    pub(crate) fn ask(
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

impl Client {
    /// An answer that does not come for so long is no answer.
    pub(crate) fn patience(&mut self, time: std::time::Duration) {
        let _ = self.stream.get_ref().set_read_timeout(Some(time));
    }

    /// The body of an answer that is no JSON, on a connection that closes after it.
    pub(crate) fn text(&mut self, path: &str) -> Option<String> {
        let request = format!("GET {path} HTTP/1.1\r\nhost: {}\r\n\r\n", self.address);
        self.stream.get_mut().write_all(request.as_bytes()).ok()?;
        let mut text = String::new();
        self.stream.read_to_string(&mut text).ok()?;
        text.split_once("\r\n\r\n").map(|(_, body)| body.to_owned())
    }
}

/// A game of two people who move at random, and the moves that were acknowledged.
pub(crate) struct Game {
    pub(crate) id: String,
    pub(crate) mr_x: String,
    pub(crate) team: String,
    pub(crate) acknowledged: Vec<String>,
}

impl Game {
    pub(crate) fn new(client: &mut Client, rules: &str) -> Option<Game> {
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

    pub(crate) fn view(&self, client: &mut Client, token: &str) -> Option<Value> {
        let (status, view) = client.ask("GET", &format!("/api/games/{}", self.id), token, None)?;
        assert_eq!(status, 200, "{view}");
        Some(view)
    }

    /// Every acknowledged move is there. One more may be: its answer was lost.
    pub(crate) fn check(&mut self, client: &mut Client) -> Option<()> {
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
    pub(crate) fn play(&mut self, client: &mut Client, chance: &mut impl Draw) -> Option<bool> {
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
