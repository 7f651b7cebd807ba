//! Which goods of a warehouse are held: those of held batches, and what lies in areas for goods to inspect or damaged
//! ones. They are on hand and never available (decision 0035).

use std::collections::{BTreeMap, HashMap};

use bus_schemas::hold::{AreaPurpose, BatchHold, HoldChange, HoldState};
use bus_schemas::ids::{AreaId, OrderId, ProductId, WarehouseId};
use bus_schemas::notification::{Fact, NotificationDraft, NotificationKind};
use bus_schemas::number::Quantity;
use bus_schemas::warehouse::{Movement, OrderRef, Place, StockAction, StockCommand};

use super::stock::{Stock, Touched};
use crate::shop::order::doubts;

/// Everywhere or here, product and batch.
pub type Key = (bool, ProductId, String);

/// What of a warehouse is held.
#[derive(Clone, Debug, Default)]
pub struct Holds {
    purposes: HashMap<AreaId, AreaPurpose>,
    /// In this warehouse and everywhere, by product.
    batches: HashMap<ProductId, Vec<BatchHold>>,
}

impl Holds {
    /// As the store has them.
    #[must_use]
    pub fn new(purposes: &[(AreaId, AreaPurpose)], rows: Vec<BatchHold>) -> Self {
        let mut holds =
            Self { purposes: purposes.iter().copied().filter(|(_, purpose)| *purpose != AreaPurpose::Normal).collect(), ..Self::default() };
        rows.into_iter().for_each(|row| holds.put(row));
        holds
    }

    fn put(&mut self, row: BatchHold) {
        let of_product = self.batches.entry(row.product).or_default();
        of_product.retain(|known| known.everywhere != row.everywhere || known.batch != row.batch);
        of_product.push(row);
    }

    /// Whether goods at a place are held.
    #[must_use]
    pub fn holds(&self, place: &Place) -> bool {
        self.purposes.contains_key(&place.area) || self.holds_batch(place)
    }

    /// Whether the batch of goods at a place is held, wherever they lie.
    #[must_use]
    pub fn holds_batch(&self, place: &Place) -> bool {
        let rows = self.batches.get(&place.product);
        rows.is_some_and(|rows| rows.iter().any(|row| row.state != HoldState::None && row.batch == place.batch))
    }

    /// The state of a batch, here or everywhere, for the store to write.
    #[must_use]
    pub fn row(&self, (everywhere, product, batch): &Key) -> Option<BatchHold> {
        self.batches.get(product)?.iter().find(|row| row.everywhere == *everywhere && row.batch == *batch).cloned()
    }
}

/// Whether a change leaves goods at a place held.
#[must_use]
pub fn concerns(change: &HoldChange, place: &Place) -> bool {
    change.state != HoldState::None && change.product == place.product && change.batch == place.batch
}

/// Takes over the state of a batch that a command has changed.
pub fn apply(stock: &mut Stock, command: &StockCommand, now_ms: i64, touched: &mut Touched) {
    let StockAction::Hold { change } = &command.action else { return };
    let HoldChange { product, batch, state, reason, everywhere } = change.clone();
    touched.holds.insert((everywhere, product, batch.clone()));
    stock.holds.put(BatchHold { everywhere, product, batch, state, reason, admin: command.admin, since: now_ms });
}

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
pub fn losses(command: &StockCommand, movements: &[Movement]) -> Vec<Loss> {
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
pub fn lost(command: &StockCommand, losses: &[Loss], warehouse: WarehouseId) -> Vec<NotificationDraft> {
    let (kind, why, reason) = match &command.action {
        StockAction::Hold { change } if change.state == HoldState::Recalled => {
            (NotificationKind::BATCH_RECALLED, doubts::RECALLED, change.reason.as_str())
        }
        StockAction::Hold { change } => (NotificationKind::BATCH_HELD, doubts::HELD, change.reason.as_str()),
        _ => (NotificationKind::BATCH_HELD, doubts::HELD, ""),
    };
    let notification = |loss: &Loss| {
        let mut data = serde_json::Map::new();
        data.insert("order_no".into(), loss.order.number.clone().into());
        data.insert("quantity".into(), loss.quantity.to_string().into());
        data.insert("batch".into(), loss.batch.clone().into());
        data.insert("reason".into(), reason.into());
        data.insert("by".into(), command.admin.0.into());
        if let Some(draft) = doubts::lost(&loss.order, why, warehouse, &data) {
            return draft;
        }
        let (order_kind, id) = (Some(loss.order.kind), loss.order.id.0);
        kind.draft(Fact { by: Some(command.admin), order_kind, id, warehouses: vec![warehouse], data, ..Fact::default() })
    };
    losses.iter().map(notification).collect()
}
