//! A file, and those it builds on.

use std::cell::RefCell;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Section;
use crate::fault::{Fault, Faults};

/// A value with the place it came from.
pub(super) type Value<'t> = Spanned<DeValue<'t>>;

/// The text of one file.
#[derive(Debug)]
struct Layer<'t> {
    /// What faults call it; the topmost file needs no name.
    name: &'t str,
    /// Where the lines end.
    ends: Vec<usize>,
    root: DeTable<'t>,
}

/// Something in one of the files that lie over each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct InLayer<T> {
    pub(super) layer: usize,
    pub(super) it: T,
}

/// A TOML file and the faults found in it so far.
#[derive(Debug)]
pub struct TomlFile<'t> {
    /// The file itself first, then those it builds on.
    layers: Vec<Layer<'t>>,
    faults: RefCell<Vec<Fault>>,
}

impl<'t> TomlFile<'t> {
    /// Parses a text.
    ///
    /// # Errors
    /// Lists all that is no TOML.
    pub fn parse(text: &'t str) -> Result<TomlFile<'t>, Faults> {
        let ends = text.match_indices('\n').map(|(at, _)| at).collect();
        let (root, errors) = DeTable::parse_recoverable(text);
        let layer = Layer { name: "", ends, root: root.into_inner() };
        let file = TomlFile { layers: vec![layer], faults: RefCell::default() };
        for error in errors {
            let text = error.message().trim().replace('\n', "; ");
            match error.span() {
                Some(span) => file.note(InLayer { layer: 0, it: span.start }, text),
                None => file.fault(text),
            }
        }
        file.check()?;
        Ok(file)
    }

    /// Lays this file over another one: what it leaves out is taken from below, table by table.
    ///
    /// Faults of the file below are told without a line, under its name.
    #[must_use]
    pub fn over(mut self, name: &'t str, below: TomlFile<'t>) -> TomlFile<'t> {
        self.layers.extend(below.layers.into_iter().map(|layer| match layer.name {
            "" => Layer { name, ..layer },
            _ => layer,
        }));
        self.faults.get_mut().extend(below.faults.into_inner());
        self
    }

    /// The table that is the whole file.
    pub fn root(&self) -> Section<'_, 't> {
        let tables = self.layers.iter().enumerate();
        let tables = tables.map(|(layer, it)| InLayer { layer, it: &it.root }).collect();
        Section { file: self, name: "", tables }
    }

    /// Notes a fault of the file as a whole.
    pub fn fault(&self, text: impl Into<String>) {
        self.add(Fault::new(text));
    }

    /// Notes a fault that was found elsewhere, such as by a check of all that was read.
    pub fn add(&self, fault: Fault) {
        self.faults.borrow_mut().push(fault);
    }

    /// Notes a fault of the value with this path, such as `learner.batch`. It has no line where the
    /// file does not have the value.
    pub fn fault_at(&self, path: &str, text: impl Into<String>) {
        let mut section = Some(self.root());
        let mut place = None;
        for key in path.split('.') {
            let Some(entry) = section.map(|section| section.optional(key)) else { break };
            place = entry.place();
            section = entry.as_section();
        }
        match place {
            Some(place) => self.note(place, text),
            None => self.fault(text),
        }
    }

    /// Tells whether a fault was found.
    pub fn has_faults(&self) -> bool {
        !self.faults.borrow().is_empty()
    }

    /// The faults found so far, in the order of the file; those of the whole file come last.
    ///
    /// # Errors
    /// When there are any.
    pub fn check(&self) -> Result<(), Faults> {
        let mut faults = self.faults.borrow().clone();
        if faults.is_empty() {
            return Ok(());
        }
        faults.sort_by_key(|fault| (fault.line.is_none(), fault.line));
        Err(Faults(faults))
    }

    /// What was read, if the file has no fault.
    ///
    /// # Errors
    /// Lists every fault. `None` stands for something that is missing, which was noted.
    pub fn finish<T>(self, read: Option<T>) -> Result<T, Faults> {
        self.check()?;
        read.ok_or_else(|| Fault::new("something is missing").into())
    }

    pub(super) fn line(&self, place: InLayer<usize>) -> usize {
        1 + self.layers[place.layer].ends.partition_point(|end| *end < place.it)
    }

    pub(super) fn note(&self, place: InLayer<usize>, text: impl Into<String>) {
        let fault = Fault::at(self.line(place), text);
        let fault = match self.layers[place.layer].name {
            "" => fault,
            name => Fault::new(format!("base \"{name}\": {fault}")),
        };
        self.add(fault);
    }
}
