//! The file in which finished segments of a game are kept while it is solved.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use yard_core::Rules;
use yard_files::{ReadError, read_bytes};
use yard_solve::{Bounds, Checkpoint, Keeper, SegmentId};

/// Larger files are no checkpoints: there are not so many positions.
const MOST_BYTES: u64 = 1 << 30;

/// Why a checkpoint cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It is damaged, or of another game.
    #[error("{}: {cause}; take it away to begin anew", path.display())]
    Other {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        cause: String,
    },
    /// It cannot be written.
    #[error("cannot write {}: {cause}", path.display())]
    Write {
        /// Which file.
        path: PathBuf,
        /// Why not, in the words of the system.
        cause: String,
    },
}

/// An open checkpoint. Each entry is added in one piece, so that a kill costs at most the segments under way.
pub struct CheckpointFile<'a> {
    path: PathBuf,
    known: BTreeMap<SegmentId, Bounds>,
    file: Mutex<(File, usize)>,
    /// Set when an entry cannot be written, since more work would be lost.
    stop: &'a AtomicBool,
    failure: Mutex<Option<String>>,
}

impl CheckpointFile<'_> {
    /// Opens the checkpoint beside the place of a policy, or begins one. An entry that cannot be written sets `stop`.
    ///
    /// # Errors
    /// When the file cannot be read or written, or is of another game.
    pub fn open<'a>(
        policy: &Path,
        rules: &Rules,
        precision: f64,
        stop: &'a AtomicBool,
    ) -> Result<CheckpointFile<'a>, CheckpointError> {
        let mut name = policy.file_name().unwrap_or_default().to_owned();
        name.push(".checkpoint");
        let path = policy.with_file_name(name);
        let found = if path.exists() {
            let bytes = read_bytes(&path, MOST_BYTES)?;
            let other = |cause: String| CheckpointError::Other { path: path.clone(), cause };
            Checkpoint::read(rules, precision, &bytes).map_err(|error| other(error.to_string()))?
        } else {
            Checkpoint::default()
        };
        let head = Checkpoint::head(rules, precision);
        let write = |error: io::Error| CheckpointError::Write {
            path: path.clone(),
            cause: error.to_string(),
        };
        let file = Mutex::new((begin(&path, found.whole, &head).map_err(write)?, 0));
        let failure = Mutex::default();
        Ok(CheckpointFile { path, known: found.segments, file, stop, failure })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Segments of earlier runs.
    pub fn known(&self) -> usize {
        self.known.len()
    }

    /// Segments that are in the file by now.
    pub fn segments(&self) -> usize {
        self.known.len() + self.file.lock().unwrap_or_else(PoisonError::into_inner).1
    }

    /// All is solved: nothing is left to go on with.
    pub fn remove(&self) {
        // One that stays only takes place.
        let _ = fs::remove_file(&self.path);
    }

    /// Tells what could not be written, which also stopped the work.
    ///
    /// # Errors
    /// When something could not be written.
    pub fn check(self) -> Result<(), CheckpointError> {
        match self.failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(cause) => Err(CheckpointError::Write { path: self.path, cause }),
            None => Ok(()),
        }
    }
}

/// Cuts off what a kill left of an entry, and writes the head of a new file.
fn begin(path: &Path, whole: usize, head: &[u8]) -> io::Result<File> {
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    file.set_len(whole as u64)?;
    if whole == 0 {
        file.write_all(head)?;
    }
    Ok(file)
}

impl Keeper for CheckpointFile<'_> {
    fn find(&self, segment: SegmentId) -> Option<Bounds> {
        self.known.get(&segment).copied()
    }

    fn keep(&self, segment: SegmentId, bounds: Bounds) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        match file.0.write_all(&Checkpoint::entry(segment, bounds)) {
            Ok(()) => file.1 += 1,
            Err(error) => {
                let mut first = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
                first.get_or_insert_with(|| error.to_string());
                self.stop.store(true, Ordering::Relaxed);
            }
        }
    }
}
