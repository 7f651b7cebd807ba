//! Names of what places and ledger rows refer to. Few of them change in a day and every list shows
//! them, so an embedded database's are remembered until their table is written.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use actors::store::StoreError;
use serde_json::Value as Json;

use crate::connect::Store;
use crate::value::{array, id};

/// Most rows of one table that are remembered.
const ROWS_MAX: usize = 20_000;
/// A write whose caller went away may commit unseen; so long at most it stays so.
const RENEW_AFTER: Duration = Duration::from_secs(60);

/// A column that refers to a row of another table.
struct Reference {
    column: &'static str,
    table: &'static str,
    /// What is shown of that row, as SurrealQL.
    shown: &'static str,
    /// The key under which it is shown.
    key: &'static str,
}

const REFERENCES: [Reference; 6] = [
    Reference { column: "product", table: "product", shown: "{ product_no, name, spec, safety_stock_num, unit_id }", key: "product_row" },
    Reference { column: "unit", table: "unit", shown: "{ name }", key: "unit_row" },
    Reference { column: "warehouse", table: "warehouse", shown: "{ name }", key: "warehouse_row" },
    Reference { column: "area", table: "warehouse_area", shown: "{ name }", key: "area_row" },
    Reference { column: "shelf", table: "warehouse_shelf", shown: "{ name }", key: "shelf_row" },
    Reference { column: "admin", table: "admin", shown: "{ nickname }", key: "admin_row" },
];

/// Rows of a table as it was after so many writes.
struct Known {
    generation: u64,
    since: Instant,
    rows: HashMap<i64, Json>,
}

/// See the module.
#[derive(Default)]
pub(crate) struct NameMemory(Mutex<HashMap<&'static str, Known>>);

impl NameMemory {
    fn tables(&self) -> MutexGuard<'_, HashMap<&'static str, Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of these rows.
    fn find(&self, table: &'static str, generation: u64, wanted: &BTreeSet<i64>) -> HashMap<i64, Json> {
        let tables = self.tables();
        let Some(known) = tables.get(table).filter(|known| known.generation == generation && known.since.elapsed() < RENEW_AFTER) else {
            return HashMap::new();
        };
        wanted.iter().filter_map(|id| known.rows.get(id).map(|row| (*id, row.clone()))).collect()
    }

    /// Remembers rows that were read after `generation` was looked at.
    fn keep(&self, table: &'static str, generation: u64, rows: &[(i64, Json)]) {
        let mut tables = self.tables();
        let fresh = || Known { generation, since: Instant::now(), rows: HashMap::new() };
        let known = tables.entry(table).or_insert_with(fresh);
        if known.generation != generation || known.since.elapsed() >= RENEW_AFTER || known.rows.len() + rows.len() > ROWS_MAX {
            *known = fresh();
        }
        known.rows.extend(rows.iter().cloned());
    }
}

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
        let generation = self.quick_memory().generation(reference.table);
        let mut named = if self.embedded() { self.name_memory().find(reference.table, generation, wanted) } else { HashMap::new() };
        let unknown: Vec<_> = wanted.iter().filter(|key| !named.contains_key(*key)).map(|key| id(reference.table, *key)).collect();
        if !unknown.is_empty() {
            let query = format!("SELECT VALUE [record::id(id), {}] FROM $ids", reference.shown);
            let read: Vec<(i64, Json)> = self.rows(&query, vec![("ids", array(unknown))]).await?;
            self.name_memory().keep(reference.table, generation, &read);
            named.extend(read);
        }
        Ok(named)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_are_known_until_their_table_is_written() {
        let memory = NameMemory::default();
        memory.keep("unit", 4, &[(1, json!({ "name": "box" })), (2, json!({ "name": "kg" }))]);
        let wanted = BTreeSet::from([1, 3]);
        assert_eq!(memory.find("unit", 4, &wanted), HashMap::from([(1, json!({ "name": "box" }))]));
        assert!(memory.find("unit", 5, &wanted).is_empty() && memory.find("brand", 4, &wanted).is_empty());
        memory.keep("unit", 5, &[(3, json!({ "name": "pair" }))]);
        assert_eq!(memory.find("unit", 5, &wanted), HashMap::from([(3, json!({ "name": "pair" }))]));
    }

    #[test]
    fn the_memory_is_bounded() {
        let memory = NameMemory::default();
        let rows: Vec<(i64, Json)> = (0..ROWS_MAX as i64).map(|key| (key, Json::Null)).collect();
        memory.keep("product", 0, &rows);
        memory.keep("product", 0, &[(-1, Json::Null)]);
        assert_eq!(memory.find("product", 0, &BTreeSet::from([-1, 0])).len(), 1);
    }
}
