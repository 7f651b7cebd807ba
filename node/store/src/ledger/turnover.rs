//! A month's turnover as it is read, and what a check needs of the ledger rows that it counts.

use actors::store::StoreError;
use actors::warehouse::port::TurnoverRow;
use actors::warehouse::turnover::Contribution;
use bus_schemas::ids::UnitId;
use bus_schemas::warehouse::Operation;
use rust_decimal::Decimal;
use serde::Deserialize;

#[derive(Deserialize)]
pub(crate) struct StoredTurnover {
    month: String,
    unit: i64,
    in_quantity: Decimal,
    in_amount: Decimal,
    out_quantity: Decimal,
    out_amount: Decimal,
    records: i64,
    last: i64,
}

impl StoredTurnover {
    pub(crate) fn row(self) -> TurnoverRow {
        TurnoverRow {
            month: self.month,
            unit: UnitId(self.unit),
            in_quantity: self.in_quantity,
            in_amount: self.in_amount,
            out_quantity: self.out_quantity,
            out_amount: self.out_amount,
            records: self.records,
            last: self.last,
            stored: true,
        }
    }
}

/// What [`Contribution`] needs of a ledger row.
pub(crate) const CONTRIBUTION: &str =
    "sequence, string::slice(business_date, 0, 7) AS month, unit, operation, reverses ?? false AS reverses, moved, amount";

/// A ledger row as it is read with [`CONTRIBUTION`].
#[derive(Deserialize)]
pub(crate) struct StoredContribution {
    pub(crate) sequence: i64,
    month: String,
    unit: i64,
    operation: Option<i64>,
    pub(crate) reverses: bool,
    pub(crate) moved: Decimal,
    pub(crate) amount: Decimal,
}

impl StoredContribution {
    /// The code of its operation.
    pub(crate) fn operation(&self) -> Option<i64> {
        self.operation
    }

    /// `None`: the row only reserves.
    pub(crate) fn contribution(self) -> Result<Option<Contribution>, StoreError> {
        let Some(code) = self.operation else { return Ok(None) };
        let operation =
            Operation::from_code(code).ok_or_else(|| StoreError::Corrupt(format!("ledger row {}: no operation {code}", self.sequence)))?;
        let (month, unit) = (self.month, UnitId(self.unit));
        Ok(Some(Contribution { sequence: self.sequence, month, unit, operation, reverses: self.reverses, moved: self.moved, amount: self.amount }))
    }
}
