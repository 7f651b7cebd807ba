//! Quantities entered in another unit than the product's own: a box of 12 pieces. Movements and reservations know
//! base units alone.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::ids::UnitId;

/// The unit that a draft's quantity is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftUnit {
    pub unit: UnitId,
    /// Base units in one of it, for a line that was written before; the product's present factor without.
    #[serde(default)]
    pub factor: Option<Decimal>,
}

/// How a line's quantity was entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EnteredQuantity {
    pub unit: UnitId,
    /// In that unit.
    pub quantity: Decimal,
    /// Base units in one of it, when the line was written.
    pub factor: Decimal,
}
