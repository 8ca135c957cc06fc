//! Where a file of the repository lies in the book, and how one page links another.

/// What a browser may be shown besides pages, with its type.
const KINDS: [(&str, &str); 7] = [
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("gif", "image/gif"),
    ("webp", "image/webp"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
];

/// The address of a file below that of the book. What lies outside `docs/` comes below `files/`,
/// and the README of a folder is what the folder shows.
pub(crate) fn place(path: &str, is_page: bool) -> String {
    let inside = path.strip_prefix("docs/");
    let name = inside.map_or_else(|| format!("files/{path}"), str::to_owned);
    let Some(stem) = name.strip_suffix(".md").filter(|_| is_page) else { return name };
    match stem.strip_suffix("README") {
        Some(folder) if folder.is_empty() || folder.ends_with('/') => format!("{folder}index.html"),
        _ => format!("{stem}.html"),
    }
}

/// The media type of a file that is no page; what no browser draws is shown as text.
pub(crate) fn kind(path: &str) -> &'static str {
    let end = path.rsplit_once('.').map_or("", |(_, end)| end);
    let known = KINDS.iter().find(|(known, _)| *known == end);
    known.map_or("text/plain; charset=utf-8", |(_, kind)| kind)
}

/// The way from one address of the book to another.
pub(crate) fn relative(from: &str, to: &str) -> String {
    let here: Vec<&str> = from.split('/').collect();
    let there: Vec<&str> = to.split('/').collect();
    let folders = here.len() - 1;
    let most = folders.min(there.len() - 1);
    let same = (0..most).take_while(|&part| here[part] == there[part]).count();
    "../".repeat(folders - same) + &there[same..].join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_short_addresses() {
        assert_eq!(place("docs/README.md", true), "index.html");
        assert_eq!(place("docs/guide/play.md", true), "guide/play.html");
        assert_eq!(place("python/README.md", true), "files/python/index.html");
        assert_eq!(place("research/results/x.md", false), "files/research/results/x.md");
        assert_eq!(kind("research/results/x.md"), "text/plain; charset=utf-8");
    }

    #[test]
    fn links_go_up_and_down() {
        assert_eq!(relative("index.html", "guide/play.html"), "guide/play.html");
        assert_eq!(relative("guide/play.html", "guide/train.html"), "train.html");
        assert_eq!(relative("guide/play.html", "index.html"), "../index.html");
        assert_eq!(relative("a/b/c.html", "a/d/e.html"), "../d/e.html");
    }
}
