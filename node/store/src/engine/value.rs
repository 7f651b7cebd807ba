//! Between Rust, JSON and SurrealDB values. Decimals stay decimals: as text in JSON, as `decimal` in the database.

use rust_decimal::Decimal;
use serde::Serialize;
use serde::de::DeserializeOwned;
use surrealdb::types::{Array, Number, Object, RecordId, RecordIdKey, Value};

use actors::store::StoreError;

/// An integer.
#[must_use]
pub fn int(value: i64) -> Value {
    Value::Number(Number::Int(value))
}

/// A decimal.
#[must_use]
pub fn dec(value: Decimal) -> Value {
    Value::Number(Number::Decimal(value))
}

/// A text.
#[must_use]
pub fn text(value: &str) -> Value {
    Value::String(value.to_owned())
}

/// A text, or NONE.
#[must_use]
pub fn opt_text(value: Option<&String>) -> Value {
    value.map_or(Value::None, |value| text(value))
}

/// An integer, or NONE.
#[must_use]
pub fn opt_int(value: Option<i64>) -> Value {
    value.map_or(Value::None, int)
}

/// An array.
#[must_use]
pub fn array(values: Vec<Value>) -> Value {
    Value::Array(Array::from(values))
}

/// An object. NONE is left out.
#[must_use]
pub fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
    let mut object = Object::new();
    for (name, value) in fields {
        if !matches!(value, Value::None) {
            object.insert(name, value);
        }
    }
    Value::Object(object)
}

/// A record id with an integer key.
#[must_use]
pub fn id(table: &str, key: i64) -> Value {
    Value::RecordId(RecordId::new(table, key))
}

/// A record id with a text key.
#[must_use]
pub fn text_id(table: &str, key: &str) -> Value {
    Value::RecordId(RecordId::new(table, key.to_owned()))
}

/// A record id with an array key.
#[must_use]
pub fn array_id(table: &str, key: Vec<Value>) -> Value {
    Value::RecordId(RecordId::new(table, RecordIdKey::Array(Array::from(key))))
}

/// A value of the database from JSON; texts under one of the `decimals` names become decimals, null is left out.
pub fn from_json(json: serde_json::Value, decimals: &[&str]) -> Value {
    convert(json, decimals, false)
}

/// A value that can't be written as a row: not an object, or not JSON. It is a bug.
#[derive(Clone, Debug, thiserror::Error)]
#[error("not a row: {0}")]
pub struct NotARow(String);

/// The fields of a row from a struct. Names of `decimals` as in [`from_json`].
pub fn fields<T: Serialize>(row: &T, decimals: &[&str]) -> Result<Object, NotARow> {
    let json = serde_json::to_value(row).map_err(|error| NotARow(error.to_string()))?;
    match from_json(json, decimals) {
        Value::Object(fields) => Ok(fields),
        other => Err(NotARow(format!("{other:?}"))),
    }
}

fn convert(json: serde_json::Value, decimals: &[&str], decimal: bool) -> Value {
    match json {
        serde_json::Value::Null => Value::None,
        serde_json::Value::Bool(value) => Value::Bool(value),
        serde_json::Value::Number(number) => match number.as_i64() {
            Some(value) if decimal => dec(Decimal::from(value)),
            Some(value) => int(value),
            None => number.as_f64().map_or(Value::None, |value| Value::Number(Number::Float(value))),
        },
        serde_json::Value::String(value) => match value.parse::<Decimal>() {
            Ok(number) if decimal => dec(number),
            _ => Value::String(value),
        },
        serde_json::Value::Array(values) => array(values.into_iter().map(|value| convert(value, decimals, decimal)).collect()),
        serde_json::Value::Object(fields) => {
            let mut object = Object::new();
            for (name, value) in fields {
                let decimal = decimals.contains(&name.as_str());
                match convert(value, decimals, decimal) {
                    Value::None => {}
                    value => {
                        object.insert(name, value);
                    }
                }
            }
            Value::Object(object)
        }
    }
}

/// Reads a value of the database into a type, by way of JSON.
pub fn read<T: DeserializeOwned>(value: Value) -> Result<T, StoreError> {
    serde_json::from_value(value.into_json_value()).map_err(|error| StoreError::Corrupt(error.to_string()))
}
