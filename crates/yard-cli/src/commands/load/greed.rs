//! What greedy clients do.

use std::fmt;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use clap::ValueEnum;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::sleep;
use yard_core::Record;

use super::Failure;
use super::client::Client;

/// A kind of greed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub(super) enum Case {
    /// The stranger is alone, to compare the others with.
    Nobody,
    /// 60 connections that look at a record of 250 rounds on a grid of 15 × 15.
    LongRecord,
    /// 60 connections that ask for suggestions of 10 seconds.
    Suggestions,
    /// 200 games of agents that search four rounds deep.
    Agents,
    /// The same with 64 agents kept between their moves instead of 8, to see what keeping them costs.
    AgentsKept,
    /// The same with the limits to which glibc goes by itself after it has freed tables of 32 MiB, to see what it keeps then.
    AgentsUnreturned,
    /// 60 connections that ask for `nash` where it cannot play.
    Refusals,
    /// 40 sockets that send frames of 15 MiB.
    Frames,
    /// 40 replays of the long record that nobody reads.
    UnreadReplays,
    /// 20 connections that make games as fast as they may, and look at none of them again.
    ManyGames,
}

/// All kinds, each with its number of connections.
pub(super) const CASES: [(Case, usize); 10] = [
    (Case::Nobody, 0),
    (Case::LongRecord, 60),
    (Case::Suggestions, 60),
    (Case::Agents, 200),
    (Case::AgentsKept, 200),
    (Case::AgentsUnreturned, 200),
    (Case::Refusals, 60),
    (Case::Frames, 40),
    (Case::UnreadReplays, 40),
    (Case::ManyGames, 20),
];

/// What mallopt(3) says of its limits: the threshold for tables of their own grows to 32 MiB at most, and that for giving
/// memory back to twice as much.
const LARGEST: [(&str, &str); 2] =
    [("MALLOC_MMAP_THRESHOLD_", "33554432"), ("MALLOC_TRIM_THRESHOLD_", "67108864")];

impl Case {
    /// Options of the server besides those of all cases.
    pub(super) fn options(self) -> &'static [&'static str] {
        if self == Case::AgentsKept { &["--max-agents", "64"] } else { &[] }
    }

    /// What is in the environment of the server.
    pub(super) fn environment(self) -> &'static [(&'static str, &'static str)] {
        if self == Case::AgentsUnreturned { &LARGEST } else { &[] }
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Case::Nobody => "nobody is greedy",
            Case::LongRecord => "looks at a record of 250 rounds on a 15 by 15 grid",
            Case::Suggestions => "asks for suggestions of 10 s",
            Case::Agents => "watches games of alphabeta:depth=4",
            Case::AgentsKept => "watches such games, with --max-agents 64",
            Case::AgentsUnreturned => "watches such games, with glibc's largest limits",
            Case::Refusals => "asks for nash where it cannot play",
            Case::Frames => "sends frames of 15 MiB",
            Case::UnreadReplays => "asks for replays of the record and does not read them",
            Case::ManyGames => "makes games and leaves them",
        })
    }
}

/// A masked text frame of 15 MiB; the mask is nought.
static LARGE_FRAME: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut frame = vec![0x81, 0xff];
    frame.extend((15_u64 << 20).to_be_bytes());
    frame.extend([0; 4]);
    frame.resize(frame.len() + (15 << 20), b'x');
    frame
});

/// What the greedy client has come to.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) served: AtomicU64,
    pub(super) refused: AtomicU64,
    pub(super) stop: AtomicBool,
}

impl Counts {
    pub(super) fn count(&self, status: u16) {
        let counter = if status < 400 { &self.served } else { &self.refused };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn goes_on(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }
}

/// The id and the token of a long record.
#[derive(Clone)]
pub(super) struct Import {
    id: String,
    token: String,
}

pub(super) async fn import(client: &Client) -> Result<Import, Failure> {
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

/// One thing that a greedy client does. What is done is counted.
pub(super) async fn greedy_turn(
    case: Case,
    number: usize,
    client: &Client,
    import: &Import,
    counts: &Counts,
) -> Result<(), Failure> {
    let Import { id, token } = import;
    let status = match case {
        Case::Nobody => return Ok(()),
        Case::LongRecord => {
            let line = format!("GET /api/games/{id}");
            client.ask(&line, token, "text/plain", "").await?.0
        }
        Case::Suggestions => {
            let record = "yard-record 1\nrules classic\nstart ? 26 29 50 53 91\n1 T? |\n";
            let body = json!({ "record": record, "suggest": true, "ms": 10_000 - number });
            client.post("/api/assist", &body).await?.0
        }
        Case::Agents | Case::AgentsKept | Case::AgentsUnreturned => {
            let agent = json!({ "kind": "agent", "spec": "alphabeta:depth=4" });
            let seats = json!({ "mr_x": agent, "detectives": agent });
            let made = client.create("classic", seats).await?;
            let socket = client.open(made["id"].as_str().unwrap_or(""), &made["links"]["watch"]);
            // He watches, so that the agents play on.
            let _socket = socket.await?;
            counts.count(200);
            return wait(counts).await;
        }
        Case::ManyGames => {
            let seats = json!({
                "mr_x": { "kind": "human" },
                "detectives": { "kind": "agent", "spec": "alphabeta:depth=4" },
            });
            let body = json!({ "rules": "classic", "seats": seats });
            client.post("/api/games", &body).await?.0
        }
        Case::Refusals => {
            let agent = json!({ "kind": "agent", "spec": "nash" });
            let seats = json!({ "mr_x": agent, "detectives": agent });
            let body = json!({ "rules": "grid:15,5,250", "seats": seats });
            client.post("/api/games", &body).await?.0
        }
        Case::Frames => {
            let human = json!({ "kind": "human" });
            let seats = json!({ "mr_x": human, "detectives": human });
            let made = client.create("grid5", seats).await?;
            let mut socket =
                client.open(made["id"].as_str().unwrap_or(""), &made["links"]["watch"]).await?;
            // Without a mask of the client's, which would cost him more than the server.
            socket.get_mut().write_all(&LARGE_FRAME).await?;
            200
        }
        Case::UnreadReplays => {
            let line = format!("GET /api/games/{id}/replay?eyes=mr_x");
            let mut stream = client.send(&line, token, "text/plain", "").await?;
            let mut head = [0; 12];
            stream.read_exact(&mut head).await?;
            counts.count(String::from_utf8_lossy(&head)[9..].parse()?);
            return wait(counts).await;
        }
    };
    counts.count(status);
    Ok(())
}

/// Keeps what the client has open until the measurement is over.
async fn wait(counts: &Counts) -> Result<(), Failure> {
    while counts.goes_on() {
        sleep(Duration::from_millis(200)).await;
    }
    Ok(())
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
