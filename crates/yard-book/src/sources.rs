//! Which files of the repository belong to the book. The build script uses this, too.

use std::collections::BTreeSet;

/// The table of contents.
pub(crate) const SUMMARY: &str = "docs/SUMMARY.md";

/// A page of screenshots for designers. The program does not carry its pictures.
const SCREENS: &str = "docs/reference/screens.md";

/// Every file of the book by its path from the root: the pages that the table of contents names,
/// and the pictures and files that they link. Sorted.
pub(crate) fn list(
    read: &dyn Fn(&str) -> Option<String>,
    exists: &dyn Fn(&str) -> bool,
) -> Vec<String> {
    let mut found = BTreeSet::from([SUMMARY.to_owned()]);
    let pages = targets(SUMMARY, &read(SUMMARY).unwrap_or_default());
    for page in &pages {
        let Some(text) = read(page) else { continue };
        found.insert(page.clone());
        let shown = |path: &String| !path.ends_with(".html") && exists(path);
        if page != SCREENS {
            found.extend(targets(page, &text).into_iter().filter(shown));
        }
    }
    found.into_iter().collect()
}

/// The files that the links of a page lead to.
fn targets(page: &str, text: &str) -> Vec<String> {
    let markdown = text.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next());
    let html = text.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
    markdown.chain(html).filter_map(|link| resolve(page, link)).collect()
}

/// The file that a link of a page leads to, by its path from the root; `None` for other sites and
/// for places on the page itself.
pub(crate) fn resolve(page: &str, link: &str) -> Option<String> {
    let path = link.split('#').next().unwrap_or_default();
    if path.is_empty() || path.contains(':') || path.starts_with('/') {
        return None;
    }
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}
