//! The server that is measured: this program, in a process of its own.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use super::Failure;

/// Settings under which no limit is met.
pub(super) const NO_LIMITS: [&str; 14] = [
    "--max-requests",
    "10000000",
    "--max-works",
    "10000000",
    "--max-sockets",
    "10000000",
    "--max-connections",
    "10000000",
    "--max-tables",
    "10000000",
    "--max-all-tables",
    "10000000",
    "--max-stored-mb",
    "10000000",
];

/// A server that is stopped when this is dropped.
pub(super) struct TestedServer {
    child: Child,
    pub(super) address: String,
    _own: Option<TempDir>,
}

impl TestedServer {
    pub(super) async fn start(
        data: Option<&Path>,
        limits: &[&str],
    ) -> Result<TestedServer, Failure> {
        let own = match data {
            Some(folder) => tempfile::tempdir_in(folder)?,
            None => tempfile::tempdir()?,
        };
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["serve", "--json", "--no-open", "--port", "0", "--data"]).arg(own.path());
        command.args(["--trusted-proxy", "127.0.0.1"]).args(limits);
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let out = child.stdout.take().ok_or("the server has no output")?;
        let mut line = String::new();
        let read = BufReader::new(out).read_line(&mut line);
        let said: Value =
            read.ok().and_then(|_| serde_json::from_str(&line).ok()).unwrap_or_default();
        let address = said["address"].as_str().unwrap_or_default();
        let address = address.trim_start_matches("http://").trim_end_matches('/').to_owned();
        let server = TestedServer { child, address, _own: Some(own) };
        match server.address.is_empty() {
            true => Err("the server does not start".into()),
            false => Ok(server),
        }
    }

    /// Memory of the server in MiB, where the system tells it.
    pub(super) fn rss_mib(&self) -> Option<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kibibytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kibibytes / 1024.0)
    }
}

impl Drop for TestedServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
