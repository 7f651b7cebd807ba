//! The orders' port.

mod costs;
pub mod delivery_note;
pub mod export;
pub(crate) mod group;
mod line_names;
pub mod list;
pub mod movements;
pub mod named;
pub mod places;
pub mod product_units;
pub mod purchase_prices;
mod reference_keys;
pub mod references;
pub mod reserved;
mod reversals;
pub mod rows;
mod sought;
pub(crate) mod states;
pub(crate) mod stored;
pub mod transit;

use actors::order::facts::{OrderFacts, StepNeeds};
use actors::order::port::{OrderStore, OrderWriteError, Remembered};
use actors::store::StoreError;
use async_trait::async_trait;
use bus_schemas::ids::{CommandKey, OrderId, WarehouseId};
use bus_schemas::notification::{Announcement, NotificationDraft};
use bus_schemas::order::{Order, OrderDone, OrderDraft, OrderKind, OrderStatus};
use bus_schemas::warehouse::OrderWrite;
use chrono_tz::Tz;
use serde::Deserialize;

use self::group::{orders_query, write_error};
use self::stored::ORDER_IDS;
use crate::commands::{ORDER_COMMANDS, command_id};
use crate::engine::connect::Store;
use crate::engine::value::{id, text};

#[derive(Deserialize)]
struct StoredCommand {
    order: i64,
    number: String,
    status: OrderStatus,
    version: i64,
    allowed: Vec<String>,
    kind: Option<OrderKind>,
    action: Option<String>,
}

#[async_trait]
impl OrderStore for Store {
    async fn next_id(&self) -> Result<OrderId, StoreError> {
        self.next_of(ORDER_IDS).await.map(OrderId)
    }

    async fn load(&self, kind: OrderKind, order: OrderId) -> Result<Option<Order>, StoreError> {
        let query = "SELECT *, record::id(id) AS id OMIT reference_key FROM $order WHERE kind = $kind";
        let rows: Vec<Order> = self.rows(query, vec![("order", id("stock_order", order.0)), ("kind", text(kind.as_str()))]).await?;
        Ok(rows.into_iter().next())
    }

    async fn create(
        &self,
        write: &OrderWrite,
        day: &str,
        notifications: &[NotificationDraft],
    ) -> Result<(Order, Vec<Announcement>), OrderWriteError> {
        let numbered = Some(day.to_owned());
        self.write_order(OrderWrite { numbered, ..write.clone() }, notifications).await
    }

    async fn update(&self, write: &OrderWrite, notifications: &[NotificationDraft]) -> Result<Vec<Announcement>, OrderWriteError> {
        self.write_order(write.clone(), notifications).await.map(|(_, announcements)| announcements)
    }

    async fn update_all(&self, writes: &[OrderWrite]) -> Result<(), OrderWriteError> {
        let (query, vars) = orders_query(writes).map_err(|error| write_error(error, writes.iter()))?;
        self.run(&format!("BEGIN; {query} COMMIT;"), vars).await.map(|_| ()).map_err(|error| write_error(error, writes.iter()))
    }

    async fn find_command(&self, command: &CommandKey) -> Result<Option<Remembered>, StoreError> {
        let query = "SELECT order, number, status, version, allowed, type::record('stock_order', order).kind AS kind,
            type::record('order_event', [order, version]).action AS action FROM $command";
        let rows: Vec<StoredCommand> = self.rows(query, vec![("command", command_id(ORDER_COMMANDS, command))]).await?;
        Ok(rows.into_iter().next().map(|row| {
            let StoredCommand { order, number, status, version, allowed, kind, action } = row;
            Remembered { done: OrderDone { id: OrderId(order), number, status, version, allowed, repeated: false }, kind, action }
        }))
    }

    async fn facts(&self, kind: OrderKind, draft: &OrderDraft) -> Result<OrderFacts, StoreError> {
        self.order_facts(kind, draft).await
    }

    async fn zone(&self, warehouse: WarehouseId) -> Result<Option<Tz>, StoreError> {
        Ok(self.warehouse_zones().await?.get(&warehouse.0).copied())
    }

    async fn step_facts(&self, needs: &StepNeeds) -> Result<OrderFacts, StoreError> {
        self.facts_of_step(needs).await
    }
}
