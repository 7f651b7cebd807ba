//! What orders lose of their reservations when goods are held, and whom that is told.

use std::collections::BTreeMap;

use bus_schemas::hold::HoldState;
use bus_schemas::ids::{OrderId, WarehouseId};
use bus_schemas::notification::{Fact, NotificationDraft, NotificationKind};
use bus_schemas::number::Quantity;
use bus_schemas::warehouse::{Movement, OrderRef, StockAction, StockCommand};

use super::shop_orders;

/// What an order has lost of its reservations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    pub order: OrderRef,
    pub quantity: Quantity,
    /// One of the batches.
    pub batch: String,
}

/// What a command that holds goods has taken of the reservations of each order.
#[must_use]
pub fn of(command: &StockCommand, movements: &[Movement]) -> Vec<Loss> {
    if !matches!(command.action, StockAction::Hold { .. } | StockAction::Enforce) {
        return Vec::new();
    }
    let mut by_order: BTreeMap<(&str, OrderId), Loss> = BTreeMap::new();
    for movement in movements.iter().filter(|movement| movement.reserved < Quantity::ZERO) {
        let Some(order) = &movement.order else { continue };
        let none = || Loss { order: order.clone(), quantity: Quantity::ZERO, batch: movement.place.batch.clone() };
        by_order.entry((order.kind.as_str(), order.id)).or_insert_with(none).quantity += -movement.reserved;
    }
    by_order.into_values().collect()
}

/// Notifies the people of each order of what a command has taken of its reservations.
#[must_use]
pub fn notices(command: &StockCommand, losses: &[Loss], warehouse: WarehouseId) -> Vec<NotificationDraft> {
    let (kind, why, reason) = match &command.action {
        StockAction::Hold { change } if change.state == HoldState::Recalled => {
            (NotificationKind::BATCH_RECALLED, shop_orders::RECALLED, change.reason.as_str())
        }
        StockAction::Hold { change } => (NotificationKind::BATCH_HELD, shop_orders::HELD, change.reason.as_str()),
        _ => (NotificationKind::BATCH_HELD, shop_orders::HELD, ""),
    };
    let notification = |loss: &Loss| {
        let mut data = serde_json::Map::new();
        data.insert("order_no".into(), loss.order.number.clone().into());
        data.insert("quantity".into(), loss.quantity.to_string().into());
        data.insert("batch".into(), loss.batch.clone().into());
        data.insert("reason".into(), reason.into());
        data.insert("by".into(), command.admin.0.into());
        if let Some(draft) = shop_orders::lost(&loss.order, why, warehouse, &data) {
            return draft;
        }
        let (order_kind, id) = (Some(loss.order.kind), loss.order.id.0);
        kind.draft(Fact { by: Some(command.admin), order_kind, id, warehouses: vec![warehouse], data, ..Fact::default() })
    };
    losses.iter().map(notification).collect()
}
