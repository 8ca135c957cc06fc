//! Figures for Prometheus, at an address of their own.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::lobby::Lobby;
use crate::work_pool::{Lane, PoolCounts};

/// A number that others add to.
#[derive(Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self, count: u64) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The upper ends of the steps of a histogram, in milliseconds.
const STEPS: [u64; 10] = [1, 2, 5, 10, 20, 50, 100, 500, 2_000, 10_000];

/// How often something took how long.
#[derive(Default)]
pub(crate) struct Histogram {
    steps: [Counter; STEPS.len()],
    all: Counter,
    micros: Counter,
}

impl Histogram {
    pub(crate) fn add(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        if let Some(at) = STEPS.iter().position(|step| micros <= step * 1000) {
            self.steps[at].add(1);
        }
        self.all.add(1);
        self.micros.add(micros);
    }

    fn write(&self, text: &mut String, name: &str) {
        let _ = writeln!(text, "# TYPE {name} histogram");
        let mut sum = 0;
        for (step, counter) in STEPS.iter().zip(&self.steps) {
            sum += counter.get();
            let _ = writeln!(text, "{name}_bucket{{le=\"{}\"}} {sum}", *step as f64 / 1e3);
        }
        let all = self.all.get();
        let _ = writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {all}");
        let _ = writeln!(text, "{name}_sum {}", self.micros.get() as f64 / 1e6);
        let _ = writeln!(text, "{name}_count {all}");
    }
}

/// All figures that are counted as things happen.
#[derive(Default)]
pub(crate) struct Metrics {
    /// Answers by the hundred of their status: 1xx to 5xx.
    pub(crate) answers: [Counter; 5],
    pub(crate) request_time: Histogram,
    pub(crate) moves: Counter,
    pub(crate) store_failures: Counter,
    /// Games taken over from processes that have gone.
    pub(crate) taken_over: Counter,
    /// Requests handed to the process that has the game.
    pub(crate) forwarded: Counter,
}

impl Lobby {
    /// All figures as text, in the format of Prometheus.
    pub(crate) async fn metrics_text(&self) -> String {
        let metrics = &self.ops.metrics;
        let mut text = String::new();
        let mut number = |name: &str, kind: &str, help: &str, value: u64| {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}");
        };
        let ready = u64::from(self.ready().await.ready);
        number("yard_ready", "gauge", "1 when the server should get requests", ready);
        number("yard_tables", "gauge", "Games in memory", self.tables().len() as u64);
        number("yard_store_waiting", "gauge", "Changes that wait", self.store.waiting() as u64);
        let kept = self.shelf.len() as u64;
        number("yard_agents_kept", "gauge", "Agents in memory between their moves", kept);
        number("yard_moves_total", "counter", "Moves that were kept", metrics.moves.get());
        let failures = metrics.store_failures.get();
        number("yard_store_failures_total", "counter", "Changes that were not kept", failures);
        let taken = metrics.taken_over.get();
        number(
            "yard_games_taken_over_total",
            "counter",
            "Games of processes that have gone",
            taken,
        );
        let forwarded = metrics.forwarded.get();
        number("yard_forwarded_total", "counter", "Requests handed to other processes", forwarded);
        if let Some(free) = self.store.free_bytes() {
            number("yard_disk_free_bytes", "gauge", "Room where the games lie", free);
        }
        if let Some(resident) = resident_bytes() {
            let name = "process_resident_memory_bytes";
            number(name, "gauge", "Resident memory size in bytes.", resident);
        }
        self.work_text(&mut text);
        let _ = writeln!(
            text,
            "# HELP yard_answers_total Answers by status\n# TYPE yard_answers_total counter"
        );
        for (hundred, counter) in (1..).zip(&metrics.answers) {
            let _ =
                writeln!(text, "yard_answers_total{{status=\"{hundred}xx\"}} {}", counter.get());
        }
        metrics.request_time.write(&mut text, "yard_request_seconds");
        let version = env!("CARGO_PKG_VERSION");
        let _ = writeln!(text, "# TYPE yard_info gauge\nyard_info{{version=\"{version}\"}} 1");
        text
    }
}

impl Lobby {
    /// The lanes of the work pool.
    fn work_text(&self, text: &mut String) {
        let counts = Lane::ALL.map(|lane| (lane.word(), self.pool.counts(lane)));
        let mut family = |name: &str, kind: &str, help: &str, value: fn(&PoolCounts) -> u64| {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
            for (lane, counts) in &counts {
                let _ = writeln!(text, "{name}{{lane=\"{lane}\"}} {}", value(counts));
            }
        };
        family("yard_work_running", "gauge", "Work under way", |counts| counts.running as u64);
        family("yard_work_waiting", "gauge", "Work that waits", |counts| counts.waiting as u64);
        family("yard_work_total", "counter", "Work that was begun", |counts| counts.begun);
    }
}

/// Memory of this process, where the system tells it in a file.
fn resident_bytes() -> Option<u64> {
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = pages.split(' ').nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

/// Time for one who asks.
const PATIENCE: Duration = Duration::from_secs(5);

/// Answers every request with the figures.
pub(crate) async fn serve_metrics(listener: TcpListener, lobby: Arc<Lobby>) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                let lobby = Arc::clone(&lobby);
                tokio::spawn(async move {
                    tokio::time::timeout(PATIENCE, answer(stream, &lobby)).await
                });
            }
            Err(_) => tokio::time::sleep(PATIENCE).await,
        }
    }
}

/// No head of a request is longer.
const LONGEST: usize = 8 << 10;

async fn answer(mut stream: TcpStream, lobby: &Lobby) -> std::io::Result<()> {
    let mut head = Vec::new();
    let mut part = [0; 1024];
    while !head.windows(4).any(|end| end == b"\r\n\r\n") && head.len() < LONGEST {
        let read = stream.read(&mut part).await?;
        if read == 0 {
            return Ok(());
        }
        head.extend_from_slice(&part[..read]);
    }
    let known = head.starts_with(b"GET /metrics ") || head.starts_with(b"GET / ");
    let (status, body) = match known {
        true => ("200 OK", lobby.metrics_text().await),
        false => ("404 Not Found", "the figures are at /metrics\n".to_owned()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: text/plain; version=0.0.4; charset=utf-8\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body.as_bytes()).await?;
    stream.shutdown().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_of_a_histogram_count_all_below_them() {
        let histogram = Histogram::default();
        for ms in [0, 1, 3, 30, 60_000] {
            histogram.add(Duration::from_millis(ms));
        }
        let mut text = String::new();
        histogram.write(&mut text, "t");
        for line in [
            "t_bucket{le=\"0.001\"} 2",
            "t_bucket{le=\"0.05\"} 4",
            "t_bucket{le=\"10\"} 4",
            "t_bucket{le=\"+Inf\"} 5",
            "t_count 5",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
    }
}
