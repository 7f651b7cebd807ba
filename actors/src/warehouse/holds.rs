//! Which goods of a warehouse are held: those of held batches, and what lies in areas for goods to inspect or damaged
//! ones. They are on hand and never available (decision 0035).

use std::collections::{BTreeMap, HashMap};

use bus_schemas::hold::{AreaPurpose, BatchHold, HoldChange, HoldState};
use bus_schemas::ids::{AreaId, OrderId, ProductId};
use bus_schemas::notification::{Fact, NotificationDraft, NotificationKind};
use bus_schemas::number::Quantity;
use bus_schemas::warehouse::{Movement, OrderRef, Place, StockAction, StockCommand};

use super::stock::{Stock, Touched};

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

/// Tells the people of each order what a command has taken of its reservations.
#[must_use]
pub fn lost(command: &StockCommand, movements: &[Movement]) -> Vec<NotificationDraft> {
    let (kind, reason) = match &command.action {
        StockAction::Hold { change } if change.state == HoldState::Recalled => (NotificationKind::BATCH_RECALLED, change.reason.as_str()),
        StockAction::Hold { change } => (NotificationKind::BATCH_HELD, change.reason.as_str()),
        StockAction::Enforce => (NotificationKind::BATCH_HELD, ""),
        _ => return Vec::new(),
    };
    let mut by_order: BTreeMap<(&str, OrderId), (&OrderRef, Quantity, &str)> = BTreeMap::new();
    for movement in movements.iter().filter(|movement| movement.reserved < Quantity::ZERO) {
        let Some(order) = &movement.order else { continue };
        let entry = by_order.entry((order.kind.as_str(), order.id)).or_insert((order, Quantity::ZERO, &movement.place.batch));
        entry.1 += -movement.reserved;
    }
    let warehouse = movements.first().map(|movement| movement.warehouse);
    let told = |(order, quantity, batch): (&OrderRef, Quantity, &str)| told(kind, command, order, (quantity, batch, reason), warehouse);
    by_order.into_values().map(told).collect()
}

fn told(
    kind: NotificationKind,
    command: &StockCommand,
    order: &OrderRef,
    (quantity, batch, reason): (Quantity, &str, &str),
    warehouse: Option<bus_schemas::ids::WarehouseId>,
) -> NotificationDraft {
    let mut data = serde_json::Map::new();
    data.insert("order_no".into(), order.number.clone().into());
    data.insert("quantity".into(), quantity.to_string().into());
    data.insert("batch".into(), batch.into());
    data.insert("reason".into(), reason.into());
    data.insert("by".into(), command.admin.0.into());
    let warehouses = warehouse.into_iter().collect();
    kind.draft(Fact { by: Some(command.admin), order_kind: Some(order.kind), id: order.id.0, warehouses, data, ..Fact::default() })
}
