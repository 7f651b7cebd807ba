//! What an order may refer to. Few of these rows change in a day and every order asks for some, so an embedded
//! database's are remembered until their table is written.

use std::collections::{BTreeSet, HashMap, HashSet};

use actors::store::StoreError;
use bus_schemas::ids::ProductId;
use bus_schemas::order::{OrderDraft, OrderKind, OrderType};
use serde_json::Value as Json;

use super::orders::partner_table;
use crate::connect::Store;
use crate::transaction::{Vars, take};
use crate::value::{array, id};

/// What an order may refer to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderFacts {
    /// The warehouse is in use.
    pub warehouse: bool,
    /// The partner is in use, or none was named.
    pub partner: bool,
    /// Products that exist: their unit and its decimals.
    pub products: HashMap<ProductId, (i64, u32)>,
    /// Of the areas that were asked for, those of the warehouse that are in use.
    pub areas: HashSet<i64>,
    /// Of the shelves that were asked for, those of the warehouse that are in use, with their area.
    pub shelves: HashMap<i64, i64>,
}

/// Rows to refer to.
struct Kind {
    /// In the memory, and of the values that are bound.
    name: &'static str,
    /// The table, and another one that it shows.
    tables: &'static [&'static str],
    /// With their values: `{ status }` alone is a block, and answers no object.
    fields: &'static str,
}

const WAREHOUSES: Kind = Kind { name: "fact_warehouse", tables: &["warehouse"], fields: "status: status" };
const SUPPLIERS: Kind = Kind { name: "fact_supplier", tables: &["supplier"], fields: "status: status" };
const CUSTOMERS: Kind = Kind { name: "fact_customer", tables: &["customer"], fields: "status: status" };
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
            (PRODUCTS, lines.iter().map(|line| line.product.0).collect()),
            (AREAS, lines.iter().filter_map(|line| line.area).map(|area| area.0).filter(|area| *area > 0).collect()),
            (SHELVES, lines.iter().filter_map(|line| line.shelf).map(|shelf| shelf.0).filter(|shelf| *shelf > 0).collect()),
        ];
        let [warehouses, partners, products, areas, shelves] = self.rows_to_refer_to(wanted).await?;
        let number = |value: &Json| value.as_i64().unwrap_or(0);
        let here = |row: &Json| in_use(row) && row["warehouse"] == draft.warehouse.0;
        let product = |(id, row): (i64, Json)| (ProductId(id), (number(&row["unit"]), u32::try_from(number(&row["decimals"])).unwrap_or(0)));
        Ok(OrderFacts {
            warehouse: warehouses.values().any(in_use),
            partner: draft.partner.is_none() || partners.values().any(in_use),
            products: products.into_iter().filter(|(_, row)| in_use(row)).map(product).collect(),
            areas: areas.into_iter().filter(|(_, row)| here(row)).map(|(id, _)| id).collect(),
            shelves: shelves.into_iter().filter(|(_, row)| here(row)).map(|(id, row)| (id, number(&row["area"]))).collect(),
        })
    }

    /// Rows by their ids, of each kind; what is not known is read by one query.
    async fn rows_to_refer_to<const N: usize>(&self, wanted: [(Kind, BTreeSet<i64>); N]) -> Result<[HashMap<i64, Json>; N], StoreError> {
        let generations = wanted.each_ref().map(|(kind, _)| kind.tables.iter().map(|table| self.writes().generation(table)).collect::<Vec<_>>());
        let mut found: [HashMap<i64, Json>; N] = std::array::from_fn(|_| HashMap::new());
        let (mut query, mut vars, mut asked) = (String::new(), Vars::new(), Vec::new());
        for (at, (kind, ids)) in wanted.iter().enumerate() {
            if self.embedded() {
                found[at] = self.name_memory().find(kind.name, &generations[at], ids);
            }
            let unknown: Vec<_> = ids.iter().filter(|key| !found[at].contains_key(*key)).map(|key| id(kind.tables[0], *key)).collect();
            if !unknown.is_empty() {
                query.push_str(&format!("SELECT VALUE [record::id(id), {{ {} }}] FROM ${};", kind.fields, kind.name));
                vars.push((kind.name, array(unknown)));
                asked.push(at);
            }
        }
        if asked.is_empty() {
            return Ok(found);
        }
        let mut response = self.run(&query, vars).await?;
        for (statement, at) in asked.into_iter().enumerate() {
            let read: Vec<(i64, Json)> = take(&mut response, statement)?;
            self.name_memory().keep(wanted[at].0.name, &generations[at], &read);
            found[at].extend(read);
        }
        Ok(found)
    }
}
