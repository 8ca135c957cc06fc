//! What the page asks, taken apart, and what it gets.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use yard_service::{ApiError, Code};
use yard_tabletop::read_object;

/// A request of the page, as it would go to a server.
#[derive(Clone, Deserialize)]
pub struct Request {
    /// `GET`, `POST`, `PUT` or `DELETE`.
    pub method: String,
    /// The address, relative to the page: `api/games/ID?page=1`.
    pub path: String,
    /// What opens the seat of the one who asks.
    #[serde(default)]
    pub token: Option<String>,
    /// The body, as text.
    #[serde(default)]
    pub body: String,
}

/// An answer: a status, and JSON or a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Reply {
    /// The status, as of HTTP.
    pub status: u16,
    /// The body.
    pub body: String,
    /// What kind of text it is.
    pub kind: &'static str,
}

impl Reply {
    /// JSON.
    pub(crate) fn json(status: u16, value: &impl Serialize) -> Result<Reply, ApiError> {
        let body = serde_json::to_string(value)?;
        Ok(Reply { status, body, kind: "application/json" })
    }

    /// A plain text.
    pub(crate) fn text(body: String) -> Reply {
        Reply { status: 200, body, kind: "text/plain; charset=utf-8" }
    }

    /// What went wrong.
    pub(crate) fn error(error: &ApiError) -> Reply {
        let body = serde_json::to_string(error).unwrap_or_default();
        Reply { status: error.code.status(), body, kind: "application/json" }
    }
}

/// A path without its query, piece by piece, and the query.
pub(crate) struct Address {
    pub(crate) parts: Vec<String>,
    query: BTreeMap<String, String>,
}

impl Address {
    pub(crate) fn read(path: &str) -> Result<Address, ApiError> {
        let bad = || ApiError::bad("the path cannot be read");
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let parts: Option<Vec<String>> = path.split('/').map(decode).collect();
        let mut pairs = BTreeMap::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            let value = decode(&value.replace('+', " ")).ok_or_else(bad)?;
            pairs.insert(decode(key).ok_or_else(bad)?, value);
        }
        Ok(Address { parts: parts.ok_or_else(bad)?, query: pairs })
    }

    /// The query as an object; numbers are numbers where the name is among these.
    pub(crate) fn params<T: DeserializeOwned>(&self, numbers: &[&str]) -> Result<T, ApiError> {
        let value = |key: &str, text: &str| match text.parse::<u32>() {
            Ok(number) if numbers.contains(&key) => Value::from(number),
            Ok(_) | Err(_) => Value::from(text),
        };
        let pairs = self.query.iter().map(|(key, text)| (key.clone(), value(key, text)));
        let object: Map<String, Value> = pairs.collect();
        serde_json::from_value(Value::Object(object)).map_err(ApiError::bad)
    }
}

impl Request {
    /// The body as an object.
    pub(crate) fn object<T: DeserializeOwned>(&self) -> Result<T, ApiError> {
        Ok(read_object(&self.body)?)
    }

    /// The token of a seat, where there must be one.
    pub(crate) fn token(&self) -> Result<&str, ApiError> {
        let token = self.token.as_deref().filter(|token| !token.is_empty());
        token.ok_or_else(|| ApiError::forbidden("this needs the token of a seat"))
    }
}

/// What the page asked for is not here.
pub(crate) fn nothing() -> ApiError {
    ApiError::new(Code::NotFound, "there is nothing here")
}

/// Undoes `encodeURIComponent`.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let [high, low] =
                    [rest.next()?, rest.next()?].map(|digit| (digit as char).to_digit(16));
                u8::try_from(high? * 16 + low?).ok()?
            }
            other => other,
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_taken_apart() {
        let address =
            Address::read("api/rules/grid%3A6%2C2%2C12/board?a=x%20y&page=3&c=1+2").unwrap();
        assert_eq!(address.parts, ["api", "rules", "grid:6,2,12", "board"]);
        let read: BTreeMap<String, Value> = address.params(&["page"]).unwrap();
        assert_eq!(read["a"], "x y");
        assert_eq!((&read["page"], &read["c"]), (&Value::from(3), &Value::from("1 2")));
        for bad in ["a%2", "a%zz", "a?b=%", "%ff"] {
            assert!(Address::read(bad).is_err(), "{bad}");
        }
    }
}
