//! Greedy clients: how long a stranger waits beside each kind of them, and what memory they leave behind.

use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::task::JoinSet;
use tokio::time::sleep;
use yard_core::Record;

use super::Failure;
use super::client::Client;
use super::server::{GamesPlace, TestedServer};
use super::tables::percentile;
use crate::exit::{CliError, say};

/// Who is greedy, and who suffers.
const GREEDY: &str = "192.0.2.1";
const STRANGER: &str = "198.51.100.7";

/// The limits that everybody gets, but that thoughts and games without people end soon, so that what they leave behind
/// shows within [`AFTERWARDS`].
const LIMITS: [&str; 4] = ["--thought-seconds", "5", "--attention-seconds", "2"];
const AFTERWARDS: Duration = Duration::from_secs(15);

/// A kind of greed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Case {
    /// 60 connections that look at a record of 250 rounds on a grid of 15 × 15.
    LongRecord,
    /// 60 connections that ask for suggestions of 10 seconds.
    Suggestions,
    /// 200 games of agents that search four rounds deep.
    Agents,
    /// 60 connections that ask for `nash` where it cannot play.
    Refusals,
    /// 40 sockets that send frames of 15 MiB.
    Frames,
    /// 40 replays of the long record that nobody reads.
    UnreadReplays,
    /// 20 connections that make games as fast as they may, and look at none of them again.
    ManyGames,
}

const CASES: [(Case, usize); 7] = [
    (Case::LongRecord, 60),
    (Case::Suggestions, 60),
    (Case::Agents, 200),
    (Case::Refusals, 60),
    (Case::Frames, 40),
    (Case::UnreadReplays, 40),
    (Case::ManyGames, 20),
];

/// A masked text frame of 15 MiB; the mask is nought.
static LARGE_FRAME: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut frame = vec![0x81, 0xff];
    frame.extend((15_u64 << 20).to_be_bytes());
    frame.extend([0; 4]);
    frame.resize(frame.len() + (15 << 20), b'x');
    frame
});

/// What a stranger saw beside a greedy client.
#[derive(Serialize)]
pub(super) struct CaseReport {
    case: Case,
    greedy_connections: usize,
    /// Requests of the greedy client that were answered, and those that were refused.
    served: u64,
    refused: u64,
    /// Answers to the stranger: how many, and how long they took.
    answers: usize,
    health_p50_ms: f64,
    health_longest_ms: f64,
    board_p50_ms: f64,
    board_longest_ms: f64,
    /// From his own move to the answer of `best:ms=100`.
    agent_p50_ms: f64,
    agent_longest_ms: f64,
    rss_before_mib: Option<f64>,
    rss_most_mib: Option<f64>,
    rss_after_mib: Option<f64>,
}

impl CaseReport {
    pub(super) fn print(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let CaseReport { case, greedy_connections, served, refused, .. } = self;
        writeln!(out, "{case:?}: {greedy_connections} greedy, {served} served, {refused} refused")?;
        writeln!(
            out,
            "  a stranger waits p50 / longest: health {:.1} / {:.1} ms, board {:.1} / {:.1} ms, \
             best:ms=100 {:.0} / {:.0} ms ({} answers)",
            self.health_p50_ms,
            self.health_longest_ms,
            self.board_p50_ms,
            self.board_longest_ms,
            self.agent_p50_ms,
            self.agent_longest_ms,
            self.answers
        )?;
        let mib = |rss: Option<f64>| rss.map_or("?".to_owned(), |rss| format!("{rss:.0}"));
        writeln!(
            out,
            "  memory {} MiB before, {} at most, {} after",
            mib(self.rss_before_mib),
            mib(self.rss_most_mib),
            mib(self.rss_after_mib)
        )?;
        Ok(())
    }
}

/// All kinds, each on a server of its own.
pub(super) async fn all(place: GamesPlace<'_>, seconds: usize) -> Result<Vec<CaseReport>, Failure> {
    let mut reports = Vec::new();
    for (case, greedy) in CASES {
        say(format_args!("{case:?}, {seconds} s"));
        reports.push(measure(case, greedy, place, seconds).await?);
    }
    Ok(reports)
}

/// What the greedy client has come to.
#[derive(Default)]
struct Counts {
    served: AtomicU64,
    refused: AtomicU64,
    stop: AtomicBool,
}

