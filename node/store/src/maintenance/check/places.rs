//! Places of a warehouse, and the figures that the check adds up for each.

use rust_decimal::Decimal;
use serde::Deserialize;

/// The sums of a place.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Figures {
    pub on_hand: Decimal,
    pub reserved: Decimal,
    /// More is reserved than is there by so much, because a posted count found less.
    pub lost: Decimal,
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
