//! The months' sums as the store has them, and the ledger rows that they have not counted.

use actors::store::StoreError;
use actors::warehouse::flow::Flowing;
use actors::warehouse::port::FlowRow;
use bus_schemas::ids::UnitId;
use bus_schemas::warehouse::Operation;
use rust_decimal::Decimal;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::transaction::take;

#[derive(Deserialize)]
pub(crate) struct StoredFlow {
    month: String,
    unit: i64,
    in_quantity: Decimal,
    in_amount: Decimal,
    out_quantity: Decimal,
    out_amount: Decimal,
    records: i64,
    last: i64,
}

impl StoredFlow {
    pub(crate) fn row(self) -> FlowRow {
        FlowRow {
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

/// What [`Flowing`] needs of a ledger row.
pub(crate) const FLOWING: &str = "sequence, string::slice(business_date, 0, 7) AS month, unit, operation, moved, amount";

/// A ledger row as it is read with [`FLOWING`].
#[derive(Deserialize)]
pub(crate) struct StoredFlowing {
    pub(crate) sequence: i64,
    month: String,
    unit: i64,
    operation: Option<i64>,
    pub(crate) moved: Decimal,
    amount: Decimal,
}

impl StoredFlowing {
    /// `None`: the row only reserves.
    pub(crate) fn flowing(self) -> Result<Option<Flowing>, StoreError> {
        let Some(code) = self.operation else { return Ok(None) };
        let operation =
            Operation::from_code(code).ok_or_else(|| StoreError::Corrupt(format!("ledger row {}: no operation {code}", self.sequence)))?;
        let (month, unit) = (self.month, UnitId(self.unit));
        Ok(Some(Flowing { sequence: self.sequence, month, unit, operation, moved: self.moved, amount: self.amount }))
    }
}

/// How far one warehouse's stored sums count its ledger.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct Counted {
    pub(crate) warehouse: i64,
    pub(crate) last: i64,
}

/// The statement that finds a warehouse's ledger rows after the last one counted; both may be names of parameters.
pub(crate) fn uncounted(warehouse: impl std::fmt::Display, last: impl std::fmt::Display) -> String {
    format!("SELECT {FLOWING} FROM movement:[{warehouse}, {last} + 1]..=[{warehouse}, {}] WHERE operation != NONE", i64::MAX)
}

pub(crate) fn flowing(rows: Vec<StoredFlowing>) -> Result<Vec<Flowing>, StoreError> {
    rows.into_iter().filter_map(|row| row.flowing().transpose()).collect()
}

impl Store {
    /// For each warehouse, what its ledger has gained since.
    pub(crate) async fn uncounted(&self, counted: &[Counted]) -> Result<Vec<Vec<Flowing>>, StoreError> {
        if counted.is_empty() {
            return Ok(Vec::new());
        }
        let query: Vec<String> = counted.iter().map(|counted| uncounted(counted.warehouse, counted.last)).collect();
        let mut response = self.run(&query.join("; "), vec![]).await?;
        (0..counted.len()).map(|statement| flowing(take(&mut response, statement)?)).collect()
    }
}
