//! Stock of products, for lists of products. With an embedded database it is cached until a batch is written, as such
//! lists are read many times between two batches.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use actors::store::StoreError;
use rust_decimal::Decimal;
use serde_json::{Value as Json, json};

use crate::engine::connect::Store;
use crate::engine::value::int;
use crate::listing::referred::NameCache;
use crate::scope::Scope;

/// The name of these rows in the memory: warehouse and quantity, by product.
const NAME: &str = "place";

impl Store {
    /// The stock of products over all places in reach.
    pub async fn total_stock(&self, products: &[i64], scope: &Scope) -> Result<HashMap<i64, Decimal>, StoreError> {
        let (cache, stamp) = (&self.memory::<NameCache>().0, self.writes().stamp(["movement"]));
        let mut known = cache.find(NAME, &stamp, products);
        let unknown: BTreeSet<i64> = products.iter().copied().filter(|product| !known.contains_key(product)).collect();
        if !unknown.is_empty() {
            let read = self.read_stock(&unknown).await?;
            cache.keep(NAME, &stamp, &read);
            known.extend(read);
        }
        let within = scope.only_warehouses();
        let mut sums = HashMap::with_capacity(known.len());
        for (product, held) in known {
            let held: Vec<(i64, Decimal)> = serde_json::from_value(held).map_err(|error| StoreError::Corrupt(error.to_string()))?;
            let reached = held.into_iter().filter(|(warehouse, _)| within.is_none_or(|within| within.contains(warehouse)));
            sums.insert(product, reached.map(|(_, quantity)| quantity).sum());
        }
        Ok(sums)
    }

    /// Warehouse and quantity by product, also for products without stock.
    async fn read_stock(&self, products: &BTreeSet<i64>) -> Result<Vec<(i64, Json)>, StoreError> {
        let lying = |name: &str| format!("SELECT VALUE [product, warehouse, on_hand] FROM place WHERE product IN ${name};");
        let rows: Vec<(i64, i64, Decimal)> = self.look_up(products.iter().copied().map(int).collect(), vec![], lying).await?;
        let mut held: BTreeMap<i64, Vec<Json>> = products.iter().map(|product| (*product, Vec::new())).collect();
        for (product, warehouse, quantity) in rows {
            held.entry(product).or_default().push(json!([warehouse, quantity]));
        }
        Ok(held.into_iter().map(|(product, held)| (product, Json::from(held))).collect())
    }
}
