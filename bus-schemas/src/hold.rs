//! Goods that are on hand and not available: batches that are held, and areas with a purpose of their own.

use serde::{Deserialize, Serialize};

use crate::ids::{AdminId, ProductId};
use crate::number::Quantity;
use crate::warehouse::stock::Place;

/// Why the goods of a batch are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HoldState {
    /// They are free.
    #[default]
    None,
    ToInspect,
    Damaged,
    Recalled,
}

impl HoldState {
    /// Every state.
    pub const ALL: [Self; 4] = [Self::None, Self::ToInspect, Self::Damaged, Self::Recalled];

    /// The code on the wire and in the database.
    #[must_use]
    pub const fn code(self) -> i64 {
        match self {
            Self::None => 0,
            Self::ToInspect => 1,
            Self::Damaged => 2,
            Self::Recalled => 3,
        }
    }

    /// The state of a code.
    #[must_use]
    pub fn from_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.code() == code)
    }
}

/// What an area is for. Only goods in a normal one are available.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AreaPurpose {
    #[default]
    Normal,
    ToInspect,
    Damaged,
}

impl AreaPurpose {
    /// The purpose of a code; an unknown one holds what lies there.
    #[must_use]
    pub const fn from_code(code: i64) -> Self {
        match code {
            0 => Self::Normal,
            1 => Self::ToInspect,
            _ => Self::Damaged,
        }
    }
}

/// A change of the state of a batch. An empty number means the product's goods without one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HoldChange {
    pub product: ProductId,
    /// Trimmed, upper case, full width folded.
    pub batch: String,
    pub state: HoldState,
    pub reason: String,
    /// In every warehouse, now and later; each of them is asked. Otherwise in the one that is asked.
    pub everywhere: bool,
}

/// The state of a batch, table `batch_hold`: in one warehouse, or everywhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchHold {
    pub everywhere: bool,
    pub product: ProductId,
    pub batch: String,
    pub state: HoldState,
    pub reason: String,
    /// Who changed it last.
    pub admin: AdminId,
    /// Unix milliseconds of the last change.
    pub since: i64,
}

/// A part of what is reserved for a line at a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReservedPart {
    pub line: u32,
    pub place: Place,
    pub quantity: Quantity,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_back() {
        for state in HoldState::ALL {
            assert_eq!(HoldState::from_code(state.code()), Some(state));
        }
        assert_eq!(HoldState::from_code(4), None);
        assert_eq!(
            [0, 1, 2, 7].map(AreaPurpose::from_code),
            [AreaPurpose::Normal, AreaPurpose::ToInspect, AreaPurpose::Damaged, AreaPurpose::Damaged]
        );
    }
}
