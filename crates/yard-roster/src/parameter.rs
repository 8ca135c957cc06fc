//! What can be set of an agent, described once.
//!
//! A [`Parameter`] ties a key to a field of the agent's own configuration. Reading a text, printing it
//! back, the default in `yard agents` and what the server allows its clients all come from it.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use yard_agents::Budget;
use yard_core::one_of;

/// One parameter of an agent whose configuration is a `C`.
pub(crate) struct Parameter<C: 'static> {
    /// Its name in a specification.
    pub(crate) key: &'static str,
    /// What it does.
    pub(crate) meaning: &'static str,
    /// What it may be, and where it goes.
    pub(crate) field: Field<C>,
}

/// A field of a configuration: its kind, how it is read and how it is set.
pub(crate) enum Field<C: 'static> {
    /// A whole number.
    Count { least: u64, most: u64, get: fn(&C) -> u64, set: fn(&mut C, u64) },
    /// A number.
    Number { least: f64, most: f64, get: fn(&C) -> f64, set: fn(&mut C, f64) },
    /// One of several words, by its place in the list.
    Choice { words: &'static [&'static str], get: fn(&C) -> usize, set: fn(&mut C, usize) },
    /// One of two words: what it is when on, and when off.
    Switch { words: [&'static str; 2], get: fn(&C) -> bool, set: fn(&mut C, bool) },
    /// Something shipped, by name, or a file.
    File { shipped: &'static [&'static str], get: fn(&C) -> &FileName, set: fn(&mut C, FileName) },
    /// What a move may cost, in this unit. An agent has one budget, whatever units it knows.
    Budget { unit: Unit, get: fn(&C) -> Budget, set: fn(&mut C, Budget) },
}

/// What a budget counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Simulated games.
    Playouts,
    /// Moves made in a search.
    Nodes,
    /// Milliseconds.
    Ms,
}

impl Unit {
    /// The most that can be asked for.
    const fn most(self) -> u64 {
        match self {
            Unit::Playouts => 100_000_000,
            Unit::Nodes => 100_000_000_000,
            Unit::Ms => 3_600_000,
        }
    }

    /// So much of this unit.
    pub fn budget(self, amount: u64) -> Budget {
        match self {
            Unit::Playouts => Budget::Playouts(u32::try_from(amount).unwrap_or(u32::MAX)),
            Unit::Nodes => Budget::Nodes(amount),
            Unit::Ms => Budget::Time(Duration::from_millis(amount)),
        }
    }

    /// The unit of a budget and how much of it there is.
    pub fn of(budget: Budget) -> (Unit, u64) {
        match budget {
            Budget::Playouts(playouts) => (Unit::Playouts, u64::from(playouts)),
            Budget::Nodes(nodes) => (Unit::Nodes, nodes),
            Budget::Time(time) => (Unit::Ms, u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
        }
    }

    /// The parameter that sets it.
    pub const fn key(self) -> &'static str {
        match self {
            Unit::Playouts => "playouts",
            Unit::Nodes => "nodes",
            Unit::Ms => "ms",
        }
    }

    /// The unit in a sentence.
    pub const fn words(self) -> &'static str {
        match self {
            Unit::Playouts => "playouts for each move",
            Unit::Nodes => "nodes for each move",
            Unit::Ms => "milliseconds for each move",
        }
    }
}

/// What a parameter may be.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Kind {
    /// A whole number within bounds.
    Count {
        /// The least.
        least: u64,
        /// The most.
        most: u64,
    },
    /// A number within bounds.
    Number {
        /// The least.
        least: f64,
        /// The most.
        most: f64,
    },
    /// One of these words.
    Choice {
        /// The words.
        words: Vec<&'static str>,
    },
    /// On or off, by these two words.
    Switch {
        /// What it is when on, and when off.
        words: [&'static str; 2],
    },
    /// Something shipped, or a file.
    File {
        /// Names of what is shipped.
        shipped: Vec<&'static str>,
    },
    /// A budget.
    Budget {
        /// What it counts.
        unit: Unit,
        /// The most.
        most: u64,
    },
}

