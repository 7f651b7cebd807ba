//! Values that an import gives to all rows of its file, for fields that the file has no column for.

use entrepot_store::resource::kinds::Cell;
use entrepot_store::resource::{Field, Resource};
use serde_json::{Map, Value};

use super::cells::writable;
use super::references::{Naming, OF_IDS};
use crate::error::ServiceError;

/// A value for all rows, as a cell.
#[derive(Clone, Debug)]
pub struct Constant {
    pub field: &'static Field,
    pub cell: String,
    /// What the cell holds where it refers to rows: numbers are ids.
    pub naming: Naming,
}

fn is_content(field: &Field) -> bool {
    field.kind.facts().cell == Cell::Json
}

/// A value as a cell, and whether it is of numbers.
fn cell_of(field: &Field, value: &Value) -> Option<(String, bool)> {
    match value {
        Value::Object(_) | Value::Array(_) if is_content(field) => Some((value.to_string(), false)),
        Value::Null => Some((String::new(), false)),
        Value::Bool(on) => Some((i32::from(*on).to_string(), false)),
        Value::Number(number) => Some((number.to_string(), true)),
        Value::String(text) => Some((text.clone(), false)),
        Value::Array(values) => {
            let parts: Vec<(String, bool)> = values.iter().map(|value| cell_of(field, value).filter(|_| !value.is_array())).collect::<Option<_>>()?;
            let numbers = parts.iter().all(|(_, number)| *number);
            Some((parts.into_iter().map(|(text, _)| text).collect::<Vec<_>>().join(","), numbers))
        }
        Value::Object(_) => None,
    }
}

/// The constants of an import by the names of their fields. Empty ones say nothing; one for which the file has a column is
/// refused.
pub fn read(resource: &Resource, sent: &Map<String, Value>, filled: &[&'static Field]) -> Result<Vec<Constant>, ServiceError> {
    let mut constants: Vec<Constant> = Vec::new();
    for (name, value) in sent {
        let wrong = |key: &str| ServiceError::field(format!("constants.{name}"), key);
        let plain = name.strip_suffix(OF_IDS).unwrap_or(name);
        let field = writable(resource).find(|field| field.name == plain).ok_or_else(|| wrong("error.field.unknown"))?;
        let (cell, numbers) = cell_of(field, value).ok_or_else(|| wrong("error.type"))?;
        if cell.trim().is_empty() {
            continue;
        }
        if filled.iter().chain(constants.iter().map(|constant| &constant.field)).any(|known| known.name == field.name) {
            return Err(wrong("error.import.constant"));
        }
        let naming = if numbers { Naming::Ids } else { Naming::of_head(plain, field, Some(name.as_str())) };
        constants.push(Constant { field, cell, naming });
    }
    Ok(constants)
}

#[cfg(test)]
mod tests {
    use entrepot_store::resource::catalogue;
    use serde_json::json;

    use super::*;

    fn constants(sent: Value) -> Result<Vec<(&'static str, String, Naming)>, String> {
        let product = catalogue::find("warehouse.Product").expect("declared");
        let filled: Vec<&'static Field> = product.field("name").into_iter().collect();
        let read = read(product, sent.as_object().expect("fields"), &filled);
        let read = read.map_err(|error| error.to_string())?;
        Ok(read.into_iter().map(|constant| (constant.field.name, constant.cell, constant.naming)).collect())
    }

    #[test]
    fn numbers_are_ids_and_texts_are_names() {
        assert_eq!(constants(json!({ "unit_id": 3 })), Ok(vec![("unit_id", "3".into(), Naming::Ids)]));
        assert_eq!(constants(json!({ "unit_id": "piece" })), Ok(vec![("unit_id", "piece".into(), Naming::NamesOrIds)]));
        assert_eq!(constants(json!({ "status": true })), Ok(vec![("status", "1".into(), Naming::Names)]));
        assert_eq!(constants(json!({ "images": ["/a.png", "/b.png"] })), Ok(vec![("images", "/a.png,/b.png".into(), Naming::Names)]));
        assert_eq!(constants(json!({ "unit_id": "", "remark": null })), Ok(vec![]));
    }

    #[test]
    fn only_fields_that_the_file_lacks_have_constants() {
        assert_eq!(constants(json!({ "name": "x" })), Err("constants.name: error.import.constant".into()));
        assert_eq!(constants(json!({ "unit_id": "a", "unit_id.id": 2 })), Err("constants.unit_id.id: error.import.constant".into()));
        for unknown in ["id", "nothing", "create_time"] {
            assert_eq!(constants(json!({ unknown: 1 })), Err(format!("constants.{unknown}: error.field.unknown")));
        }
        assert_eq!(constants(json!({ "price": { "a": 1 } })), Err("constants.price: error.type".into()));
        assert_eq!(constants(json!({ "images": [["a"]] })), Err("constants.images: error.type".into()));
    }
}
