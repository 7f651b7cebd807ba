//! Codes of products, areas and shelves are checked when they are saved.

use entrepot_print::trade_item::{self, CodeError};
use entrepot_store::resource::TypedBody;
use serde_json::Value;

use crate::error::ServiceError;

/// Refuses a text that no scanner could give back.
pub fn check(body: &TypedBody, field: &str) -> Result<(), ServiceError> {
    let Some(Value::String(code)) = body.get(field) else { return Ok(()) };
    trade_item::check_code(code).map_err(|error| {
        let key = match error {
            CodeError::Characters => "error.barcode.characters",
            CodeError::Long => "error.barcode.long",
            CodeError::CheckDigit => "error.barcode.check_digit",
        };
        ServiceError::field(field, key)
    })
}
