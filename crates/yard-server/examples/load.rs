//! How fast the server answers moves with many tables and sockets on one machine.
//!
//! `cargo run --release -p yard-server --example load` starts a server on loopback with a folder of its own,
//! seats people at 500 tables with four sockets each, lets every table play one move a second for 20
//! seconds, and prints how long the answers took. A move is on disk before it is answered.
//! `load TABLES SECONDS FOLDER` changes that; the folder should lie on a disk.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Barrier;
use tokio::time::{interval_at, sleep};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};
use yard_server::{Config, Limits, Server, raise_file_limit};

type Socket = WebSocketStream<TcpStream>;
type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Sockets of a table: Mr X, the detectives, and two who watch.
const SOCKETS: usize = 4;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let mut words = std::env::args().skip(1);
    let mut number = |usual: usize| words.next().map_or(Ok(usual), |word| word.parse());
    let (tables, seconds) = (number(500)?, number(20)?);
    let own;
    let folder = match words.next() {
        Some(folder) => PathBuf::from(folder),
        None => {
            own = tempfile::tempdir()?;
            own.path().to_owned()
        }
    };
    let needed = 2 * SOCKETS * tables + 200;
    if let Some(files) = raise_file_limit()
        && files < needed as u64
    {
        let text = format!("{needed} open files are needed, {files} allowed; see ulimit -n");
        return Err(text.into());
    }
    let config = Config { data: Some(folder), limits: Limits::NONE, ..Config::default() };
    let server = Server::bind(config).await?;
    let address = server.address().to_string();
    let serving = tokio::spawn(server.run());
    let (load, seated) = (Arc::new(Load::default()), Arc::new(Barrier::new(tables + 1)));
    let mut players = Vec::new();
    for table in 0..tables {
        let (address, load, seated) = (address.clone(), Arc::clone(&load), Arc::clone(&seated));
        let phase = Duration::from_secs(1).mul_f64(table as f64 / tables as f64);
        players.push(tokio::spawn(async move {
            let seats = sit_down(&address, &load).await;
            seated.wait().await;
            sleep(phase).await;
            play(seats?, seconds, &load).await
        }));
        // Nobody sits down at five hundred tables in the same instant.
        sleep(Duration::from_millis(2)).await;
    }
    seated.wait().await;
    let mut times = Vec::new();
    for player in players {
        times.extend(player.await??);
    }
    serving.abort();
    report(tables, seconds, times, &load);
    Ok(())
}

/// What all tables have counted.
#[derive(Default)]
struct Load {
    views: AtomicU64,
    bytes: AtomicU64,
    sockets: AtomicU64,
}

fn report(tables: usize, seconds: usize, mut times: Vec<Duration>, load: &Load) {
    times.sort();
    let at = |share: f64| {
        let index = (share * times.len() as f64).ceil() as usize;
        times.get(index.saturating_sub(1)).map_or(0.0, |time| time.as_secs_f64() * 1e3)
    };
    let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    println!("{tables} tables, {} sockets, {cores} cores, {seconds} s", of(&load.sockets));
    println!("moves answered   {}", times.len());
    println!("views received   {}, {} MB", of(&load.views), of(&load.bytes) / 1_000_000);
    let [half, most, nearly, all] = [0.5, 0.9, 0.99, 1.0].map(at);
    println!(
        "time of a move   p50 {half:.1} ms, p90 {most:.1} ms, p99 {nearly:.1} ms, longest {all:.1} ms"
    );
}

async fn create(address: &str) -> Result<Value, Failure> {
    let human = json!({ "kind": "human" });
    let seats = json!({ "mr_x": human, "detectives": human });
    let body = json!({ "rules": "classic", "seats": seats, "claim": "all" }).to_string();
    let mut stream = TcpStream::connect(address).await?;
    let request = format!(
        "POST /api/games HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (_, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
    Ok(serde_json::from_str(body)?)
}

async fn open(address: &str, id: &str, token: &Value) -> Result<Socket, Failure> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let url = format!("ws://{address}/api/games/{id}/socket");
    let (mut socket, _) = client_async(url, stream).await?;
    let hello = json!({ "type": "hello", "token": token }).to_string();
    socket.send(Message::text(hello)).await?;
    Ok(socket)
}

/// Opens the sockets of a new table; those who watch are on their own from then on.
async fn sit_down(address: &str, load: &Arc<Load>) -> Result<[Socket; 2], Failure> {
    let made = create(address).await?;
    let (id, links) = (made["id"].as_str().ok_or("no id")?, &made["links"]);
    for _ in 0..SOCKETS - 2 {
        let mut watcher = open(address, id, &links["watch"]).await?;
        let load = Arc::clone(load);
        tokio::spawn(async move {
            while let Some(Ok(message)) = watcher.next().await {
                count(&load, &message);
            }
        });
    }
    let mr_x = open(address, id, &links["mr_x"]).await?;
    let team = open(address, id, &links["detectives"][0]).await?;
    load.sockets.fetch_add(SOCKETS as u64, Ordering::Relaxed);
    Ok([mr_x, team])
}

fn count(load: &Load, message: &Message) {
    load.views.fetch_add(1, Ordering::Relaxed);
    load.bytes.fetch_add(message.len() as u64, Ordering::Relaxed);
}

/// Reads until the view after so many plies comes.
async fn view_at(socket: &mut Socket, ply: u64, load: &Load) -> Result<Value, Failure> {
    loop {
        let message = socket.next().await.ok_or("the socket was closed")??;
        count(load, &message);
        let mut said: Value = serde_json::from_str(message.to_text()?)?;
        if said["view"]["ply"] == ply {
            return Ok(said["view"].take());
        }
    }
}

/// Plays one move a second; returns how long each answer took.
async fn play(seats: [Socket; 2], seconds: usize, load: &Load) -> Result<Vec<Duration>, Failure> {
    let [mut mr_x, mut team] = seats;
    let mut times = Vec::new();
    let mut clock = interval_at(tokio::time::Instant::now(), Duration::from_secs(1));
    for ply in 0..seconds as u64 {
        let own = view_at(&mut mr_x, ply, load).await?;
        let theirs = view_at(&mut team, ply, load).await?;
        let (view, socket) = match own["your_turn"] == true {
            true => (own, &mut mr_x),
            false => (theirs, &mut team),
        };
        let legal = view["legal"].as_array().map_or(&[][..], |legal| legal);
        if legal.is_empty() {
            // A capture by chance.
            return Ok(times);
        }
        clock.tick().await;
        let mv = &legal[(ply as usize * 7) % legal.len()]["move"];
        times.push(timed(socket, mv, ply).await?);
    }
    Ok(times)
}

/// Sends a move and waits for its answer, which comes before the view.
#[expect(clippy::disallowed_methods, reason = "time is what is measured")]
async fn timed(socket: &mut Socket, mv: &Value, ply: u64) -> Result<Duration, Failure> {
    let said = json!({ "type": "move", "move": mv, "ply": ply, "id": ply }).to_string();
    let sent = Instant::now();
    socket.send(Message::text(said)).await?;
    let message = socket.next().await.ok_or("the socket was closed")??;
    let time = sent.elapsed();
    let answer: Value = serde_json::from_str(message.to_text()?)?;
    match answer["type"] == "accepted" {
        true => Ok(time),
        false => Err(format!("not accepted: {answer}").into()),
    }
}
