//! Values and rows of PostgreSQL.

use std::error::Error;

use tokio_postgres::types::private::BytesMut;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};

use crate::store::backend::QueryError;
use crate::store::sql::{Row, Value};

impl ToSql for Value {
    fn to_sql(
        &self,
        ty: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            Value::Null => Ok(IsNull::Yes),
            Value::Int(value) if *ty == Type::INT8 => value.to_sql(ty, out),
            Value::Text(text) if *ty == Type::TEXT => text.to_sql(ty, out),
            Value::Bytes(bytes) if *ty == Type::BYTEA => bytes.to_sql(ty, out),
            Value::Int(_) | Value::Text(_) | Value::Bytes(_) => {
                Err(format!("a value of another kind than {ty}").into())
            }
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

/// A row as the store knows rows.
pub(super) fn row(found: &tokio_postgres::Row) -> Result<Row, QueryError> {
    let value = |(at, column): (usize, &tokio_postgres::Column)| {
        let damaged = |_| QueryError::Damaged;
        match *column.type_() {
            Type::INT8 => found.try_get::<_, Option<i64>>(at).map(Value::from).map_err(damaged),
            Type::TEXT => found.try_get::<_, Option<String>>(at).map(Value::from).map_err(damaged),
            Type::BYTEA => {
                found.try_get::<_, Option<Vec<u8>>>(at).map(Value::from).map_err(damaged)
            }
            _ => Err(QueryError::Damaged),
        }
    };
    let values: Result<Vec<Value>, QueryError> =
        found.columns().iter().enumerate().map(value).collect();
    values.map(Row::new)
}
