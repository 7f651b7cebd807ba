//! What products cost when they were bought last.

use actors::store::StoreError;
use bus_schemas::number::Price;
use bus_schemas::order::OrderKind;
use serde::Deserialize;

use super::list::within;
use crate::engine::connect::Store;
use crate::engine::value::int;
use crate::scope::Scope;

/// A purchase of a product.
#[derive(Clone, Debug, Deserialize)]
pub struct LastPurchase {
    /// Of one base unit.
    pub price: Price,
    /// `YYYY-MM-DD`
    pub business_date: String,
    pub supplier: Option<i64>,
}

impl Store {
    /// The last reviewed purchase of a product that a scope reaches: from this supplier, or, where there is none, from any.
    pub async fn last_purchase(&self, product: i64, supplier: Option<i64>, scope: &Scope) -> Result<Option<LastPurchase>, StoreError> {
        let asked = supplier.into_iter().map(Some).chain([None]);
        for supplier in asked {
            let mut vars = vec![("product", int(product))];
            let mut conditions = within(OrderKind::INBOUND, scope, &mut vars);
            if let Some(supplier) = supplier {
                conditions.push("partner = $supplier".to_owned());
                vars.push(("supplier", int(supplier)));
            }
            let more: String = conditions.into_iter().map(|condition| format!(" AND {condition}")).collect();
            let query = format!(
                "SELECT business_date, partner AS supplier, id, \
                   array::last(lines[WHERE product = $product].price) AS price \
                 FROM stock_order WITH INDEX stock_order_product \
                 WHERE lines.product CONTAINS $product AND kind = 'inbound' AND deleted_at = NONE AND order_type = 'purchase' \
                   AND status IN ['reviewed', 'stocked']{more} \
                 ORDER BY business_date DESC, id DESC LIMIT 1"
            );
            let found: Vec<LastPurchase> = self.rows(&query, vars).await?;
            if let Some(last) = found.into_iter().next() {
                return Ok(Some(last));
            }
        }
        Ok(None)
    }
}
