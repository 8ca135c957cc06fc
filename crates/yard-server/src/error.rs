//! Errors as every client gets them: a status, a code and one sentence. All errors of a table, of the store and of
//! records become answers here.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use yard_core::PlayError;
use yard_tabletop::{
    CatalogError, ClaimError, ClockError, ControlError, HelpError, MoveError, NameError,
    ObjectError, PaceError, RecordTextError, RematchError, RenameError, ReplayError, RestoreError,
    SeatsError, SeedError, UndoError,
};

use crate::secret::NoChance;
use crate::store::QueryError;

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
    pub(crate) fn status(self) -> StatusCode {
        match self {
            Code::BadMove | Code::BadRecord => StatusCode::UNPROCESSABLE_ENTITY,
            Code::NotFound => StatusCode::NOT_FOUND,
            Code::NotYourTurn | Code::Stale | Code::Claimed => StatusCode::CONFLICT,
            Code::BadRequest => StatusCode::BAD_REQUEST,
            Code::Forbidden => StatusCode::FORBIDDEN,
            Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Code::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Code::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Code::BadMethod => StatusCode::METHOD_NOT_ALLOWED,
            Code::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
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
    pub(crate) fn new(code: Code, error: impl Into<String>) -> ApiError {
        ApiError { error: error.into(), code }
    }

    pub(crate) fn bad(error: impl std::fmt::Display) -> ApiError {
        ApiError::new(Code::BadRequest, error.to_string())
    }

    pub(crate) fn forbidden(error: impl Into<String>) -> ApiError {
        ApiError::new(Code::Forbidden, error)
    }

    pub(crate) fn unavailable(error: impl Into<String>) -> ApiError {
        ApiError::new(Code::Unavailable, error)
    }

    /// One answer for games that are not there and for tokens that do not fit.
    pub(crate) fn no_game() -> ApiError {
        ApiError::new(Code::NotFound, "there is no such game, or this link is not one of its seats")
    }

    /// A table that was put away whenever it was asked.
    pub(crate) fn no_table() -> ApiError {
        ApiError::unavailable("the table does not answer; try again")
    }

    /// A kept game that cannot be brought back.
    pub(crate) fn unreadable(id: &str, error: RestoreError) -> ApiError {
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

impl From<QueryError> for ApiError {
    fn from(error: QueryError) -> ApiError {
        let code = match error {
            QueryError::Letter => Code::BadRequest,
            QueryError::Closed
            | QueryError::Database(_)
            | QueryError::Fenced
            | QueryError::Damaged => Code::Unavailable,
        };
        ApiError::new(code, error.to_string())
    }
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

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.code.status(), Json(self)).into_response()
    }
}
