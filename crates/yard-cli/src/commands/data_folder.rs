//! Where the program keeps what it has worked out for itself.

use std::env;
use std::path::PathBuf;
use std::sync::Arc;

use yard_roster::{PolicyStore, Roster};

use super::progress::STOP;
use crate::exit::say;

/// The roster of this program: solved games are kept in the data folder, trainings in the folder of runs.
pub(crate) fn roster() -> Roster {
    let policies = PolicyStore::new(data_folder(), |text: &str| say(text), &STOP);
    Roster { policies: Arc::new(policies), runs: runs_folder(), ..Roster::default() }
}

/// `YARD_RUNS`, or `runs` where the program was started.
fn runs_folder() -> PathBuf {
    let given = env::var_os("YARD_RUNS").filter(|folder| !folder.is_empty());
    given.map_or_else(|| PathBuf::from("runs"), PathBuf::from)
}

/// `YARD_DATA`, or the system's place for data of a user; nothing is made before it is needed.
///
/// An empty `YARD_DATA` says that nothing is to be kept.
pub(crate) fn data_folder() -> Option<PathBuf> {
    if let Some(folder) = env::var_os("YARD_DATA") {
        return Some(PathBuf::from(folder)).filter(|folder| !folder.as_os_str().is_empty());
    }
    let folder =
        |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    folder("XDG_DATA_HOME")
        .map(|folder| folder.join("yard"))
        .or_else(|| folder("HOME").map(|home| home.join(".local/share/yard")))
        .or_else(|| folder("LOCALAPPDATA").map(|folder| folder.join("yard")))
}
