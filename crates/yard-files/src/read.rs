//! Reading files and streams of bounded size.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Text files larger than this are no rules, boards, records or plans.
const MOST_TEXT: u64 = 4 << 20;

/// A file that could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot read {}: {cause}", path.display())]
pub struct ReadError {
    /// Which file.
    pub path: PathBuf,
    /// Why not.
    pub cause: ReadCause,
}

/// Why something could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadCause {
    /// Nothing of that name is there.
    #[error("there is no such file")]
    Missing,
    /// The system does not allow it.
    #[error("permission denied")]
    Denied,
    /// The path is that of a folder.
    #[error("it is a folder")]
    Folder,
    /// There is more than what was asked for can hold.
    #[error("it is larger than {mib} MiB")]
    TooLarge {
        /// The limit.
        mib: u64,
    },
    /// The bytes are no text.
    #[error("it is no UTF-8 text")]
    NotText,
    /// Anything else, in the words of the system.
    #[error("{0}")]
    System(String),
}

impl From<&io::Error> for ReadCause {
    fn from(error: &io::Error) -> ReadCause {
        match error.kind() {
            io::ErrorKind::NotFound => ReadCause::Missing,
            io::ErrorKind::PermissionDenied => ReadCause::Denied,
            io::ErrorKind::IsADirectory => ReadCause::Folder,
            _ => ReadCause::System(error.to_string()),
        }
    }
}

/// Reads a text file of moderate size.
///
/// # Errors
/// When it cannot be opened, is too large, or is no UTF-8 text.
pub fn read_text(path: &Path) -> Result<String, ReadError> {
    let at = |cause: ReadCause| ReadError { path: path.to_owned(), cause };
    read_limited(open(path).map_err(at)?).map_err(at)
}

/// Reads a file of at most so many bytes.
///
/// The limit counts what is read, since the size that a device tells means nothing.
///
/// # Errors
/// When it cannot be opened or is too large.
pub fn read_bytes(path: &Path, most: u64) -> Result<Vec<u8>, ReadError> {
    let at = |cause: ReadCause| ReadError { path: path.to_owned(), cause };
    take(open(path).map_err(at)?, most).map_err(at)
}

/// Reads text of moderate size from anywhere, such as standard input.
///
/// # Errors
/// When it cannot be read, is too large, or is no UTF-8 text.
pub fn read_limited(source: impl Read) -> Result<String, ReadCause> {
    String::from_utf8(take(source, MOST_TEXT)?).map_err(|_| ReadCause::NotText)
}

fn open(path: &Path) -> Result<File, ReadCause> {
    let file = File::open(path).map_err(|error| ReadCause::from(&error))?;
    match file.metadata() {
        Ok(about) if about.is_dir() => Err(ReadCause::Folder),
        Ok(_) | Err(_) => Ok(file),
    }
}

fn take(source: impl Read, most: u64) -> Result<Vec<u8>, ReadCause> {
    let mut bytes = Vec::new();
    source.take(most + 1).read_to_end(&mut bytes).map_err(|error| ReadCause::from(&error))?;
    match bytes.len() as u64 > most {
        true => Err(ReadCause::TooLarge { mib: most >> 20 }),
        false => Ok(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_told_in_plain_words() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let cause = |path: &Path| read_text(path).unwrap_err().cause;
        assert_eq!(cause(&path), ReadCause::Missing);
        assert_eq!(cause(folder.path()), ReadCause::Folder);
        std::fs::write(&path, [0xff, 0xfe]).unwrap();
        assert_eq!(cause(&path), ReadCause::NotText);
        assert_eq!(read_bytes(&path, 2).unwrap(), [0xff, 0xfe]);
        assert_eq!(read_bytes(&path, 1).unwrap_err().cause, ReadCause::TooLarge { mib: 0 });
        std::fs::write(&path, "text").unwrap();
        assert_eq!(read_text(&path).unwrap(), "text");
    }

    /// A device tells that it has no bytes at all, and gives them without end.
    #[test]
    fn an_endless_source_is_cut_off() {
        assert_eq!(read_limited(io::repeat(b'a')), Err(ReadCause::TooLarge { mib: 4 }));
        if Path::new("/dev/zero").exists() {
            let error = read_bytes(Path::new("/dev/zero"), 1 << 20).unwrap_err();
            assert_eq!(error.to_string(), "cannot read /dev/zero: it is larger than 1 MiB");
        }
    }
}
