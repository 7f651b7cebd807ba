//! Ledger rows that are known without looking through the ledger: those of one order, whose events say which they are,
//! and those that are asked for by their ids.

use actors::store::StoreError;
use bus_schemas::ids::OrderId;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::transaction::take;
use crate::engine::value::text;
use crate::ledger::of_record_id;
use crate::listing::ListQuery;
use crate::order::events;

/// An order that was moved in more parts than this is looked for in the ledger.
const PARTS_MAX: usize = 500;

/// First and last sequence, in a warehouse.
pub(crate) struct Span {
    pub warehouse: i64,
    pub first: i64,
    pub last: i64,
}

/// The order number that is asked for.
pub(crate) fn number(query: &ListQuery) -> Option<&str> {
    match query.asked().find(|filter| filter.field == "operation_number" && filter.is_equality())?.values.as_slice() {
        [number] => Some(number),
        _ => None,
    }
}

/// The rows that are asked for by their ids.
pub(crate) fn of_ids(query: &ListQuery) -> Option<Vec<Span>> {
    let mut ids = query.asked().find(|filter| filter.field == "id" && filter.is_equality())?.numbers();
    ids.sort_unstable();
    ids.dedup();
    let span = |id| {
        let (warehouse, sequence) = of_record_id(id);
        Span { warehouse, first: sequence, last: sequence }
    };
    Some(ids.into_iter().map(span).collect())
}

impl Store {
    /// Where the ledger has what this order moved; `None` where its events do not say.
    pub(crate) async fn spans_of(&self, number: &str) -> Result<Option<Vec<Span>>, StoreError> {
        #[derive(Deserialize)]
        struct Order {
            id: i64,
            warehouse: i64,
        }
        #[derive(Deserialize)]
        struct Event {
            action: String,
            first: Option<i64>,
            last: Option<i64>,
        }
        let query = "SELECT record::id(id) AS id, warehouse FROM stock_order WHERE number = $number";
        let orders: Vec<Order> = self.rows(query, vec![("number", text(number))]).await?;
        let [order] = orders.as_slice() else { return Ok(None) };
        let mut response = self.run("SELECT action, first, last FROM $events", vec![("events", events(OrderId(order.id)))]).await?;
        let events: Vec<Event> = take(&mut response, 0)?;
        // Before events said which rows they made.
        if events.iter().any(|event| event.action == "stock" && event.first.is_none()) || events.len() > PARTS_MAX {
            return Ok(None);
        }
        let span = |event: &Event| Some(Span { warehouse: order.warehouse, first: event.first?, last: event.last? });
        Ok(Some(events.iter().filter_map(span).collect()))
    }
}
