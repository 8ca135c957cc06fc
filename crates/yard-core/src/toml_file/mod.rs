//! TOML files read so that every fault is found, each with its line.
//!
//! Rules, boards and whatever else people write by hand are read with this: an unknown key is
//! answered with "did you mean", a wrong value with what it must be, and all faults come at once.
//! A getter that finds a fault notes it and returns `None`; [`TomlFile::finish`] gives the value
//! only when nothing was noted.
//!
//! ```
//! use yard_core::Faults;
//! use yard_core::toml_file::TomlFile;
//!
//! #[derive(PartialEq, Debug)]
//! struct Plan { games: u64, rate: f64, loss: &'static str }
//!
//! fn read(text: &str) -> Result<Plan, Faults> {
//!     let file = TomlFile::parse(text)?;
//!     let root = file.root();
//!     root.check_keys(&["version", "games", "learner"]);
//!     root.version(1);
//!     let games = root.required("games").whole(1..=1_000_000);
//!     let learner = root.required("learner").section(&["rate", "loss"]);
//!     let rate = learner.as_ref().and_then(|it| it.required("rate").number(0.0..=1.0));
//!     let loss = learner.and_then(|it| it.optional("loss").choice(&["huber", "mse"], |name| *name));
//!     // A plan only where nothing is missing; otherwise the fault has been noted.
//!     let plan = || Some(Plan { games: games?, rate: rate?, loss: loss.unwrap_or("huber") });
//!     file.finish(plan())
//! }
//!
//! let good = "version = 1\ngames = 500\n[learner]\nrate = 0.001\n";
//! assert_eq!(read(good), Ok(Plan { games: 500, rate: 0.001, loss: "huber" }));
//! let bad = "version = 1\ngame = 500\n[learner]\nrate = 2\nloss = 'hubr'\n";
//! assert_eq!(
//!     read(bad).unwrap_err().to_string(),
//!     "4 faults\n  \
//!      line 2: unknown key \"game\", did you mean \"games\"?\n  \
//!      line 4: rate must be a number between 0 and 1, not 2\n  \
//!      line 5: loss is \"huber\" or \"mse\", not \"hubr\", did you mean \"huber\"?\n  \
//!      the key \"games\" is missing"
//! );
//! ```

mod entry;
mod file;
mod section;
#[cfg(test)]
mod tests;

pub use entry::Entry;
pub use file::TomlFile;
pub use section::Section;

use file::{InLayer, Value};
