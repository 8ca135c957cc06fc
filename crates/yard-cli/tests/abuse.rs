//! What greedy clients leave behind: the memory of `yard serve` before and after them, as a ratio.

#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(limits: &[&str]) -> Server {
        // The program of a release has another allocator, so `scripts/test` gives it, too.
        let built = || env!("CARGO_BIN_EXE_yard").into();
        let mut command = Command::new(std::env::var_os("YARD_BIN").unwrap_or_else(built));
        command.args(["serve", "--json", "--no-open", "--port", "0"]).args(limits);
        let mut child = command.env("YARD_DATA", "").stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let said: Value = serde_json::from_str(&line).unwrap();
        let address = said["address"].as_str().unwrap();
        let address = address.trim_start_matches("http://").trim_end_matches('/').to_owned();
        Server { child, address }
    }

    fn rss_kib(&self) -> u64 {
        let status = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(status).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().strip_suffix("kB").unwrap().trim().parse().unwrap()
    }

    fn send(&self, line: &str, headers: &str, body: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let head = format!(
            "{line} HTTP/1.1\r\nhost: {}\r\n{headers}content-length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body).unwrap();
        stream
    }

    fn ask(&self, line: &str, headers: &str, body: &[u8]) -> Value {
        let mut stream = self.send(line, &format!("connection: close\r\n{headers}"), body);
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        serde_json::from_str(body).unwrap_or_else(|_| panic!("{answer}"))
    }
}

