//! What a warehouse holds: products with their balances, and reservations, built by applying movements.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use bus_schemas::hold::{BatchHold, HoldChange};
use bus_schemas::ids::{AreaId, OrderId, ProductId, ShelfId, WarehouseId};
use bus_schemas::number::Quantity;
use bus_schemas::order::OrderKind;
use bus_schemas::warehouse::{Movement, Operation, Place, StockAction, StockCommand};

use super::holds::{self, Holds};
use super::level::{Level, Valued};
use super::port::{BalanceRow, CostRow, ReservationRow, Rows, WarehouseSettings, WarehouseSnapshot};
use super::products::Products;
use super::turnover::{self, Contribution, Turnovers};
use super::weights::Weights;
use crate::dates::earlier;

/// An order, as the key of its reservations.
pub type Owner = (OrderKind, OrderId);

/// A reservation of one line at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reservation {
    pub quantity: Quantity,
    /// The order's number.
    pub number: String,
    /// Unix milliseconds.
    pub since: i64,
    stored: bool,
}

impl BalanceRow {
    /// The balance of a place that nothing has come to, before its first ledger row.
    fn nothing(first: &Movement) -> Self {
        Self {
            place: first.place.clone(),
            place_no: first.sequence,
            unit: first.unit,
            on_hand: Quantity::ZERO,
            reserved: Quantity::ZERO,
            first_sequence: receipt_of(first),
            produce_date: None,
            expiry_date: None,
            updated_at: first.at,
            counted: 0,
            stored: false,
        }
    }

    /// Counts a ledger row. Sums stay in range because `decide` checked them.
    fn add(&mut self, movement: &Movement) {
        if movement.operation == Some(Operation::Dates) {
            self.produce_date.clone_from(&movement.produce_date);
            self.expiry_date.clone_from(&movement.expiry_date);
        }
        if movement.moved > Quantity::ZERO {
            self.take_dates(movement);
            let receipt = receipt_of(movement);
            // Goods that join others take their turn together, as the older of the two.
            self.first_sequence = if self.on_hand.is_zero() { receipt } else { self.first_sequence.min(receipt) };
        }
        self.on_hand += movement.moved;
        self.reserved += movement.reserved;
        self.updated_at = movement.at;
        if movement.operation == Some(Operation::Count) {
            self.counted = movement.sequence;
        }
    }

    /// Takes the dates of goods that come in. Where nothing lies, they are those of the place. Goods that join others get
    /// the earlier dates with them, so that expired ones never pass as fresh.
    fn take_dates(&mut self, movement: &Movement) {
        if self.on_hand <= Quantity::ZERO {
            self.produce_date.clone_from(&movement.produce_date);
            self.expiry_date.clone_from(&movement.expiry_date);
            return;
        }
        self.produce_date = earlier(self.produce_date.take(), movement.produce_date.as_ref());
        self.expiry_date = earlier(self.expiry_date.take(), movement.expiry_date.as_ref());
        // The day on which younger goods were made, beside undated ones that expire before it.
        if self.produce_date.is_some() && self.expiry_date.is_some() && self.produce_date > self.expiry_date {
            self.produce_date = None;
        }
    }
}

/// The receipt that a ledger row belongs to, by the sequence of its first row: what came in one command came at once. What
/// was moved within the warehouse belongs to the receipt that it came with.
fn receipt_of(movement: &Movement) -> i64 {
    movement.received.unwrap_or_else(|| movement.sequence - i64::from(movement.position))
}

/// Everything the rules of one warehouse need.
#[derive(Clone, Debug)]
pub struct Stock {
    pub warehouse: WarehouseId,
    pub settings: Option<WarehouseSettings>,
    /// The last sequence given, 0 at the beginning.
    pub last_sequence: i64,
    pub products: Products,
    /// Per order: line and place.
    pub reservations: HashMap<Owner, BTreeMap<(u32, Place), Reservation>>,
    pub holds: Holds,
    pub weights: Weights,
    turnovers: Turnovers,
}

/// Which rows a set of movements has touched.
#[derive(Clone, Debug, Default)]
pub struct Touched {
    pub balances: BTreeSet<Place>,
    /// Products whose cost has changed.
    pub costs: BTreeSet<ProductId>,
    pub reservations: BTreeSet<(OrderKind, OrderId, u32, Place)>,
    pub turnovers: BTreeSet<turnover::Key>,
    pub holds: BTreeSet<holds::Key>,
}

impl Stock {
    /// The state that a store's snapshot describes. Products are read when they are asked for.
    #[must_use]
    pub fn from_snapshot(warehouse: WarehouseId, snapshot: WarehouseSnapshot) -> Self {
        let mut stock = Self {
            warehouse,
            settings: snapshot.settings,
            last_sequence: snapshot.last_sequence,
            products: Products::default(),
            reservations: HashMap::new(),
            holds: Holds::new(&snapshot.purposes, snapshot.rows.holds),
            weights: snapshot.weights,
            turnovers: Turnovers::new(snapshot.rows.turnovers),
        };
        for row in snapshot.rows.reservations {
            stock
                .reservations
                .entry((row.kind, row.order))
                .or_default()
                .insert((row.line, row.place), Reservation { quantity: row.quantity, number: row.number, since: row.since, stored: row.stored });
        }
        stock
    }