impl Counts {
    fn count(&self, status: u16) {
        let counter = if status < 400 { &self.served } else { &self.refused };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    fn goes_on(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }
}

async fn measure(
    case: Case,
    greedy: usize,
    place: GamesPlace<'_>,
    seconds: usize,
) -> Result<CaseReport, Failure> {
    let server = TestedServer::start(place, &LIMITS).await?;
    let (client, stranger) =
        (Client::new(&server.address, GREEDY), Client::new(&server.address, STRANGER));
    let import = import(&client).await?;
    // What is asked for first is made first; the stranger's board is one that was drawn before.
    stranger.get("/api/rules/classic/board").await?;
    let mut player = Player::new(&stranger).await?;
    let rss_before_mib = server.rss_mib();
    let counts = Arc::new(Counts::default());
    let mut greed = JoinSet::new();
    for number in 0..greedy {
        let (client, counts, import) = (client.clone(), Arc::clone(&counts), import.clone());
        greed.spawn(async move {
            while counts.goes_on() {
                match greedy_turn(case, number, &client, &import, &counts).await {
                    Ok(status) => counts.count(status),
                    Err(_) => counts.count(599),
                }
                sleep(Duration::from_millis(20)).await;
            }
        });
    }
    sleep(Duration::from_secs(1)).await;
    let mut times = Times::default();
    let mut rss_most_mib = rss_before_mib;
    for _ in 0..seconds {
        times.round(&stranger, &mut player).await?;
        rss_most_mib = [rss_most_mib, server.rss_mib()].into_iter().flatten().reduce(f64::max);
        sleep(Duration::from_millis(500)).await;
    }
    counts.stop.store(true, Ordering::Relaxed);
    greed.shutdown().await;
    // Time to notice that nobody is there any more.
    sleep(AFTERWARDS).await;
    let rss_after_mib = server.rss_mib();
    server.end().await?;
    let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
    let Times { mut health, mut board, mut agent } = times;
    [&mut health, &mut board, &mut agent].into_iter().for_each(|times| times.sort());
    Ok(CaseReport {
        case,
        greedy_connections: greedy,
        served: of(&counts.served),
        refused: of(&counts.refused),
        answers: health.len() + board.len() + agent.len(),
        health_p50_ms: percentile(&health, 0.5),
        health_longest_ms: percentile(&health, 1.0),
        board_p50_ms: percentile(&board, 0.5),
        board_longest_ms: percentile(&board, 1.0),
        agent_p50_ms: percentile(&agent, 0.5),
        agent_longest_ms: percentile(&agent, 1.0),
        rss_before_mib,
        rss_most_mib,
        rss_after_mib,
    })
}

/// The id and the token of a long record.
#[derive(Clone)]
struct Import {
    id: String,
    token: String,
}

async fn import(client: &Client) -> Result<Import, Failure> {
    let text = long_record()?;
    let (status, body) = client.ask("POST /api/import", "-", "text/plain", &text).await?;
    let said: Value = serde_json::from_str(&body)?;
    match (status, said["id"].as_str(), said["token"].as_str()) {
        (201, Some(id), Some(token)) => Ok(Import { id: id.to_owned(), token: token.to_owned() }),
        _ => Err(format!("the record was not taken: {status} {body}").into()),
    }
}

/// Everybody goes to and fro in his corner, far from the others, for 250 rounds.
fn long_record() -> Result<String, Failure> {
    use std::fmt::Write;
    let mut text = "yard-record 1\nrules grid:15,5,250\nstart 113 1 15 211 225 5\n".to_owned();
    for round in 1..250 {
        let [mr_x, rest] = match round % 2 {
            1 => ["114", "T2 T14 T212 T224 T6"],
            _ => ["113", "T1 T15 T211 T225 T5"],
        };
        writeln!(text, "{round} T{mr_x} | {rest}")?;
    }
    let record: Record = text.parse().map_err(|error| format!("{error}"))?;
    Ok(record.to_string())
}

/// One thing that a greedy client does; the status of the answer.
async fn greedy_turn(
    case: Case,
    number: usize,
    client: &Client,
    import: &Import,
    counts: &Counts,
) -> Result<u16, Failure> {
    let Import { id, token } = import;
    match case {
        Case::LongRecord => {
            let line = format!("GET /api/games/{id}");
            Ok(client.ask(&line, token, "text/plain", "").await?.0)
        }
        Case::Suggestions => {
            let record = "yard-record 1\nrules classic\nstart ? 26 29 50 53 91\n1 T? |\n";
            let body = json!({ "record": record, "suggest": true, "ms": 10_000 - number });
            Ok(client.post("/api/assist", &body).await?.0)
        }
        Case::Agents => {
            let agent = json!({ "kind": "agent", "spec": "alphabeta:depth=4" });
            let seats = json!({ "mr_x": agent, "detectives": agent });
            let made = client.create("classic", seats).await?;
            let socket = client.open(made["id"].as_str().unwrap_or(""), &made["links"]["watch"]);
            // He watches, so that the agents play on.
            let _socket = socket.await?;
            while counts.goes_on() {
                sleep(Duration::from_millis(200)).await;
            }
            Ok(200)
        }
        Case::ManyGames => {
            let seats = json!({
                "mr_x": { "kind": "human" },
                "detectives": { "kind": "agent", "spec": "alphabeta:depth=4" },
            });
            let body = json!({ "rules": "classic", "seats": seats });
            Ok(client.post("/api/games", &body).await?.0)
        }
        Case::Refusals => {
            let agent = json!({ "kind": "agent", "spec": "nash" });
            let seats = json!({ "mr_x": agent, "detectives": agent });
            let body = json!({ "rules": "grid:15,5,250", "seats": seats });
            Ok(client.post("/api/games", &body).await?.0)
        }
        Case::Frames => {
            let human = json!({ "kind": "human" });
            let seats = json!({ "mr_x": human, "detectives": human });
            let made = client.create("grid5", seats).await?;
            let mut socket =
                client.open(made["id"].as_str().unwrap_or(""), &made["links"]["watch"]).await?;
            // Without a mask of the client's, which would cost him more than the server.
            socket.get_mut().write_all(&LARGE_FRAME).await?;
            Ok(200)
        }
        Case::UnreadReplays => {
            let line = format!("GET /api/games/{id}/replay?eyes=mr_x");
            let mut stream = client.send(&line, token, "text/plain", "").await?;
            let mut head = [0; 12];
            stream.read_exact(&mut head).await?;
            while counts.goes_on() {
                sleep(Duration::from_millis(200)).await;
            }
            Ok(String::from_utf8_lossy(&head)[9..].parse()?)
        }
    }
}

/// A stranger who plays Mr X against an agent.
struct Player {
    client: Client,
    id: String,
    token: String,
}

impl Player {
    async fn new(client: &Client) -> Result<Player, Failure> {
        let mut player = Player { client: client.clone(), id: String::new(), token: String::new() };
        player.begin().await?;
        Ok(player)
    }