impl Server {
    /// Waits until the memory is near where it was.
    fn returns_to(&self, before: u64) {
        let near = before + before / 2 + 20_000;
        let mut after = self.rss_kib();
        for _ in 0..1200 {
            if after < near {
                break;
            }
            std::thread::sleep(Duration::from_millis(50));
            after = self.rss_kib();
        }
        assert!(after < near, "{after} KiB after, {before} KiB before");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A socket that has said nothing but its handshake.
fn socket(server: &Server, id: &str) -> TcpStream {
    let key = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
               sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let mut stream = server.send(&format!("GET /api/games/{id}/socket"), key, b"");
    let mut head = [0; 12];
    stream.read_exact(&mut head).unwrap();
    assert_eq!(&head, b"HTTP/1.1 101");
    stream
}

/// A masked text frame of so many bytes; the mask is nought.
fn frame(bytes: usize) -> Vec<u8> {
    let mut frame = vec![0x81, 0xff];
    frame.extend((bytes as u64).to_be_bytes());
    frame.extend([0; 4]);
    frame.resize(frame.len() + bytes, b'x');
    frame
}

fn long_record() -> String {
    let mut text = "yard-record 1\nrules grid:15,5,250\nstart 113 1 15 211 225 5\n".to_owned();
    for round in 1..250 {
        text += &match round % 2 {
            1 => format!("{round} T114 | T2 T14 T212 T224 T6\n"),
            _ => format!("{round} T113 | T1 T15 T211 T225 T5\n"),
        };
    }
    text
}

/// Frames of 15 MiB on 40 sockets took 613 MB, and 40 replays that nobody read 1.4 GB.
#[test]
fn memory_stays_near_where_it_was() {
    let server = Server::start(&["--patience-seconds", "1"]);
    let json_kind = "content-type: application/json\r\n";
    let human = json!({ "kind": "human" });
    let seats = json!({ "rules": "grid5", "seats": { "mr_x": human, "detectives": human } });
    let made = server.ask("POST /api/games", json_kind, seats.to_string().as_bytes());
    let id = made["id"].as_str().unwrap();
    let import = server.ask("POST /api/import", "", long_record().as_bytes());
    let (record, token) = (import["id"].as_str().unwrap(), import["token"].as_str().unwrap());
    let bearer = format!("authorization: Bearer {token}\r\n");
    // Once, so that what is made on first use is counted before.
    let path = format!("GET /api/games/{record}/replay?eyes=mr_x");
    let mut once = server.send(&path, &format!("connection: close\r\n{bearer}"), b"");
    std::io::copy(&mut once, &mut std::io::sink()).unwrap();
    let before = server.rss_kib();

    let large = frame(15 << 20);
    let mut most = before;
    let mut sockets: Vec<TcpStream> = (0..40).map(|_| socket(&server, id)).collect();
    for socket in &mut sockets {
        // The server hangs up after the head of the frame.
        let _ = socket.write_all(&large);
        most = most.max(server.rss_kib());
    }
    let mut unread = Vec::new();
    for _ in 0..40 {
        let mut stream = server.send(&path, &bearer, b"");
        let mut head = [0; 12];
        stream.read_exact(&mut head).unwrap();
        assert_eq!(&head, b"HTTP/1.1 200");
        unread.push(stream);
        most = most.max(server.rss_kib());
    }
    assert!(most < before + 150_000, "{most} KiB at most, {before} KiB before");
    // Whoever does not read is given up, although he has not hung up.
    server.returns_to(before);
    drop((sockets, unread));
}

/// Two hundred watched games of agents held a search of twelve megabytes each, and for minutes after their client had gone.
#[test]
fn agents_of_many_games_hold_little_memory_and_give_it_back() {
    let server = Server::start(&["--attention-seconds", "1", "--thought-seconds", "1"]);
    let agent = json!({ "kind": "agent", "spec": "alphabeta:depth=4" });
    let seats = json!({ "mr_x": agent, "detectives": agent });
    let body = json!({ "rules": "classic", "seats": seats }).to_string();
    let watched = || {
        let kind = "content-type: application/json\r\n";
        let made = server.ask("POST /api/games", kind, body.as_bytes());
        let mut socket = socket(&server, made["id"].as_str().unwrap());
        let hello = json!({ "type": "hello", "token": made["links"]["watch"] }).to_string();
        let head = [0x81, 0x80 | hello.len() as u8, 0, 0, 0, 0];
        socket.write_all(&[&head, hello.as_bytes()].concat()).unwrap();
        socket
    };
    let mut first = watched();
    // The view at the beginning, and those of a move: what is made on first use is there then.
    let mut some = [0; 20_000];
    first.read_exact(&mut some).unwrap();
    let before = server.rss_kib();
    let sockets: Vec<TcpStream> = (0..40).map(|_| watched()).collect();
    let mut most = before;
    for mut socket in &sockets {
        // Each has moved, however long that takes.
        socket.read_exact(&mut some).unwrap();
        most = most.max(server.rss_kib());
    }
    assert!(most < before + 300_000, "{most} KiB at most, {before} KiB before");
    drop((sockets, first));
    server.returns_to(before);
}

/// What takes long leaves nothing behind: long records, suggestions, and games that are refused.
#[test]
fn long_work_leaves_no_memory_behind() {
    let server = Server::start(&["--thought-seconds", "1"]);
    let import = server.ask("POST /api/import", "", long_record().as_bytes());
    let (record, token) = (import["id"].as_str().unwrap(), import["token"].as_str().unwrap());
    let bearer = format!("authorization: Bearer {token}\r\nconnection: close\r\n");
    let kind = "content-type: application/json\r\nconnection: close\r\n";
    let agent = json!({ "kind": "agent", "spec": "nash" });
    let refused =
        json!({ "rules": "grid:15,5,250", "seats": { "mr_x": agent, "detectives": agent } });
    let log = "yard-record 1\nrules classic\nstart ? 26 29 50 53 91\n1 T? |\n";
    let suggest = json!({ "record": log, "suggest": true, "ms": 10_000 });
    let asks = [
        (format!("GET /api/games/{record}"), bearer.as_str(), String::new()),
        ("POST /api/assist".to_owned(), kind, suggest.to_string()),
        ("POST /api/games".to_owned(), kind, refused.to_string()),
    ];
    for (line, headers, body) in asks {
        let ask = || {
            let mut stream = server.send(&line, headers, body.as_bytes());
            std::io::copy(&mut stream, &mut std::io::sink()).unwrap();
        };
        ask();
        let before = server.rss_kib();
        let waiting: Vec<TcpStream> =
            (0..40).map(|_| server.send(&line, headers, body.as_bytes())).collect();
        for mut stream in waiting {
            std::io::copy(&mut stream, &mut std::io::sink()).unwrap();
        }
        server.returns_to(before);
    }
}
