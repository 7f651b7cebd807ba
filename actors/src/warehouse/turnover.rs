//! A month's turnover: what flows in and out of a warehouse, for the dashboard. Inbound goods count at line price,
//! outbound goods at cost (domain rules 16). Every ledger row that moves goods counts as a record.

use std::collections::BTreeMap;

use bus_schemas::ids::UnitId;
use bus_schemas::warehouse::{Movement, Operation};
use rust_decimal::Decimal;

use super::port::TurnoverRow;

/// Month (`2026-01`) and unit.
pub type Key = (String, UnitId);

/// What the sums need of a ledger row that moves goods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contribution {
    pub sequence: i64,
    /// `2026-01`.
    pub month: String,
    pub unit: UnitId,
    pub operation: Operation,
    /// It takes back an earlier row.
    pub reverses: bool,
    pub moved: Decimal,
    pub amount: Decimal,
}

impl Contribution {
    /// `None`: the row only reserves.
    #[must_use]
    pub fn of(movement: &Movement) -> Option<Self> {
        Some(Self {
            sequence: movement.sequence,
            month: movement.business_date.get(..7).unwrap_or_default().to_owned(),
            unit: movement.unit,
            operation: movement.operation?,
            reverses: movement.reverses,
            moved: movement.moved.0,
            amount: movement.amount.0,
        })
    }
}

impl TurnoverRow {
    /// A month in which nothing has moved.
    fn nothing((month, unit): Key) -> Self {
        Self {
            month,
            unit,
            in_quantity: Decimal::ZERO,
            in_amount: Decimal::ZERO,
            out_quantity: Decimal::ZERO,
            out_amount: Decimal::ZERO,
            records: 0,
            last: 0,
            stored: false,
        }
    }

    fn add(&mut self, contribution: &Contribution) {
        self.records += 1;
        self.last = contribution.sequence;
        // What goes out to take back a receipt was never received, and the other way round.
        let (quantity, amount) = match (contribution.operation, contribution.reverses) {
            (Operation::Inbound, false) | (Operation::Outbound, true) => (&mut self.in_quantity, &mut self.in_amount),
            (Operation::Outbound, false) | (Operation::Inbound, true) => (&mut self.out_quantity, &mut self.out_amount),
            (Operation::Transfer | Operation::Adjustment | Operation::Count | Operation::Cost | Operation::Dates, _) => return,
        };
        // Out of range only after more of the largest movements than a ledger can hold.
        let sign = if contribution.reverses { Decimal::NEGATIVE_ONE } else { Decimal::ONE };
        *quantity = quantity.saturating_add(contribution.moved.abs() * sign);
        *amount = amount.saturating_add(contribution.amount.abs() * sign);
    }
}

/// The sums of one warehouse.
#[derive(Clone, Debug, Default)]
pub struct Turnovers(BTreeMap<Key, TurnoverRow>);

impl Turnovers {
    /// The sums as stored.
    #[must_use]
    pub fn new(stored: Vec<TurnoverRow>) -> Self {
        Self(stored.into_iter().map(|row| ((row.month.clone(), row.unit), row)).collect())
    }

    /// Counts a ledger row. Returns the key of the changed sum.
    pub fn add(&mut self, contribution: &Contribution) -> Key {
        let key = (contribution.month.clone(), contribution.unit);
        self.0.entry(key.clone()).or_insert_with_key(|key| TurnoverRow::nothing(key.clone())).add(contribution);
        key
    }

    /// A sum, for the store to write; from now on it counts as stored.
    pub fn take(&mut self, key: &Key) -> Option<TurnoverRow> {
        let row = self.0.get_mut(key)?;
        let now = row.clone();
        row.stored = true;
        Some(now)
    }

    /// By month and unit.
    #[must_use]
    pub fn into_rows(self) -> Vec<TurnoverRow> {
        self.0.into_values().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contribution(sequence: i64, month: &str, operation: Operation) -> Contribution {
        Contribution {
            sequence,
            month: month.into(),
            unit: UnitId(1),
            operation,
            reverses: false,
            moved: Decimal::NEGATIVE_ONE,
            amount: Decimal::TEN,
        }
    }

    #[test]
    fn a_month_counts_every_record_and_sums_what_came_in_and_went_out() {
        let mut turnovers = Turnovers::default();
        let first = turnovers.add(&contribution(1, "2026-01", Operation::Inbound));
        assert!(turnovers.take(&first).is_some_and(|row| !row.stored && row.in_quantity == Decimal::ONE));
        for (sequence, operation) in [(2, Operation::Outbound), (3, Operation::Outbound), (5, Operation::Adjustment)] {
            assert_eq!(turnovers.add(&contribution(sequence, "2026-01", operation)), first);
        }
        assert_ne!(turnovers.add(&contribution(6, "2026-02", Operation::Inbound)), first);
        let row = turnovers.take(&first).unwrap();
        assert!(row.stored, "it is replaced, not created");
        assert_eq!((row.records, row.last), (4, 5));
        assert_eq!((row.in_quantity, row.out_quantity, row.out_amount), (Decimal::ONE, Decimal::TWO, Decimal::from(20)));
        assert_eq!(turnovers.into_rows().len(), 2);
    }

    #[test]
    fn what_takes_back_a_row_is_netted_against_it() {
        let mut turnovers = Turnovers::default();
        turnovers.add(&contribution(1, "2026-01", Operation::Inbound));
        let key = turnovers.add(&Contribution { reverses: true, ..contribution(2, "2026-01", Operation::Outbound) });
        let row = turnovers.take(&key).unwrap();
        assert_eq!((row.in_quantity, row.in_amount, row.out_quantity, row.records), (Decimal::ZERO, Decimal::ZERO, Decimal::ZERO, 2));
    }
}
