//! The whole book: every page is there, every link leads somewhere, and the search finds words.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use yard_book::{File, book};

fn text(file: &File) -> String {
    String::from_utf8_lossy(&file.content).into_owned()
}

fn pages() -> Vec<(&'static str, String)> {
    let html = book().files().filter(|(_, file)| file.kind.starts_with("text/html"));
    html.map(|(path, file)| (path, text(file))).collect()
}

/// The values of an attribute in a page.
fn values<'a>(html: &'a str, attribute: &str) -> Vec<&'a str> {
    let start = format!(" {attribute}=\"");
    html.split(start.as_str()).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// Where a link of a page leads, as an address of the book; `None` when it leaves the book.
fn address(page: &str, link: &str) -> Option<String> {
    let path = link.split('#').next()?;
    if path.is_empty() {
        return Some(page.to_owned());
    }
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            ".." => drop(parts.pop()?),
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

#[test]
fn every_page_of_the_contents_is_there_and_says_what_it_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let summary = fs::read_to_string(root.join("docs/SUMMARY.md")).unwrap();
    assert_eq!(pages().len(), summary.matches("](").count());
    for (path, html) in pages() {
        assert!(html.contains("<h1"), "{path} has no heading");
        assert_eq!(html.matches("aria-current=\"page\"").count(), 1, "{path}");
    }
    assert_eq!(book().file(""), book().file("index.html"));
    assert_eq!(book().file("../Cargo.toml"), None);
}

#[test]
fn every_link_leads_somewhere() {
    let mut links = 0;
    for (path, html) in pages() {
        let outside = |link: &&str| link.starts_with("https:") || link.starts_with("http:");
        for link in values(&html, "href").into_iter().chain(values(&html, "src")) {
            if outside(&link) || link.ends_with("../") {
                continue;
            }
            let there = address(path, link).unwrap_or_else(|| panic!("{path}: {link}"));
            let file = book().file(&there).unwrap_or_else(|| panic!("{path}: {link} → {there}"));
            if let Some((_, anchor)) = link.split_once('#') {
                let anchors: BTreeSet<&str> = values(&html, "id").into_iter().collect();
                let known = there == path && anchors.contains(anchor)
                    || text(file).contains(&format!("id=\"{anchor}\""));
                assert!(known, "{path}: {link} has no anchor");
            }
            links += 1;
        }
    }
    assert!(links > 1000, "{links}");
}

#[test]
fn pages_keep_to_a_strict_policy() {
    for (path, html) in pages() {
        assert!(!html.contains(" style=\"") && !html.contains("<style"), "{path}");
        assert!(!html.contains("<script>") && !html.contains("javascript:"), "{path}");
        assert_eq!(html.matches("<script").count(), 1, "{path}");
    }
}

#[test]
fn the_search_finds_words() {
    let index: Vec<[String; 4]> =
        serde_json::from_slice(&book().file("search.json").unwrap().content).unwrap();
    let hits = |word: &str| {
        let of = index.iter().filter(move |entry| entry[3].to_lowercase().contains(word));
        of.map(|entry| entry[0].split('#').next().unwrap_or_default()).collect::<BTreeSet<_>>()
    };
    assert!(hits("surfac").contains("reference/rules.html"));
    assert!(hits("exploitab").contains("research/exploitability.html"));
    assert!(hits("zyzzyva").is_empty());
    for entry in &index {
        let (path, _) = entry[0].split_once('#').unwrap_or((&entry[0], ""));
        assert!(book().file(path).is_some(), "{path}");
    }
}
