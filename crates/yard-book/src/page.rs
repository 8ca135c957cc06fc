//! One page: Markdown to HTML, with the links and anchors of the book.

use std::collections::BTreeMap;

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

use crate::place::relative;
use crate::search::Section;
use crate::sources::resolve;

/// A page without its frame.
#[derive(Debug)]
pub(crate) struct Rendered {
    /// Its first heading.
    pub(crate) title: String,
    /// Its body as HTML.
    pub(crate) body: String,
    /// Its parts, for the search.
    pub(crate) sections: Vec<Section>,
}

impl Rendered {
    /// Renders the page at `path`; `known` has the address of every file of the book.
    pub(crate) fn new(path: &str, text: &str, known: &BTreeMap<&str, String>) -> Rendered {
        let options = Options::ENABLE_TABLES
            | Options::ENABLE_FOOTNOTES
            | Options::ENABLE_STRIKETHROUGH
            | Options::ENABLE_TASKLISTS;
        let events = Parser::new_ext(text, options).filter(|event| !is_comment(event));
        let events = with_links(path, known, with_anchors(events.collect()));
        let title = first_heading(&events);
        let sections = sections(&title, &events);
        let mut body = String::new();
        html::push_html(&mut body, events.into_iter());
        // The policy of the server allows no style in the text.
        for side in ["left", "center", "right"] {
            let inline = format!(" style=\"text-align: {side}\"");
            body = body.replace(&inline, &format!(" class=\"{side}\""));
        }
        let body = body.replace("<table>", "<div class=\"wide\"><table>");
        let body = body.replace("</table>", "</table></div>");
        Rendered { title, body, sections }
    }
}

/// Comments are for the checks of the documents, not for readers.
fn is_comment(event: &Event<'_>) -> bool {
    matches!(event, Event::Html(text) | Event::InlineHtml(text) if text.trim_start().starts_with("<!--"))
}

/// Every heading with the anchor that GitHub gives it.
fn with_anchors(mut events: Vec<Event<'_>>) -> Vec<Event<'_>> {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for at in 0..events.len() {
        if !matches!(events[at], Event::Start(Tag::Heading { .. })) {
            continue;
        }
        let rest = events[at + 1..].iter();
        let inside = rest.take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
        let name = slug(&plain(inside));
        let again = times.entry(name.clone()).or_default();
        let anchor = if *again == 0 { name } else { format!("{name}-{again}") };
        *again += 1;
        if let Event::Start(Tag::Heading { id, .. }) = &mut events[at] {
            *id = Some(CowStr::from(anchor));
        }
    }
    events
}

/// The anchor that GitHub makes of a heading.
fn slug(heading: &str) -> String {
    let kept = heading.trim().chars().filter_map(|letter| match letter {
        ' ' => Some('-'),
        '-' | '_' => Some(letter),
        _ => letter.is_alphanumeric().then_some(letter),
    });
    kept.flat_map(char::to_lowercase).collect()
}

/// The words of some events.
fn plain<'a, 'b: 'a>(events: impl Iterator<Item = &'a Event<'b>>) -> String {
    let mut text = String::new();
    for event in events {
        match event {
            Event::Text(part) | Event::Code(part) => text.push_str(part),
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            Event::End(TagEnd::Link | TagEnd::Image | TagEnd::Emphasis | TagEnd::Strong) => {}
            Event::End(_) => text.push(' '), // words of two blocks stay apart
            _ => {}
        }
    }
    text
}

fn first_heading(events: &[Event<'_>]) -> String {
    let from =
        events.iter().skip_while(|event| !matches!(event, Event::Start(Tag::Heading { .. })));
    plain(from.take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_)))))
}

