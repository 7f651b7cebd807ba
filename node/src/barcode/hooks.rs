//! Codes of products, areas and shelves are checked when they are saved.

use actors::folding::folded;
use entrepot_print::trade_item::{self, CodeError};
use entrepot_store::resource::{Field, TypedBody};
use serde_json::Value;

use crate::error::ServiceError;
use crate::resource::Call;

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

/// The form in which bar codes are compared: a trade item's number with as many zeros as there can be.
#[must_use]
pub fn compared(field: &Field, code: &str) -> Option<String> {
    (field.name == "barcode").then(|| trade_item::spellings(&folded(code)).into_iter().next()).flatten()
}

/// What carries a bar code: a product, or a unit that it is packed in. A new row has no id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carrier {
    Product(Option<i64>),
    Package(Option<i64>),
}

impl Carrier {
    const fn stored(self) -> Option<(&'static str, i64)> {
        match self {
            Self::Product(Some(id)) => Some(("product", id)),
            Self::Package(Some(id)) => Some(("product_unit", id)),
            Self::Product(None) | Self::Package(None) => None,
        }
    }
}

/// Refuses a bar code that something else has, also with another count of zeros before a trade item's number: a scan would
/// not know which is meant. One that a row has had before stays.
pub async fn check_free(call: &Call, body: &TypedBody, carrier: Carrier) -> Result<(), ServiceError> {
    let Some(code) = body.get("barcode").and_then(Value::as_str).filter(|code| !code.is_empty()) else { return Ok(()) };
    let store = call.store();
    if let Some((table, id)) = carrier.stored()
        && store.barcode_of(table, id).await? == code
    {
        return Ok(());
    }
    let users = store.code_users(&trade_item::spellings(code)).await?;
    // Of an import, a row that gives its code up in the same file.
    let leaves = |id: i64| call.planned.as_ref().is_some_and(|planned| planned.leaves("barcode", id));
    let others = |of: &[i64], own: Option<i64>| of.iter().any(|id| Some(*id) != own && !leaves(*id));
    let taken = match carrier {
        Carrier::Product(own) => others(&users.products, own) || !users.packages.is_empty(),
        Carrier::Package(own) => others(&users.packages, own) || !users.products.is_empty(),
    };
    if taken { Err(ServiceError::field("barcode", "error.unique")) } else { Ok(()) }
}
