//! Orders by number and companies by name, for parcels that are sent by a file.

use actors::store::StoreError;
use bus_schemas::shop::order::ShopOrder;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::value::text;
use crate::scope::Scope;

/// A delivery company in use.
#[derive(Clone, Debug, Deserialize)]
pub struct DeliveryCompany {
    pub id: i64,
    pub name: String,
    pub code: String,
    pub carrier_id: i64,
}

impl Store {
    /// Orders by their numbers, within a scope.
    pub async fn shop_orders_by_number(&self, numbers: &[String], scope: &Scope) -> Result<Vec<ShopOrder>, StoreError> {
        let numbered = |name: &str| format!("SELECT *, record::id(id) AS id FROM shop_order WHERE order_no IN ${name};");
        let orders: Vec<ShopOrder> = self.look_up(numbers.iter().map(|number| text(number)).collect(), vec![], numbered).await?;
        let reaches =
            |order: &ShopOrder| scope.only_warehouses().is_none_or(|seen| order.parcels.iter().any(|parcel| seen.contains(&parcel.warehouse.0)));
        Ok(orders.into_iter().filter(reaches).collect())
    }

    /// Delivery companies in use that have a carrier.
    pub async fn delivery_companies_in_use(&self) -> Result<Vec<DeliveryCompany>, StoreError> {
        let query = "SELECT record::id(id) AS id, name, code, carrier_id FROM shop_delivery_company WHERE status = 1 AND carrier_id > 0";
        self.rows(query, vec![]).await
    }
}
