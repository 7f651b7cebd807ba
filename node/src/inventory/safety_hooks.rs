//! What happens around the minimums that products have in single warehouses.

use async_trait::async_trait;
use entrepot_store::resource::TypedBody;
use serde::Deserialize;
use serde_json::Value;

use crate::error::ServiceError;
use crate::resource::Call;
use crate::resource::call::Hook;

/// Minimums of warehouses: one for each product. The index of the pair refuses a second one in any case; here it is refused before
/// an import writes anything.
pub struct SafetyStocks;

/// The stored warehouse and product of a row; none for a new row.
#[derive(Default, PartialEq, Eq, Deserialize)]
struct Pair {
    warehouses_id: i64,
    product_id: i64,
}

impl SafetyStocks {
    async fn check(call: &Call, body: &TypedBody, stored: &Pair, id: i64) -> Result<(), ServiceError> {
        let sent = |name: &str| body.get(name).and_then(Value::as_i64);
        let pair = Pair {
            warehouses_id: sent("warehouses_id").unwrap_or(stored.warehouses_id),
            product_id: sent("product_id").unwrap_or(stored.product_id),
        };
        // An import compares the pairs of its whole file.
        if call.planned.is_none() && pair != *stored && call.store().has_minimum(pair.warehouses_id, pair.product_id, id).await? {
            return Err(ServiceError::field("product_id", "error.unique"));
        }
        Ok(())
    }
}

#[async_trait]
impl Hook for SafetyStocks {
    async fn before_add(&self, call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::check(call, body, &Pair::default(), 0).await
    }

    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        let stored = call.store().record_as(call.resource, id, &call.act.scope).await?;
        Self::check(call, body, &stored, id).await
    }
}
