//! Parts of requests, with errors in the form of the API.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::header;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use yard_tabletop::read_object;

use super::App;
use crate::error::{ApiError, Code};
use crate::secret::TokenHash;
use crate::web::Client;

/// The token of a seat: `Authorization: Bearer TOKEN`.
pub(crate) struct Token(pub(crate) String);

impl FromRequestParts<App> for Token {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Token, ApiError> {
        let value = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let token = value.and_then(|value| value.strip_prefix("Bearer ")).map(str::trim);
        match token {
            Some(token) if (1..=100).contains(&token.len()) => Ok(Token(token.to_owned())),
            _ => Err(ApiError::forbidden("this needs the token of a seat")),
        }
    }
}

/// Who keeps games: a token that the browser made for itself, in `X-Yard-Owner`.
pub(crate) struct Owner(pub(crate) Option<TokenHash>);

impl FromRequestParts<App> for Owner {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Owner, ApiError> {
        let Some(value) = parts.headers.get("x-yard-owner") else {
            return Ok(Owner(None));
        };
        match value.to_str() {
            Ok(token) if (16..=100).contains(&token.len()) => Ok(Owner(Some(TokenHash::of(token)))),
            _ => Err(ApiError::bad("the owner's token has 16 to 100 letters")),
        }
    }
}

impl Owner {
    /// The owner, where there must be one.
    pub(crate) fn must(self) -> Result<TokenHash, ApiError> {
        self.0.ok_or_else(|| ApiError::forbidden("this needs the owner's token, X-Yard-Owner"))
    }
}

/// A part of the path.
pub(crate) struct Named(pub(crate) String);

impl FromRequestParts<App> for Named {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Named, ApiError> {
        let Path(name) = Path::<String>::from_request_parts(parts, app)
            .await
            .map_err(|_| ApiError::bad("the path cannot be read"))?;
        match name.len() > 200 {
            true => Err(ApiError::bad("the path is too long")),
            false => Ok(Named(name)),
        }
    }
}

/// The query.
pub(crate) struct Params<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<App> for Params<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Params<T>, ApiError> {
        let query = Query::<T>::from_request_parts(parts, app).await;
        let Query(query) = query.map_err(|error| ApiError::bad(error.body_text()))?;
        Ok(Params(query))
    }
}

/// Who asks.
pub(crate) struct Caller(pub(crate) Client);

impl FromRequestParts<App> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Caller, ApiError> {
        let client = parts.extensions.get::<Client>();
        let client = client.ok_or_else(|| ApiError::unavailable("the sender is not known"))?;
        Ok(Caller(*client))
    }
}

/// Who asks for something that makes the server work; there may be fewer of these requests.
pub(crate) struct Work(pub(crate) Client);

impl FromRequestParts<App> for Work {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Work, ApiError> {
        let Caller(client) = Caller::from_request_parts(parts, app).await?;
        app.meters.work(client)?;
        Ok(Work(client))
    }
}

/// A body as text.
pub(crate) struct Text(pub(crate) String);

impl FromRequest<App> for Text {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Text, ApiError> {
        let slow = |_| ApiError::new(Code::TooSlow, "the request came too slowly");
        let read = tokio::time::timeout(app.meters.patience(), Bytes::from_request(request, app));
        let bytes = read.await.map_err(slow)?.map_err(|error| match error.status().as_u16() {
            413 => ApiError::new(Code::TooLarge, "the request is too large"),
            _ => ApiError::bad("the request cannot be read"),
        })?;
        let text = String::from_utf8(bytes.into());
        text.map(Text).map_err(|_| ApiError::bad("the request is no UTF-8 text"))
    }
}

/// A body as JSON, said to be JSON: a form of another page cannot say so.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Body<T>, ApiError> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        if !kind.is_some_and(is_json) {
            return Err(ApiError::bad("the request must be of type application/json"));
        }
        let Text(text) = Text::from_request(request, app).await?;
        Ok(Body(read_object(&text)?))
    }
}

/// Whether a content type is JSON, whatever its parameters.
fn is_json(kind: &str) -> bool {
    let name = kind.split(';').next().unwrap_or(kind);
    name.trim().eq_ignore_ascii_case("application/json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_json_is_json() {
        for kind in ["application/json", "Application/JSON", "application/json ; charset=utf-8"] {
            assert!(is_json(kind), "{kind}");
        }
        for kind in ["", "application/jsonp", "application/json5; a=b", "text/plain", ";"] {
            assert!(!is_json(kind), "{kind}");
        }
    }
}
