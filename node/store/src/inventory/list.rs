//! Lists of places.

use std::collections::HashSet;

use actors::folding::folded;
use actors::store::StoreError;
use serde::de::DeserializeOwned;

use crate::engine::connect::Store;
use crate::engine::transaction::{Vars, take};
use crate::engine::value::{array, int, text};
use crate::inventory::holds::HeldGoods;
use crate::inventory::listed_places::{Listed, Order};
use crate::inventory::place_columns::{InventoryView, PLACE_COLUMNS, subject};
use crate::inventory::read_model::read;
use crate::inventory::read_model::stock::WarehouseStock;
use crate::ledger::PLACE_ID;
use crate::listing::columns::{ListFailure, column, conditions, order_by};
use crate::listing::names::Referring;
use crate::listing::row_test::{Test, tests};
use crate::listing::stock_rows::StockBalance;
use crate::listing::{ListQuery, Page};
use crate::scope::Scope;

impl StockBalance {
    /// Notes what holds the goods.
    pub(super) fn hold_by(&mut self, goods: &HeldGoods) {
        self.purpose = goods.purpose(self.area);
        self.expired = goods.days().expired(self.warehouse, self.expiry_date.as_deref());
        self.hold = goods.of(self.warehouse, self.product, &self.batch).cloned();
    }
}

/// What is computed of a place, in SurrealQL.
fn computed(held: &str) -> String {
    format!(
        "IF {held} {{ on_hand }} ELSE {{ 0dec }} AS held, IF {held} {{ 0dec }} ELSE {{ on_hand - reserved }} AS available, \
         (type::record('cost', [warehouse, product]).average_cost ?? 0dec) AS average_cost"
    )
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
            let products = self.products_below_safety(goods, scope, None).await?;
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
        Ok((computed(&held), conditions, vars))
    }

    /// A page of places.
    pub async fn list_inventory(&self, query: &ListQuery, view: InventoryView, scope: &Scope) -> Result<Page<StockBalance>, ListFailure> {
        let goods = self.held_goods().await?;
        let unnamed = ListQuery { quick: String::new(), ..query.clone() };
        let shown = |name: &str| column(PLACE_COLUMNS, name).and_then(|column| Some((column, subject(column)?)));
        let mut page: Page<StockBalance> = match (Order::of(query), tests(&unnamed, shown)) {
            (Some(order), Ok(tests)) => self.places_in_memory(&goods, query, tests, view, scope, order).await?,
            _ => {
                let (fields, conditions, vars) = self.places_listed(&goods, query, view, scope).await?;
                let order = order_by(query, PLACE_COLUMNS, "id ASC")?;
                let query_text = format!(
                    "SELECT *, {PLACE_ID} AS id, {fields} \
                     FROM (SELECT * FROM place {conditions} ORDER BY {order} LIMIT $limit START $start); \
                     SELECT VALUE count FROM ONLY (SELECT count() FROM place {conditions} GROUP ALL) LIMIT 1;"
                );
                self.page(&query_text, vars, query).await?
            }
        };
        let products = page.list.iter().map(|row| row.product).collect();
        let below = self.products_below_safety(&goods, scope, Some(products)).await?;
        for row in &mut page.list {
            row.hold_by(&goods);
            row.below_safety = below.contains(&row.product);
        }
        Ok(page)
    }

    /// A page of places that is found by what is in memory.
    async fn places_in_memory(
        &self,
        goods: &HeldGoods,
        query: &ListQuery,
        mut tests: Vec<Test>,
        view: InventoryView,
        scope: &Scope,
        order: Order,
    ) -> Result<Page<StockBalance>, StoreError> {
        let named = folded(&query.quick);
        if !named.is_empty() {
            tests.push(Test::products(self.products_named(&named).await?));
        }
        let below = if view.below_safety { Some(self.products_below_safety(goods, scope, None).await?) } else { None };
        let listed =
            |stocks: &[&WarehouseStock]| Listed::new(stocks, goods, &tests, view, below.as_ref()).page(order, query.start(), query.page_size());
        let (ids, total) = read(&self.present_stock(scope).await?, listed);
        let mut vars = Vars::new();
        let fields = computed(&goods.condition(&mut vars));
        vars.push(("ids", array(ids)));
        let mut list: Vec<StockBalance> = self.rows(&format!("SELECT *, {PLACE_ID} AS id, {fields} FROM $ids"), vars).await?;
        self.name_rows(&mut list).await?;
        Ok(Page { list, total })
    }

    /// Which of these products have less available than they should, as far as somebody with this scope compares it
    /// ([`super::minimums`]).
    pub async fn below_safety(&self, products: HashSet<i64>, scope: &Scope) -> Result<HashSet<i64>, StoreError> {
        let goods = self.held_goods().await?;
        self.products_below_safety(&goods, scope, Some(products)).await
    }

    /// Products, all or of these, that have less available than they should ([`super::minimums`]).
    async fn products_below_safety(&self, goods: &HeldGoods, scope: &Scope, only: Option<HashSet<i64>>) -> Result<HashSet<i64>, StoreError> {
        let minimums = self.minimums(scope).await?;
        let stock = self.present_stock(scope).await?;
        Ok(read(&stock, |stocks| minimums.below(stocks, goods, only.as_ref())))
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