    /// The figures of a place; zero for an unknown one.
    #[must_use]
    pub fn on_hand(&self, place: &Place) -> Quantity {
        self.products.get(place).map_or(Quantity::ZERO, |row| row.on_hand)
    }

    /// What is reserved for a line of an order, by place.
    pub fn reserved_of(&self, owner: Owner, line: u32) -> impl Iterator<Item = (&(u32, Place), &Reservation)> {
        // No place comes before this one.
        let first = Place { area: AreaId(i64::MIN), shelf: ShelfId(i64::MIN), product: ProductId(i64::MIN), batch: String::new() };
        let of_order = self.reservations.get(&owner).into_iter();
        of_order.flat_map(move |lines| lines.range((line, first.clone())..).take_while(move |((of, _), _)| *of == line))
    }

    /// Applies a movement that the rules have decided. Sums stay in range because `decide` checked them.
    pub fn apply(&mut self, movement: &Movement, touched: &mut Touched) {
        self.last_sequence = movement.sequence;
        let worth = movement.operation == Some(Operation::Cost);
        let dates = movement.operation == Some(Operation::Dates);
        if movement.moved.is_zero() && movement.reserved.is_zero() && !worth && !dates {
            return;
        }
        if !worth {
            self.apply_to_balance(movement, touched);
        }
        self.apply_to_level(movement, touched);
        if movement.reserved != Quantity::ZERO {
            self.apply_to_reservation(movement, touched);
        }
        if let Some(contribution) = Contribution::of(movement) {
            touched.turnovers.insert(self.turnovers.add(&contribution));
        }
    }

    /// Takes over the state of a batch that a command has changed.
    pub fn hold(&mut self, command: &StockCommand, now_ms: i64, touched: &mut Touched) {
        let StockAction::Hold { change } = &command.action else { return };
        let HoldChange { product, batch, state, reason, everywhere } = change.clone();
        touched.holds.insert((everywhere, product, batch.clone()));
        self.holds.put(BatchHold { everywhere, product, batch, state, reason, admin: command.admin, since: now_ms });
    }

    fn apply_to_balance(&mut self, movement: &Movement, touched: &mut Touched) {
        if let Some(balance) = self.products.get_mut(&movement.place) {
            balance.add(movement);
        } else {
            let mut balance = BalanceRow::nothing(movement);
            balance.add(movement);
            self.products.insert(balance);
        }
        touched.balances.insert(movement.place.clone());
    }

    fn apply_to_level(&mut self, movement: &Movement, touched: &mut Touched) {
        let level = self.products.level_mut(movement.place.product);
        let before = (level.average_cost, level.last_price, level.rounding);
        let came = level.count(&Valued::of(movement));
        if (came && !level.cost_stored) || before != (level.average_cost, level.last_price, level.rounding) {
            touched.costs.insert(movement.place.product);
        }
        level.reserved += movement.reserved;
        // What is at a cost of its own may go back to a receipt, and so counts against it.
        if movement.moved > Quantity::ZERO || movement.reverses || movement.cost_basis.is_some() {
            level.last_in = movement.sequence;
        }
    }

    fn apply_to_reservation(&mut self, movement: &Movement, touched: &mut Touched) {
        let Some(order) = &movement.order else { return };
        let owner = (order.kind, order.id);
        let key = (movement.line, movement.place.clone());
        let of_order = self.reservations.entry(owner).or_default();
        let entry = of_order.entry(key.clone()).or_insert_with(|| Reservation {
            quantity: Quantity::ZERO,
            number: order.number.clone(),
            since: movement.at,
            stored: false,
        });
        entry.quantity += movement.reserved;
        if entry.quantity <= Quantity::ZERO {
            of_order.remove(&key);
        }
        if of_order.is_empty() {
            self.reservations.remove(&owner);
        }
        touched.reservations.insert((order.kind, order.id, movement.line, movement.place.clone()));
    }

    /// The touched rows as they are now, for the store to write; from now on they count as stored.
    pub fn rows(&mut self, touched: &Touched) -> Rows {
        let mut rows = Rows::default();
        for place in &touched.balances {
            if let Some(row) = self.products.get_mut(place) {
                rows.balances.push(row.clone());
                row.stored = true;
            }
        }
        for product in &touched.costs {
            let level = self.products.level_mut(*product);
            let Level { average_cost, last_price, rounding, rounding_from, cost_stored: stored, .. } = *level;
            rows.costs.push(CostRow { product: *product, average_cost, last_price, rounding, rounding_from, stored });
            level.cost_stored = true;
        }
        rows.holds = touched.holds.iter().filter_map(|key| self.holds.row(key)).collect();
        rows.turnovers = touched.turnovers.iter().filter_map(|key| self.turnovers.take(key)).collect();
        for (kind, order, line, place) in &touched.reservations {
            let left = self.reservations.get_mut(&(*kind, *order)).and_then(|lines| lines.get_mut(&(*line, place.clone())));
            rows.reservations.push(ReservationRow {
                kind: *kind,
                order: *order,
                line: *line,
                place: place.clone(),
                quantity: left.as_ref().map_or(Quantity::ZERO, |reservation| reservation.quantity),
                number: left.as_ref().map_or_else(String::new, |reservation| reservation.number.clone()),
                since: left.as_ref().map_or(0, |reservation| reservation.since),
                stored: left.as_ref().is_some_and(|reservation| reservation.stored),
            });
            if let Some(reservation) = left {
                reservation.stored = true;
            }
        }
        rows
    }
}
