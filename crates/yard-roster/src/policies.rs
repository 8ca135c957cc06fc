//! Solved games: found in a file, in the data folder, or solved on first use.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use yard_core::Rules;
use yard_solve::{Effort, NashTable, SolveError, Solved, fingerprint, solve_game};

/// Policies that come with the program; `research/scripts/solutions shipped` makes them.
const SHIPPED: [&[u8]; 2] = [
    include_bytes!("../data/policies/grid5.policy"),
    include_bytes!("../data/policies/grid5-30.policy"),
];

/// How far apart the bounds of shipped policies are at most.
const SHIPPED_PRECISION: f64 = 0.001;

/// What the program around the library lends it for solved games.
#[derive(Clone, Debug)]
pub struct PolicyHome {
    /// The folder in which policies are kept; without one they are solved anew in every process.
    pub folder: Option<PathBuf>,
    /// Is told when a game is about to be solved.
    pub notice: fn(&str),
    /// Stops a solver when it is set.
    pub stop: &'static AtomicBool,
}

static HOME: OnceLock<PolicyHome> = OnceLock::new();
static NEVER: AtomicBool = AtomicBool::new(false);

/// Sets where policies are kept; the first call counts.
pub fn set_policy_home(home: PolicyHome) {
    let _ = HOME.set(home);
}

fn home() -> PolicyHome {
    HOME.get().cloned().unwrap_or(PolicyHome { folder: None, notice: |_| {}, stop: &NEVER })
}

/// Why there is no solved game.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum PolicyLoadError {
    /// The file cannot be read or written.
    #[error("cannot use the policy {}: {cause}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        cause: String,
    },
    /// The game is too large, or the solver was stopped.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// No policy is larger; `yard solve` refuses such games.
const MOST_BYTES: u64 = 64 << 20;

/// Reads a policy file for these rules.
///
/// # Errors
/// When it cannot be read, is no policy, or one for other rules or of another version.
pub fn read_policy(rules: &Arc<Rules>, path: &Path) -> Result<Solved, PolicyLoadError> {
    let wrong = |cause: String| PolicyLoadError::File { path: path.to_owned(), cause };
    let about = fs::metadata(path).map_err(|error| wrong(plain(&error)))?;
    if about.len() > MOST_BYTES || about.is_dir() {
        return Err(wrong("it is no policy of yard".to_owned()));
    }
    let bytes = fs::read(path).map_err(|error| wrong(plain(&error)))?;
    Solved::from_bytes(rules, &bytes).map_err(|error| wrong(error.to_string()))
}

/// Writes a policy file so that a reader finds the old or the new one, never half of it.
///
/// # Errors
/// When it cannot be written, or is larger than 64 MiB.
pub fn write_policy(solved: &Solved, path: &Path) -> Result<(), PolicyLoadError> {
    let wrong = |cause: String| PolicyLoadError::File { path: path.to_owned(), cause };
    let bytes = solved.to_bytes();
    if bytes.len() as u64 > MOST_BYTES {
        return Err(wrong(format!("it would be larger than {} MiB", MOST_BYTES >> 20)));
    }
    let name = path.file_name().ok_or_else(|| wrong("it has no file name".to_owned()))?;
    let part = path.with_file_name(format!(".{}.{}", name.to_string_lossy(), std::process::id()));
    let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, path));
    written.map_err(|error| {
        let _ = fs::remove_file(&part);
        wrong(plain(&error))
    })
}

fn plain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

/// Where the policy of some rules is kept, if anywhere.
pub fn policy_path(rules: &Rules, precision: f64) -> Option<PathBuf> {
    let name = format!("{:016x}-{precision}.policy", fingerprint(rules));
    home().folder.map(|folder| folder.join("policies").join(name))
}

/// Keeps a solved game in the data folder, if there is one. What cannot be kept is solved again.
pub fn keep_policy(solved: &Solved, precision: f64) -> Option<PathBuf> {
    let path = policy_path(solved.rules(), precision)?;
    fs::create_dir_all(path.parent()?).ok()?;
    write_policy(solved, &path).ok()?;
    Some(path)
}

/// The largest games that are solved without being asked for: seconds, not hours.
pub(crate) fn effort_on_first_use(precision: f64) -> Effort {
    Effort { precision, most_positions: 100_000, most_work: 2e9, ..Effort::default() }
}

/// Solved games of this process, by rules, file and precision.
type Tables = BTreeMap<(u64, PathBuf, u64), Arc<NashTable>>;
static TABLES: Mutex<Tables> = Mutex::new(BTreeMap::new());

/// A solved game to be played: from a file if one is named, else from the data folder, else solved now
/// and kept there.
///
/// # Errors
/// When the file is wrong, or the game is too large to be solved on first use.
pub fn nash_table(
    rules: &Arc<Rules>,
    file: Option<&Path>,
    precision: f64,
) -> Result<Arc<NashTable>, PolicyLoadError> {
    let lock = || TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    let name = file.unwrap_or(Path::new("")).to_owned();
    let key = (fingerprint(rules), name, precision.to_bits());
    if let Some(known) = lock().get(&key) {
        return Ok(Arc::clone(known));
    }
    // Nobody waits for the lock meanwhile: a waiting thread could be one that the solver needs.
    let solved = match file {
        Some(path) => read_policy(rules, path)?,
        None => kept_or_solved(rules, precision)?,
    };
    let table = Arc::new(NashTable::new(solved));
    Ok(Arc::clone(lock().entry(key).or_insert(table)))
}

/// Tells whether the policy of these rules comes with the program.
pub(crate) fn is_shipped(rules: &Rules) -> bool {
    shipped_bytes(rules).is_some()
}

fn shipped_bytes(rules: &Rules) -> Option<&'static [u8]> {
    SHIPPED.into_iter().find(|bytes| Solved::is_of(rules, bytes))
}

/// The policy that comes with the program, if it is of these rules and as exact as asked for.
fn shipped(rules: &Arc<Rules>, precision: f64) -> Option<Solved> {
    let bytes = shipped_bytes(rules).filter(|_| precision >= SHIPPED_PRECISION)?;
    Solved::from_bytes(rules, bytes).ok()
}

fn kept_or_solved(rules: &Arc<Rules>, precision: f64) -> Result<Solved, PolicyLoadError> {
    if let Some(solved) = shipped(rules, precision) {
        return Ok(solved);
    }
    let kept = policy_path(rules, precision).and_then(|path| read_policy(rules, &path).ok());
    if let Some(solved) = kept {
        return Ok(solved);
    }
    let home = home();
    (home.notice)(&format!("solving {} for nash; this is done once", rules.name()));
    let solved = solve_game(rules, effort_on_first_use(precision), home.stop, &|_, _| {})?;
    keep_policy(&solved, precision);
    Ok(solved)
}