/// What a parameter is.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// A whole number.
    Count(u64),
    /// A number.
    Number(f64),
    /// One of several words.
    Choice(&'static str),
    /// On or off, and the word for it.
    Switch(bool, &'static str),
    /// Something shipped, or a file.
    File(FileName),
    /// A budget in its own unit; `None` when the agent's budget is in another.
    Budget(Unit, Option<u64>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Count(count) => write!(f, "{count}"),
            Value::Number(number) => write!(f, "{number}"),
            Value::Choice(word) | Value::Switch(_, word) => f.write_str(word),
            Value::File(file) => write!(f, "{file}"),
            Value::Budget(_, Some(amount)) => write!(f, "{amount}"),
            Value::Budget(_, None) => f.write_str("none"),
        }
    }
}

/// What a parameter that may name a file names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileName {
    /// Something that comes with the program or is kept by it, by name.
    Shipped(&'static str),
    /// A file of a training, `runs/RUN/FILE`: it lies in the folder of runs, wherever that is.
    Run {
        /// The folder of the training.
        run: String,
        /// The file in it.
        file: String,
    },
    /// Any other file.
    Path(PathBuf),
}

/// How the files of trainings begin in a specification.
const RUNS: &str = "runs/";

impl FileName {
    /// What a text means, where these names are shipped.
    pub(crate) fn read(text: &str, shipped: &'static [&'static str]) -> FileName {
        if let Some(name) = shipped.iter().find(|name| **name == text) {
            return FileName::Shipped(name);
        }
        match text.strip_prefix(RUNS).and_then(|rest| rest.split_once('/')) {
            Some((run, file)) if is_plain(run) && is_plain(file) => {
                FileName::Run { run: run.to_owned(), file: file.to_owned() }
            }
            Some(_) | None => FileName::Path(PathBuf::from(text)),
        }
    }
}

/// Tells whether a text is one part of a path, and no way out of its folder.
fn is_plain(part: &str) -> bool {
    !part.is_empty() && part != "." && part != ".." && !part.contains(['/', '\\'])
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileName::Shipped(name) => f.write_str(name),
            FileName::Run { run, file } => write!(f, "{RUNS}{run}/{file}"),
            FileName::Path(path) => write!(f, "{}", path.display()),
        }
    }
}

impl<C> Field<C> {
    /// What it is in a configuration.
    pub(crate) fn get(&self, config: &C) -> Value {
        match self {
            Field::Count { get, .. } => Value::Count(get(config)),
            Field::Number { get, .. } => Value::Number(get(config)),
            Field::Choice { words, get, .. } => Value::Choice(words[get(config)]),
            Field::Switch { words: [on, off], get, .. } => {
                let is_on = get(config);
                Value::Switch(is_on, if is_on { on } else { off })
            }
            Field::File { get, .. } => Value::File(get(config).clone()),
            Field::Budget { unit, get, .. } => {
                let (is, amount) = Unit::of(get(config));
                Value::Budget(*unit, (is == *unit).then_some(amount))
            }
        }
    }

    /// Sets it from a text.
    ///
    /// # Errors
    /// Says what it must be.
    pub(crate) fn read(&self, config: &mut C, text: &str) -> Result<(), String> {
        match self {
            Field::Count { least, most, set, .. } => set(config, whole(text, *least, *most)?),
            Field::Number { least, most, set, .. } => {
                let number = text.parse().ok().filter(|number| (*least..=*most).contains(number));
                set(config, number.ok_or_else(|| bounds(least, most))?);
            }
            Field::Choice { words, set, .. } => {
                let place = words.iter().position(|word| *word == text);
                set(config, place.ok_or_else(|| one_of(words))?);
            }
            Field::Switch { words, set, .. } => {
                let place = words.iter().position(|word| *word == text);
                set(config, place.ok_or_else(|| one_of(words))? == 0);
            }
            Field::File { shipped, set, .. } => set(config, FileName::read(text, shipped)),
            Field::Budget { unit, set, .. } => {
                set(config, unit.budget(whole(text, 1, unit.most())?));
            }
        }
        Ok(())
    }

