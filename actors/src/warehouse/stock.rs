//! What a warehouse holds: places, levels and reservations, built by applying movements.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use bus_schemas::ids::{OrderId, ProductId, WarehouseId};
use bus_schemas::number::{Cost, Quantity};
use bus_schemas::order::OrderKind;
use bus_schemas::warehouse::{Movement, Operation, Place};

use super::behind::{Behind, Counting};
use super::cost;
use super::flow::{Flowing, Flows};
use super::port::{CostRow, PlaceRow, ReservationRow, Rows, WarehouseSettings, WarehouseSnapshot};

/// An order, as the key of its reservations.
pub type Owner = (OrderKind, OrderId);

/// What is reserved for one line at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reservation {
    pub quantity: Quantity,
    /// Unix milliseconds.
    pub since: i64,
    stored: bool,
}

/// A product's figures in this warehouse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Level {
    pub on_hand: Quantity,
    pub reserved: Quantity,
    pub average_cost: Cost,
    pub last_price: Cost,
    cost_stored: bool,
}

/// Everything the rules of one warehouse look at.
#[derive(Clone, Debug)]
pub struct Stock {
    pub warehouse: WarehouseId,
    pub settings: Option<WarehouseSettings>,
    /// The last sequence given, 0 at the beginning.
    pub last_sequence: i64,
    pub places: HashMap<Place, PlaceRow>,
    pub by_product: HashMap<ProductId, BTreeSet<Place>>,
    pub levels: HashMap<ProductId, Level>,
    /// Per order: line and place.
    pub reservations: HashMap<Owner, BTreeMap<(u32, Place), Reservation>>,
    flows: Flows,
    behind: Behind,
    last_place_no: i64,
}

/// Which rows a set of movements has touched.
#[derive(Clone, Debug, Default)]
pub struct Touched {
    /// The first ledger rows of places that came to be.
    pub new_places: Vec<i64>,
    /// Products whose cost has changed.
    pub costs: BTreeSet<ProductId>,
    pub reservations: BTreeSet<(OrderKind, OrderId, u32, Place)>,
}

impl Stock {
    /// The state that a store's snapshot describes.
    #[must_use]
    pub fn from_snapshot(warehouse: WarehouseId, snapshot: WarehouseSnapshot) -> Self {
        let mut stock = Self {
            warehouse,
            settings: snapshot.settings,
            last_sequence: snapshot.last_sequence,
            places: HashMap::with_capacity(snapshot.rows.places.len()),
            by_product: HashMap::new(),
            levels: HashMap::new(),
            reservations: HashMap::new(),
            flows: Flows::new(snapshot.rows.flows, &snapshot.uncounted),
            behind: Behind::new(snapshot.behind),
            last_place_no: 0,
        };
        for row in snapshot.rows.costs {
            let level = Level { average_cost: row.average_cost, last_price: row.last_price, cost_stored: row.stored, ..Level::default() };
            stock.levels.insert(row.product, level);
        }
        for row in snapshot.rows.places {
            stock.last_place_no = stock.last_place_no.max(row.place_no);
            stock.by_product.entry(row.place.product).or_default().insert(row.place.clone());
            stock.places.insert(row.place.clone(), row);
        }
        let lacks = |stock: &Self, row: &Counting| stock.places.get(&row.place).is_none_or(|place| place.last < row.sequence);
        for row in snapshot.tail {
            if lacks(&stock, &row) {
                stock.apply_to_place(&row, &mut Touched::default());
            }
        }
        for row in stock.places.values() {
            let level = stock.levels.entry(row.place.product).or_default();
            level.on_hand += row.on_hand;
            level.reserved += row.reserved;
        }
        for row in snapshot.rows.reservations {
            stock
                .reservations
                .entry((row.kind, row.order))
                .or_default()
                .insert((row.line, row.place), Reservation { quantity: row.quantity, since: row.since, stored: row.stored });
        }
        stock
    }

    /// What lies at a place; nothing where it is not known.
    #[must_use]
    pub fn on_hand(&self, place: &Place) -> Quantity {
        self.places.get(place).map_or(Quantity::ZERO, |row| row.on_hand)
    }

