//! Faults found in files and setups: all of them at once, each with its line where known.

use std::fmt;

/// One thing that is wrong with a file or a setup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Line of the file, counted from 1.
    pub line: Option<usize>,
    /// What is wrong, as a lower-case fragment.
    pub text: String,
}

impl Fault {
    /// A fault without a line.
    pub fn new(text: impl Into<String>) -> Fault {
        Fault { line: None, text: text.into() }
    }

    /// A fault on a line, counted from 1.
    pub fn at(line: usize, text: impl Into<String>) -> Fault {
        Fault { line: Some(line), text: text.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        f.write_str(&self.text)
    }
}

/// A file with more faults than this is not what it was taken for.
const MOST_SHOWN: usize = 100;

/// Every fault of one file or setup; never empty.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_slice() {
            [fault] => fault.fmt(f),
            faults => {
                write!(f, "{} faults", faults.len())?;
                faults.iter().take(MOST_SHOWN).try_for_each(|fault| write!(f, "\n  {fault}"))?;
                match faults.len().checked_sub(MOST_SHOWN) {
                    None | Some(0) => Ok(()),
                    Some(more) => write!(f, "\n  and {more} more"),
                }
            }
        }
    }
}

impl Faults {
    /// The list as a part of another file's list: set in, so that the lines are not mixed up.
    #[must_use]
    pub fn nested(&self) -> String {
        self.to_string().replace('\n', "\n    ")
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Faults {
        Faults(vec![fault])
    }
}

impl From<Vec<Fault>> for Faults {
    fn from(faults: Vec<Fault>) -> Faults {
        Faults(faults)
    }
}

/// Keeps a quoted text short and printable, whatever was typed.
pub(crate) fn shorten(text: &str) -> String {
    let mut short: String = text.chars().filter(|c| !c.is_control()).take(24).collect();
    if text.chars().count() > 24 {
        short.push('…');
    }
    short
}

/// The nearest of the known names, if it is near enough to be what was meant.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|name| (strsim::jaro_winkler(&word.to_lowercase(), name), name))
        .filter(|(near, _)| *near >= 0.8)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}

/// What follows the complaint about an unknown name: `, did you mean "near"?` or ` (known: a, b)`.
///
/// ```
/// use yard_core::hint;
/// assert_eq!(hint("gams", ["games", "seed"]), ", did you mean \"games\"?");
/// assert_eq!(hint("colour", ["games", "seed"]), " (known: games, seed)");
/// ```
#[must_use]
pub fn hint<'a>(word: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    let all = || format!(" (known: {})", known.clone().into_iter().collect::<Vec<_>>().join(", "));
    hint_or(word, known.clone(), all)
}

/// The same with another ending where nothing is near.
#[must_use]
pub fn hint_or<'a>(
    word: &str,
    known: impl IntoIterator<Item = &'a str>,
    otherwise: impl FnOnce() -> String,
) -> String {
    match did_you_mean(word, known) {
        Some(near) => format!(", did you mean \"{near}\"?"),
        None => otherwise(),
    }
}

/// Words as a sentence lists them: `a, b or c`.
#[must_use]
pub fn one_of<S: AsRef<str>>(words: &[S]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [] => "nothing".to_owned(),
        [only] => (*only).to_owned(),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
    }
}