    async fn begin(&mut self) -> Result<(), Failure> {
        let seats = json!({
            "mr_x": { "kind": "human" },
            "detectives": { "kind": "agent", "spec": "best:ms=100" },
        });
        let made = self.client.create("classic", seats).await?;
        self.id = made["id"].as_str().unwrap_or_default().to_owned();
        self.token = made["links"]["mr_x"].as_str().unwrap_or_default().to_owned();
        Ok(())
    }

    async fn view(&self) -> Result<Value, Failure> {
        let line = format!("GET /api/games/{}", self.id);
        Ok(serde_json::from_str(&self.client.ask(&line, &self.token, "text/plain", "").await?.1)?)
    }

    /// Moves, and waits for the first answer of the agent.
    async fn turn(&mut self) -> Result<(), Failure> {
        let mut view = self.view().await?;
        while view["your_turn"] == false && view["state"] == "open" {
            sleep(Duration::from_millis(5)).await;
            view = self.view().await?;
        }
        if view["state"] != "open" {
            return self.begin().await;
        }
        let ply = view["ply"].as_u64().unwrap_or_default();
        let body = json!({ "move": view["legal"][0]["move"], "ply": ply }).to_string();
        let line = format!("POST /api/games/{}/moves", self.id);
        self.client.ask(&line, &self.token, "application/json", &body).await?;
        while view["ply"].as_u64() < Some(ply + 2) && view["state"] == "open" {
            sleep(Duration::from_millis(5)).await;
            view = self.view().await?;
        }
        Ok(())
    }
}

/// How long the stranger waited for what.
#[derive(Default)]
struct Times {
    health: Vec<Duration>,
    board: Vec<Duration>,
    agent: Vec<Duration>,
}

impl Times {
    #[expect(clippy::disallowed_methods, reason = "time is what is measured")]
    async fn round(&mut self, stranger: &Client, player: &mut Player) -> Result<(), Failure> {
        let begin = Instant::now();
        stranger.get("/healthz").await?;
        self.health.push(begin.elapsed());
        let begin = Instant::now();
        stranger.get("/api/rules/classic/board").await?;
        self.board.push(begin.elapsed());
        let begin = Instant::now();
        player.turn().await?;
        self.agent.push(begin.elapsed());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_long_record_replays() {
        let record: Record = long_record().unwrap().parse().unwrap();
        let rules = yard_core::presets::rules("grid:15,5,250").unwrap();
        assert!(record.replay(std::sync::Arc::new(rules)).is_ok());
        assert_eq!(record.turns.len(), 249);
    }
}
