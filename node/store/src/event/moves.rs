//! Movements of stock as events. The ledger of a warehouse is numbered without a gap already, so its rows are read as they are, and
//! nothing is written twice.

use actors::store::StoreError;
use bus_schemas::event::{By, Event, Stream, Subject};
use bus_schemas::ids::WarehouseId;
use bus_schemas::warehouse::Operation;
use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::{Map, Value as Json};

use crate::engine::connect::Store;
use crate::engine::value::int;
use crate::ledger::record_id;

/// The page of the ledger, whose readers may know of movements.
const PAGE: &str = "warehouse/inventoryRecord";

/// A row of the ledger, without what it cost.
#[derive(Deserialize)]
struct Row {
    sequence: i64,
    operation: Option<i64>,
    order_no: Option<String>,
    product: i64,
    product_no: Option<String>,
    area: i64,
    shelf: i64,
    batch: String,
    moved: Decimal,
    reserved: Decimal,
    balance: Decimal,
    admin: i64,
    business_date: String,
    at: i64,
}

/// What a movement is called as an event.
const fn kind(operation: Option<Operation>, reserves: bool) -> &'static str {
    match operation {
        Some(Operation::Inbound) => "stock.inbound",
        Some(Operation::Outbound) => "stock.outbound",
        Some(Operation::Transfer) => "stock.transfer",
        Some(Operation::Adjustment) => "stock.adjustment",
        Some(Operation::Count) => "stock.count",
        Some(Operation::Cost) => "stock.cost",
        Some(Operation::Dates) => "stock.dates",
        None if reserves => "stock.reserved",
        None => "stock.released",
    }
}

impl Row {
    fn event(self, warehouse: WarehouseId) -> Event {
        let operation = self.operation.and_then(Operation::from_code);
        let quantity = if operation.is_some() { self.moved } else { self.reserved };
        let order_no = self.order_no.unwrap_or_default();
        let data = [
            ("order_no", Json::from(order_no.clone())),
            ("product", self.product.into()),
            ("product_no", self.product_no.unwrap_or_default().into()),
            ("area", self.area.into()),
            ("shelf", self.shelf.into()),
            ("batch", self.batch.into()),
            ("quantity", quantity.normalize().to_string().into()),
            ("balance", self.balance.normalize().to_string().into()),
            ("business_date", self.business_date.into()),
        ];
        Event {
            stream: Stream::Ledger(warehouse),
            number: self.sequence,
            kind: kind(operation, self.reserved > Decimal::ZERO).to_owned(),
            at: self.at,
            by: By::admin(self.admin),
            subject: Subject { page: PAGE.to_owned(), id: record_id(warehouse.0, self.sequence), name: order_no },
            warehouses: vec![warehouse],
            data: Map::from_iter(data.map(|(name, value)| (name.to_owned(), value))),
        }
    }
}

impl Store {
    /// The movements of a warehouse from one number to another.
    pub async fn moves_between(&self, warehouse: WarehouseId, from: i64, to: i64) -> Result<Vec<Event>, StoreError> {
        let query = "SELECT sequence, operation, order_no, product, type::record('product', product).product_no AS product_no, area, shelf, batch, \
                       moved, reserved, balance, admin, business_date, at FROM movement:[$w, $first]..=[$w, $last]";
        let rows: Vec<Row> = self.rows(query, vec![("w", int(warehouse.0)), ("first", int(from)), ("last", int(to))]).await?;
        Ok(rows.into_iter().map(|row| row.event(warehouse)).collect())
    }

    /// The number of a warehouse's newest movement; 0 where there is none.
    pub(crate) async fn last_move(&self, warehouse: WarehouseId) -> Result<i64, StoreError> {
        let ends = self.moved_warehouses().await?;
        Ok(ends.into_iter().find(|(known, _)| *known == warehouse.0).map_or(0, |(_, last)| last))
    }

    /// Begins to plan deliveries for movements, with those that come now, or ends it.
    pub async fn watch_moves(&self, watch: bool) -> Result<(), StoreError> {
        let query = if watch {
            "BEGIN; FOR $end IN (SELECT warehouse, math::max(last) AS last FROM flow GROUP BY warehouse) { \
               UPSERT type::record('event_cursor', string::concat('ledger:', <string> $end.warehouse)) SET last = $end.last RETURN NONE }; \
             UPSERT event_cursor:ledger SET last = 0 RETURN NONE; COMMIT;"
        } else {
            "DELETE event_cursor:ledger RETURN NONE;"
        };
        self.run(query, vec![]).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_movement_says_what_moved_and_not_what_it_cost() {
        let row = Row {
            sequence: 7,
            operation: None,
            order_no: Some("CK1".into()),
            product: 3,
            product_no: None,
            area: 0,
            shelf: 0,
            batch: String::new(),
            moved: Decimal::ZERO,
            reserved: Decimal::new(-20, 1),
            balance: Decimal::new(50, 1),
            admin: 0,
            business_date: "2026-01-01".into(),
            at: 1,
        };
        let event = row.event(WarehouseId(2));
        assert_eq!((event.kind.as_str(), &event.data["quantity"], &event.data["balance"]), ("stock.released", &Json::from("-2"), &Json::from("5")));
        assert_eq!((event.subject.id, event.stream.to_string().as_str()), (20_000_000_007, "ledger:2"));
        assert!(!event.data.keys().any(|name| name.contains("cost") || name.contains("amount")));
    }
}
