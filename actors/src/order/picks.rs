//! The pick list of an order: what is to be taken from where and why, and its changes by hand. Pure.

use std::collections::{HashMap, HashSet};

use bus_schemas::ids::ProductId;
use bus_schemas::number::Quantity;
use bus_schemas::order::details::{Swap, SwapDraft};
use bus_schemas::order::{LINES_MAX, Order, OrderCommand, OrderLine, OrderRefusal, PartLine, PickedPlace};
use bus_schemas::warehouse::{DemandLine, Expired, Place};

use super::lines::{self, invalid};
use crate::warehouse::batch_number;
use crate::warehouse::picking::{self, Why};
use crate::warehouse::port::BalanceRow;
use crate::warehouse::weights::Weights;

/// A quantity of a line that comes from one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pick {
    pub line: u32,
    pub place: Place,
    pub quantity: Quantity,
    /// It is promised to the order; otherwise it would be taken now.
    pub reserved: bool,
    pub why: Why,
    pub produce_date: Option<String>,
    pub expiry_date: Option<String>,
}

/// What a line lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    pub line: u32,
    pub quantity: Quantity,
    /// What is there beside, expired, or not keeping as long as is asked.
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
pub fn plan(rows: &[(BalanceRow, Quantity)], demand: &[DemandLine], today: &str, expired: Expired, weights: &Weights) -> Plan {
    let mut free: HashMap<&Place, Quantity> = rows.iter().map(|(row, free)| (&row.place, *free)).collect();
    let mut of_product: HashMap<ProductId, Vec<&BalanceRow>> = HashMap::new();
    rows.iter().for_each(|(row, _)| of_product.entry(row.place.product).or_default().push(row));
    let mut plan = Plan::default();
    for line in demand {
        let now = |row: &BalanceRow| free.get(&row.place).copied().unwrap_or_default();
        let kept: Vec<(&BalanceRow, Quantity)> = of_product.get(&line.product).into_iter().flatten().map(|row| (*row, now(row))).collect();
        let candidates = picking::candidates(kept.iter().copied(), line, today, expired, weights);
        let past = picking::candidates(kept.iter().copied(), line, today, Expired::First, weights);
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
                reserved: false,
                why: picking::why(line, (row, *there), candidates.get(position + 1).copied(), weights),
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

/// What of a demand is not promised any more, because its goods were held, counted away or handed over.
#[must_use]
pub fn unreserved(demand: &[DemandLine], reserved: &[Pick]) -> Vec<DemandLine> {
    let rest = |line: &DemandLine| {
        let promised: Quantity = reserved.iter().filter(|pick| pick.line == line.line).map(|pick| pick.quantity).sum();
        DemandLine { quantity: line.quantity - promised, ..line.clone() }
    };
    demand.iter().map(rest).filter(|line| line.quantity > Quantity::ZERO).collect()
}

/// A part of a line that goes out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issued {
    /// Where its line is in the order.
    pub index: usize,
    pub quantity: Quantity,
    /// Only what is reserved for the line at this place.
    pub from: Option<Place>,
}

/// Quantities that go out now: the named parts, or everything that is open. A line that is taken from several of its
/// reserved places is named once for each.
pub fn check_parts(order_lines: &[OrderLine], parts: Option<&[PartLine]>) -> Result<Vec<Issued>, OrderRefusal> {
    let Some(parts) = parts.filter(|parts| parts.iter().any(|part| part.from.is_some())) else {
        let moved = lines::check_parts(order_lines, parts)?;
        return Ok(moved.into_iter().map(|(index, quantity)| Issued { index, quantity, from: None }).collect());
    };
    if parts.len() > LINES_MAX {
        return Err(invalid("lines", "error.lines.many"));
    }
    let at = lines::positions(order_lines);
    let mut named = HashSet::new();
    let mut open: Vec<Quantity> = order_lines.iter().map(lines::open).collect();
    let check = |(position, part): (usize, &PartLine)| {
        let field = |name: &str| format!("lines[{position}].{name}");
        let from = part.from.as_ref().map(|from| PickedPlace { batch: batch_number::normalise(&from.batch), ..from.clone() });
        let known = at.get(&part.line).filter(|_| named.insert((part.line, from.clone())));
        let index = *known.ok_or_else(|| invalid(field("line"), "error.line.unknown"))?;
        let quantity = lines::check_quantity(field("quantity"), part.quantity)?;
        if quantity > open[index] {
            return Err(invalid(field("quantity"), "error.quantity.open"));
        }
        open[index] -= quantity;
        let product = order_lines[index].product;
        let from = from.map(|PickedPlace { area, shelf, batch }| Place { area, shelf, product, batch });
        Ok(Issued { index, quantity, from })
    };
    parts.iter().enumerate().map(check).collect()
}

/// Only goods that go out, or to another place of the warehouse, are taken from where they are reserved.
pub fn refuse_picked(parts: Option<&[PartLine]>) -> Result<(), OrderRefusal> {
    let picked = parts.into_iter().flatten().position(|part| part.from.is_some());
    picked.map_or(Ok(()), |position| Err(invalid(format!("lines[{position}].from"), "error.field.unknown")))
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

#[cfg(test)]
mod tests {
    use bus_schemas::ids::{AreaId, ShelfId, UnitId};
    use rust_decimal::Decimal;

    use super::*;

    #[test]
    fn what_a_line_has_lost_of_its_reservation_is_still_wanted() {
        let place = Place { area: AreaId(0), shelf: ShelfId(0), product: ProductId(1), batch: "A".into() };
        let line = |line: u32, quantity: i64| DemandLine::new(line, ProductId(1), UnitId(1), Quantity(Decimal::from(quantity)));
        let pick = |line: u32, quantity: i64| Pick {
            line,
            place: place.clone(),
            quantity: Quantity(Decimal::from(quantity)),
            reserved: true,
            why: Why::Only,
            produce_date: None,
            expiry_date: None,
        };
        let rest = unreserved(&[line(1, 5), line(2, 4), line(3, 2)], &[pick(1, 2), pick(1, 1), pick(2, 4)]);
        let rest: Vec<(u32, Decimal)> = rest.into_iter().map(|line| (line.line, line.quantity.0)).collect();
        assert_eq!(rest, [(1, Decimal::from(2)), (3, Decimal::from(2))]);
    }
}
