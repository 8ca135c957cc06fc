//! What clients of `yard serve` may ask for: as options, and in a file.
//!
//! `docs/reference/operating.md` explains each of them. An option counts before the file, and the file before the default.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use serde::Deserialize;
use yard_server::{ForwardedHeader, Limits, Network, TrustedProxies};

use crate::exit::CliError;

/// Options that bound what clients may ask for.
#[derive(Args, Clone, Default, Debug)]
pub(crate) struct LimitArgs {
    /// Settings from a TOML file; options override them
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Trusted proxy in front of the server, as an address or a range such as 10.0.0.0/8; its
    /// header says who the client is; may be repeated
    #[arg(long, value_name = "CIDR")]
    trusted_proxy: Vec<Network>,
    /// The header that the proxy writes: x-forwarded-for or forwarded [default: x-forwarded-for]
    #[arg(long, value_name = "NAME")]
    forwarded_header: Option<ForwardedHeader>,
    #[command(flatten)]
    numbers: Numbers,
}

/// The numbers, by the same names in the file (with `_`) and as options (with `-`).
#[derive(Args, Deserialize, Clone, Copy, Default, Debug)]
#[serde(deny_unknown_fields, default)]
struct Numbers {
    /// Requests per second of one client [default: 200]
    #[arg(long, value_name = "N")]
    max_requests: Option<f64>,
    /// Requests per second of one client that cost the server work [default: 20]
    #[arg(long, value_name = "N")]
    max_works: Option<f64>,
    /// Open sockets of one client [default: 200]
    #[arg(long, value_name = "N")]
    max_sockets: Option<usize>,
    /// Open connections of one client [default: 200]
    #[arg(long, value_name = "N")]
    max_connections: Option<usize>,
    /// Agents that think at once for one client [default: 8]
    #[arg(long, value_name = "N")]
    max_agents: Option<usize>,
    /// Requests of one client that wait for a thread [default: 32]
    #[arg(long, value_name = "N")]
    max_waiting: Option<usize>,
    /// Tables of one client in memory [default: 200]
    #[arg(long, value_name = "N")]
    max_tables: Option<usize>,
    /// Jobs of one client in the lab [default: 3]
    #[arg(long, value_name = "N")]
    max_jobs: Option<usize>,
    /// Megabytes that are kept for one client in a day [default: 64]
    #[arg(long, value_name = "N")]
    max_stored_mb: Option<u64>,
    /// Tables of all clients in memory [default: 20000]
    #[arg(long, value_name = "N")]
    max_all_tables: Option<usize>,
    /// Seconds of the longest thought of an agent [default: 30]
    #[arg(long, value_name = "N")]
    thought_seconds: Option<f64>,
    /// Seconds that agents play on when nobody looks [default: 60]
    #[arg(long, value_name = "N")]
    attention_seconds: Option<f64>,
    /// Seconds until a table without people is put away [default: 600]
    #[arg(long, value_name = "N")]
    idle_seconds: Option<f64>,
    /// Seconds that a client may take to send or to read [default: 30]
    #[arg(long, value_name = "N")]
    patience_seconds: Option<f64>,
}

/// The file.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields, default)]
struct LimitsFile {
    trusted_proxies: Vec<String>,
    forwarded_header: Option<String>,
    limits: Numbers,
}

/// No time is longer, and no number larger: what is meant as "no limit" still has one.
const LONGEST: f64 = 86_400.0;
const LARGEST: usize = 10_000_000;

impl LimitArgs {
    /// What clients may ask for, and the proxies that are trusted.
    pub(crate) fn load(&self) -> Result<(Limits, TrustedProxies), CliError> {
        let file = match &self.config {
            Some(path) => read(path)?,
            None => LimitsFile::default(),
        };
        let mut limits = Limits::default();
        file.limits.apply(&mut limits).map_err(|error| self.in_file(&error))?;
        self.numbers.apply(&mut limits).map_err(CliError::bad)?;
        let ranges: Result<Vec<Network>, _> =
            file.trusted_proxies.iter().map(|text| text.parse()).collect();
        let mut ranges = ranges.map_err(|error| self.in_file(&error))?;
        ranges.extend(&self.trusted_proxy);
        let header = file.forwarded_header.map(|text| text.parse()).transpose();
        let header = header.map_err(|error: String| self.in_file(&error))?;
        let header = self.forwarded_header.or(header).unwrap_or_default();
        Ok((limits, TrustedProxies { ranges, header }))
    }

    fn in_file(&self, error: &dyn std::fmt::Display) -> CliError {
        let path = self.config.as_deref().unwrap_or(Path::new(""));
        CliError::bad(format!("{}: {error}", path.display()))
    }
}

