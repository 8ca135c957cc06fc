//! Which files belong to the page. The build script uses this, too.

/// The kinds of files that the page has.
pub(crate) const KINDS: [(&str, &str); 9] = [
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
pub(crate) fn kind(path: &str) -> Option<&'static str> {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
    let good = |part: &str| !part.is_empty() && !part.starts_with('.') && part.chars().all(plain);
    let foreign = path.starts_with("tests/") || path.split('/').any(|part| part == "node_modules");
    if !path.split('/').all(good) || foreign {
        return None;
    }
    let (_, end) = path.rsplit_once('.')?;
    KINDS.iter().find(|(known, _)| *known == end).map(|(_, kind)| *kind)
}
