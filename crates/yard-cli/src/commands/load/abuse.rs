//! Greedy clients: how long a stranger waits beside each kind of them, and what memory they leave behind.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::client::Client;
use super::greed::{CASES, Case, Counts, greedy_turn, import};
use super::server::{GamesPlace, TestedServer};
use super::tables::percentile;
use super::{Failure, Told, shown};
use crate::exit::say;

/// Who is greedy, and who suffers.
const GREEDY: &str = "192.0.2.1";
const STRANGER: &str = "198.51.100.7";

/// The limits that everybody gets, but that thoughts, games without people and slow readers end soon, so that what they
/// leave behind shows within [`AFTERWARDS`].
const LIMITS: [&str; 6] =
    ["--thought-seconds", "5", "--attention-seconds", "2", "--patience-seconds", "5"];
const AFTERWARDS: Duration = Duration::from_secs(15);

/// A stranger who waits longer than this for one thing has been forgotten; the case is given up and says so.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

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
    /// Whether the stranger waited longer than half a minute for something.
    forgotten: bool,
    rss_before_mib: Option<f64>,
    rss_most_mib: Option<f64>,
    rss_after_mib: Option<f64>,
    /// Seconds until the memory was near where it was; none if it was not.
    returned_seconds: Option<f64>,
}

impl fmt::Display for CaseReport {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CaseReport { case, greedy_connections, served, refused, .. } = self;
        match case {
            Case::Nobody => writeln!(out, "{case}")?,
            _ => writeln!(
                out,
                "{greedy_connections} times one client {case}: {served} served, {refused} refused"
            )?,
        }
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
        if self.forgotten {
            writeln!(out, "  and then waited for more than {} s", LONGEST_WAIT.as_secs())?;
        }
        let [before, most, after] =
            [self.rss_before_mib, self.rss_most_mib, self.rss_after_mib].map(shown);
        let returned = match self.returned_seconds {
            Some(seconds) => format!("near where it was after {seconds:.1} s"),
            None => format!("not near where it was after {} s", AFTERWARDS.as_secs()),
        };
        writeln!(out, "  memory {before} MiB before, {most} at most, {after} after; {returned}")
    }
}

/// The named kinds, or all, each on a server of its own.
pub(super) async fn measure_all(
    named: &[Case],
    place: GamesPlace<'_>,
    seconds: usize,
    told: &mut Told<'_>,
) -> Result<Vec<CaseReport>, Failure> {
    let mut reports = Vec::new();
    let wanted = |case: &Case| named.is_empty() || named.contains(case);
    for (case, greedy) in CASES.into_iter().filter(|(case, _)| wanted(case)) {
        say(format_args!("{case}, {seconds} s"));
        let report = measure(case, greedy, place, seconds).await?;
        told.tell(&report)?;
        reports.push(report);
    }
    Ok(reports)
}

async fn measure(
    case: Case,
    greedy: usize,
    place: GamesPlace<'_>,
    seconds: usize,
) -> Result<CaseReport, Failure> {
    let options = [&LIMITS, case.options()].concat();
    let server = TestedServer::start_in(place, &options, case.environment()).await?;
    let (client, stranger) =
        (Client::new(&server.address, GREEDY), Client::new(&server.address, STRANGER));
    let import = import(&client).await?;
    // What is asked for first is made first; the stranger's board is one that was drawn before.
    stranger.get("/api/rules/classic/board").await?;
    let mut player = Player::new(&stranger).await?;
    player.turn().await?;
    let rss_before_mib = server.rss_mib();
    let counts = Arc::new(Counts::default());
    let mut greed = JoinSet::new();
    for number in 0..greedy {
        let (client, counts, import) = (client.clone(), Arc::clone(&counts), import.clone());
        greed.spawn(async move {
            while counts.goes_on() {
                // Whoever is not let in, or put out, is refused.
                if greedy_turn(case, number, &client, &import, &counts).await.is_err() {
                    counts.count(599);
                }
                sleep(Duration::from_millis(20)).await;
            }
        });
    }
    sleep(Duration::from_secs(1)).await;
    let mut times = Times::default();
    let rss_most_mib = times.rounds(&server, &stranger, &mut player, seconds).await?;
    counts.stop.store(true, Ordering::Relaxed);
    greed.shutdown().await;
    let (rss_after_mib, returned_seconds) = afterwards(&server, rss_before_mib).await;
    server.end().await?;
    let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
    let Times { mut health, mut board, mut agent, forgotten } = times;
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
        forgotten,
        rss_before_mib,
        rss_most_mib: [rss_before_mib, rss_most_mib].into_iter().flatten().reduce(f64::max),
        rss_after_mib,
        returned_seconds,
    })
}

/// Waits until the memory is near where it was: no more than half as much again and 20 MiB.
#[expect(clippy::disallowed_methods, reason = "time is what is measured")]
async fn afterwards(server: &TestedServer, before: Option<f64>) -> (Option<f64>, Option<f64>) {
    let near = before.map(|before| 1.5 * before + 20.0);
    let begin = Instant::now();
    loop {
        let (after, passed) = (server.rss_mib(), begin.elapsed());
        match (after, near) {
            (Some(rss), Some(near)) if rss < near => return (after, Some(passed.as_secs_f64())),
            _ if passed > AFTERWARDS => return (after, None),
            _ => sleep(Duration::from_millis(100)).await,
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
    forgotten: bool,
}

impl Times {
    /// Asks for so many seconds, at least once; the most memory that the server had meanwhile.
    #[expect(clippy::disallowed_methods, reason = "time is what is measured")]
    async fn rounds(
        &mut self,
        server: &TestedServer,
        stranger: &Client,
        player: &mut Player,
        seconds: usize,
    ) -> Result<Option<f64>, Failure> {
        let (begin, mut most) = (Instant::now(), None);
        while most.is_none() || begin.elapsed().as_secs() < seconds as u64 {
            match timeout(LONGEST_WAIT, self.round(stranger, player)).await {
                Ok(done) => done?,
                Err(_) => self.forgotten = true,
            }
            most = [most, server.rss_mib()].into_iter().flatten().reduce(f64::max).or(Some(0.0));
            if self.forgotten {
                break;
            }
            sleep(Duration::from_millis(100)).await;
        }
        Ok(most)
    }

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
