//! Solved games: found in a file, in the data folder, or solved on first use.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use crate::shipped::{ShippedFile, ShippedFiles, shipped_file};
use yard_agents::Stop;
use yard_core::Rules;
use yard_files::{ReadCause, WriteCause, read_bytes, replace};
use yard_solve::{Effort, Estimate, NashTable, PolicyError, SolveError, Solved, solve_game};

/// Policies that come with the program; `research/scripts/solutions shipped` makes them.
const SHIPPED: [Shipped; 2] = [
    Shipped { fingerprint: 0xb0b4_982e_f6f8_ee4f, file: shipped_file!("policies/grid5.policy") },
    Shipped { fingerprint: 0xd4db_55fb_2abc_4c24, file: shipped_file!("policies/grid5-30.policy") },
];

/// A policy and the fingerprint of its rules, which is known where the file is not.
struct Shipped {
    fingerprint: u64,
    file: ShippedFile,
}

/// How far apart the bounds of shipped policies are at most.
const SHIPPED_PRECISION: f64 = 0.001;

/// Solved games: shipped with the program, kept in a folder, or solved on first use.
pub struct PolicyStore {
    /// The folder in which policies are kept; without one they are solved anew in every process.
    folder: Option<PathBuf>,
    /// Is told when a game is about to be solved.
    notice: Box<dyn Fn(&str) + Send + Sync>,
    /// Stops a solver when it is set.
    stop: &'static AtomicBool,
    /// What has been fetched, by rules, file and precision.
    tables: Mutex<Tables>,
    /// The files that come with the program.
    shipped: ShippedFiles,
}

type Tables = BTreeMap<(u64, PathBuf, u64), Arc<NashTable>>;

static NEVER: AtomicBool = AtomicBool::new(false);

impl Default for PolicyStore {
    /// Keeps nothing, and says nothing.
    fn default() -> PolicyStore {
        PolicyStore::new(None, |_| {}, &NEVER)
    }
}

impl std::fmt::Debug for PolicyStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PolicyStore").field("folder", &self.folder).finish_non_exhaustive()
    }
}

