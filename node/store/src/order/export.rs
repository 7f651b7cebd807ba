//! Rows of orders for a file: in the order of their ids, some at a time.

use actors::store::StoreError;
use bus_schemas::order::OrderKind;

use super::list::{ListedOrders, listed};
use crate::engine::after::rows_after;
use crate::engine::connect::Store;
use crate::engine::transaction::take;
use crate::engine::value::{id, int};
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
        let (fields, conditions, mut vars) = listed(kind, query, ListedOrders::Present, scope)?;
        let source = rows_after("stock_order", &conditions, Some(id("stock_order", after)), &mut vars);
        vars.push(("many", int(many)));
        self.rows(&format!("SELECT {fields} FROM {source} LIMIT $many"), vars).await.map_err(|error: StoreError| error.into())
    }

    /// How many lines the orders of a list have.
    pub async fn count_order_lines(&self, kind: OrderKind, query: &ListQuery, scope: &Scope) -> Result<i64, ListFailure> {
        let (_, conditions, vars) = listed(kind, query, ListedOrders::Present, scope)?;
        let text = format!("RETURN math::sum((SELECT VALUE array::len(lines) FROM stock_order {conditions}))");
        let mut response = self.run(&text, vars).await.map_err(StoreError::from)?;
        let total: Option<i64> = take(&mut response, 0)?;
        Ok(total.unwrap_or(0))
    }
}
