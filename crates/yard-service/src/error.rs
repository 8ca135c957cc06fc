//! Errors as every page gets them: a status, a code and one sentence. All errors of a table and of records become
//! answers here.

use serde::Serialize;
use yard_core::PlayError;
use yard_tabletop::{
    CatalogError, ClaimError, ClockError, ControlError, HelpError, MoveError, NameError,
    ObjectError, PaceError, RecordTextError, RematchError, RenameError, ReplayError, RestoreError,
    SeatsError, SeedError, UndoError,
};

use crate::secret::NoChance;

/// The codes of the API.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The move is not legal, or is no move.
    BadMove,
    /// A record does not replay.
    BadRecord,
    /// There is no such thing, or it is not yours.
    NotFound,
    /// The game waits for somebody else.
    NotYourTurn,
    /// The game has gone on since.
    Stale,
    /// Somebody already sits on the seat.
    Claimed,
    /// The request makes no sense.
    BadRequest,
    /// The seat may not do this.
    Forbidden,
    /// The request is too large.
    TooLarge,
    /// The request came too slowly.
    TooSlow,
    /// Too many requests.
    TooMany,
    /// The path does not know this method.
    BadMethod,
    /// The server cannot do it now.
    Unavailable,
}

impl Code {
    /// The status that goes with it.
    pub fn status(self) -> u16 {
        match self {
            Code::BadMove | Code::BadRecord => 422,
            Code::NotFound => 404,
            Code::NotYourTurn | Code::Stale | Code::Claimed => 409,
            Code::BadRequest => 400,
            Code::Forbidden => 403,
            Code::TooLarge => 413,
            Code::TooSlow => 408,
            Code::TooMany => 429,
            Code::BadMethod => 405,
            Code::Unavailable => 503,
        }
    }
}

/// An error as it is sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ApiError {
    /// One clear sentence.
    pub error: String,
    /// What kind it is.
    pub code: Code,
}

impl ApiError {
    /// An error of a kind.
    pub fn new(code: Code, error: impl Into<String>) -> ApiError {
        ApiError { error: error.into(), code }
    }

    /// The request makes no sense.
    pub fn bad(error: impl std::fmt::Display) -> ApiError {
        ApiError::new(Code::BadRequest, error.to_string())
    }

    /// The seat may not do this.
    pub fn forbidden(error: impl Into<String>) -> ApiError {
        ApiError::new(Code::Forbidden, error)
    }

    /// It cannot be done now.
    pub fn unavailable(error: impl Into<String>) -> ApiError {
        ApiError::new(Code::Unavailable, error)
    }

    /// One answer for games that are not there and for tokens that do not fit.
    pub fn no_game() -> ApiError {
        ApiError::new(Code::NotFound, "there is no such game, or this link is not one of its seats")
    }

    /// A table that was put away whenever it was asked.
    pub fn no_table() -> ApiError {
        ApiError::unavailable("the table does not answer; try again")
    }

    /// A kept game that cannot be brought back.
    pub fn unreadable(id: &str, error: RestoreError) -> ApiError {
        match error {
            RestoreError::Rules(cause) => cause.into(),
            RestoreError::Start
            | RestoreError::Seats
            | RestoreError::Help
            | RestoreError::State
            | RestoreError::Links
            | RestoreError::KeptRules
            | RestoreError::Record
            | RestoreError::Table
            | RestoreError::Moves => {
                ApiError::unavailable(format!("game {id} cannot be read: {error}"))
            }
        }
    }
}

/// Errors that always have the same code; their text is the sentence.
macro_rules! always {
    ($($error:ty => $code:ident),+ $(,)?) => {$(
        impl From<$error> for ApiError {
            fn from(error: $error) -> ApiError {
                ApiError::new(Code::$code, error.to_string())
            }
        }
    )+};
}

