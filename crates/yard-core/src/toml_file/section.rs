//! A table of a file.

use std::ops::RangeInclusive;

use toml::de::{DeTable, DeValue};

use super::{Entry, InLayer, TomlFile, Value};
use crate::fault::hint;

/// A table of a [`TomlFile`]: the whole file, a `[section]` or one written in braces.
#[derive(Clone, Debug)]
pub struct Section<'f, 't> {
    pub(super) file: &'f TomlFile<'t>,
    /// What faults call it; nothing for the whole file.
    pub(super) name: &'f str,
    /// The topmost first.
    pub(super) tables: Vec<InLayer<&'f DeTable<'t>>>,
}

impl<'f, 't> Section<'f, 't> {
    /// The file that it is a part of.
    #[must_use]
    pub fn file(&self) -> &'f TomlFile<'t> {
        self.file
    }

    /// Notes every key that nobody knows.
    pub fn check_keys(&self, known: &[&str]) {
        for table in &self.tables {
            for (key, _) in table.it.iter() {
                let name: &str = key.get_ref();
                if known.contains(&name) {
                    continue;
                }
                let hint = hint(name, known.iter().copied());
                let place = InLayer { layer: table.layer, it: key.span().start };
                self.file
                    .note(place, format!("unknown key \"{name}\"{}{hint}", self.whereabouts()));
            }
        }
    }

    /// The value of a key, which may be left out.
    #[must_use]
    pub fn optional(&self, key: &'f str) -> Entry<'f, 't> {
        self.find(key)
    }

    /// The value of a key; that it is missing is noted.
    pub fn required(&self, key: &'f str) -> Entry<'f, 't> {
        let entry = self.find(key);
        if !entry.exists() {
            self.missing(key);
        }
        entry
    }

    /// Notes that a key is missing.
    pub fn missing(&self, key: &str) {
        self.file.fault(format!("the key \"{key}\" is missing{}", self.whereabouts()));
    }

    /// The version of the file must be this one.
    pub fn version(&self, known: u32) {
        self.version_of(known..=known);
    }

    /// The version of the file must be one of these: the newest, or an older one that is still read.
    pub fn version_of(&self, known: RangeInclusive<u32>) {
        let entry = self.required("version");
        if let Some(version) = entry.whole::<u32>(0..)
            && !known.contains(&version)
        {
            let known = match (known.start(), known.end()) {
                (oldest, newest) if oldest == newest => format!("only {newest} is"),
                (oldest, newest) => format!("only {oldest} to {newest} are"),
            };
            entry.fault(format!("version {version} is not known, {known}"));
        }
    }

    /// The keys in the order of the file, for tables whose keys are names that people chose.
    pub fn keys(&self) -> impl Iterator<Item = &'f str> + use<'f, 't> {
        let mut keys: Vec<(usize, usize, &'f str)> = Vec::new();
        for table in &self.tables {
            for (key, _) in table.it.iter() {
                let name: &'f str = key.get_ref();
                if keys.iter().all(|(_, _, known)| *known != name) {
                    keys.push((table.layer, key.span().start, name));
                }
            }
        }
        keys.sort_unstable();
        keys.into_iter().map(|(_, _, name)| name)
    }

    fn whereabouts(&self) -> String {
        match self.name {
            "" => String::new(),
            name => format!(" in [{name}]"),
        }
    }

    fn find(&self, key: &'f str) -> Entry<'f, 't> {
        let in_table = |table: &InLayer<&'f DeTable<'t>>| {
            let found = table.it.iter().find(|(name, _)| name.get_ref() == key);
            found.map(|(_, value)| InLayer { layer: table.layer, it: value })
        };
        let mut found = self.tables.iter().filter_map(in_table);
        let value: Option<InLayer<&'f Value<'t>>> = found.next();
        // Only tables are laid over each other.
        let is_table =
            |value: &InLayer<&'f Value<'t>>| matches!(value.it.get_ref(), DeValue::Table(_));
        let below = match &value {
            Some(value) if is_table(value) => found.take_while(is_table).collect(),
            Some(_) | None => Vec::new(),
        };
        Entry { file: self.file, key, value, below }
    }
}
