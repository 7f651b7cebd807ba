//! Names for the texts of notifications. Actors know what they report by id.

use std::borrow::Cow;
use std::collections::BTreeSet;

use actors::store::StoreError;
use bus_schemas::notification::NotificationDraft;
use serde_json::Value as Json;

use crate::engine::connect::Store;
use crate::listing::names::{PRODUCT, WAREHOUSE};

/// Data that names a product by its id alone.
fn product(draft: &NotificationDraft) -> Option<i64> {
    draft.data.get("product_id").and_then(Json::as_i64).filter(|_| !draft.data.contains_key("product"))
}

impl Store {
    /// The drafts, with `product`, `product_no` and `warehouse_name` where they say `product_id` alone.
    pub(crate) async fn with_names<'a>(&self, drafts: &'a [NotificationDraft]) -> Result<Cow<'a, [NotificationDraft]>, StoreError> {
        let products: BTreeSet<i64> = drafts.iter().filter_map(product).collect();
        if products.is_empty() {
            return Ok(Cow::Borrowed(drafts));
        }
        let warehouses: BTreeSet<i64> = drafts.iter().flat_map(|draft| &draft.warehouses).map(|warehouse| warehouse.0).collect();
        let [products, warehouses] = self.referred([(PRODUCT, products), (WAREHOUSE, warehouses)]).await?;
        let text = |row: Option<&Json>, field: &str| row.map_or_else(|| "".into(), |row| row[field].clone());
        let mut named = drafts.to_vec();
        for draft in &mut named {
            let Some(id) = product(draft) else { continue };
            draft.data.insert("product".into(), text(products.get(&id), "name"));
            draft.data.insert("product_no".into(), text(products.get(&id), "product_no"));
            let warehouse = draft.warehouses.first().and_then(|warehouse| warehouses.get(&warehouse.0));
            draft.data.insert("warehouse_name".into(), text(warehouse, "name"));
        }
        Ok(Cow::Owned(named))
    }
}
