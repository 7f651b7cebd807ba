//! What an order may refer to.

use std::collections::BTreeSet;

use actors::order::edit::OrderFacts;
use actors::store::StoreError;
use bus_schemas::ids::ProductId;
use bus_schemas::order::{OrderDraft, OrderKind, OrderType};
use serde_json::Value as Json;

use crate::engine::connect::Store;
use crate::listing::referred::Kind;
use crate::order::list::partner_table;

const WAREHOUSES: Kind = Kind { name: "fact_warehouse", tables: &["warehouse"], fields: "status: status" };
const SUPPLIERS: Kind = Kind { name: "fact_supplier", tables: &["supplier"], fields: "status: status" };
const CUSTOMERS: Kind = Kind { name: "fact_customer", tables: &["customer"], fields: "status: status" };
const ADMINS: Kind = Kind { name: "fact_admin", tables: &["admin"], fields: "status: status" };
const PRODUCTS: Kind = Kind {
    name: "fact_product",
    tables: &["product", "unit"],
    fields: "status: status, unit: unit_id, decimals: type::record('unit', unit_id).decimals",
};
const AREAS: Kind = Kind { name: "fact_area", tables: &["warehouse_area"], fields: "status: status, warehouse: warehouses_id" };
const SHELVES: Kind =
    Kind { name: "fact_shelf", tables: &["warehouse_shelf"], fields: "status: status, warehouse: warehouses_id, area: warehouses_areas_id" };

fn in_use(row: &Json) -> bool {
    row["status"] == 1
}

impl Store {
    /// Looks up what an order wants to refer to: by ids, as a warehouse may have thousands of shelves.
    pub async fn order_facts(&self, kind: OrderKind, draft: &OrderDraft) -> Result<OrderFacts, StoreError> {
        let partners = match draft.order_type {
            OrderType::CustomerReturn => CUSTOMERS,
            OrderType::SupplierReturn => SUPPLIERS,
            _ if partner_table(kind) == "supplier" => SUPPLIERS,
            _ => CUSTOMERS,
        };
        let lines = &draft.lines;
        let wanted = [
            (WAREHOUSES, BTreeSet::from([draft.warehouse.0])),
            (partners, draft.partner.iter().map(|partner| partner.0).collect()),
            (ADMINS, draft.admin.iter().map(|admin| admin.0).collect()),
            (PRODUCTS, lines.iter().map(|line| line.product.0).collect()),
            (AREAS, lines.iter().filter_map(|line| line.area).map(|area| area.0).filter(|area| *area > 0).collect()),
            (SHELVES, lines.iter().filter_map(|line| line.shelf).map(|shelf| shelf.0).filter(|shelf| *shelf > 0).collect()),
        ];
        let [warehouses, partners, admins, products, areas, shelves] = self.referred(wanted).await?;
        let number = |value: &Json| value.as_i64().unwrap_or(0);
        let here = |row: &Json| in_use(row) && row["warehouse"] == draft.warehouse.0;
        let product = |(id, row): (i64, Json)| (ProductId(id), (number(&row["unit"]), u32::try_from(number(&row["decimals"])).unwrap_or(0)));
        Ok(OrderFacts {
            warehouse: warehouses.values().any(in_use),
            partner: draft.partner.is_none() || partners.values().any(in_use),
            admin: draft.admin.is_none() || admins.values().any(|row| row["status"] == "enable"),
            products: products.into_iter().filter(|(_, row)| in_use(row)).map(product).collect(),
            areas: areas.into_iter().filter(|(_, row)| here(row)).map(|(id, _)| id).collect(),
            shelves: shelves.into_iter().filter(|(_, row)| here(row)).map(|(id, row)| (id, number(&row["area"]))).collect(),
        })
    }
}