always! {
    PlayError => BadMove,
    RecordTextError => BadRecord,
    SeatsError => BadRequest,
    NameError => BadRequest,
    PaceError => BadRequest,
    ClockError => BadRequest,
    SeedError => BadRequest,
    ObjectError => BadRequest,
    NoChance => Unavailable,
    // What we make ourselves can always be written as JSON; should it not, nothing is sent or kept.
    serde_json::Error => Unavailable,
}

impl From<MoveError> for ApiError {
    fn from(error: MoveError) -> ApiError {
        let code = match error {
            MoveError::Watching => Code::Forbidden,
            MoveError::Stale => Code::Stale,
            MoveError::Cancelled
            | MoveError::Paused
            | MoveError::NotYourTurn { .. }
            | MoveError::OtherSeat { .. } => Code::NotYourTurn,
            MoveError::Notation(_) | MoveError::Illegal(_) => Code::BadMove,
        };
        ApiError::new(code, error.to_string())
    }
}

impl From<UndoError> for ApiError {
    fn from(error: UndoError) -> ApiError {
        let code = match error {
            UndoError::Watching | UndoError::SeenByAll => Code::Forbidden,
            UndoError::Cancelled | UndoError::Declined => Code::NotYourTurn,
            UndoError::Nothing => Code::BadMove,
        };
        ApiError::new(code, error.to_string())
    }
}

impl From<ControlError> for ApiError {
    fn from(error: ControlError) -> ApiError {
        let code = match error {
            ControlError::Watching | ControlError::NotAsked => Code::Forbidden,
            ControlError::Over | ControlError::Deciding | ControlError::NothingAsked => {
                Code::NotYourTurn
            }
        };
        ApiError::new(code, error.to_string())
    }
}

impl From<RematchError> for ApiError {
    fn from(error: RematchError) -> ApiError {
        let code = match error {
            RematchError::Watching => Code::Forbidden,
            RematchError::GoesOn => Code::NotYourTurn,
            RematchError::NobodyPlays | RematchError::SameSide | RematchError::SeveralAgents => {
                Code::BadRequest
            }
        };
        ApiError::new(code, error.to_string())
    }
}

impl From<ClaimError> for ApiError {
    fn from(error: ClaimError) -> ApiError {
        match error {
            ClaimError::NoSeat => ApiError::bad(error),
            ClaimError::Taken => ApiError::new(
                Code::Claimed,
                format!(
                    "{error}; if that was you in another browser, sit down again with your recovery code"
                ),
            ),
        }
    }
}

impl From<HelpError> for ApiError {
    fn from(error: HelpError) -> ApiError {
        let code = match error {
            HelpError::SwitchedOff | HelpError::Watching => Code::Forbidden,
            HelpError::Cancelled | HelpError::NotYourTurn => Code::NotYourTurn,
        };
        ApiError::new(code, error.to_string())
    }
}

impl From<RenameError> for ApiError {
    fn from(error: RenameError) -> ApiError {
        match error {
            RenameError::Name(cause) => cause.into(),
            RenameError::Watching => ApiError::forbidden(error.to_string()),
        }
    }
}

impl From<CatalogError> for ApiError {
    fn from(error: CatalogError) -> ApiError {
        let code = match error {
            CatalogError::Unknown(_) => Code::NotFound,
            CatalogError::Faults(_) => Code::BadRequest,
        };
        ApiError::new(code, error.to_string())
    }
}

impl From<ReplayError> for ApiError {
    fn from(error: ReplayError) -> ApiError {
        let code = match error {
            ReplayError::Hidden => Code::Forbidden,
            ReplayError::Record(_) => Code::BadRecord,
        };
        ApiError::new(code, error.to_string())
    }
}

#[cfg(feature = "http")]
impl axum::response::IntoResponse for ApiError {
    fn into_response(self) -> axum::response::Response {
        use axum::http::StatusCode;
        let status = StatusCode::from_u16(self.code.status());
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, axum::Json(self)).into_response()
    }
}
