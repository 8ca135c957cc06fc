//! The documents as web pages, with a table of contents and a search.
//!
//! The pages are those of `docs/SUMMARY.md`. A release embeds them; a debug build reads them from
//! the repository when the book is first opened. Pages use no inline style or script, so the
//! strictest content security policy fits them.
//!
//! ```
//! let page = yard_book::book().file("guide/play.html").expect("a page of the book");
//! assert!(String::from_utf8_lossy(&page.content).contains("<h1"));
//! ```

mod files;
mod frame;
mod page;
mod place;
mod search;
mod sources;
mod summary;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use page::Rendered;
use place::{kind, place};
use summary::Summary;

/// A file of the book as a browser gets it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Its media type.
    pub kind: &'static str,
    /// What is in it.
    pub content: Vec<u8>,
}

/// All files of the book, by their addresses below its own: `guide/play.html`.
#[derive(Debug)]
pub struct Book {
    files: BTreeMap<String, File>,
}

/// The book of this program. The first call renders every page; later ones cost nothing.
pub fn book() -> &'static Book {
    static BOOK: LazyLock<Book> = LazyLock::new(Book::build);
    &BOOK
}

impl Book {
    /// A file; the empty path is the first page.
    pub fn file(&self, path: &str) -> Option<&File> {
        self.files.get(if path.is_empty() { "index.html" } else { path })
    }

    /// Every file with its address, sorted.
    pub fn files(&self) -> impl Iterator<Item = (&str, &File)> {
        self.files.iter().map(|(path, file)| (path.as_str(), file))
    }

    fn build() -> Book {
        let sources = files::all();
        let text = |path: &str| sources.get(path).map(|bytes| String::from_utf8_lossy(bytes));
        let summary = Summary::read(&text(sources::SUMMARY).unwrap_or_default());
        let pages: BTreeSet<&str> = summary.pages().map(|entry| entry.page.as_str()).collect();
        let known: BTreeMap<&str, String> = sources
            .keys()
            .filter(|path| path.as_str() != sources::SUMMARY)
            .map(|path| (path.as_str(), place(path, pages.contains(path.as_str()))))
            .collect();
        let mut files = files::fixed();
        let mut index = Vec::new();
        for (path, at) in &known {
            let (kind, content) = if pages.contains(path) {
                let rendered = Rendered::new(path, &text(path).unwrap_or_default(), &known);
                let html = frame::html(&summary, path, &known, &rendered);
                index.extend(rendered.sections.iter().map(|part| search::entry(at, part)));
                ("text/html; charset=utf-8", html.into_bytes())
            } else {
                (kind(path), sources[*path].to_vec())
            };
            files.insert(at.clone(), File { kind, content });
        }
        let content = serde_json::Value::Array(index).to_string().into_bytes();
        files.insert("search.json".to_owned(), File { kind: "application/json", content });
        Book { files }
    }
}
