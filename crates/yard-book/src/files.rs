//! Where the files of the book come from: the program itself, or the repository in debug builds.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::File;
use crate::place::kind;

type Sources = BTreeMap<String, Cow<'static, [u8]>>;

/// The files and what is in them; `build.rs` writes the list.
#[cfg(not(debug_assertions))]
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Every file of the repository that the book needs, by its path.
#[cfg(not(debug_assertions))]
pub(crate) fn all() -> Sources {
    FILES.iter().map(|(path, bytes)| ((*path).to_owned(), Cow::Borrowed(*bytes))).collect()
}

/// Every file of the repository that the book needs, as it is on the disk now.
#[cfg(debug_assertions)]
pub(crate) fn all() -> Sources {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| std::fs::read_to_string(root.join(path)).ok();
    let files = crate::sources::list(&read, &|path| root.join(path).is_file());
    files
        .into_iter()
        .filter_map(|path| Some((path.clone(), Cow::Owned(std::fs::read(root.join(path)).ok()?))))
        .collect()
}

/// The look of the pages, with the colours of the game, and their search.
pub(crate) fn fixed() -> BTreeMap<String, File> {
    let files: [(&str, &[u8]); 4] = [
        ("book.css", include_bytes!("../assets/book.css")),
        ("book.js", include_bytes!("../assets/book.js")),
        ("theme.css", include_bytes!("../../../web/styles/theme.css")),
        ("icon.svg", include_bytes!("../../../web/icon.svg")),
    ];
    files
        .into_iter()
        .map(|(path, bytes)| (path.to_owned(), File { kind: kind(path), content: bytes.to_vec() }))
        .collect()
}
