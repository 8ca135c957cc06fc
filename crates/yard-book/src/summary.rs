//! The table of contents, `docs/SUMMARY.md`.

use crate::sources::{SUMMARY, resolve};

/// A line of the table of contents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    /// The title of a part.
    Part(String),
    /// A page.
    Entry(Entry),
}

/// A page in the table of contents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// Its title there.
    pub(crate) title: String,
    /// Its file, from the root of the repository.
    pub(crate) page: String,
    /// Whether it stands below the page before it.
    pub(crate) inner: bool,
}

/// The whole table of contents.
#[derive(Debug)]
pub(crate) struct Summary {
    pub(crate) lines: Vec<Line>,
}

impl Summary {
    /// Reads the file.
    pub(crate) fn read(text: &str) -> Summary {
        let body = text.lines().skip_while(|line| line.trim() != "# Summary").skip(1);
        Summary { lines: body.filter_map(line).collect() }
    }

    /// Every page, in order.
    pub(crate) fn pages(&self) -> impl Iterator<Item = &Entry> {
        self.lines.iter().filter_map(|line| match line {
            Line::Entry(entry) => Some(entry),
            Line::Part(_) => None,
        })
    }
}

fn line(text: &str) -> Option<Line> {
    if let Some(title) = text.strip_prefix("# ") {
        return Some(Line::Part(title.trim().to_owned()));
    }
    let inner = text.starts_with(' ');
    let (title, rest) = text.split_once('[')?.1.split_once("](")?;
    let page = resolve(SUMMARY, rest.split(')').next()?)?;
    Some(Line::Entry(Entry { title: title.to_owned(), page, inner }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_pages_and_pages_below_pages() {
        let text =
            "# Summary\n\n[Start](README.md)\n\n# Guide\n\n- [A](guide/a.md)\n  - [B](../b.md)\n";
        let entry = |title: &str, page: &str, inner| {
            Line::Entry(Entry { title: title.to_owned(), page: page.to_owned(), inner })
        };
        let wanted = [
            entry("Start", "docs/README.md", false),
            Line::Part("Guide".to_owned()),
            entry("A", "docs/guide/a.md", false),
            entry("B", "b.md", true),
        ];
        assert_eq!(Summary::read(text).lines, wanted);
    }
}
