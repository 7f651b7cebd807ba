//! The store as a warehouse needs it. `entrepot-store` implements it over SurrealDB; the simulation in memory, with
//! seeded failures, delays and lost connections.

use std::collections::BTreeSet;

use async_trait::async_trait;
use bus_schemas::count::CountWrite;
use bus_schemas::hold::{AreaPurpose, BatchHold};
use bus_schemas::ids::{AreaId, CommandKey, CountId, OrderId, ProductId, UnitId, WarehouseId};
use bus_schemas::notification::{Announcement, NotificationDraft};
use bus_schemas::number::{Amount, Cost, Quantity};
use bus_schemas::order::OrderKind;
use bus_schemas::shop::write::ShopWrite;
use bus_schemas::warehouse::{Movement, OrderWrite, Place, StockCommand, StockDone, StockRefusal};
use chrono_tz::Tz;
use rust_decimal::Decimal;

use super::weights::Weights;
use crate::dates::Month;
use crate::store::StoreError;

/// A stock balance, table `place`: the running sum of one place's ledger rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BalanceRow {
    pub place: Place,
    /// The sequence of its first ledger row, so no other place of the warehouse has it. (It counted from 1 once, and is
    /// smaller where a place is older.)
    pub place_no: i64,
    pub unit: UnitId,
    pub on_hand: Quantity,
    pub reserved: Quantity,
    /// Sequence of the first row of the first receipt, for 'oldest receipt first'. Goods that are moved within the
    /// warehouse keep it.
    pub first_sequence: i64,
    pub produce_date: Option<String>,
    pub expiry_date: Option<String>,
    /// Unix milliseconds of the last change.
    pub updated_at: i64,
    /// Sequence of the last difference that was counted here, 0 for none.
    pub counted: i64,
    /// Whether the store has a row for it already.
    pub stored: bool,
}

/// A product's cost in one warehouse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostRow {
    pub product: ProductId,
    /// Moving average, 6 decimals.
    pub average_cost: Cost,
    /// Price of the last receipt.
    pub last_price: Cost,
    /// By how much the amounts of the ledger's rows are more than what is on hand is worth at the average.
    pub rounding: Amount,
    /// The sequence of the first ledger row that it counts; 0: no row has made a difference yet.
    pub rounding_from: i64,
    /// Whether the store has a row for it already.
    pub stored: bool,
}

/// Turnover of one month and unit (domain rules 16).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnoverRow {
    /// `2026-01`.
    pub month: String,
    pub unit: UnitId,
    pub in_quantity: Decimal,
    /// At line price.
    pub in_amount: Decimal,
    pub out_quantity: Decimal,
    /// At cost.
    pub out_amount: Decimal,
    /// Ledger rows that moved goods, whatever moved them, and the sequence of the last.
    pub records: i64,
    pub last: i64,
    /// Whether the store has a row for it already.
    pub stored: bool,
}

/// A reservation of one order at one place. A row with quantity zero counts as deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReservationRow {
    pub kind: OrderKind,
    pub order: OrderId,
    /// The order's line it was made for.
    pub line: u32,
    pub place: Place,
    pub quantity: Quantity,
    /// The order's number.
    pub number: String,
    /// Unix milliseconds.
    pub since: i64,
    /// Whether the store is known to have a row for it. It may have one of zero without that being known.
    pub stored: bool,
}

/// Running sums, as rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    pub balances: Vec<BalanceRow>,
    pub costs: Vec<CostRow>,
    pub reservations: Vec<ReservationRow>,
    pub turnovers: Vec<TurnoverRow>,
    /// Of batches in this warehouse and everywhere; those that are free again only where they have just become so.
    pub holds: Vec<BatchHold>,
}

/// The settings of a warehouse that its rules need.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WarehouseSettings {
    /// Status 1.
    pub in_use: bool,
    /// Stock may go below zero (never for products kept in batches).
    pub allow_negative: bool,
    /// The last month whose books are closed: nothing moves in it or before it.
    pub closed: Option<Month>,
    /// Its time zone, where that is not the site's: its days begin and goods expire by it.
    pub zone: Option<Tz>,
}

/// The balances and the costs of products, as they are at one moment.
#[derive(Clone, Debug, Default)]
pub struct ProductRows {
    pub balances: Vec<BalanceRow>,
    pub costs: Vec<CostRow>,
    /// The ledger has no rows after the one that was asked about.
    pub current: bool,
}

/// Everything an actor needs to begin.
#[derive(Clone, Debug, Default)]
pub struct WarehouseSnapshot {
    /// `None`: there is no such warehouse.
    pub settings: Option<WarehouseSettings>,
    /// The last sequence of the ledger, 0 when it is empty.
    pub last_sequence: i64,
    /// All but balances and costs, which are read by product: [`WarehouseStore::load_products`].
    pub rows: Rows,
    /// Areas with a purpose of their own.
    pub purposes: Vec<(AreaId, AreaPurpose)>,
    pub weights: Weights,
    /// The commands of the last [`RECENT_ROWS`] ledger rows, oldest first.
    pub recent: Vec<Remembered>,
}

/// A remembered command that was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remembered {
    pub done: StockDone,
    /// The warehouse it was for, if known: the copy kept with an order does not say.
    pub warehouse: Option<WarehouseId>,
    /// The order it was done for.
    pub order: Option<OrderId>,
}

impl Remembered {
    /// A command that this warehouse has done.
    #[must_use]
    pub fn of(warehouse: WarehouseId, command: &StockCommand, done: StockDone) -> Self {
        Self { done, warehouse: Some(warehouse), order: command.order.as_ref().map(|order| order.id) }
    }

