//! The files of the page, embedded in the program. Debug builds read them from disk.

use std::borrow::Cow;

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest as _, Sha256};

use super::page_files::kind;
use crate::error::{ApiError, Code};

/// The files of the page and what is in them; `build.rs` writes the list.
#[cfg(any(test, not(debug_assertions)))]
static PAGE: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// A file of the page.
#[cfg(not(debug_assertions))]
fn content(path: &str) -> Option<Cow<'static, [u8]>> {
    let place = PAGE.binary_search_by(|(name, _)| (*name).cmp(path)).ok()?;
    Some(Cow::Borrowed(PAGE[place].1))
}

/// A file of the page, as it is on disk now.
#[cfg(debug_assertions)]
fn content(path: &str) -> Option<Cow<'static, [u8]>> {
    let web = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web");
    std::fs::read(std::path::Path::new(web).join(path)).ok().map(Cow::Owned)
}

fn find(path: &str) -> Option<(Cow<'static, [u8]>, &'static str)> {
    let kind = kind(path)?;
    Some((content(path)?, kind))
}

fn send(path: &str, headers: &HeaderMap) -> Response {
    match find(path) {
        Some((file, kind)) => answer(file, kind, headers),
        None => ApiError::new(Code::NotFound, "there is no such file").into_response(),
    }
}

/// A file with its tag, or word that the browser has it already.
fn answer(file: Cow<'static, [u8]>, kind: &'static str, headers: &HeaderMap) -> Response {
    let hash = Sha256::digest(&file);
    let hex: String = hash.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{hex}\"");
    let known = headers.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    let fixed = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if known.is_some_and(|known| known.split(',').any(|one| one.trim() == tag)) {
        return (StatusCode::NOT_MODIFIED, fixed).into_response();
    }
    (fixed, [(header::CONTENT_TYPE, kind)], file).into_response()
}

/// The first page of the documents. Its links are relative, so the address ends in a slash.
pub(crate) async fn to_docs() -> Response {
    (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, "docs/")]).into_response()
}

/// The first page of the documents.
pub(crate) async fn docs_index(headers: HeaderMap) -> Response {
    send_docs("", &headers)
}

/// A file of the documents.
pub(crate) async fn docs(Path(path): Path<String>, headers: HeaderMap) -> Response {
    send_docs(&path, &headers)
}

fn send_docs(path: &str, headers: &HeaderMap) -> Response {
    match yard_book::book().file(path) {
        Some(file) => answer(Cow::Borrowed(&file.content), file.kind, headers),
        None => ApiError::new(Code::NotFound, "the documents have no such page").into_response(),
    }
}

/// The page.
pub(crate) async fn index(headers: HeaderMap) -> Response {
    send("index.html", &headers)
}

/// A file of the page.
pub(crate) async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    send(&path, &headers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_is_served_and_no_other_is_embedded() {
        let files: Vec<&str> = PAGE.iter().map(|(name, _)| *name).collect();
        assert!(files.is_sorted(), "or a search in it fails");
        for file in &files {
            assert!(find(file).is_some(), "{file}");
        }
        for folder in ["tests/", "node_modules/"] {
            assert!(!files.iter().any(|file| file.contains(folder)), "{folder}");
        }
        for file in ["index.html", "main.js", "styles/theme.css", "pages/home.js", "lib/api.js"] {
            assert!(files.contains(&file), "{file}");
        }
    }

    #[test]
    fn only_plain_names_are_served() {
        for path in ["main.js", "board/board.js", "icon.svg", "a-b_c.css"] {
            assert!(kind(path).is_some(), "{path}");
        }
        for path in [
            "../Cargo.toml",
            "..\\x.js",
            "/etc/passwd.js",
            ".git/config.js",
            "a/../../x.js",
            "a//b.js",
            "C:x.js",
            "tests/x.js",
            "x.rs",
            "x",
            "",
            "%2e%2e/x.js",
        ] {
            assert!(kind(path).is_none(), "{path}");
        }
    }
}
