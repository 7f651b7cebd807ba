//! What somebody may do in a warehouse.

use serde::{Deserialize, Serialize};

/// What somebody may do in a warehouse, from least to most: each includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WarehouseRight {
    /// Read lists, details, inventory and ledger; print and export them.
    See,
    /// Save orders, move and count goods.
    Work,
    /// Review, take back, void, close short, hold, recall, post counts.
    Decide,
}

impl WarehouseRight {
    /// The right with that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "see" => Some(Self::See),
            "work" => Some(Self::Work),
            "decide" => Some(Self::Decide),
            _ => None,
        }
    }

    /// Its name in the database and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::See => "see",
            Self::Work => "work",
            Self::Decide => "decide",
        }
    }
}
