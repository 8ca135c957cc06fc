//! Saved games as text and JSON, with or without Mr X's hidden stations.

#[cfg(feature = "serde")]
mod json;
mod replay;
mod text;

use crate::error::PlayError;
use crate::fault::Faults;
use crate::moves::PublicMrXMove;
use crate::notation::{DetectiveText, NotationError};
use crate::public_state::Turn;
use crate::setup::Setup;
use crate::side::Side;
use crate::station::Station;

pub use text::is_plain_name;

#[cfg(feature = "serde")]
use json::JsonRecord;

/// How a record ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum RecordResult {
    /// The game goes on.
    #[default]
    Open,
    /// The detectives won.
    Detectives,
    /// Mr X won.
    MrX,
}

impl RecordResult {
    fn of(turn: Turn) -> RecordResult {
        match turn {
            Turn::Over(outcome) => match outcome.winner() {
                Side::Detectives => RecordResult::Detectives,
                Side::MrX => RecordResult::MrX,
            },
            Turn::MrX | Turn::Detective(_) | Turn::Team => RecordResult::Open,
        }
    }

    fn name(self) -> &'static str {
        match self {
            RecordResult::Open => "open",
            RecordResult::Detectives => "detectives",
            RecordResult::MrX => "mr-x",
        }
    }
}

/// One round: Mr X's turn and what the detectives did after it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct RecordTurn {
    /// Mr X's move; a station is `?` where it is not known.
    pub mr_x: PublicMrXMove,
    /// The detectives' moves in the order in which they were made.
    #[cfg_attr(feature = "serde", serde(default))]
    pub detectives: Vec<DetectiveText>,
}

/// A saved game; docs/reference/record.md describes the format.
///
/// A *full* record has every station and replays to a [`Game`](crate::Game). A record with `?` in it, such as
/// the log kept at a real table, replays to a [`DetectiveView`](crate::DetectiveView).
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "JsonRecord", into = "JsonRecord"))]
pub struct Record {
    /// Name of the rules.
    pub rules: String,
    /// Mr X's start station, where known.
    pub mr_x: Option<Station>,
    /// The detectives' start stations.
    pub detectives: Vec<Station>,
    /// Where the game began, if that was a setup (rule 3.4); its stations are those above.
    pub setup: Option<Setup>,
    /// What detectives did before Mr X's first turn, where a setup begins in their round.
    pub first: Vec<DetectiveText>,
    /// The rounds.
    pub turns: Vec<RecordTurn>,
    /// How it ended.
    pub result: RecordResult,
    /// Whether the detectives won by leaving Mr X without a move. A hidden record needs to be told;
    /// without this, a last move onto a candidate counts as the capture.
    pub cornered: bool,
}

/// Why a record does not replay.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum RecordError {
    /// The start does not fit the rules.
    #[error("start: {0}")]
    Start(Faults),
    /// A move that cannot be made.
    #[error("turn {turn}, {who}: {mv}: {cause}")]
    Move {
        /// The turn, counted from 1.
        turn: usize,
        /// Who made it.
        who: String,
        /// The move as written.
        mv: String,
        /// Why not.
        cause: PlayError,
    },
    /// A move whose owner is unclear.
    #[error("turn {turn}: {cause}")]
    Text {
        /// The turn, counted from 1.
        turn: usize,
        /// Why not.
        cause: NotationError,
    },
    /// A station is needed that the record hides.
    #[error("the record hides stations of Mr X, so only the detectives' view can be replayed")]
    Hidden,
    /// The result does not follow from the moves.
    #[error("the result is \"{said}\", but by the moves it is \"{found}\"")]
    Result {
        /// What the record says.
        said: &'static str,
        /// What the moves say.
        found: &'static str,
    },
}

/// The newest version. It is written where there is a setup; every other record is one of version 1.
const VERSION: u32 = 2;

impl Record {
    fn version(&self) -> u32 {
        if self.setup.is_some() { VERSION } else { 1 }
    }

    /// The stations of a setup, Mr X's first; the error names the number that is none.
    fn stations(setup: &Setup) -> Result<(Option<Station>, Vec<Station>), u32> {
        let station = |number: u32| u8::try_from(number).ok().and_then(Station::new).ok_or(number);
        let detectives = setup.detectives.iter().map(|number| station(*number));
        Ok((setup.x.map(station).transpose()?, detectives.collect::<Result<_, _>>()?))
    }
}
