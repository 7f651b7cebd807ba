//! Stock balances and ledger rows, as lists show them.

use bus_schemas::hold::BatchHold;
use rust_decimal::Decimal;
use serde::Deserialize;

use super::names::{References, Referring, StockNames};

/// How much of a batch of a product there is at one place.
#[derive(Clone, Debug, Deserialize)]
pub struct StockBalance {
    pub id: i64,
    pub product: i64,
    pub warehouse: i64,
    /// 0: in no area.
    pub area: i64,
    /// 0: on no shelf.
    pub shelf: i64,
    pub batch: String,
    pub produce_date: Option<String>,
    pub expiry_date: Option<String>,
    unit: i64,
    pub on_hand: Decimal,
    pub reserved: Decimal,
    /// On hand, where it is held; else 0.
    pub held: Decimal,
    pub available: Decimal,
    pub average_cost: Decimal,
    /// Unix milliseconds.
    pub updated_at: i64,
    /// The purpose of the area.
    #[serde(skip)]
    pub purpose: i64,
    /// The goods have expired.
    #[serde(skip)]
    pub expired: bool,
    /// What holds the batch.
    #[serde(skip)]
    pub hold: Option<BatchHold>,
    /// The product, over all places of the warehouses in use, has less available than its safety stock.
    #[serde(skip)]
    pub below_safety: bool,
    #[serde(skip)]
    pub names: StockNames,
}

/// A row of the ledger that moved goods.
#[derive(Clone, Debug, Deserialize)]
pub struct LedgerRow {
    pub id: i64,
    pub sequence: i64,
    pub warehouse: i64,
    /// Code of the operation.
    pub operation: i64,
    pub order_id: Option<i64>,
    pub order_kind: Option<String>,
    pub order_no: Option<String>,
    /// The count sheet that it was posted from.
    pub count_id: Option<i64>,
    /// Where the cost comes from, when it is not the moving average.
    pub cost_basis: Option<String>,
    /// It takes back an earlier row.
    pub reverses: Option<bool>,
    pub product: i64,
    /// 0: in no area.
    pub area: i64,
    /// 0: on no shelf.
    pub shelf: i64,
    pub batch: String,
    pub produce_date: Option<String>,
    pub expiry_date: Option<String>,
    unit: i64,
    /// What moved, signed.
    pub moved: Decimal,
    pub unit_cost: Decimal,
    pub amount: Decimal,
    /// What was there afterwards.
    pub balance: Decimal,
    pub admin: i64,
    /// Unix milliseconds.
    pub business_date: String,
    pub at: i64,
    #[serde(skip)]
    pub names: StockNames,
}

impl Referring for StockBalance {
    fn references(&self) -> References {
        let Self { product, unit, warehouse, area, shelf, .. } = *self;
        References { product, unit, warehouse, area, shelf, admin: 0 }
    }

    fn names_mut(&mut self) -> &mut StockNames {
        &mut self.names
    }
}

impl Referring for LedgerRow {
    fn references(&self) -> References {
        let Self { product, unit, warehouse, area, shelf, admin, .. } = *self;
        References { product, unit, warehouse, area, shelf, admin }
    }

    fn names_mut(&mut self) -> &mut StockNames {
        &mut self.names
    }
}
