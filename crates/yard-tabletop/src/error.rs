//! Why something cannot be done at a table: small enums whose texts are for people.
//!
//! A text goes back to the one who asked, so it names nothing that this seat cannot see. Which status a
//! client gets for which error is the driver's business.

use yard_core::{DetectiveId, Faults, NotationError, PlayError, RecordError, Turn};

use crate::move_clock::CLOCK_SECONDS;
use crate::person_name::LONGEST_NAME;
use crate::record_text::Line;
use crate::setup::MOST_PACE_MS;

/// Why a move that somebody sent is not played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// The link has no seat.
    #[error("this link is for watching")]
    Watching,
    /// The move was meant for another moment of the game.
    #[error("the game has gone on since; look at it again")]
    Stale,
    /// The game does not go on.
    #[error("the game is cancelled")]
    Cancelled,
    /// The people at the table have stopped the game.
    #[error("the game is paused; go on with it first")]
    Paused,
    /// The game waits for somebody else, or is over.
    #[error("{}", whose_turn(*turn))]
    NotYourTurn {
        /// Whom it waits for.
        turn: Turn,
    },
    /// Another seat moves this detective.
    #[error("detective {by} is moved by another seat")]
    OtherSeat {
        /// Which detective.
        by: DetectiveId,
    },
    /// The text is no move.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The rules forbid it.
    #[error("not possible: {0}")]
    Illegal(PlayError),
}

fn whose_turn(turn: Turn) -> String {
    match turn {
        Turn::MrX | Turn::Detective(_) | Turn::Team => PlayError::OutOfTurn { turn }.to_string(),
        Turn::Over(_) => "the game is over".to_owned(),
    }
}

/// Why nothing is taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UndoError {
    /// The link has no seat.
    #[error("this link is for watching")]
    Watching,
    /// Several people played, and the end has shown them where Mr X was.
    #[error("the game is over and everybody has seen Mr X's way, so nothing is taken back")]
    SeenByAll,
    /// The game does not go on.
    #[error("the game is cancelled")]
    Cancelled,
    /// The seat has not moved yet.
    #[error("there is nothing to take back")]
    Nothing,
    /// The seat has just asked, and was told no.
    #[error("the others said no; ask again after another move")]
    Declined,
}

/// Why a game is not stopped, resumed or hurried, or a wish for that not turned down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ControlError {
    /// The link has no seat.
    #[error("this link is for watching")]
    Watching,
    /// A game that has ended cannot be cancelled.
    #[error("the game is over already")]
    Over,
    /// Another proposal is open.
    #[error("the table is deciding on something else; answer that first")]
    Deciding,
    /// There is nothing to decline.
    #[error("nobody asks for anything now")]
    NothingAsked,
    /// Others are asked.
    #[error("others are asked, not this seat")]
    NotAsked,
}

/// Why a clock is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("clock_s is {} to {} seconds", CLOCK_SECONDS.start(), CLOCK_SECONDS.end())]
pub struct ClockError;

/// Why there is no next game, or not with these seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RematchError {
    /// The link has no seat.
    #[error("this link is for watching")]
    Watching,
    /// The game goes on.
    #[error("the game goes on; a rematch comes after its end")]
    GoesOn,
    /// Nobody could change places.
    #[error("no person plays here, so nobody can change seats")]
    NobodyPlays,
    /// All people are detectives.
    #[error(
        "all people play on one side, so nobody would change sides; keep the seats, or make a new game"
    )]
    SameSide,
    /// No single agent could take over the other side.
    #[error("several agents cannot take over one side; keep the seats, or make a new game")]
    SeveralAgents,
}

/// Why nobody sits down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ClaimError {
    /// There is no such seat of a person.
    #[error("there is no such seat to sit on")]
    NoSeat,
    /// Somebody was here before.
    #[error("somebody already sits on this seat")]
    Taken,
}

/// Why no seed is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "a seed cannot be chosen where more than one person plays: whoever knows it can work out where Mr X is; \
     leave it out"
)]
pub struct SeedError;

/// Why a name is not shown to others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a name has at most {LONGEST_NAME} letters and none that are not seen")]
pub struct NameError;

