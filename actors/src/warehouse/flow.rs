//! What flows in and out of a warehouse in a month, for the dashboard: inbound at line price, outbound
//! at cost (domain rules 16). Ledger rows that move goods are counted as well, whatever moves them.
//!
//! In the store the sums may be behind the ledger: to write them with each single move took an eighth of its time
//! (decision 4). They are written all at once, so that what is not counted yet are the rows after the last counted.

use std::collections::{BTreeMap, BTreeSet};

use bus_schemas::ids::UnitId;
use bus_schemas::warehouse::{Movement, Operation};
use rust_decimal::Decimal;

use super::port::FlowRow;

/// How many ledger rows stored sums may be behind.
pub const BEHIND_MAX: usize = 63;

/// Month (`2026-01`) and unit.
pub type Key = (String, UnitId);

/// What the sums need of a ledger row that moves goods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flowing {
    pub sequence: i64,
    /// `2026-01`.
    pub month: String,
    pub unit: UnitId,
    pub operation: Operation,
    pub moved: Decimal,
    pub amount: Decimal,
}

impl Flowing {
    /// `None`: the row only reserves.
    #[must_use]
    pub fn of(movement: &Movement) -> Option<Self> {
        Some(Self {
            sequence: movement.sequence,
            month: movement.business_date.get(..7).unwrap_or_default().to_owned(),
            unit: movement.unit,
            operation: movement.operation?,
            moved: movement.moved.0,
            amount: movement.amount.0,
        })
    }
}

impl FlowRow {
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

    fn add(&mut self, flowing: &Flowing) {
        self.records += 1;
        self.last = flowing.sequence;
        let (quantity, amount) = match flowing.operation {
            Operation::Inbound => (&mut self.in_quantity, &mut self.in_amount),
            Operation::Outbound => (&mut self.out_quantity, &mut self.out_amount),
            Operation::Transfer | Operation::Adjustment | Operation::Count => return,
        };
        // Out of range only after more of the largest movements than a ledger can hold.
        *quantity = quantity.saturating_add(flowing.moved.abs());
        *amount = amount.saturating_add(flowing.amount.abs());
    }
}

/// The sums of one warehouse, or of several together.
#[derive(Clone, Debug, Default)]
pub struct Flows {
    rows: BTreeMap<Key, FlowRow>,
    /// Not written since they have changed.
    unwritten: BTreeSet<Key>,
    /// Ledger rows since the sums were written.
    behind: usize,
}

impl Flows {
    /// Stored sums, and the ledger rows that they have not counted.
    #[must_use]
    pub fn new(stored: Vec<FlowRow>, uncounted: &[Flowing]) -> Self {
        let rows = stored.into_iter().map(|row| ((row.month.clone(), row.unit), row)).collect();
        let mut flows = Self { rows, ..Self::default() };
        uncounted.iter().for_each(|flowing| flows.add(flowing));
        flows
    }

    /// Counts a ledger row.
    pub fn add(&mut self, flowing: &Flowing) {
        let key = (flowing.month.clone(), flowing.unit);
        self.rows.entry(key.clone()).or_insert_with_key(|key| FlowRow::nothing(key.clone())).add(flowing);
        self.unwritten.insert(key);
        self.behind += 1;
    }

    /// The rows that the next transaction has to write, which from now on count as stored: none as long as the sums
    /// may stay behind. A month's first row is written at once, for what is behind is found by the sums there are.
    pub fn due(&mut self) -> Vec<FlowRow> {
        let is_new = |key: &Key| self.rows.get(key).is_some_and(|row| !row.stored);
        if self.behind <= BEHIND_MAX && !self.unwritten.iter().any(is_new) {
            return Vec::new();
        }
        self.behind = 0;
        let mut due = Vec::with_capacity(self.unwritten.len());
        for key in std::mem::take(&mut self.unwritten) {
            if let Some(row) = self.rows.get_mut(&key) {
                due.push(row.clone());
                row.stored = true;
            }
        }
        due
    }

    /// By month and unit.
    #[must_use]
    pub fn into_rows(self) -> Vec<FlowRow> {
        self.rows.into_values().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flowing(sequence: i64, month: &str) -> Flowing {
        Flowing { sequence, month: month.into(), unit: UnitId(1), operation: Operation::Inbound, moved: Decimal::TWO, amount: Decimal::TEN }
    }

    fn told(flows: &mut Flows) -> Vec<(String, i64, i64)> {
        flows.due().into_iter().map(|row| (row.month, row.records, row.last)).collect()
    }

    #[test]
    fn sums_are_written_all_at_once_and_never_further_behind_than_said() {
        let mut flows = Flows::default();
        flows.add(&flowing(1, "2026-01"));
        assert_eq!(told(&mut flows), [("2026-01".into(), 1, 1)], "a month's first row is written at once");
        for sequence in 2..=64 {
            flows.add(&flowing(sequence, "2026-01"));
            assert_eq!(told(&mut flows), [], "{sequence} may wait");
        }
        let mut other = flows.clone();
        flows.add(&flowing(65, "2026-01"));
        assert_eq!(told(&mut flows), [("2026-01".into(), 65, 65)]);
        other.add(&flowing(65, "2026-02"));
        assert_eq!(told(&mut other), [("2026-01".into(), 64, 64), ("2026-02".into(), 1, 65)], "with all that waited");
    }

    #[test]
    fn what_was_not_counted_is_counted_on_and_stays_behind_until_it_is_written() {
        let mut flows = Flows::default();
        flows.add(&flowing(1, "2026-01"));
        let stored: Vec<FlowRow> = flows.due().into_iter().map(|row| FlowRow { stored: true, ..row }).collect();
        let uncounted: Vec<Flowing> = (2..=64).map(|sequence| flowing(sequence, "2026-01")).collect();
        let mut flows = Flows::new(stored, &uncounted);
        assert_eq!(told(&mut flows), []);
        flows.add(&flowing(65, "2026-01"));
        let rows = flows.due();
        assert_eq!((rows[0].records, rows[0].last, rows[0].in_quantity, rows[0].in_amount), (65, 65, Decimal::from(130), Decimal::from(650)));
        assert!(rows[0].stored, "it is replaced, not created");
    }
}
