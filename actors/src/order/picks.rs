//! The pick list of an order: what is to be taken from where and why, and its changes by hand. Pure.

use std::collections::HashMap;

use bus_schemas::ids::ProductId;
use bus_schemas::number::Quantity;
use bus_schemas::order::details::{Swap, SwapDraft};
use bus_schemas::order::{LINES_MAX, Order, OrderCommand, OrderRefusal};
use bus_schemas::warehouse::{DemandLine, Expired, Place};

use super::lines::{self, invalid};
use crate::warehouse::batch_number;
use crate::warehouse::picking::{self, Why};
use crate::warehouse::port::BalanceRow;

/// So much of a line comes from a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pick {
    pub line: u32,
    pub place: Place,
    pub quantity: Quantity,
    pub why: Why,
    pub produce_date: Option<String>,
    pub expiry_date: Option<String>,
}

/// What a line lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    pub line: u32,
    pub quantity: Quantity,
    /// What is there beside, expired.
    pub expired: Quantity,
}

/// What would be picked now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    pub picks: Vec<Pick>,
    pub missing: Vec<Missing>,
}

/// Plans picks of lines one after the other, each from what those before it leave.
#[must_use]
pub fn plan(rows: &[(BalanceRow, Quantity)], demand: &[DemandLine], today: &str, expired: Expired) -> Plan {
    let mut free: HashMap<&Place, Quantity> = rows.iter().map(|(row, free)| (&row.place, *free)).collect();
    let mut of_product: HashMap<ProductId, Vec<&BalanceRow>> = HashMap::new();
    rows.iter().for_each(|(row, _)| of_product.entry(row.place.product).or_default().push(row));
    let mut plan = Plan::default();
    for line in demand {
        let now = |row: &BalanceRow| free.get(&row.place).copied().unwrap_or_default();
        let kept: Vec<(&BalanceRow, Quantity)> = of_product.get(&line.product).into_iter().flatten().map(|row| (*row, now(row))).collect();
        let candidates = picking::candidates(kept.iter().copied(), line, today, expired);
        let past = picking::candidates(kept.iter().copied(), line, today, Expired::First);
        let mut wanted = line.quantity;
        for (position, (row, there)) in candidates.iter().enumerate() {
            if wanted <= Quantity::ZERO {
                break;
            }
            let quantity = (*there).min(wanted);
            wanted -= quantity;
            plan.picks.push(Pick {
                line: line.line,
                place: row.place.clone(),
                quantity,
                why: picking::why(line, (row, *there), candidates.get(position + 1).copied()),
                produce_date: row.produce_date.clone(),
                expiry_date: row.expiry_date.clone(),
            });
            free.insert(&row.place, *there - quantity);
        }
        if wanted > Quantity::ZERO {
            let all: Quantity = past.iter().map(|(_, free)| *free).sum();
            let usable: Quantity = candidates.iter().map(|(_, free)| *free).sum();
            plan.missing.push(Missing { line: line.line, quantity: wanted, expired: all - usable });
        }
    }
    plan
}

/// Changes of picks, checked as far as the order knows; the warehouse knows what lies where.
pub fn swaps(order: &Order, drafts: &[SwapDraft], reason: Option<&String>, command: &OrderCommand, now_ms: i64) -> Result<Vec<Swap>, OrderRefusal> {
    if drafts.is_empty() || drafts.len() > LINES_MAX {
        return Err(invalid("swaps", "error.lines.empty"));
    }
    let at = lines::positions(&order.lines);
    let place = |place: &Place| Place { batch: batch_number::normalise(&place.batch), ..place.clone() };
    let check = |(position, draft): (usize, &SwapDraft)| {
        let field = |name: &str| format!("swaps[{position}].{name}");
        let line = at.get(&draft.line).and_then(|index| order.lines.get(*index)).ok_or_else(|| invalid(field("line"), "error.line.unknown"))?;
        let quantity = lines::check_quantity(field("quantity"), draft.quantity)?;
        if quantity > lines::open(line) {
            return Err(invalid(field("quantity"), "error.quantity.open"));
        }
        let (proposed, taken) = (place(&draft.from), place(&draft.to));
        if proposed.product != line.product || taken.product != line.product || proposed == taken {
            return Err(invalid(field("to"), "error.pick.place"));
        }
        Ok(Swap { line: line.line, proposed, taken, quantity, reason: reason.cloned(), admin: command.admin, at: now_ms })
    };
    drafts.iter().enumerate().map(check).collect()
}
