//! Errors as every client gets them: a status, a code and one sentence.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

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
            Code::NotYourTurn | Code::Stale => StatusCode::CONFLICT,
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
}

impl From<crate::secret::NoChance> for ApiError {
    fn from(error: crate::secret::NoChance) -> ApiError {
        ApiError::unavailable(error.to_string())
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.code.status(), Json(self)).into_response()
    }
}
