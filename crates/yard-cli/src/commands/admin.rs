//! `yard admin`

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde::Serialize;
use yard_server::{Admin, AdminError, AdminList, BackupError, Place, back_up, restore};

use super::serve::database;
use super::{data_folder, write_json};
use crate::args::Common;
use crate::exit::{CliError, Exit};

/// Look after the games of a server: list, end, delete, ban, quota, prune, backup, restore
///
/// All commands except restore work while the server runs; it notices changes within two seconds.
#[derive(Args, Debug)]
pub(crate) struct AdminArgs {
    /// Folder with the games [default: the data folder]
    #[arg(long, value_name = "DIR", global = true)]
    data: Option<PathBuf>,
    /// PostgreSQL database with the games, instead of a folder [default: YARD_DATABASE, if set]
    #[arg(long, value_name = "URL", global = true, conflicts_with = "data")]
    database: Option<String>,
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
enum Task {
    /// List games, newest first, without anything a seat may not know
    List {
        /// Only those that are open, over or cancelled
        #[arg(long, value_name = "STATE", value_parser = ["open", "over", "cancelled"])]
        state: Option<String>,
        /// Only those that nobody has touched for so many days
        #[arg(long, value_name = "DAYS")]
        older: Option<u32>,
        /// At most so many
        #[arg(long, value_name = "N", default_value_t = 50)]
        most: u32,
    },
    /// End open games without a result
    End {
        /// Their ids
        #[arg(value_name = "ID", required = true)]
        ids: Vec<String>,
    },
    /// Delete games or imported records for good
    Delete {
        /// Their ids
        #[arg(value_name = "ID", required = true)]
        ids: Vec<String>,
    },
    /// Ban an address, a network or an owner; without one, list the bans
    Ban {
        /// An address, a network such as 192.0.2.0/24, or owner:HASH as `list` shows it
        who: Option<String>,
        /// Why, for your own records
        #[arg(long, default_value = "")]
        reason: String,
        /// Serve them again
        #[arg(long, requires = "who")]
        lift: bool,
    },
    /// Show or change what one owner may keep
    Quota {
        /// Games
        #[arg(long, value_name = "N")]
        games: Option<u64>,
        /// Bytes of imported records and table-side logs
        #[arg(long, value_name = "N")]
        bytes: Option<u64>,
    },
    /// Delete old games once; `yard serve --keep-finished` does it every hour
    Prune {
        /// Finished games that nobody has touched for so many days
        #[arg(long, value_name = "DAYS")]
        finished: Option<u32>,
        /// Imported records that came so many days ago
        #[arg(long, value_name = "DAYS")]
        imports: Option<u32>,
    },
    /// Copy the games to one file, even while the server runs
    Backup {
        /// File to write
        file: PathBuf,
        /// Write over it if it is there
        #[arg(long)]
        force: bool,
    },
    /// Restore the games of a backup and keep the old ones beside them; stop the server first
    Restore {
        /// The backup
        file: PathBuf,
    },
}

#[derive(Serialize)]
struct Done {
    done: usize,
}

#[derive(Serialize)]
struct Pruned {
    games: u64,
    imports: u64,
}

fn refused(error: AdminError) -> CliError {
    CliError::bad(error)
}

fn no_copy(error: BackupError) -> CliError {
    CliError::bad(error)
}

pub(crate) fn run(args: &AdminArgs, common: Common, out: &mut dyn Write) -> Result<Exit, CliError> {
    let url = database(args.database.clone(), args.data.is_some());
    let folder = args.data.clone().or_else(data_folder::data_folder);
    match (&args.task, &url) {
        (Task::Backup { .. } | Task::Restore { .. }, Some(_)) => {
            return Err(CliError::bad(
                "a PostgreSQL database is copied with pg_dump and put back with pg_restore; \
                 docs/reference/operating.md tells how",
            ));
        }
        (Task::Backup { file, force }, None) => {
            back_up(known(&folder)?, file, *force).map_err(no_copy)?;
            return said(out, common, &format!("the games are in {}", file.display()), 1);
        }
        (Task::Restore { file }, None) => {
            let old = restore(known(&folder)?, file).map_err(no_copy)?;
            let mut text = format!("the games of {} are back", file.display());
            if let Some(old) = old {
                text = format!("{text}; those that were there are in {}", old.display());
            }
            return said(out, common, &text, 1);
        }
        _ => {}
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| CliError::Internal(error.to_string()))?;
    let place = match &url {
        Some(url) => Place::Postgres(url),
        None => Place::Folder(known(&folder)?),
    };
    runtime.block_on(async {
        let admin = Admin::open(place).await.map_err(refused)?;
        act(&admin, &args.task, common, out).await
    })
}

fn known(folder: &Option<PathBuf>) -> Result<&Path, CliError> {
    let none = || CliError::bad("neither YARD_DATA nor HOME names a folder; give --data DIR");
    folder.as_deref().ok_or_else(none)
}

async fn act(
    admin: &Admin,
    task: &Task,
    common: Common,
    out: &mut dyn Write,
) -> Result<Exit, CliError> {
    match task {
        Task::List { state, older, most } => {
            let before = older.map(days_ago);
            let what = AdminList { state: state.clone(), before, most: *most };
            list(admin, what, common, out).await
        }
        Task::End { ids } => {
            for id in ids {
                admin.end(id).await.map_err(refused)?;
            }
            said(out, common, "ended", ids.len())
        }
        Task::Delete { ids } => {
            for id in ids {
                admin.delete(id).await.map_err(refused)?;
            }
            said(out, common, "deleted", ids.len())
        }
        Task::Ban { who: None, .. } => bans(admin, common, out).await,
        Task::Ban { who: Some(who), lift: true, .. } => {
            admin.unban(who).await.map_err(refused)?;
            said(out, common, &format!("{who} is served again"), 1)
        }
        Task::Ban { who: Some(who), lift: false, reason } => {
            admin.ban(who, reason).await.map_err(refused)?;
            said(out, common, &format!("{who} is no longer served"), 1)
        }
        Task::Quota { games, bytes } => quota(admin, *games, *bytes, common, out).await,
        Task::Prune { finished, imports } => {
            let pruned = admin.prune(finished.map(days_ago), imports.map(days_ago)).await;
            let (games, imports) = pruned.map_err(refused)?;
            match common.json {
                true => write_json(out, &Pruned { games, imports })?,
                false => writeln!(out, "deleted {games} games and {imports} imports")?,
            }
            Ok(Exit::Done)
        }
        Task::Backup { .. } | Task::Restore { .. } => Ok(Exit::Done),
    }
}

/// Says in a line, or as JSON, that so many things are done.
fn said(out: &mut dyn Write, common: Common, text: &str, done: usize) -> Result<Exit, CliError> {
    match common.json {
        true => write_json(out, &Done { done })?,
        false => writeln!(out, "{text}")?,
    }
    Ok(Exit::Done)
}

async fn list(
    admin: &Admin,
    what: AdminList,
    common: Common,
    out: &mut dyn Write,
) -> Result<Exit, CliError> {
    let games = admin.list(what).await.map_err(refused)?;
    if common.json {
        write_json(out, &serde_json::json!({ "games": games }))?;
        return Ok(Exit::Done);
    }
    for game in games {
        let owner = game.owner.map_or_else(|| "-".to_owned(), |owner| format!("owner:{owner}"));
        let (date, plies) = (date(game.touched), game.plies);
        let (id, state, rules, names) = (game.id, game.state, game.rules, game.names);
        writeln!(out, "{id}  {date}  {state:9}  {plies:3} plies  {owner:18}  {rules}  {names}")?;
    }
    Ok(Exit::Done)
}

async fn bans(admin: &Admin, common: Common, out: &mut dyn Write) -> Result<Exit, CliError> {
    let bans = admin.bans().await.map_err(refused)?;
    if common.json {
        write_json(out, &serde_json::json!({ "bans": bans }))?;
        return Ok(Exit::Done);
    }
    for ban in bans {
        writeln!(out, "{}  {}  {}", ban.who, date(ban.created), ban.reason)?;
    }
    Ok(Exit::Done)
}

async fn quota(
    admin: &Admin,
    games: Option<u64>,
    bytes: Option<u64>,
    common: Common,
    out: &mut dyn Write,
) -> Result<Exit, CliError> {
    let mut quota = admin.quota().await.map_err(refused)?;
    if games.is_some() || bytes.is_some() {
        quota.games = games.unwrap_or(quota.games);
        quota.bytes = bytes.unwrap_or(quota.bytes);
        admin.set_quota(quota).await.map_err(refused)?;
    }
    match common.json {
        true => write_json(out, &quota)?,
        false => {
            writeln!(out, "an owner may keep {} games and {} bytes", quota.games, quota.bytes)?;
        }
    }
    Ok(Exit::Done)
}

const DAY_MS: i64 = 24 * 3600 * 1000;

/// The moment so many days ago, in milliseconds since 1970.
#[expect(clippy::disallowed_methods, reason = "how old a game is follows from the time of day")]
fn days_ago(days: u32) -> i64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let now = now.map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX));
    now - i64::from(days) * DAY_MS
}

/// The day of a moment, as in 2026-11-18 (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
fn date(ms: i64) -> String {
    let days = ms.div_euclid(DAY_MS) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        for (day, shown) in
            [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_775, "2026-11-18")]
        {
            assert_eq!(date(day * DAY_MS), shown);
        }
        assert_eq!(date(-1), "1969-12-31");
    }
}
