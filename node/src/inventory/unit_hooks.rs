//! What happens around the units that products have beside their own.

use async_trait::async_trait;
use entrepot_store::resource::{Field, TypedBody};
use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::Value;

use crate::barcode;
use crate::barcode::hooks::Carrier;
use crate::error::ServiceError;
use crate::resource::Call;
use crate::resource::call::Hook;

/// Units of products: more than nothing of the product's own unit, and each once.
pub struct ProductUnits;

/// The stored product and unit of a row; none for a new row.
#[derive(Default, Deserialize)]
struct Pair {
    product_id: i64,
    unit_id: i64,
}

impl ProductUnits {
    async fn check(call: &Call, body: &TypedBody, stored: &Pair, id: i64) -> Result<(), ServiceError> {
        barcode::hooks::check(body, "barcode")?;
        if let Some(factor) = body.get("factor") {
            let text = factor.as_str().map_or_else(|| factor.to_string(), str::to_owned);
            if text.parse::<Decimal>().is_ok_and(|factor| factor <= Decimal::ZERO) {
                return Err(ServiceError::field("factor", "error.number.positive"));
            }
        }
        let sent = |name: &str| body.get(name).and_then(Value::as_i64);
        let (product, unit) = (sent("product_id").unwrap_or(stored.product_id), sent("unit_id").unwrap_or(stored.unit_id));
        let store = call.store();
        barcode::hooks::check_free(call, body, Carrier::Package(Some(id).filter(|id| *id > 0))).await?;
        if store.base_unit(product).await? == Some(unit) {
            return Err(ServiceError::field("unit_id", "error.unit.base"));
        }
        // An import compares the pairs of its whole file.
        let taken = call.planned.is_none() && store.has_product_unit(product, unit, id).await?;
        if taken { Err(ServiceError::field("unit_id", "error.unique")) } else { Ok(()) }
    }
}

#[async_trait]
impl Hook for ProductUnits {
    fn compared(&self, field: &Field, text: &str) -> Option<String> {
        barcode::hooks::compared(field, text)
    }

    async fn before_add(&self, call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::check(call, body, &Pair::default(), 0).await
    }

    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        let stored = call.store().record_as(call.resource, id, &call.act.scope).await?;
        Self::check(call, body, &stored, id).await
    }
}

/// A product's own unit stays while other units, stock or open orders are counted in it.
pub(super) async fn keeps_base(call: &Call, product: i64, body: &TypedBody) -> Result<(), ServiceError> {
    let Some(unit) = body.get("unit_id").and_then(Value::as_i64) else { return Ok(()) };
    let store = call.store();
    if store.base_unit(product).await? == Some(unit) {
        return Ok(());
    }
    if store.has_product_units(product).await? {
        return Err(ServiceError::field("unit_id", "error.unit.others"));
    }
    if store.is_kept_or_ordered(product).await? { Err(ServiceError::field("unit_id", "error.unit.stock")) } else { Ok(()) }
}
