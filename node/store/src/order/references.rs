//! Facts about the rows an order refers to.

use std::collections::{BTreeSet, HashMap};

use actors::order::edit::OrderFacts;
use actors::order::units::UnitFacts;
use actors::store::StoreError;
use bus_schemas::ids::{AreaId, ProductId, UnitId};
use bus_schemas::number::Price;
use bus_schemas::order::process::Partner;
use bus_schemas::order::{OrderDraft, OrderKind};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use crate::engine::connect::Store;
use crate::inventory::product_units::ProductUnit;
use crate::listing::referred::Kind;

const WAREHOUSES: Kind = Kind { name: "fact_warehouse", tables: &["warehouse"], fields: "status: status" };
const SUPPLIERS: Kind = Kind { name: "fact_supplier", tables: &["supplier"], fields: "status: status" };
const CUSTOMERS: Kind = Kind { name: "fact_customer", tables: &["customer"], fields: "status: status" };
const ADMINS: Kind = Kind { name: "fact_admin", tables: &["admin"], fields: "status: status" };
const PRODUCTS: Kind = Kind {
    name: "fact_product",
    tables: &["product", "unit"],
    fields: "status: status, unit: unit_id, decimals: type::record('unit', unit_id).decimals, price: price",
};
const AREAS: Kind = Kind { name: "fact_area", tables: &["warehouse_area"], fields: "status: status, warehouse: warehouses_id" };
const SHELVES: Kind =
    Kind { name: "fact_shelf", tables: &["warehouse_shelf"], fields: "status: status, warehouse: warehouses_id, area: warehouses_areas_id" };

/// The status of a row in use.
const IN_USE: i64 = 1;

#[derive(Deserialize)]
struct Master {
    status: i64,
}

#[derive(Deserialize)]
struct Account {
    status: String,
}

#[derive(Deserialize)]
struct ProductFacts {
    status: i64,
    unit: i64,
    decimals: u32,
    price: Price,
}

#[derive(Deserialize)]
struct AreaFacts {
    status: i64,
    warehouse: i64,
}

#[derive(Deserialize)]
struct ShelfFacts {
    status: i64,
    warehouse: i64,
    area: i64,
}

fn typed<T: DeserializeOwned>(rows: HashMap<i64, Json>) -> Result<HashMap<i64, T>, StoreError> {
    let read = |(id, row): (i64, Json)| Ok((id, serde_json::from_value(row).map_err(|error| StoreError::Corrupt(error.to_string()))?));
    rows.into_iter().map(read).collect()
}

impl Store {
    /// Looks up the rows an order refers to, by id, as a warehouse may have thousands of shelves.
    pub async fn order_facts(&self, kind: OrderKind, draft: &OrderDraft) -> Result<OrderFacts, StoreError> {
        let partners = match kind.type_row(draft.order_type).and_then(|row| row.partner) {
            Some(Partner::Supplier) => SUPPLIERS,
            Some(Partner::Customer) | None => CUSTOMERS,
        };
        let lines = &draft.lines;
        let transfer = draft.transfer.unwrap_or_default();
        let given = |area: Option<AreaId>| area.map(|area| area.0).filter(|area| *area > 0);
        let ends = [transfer.source_area, transfer.target_area].into_iter().filter_map(given);
        let target = transfer.target.map_or(draft.warehouse.0, |target| target.0);
        let wanted = [
            (WAREHOUSES, BTreeSet::from([draft.warehouse.0, target])),
            (partners, draft.partner.iter().map(|partner| partner.0).collect()),
            (ADMINS, draft.admin.iter().map(|admin| admin.0).collect()),
            (PRODUCTS, lines.iter().map(|line| line.product.0).collect()),
            (AREAS, lines.iter().flat_map(|line| [line.area, line.target.area]).filter_map(given).chain(ends).collect()),
            (
                SHELVES,
                lines.iter().flat_map(|line| [line.shelf, line.target.shelf]).flatten().map(|shelf| shelf.0).filter(|shelf| *shelf > 0).collect(),
            ),
        ];
        let [warehouses, partners, admins, products, areas, shelves] = self.referred(wanted).await?;
        let (warehouses, partners, admins) = (typed::<Master>(warehouses)?, typed::<Master>(partners)?, typed::<Account>(admins)?);
        let unit = |row: ProductFacts| UnitFacts { id: UnitId(row.unit), decimals: row.decimals };
        let at = |status: i64, warehouse: i64, end: i64| status == IN_USE && warehouse == end;
        let source = draft.warehouse.0;
        let products: Vec<(i64, ProductFacts)> = typed::<ProductFacts>(products)?.into_iter().filter(|(_, row)| row.status == IN_USE).collect();
        let in_others = lines.iter().filter(|line| line.unit.is_some_and(|unit| unit.factor.is_none()));
        let units = self.product_units(&in_others.map(|line| line.product.0).collect()).await?;
        let (areas, shelves) = (typed::<AreaFacts>(areas)?, typed::<ShelfFacts>(shelves)?);
        let areas_of = |end| areas.iter().filter(move |(_, row)| at(row.status, row.warehouse, end)).map(|(id, _)| *id);
        let shelves_of = |end| shelves.iter().filter(move |(_, row)| at(row.status, row.warehouse, end)).map(|(id, row)| (*id, row.area));
        let in_use = |warehouse: i64| warehouses.get(&warehouse).is_some_and(|row| row.status == IN_USE);
        Ok(OrderFacts {
            warehouse: in_use(source),
            partner: draft.partner.is_none() || partners.values().any(|row| row.status == IN_USE),
            admin: draft.admin.is_none() || admins.values().any(|row| row.status == "enable"),
            prices: products.iter().map(|(id, row)| (ProductId(*id), row.price)).collect(),
            products: products.into_iter().map(|(id, row)| (ProductId(id), unit(row))).collect(),
            units: units.iter().map(ProductUnit::facts).collect(),
            areas: areas_of(source).collect(),
            shelves: shelves_of(source).collect(),
            target: in_use(target),
            target_areas: areas_of(target).collect(),
            target_shelves: shelves_of(target).collect(),
            ..OrderFacts::default()
        })
    }
}
