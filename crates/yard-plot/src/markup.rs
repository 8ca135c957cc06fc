//! Text inside SVG and HTML.

/// A text without the characters that XML does not allow.
pub(crate) fn plain(text: &str) -> String {
    let odd = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    text.chars().map(|c| if odd(c) { ' ' } else { c }).collect()
}

/// A text as it stands in XML and HTML, in elements and in quoted attributes.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in plain(text).chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}

/// Why the tags of a text are not balanced, for the tests of whatever writes markup; `None` when they
/// are. `void` are tags without an end.
pub fn unbalanced(text: &str, void: &[&str]) -> Option<String> {
    let mut open = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        let Some(end) = rest[start..].find('>') else {
            return Some(format!("an open <: {}", &rest[start..]));
        };
        let tag = &rest[start + 1..start + end];
        rest = &rest[start + end + 1..];
        if tag.matches('"').count() % 2 == 1 {
            return Some(format!("an open quote: {tag}"));
        }
        let name: String = tag.chars().take_while(|c| !" /\n".contains(*c)).collect();
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop().as_deref() != Some(name) {
                return Some(format!("</{name}> ends what is not open"));
            }
        } else if !tag.ends_with('/') && !tag.starts_with('!') && !void.contains(&name.as_str()) {
            open.push(name);
        }
    }
    (!open.is_empty()).then(|| format!("never ended: {open:?}"))
}
