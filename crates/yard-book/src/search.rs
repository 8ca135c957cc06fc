//! What the search of the book looks through: every section with its words.

use serde_json::{Value, json};

/// A part of a page below one heading.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Section {
    /// The title of the page.
    pub(crate) page: String,
    /// The heading, empty above the first.
    pub(crate) heading: String,
    /// The anchor of the heading.
    pub(crate) anchor: String,
    /// The words, with single blanks.
    pub(crate) words: String,
}

/// A section as `search.json` has it: address, page, heading, words.
pub(crate) fn entry(at: &str, section: &Section) -> Value {
    let anchor = if section.anchor.is_empty() { "" } else { "#" };
    let address = format!("{at}{anchor}{}", section.anchor);
    json!([address, section.page, section.heading, section.words])
}
