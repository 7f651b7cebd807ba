//! What comes of a command: the order's next version, and what goes with it into one transaction.

use bus_schemas::ids::WarehouseId;
use bus_schemas::notification::NotificationDraft;
use bus_schemas::order::{HistoryEntry, Order, OrderCommand, OrderStatus};
use bus_schemas::warehouse::{Expired, OrderWrite, StockAction};

/// The consequences of a command.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The order's next version.
    pub order: Order,
    /// What a warehouse must do in the same transaction, and which.
    pub stock: Option<StockAction>,
    pub at: WarehouseId,
    /// Whether the warehouse may take expired goods.
    pub expired: Expired,
    /// When the goods move, where it is not the order's own date.
    pub business_date: Option<String>,
    /// An order that is made of this one, in the same transaction.
    pub made: Option<Order>,
    /// The next version of the order that this one was made of, in the same transaction.
    pub origin: Option<Box<OrderWrite>>,
    pub notifications: Vec<NotificationDraft>,
}

/// Counts up an order's version and writes its history entry.
pub(super) fn enter(order: &mut Order, command: &OrderCommand, from: Option<OrderStatus>, reason: Option<String>, now_ms: i64) {
    let action = command.action.name().to_owned();
    order.entry = Some(HistoryEntry { at: now_ms, admin: command.admin, action, from, to: order.status, reason, overruled: false });
    order.version += 1;
    order.updated_at = now_ms;
}

/// The next version of an order whose state stays.
pub(super) fn entered(order: &Order, command: &OrderCommand, action: &str, reason: &str, now_ms: i64) -> Order {
    let entry = HistoryEntry {
        at: now_ms,
        admin: command.admin,
        action: action.to_owned(),
        from: Some(order.status),
        to: order.status,
        reason: Some(reason.to_owned()),
        overruled: false,
    };
    Order { entry: Some(entry), version: order.version + 1, updated_at: now_ms, ..order.clone() }
}
