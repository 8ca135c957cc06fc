//! The two sides of the game.

use std::fmt;

/// One of the two sides. Files and messages call them `mr-x` and `detectives`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Side {
    /// The detectives, who share what they know.
    Detectives,
    /// Mr X.
    MrX,
}

impl Side {
    /// Both sides, Mr X first, as in every list that people read.
    pub const BOTH: [Side; 2] = [Side::MrX, Side::Detectives];

    /// The side as files and commands write it.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Side::MrX => "mr-x",
            Side::Detectives => "detectives",
        }
    }

    /// The other side.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::MrX => Side::Detectives,
            Side::Detectives => Side::MrX,
        }
    }
}

/// The side in a sentence: "Mr X" or "the detectives".
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::MrX => "Mr X",
            Side::Detectives => "the detectives",
        })
    }
}
