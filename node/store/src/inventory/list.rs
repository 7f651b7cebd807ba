//! Lists of places.

use std::collections::HashSet;

use actors::store::StoreError;
use chrono::NaiveDate;
use serde::de::DeserializeOwned;

use crate::engine::connect::Store;
use crate::engine::transaction::{Vars, take};
use crate::engine::value::{array, id, int, text};
use crate::inventory::holds::HeldGoods;
use crate::ledger::PLACE_ID;
use crate::listing::columns::{ListFailure, Listed, conditions, order_by};
use crate::listing::names::Referring;
use crate::listing::stock_rows::StockBalance;
use crate::listing::{Compare, ListQuery, Page};
use crate::scope::Scope;

pub(crate) const PLACE_COLUMNS: &[Listed] = &[
    Listed::new("id", PLACE_ID, Compare::Int).sorted_by("id"),
    Listed::new("warehouses_id", "warehouse", Compare::Int),
    Listed::new("warehouses_areas_id", "area", Compare::Int),
    Listed::new("warehouses_shelves_id", "shelf", Compare::Int),
    Listed::new("product_id", "product", Compare::Int),
    Listed::new("batch_number", "batch", Compare::Text),
    Listed::new("produce_date", "produce_date", Compare::Date),
    Listed::new("expiry_date", "expiry_date", Compare::Date),
    Listed::new("reserved_quantity", "reserved", Compare::Decimal),
    Listed::new("total_quantity", "on_hand", Compare::Decimal),
    Listed::new("update_time", "updated_at", Compare::Millis),
];

/// Options of an inventory list beside its filters.
#[derive(Clone, Copy, Debug, Default)]
pub struct InventoryView {
    /// Only products whose available stock, over the warehouses in use, is below their safety stock.
    pub below_safety: bool,
    /// Also places where nothing is left.
    pub zero: bool,
    /// Only what is held: expired goods as well.
    pub held: bool,
    /// Only what is below zero, until it is filled.
    pub negative: bool,
    /// Only what lies there and has expired by the end of this day.
    pub expires_by: Option<NaiveDate>,
}

/// The condition, in SurrealQL, that a product has less available in the warehouses in use than its safety stock.
fn is_below_safety(available: &str) -> String {
    format!(
        "(safety_stock_num > 0 AND safety_stock_num > <decimal>math::sum((SELECT VALUE {available} FROM place \
           WHERE product = record::id($parent.id) AND type::record('warehouse', warehouse).status = 1)))"
    )
}

impl StockBalance {
    /// Notes what holds the goods.
    pub(super) fn hold_by(&mut self, goods: &HeldGoods) {
        self.purpose = goods.purpose(self.area);
        self.expired = goods.days().expired(self.warehouse, self.expiry_date.as_deref());
        self.hold = goods.of(self.warehouse, self.product, &self.batch).cloned();
    }
}

impl Store {
    /// What is computed of a place, the conditions of a list of places, and their values.
    pub(super) async fn places_listed(
        &self,
        goods: &HeldGoods,
        query: &ListQuery,
        view: InventoryView,
        scope: &Scope,
    ) -> Result<(String, String, Vars), ListFailure> {
        let mut vars = Vars::new();
        let held = goods.condition(&mut vars);
        let mut base: Vec<String> = scope.within_warehouses("warehouse", &mut vars).into_iter().collect();
        if !view.zero {
            base.push("(on_hand != 0 OR reserved != 0)".to_owned());
        }
        if view.below_safety {
            let below = is_below_safety(&format!("IF {held} {{ 0dec }} ELSE {{ on_hand - reserved }}"));
            // Looked up before: a query within the condition would be run for each place.
            let products: Vec<i64> = self.rows(&format!("SELECT VALUE record::id(id) FROM product WHERE {below}"), vars.clone()).await?;
            base.push("product IN $below_safety".to_owned());
            vars.push(("below_safety", array(products.into_iter().map(int).collect())));
        }
        if view.negative {
            base.push("on_hand < 0".to_owned());
        }
        if view.held {
            base.push(held.clone());
        }
        if let Some(day) = view.expires_by {
            base.push("on_hand > 0 AND expiry_date != NONE AND expiry_date <= $expires_by".to_owned());
            vars.push(("expires_by", text(&day.to_string())));
        }
        let query = self.by_product(query, &mut base, &mut vars).await?;
        let conditions = conditions(&query, PLACE_COLUMNS, &[], &base.join(" AND "), &mut vars)?;
        let fields = format!(
            "IF {held} {{ on_hand }} ELSE {{ 0dec }} AS held, IF {held} {{ 0dec }} ELSE {{ on_hand - reserved }} AS available, \
             (type::record('cost', [warehouse, product]).average_cost ?? 0dec) AS average_cost"
        );
        Ok((fields, conditions, vars))
    }

    /// A page of places.
    pub async fn list_inventory(&self, query: &ListQuery, view: InventoryView, scope: &Scope) -> Result<Page<StockBalance>, ListFailure> {
        let goods = self.held_goods().await?;
        let (fields, conditions, vars) = self.places_listed(&goods, query, view, scope).await?;
        let order = order_by(query, PLACE_COLUMNS, "id ASC")?;
        let query_text = format!(
            "SELECT *, {PLACE_ID} AS id, {fields} \
             FROM (SELECT * FROM place {conditions} ORDER BY {order} LIMIT $limit START $start); \
             SELECT VALUE count FROM ONLY (SELECT count() FROM place {conditions} GROUP ALL) LIMIT 1;"
        );
        let mut page: Page<StockBalance> = self.page(&query_text, vars, query).await?;
        let below = self.below_safety(&goods, &page.list).await?;
        for row in &mut page.list {
            row.hold_by(&goods);
            row.below_safety = below.contains(&row.product);
        }
        Ok(page)
    }

    /// Those products of some places that have less available than their safety stock.
    async fn below_safety(&self, goods: &HeldGoods, places: &[StockBalance]) -> Result<HashSet<i64>, StoreError> {
        let products: HashSet<i64> = places.iter().map(|row| row.product).collect();
        let mut vars = vec![("products", array(products.into_iter().map(|product| id("product", product)).collect()))];
        let below = is_below_safety(&goods.available(&mut vars));
        let ids: Vec<i64> = self.rows(&format!("SELECT VALUE record::id(id) FROM $products WHERE {below}"), vars).await?;
        Ok(ids.into_iter().collect())
    }

    /// A page of places or ledger rows, and how many there are.
    pub(crate) async fn page<T: Referring + DeserializeOwned>(&self, text: &str, mut vars: Vars, query: &ListQuery) -> Result<Page<T>, ListFailure> {
        vars.push(("limit", int(query.page_size())));
        vars.push(("start", int(query.start())));
        let mut response = self.run(text, vars).await.map_err(StoreError::from)?;
        let mut list: Vec<T> = take(&mut response, 0)?;
        self.name_rows(&mut list).await?;
        let total: Option<i64> = take(&mut response, 1)?;
        Ok(Page { list, total: total.unwrap_or(0) })
    }
}
