//! Names of what places and ledger rows refer to.

use std::collections::BTreeSet;

use actors::store::StoreError;
use serde_json::Value as Json;

use crate::engine::connect::Store;
use crate::listing::referred::Kind;

/// A column that refers to a row of another table.
struct Reference {
    column: &'static str,
    /// What is shown of that row.
    kind: Kind,
    /// The key under which it is shown.
    key: &'static str,
}

const fn names(name: &'static str, tables: &'static [&'static str]) -> Kind {
    Kind { name, tables, fields: "name: name" }
}

const PRODUCT: Kind = Kind {
    name: "name_product",
    tables: &["product"],
    fields: "product_no: product_no, name: name, spec: spec, safety_stock_num: safety_stock_num, unit_id: unit_id",
};

const REFERENCES: [Reference; 6] = [
    Reference { column: "product", kind: PRODUCT, key: "product_row" },
    Reference { column: "unit", kind: names("name_unit", &["unit"]), key: "unit_row" },
    Reference { column: "warehouse", kind: names("name_warehouse", &["warehouse"]), key: "warehouse_row" },
    Reference { column: "area", kind: names("name_area", &["warehouse_area"]), key: "area_row" },
    Reference { column: "shelf", kind: names("name_shelf", &["warehouse_shelf"]), key: "shelf_row" },
    Reference { column: "admin", kind: Kind { name: "name_admin", tables: &["admin"], fields: "nickname: nickname" }, key: "admin_row" },
];

impl Store {
    /// Lays the names of what they refer to beside the columns of places or ledger rows.
    pub(crate) async fn name_rows(&self, rows: &mut [Json]) -> Result<(), StoreError> {
        let ids = |column: &str| -> BTreeSet<i64> { rows.iter().filter_map(|row| row[column].as_i64()).filter(|id| *id > 0).collect() };
        let named = self.referred(REFERENCES.map(|reference| (reference.kind, ids(reference.column)))).await?;
        for (reference, named) in REFERENCES.iter().zip(&named) {
            for row in rows.iter_mut() {
                if let Some(name) = row[reference.column].as_i64().and_then(|id| named.get(&id)) {
                    row[reference.key] = name.clone();
                }
            }
        }
        Ok(())
    }
}
