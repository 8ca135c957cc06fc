//! Statements and rows, in the little that all databases share.
//!
//! Parameters are `$1`, `$2`, .. and must appear first in this order, since SQLite counts them by their appearance.

use super::backend::QueryError;

/// A value in a row or a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Null,
    Int(i64),
    Text(String),
    Bytes(Vec<u8>),
}

impl From<i64> for Value {
    fn from(value: i64) -> Value {
        Value::Int(value)
    }
}

impl From<u32> for Value {
    fn from(value: u32) -> Value {
        Value::Int(value.into())
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::Int(value.into())
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Value {
        Value::Text(value.to_owned())
    }
}

impl From<String> for Value {
    fn from(value: String) -> Value {
        Value::Text(value)
    }
}

impl From<crate::secret::TokenHash> for Value {
    fn from(hash: crate::secret::TokenHash) -> Value {
        Value::Bytes(hash.0.to_vec())
    }
}

impl From<Vec<u8>> for Value {
    fn from(bytes: Vec<u8>) -> Value {
        Value::Bytes(bytes)
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Null, T::into)
    }
}

/// What is expected of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Expect {
    /// Any number of changed rows.
    Any,
    /// At least one changed row; otherwise the whole change is taken back.
    Change,
    /// Rows.
    Rows,
}

/// A statement with its parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Statement {
    pub(crate) sql: &'static str,
    pub(crate) values: Vec<Value>,
    pub(crate) expect: Expect,
}

/// Refuses what not every database can keep or look for.
///
/// # Errors
/// When a text has the letter U+0000.
pub(crate) fn checked(statements: Vec<Statement>) -> Result<Vec<Statement>, QueryError> {
    let is_bad = |value: &Value| matches!(value, Value::Text(text) if text.contains('\0'));
    match statements.iter().any(|statement| statement.values.iter().any(is_bad)) {
        true => Err(QueryError::Letter),
        false => Ok(statements),
    }
}

impl Statement {
    /// A change.
    pub(crate) fn run(sql: &'static str, values: Vec<Value>) -> Statement {
        Statement { sql, values, expect: Expect::Any }
    }

    /// A change that must find its row.
    pub(crate) fn must(sql: &'static str, values: Vec<Value>) -> Statement {
        Statement { sql, values, expect: Expect::Change }
    }

    /// A query.
    pub(crate) fn rows(sql: &'static str, values: Vec<Value>) -> Statement {
        Statement { sql, values, expect: Expect::Rows }
    }
}

/// The rows of an answer.
pub(crate) type Rows = Vec<Row>;

/// A row, whose values are taken one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    values: Vec<Value>,
    next: usize,
}

impl Row {
    pub(crate) fn new(values: Vec<Value>) -> Row {
        Row { values, next: 0 }
    }

    /// The next value.
    ///
    /// # Errors
    /// When there is none, or it is of another kind.
    pub(crate) fn take<T: FromValue>(&mut self) -> Result<T, QueryError> {
        let value = self.values.get_mut(self.next).ok_or(QueryError::Damaged)?;
        self.next += 1;
        T::from_value(std::mem::replace(value, Value::Null)).ok_or(QueryError::Damaged)
    }
}

/// What a value can be read as.
pub(crate) trait FromValue: Sized {
    fn from_value(value: Value) -> Option<Self>;
}

impl FromValue for i64 {
    fn from_value(value: Value) -> Option<i64> {
        match value {
            Value::Int(value) => Some(value),
            Value::Null | Value::Text(_) | Value::Bytes(_) => None,
        }
    }
}

impl FromValue for u32 {
    fn from_value(value: Value) -> Option<u32> {
        i64::from_value(value).and_then(|value| value.try_into().ok())
    }
}

impl FromValue for u64 {
    fn from_value(value: Value) -> Option<u64> {
        i64::from_value(value).and_then(|value| value.try_into().ok())
    }
}

impl FromValue for bool {
    fn from_value(value: Value) -> Option<bool> {
        i64::from_value(value).map(|value| value != 0)
    }
}

impl FromValue for String {
    fn from_value(value: Value) -> Option<String> {
        match value {
            Value::Text(text) => Some(text),
            Value::Null | Value::Int(_) | Value::Bytes(_) => None,
        }
    }
}

impl FromValue for Vec<u8> {
    fn from_value(value: Value) -> Option<Vec<u8>> {
        match value {
            Value::Bytes(bytes) => Some(bytes),
            Value::Null | Value::Int(_) | Value::Text(_) => None,
        }
    }
}

impl FromValue for crate::secret::TokenHash {
    fn from_value(value: Value) -> Option<crate::secret::TokenHash> {
        let bytes = Vec::from_value(value)?;
        bytes.try_into().ok().map(crate::secret::TokenHash)
    }
}

impl<T: FromValue> FromValue for Option<T> {
    fn from_value(value: Value) -> Option<Option<T>> {
        match value {
            Value::Null => Some(None),
            value => T::from_value(value).map(Some),
        }
    }
}

/// The only row, if there is one.
pub(crate) fn first(rows: Option<Rows>) -> Option<Row> {
    rows.and_then(|rows| rows.into_iter().next())
}
