//! Inventory and its records.

use entrepot_store::inventory::list::InventoryView;
use poem::Request;
use poem_openapi::OpenApi;
use rust_decimal::Decimal;
use serde_json::{Value, json};

use crate::http::envelope::{Answer, ok};
use crate::http::guard::scope;
use crate::http::listing::{list_query, parameter};
use crate::node::Node;
use bus_schemas::number::{Amount, Price, Quantity};

/// Endpoints of inventory.
pub struct Inventory(pub Node);

fn number(value: &Value) -> Decimal {
    value.as_str().and_then(|text| text.parse().ok()).or_else(|| value.as_i64().map(Decimal::from)).unwrap_or_default()
}

fn product(row: &Value) -> Value {
    let product = &row["product_row"];
    json!({ "product_no": product["product_no"], "name": product["name"], "spec": product["spec"], "unit": row["unit_row"] })
}

fn place(row: &Value) -> Value {
    let nonzero = |name: &str| row[name].as_i64().filter(|id| *id > 0);
    json!({
        "id": row["id"], "product_id": row["product"], "product": product(row),
        "warehouses_id": row["warehouse"], "warehouses": row["warehouse_row"],
        "warehouses_areas_id": nonzero("area"), "area": row["area_row"], "warehouses_shelves_id": nonzero("shelf"), "shelf": row["shelf_row"],
        "batch_number": row["batch"], "produce_date": row["produce_date"], "expiry_date": row["expiry_date"],
        "total_quantity": Quantity(number(&row["on_hand"])).to_string(), "reserved_quantity": Quantity(number(&row["reserved"])).to_string(),
        "available_quantity": Quantity(number(&row["available"])).to_string(),
        "safety_stock_num": Quantity(number(&row["product_row"]["safety_stock_num"])).to_string(),
        "average_cost": Amount(number(&row["average_cost"])).to_string(),
        "update_time": row["updated_at"].as_i64().map(|ms| ms / 1_000),
    })
}

fn record(row: &Value) -> Value {
    let nonzero = |name: &str| row[name].as_i64().filter(|id| *id > 0);
    json!({
        "id": row["id"], "sequence": row["sequence"], "warehouses_id": row["warehouse"], "warehouses": row["warehouse_row"],
        "operation_type": row["operation"], "operation_number": row["order_no"], "order_id": row["order_id"], "order_kind": row["order_kind"],
        "product_id": row["product"], "product": product(row),
        "warehouses_areas_id": nonzero("area"), "area": row["area_row"], "warehouses_shelves_id": nonzero("shelf"), "shelf": row["shelf_row"],
        "batch_number": row["batch"], "produce_date": row["produce_date"], "expiry_date": row["expiry_date"],
        "quantity": Quantity(number(&row["moved"])).to_string(), "unit_price": Price(number(&row["unit_cost"]).round_dp(4)).to_string(),
        "total_price": Amount(number(&row["amount"])).to_string(), "balance": Quantity(number(&row["balance"])).to_string(),
        "admin_id": row["admin"], "admin": row["admin_row"], "create_time": row["at"].as_i64().map(|ms| ms / 1_000),
    })
}

#[OpenApi]
impl Inventory {
    /// What lies where
    #[oai(path = "/admin/warehouse.Inventory/index", method = "get", operation_id = "inventoryIndex")]
    async fn index(&self, request: &Request) -> Answer {
        let query = list_query(request, self.0.config().time_zone);
        let flag = |name: &str| parameter(request, name).is_some_and(|value| value == "1" || value == "true");
        let view = InventoryView { below_safety: flag("below_safety"), zero: flag("zero") };
        let page = self.0.store().list_inventory(&query, view, &scope(request)?).await?;
        Ok(ok(json!({ "list": page.list.iter().map(place).collect::<Vec<_>>(), "total": page.total, "remark": "" })))
    }

    /// The ledger: what moved, newest first
    #[oai(path = "/admin/warehouse.InventoryRecord/index", method = "get", operation_id = "inventoryRecordIndex")]
    async fn records(&self, request: &Request) -> Answer {
        let query = list_query(request, self.0.config().time_zone);
        let page = self.0.store().list_records(&query, &scope(request)?).await?;
        Ok(ok(json!({ "list": page.list.iter().map(record).collect::<Vec<_>>(), "total": page.total, "remark": "" })))
    }
}
