//! Files that come with the program: compiled in, or handed in when they are first needed.
//!
//! A page must not load megabytes before the first move, so its engine is built without the feature `shipped`. It asks
//! the page for a file by its name when an agent needs one.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A file of `data/` that comes with the program.
pub(crate) struct ShippedFile {
    /// Its path below `data/`.
    pub(crate) name: &'static str,
    /// What is in it, where it is compiled in.
    pub(crate) bytes: Option<&'static [u8]>,
}

/// A file of `data/` by its path there.
#[cfg(feature = "shipped")]
macro_rules! shipped_file {
    ($name:expr) => {
        crate::shipped::ShippedFile {
            name: $name,
            bytes: Some(include_bytes!(concat!("../data/", $name))),
        }
    };
}

/// A file of `data/` by its path there; somebody will hand it in.
#[cfg(not(feature = "shipped"))]
macro_rules! shipped_file {
    ($name:expr) => {
        crate::shipped::ShippedFile { name: $name, bytes: None }
    };
}

pub(crate) use shipped_file;

/// The files that come with the program, with those that were handed in.
#[derive(Clone, Default, Debug)]
pub struct ShippedFiles {
    shelf: Arc<Mutex<Shelf>>,
}

#[derive(Default, Debug)]
struct Shelf {
    given: BTreeMap<String, Arc<[u8]>>,
    /// Files that somebody needed in vain.
    missing: BTreeSet<&'static str>,
}

impl ShippedFiles {
    /// Hands in a file by its path below `data/`. What is compiled in counts more.
    pub fn give(&self, name: &str, bytes: Vec<u8>) {
        self.lock().given.insert(name.to_owned(), bytes.into());
    }

    /// The files that somebody has needed in vain since this was last asked, by their paths below `data/`.
    pub fn take_missing(&self) -> BTreeSet<&'static str> {
        std::mem::take(&mut self.lock().missing)
    }

    fn lock(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is in a file; `None` when nobody has handed it in yet.
    pub(crate) fn bytes(&self, file: &ShippedFile) -> Option<Cow<'static, [u8]>> {
        if let Some(bytes) = file.bytes {
            return Some(Cow::Borrowed(bytes));
        }
        let mut shelf = self.lock();
        match shelf.given.get(file.name) {
            Some(bytes) => Some(Cow::Owned(bytes.to_vec())),
            None => {
                shelf.missing.insert(file.name);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_there_when_somebody_has_handed_it_in() {
        let file = ShippedFile { name: "models/a", bytes: None };
        let files = ShippedFiles::default();
        assert_eq!(files.bytes(&file), None);
        assert!(files.take_missing().contains("models/a") && files.take_missing().is_empty());
        files.clone().give("models/a", vec![1, 2]);
        assert_eq!(files.bytes(&file).as_deref(), Some(&[1, 2][..]));
        let built_in = ShippedFile { name: "models/a", bytes: Some(&[3]) };
        assert_eq!(files.bytes(&built_in).as_deref(), Some(&[3][..]));
    }
}
