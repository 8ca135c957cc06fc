//! Writing files whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// A file that could not be written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot write {}: {cause}", path.display())]
pub struct WriteError {
    /// Which file.
    pub path: PathBuf,
    /// Why not.
    pub cause: WriteCause,
}

/// Why something could not be written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WriteCause {
    /// The folder is not there.
    #[error("there is no such folder")]
    NoFolder,
    /// The system does not allow it.
    #[error("permission denied")]
    Denied,
    /// The path is that of a folder.
    #[error("it is a folder")]
    Folder,
    /// Anything else, in the words of the system.
    #[error("{0}")]
    System(String),
}

impl WriteError {
    fn new(path: &Path, error: &io::Error) -> WriteError {
        let cause = match error.kind() {
            io::ErrorKind::NotFound => WriteCause::NoFolder,
            io::ErrorKind::PermissionDenied => WriteCause::Denied,
            io::ErrorKind::IsADirectory => WriteCause::Folder,
            _ => WriteCause::System(error.to_string()),
        };
        WriteError { path: path.to_owned(), cause }
    }
}

/// Writes a file of our own, replacing an older one. It survives a crash of the program at any moment;
/// nobody waits for the disk, since there may be thousands of them.
///
/// # Errors
/// When it cannot be written; an older file is then still there.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let written = match draft_of(path) {
        None => fs::write(path, bytes),
        Some(draft) => {
            let written = fs::write(&draft, bytes).and_then(|()| fs::rename(&draft, path));
            if written.is_err() {
                let _ = fs::remove_file(&draft);
            }
            written
        }
    };
    written.map_err(|error| WriteError::new(path, &error))
}

/// Writes a draft down to the disk, and then gives it the name of the file.
fn settle(mut part: File, bytes: &[u8], draft: &Path, path: &Path) -> io::Result<()> {
    part.write_all(bytes)?;
    part.sync_all()?;
    fs::rename(draft, path)
}

/// Writes a file that the user chose, down to the disk. A link or a device is written to, never replaced.
///
/// # Errors
/// When it cannot be written; an older file is then still there.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let written = match draft_of(path) {
        // A link, a device or a folder: let the system write or complain.
        None => fs::write(path, bytes),
        Some(draft) => {
            let made = File::create_new(&draft);
            let written = made.and_then(|part| settle(part, bytes, &draft, path));
            if written.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::AlreadyExists) {
                let _ = fs::remove_file(&draft);
            }
            written
        }
    };
    written.map_err(|error| WriteError::new(path, &error))
}

/// Refuses a place where [`save`] could not write, before the work for it is done.
///
/// # Errors
/// Says why it could not.
pub fn check_place(path: &Path) -> Result<(), WriteError> {
    let tried = match draft_of(path) {
        None if path.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        None => Ok(()),
        Some(draft) => File::create_new(&draft).and_then(|_| fs::remove_file(&draft)),
    };
    tried.map_err(|error| WriteError::new(path, &error))
}

/// Where a file is written before it takes its place; `None` when it is nothing that may be replaced.
fn draft_of(path: &Path) -> Option<PathBuf> {
    let special = fs::symlink_metadata(path).is_ok_and(|about| !about.is_file());
    let mut name = path.file_name().filter(|_| !special)?.to_owned();
    name.push(format!(".{}.part", std::process::id()));
    Some(path.with_file_name(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_no_draft_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        for write in [replace, save] {
            write(&path, b"one").unwrap();
            write(&path, b"two").unwrap();
            assert_eq!(fs::read(&path).unwrap(), b"two");
            assert_eq!(folder.path().read_dir().unwrap().count(), 1);
        }
    }

    #[test]
    fn a_wrong_place_is_refused_before_and_after_the_work() {
        let folder = tempfile::tempdir().unwrap();
        let nowhere = folder.path().join("no/such/file");
        for tried in [check_place(&nowhere), save(&nowhere, b"a"), replace(&nowhere, b"a")] {
            assert_eq!(tried.unwrap_err().cause, WriteCause::NoFolder);
        }
        for tried in [check_place(folder.path()), save(folder.path(), b"a")] {
            assert_eq!(tried.unwrap_err().cause, WriteCause::Folder);
        }
    }

    /// A link to a file stays a link; what it points to gets the new text.
    #[cfg(unix)]
    #[test]
    fn a_link_is_written_through() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        save(&link, b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }
}