    /// Applies a movement that the rules have decided. Sums stay in range because `decide` checked them.
    pub fn apply(&mut self, movement: &Movement, touched: &mut Touched) {
        self.last_sequence = movement.sequence;
        self.apply_to_place(&Counting::of(movement), touched);
        self.apply_to_level(movement, touched);
        if movement.reserved != Quantity::ZERO {
            self.apply_to_reservation(movement, touched);
        }
        if let Some(flowing) = Flowing::of(movement) {
            self.flows.add(&flowing);
        }
    }

    fn apply_to_place(&mut self, row: &Counting, touched: &mut Touched) {
        let place = self.places.entry(row.place.clone()).or_insert_with(|| {
            self.last_place_no += 1;
            self.by_product.entry(row.place.product).or_default().insert(row.place.clone());
            touched.new_places.push(row.sequence);
            PlaceRow::begun_by(row, self.last_place_no)
        });
        if place.is_written() {
            self.behind.add(row.sequence, row.place.clone());
        }
        place.count(row);
    }

    fn apply_to_level(&mut self, movement: &Movement, touched: &mut Touched) {
        let level = self.levels.entry(movement.place.product).or_default();
        if movement.operation == Some(Operation::Inbound) && movement.moved > Quantity::ZERO {
            let before = (level.average_cost, level.last_price);
            // A figure out of range keeps the old average; `decide` refuses such receipts.
            level.average_cost =
                cost::after_receipt(level.on_hand, level.average_cost, movement.moved, movement.unit_cost).unwrap_or(level.average_cost);
            level.last_price = movement.unit_cost;
            if !level.cost_stored || before != (level.average_cost, level.last_price) {
                touched.costs.insert(movement.place.product);
            }
        }
        level.on_hand += movement.moved;
        level.reserved += movement.reserved;
    }

    fn apply_to_reservation(&mut self, movement: &Movement, touched: &mut Touched) {
        let Some(order) = &movement.order else { return };
        let owner = (order.kind, order.id);
        let key = (movement.line, movement.place.clone());
        let of_order = self.reservations.entry(owner).or_default();
        let entry = of_order.entry(key.clone()).or_insert(Reservation { quantity: Quantity::ZERO, since: movement.at, stored: false });
        entry.quantity += movement.reserved;
        if entry.quantity <= Quantity::ZERO {
            of_order.remove(&key);
        }
        if of_order.is_empty() {
            self.reservations.remove(&owner);
        }
        touched.reservations.insert((order.kind, order.id, movement.line, movement.place.clone()));
    }

    /// The first ledger row that some place's stored row lacks.
    #[must_use]
    pub fn behind_from(&self) -> Option<i64> {
        self.behind.first()
    }

    /// The rows as they are now, for the store to write; from now on they count as stored. Of the places, those that
    /// came to be, those that lack more than the newest `lag` ledger rows, and others until they are `most`.
    pub fn rows(&mut self, touched: &Touched, lag: i64, most: usize) -> Rows {
        let mut rows = Rows::default();
        // What is found by a place's row, such as that its product is in use, is found at once.
        let new: Vec<Place> = touched.new_places.iter().filter_map(|first| self.behind.take(*first)).collect();
        let due = self.behind.due(self.last_sequence.saturating_sub(lag), most);
        for place in new.into_iter().chain(due) {
            if let Some(row) = self.places.get_mut(&place) {
                rows.places.push(row.clone());
                row.written = row.last;
            }
        }
        rows.behind = self.behind.news();
        for product in &touched.costs {
            if let Some(level) = self.levels.get_mut(product) {
                let Level { average_cost, last_price, cost_stored: stored, .. } = *level;
                rows.costs.push(CostRow { product: *product, average_cost, last_price, stored });
                level.cost_stored = true;
            }
        }
        rows.flows = self.flows.due();
        for (kind, order, line, place) in &touched.reservations {
            let left = self.reservations.get_mut(&(*kind, *order)).and_then(|lines| lines.get_mut(&(*line, place.clone())));
            rows.reservations.push(ReservationRow {
                kind: *kind,
                order: *order,
                line: *line,
                place: place.clone(),
                quantity: left.as_ref().map_or(Quantity::ZERO, |reservation| reservation.quantity),
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
