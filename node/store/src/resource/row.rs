//! Columns of a declared resource's row, for code that knows the resource: a column that is missing,
//! or is something else, is an error and never an empty value.

use actors::store::StoreError;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::declaration::Resource;
use super::error::RecordError;
use crate::engine::typed;

fn corrupt(column: &str, expected: &str, found: Option<&Json>) -> RecordError {
    let found = found.map_or_else(|| "nothing".to_owned(), |found| found.to_string().chars().take(100).collect());
    StoreError::Corrupt(format!("the column {column} holds {found} and not {expected}")).into()
}

/// A text column.
pub fn text<'a>(row: &'a Json, column: &str) -> Result<&'a str, RecordError> {
    let found = row.get(column);
    found.and_then(Json::as_str).ok_or_else(|| corrupt(column, "a text", found))
}

/// A column of whole numbers, such as the id.
pub fn integer(row: &Json, column: &str) -> Result<i64, RecordError> {
    let found = row.get(column);
    found.and_then(Json::as_i64).ok_or_else(|| corrupt(column, "a whole number", found))
}

/// A column of several whole numbers: a list, or a text with commas between.
pub fn integers(row: &Json, column: &str) -> Result<Vec<i64>, RecordError> {
    let found = value(row, column)?;
    typed::integers(found).ok_or_else(|| corrupt(column, "whole numbers", Some(found)))
}

/// A column of any kind.
pub fn value<'a>(row: &'a Json, column: &str) -> Result<&'a Json, RecordError> {
    row.get(column).ok_or_else(|| corrupt(column, "anything", None))
}

/// Sets what a row shows in a column.
pub fn set(row: &mut Json, column: &str, shown: impl Into<Json>) {
    if let Json::Object(columns) = row {
        columns.insert(column.to_owned(), shown.into());
    }
}

/// A row as what it is.
pub fn typed<T: DeserializeOwned>(resource: &Resource, row: Json) -> Result<T, RecordError> {
    serde_json::from_value(row).map_err(|error| StoreError::Corrupt(format!("{}: {error}", resource.table)).into())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_column_that_is_not_there_is_an_error() {
        let mut row = json!({ "id": 7, "name": "", "pid": null });
        assert_eq!((integer(&row, "id").ok(), text(&row, "name").ok()), (Some(7), Some("")));
        assert!(integer(&row, "pid").is_err() && integer(&row, "ids").is_err() && text(&row, "nam").is_err() && text(&row, "id").is_err());
        assert!(value(&row, "pid").is_ok_and(Json::is_null) && value(&row, "no").is_err());
        let several = json!({ "list": [1, "2"], "text": "3, 4", "none": "", "odd": "5,x", "mixed": [6, {}] });
        assert_eq!(["list", "text", "none"].map(|name| integers(&several, name).ok()), [Some(vec![1, 2]), Some(vec![3, 4]), Some(vec![])]);
        assert!(["odd", "mixed", "missing"].iter().all(|name| integers(&several, name).is_err()));
        set(&mut row, "name", "Pen");
        assert_eq!(text(&row, "name").ok(), Some("Pen"));
    }
}
