//! Errors of the server as its clients get them; those of tables and records are in `yard-service`.

pub use yard_service::{ApiError, Code};

use crate::store::QueryError;

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
