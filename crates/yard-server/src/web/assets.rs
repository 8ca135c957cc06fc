//! The files of the page, embedded in the program. Debug builds read them from disk.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::error::{ApiError, Code};

#[derive(RustEmbed)]
#[folder = "../../web"]
#[exclude = "tests/*"]
#[exclude = "*node_modules/*"]
#[exclude = "*.d.ts"]
#[exclude = "*.json"]
#[exclude = "*.jsonc"]
#[exclude = "*.md"]
struct Web;

/// The kinds of files that the page has.
const KINDS: [(&str, &str); 9] = [
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("ico", "image/x-icon"),
    ("woff2", "font/woff2"),
    ("txt", "text/plain; charset=utf-8"),
    ("webmanifest", "application/manifest+json"),
];

/// The kind of a file that may be served: a plain name of the page, never a way out of its folder.
fn kind(path: &str) -> Option<&'static str> {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
    let good = |part: &str| !part.is_empty() && !part.starts_with('.') && part.chars().all(plain);
    if !path.split('/').all(good) || path.starts_with("tests/") {
        return None;
    }
    let (_, end) = path.rsplit_once('.')?;
    KINDS.iter().find(|(known, _)| *known == end).map(|(_, kind)| *kind)
}

fn find(path: &str) -> Option<(EmbeddedFile, &'static str)> {
    let kind = kind(path)?;
    Some((Web::get(path)?, kind))
}

fn send(path: &str, headers: &HeaderMap) -> Response {
    let Some((file, kind)) = find(path) else {
        return ApiError::new(Code::NotFound, "there is no such file").into_response();
    };
    let hash = file.metadata.sha256_hash();
    let hex: String = hash.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{hex}\"");
    let known = headers.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    let fixed = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if known.is_some_and(|known| known.split(',').any(|one| one.trim() == tag)) {
        return (StatusCode::NOT_MODIFIED, fixed).into_response();
    }
    let body = file.data.into_owned();
    (fixed, [(header::CONTENT_TYPE, kind)], body).into_response()
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
        let files: Vec<_> = Web::iter().collect();
        for file in &files {
            assert!(kind(file).is_some(), "{file}");
        }
        for file in ["index.html", "main.js", "styles/theme.css", "pages/home.js", "lib/api.js"] {
            assert!(files.iter().any(|known| known == file), "{file}");
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
