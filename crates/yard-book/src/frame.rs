//! The frame of a page: head, contents on the left, search, and the ways on.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::page::Rendered;
use crate::place::relative;
use crate::summary::{Line, Summary};

/// The whole page at `path`.
pub(crate) fn html(
    summary: &Summary,
    path: &str,
    known: &BTreeMap<&str, String>,
    page: &Rendered,
) -> String {
    let here = known.get(path).map_or("index.html", String::as_str);
    let root = "../".repeat(here.matches('/').count());
    let title = escape(&page.title);
    let contents = contents(summary, path, here, known);
    let ways = ways(summary, path, here, known);
    let body = &page.body;
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title} · Yard</title>\n\
         <link rel=\"icon\" href=\"{root}icon.svg\" type=\"image/svg+xml\">\n\
         <link rel=\"stylesheet\" href=\"{root}theme.css\">\n\
         <link rel=\"stylesheet\" href=\"{root}book.css\">\n\
         <script type=\"module\" src=\"{root}book.js\" data-root=\"{root}\"></script>\n\
         </head>\n<body>\n<a class=\"skip\" href=\"#text\">Skip to the text</a>\n\
         <header><a class=\"brand\" href=\"{root}../\">Yard</a>\n\
         <search><label class=\"quiet-only\" for=\"find\">Search the documents</label>\n\
         <input id=\"find\" type=\"search\" placeholder=\"Search\" autocomplete=\"off\"></search>\n\
         </header>\n<div id=\"found\" hidden aria-live=\"polite\"></div>\n\
         <details id=\"menu\"><summary>Contents</summary>\n<nav aria-label=\"Contents\">\n{contents}</nav>\
         </details>\n<main id=\"text\">\n{body}{ways}</main>\n</body>\n</html>\n"
    )
}

fn contents(summary: &Summary, path: &str, here: &str, known: &BTreeMap<&str, String>) -> String {
    let mut text = String::from("<ul>\n");
    for line in &summary.lines {
        // Writing to a string cannot fail.
        let _ = match line {
            Line::Part(title) => writeln!(text, "<li class=\"part\">{}</li>", escape(title)),
            Line::Entry(entry) => {
                let Some(there) = known.get(entry.page.as_str()) else { continue };
                let class = if entry.inner { " class=\"inner\"" } else { "" };
                let current = if entry.page == path { " aria-current=\"page\"" } else { "" };
                let (link, title) = (relative(here, there), escape(&entry.title));
                writeln!(text, "<li{class}><a href=\"{link}\"{current}>{title}</a></li>")
            }
        };
    }
    text + "</ul>\n"
}

/// Links to the page before and the page after.
fn ways(summary: &Summary, path: &str, here: &str, known: &BTreeMap<&str, String>) -> String {
    let pages: Vec<_> = summary.pages().collect();
    let Some(at) = pages.iter().position(|entry| entry.page == path) else { return String::new() };
    let link = |at: Option<usize>, rel: &str| {
        let entry = pages.get(at?)?;
        let there = relative(here, known.get(entry.page.as_str())?);
        Some(format!("<a rel=\"{rel}\" href=\"{there}\">{}</a>\n", escape(&entry.title)))
    };
    let before = link(at.checked_sub(1), "prev").unwrap_or_default();
    let after = link(Some(at + 1), "next").unwrap_or_default();
    format!("<nav class=\"ways\" aria-label=\"Pages before and after\">\n{before}{after}</nav>\n")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
