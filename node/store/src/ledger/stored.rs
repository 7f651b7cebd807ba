//! The rows of a warehouse's running sums as they are read.

use actors::warehouse::port::{BalanceRow, CostRow, ReservationRow};
use bus_schemas::hold::{BatchHold, HoldState};
use bus_schemas::ids::{AdminId, AreaId, OrderId, ProductId, ShelfId, UnitId};
use bus_schemas::number::{Amount, Cost, Quantity};
use bus_schemas::order::OrderKind;
use bus_schemas::warehouse::Place;
use rust_decimal::Decimal;
use serde::Deserialize;

fn place(area: i64, shelf: i64, product: i64, batch: String) -> Place {
    Place { area: AreaId(area), shelf: ShelfId(shelf), product: ProductId(product), batch }
}

#[derive(Deserialize)]
pub(crate) struct StoredBalance {
    area: i64,
    shelf: i64,
    product: i64,
    batch: String,
    place_no: i64,
    unit: i64,
    on_hand: Decimal,
    reserved: Decimal,
    first_sequence: i64,
    produce_date: Option<String>,
    expiry_date: Option<String>,
    updated_at: i64,
    #[serde(default)]
    counted: i64,
}

impl StoredBalance {
    pub(crate) fn row(self) -> BalanceRow {
        BalanceRow {
            place: place(self.area, self.shelf, self.product, self.batch),
            place_no: self.place_no,
            unit: UnitId(self.unit),
            on_hand: Quantity(self.on_hand),
            reserved: Quantity(self.reserved),
            first_sequence: self.first_sequence,
            produce_date: self.produce_date,
            expiry_date: self.expiry_date,
            updated_at: self.updated_at,
            counted: self.counted,
            stored: true,
        }
    }
}

#[derive(Deserialize)]
pub(super) struct StoredCost {
    product: i64,
    average_cost: Decimal,
    last_price: Decimal,
    #[serde(default)]
    rounding: Decimal,
    #[serde(default)]
    rounding_from: i64,
}

impl StoredCost {
    pub(super) fn row(self) -> CostRow {
        CostRow {
            product: ProductId(self.product),
            average_cost: Cost(self.average_cost),
            last_price: Cost(self.last_price),
            rounding: Amount(self.rounding),
            rounding_from: self.rounding_from,
            stored: true,
        }
    }
}

#[derive(Deserialize)]
pub(crate) struct StoredReservation {
    kind: OrderKind,
    order: i64,
    line: u32,
    area: i64,
    shelf: i64,
    product: i64,
    batch: String,
    quantity: Decimal,
    order_no: Option<String>,
    since: i64,
}

impl StoredReservation {
    pub(crate) fn row(self) -> ReservationRow {
        ReservationRow {
            kind: self.kind,
            order: OrderId(self.order),
            line: self.line,
            place: place(self.area, self.shelf, self.product, self.batch),
            quantity: Quantity(self.quantity),
            number: self.order_no.unwrap_or_default(),
            since: self.since,
            stored: true,
        }
    }
}

#[derive(Deserialize)]
pub(crate) struct StoredHold {
    /// 0: everywhere.
    pub(crate) warehouse: i64,
    pub(crate) product: i64,
    pub(crate) batch: String,
    pub(crate) state: i64,
    pub(crate) reason: String,
    pub(crate) admin: i64,
    pub(crate) since: i64,
}

impl StoredHold {
    pub(crate) fn row(self) -> BatchHold {
        BatchHold {
            everywhere: self.warehouse == 0,
            product: ProductId(self.product),
            batch: self.batch,
            // What this program does not know is held.
            state: HoldState::from_code(self.state).unwrap_or(HoldState::Recalled),
            reason: self.reason,
            admin: AdminId(self.admin),
            since: self.since,
        }
    }
}