fn read(path: &Path) -> Result<LimitsFile, CliError> {
    let text = yard_files::read_text(path).map_err(CliError::bad)?;
    toml::from_str(&text).map_err(|error| {
        let place = error.span().map(|span| 1 + text[..span.start].matches('\n').count());
        let place = place.map_or(String::new(), |line| format!("line {line}: "));
        CliError::bad(format!("{}: {place}{}", path.display(), error.message()))
    })
}

impl Numbers {
    fn apply(&self, limits: &mut Limits) -> Result<(), String> {
        let rates = [
            ("max_requests", self.max_requests, &mut limits.requests),
            ("max_works", self.max_works, &mut limits.works),
        ];
        for (name, value, place) in rates {
            let Some(value) = value else { continue };
            if !(value > 0.0 && value <= LARGEST as f64) {
                return Err(format!("{name} must be more than 0 and at most {LARGEST}"));
            }
            *place = value;
        }
        let counts = [
            ("max_sockets", self.max_sockets, &mut limits.sockets),
            ("max_connections", self.max_connections, &mut limits.connections),
            ("max_agents", self.max_agents, &mut limits.agents),
            ("max_waiting", self.max_waiting, &mut limits.waiting),
            ("max_tables", self.max_tables, &mut limits.tables),
            ("max_jobs", self.max_jobs, &mut limits.jobs),
            ("max_all_tables", self.max_all_tables, &mut limits.all_tables),
        ];
        for (name, value, place) in counts {
            let Some(value) = value else { continue };
            if !(1..=LARGEST).contains(&value) {
                return Err(format!("{name} must be from 1 to {LARGEST}"));
            }
            *place = value;
        }
        if let Some(megabytes) = self.max_stored_mb {
            if !(1..=LARGEST as u64).contains(&megabytes) {
                return Err(format!("max_stored_mb must be from 1 to {LARGEST}"));
            }
            limits.stored_bytes = megabytes << 20;
        }
        let times = [
            ("thought_seconds", self.thought_seconds, &mut limits.thought),
            ("attention_seconds", self.attention_seconds, &mut limits.attention),
            ("idle_seconds", self.idle_seconds, &mut limits.idle),
            ("patience_seconds", self.patience_seconds, &mut limits.patience),
        ];
        for (name, value, place) in times {
            let Some(value) = value else { continue };
            if !(0.01..=LONGEST).contains(&value) {
                return Err(format!("{name} must be from 0.01 to {LONGEST}"));
            }
            *place = Duration::from_secs_f64(value);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_file(text: &str, options: LimitArgs) -> Result<(Limits, TrustedProxies), String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("yard.toml");
        std::fs::write(&path, text).unwrap();
        let args = LimitArgs { config: Some(path), ..options };
        args.load().map_err(|error| error.to_string())
    }

    #[test]
    fn options_count_before_the_file_and_the_file_before_the_default() {
        let text = "trusted_proxies = [\"10.0.0.0/8\"]\nforwarded_header = \"forwarded\"\n\
                    [limits]\nmax_tables = 5\nmax_jobs = 6\nthought_seconds = 2.5\n";
        let numbers = Numbers { max_jobs: Some(7), ..Numbers::default() };
        let trusted_proxy = vec!["127.0.0.1".parse().unwrap()];
        let options = LimitArgs { numbers, trusted_proxy, ..LimitArgs::default() };
        let (limits, proxies) = with_file(text, options).unwrap();
        let wanted = Limits {
            tables: 5,
            jobs: 7,
            thought: Duration::from_millis(2500),
            ..Limits::default()
        };
        assert_eq!(limits, wanted);
        assert_eq!(proxies.ranges.len(), 2);
        assert_eq!(proxies.header, ForwardedHeader::Forwarded);
    }

    #[test]
    fn what_is_wrong_in_the_file_is_told_with_its_line() {
        for (text, fault) in [
            ("[limits]\nmax_table = 5\n", "line 2: unknown field `max_table`"),
            ("[limits]\nmax_tables = 0\n", "max_tables must be from 1 to 10000000"),
            ("[limits]\nthought_seconds = -1\n", "thought_seconds must be from 0.01 to 86400"),
            ("trusted_proxies = [\"nowhere\"]\n", "\"nowhere\" is no address or range"),
            ("forwarded_header = \"via\"\n", "the header is x-forwarded-for or forwarded"),
            ("tables\n", "line 1: "),
        ] {
            let error = with_file(text, LimitArgs::default()).unwrap_err();
            assert!(error.contains(fault), "{text}: {error}");
        }
    }
}
