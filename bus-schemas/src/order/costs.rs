//! What goods cost beside their price: freight, customs and the like, which become known after they came.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::ids::AdminId;
use crate::number::Amount;

/// What a cost was paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CostType {
    Freight,
    Customs,
    Other,
}

impl CostType {
    /// The code on the wire.
    #[must_use]
    pub const fn code(self) -> i64 {
        match self {
            Self::Freight => 10,
            Self::Customs => 20,
            Self::Other => 90,
        }
    }

    /// The type of a code.
    #[must_use]
    pub fn from_code(code: i64) -> Option<Self> {
        [Self::Freight, Self::Customs, Self::Other].into_iter().find(|cost| cost.code() == code)
    }
}

/// A cost as filled in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CostDraft {
    pub cost_type: CostType,
    pub amount: Decimal,
}

/// A cost that was added to an order's goods.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddedCost {
    pub cost_type: CostType,
    pub amount: Amount,
    #[serde(default)]
    pub remark: String,
    pub admin: AdminId,
    /// Unix milliseconds.
    pub at: i64,
    /// It was taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_back: Option<CostTakenBack>,
}

/// Who took a cost back, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CostTakenBack {
    pub admin: AdminId,
    /// Unix milliseconds.
    pub at: i64,
}
