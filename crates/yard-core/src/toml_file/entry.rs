//! A value of a file, or the place where it was left out.

use std::fmt::Display;
use std::ops::{Bound, RangeBounds};

use toml::de::DeValue;

use super::{InLayer, Section, TomlFile, Value};
use crate::fault::{hint_or, one_of, shorten};

/// The value of a key, or one of a list.
///
/// What the getters want and do not find is noted as a fault. A value that was left out is no fault
/// here: [`Section::required`] has noted it.
#[derive(Clone, Debug)]
pub struct Entry<'f, 't> {
    pub(super) file: &'f TomlFile<'t>,
    pub(super) key: &'f str,
    pub(super) value: Option<InLayer<&'f Value<'t>>>,
    /// Tables of the same name in the files below.
    pub(super) below: Vec<InLayer<&'f Value<'t>>>,
}

impl<'f, 't> Entry<'f, 't> {
    /// Tells whether the file has it.
    #[must_use]
    pub fn exists(&self) -> bool {
        self.value.is_some()
    }

    /// Its line, counted from 1.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        self.place().map(|place| self.file.line(place))
    }

    /// The same value under another name in the texts of faults.
    #[must_use]
    pub fn named(self, name: &'f str) -> Entry<'f, 't> {
        Entry { key: name, ..self }
    }

    /// Notes a fault on its line.
    pub fn fault(&self, text: impl Into<String>) {
        match self.place() {
            Some(place) => self.file.note(place, text),
            None => self.file.fault(text),
        }
    }

    /// Notes what the value must be, as in "games must be a whole number from 1, not a text".
    pub fn must_be(&self, wanted: &str) {
        let got = match self.raw() {
            None => return,
            Some(DeValue::Integer(number)) => number.as_str().to_owned(),
            Some(DeValue::Float(number)) => number.as_str().to_owned(),
            Some(DeValue::Boolean(flag)) => flag.to_string(),
            Some(DeValue::String(_)) => "a text".to_owned(),
            Some(DeValue::Datetime(_)) => "a date".to_owned(),
            Some(DeValue::Array(_)) => "a list".to_owned(),
            Some(DeValue::Table(_)) => "a table".to_owned(),
        };
        self.fault(format!("{} must be {wanted}, not {got}", self.key));
    }

    /// A whole number within a range, such as `1..` or `0..=100`.
    pub fn whole<T>(&self, range: impl RangeBounds<T>) -> Option<T>
    where
        T: TryFrom<u64> + PartialOrd + Display,
    {
        let number = self.as_whole().and_then(|number| T::try_from(number).ok());
        let number = number.filter(|number| range.contains(number));
        if number.is_none() && self.exists() {
            let least = bound(range.start_bound()).map_or("0".to_owned(), ToString::to_string);
            let most = bound(range.end_bound()).map(|most| format!(" to {most}"));
            self.must_be(&format!("a whole number from {least}{}", most.unwrap_or_default()));
        }
        number
    }

    /// A finite number within a range, such as `..` or `0.0..=1.0`; with or without a point.
    pub fn number(&self, range: impl RangeBounds<f64>) -> Option<f64> {
        let number = match self.raw() {
            Some(DeValue::Integer(number)) => {
                i64::from_str_radix(number.as_str(), number.radix()).ok().map(|n| n as f64)
            }
            Some(DeValue::Float(number)) => number.as_str().parse().ok(),
            Some(_) | None => None,
        };
        let number = number.filter(|number| number.is_finite() && range.contains(number));
        if number.is_none() {
            self.must_be(&match (bound(range.start_bound()), bound(range.end_bound())) {
                (Some(least), Some(most)) => format!("a number between {least} and {most}"),
                (Some(least), None) => format!("a number from {least}"),
                (None, Some(most)) => format!("a number up to {most}"),
                (None, None) => "a number".to_owned(),
            });
        }
        number
    }

    /// A text.
    pub fn text(&self) -> Option<&'f str> {
        let text = self.as_text();
        if text.is_none() {
            self.must_be("a text");
        }
        text
    }

    /// `true` or `false`.
    pub fn switch(&self) -> Option<bool> {
        let flag = self.raw().and_then(DeValue::as_bool);
        if flag.is_none() {
            self.must_be("true or false");
        }
        flag
    }

    /// One of some values, by the name that `name` gives each.
    pub fn choice<T: Clone, N: AsRef<str>>(
        &self,
        values: &[T],
        name: impl Fn(&T) -> N,
    ) -> Option<T> {
        let text = self.text()?;
        let found = values.iter().find(|value| name(value).as_ref() == text);
        if found.is_none() {
            let names: Vec<N> = values.iter().map(name).collect();
            let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
            let hint = hint_or(text, names.iter().copied(), String::new);
            let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
            let (key, known, text) = (self.key, one_of(&quoted), shorten(text));
            self.fault(format!("{key} is {known}, not \"{text}\"{hint}"));
        }
        found.cloned()
    }

    /// The entries of a list; none where it was left out.
    pub fn list(&self) -> impl ExactSizeIterator<Item = Entry<'f, 't>> + use<'f, 't> {
        let (file, key) = (self.file, self.key);
        let list: &'f [Value<'t>] = match self.raw().and_then(DeValue::as_array) {
            Some(list) => list,
            None => {
                self.must_be("a list");
                &[]
            }
        };
        let layer = self.value.map_or(0, |value| value.layer);
        list.iter().map(move |it| Entry {
            file,
            key,
            value: Some(InLayer { layer, it }),
            below: Vec::new(),
        })
    }

    /// A table with these keys; any other key is noted.
    pub fn section(&self, known: &[&str]) -> Option<Section<'f, 't>> {
        self.open_section().inspect(|section| section.check_keys(known))
    }

    /// A table whose keys are names that people chose.
    pub fn open_section(&self) -> Option<Section<'f, 't>> {
        let section = self.as_section();
        if section.is_none() {
            self.must_be("a table");
        }
        section
    }

    /// The text, if it is one; anything else is no fault.
    pub fn as_text(&self) -> Option<&'f str> {
        self.raw().and_then(DeValue::as_str)
    }

    /// The whole number, if it is one from 0; anything else is no fault.
    #[must_use]
    pub fn as_whole(&self) -> Option<u64> {
        let number = self.raw()?.as_integer()?;
        u64::from_str_radix(number.as_str(), number.radix()).ok()
    }

    pub(super) fn as_section(&self) -> Option<Section<'f, 't>> {
        let table = |value: &InLayer<&'f Value<'t>>| {
            let it = value.it.get_ref().as_table()?;
            Some(InLayer { layer: value.layer, it })
        };
        let tables = self.value.iter().chain(&self.below);
        let tables: Vec<_> = tables.filter_map(table).collect();
        if tables.is_empty() {
            return None;
        }
        Some(Section { file: self.file, name: self.key, tables })
    }

    pub(super) fn place(&self) -> Option<InLayer<usize>> {
        self.value.map(|value| InLayer { layer: value.layer, it: value.it.span().start })
    }

    fn raw(&self) -> Option<&'f DeValue<'t>> {
        self.value.map(|value| value.it.get_ref())
    }
}

/// The end of a range, to be told. Files have closed ranges, so an excluded end is near enough.
fn bound<T>(bound: Bound<&T>) -> Option<&T> {
    match bound {
        Bound::Included(end) | Bound::Excluded(end) => Some(end),
        Bound::Unbounded => None,
    }
}
