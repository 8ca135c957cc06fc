//! The server that is measured: this program, in a process of its own.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use futures_util::future::try_join_all;
use serde_json::Value;
use tempfile::TempDir;
use yard_server::{Admin, AdminList, ListedForAdmin, Place};

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

/// Where the measured server keeps its games.
#[derive(Clone, Copy, Debug)]
pub(super) enum GamesPlace<'a> {
    /// In a new folder inside this one, or a temporary one.
    Folder(Option<&'a Path>),
    /// In an empty PostgreSQL database.
    Database(&'a str),
}

impl GamesPlace<'_> {
    /// The name in reports.
    pub(super) fn word(self) -> &'static str {
        match self {
            GamesPlace::Folder(_) => "sqlite",
            GamesPlace::Database(_) => "postgres",
        }
    }
}

/// A server that is stopped when this is dropped.
pub(super) struct TestedServer {
    child: Child,
    pub(super) address: String,
    database: Option<String>,
    _own: Option<TempDir>,
}

/// All games of a database.
async fn all_games(url: &str) -> Result<(Admin, Vec<ListedForAdmin>), Failure> {
    let admin = Admin::open(Place::Postgres(url)).await?;
    let games = admin.list(AdminList { state: None, before: None, most: u32::MAX }).await?;
    Ok((admin, games))
}

impl TestedServer {
    pub(super) async fn start(
        place: GamesPlace<'_>,
        limits: &[&str],
    ) -> Result<TestedServer, Failure> {
        TestedServer::start_in(place, limits, &[]).await
    }

    /// Starts with more in the environment.
    pub(super) async fn start_in(
        place: GamesPlace<'_>,
        limits: &[&str],
        environment: &[(&str, &str)],
    ) -> Result<TestedServer, Failure> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["serve", "--json", "--no-open", "--port", "0"]);
        let (own, database) = match place {
            GamesPlace::Folder(folder) => {
                let own = folder.map_or_else(tempfile::tempdir, tempfile::tempdir_in)?;
                command.arg("--data").arg(own.path());
                (Some(own), None)
            }
            GamesPlace::Database(url) => {
                // Games of people must not be measured with, let alone deleted.
                if !all_games(url).await?.1.is_empty() {
                    return Err("there are games in this database; give an empty one".into());
                }
                command.env("YARD_DATABASE", url);
                (None, Some(url.to_owned()))
            }
        };
        command.args(["--trusted-proxy", "127.0.0.0/8"]).args(limits);
        command.envs(environment.iter().copied());
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let out = child.stdout.take().ok_or("the server has no output")?;
        let mut line = String::new();
        let read = BufReader::new(out).read_line(&mut line);
        let said: Value =
            read.ok().and_then(|_| serde_json::from_str(&line).ok()).unwrap_or_default();
        let address = said["address"].as_str().unwrap_or_default();
        let address = address.trim_start_matches("http://").trim_end_matches('/').to_owned();
        let server = TestedServer { child, address, database, _own: own };
        match server.address.is_empty() {
            true => Err("the server does not start".into()),
            false => Ok(server),
        }
    }

    /// Stops the server, and deletes the games that it has left in a database.
    pub(super) async fn end(mut self) -> Result<(), Failure> {
        self.child.kill()?;
        self.child.wait()?;
        if let Some(url) = &self.database {
            let (admin, games) = all_games(url).await?;
            // Changes that wait together are kept together.
            let deleted = games.iter().map(|game| admin.delete(&game.id));
            try_join_all(deleted).await?;
        }
        Ok(())
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
