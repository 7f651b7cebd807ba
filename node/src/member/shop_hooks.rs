//! What the shop adds to the members that it shows: what they have bought.

use std::collections::HashMap;

use async_trait::async_trait;
use entrepot_store::member::bought::Bought;
use entrepot_store::resource::row;
use serde_json::{Value, json};

use crate::error::ServiceError;
use crate::resource::Call;
use crate::resource::call::Hook;

/// Members as the shop shows them.
pub struct ShopMembers;

#[async_trait]
impl Hook for ShopMembers {
    async fn prepare_rows(&self, call: &Call, rows: &mut Vec<Value>) -> Result<(), ServiceError> {
        let ids = rows.iter().map(|one| row::integer(one, "id")).collect::<Result<Vec<i64>, _>>()?;
        let bought: HashMap<i64, Bought> = call.store().bought_by(&ids).await?.into_iter().map(|one| (one.member, one)).collect();
        for (one, id) in rows.iter_mut().zip(ids) {
            let of = bought.get(&id);
            row::set(one, "orders", json!(of.map_or(0, |of| of.orders)));
            row::set(one, "paid_amount", json!(format!("{:.2}", of.map(|of| of.paid_amount).unwrap_or_default())));
            row::set(one, "refund_amount", json!(format!("{:.2}", of.map(|of| of.refund_amount).unwrap_or_default())));
            row::set(one, "last_order_time", json!(of.map_or(0, |of| of.last_order_time)));
        }
        Ok(())
    }
}
