//! Places of a warehouse, and the figures that the check adds up for each.

use bus_schemas::warehouse::CostBasis;
use rust_decimal::Decimal;
use serde::Deserialize;

/// The sums of a place.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Figures {
    pub on_hand: Decimal,
    pub reserved: Decimal,
    /// More is reserved than is there by so much, because a posted count found less.
    pub lost: Decimal,
    /// What was given up in transit to it: how much, and what it was worth.
    pub given_up: Decimal,
    pub given_up_worth: Decimal,
}

/// Area, shelf, product and batch.
pub(super) type PlaceKey = (i64, i64, i64, String);

/// A row that says where it belongs: a balance, a reservation or a ledger row.
#[derive(Deserialize)]
pub(super) struct Row {
    #[serde(default)]
    pub area: i64,
    #[serde(default)]
    pub shelf: i64,
    pub product: i64,
    #[serde(default)]
    pub batch: String,
    #[serde(default)]
    pub on_hand: Decimal,
    #[serde(default)]
    pub reserved: Decimal,
    #[serde(default)]
    pub quantity: Decimal,
    /// Of a reservation.
    #[serde(default)]
    pub order: i64,
    #[serde(default)]
    pub line: i64,
}

impl Row {
    pub(super) fn key(&self) -> PlaceKey {
        (self.area, self.shelf, self.product, self.batch.clone())
    }
}

impl Figures {
    pub(super) fn add(&mut self, other: Self) {
        self.on_hand += other.on_hand;
        self.reserved += other.reserved;
        self.given_up += other.given_up;
        self.given_up_worth += other.given_up_worth;
    }

    /// What a ledger row does.
    pub(super) fn of(moved: Decimal, reserved: Decimal, (basis, amount): (Option<CostBasis>, Decimal)) -> Self {
        let written_off = basis == Some(CostBasis::Lost) && moved < Decimal::ZERO;
        let (given_up, given_up_worth) = if written_off { (-moved, -amount) } else { (Decimal::ZERO, Decimal::ZERO) };
        Self { on_hand: moved, reserved, lost: Decimal::ZERO, given_up, given_up_worth }
    }

    /// Counts a ledger row. Only a count may leave less than is reserved; what follows makes up for it.
    pub(super) fn move_on(&mut self, row: Self, counted: bool) {
        self.add(row);
        let short = (self.reserved - self.on_hand).max(Decimal::ZERO);
        self.lost = if counted { self.lost.max(short) } else { self.lost.min(short) };
    }
}

/// A place as findings name it.
pub(super) fn place_name(warehouse: i64, (area, shelf, product, batch): &PlaceKey) -> String {
    format!("place:[{warehouse}, {area}, {shelf}, {product}, '{batch}']")
}