/// Why a seat does not get a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RenameError {
    /// The name cannot be shown.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The link has no seat.
    #[error("this link is for watching")]
    Watching,
}

/// Why seats do not fit a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SeatsError {
    /// There must be one seat for all detectives, or one each.
    #[error("there are {detectives} detectives, but seats for {seats}")]
    Count {
        /// Detectives under the rules.
        detectives: u8,
        /// Seats that were given.
        seats: usize,
    },
    /// Somebody wants a seat that is none of a person's.
    #[error("claim names a seat on which no person sits here")]
    NoSuchSeat,
    /// A name cannot be shown.
    #[error(transparent)]
    Name(#[from] NameError),
}

/// Why a pace is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("pace_ms is at most {MOST_PACE_MS}")]
pub struct PaceError;

/// Why a seat gets no help.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HelpError {
    /// The game was made without it.
    #[error("this help is switched off in this game")]
    SwitchedOff,
    /// The game does not go on.
    #[error("the game is cancelled")]
    Cancelled,
    /// Watchers need no hints.
    #[error("hints are for those who play")]
    Watching,
    /// The game waits for somebody else.
    #[error("hints are for the seat that moves")]
    NotYourTurn,
}

/// Why there are no such rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CatalogError {
    /// Nothing has this name.
    #[error("there are no rules \"{0}\" here")]
    Unknown(String),
    /// The name describes rules that cannot be.
    #[error(transparent)]
    Faults(#[from] Faults),
}

/// Why a JSON object cannot be read, without the names of our types.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ObjectError(pub(crate) String);

/// Why the text of a record is refused, with the line where that is known.
#[derive(Debug, thiserror::Error)]
pub enum RecordTextError {
    /// It begins like JSON and is no record.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// It is no record.
    #[error(transparent)]
    Text(#[from] Faults),
    /// Its rules are not on offer.
    #[error("{line}{cause}")]
    Rules {
        /// Where they are named.
        line: Line,
        /// Why not.
        cause: CatalogError,
    },
    /// Its rules are not for so many detectives.
    #[error("{line}{cause}")]
    Detectives {
        /// Where the detectives start.
        line: Line,
        /// Why not.
        cause: Faults,
    },
    /// It does not replay.
    #[error("{line}{cause}")]
    Replay {
        /// The turn or the result that is wrong.
        line: Line,
        /// Why not.
        cause: RecordError,
    },
}

impl RecordTextError {
    /// The line that is wrong, counted from 1, where it is known.
    pub fn line(&self) -> Option<usize> {
        match self {
            RecordTextError::Json(error) => Some(error.line().max(1)),
            RecordTextError::Text(faults) => faults.0.iter().find_map(|fault| fault.line),
            RecordTextError::Rules { line, .. }
            | RecordTextError::Detectives { line, .. }
            | RecordTextError::Replay { line, .. } => line.number(),
        }
    }
}

/// Why a record cannot be shown from a viewpoint.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// Mr X's viewpoint needs every station.
    #[error("the record hides Mr X, so his eyes see no more")]
    Hidden,
    /// It does not replay.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// Why a kept game cannot be brought back.
///
/// The texts are general: what exactly is wrong may tell where Mr X is.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RestoreError {
    /// The start stations.
    #[error("its start is damaged")]
    Start,
    /// Who sits where.
    #[error("its seats are damaged")]
    Seats,
    /// Which help is allowed.
    #[error("its help is damaged")]
    Help,
    /// Whether it goes on.
    #[error("its state is damaged")]
    State,
    /// A link to a seat that the game does not have.
    #[error("its links are damaged")]
    Links,
    /// The moves.
    #[error("its moves do not fit these rules")]
    Moves,
    /// A kept record.
    #[error("its record is damaged")]
    Record,
    /// The clock, the next game, or who was late.
    #[error("what its table had agreed on is damaged")]
    Table,
    /// The text of its rules.
    #[error("its rules are damaged")]
    KeptRules,
    /// Its rules are not on offer any more.
    #[error(transparent)]
    Rules(#[from] CatalogError),
}