/// Links that lead to files of the book, and text in place of those that lead nowhere in it.
fn with_links<'a>(
    path: &str,
    known: &BTreeMap<&str, String>,
    events: Vec<Event<'a>>,
) -> Vec<Event<'a>> {
    let here = known.get(path).map_or("index.html", String::as_str);
    let mut kept = Vec::with_capacity(events.len());
    let mut dropped = Vec::new(); // whether each open link or picture has gone
    for mut event in events {
        match &mut event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                let target = target(path, here, dest_url, known);
                dropped.push(target.is_none());
                let Some(target) = target else { continue };
                *dest_url = CowStr::from(target);
            }
            Event::End(TagEnd::Link | TagEnd::Image) if dropped.pop() == Some(true) => continue,
            _ => {}
        }
        kept.push(event);
    }
    kept
}

/// What a link of a page leads to; `None` where that is not in the book.
fn target(path: &str, here: &str, link: &str, known: &BTreeMap<&str, String>) -> Option<String> {
    let Some(file) = resolve(path, link) else { return Some(link.to_owned()) };
    let there = relative(here, known.get(file.as_str())?);
    let anchor = link.split_once('#').filter(|_| there.ends_with(".html"));
    Some(anchor.map_or_else(|| there.clone(), |(_, name)| format!("{there}#{name}")))
}

/// The parts of a page, one for each heading.
fn sections(title: &str, events: &[Event<'_>]) -> Vec<Section> {
    let mut found = vec![Section { page: title.to_owned(), ..Section::default() }];
    let mut begin = 0;
    let close = |section: &mut Section, events: &[Event<'_>]| {
        section.words = plain(events.iter()).split_whitespace().collect::<Vec<_>>().join(" ");
    };
    for (at, event) in events.iter().enumerate() {
        let Event::Start(Tag::Heading { id, .. }) = event else { continue };
        close(found.last_mut().expect("there is always one"), &events[begin..at]);
        let rest = events[at..].iter();
        let heading = plain(rest.take_while(|e| !matches!(e, Event::End(TagEnd::Heading(_)))));
        let anchor = id.as_deref().unwrap_or_default().to_owned();
        found.push(Section { page: title.to_owned(), heading, anchor, words: String::new() });
        begin = at;
    }
    close(found.last_mut().expect("there is always one"), &events[begin..]);
    found.retain(|section| !section.words.is_empty());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn render(text: &str) -> Rendered {
        let known = BTreeMap::from([
            ("docs/a.md", "a.html".to_owned()),
            ("docs/guide/b.md", "guide/b.html".to_owned()),
        ]);
        Rendered::new("docs/guide/b.md", text, &known)
    }

    #[test]
    fn links_lead_into_the_book_or_become_text() {
        let body = render("[a](../a.md#x) [gone](../c.md) [out](https://x.org) ![p](p.jpg)").body;
        assert!(body.contains("<a href=\"../a.html#x\">a</a>"), "{body}");
        assert!(body.contains(" gone ") && body.contains("https://x.org"), "{body}");
        assert!(body.ends_with(" p</p>\n"), "{body}");
    }

    #[test]
    fn headings_have_the_anchors_of_github() {
        let page = render("# The `yard` command\n\n## What's new?\n\nx\n\n## Twice\n\n## Twice\n");
        assert_eq!(page.title, "The yard command");
        for anchor in ["the-yard-command", "whats-new", "twice", "twice-1"] {
            assert!(page.body.contains(&format!("id=\"{anchor}\"")), "{}", page.body);
        }
    }

    #[test]
    fn no_style_and_no_comment_is_left() {
        let body = render("<!-- small: x -->\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n").body;
        assert!(!body.contains("style=") && !body.contains("small"), "{body}");
        assert!(body.contains("class=\"right\""), "{body}");
    }

    #[test]
    fn every_word_is_in_a_section() {
        let page = render("# A\n\nfirst\n\n## B\n\n| second |\n|---|\n| third |\n");
        let words: Vec<&str> = page.sections.iter().map(|part| part.words.as_str()).collect();
        assert_eq!(words, ["A first", "B second third"]);
    }
}