/// Why there is no solved game.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum PolicyLoadError {
    /// The file cannot be read or written, or is no policy of these rules.
    #[error("cannot use the policy {}: {cause}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        cause: PolicyFault,
    },
    /// It comes with the program, but in a file that nobody has handed in yet.
    #[error("the file {0} is not here yet")]
    NotHere(&'static str),
    /// The game is too large, or the solver was stopped.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// What is wrong with a policy file.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum PolicyFault {
    /// It cannot be read.
    #[error(transparent)]
    Read(ReadCause),
    /// It cannot be written.
    #[error(transparent)]
    Write(WriteCause),
    /// It is too large to be one.
    #[error("it is no policy of yard")]
    NoPolicy,
    /// It would be larger than one may be.
    #[error("it would be larger than {mib} MiB")]
    TooLarge {
        /// The limit.
        mib: u64,
    },
    /// It is damaged, or one for other rules or of another version.
    #[error(transparent)]
    Content(#[from] PolicyError),
}

/// No policy is larger; `yard solve` refuses such games.
const MOST_BYTES: u64 = 64 << 20;

/// Reads a policy file for these rules.
///
/// # Errors
/// When it cannot be read, is no policy, or one for other rules or of another version.
pub fn read_policy(rules: &Arc<Rules>, path: &Path) -> Result<Solved, PolicyLoadError> {
    let wrong = |cause: PolicyFault| PolicyLoadError::File { path: path.to_owned(), cause };
    let bytes = read_bytes(path, MOST_BYTES).map_err(|error| match error.cause {
        ReadCause::TooLarge { .. } | ReadCause::Folder => wrong(PolicyFault::NoPolicy),
        cause => wrong(PolicyFault::Read(cause)),
    })?;
    Solved::from_bytes(rules, &bytes).map_err(|error| wrong(error.into()))
}

/// Writes a policy file so that a reader finds the old or the new one, never half of it.
///
/// # Errors
/// When it cannot be written, or is larger than 64 MiB.
pub fn write_policy(solved: &Solved, path: &Path) -> Result<(), PolicyLoadError> {
    let wrong = |cause: PolicyFault| PolicyLoadError::File { path: path.to_owned(), cause };
    let bytes = solved.to_bytes();
    if bytes.len() as u64 > MOST_BYTES {
        return Err(wrong(PolicyFault::TooLarge { mib: MOST_BYTES >> 20 }));
    }
    replace(path, &bytes).map_err(|error| wrong(PolicyFault::Write(error.cause)))
}

impl PolicyStore {
    /// A store with a folder, if there is one. `notice` is told when a game is about to be solved; `stop`
    /// stops the solver.
    pub fn new(
        folder: Option<PathBuf>,
        notice: impl Fn(&str) + Send + Sync + 'static,
        stop: &'static AtomicBool,
    ) -> PolicyStore {
        let (notice, tables) = (Box::new(notice), Mutex::default());
        PolicyStore { folder, notice, stop, tables, shipped: ShippedFiles::default() }
    }

    /// The same store with files that somebody hands in.
    pub(crate) fn with_shipped(self, shipped: ShippedFiles) -> PolicyStore {
        PolicyStore { shipped, ..self }
    }

    /// Where the policy of some rules is kept, if anywhere.
    pub fn policy_path(&self, rules: &Rules, precision: f64) -> Option<PathBuf> {
        let name = format!("{:016x}-{precision}.policy", rules.fingerprint());
        self.folder.as_ref().map(|folder| folder.join("policies").join(name))
    }

    /// Keeps a solved game in the folder, if there is one. What cannot be kept is solved again.
    pub fn keep(&self, solved: &Solved, precision: f64) -> Option<PathBuf> {
        let path = self.policy_path(solved.rules(), precision)?;
        fs::create_dir_all(path.parent()?).ok()?;
        write_policy(solved, &path).ok()?;
        Some(path)
    }

    /// A solved game to be played: from a file if one is named, else from the folder, else solved now and
    /// kept there.
    ///
    /// # Errors
    /// When the file is wrong, or the game is too large to be solved on first use.
    pub fn nash_table(
        &self,
        rules: &Arc<Rules>,
        file: Option<&Path>,
        precision: f64,
    ) -> Result<Arc<NashTable>, PolicyLoadError> {
        let lock = || self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let name = file.unwrap_or(Path::new("")).to_owned();
        let key = (rules.fingerprint(), name, precision.to_bits());
        if let Some(known) = lock().get(&key) {
            return Ok(Arc::clone(known));
        }
        // Nobody waits for the lock meanwhile: a waiting thread could be one that the solver needs.
        let solved = match file {
            Some(path) => read_policy(rules, path)?,
            None => self.kept_or_solved(rules, precision)?,
        };
        let table = Arc::new(NashTable::new(solved));
        Ok(Arc::clone(lock().entry(key).or_insert(table)))
    }

    /// The policy that comes with the program, if it is of these rules and as exact as asked for.
    fn shipped(
        &self,
        rules: &Arc<Rules>,
        precision: f64,
    ) -> Result<Option<Solved>, PolicyLoadError> {
        let found = find_shipped(rules).filter(|_| precision >= SHIPPED_PRECISION);
        found.map(|shipped| self.read_shipped(rules, &shipped.file)).transpose()
    }

    fn read_shipped(
        &self,
        rules: &Arc<Rules>,
        file: &ShippedFile,
    ) -> Result<Solved, PolicyLoadError> {
        let bytes = self.shipped.bytes(file).ok_or(PolicyLoadError::NotHere(file.name))?;
        Solved::from_bytes(rules, &bytes)
            .map_err(|cause| PolicyLoadError::File { path: file.name.into(), cause: cause.into() })
    }

    fn kept_or_solved(
        &self,
        rules: &Arc<Rules>,
        precision: f64,
    ) -> Result<Solved, PolicyLoadError> {
        if let Some(solved) = self.shipped(rules, precision)? {
            return Ok(solved);
        }
        let kept = self.policy_path(rules, precision);
        if let Some(solved) = kept.and_then(|path| read_policy(rules, &path).ok()) {
            return Ok(solved);
        }
        (self.notice)(&format!("solving {} for nash; this is done once", rules.name()));
        // Whoever gave this thought an end means the solver, too.
        let thought = Stop::current();
        let stop = thought.as_ref().map_or(self.stop, Stop::flag);
        let solved = solve_game(rules, effort_on_first_use(precision), stop, &|_| {})?;
        self.keep(&solved, precision);
        Ok(solved)
    }
}

/// Tells whether a game of this size is solved without being asked for.
pub(crate) fn is_small(rules: &Rules, size: &Estimate) -> bool {
    let effort = effort_on_first_use(1.0);
    let most = effort.most_positions as f64 * f64::from(rules.slots());
    size.payoffs <= effort.most_work && size.positions <= most
}

/// The largest games that are solved without being asked for: seconds, not hours.
pub(crate) fn effort_on_first_use(precision: f64) -> Effort {
    Effort { precision, most_positions: 100_000, most_work: 2e9, ..Effort::default() }
}

/// Tells whether the policy of these rules comes with the program.
pub(crate) fn is_shipped(rules: &Rules) -> bool {
    find_shipped(rules).is_some()
}

fn find_shipped(rules: &Rules) -> Option<Shipped> {
    SHIPPED.into_iter().find(|shipped| shipped.fingerprint == rules.fingerprint())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_are_those_of_the_files() {
        for (name, Shipped { fingerprint, file }) in ["grid5", "grid5-30"].into_iter().zip(SHIPPED)
        {
            let rules = yard_core::presets::rules(name).unwrap();
            assert_eq!(rules.fingerprint(), fingerprint, "{name}");
            assert!(Solved::is_of(&rules, file.bytes.unwrap()), "{name}");
        }
    }

    #[test]
    fn a_policy_that_is_not_here_is_asked_for_by_its_file() {
        let rules = Arc::new(yard_core::presets::rules("grid5").unwrap());
        let store = PolicyStore::default();
        let missing = ShippedFile { name: "policies/x.policy", bytes: None };
        let error = store.read_shipped(&rules, &missing).unwrap_err();
        assert_eq!(error.to_string(), "the file policies/x.policy is not here yet");
    }
}
