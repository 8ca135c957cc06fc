//! The file in which `yard solve` keeps finished segments.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use yard_core::Rules;
use yard_files::read_bytes;
use yard_solve::{Bounds, Checkpoint, Keeper, SegmentId};

use super::progress::Failure;
use crate::exit::CliError;

/// Larger files are no checkpoints: there are not so many positions.
const MOST_BYTES: u64 = 1 << 30;

/// An open checkpoint. Each entry is added in one piece, so that a kill costs at most the segments under way.
pub(super) struct CheckpointFile {
    path: PathBuf,
    known: BTreeMap<SegmentId, Bounds>,
    file: Mutex<(File, usize)>,
    failure: Failure,
}

impl CheckpointFile {
    /// Opens the checkpoint beside the place of a policy, or begins one.
    pub(super) fn open(
        policy: &Path,
        rules: &Rules,
        precision: f64,
    ) -> Result<CheckpointFile, CliError> {
        let mut name = policy.file_name().unwrap_or_default().to_owned();
        name.push(".checkpoint");
        let path = policy.with_file_name(name);
        let shown = path.display();
        let found = if path.exists() {
            let bytes = read_bytes(&path, MOST_BYTES).map_err(CliError::bad)?;
            Checkpoint::read(rules, precision, &bytes).map_err(|error| {
                CliError::bad(format!("{shown}: {error}; take it away to begin anew"))
            })?
        } else {
            Checkpoint::default()
        };
        let head = Checkpoint::head(rules, precision);
        let file = begin(&path, found.whole, &head)
            .map_err(|error| CliError::bad(format!("cannot write {shown}: {error}")))?;
        let failure = Failure::default();
        Ok(CheckpointFile { path, known: found.segments, file: Mutex::new((file, 0)), failure })
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Segments of earlier runs.
    pub(super) fn known(&self) -> usize {
        self.known.len()
    }

    /// Segments that are in the file by now.
    pub(super) fn segments(&self) -> usize {
        self.known.len() + self.file.lock().unwrap_or_else(PoisonError::into_inner).1
    }

    /// All is solved: nothing is left to go on with.
    pub(super) fn remove(&self) {
        // One that stays only takes place.
        let _ = fs::remove_file(&self.path);
    }

    /// Tells what could not be written, which also stopped the work.
    pub(super) fn check(self) -> Result<(), CliError> {
        self.failure.check()
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

impl Keeper for CheckpointFile {
    fn find(&self, segment: SegmentId) -> Option<Bounds> {
        self.known.get(&segment).copied()
    }

    fn keep(&self, segment: SegmentId, bounds: Bounds) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        match file.0.write_all(&Checkpoint::entry(segment, bounds)) {
            Ok(()) => file.1 += 1,
            Err(error) => {
                self.failure.note(format_args!("cannot write {}: {error}", self.path.display()));
            }
        }
    }
}
