//! What flows in and out of a warehouse in a month, for the dashboard: inbound at line price, outbound
//! at cost (domain rules 16). Ledger rows that move goods are counted as well, whatever moves them.

use bus_schemas::ids::UnitId;
use bus_schemas::warehouse::{Movement, Operation};
use rust_decimal::Decimal;

use super::port::FlowRow;

/// Month (`2026-01`) and unit.
pub type Key = (String, UnitId);

/// Where a movement is counted; `None`: it only reserves.
#[must_use]
pub fn key(movement: &Movement) -> Option<Key> {
    movement.operation?;
    Some((movement.business_date.get(..7).unwrap_or_default().to_owned(), movement.unit))
}

/// A month in which nothing has moved.
#[must_use]
pub fn nothing((month, unit): Key) -> FlowRow {
    FlowRow {
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

/// Counts a movement.
pub fn add(flow: &mut FlowRow, movement: &Movement) {
    flow.records += 1;
    flow.last = movement.sequence;
    let (quantity, amount) = match movement.operation {
        Some(Operation::Inbound) => (&mut flow.in_quantity, &mut flow.in_amount),
        Some(Operation::Outbound) => (&mut flow.out_quantity, &mut flow.out_amount),
        Some(Operation::Transfer | Operation::Adjustment | Operation::Count) | None => return,
    };
    // Out of range only after more of the largest movements than a ledger can hold.
    *quantity = quantity.saturating_add(movement.moved.0.abs());
    *amount = amount.saturating_add(movement.amount.0.abs());
}