    /// The answer to a repeated command: the first answer, or a refusal when the id was used for something else.
    pub fn answer(self, warehouse: WarehouseId, command: &StockCommand) -> Result<StockDone, StockRefusal> {
        let same_order = self.order == command.order.as_ref().map(|order| order.id);
        if same_order && self.warehouse.is_none_or(|at| at == warehouse) {
            Ok(StockDone { repeated: true, ..self.done })
        } else {
            Err(StockRefusal::CommandReused)
        }
    }
}

/// How many ledger rows a warehouse looks back over for commands that are asked again. A command
/// that belongs to an order, or to none, is remembered for ever by the store as well.
pub const RECENT_ROWS: i64 = 20_000;

/// What one transaction writes. Figures are absolute; the sequence of `movements` guards them: the
/// store creates each movement under the record id `[warehouse, sequence]` and the whole batch
/// fails when one of them exists.
#[derive(Clone, Debug)]
pub struct Batch {
    pub warehouse: WarehouseId,
    /// Contiguous, beginning at the last sequence + 1. Empty when only orders and notifications are written.
    pub movements: Vec<Movement>,
    /// New state of all that the movements have touched.
    pub rows: Rows,
    pub orders: Vec<OrderWrite>,
    /// Count sheets that are posted.
    pub counts: Vec<CountWrite>,
    /// Shop orders, with all that goes with them.
    pub shops: Vec<ShopWrite>,
    pub notifications: Vec<NotificationDraft>,
}

impl Batch {
    /// Nothing, for now.
    #[must_use]
    pub fn empty(warehouse: WarehouseId) -> Self {
        Self {
            warehouse,
            movements: Vec::new(),
            rows: Rows::default(),
            orders: Vec::new(),
            counts: Vec::new(),
            shops: Vec::new(),
            notifications: Vec::new(),
        }
    }

    /// The day of the number of the order that it creates, and the order's kind. At most one is created.
    #[must_use]
    pub fn creates(&self) -> Option<(OrderKind, &str)> {
        self.orders.iter().find_map(|write| Some((write.order.kind, write.numbered.as_deref()?)))
    }

    /// The batch with the number of the order that it creates.
    #[must_use]
    pub fn with_number(&self, number: &str) -> Self {
        let mut batch = self.clone();
        for write in batch.orders.iter_mut().filter(|write| write.numbered.is_some()) {
            write.order.number = number.to_owned();
            if write.order.reference.is_empty() {
                write.order.reference = number.to_owned();
            }
            let created = (write.order.kind, write.order.id);
            let own = batch.movements.iter_mut().filter_map(|movement| movement.order.as_mut());
            own.filter(|order| (order.kind, order.id) == created).for_each(|order| order.number = number.to_owned());
        }
        batch
    }

    /// Whether there is nothing to write.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.movements.is_empty() && self.orders.is_empty() && self.counts.is_empty() && self.shops.is_empty() && self.notifications.is_empty()
    }
}

/// Results of a committed batch.
#[derive(Clone, Debug, Default)]
pub struct Committed {
    /// Inboxes that have changed, to be announced on the bus.
    pub announcements: Vec<Announcement>,
    /// The number of the order that the batch created.
    pub number: Option<String>,
}

/// Why a batch was not written.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CommitError {
    /// A movement's record id exists, so another actor writes this warehouse; this one must stop and load again.
    #[error("the ledger has moved on without this actor")]
    SequenceTaken,
    /// This command was done already: it has a record. Take it out, answer from
    /// [`WarehouseStore::find_command`], try the rest.
    #[error("command {0} was done before")]
    CommandTaken(CommandKey),
    /// This order has another version than its write expects. Take the command out, refuse it, try the rest.
    #[error("order {1} has changed")]
    OrderChanged(OrderKind, OrderId),
    /// The same of a count sheet.
    #[error("count sheet {0} has changed")]
    CountChanged(CountId),
    /// Anything else; after `Unknown` the actor must find out by [`WarehouseStore::find_command`].
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The store of the warehouses.
#[async_trait]
pub trait WarehouseStore: Send + Sync + 'static {
    /// Reads all of a warehouse but its products, in one snapshot.
    async fn load(&self, warehouse: WarehouseId) -> Result<WarehouseSnapshot, StoreError>;

    /// Reads products of a warehouse in one snapshot, for somebody who knows its ledger up to `last_sequence`.
    async fn load_products(&self, warehouse: WarehouseId, products: &BTreeSet<ProductId>, last_sequence: i64) -> Result<ProductRows, StoreError>;

    /// Writes a batch in one transaction, synced. Conflicts with other writers (of inbox counters) are retried inside,
    /// a bounded number of times.
    async fn commit(&self, batch: &Batch) -> Result<Committed, CommitError>;

    /// What a command did, wherever it was done, if the store remembers it: see [`RECENT_ROWS`].
    async fn find_command(&self, command: &CommandKey) -> Result<Option<Remembered>, StoreError>;

    /// Compares these products' available stock, over all warehouses in use, with their safety stock;
    /// writes the crossing and its notification in one transaction each. Idempotent: states, not edges, decide.
    async fn watch_safety_stock(&self, products: &[ProductId]) -> Result<Vec<Announcement>, StoreError>;

    /// Whether this process alone writes the store: then a refusal needs no second look at the ledger.
    fn sole_writer(&self) -> bool;
}
