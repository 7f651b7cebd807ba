//! Rows of orders for a file: in the order of their ids, some at a time.

use actors::store::StoreError;
use bus_schemas::order::OrderKind;

use super::list::{ListedOrders, listed, source};
use crate::engine::after::rows_after;
use crate::engine::connect::Store;
use crate::engine::transaction::take;
use crate::engine::value::{array, id, int};
use crate::listing::ListQuery;
use crate::listing::columns::ListFailure;
use crate::order::rows::ListedOrder;
use crate::scope::Scope;

impl Store {
    /// The orders of a list after the one with this id, without their lines.
    pub async fn orders_after(
        &self,
        kind: OrderKind,
        query: &ListQuery,
        scope: &Scope,
        after: i64,
        many: i64,
    ) -> Result<Vec<ListedOrder>, ListFailure> {
        let named = self.named_in_orders(query).await?;
        let (fields, conditions, mut vars) = listed(kind, query, &named, ListedOrders::Present, scope)?;
        let source = rows_after("stock_order", &conditions, Some(id("stock_order", after)), &mut vars);
        vars.push(("many", int(many)));
        self.rows(&format!("SELECT {fields} FROM {source} LIMIT $many"), vars).await.map_err(|error: StoreError| error.into())
    }

    /// The ids of a list's orders, from the oldest on: of one by product, where an index finds all of them at once.
    pub async fn order_ids(&self, kind: OrderKind, query: &ListQuery, scope: &Scope) -> Result<Vec<i64>, ListFailure> {
        let named = self.named_in_orders(query).await?;
        let (_, conditions, vars) = listed(kind, query, &named, ListedOrders::Present, scope)?;
        let mut ids: Vec<i64> = self.rows(&format!("SELECT VALUE record::id(id) FROM {} {conditions}", source(query)), vars).await?;
        ids.sort_unstable();
        Ok(ids)
    }

    /// Those of these orders that still belong to a list, in the order of the ids, without their lines.
    pub async fn orders_among(&self, kind: OrderKind, query: &ListQuery, scope: &Scope, ids: &[i64]) -> Result<Vec<ListedOrder>, ListFailure> {
        let named = self.named_in_orders(query).await?;
        let (fields, conditions, mut vars) = listed(kind, query, &named, ListedOrders::Present, scope)?;
        vars.push(("ids", array(ids.iter().map(|order| id("stock_order", *order)).collect())));
        self.rows(&format!("SELECT {fields} FROM $ids {conditions}"), vars).await.map_err(|error: StoreError| error.into())
    }

    /// How many lines the orders of a list have.
    pub async fn count_order_lines(&self, kind: OrderKind, query: &ListQuery, scope: &Scope) -> Result<i64, ListFailure> {
        let named = self.named_in_orders(query).await?;
        let (_, conditions, vars) = listed(kind, query, &named, ListedOrders::Present, scope)?;
        let text = format!("RETURN math::sum((SELECT VALUE array::len(lines) FROM {} {conditions}))", source(query));
        let mut response = self.run(&text, vars).await.map_err(StoreError::from)?;
        let total: Option<i64> = take(&mut response, 0)?;
        Ok(total.unwrap_or(0))
    }
}
