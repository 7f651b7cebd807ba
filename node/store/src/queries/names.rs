//! Names of what places and ledger rows refer to. Few of them change in a day and every list shows
//! them, so an embedded database's are remembered until their table is written.

use std::collections::{BTreeSet, HashMap};

use actors::store::StoreError;
use serde_json::Value as Json;

use crate::connect::Store;
use crate::value::{array, id};

/// A column that refers to a row of another table.
struct Reference {
    column: &'static str,
    table: &'static str,
    /// What is shown of that row.
    shown: &'static [&'static str],
    /// The key under which it is shown.
    key: &'static str,
}

const REFERENCES: [Reference; 6] = [
    Reference { column: "product", table: "product", shown: &["product_no", "name", "spec", "safety_stock_num", "unit_id"], key: "product_row" },
    Reference { column: "unit", table: "unit", shown: &["name"], key: "unit_row" },
    Reference { column: "warehouse", table: "warehouse", shown: &["name"], key: "warehouse_row" },
    Reference { column: "area", table: "warehouse_area", shown: &["name"], key: "area_row" },
    Reference { column: "shelf", table: "warehouse_shelf", shown: &["name"], key: "shelf_row" },
    Reference { column: "admin", table: "admin", shown: &["nickname"], key: "admin_row" },
];

impl Store {
    /// Lays the names of what they refer to beside the columns of places or ledger rows.
    pub(super) async fn name_rows(&self, rows: &mut [Json]) -> Result<(), StoreError> {
        for reference in &REFERENCES {
            let wanted: BTreeSet<i64> = rows.iter().filter_map(|row| row[reference.column].as_i64()).filter(|id| *id > 0).collect();
            if wanted.is_empty() {
                continue;
            }
            let named = self.named(reference, &wanted).await?;
            for row in rows.iter_mut() {
                if let Some(name) = row[reference.column].as_i64().and_then(|id| named.get(&id)) {
                    row[reference.key] = name.clone();
                }
            }
        }
        Ok(())
    }

    async fn named(&self, reference: &Reference, wanted: &BTreeSet<i64>) -> Result<HashMap<i64, Json>, StoreError> {
        let generation = [self.writes().generation(reference.table)];
        let mut named = if self.embedded() { self.name_memory().find(reference.table, &generation, wanted) } else { HashMap::new() };
        let unknown: Vec<_> = wanted.iter().filter(|key| !named.contains_key(*key)).map(|key| id(reference.table, *key)).collect();
        if !unknown.is_empty() {
            // With their values: `{ name }` alone is a block, and answers no object.
            let shown: Vec<String> = reference.shown.iter().map(|field| format!("{field}: {field}")).collect();
            let query = format!("SELECT VALUE [record::id(id), {{ {} }}] FROM $ids", shown.join(", "));
            let read: Vec<(i64, Json)> = self.rows(&query, vec![("ids", array(unknown))]).await?;
            self.name_memory().keep(reference.table, &generation, &read);
            named.extend(read);
        }
        Ok(named)
    }
}
