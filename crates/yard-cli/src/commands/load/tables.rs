//! Many tables: how long a durable move takes when every table plays one a second.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::Barrier;
use tokio::time::{interval_at, sleep};
use tokio_tungstenite::tungstenite::Message;

use super::Failure;
use super::client::{Client, Socket};
use super::server::TestedServer;

/// Those who play at a table; its other sockets watch.
pub(super) const PLAYERS: usize = 2;

/// How long moves took, with so many tables.
#[derive(Serialize)]
pub(super) struct TablesReport {
    pub(super) tables: usize,
    sockets: u64,
    seconds: usize,
    moves: usize,
    views: u64,
    megabytes: u64,
    pub(super) p50_ms: f64,
    pub(super) p90_ms: f64,
    pub(super) p99_ms: f64,
    pub(super) longest_ms: f64,
    rss_mib: Option<f64>,
}

impl fmt::Display for TablesReport {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TablesReport { tables, sockets, seconds, moves, views, megabytes, .. } = self;
        writeln!(out, "{tables} tables, {sockets} sockets, {seconds} s")?;
        writeln!(out, "  moves answered   {moves}")?;
        writeln!(out, "  views received   {views}, {megabytes} MB")?;
        let TablesReport { p50_ms, p90_ms, p99_ms, longest_ms, .. } = self;
        writeln!(
            out,
            "  time of a move   p50 {p50_ms:.1} ms, p90 {p90_ms:.1} ms, p99 {p99_ms:.1} ms, \
             longest {longest_ms:.1} ms"
        )?;
        if let Some(rss) = self.rss_mib {
            writeln!(out, "  memory           {rss:.0} MiB")?;
        }
        Ok(())
    }
}

/// What is reached by a share of sorted times, in milliseconds.
pub(super) fn percentile(times: &[Duration], share: f64) -> f64 {
    let index = (share * times.len() as f64).ceil() as usize;
    times.get(index.saturating_sub(1)).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}

/// An address has some 28,000 ports for connections to one server; the tables of more come from the next address of
/// this machine.
const TABLES_AT_AN_ADDRESS: usize = 1_000;

/// What all tables have counted.
#[derive(Default)]
struct Load {
    views: AtomicU64,
    bytes: AtomicU64,
    sockets: AtomicU64,
}

pub(super) async fn measure(
    server: &TestedServer,
    tables: usize,
    sockets: usize,
    seconds: usize,
) -> Result<TablesReport, Failure> {
    let (load, seated) = (Arc::new(Load::default()), Arc::new(Barrier::new(tables + 1)));
    let mut players = Vec::new();
    for table in 0..tables {
        let from = format!("10.{}.{}.{}", 1 + table / 62_500, table / 250 % 250, table % 250);
        let client = Client::new(&server.address, &from).at(table / TABLES_AT_AN_ADDRESS);
        let (load, seated) = (Arc::clone(&load), Arc::clone(&seated));
        let phase = Duration::from_secs(1).mul_f64(table as f64 / tables as f64);
        players.push(tokio::spawn(async move {
            let seats = sit_down(&client, sockets, &load).await;
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
    times.sort();
    let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
    let [p50_ms, p90_ms, p99_ms, longest_ms] =
        [0.5, 0.9, 0.99, 1.0].map(|share| percentile(&times, share));
    Ok(TablesReport {
        tables,
        sockets: of(&load.sockets),
        seconds,
        moves: times.len(),
        views: of(&load.views),
        megabytes: of(&load.bytes) / 1_000_000,
        p50_ms,
        p90_ms,
        p99_ms,
        longest_ms,
        rss_mib: server.rss_mib(),
    })
}

/// Opens the sockets of a new table; those who watch are on their own from then on.
async fn sit_down(
    client: &Client,
    sockets: usize,
    load: &Arc<Load>,
) -> Result<[Socket; PLAYERS], Failure> {
    let human = json!({ "kind": "human" });
    let made = client.create("classic", json!({ "mr_x": human, "detectives": human })).await?;
    let (id, links) = (made["id"].as_str().ok_or("no id")?, &made["links"]);
    for _ in PLAYERS..sockets {
        let mut watcher = client.open(id, &links["watch"]).await?;
        let load = Arc::clone(load);
        tokio::spawn(async move {
            while let Some(Ok(message)) = watcher.next().await {
                count(&load, &message);
            }
        });
    }
    let mr_x = client.open(id, &links["mr_x"]).await?;
    let team = client.open(id, &links["detectives"][0]).await?;
    load.sockets.fetch_add(sockets as u64, Ordering::Relaxed);
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
        let Message::Text(text) = &message else { continue };
        count(load, &message);
        let mut said: Value = serde_json::from_str(text)?;
        if said["view"]["ply"] == ply {
            return Ok(said["view"].take());
        }
    }
}

/// Plays one move a second; returns how long each answer took.
async fn play(
    seats: [Socket; PLAYERS],
    seconds: usize,
    load: &Load,
) -> Result<Vec<Duration>, Failure> {
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
    loop {
        let message = socket.next().await.ok_or("the socket was closed")??;
        let time = sent.elapsed();
        let Message::Text(text) = message else { continue };
        let answer: Value = serde_json::from_str(&text)?;
        match answer["type"].as_str() {
            Some("accepted") => return Ok(time),
            // Somebody has come or gone meanwhile.
            Some("view") => {}
            _ => return Err(format!("not accepted: {answer}").into()),
        }
    }
}