    /// What it may be.
    pub(crate) fn kind(&self) -> Kind {
        match self {
            Field::Count { least, most, .. } => Kind::Count { least: *least, most: *most },
            Field::Number { least, most, .. } => Kind::Number { least: *least, most: *most },
            Field::Choice { words, .. } => Kind::Choice { words: words.to_vec() },
            Field::Switch { words, .. } => Kind::Switch { words: *words },
            Field::File { shipped, .. } => Kind::File { shipped: shipped.to_vec() },
            Field::Budget { unit, .. } => Kind::Budget { unit: *unit, most: unit.most() },
        }
    }

    /// Tells whether it is a budget.
    pub(crate) fn is_budget(&self) -> bool {
        matches!(self, Field::Budget { .. })
    }
}

fn whole(text: &str, least: u64, most: u64) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| bounds(&least, &most))
}

fn bounds<T: fmt::Display>(least: &T, most: &T) -> String {
    format!("a number from {least} to {most}")
}

/// A whole number of a configuration: its key, its field, its bounds, its meaning.
macro_rules! count {
    ($key:literal, $($field:ident).+, $least:literal..=$most:literal, $meaning:literal) => {
        $crate::parameter::Parameter {
            key: $key,
            meaning: $meaning,
            field: $crate::parameter::Field::Count {
                least: $least,
                most: $most,
                get: |config| u64::from(config.$($field).+),
                // The bounds have been checked, so it fits.
                set: |config, count| config.$($field).+ = count.try_into().unwrap_or($least),
            },
        }
    };
}

/// A number of a configuration.
macro_rules! number {
    ($key:literal, $($field:ident).+, $least:literal..=$most:literal, $meaning:literal) => {
        $crate::parameter::Parameter {
            key: $key,
            meaning: $meaning,
            field: $crate::parameter::Field::Number {
                least: $least,
                most: $most,
                get: |config| config.$($field).+,
                set: |config, number| config.$($field).+ = number,
            },
        }
    };
}

/// A field of a configuration that is one of several values, each with its word.
macro_rules! choice {
    ($key:literal, $($field:ident).+, [$($word:literal => $value:expr),+ $(,)?], $meaning:literal) => {
        $crate::parameter::Parameter {
            key: $key,
            meaning: $meaning,
            field: $crate::parameter::Field::Choice {
                words: &[$($word),+],
                get: |config| {
                    // A value without a word cannot be asked for, so it is never here.
                    [$($value),+].iter().position(|value| *value == config.$($field).+).unwrap_or(0)
                },
                set: |config, place| config.$($field).+ = [$($value),+][place],
            },
        }
    };
}

/// A field of a configuration that is on or off.
macro_rules! switch {
    ($key:literal, $($field:ident).+, [$on:literal, $off:literal], $meaning:literal) => {
        $crate::parameter::Parameter {
            key: $key,
            meaning: $meaning,
            field: $crate::parameter::Field::Switch {
                words: [$on, $off],
                get: |config| config.$($field).+,
                set: |config, is_on| config.$($field).+ = is_on,
            },
        }
    };
}

/// A field of a configuration that names something shipped, or a file.
macro_rules! file {
    ($key:literal, $($field:ident).+, $shipped:expr, $meaning:literal) => {
        $crate::parameter::Parameter {
            key: $key,
            meaning: $meaning,
            field: $crate::parameter::Field::File {
                shipped: $shipped,
                get: |config| &config.$($field).+,
                set: |config, file| config.$($field).+ = file,
            },
        }
    };
}

/// The budget of a configuration, in one unit.
macro_rules! budget {
    ($key:literal, $unit:ident, $($field:ident).+, $meaning:literal) => {
        $crate::parameter::Parameter {
            key: $key,
            meaning: $meaning,
            field: $crate::parameter::Field::Budget {
                unit: $crate::parameter::Unit::$unit,
                get: |config| config.$($field).+,
                set: |config, budget| config.$($field).+ = budget,
            },
        }
    };
}

pub(crate) use {budget, choice, count, file, number, switch};
