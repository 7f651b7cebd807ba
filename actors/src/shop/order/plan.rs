//! From which warehouses an order is sent. Pure: the figures are what was there a moment ago, and the ledger alone
//! accepts.

use std::collections::HashMap;

use bus_schemas::ids::{ProductId, WarehouseId};
use bus_schemas::shop::command::ShortLine;
use bus_schemas::shop::order::{ShopLine, ShopOrder, ShopParcel};
use bus_schemas::shop::pieces::LinePieces;
use bus_schemas::warehouse::Shortage;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// Most parcels of an order.
pub const PARCELS_MAX: usize = 5;

/// What is available of a product in a warehouse, in base units.
pub type AvailableQuantities = HashMap<(WarehouseId, ProductId), Decimal>;

/// Whole pieces of `ratio` base units in what is available of one warehouse beyond what is kept back. More than a number
/// holds is as many as it holds.
#[must_use]
pub fn whole_pieces(available: Decimal, buffer: Decimal, ratio: Decimal) -> i64 {
    if ratio <= Decimal::ZERO {
        return 0;
    }
    let rest = (available - buffer).max(Decimal::ZERO);
    rest.checked_div(ratio).and_then(|pieces| pieces.floor().to_i64()).unwrap_or(i64::MAX)
}

fn offer(there: &AvailableQuantities, warehouse: WarehouseId, line: &ShopLine) -> i64 {
    let Some(product) = line.product else { return line.quantity };
    whole_pieces(there.get(&(warehouse, product)).copied().unwrap_or_default(), line.buffer, line.ratio)
}

fn take(there: &mut AvailableQuantities, warehouse: WarehouseId, line: &ShopLine, pieces: i64) {
    if let Some(product) = line.product
        && let Some(free) = there.get_mut(&(warehouse, product))
    {
        *free -= line.base(pieces);
    }
}

fn put(parcels: &mut Vec<ShopParcel>, warehouse: WarehouseId, pieces: LinePieces) {
    match parcels.iter_mut().find(|parcel| parcel.warehouse == warehouse) {
        Some(parcel) => parcel.lines.push(pieces),
        None => parcels.push(ShopParcel {
            no: u32::try_from(parcels.len()).unwrap_or(0) + 1,
            warehouse,
            outbound: None,
            outbound_no: String::new(),
            status: ShopParcel::WAITING,
            company_id: 0,
            carrier: None,
            courier_number: String::new(),
            shipment_time: None,
            lines: vec![pieces],
            doubt: false,
            doubt_why: String::new(),
        }),
    }
}

/// The first warehouse in priority that can do all; else whole lines by priority; else split quantities.
pub fn plan(lines: &[ShopLine], there: &AvailableQuantities) -> Result<Vec<ShopParcel>, Vec<ShortLine>> {
    let sent: Vec<&ShopLine> = lines.iter().filter(|line| line.ships()).collect();
    let mut order: Vec<WarehouseId> = Vec::new();
    for warehouse in sent.iter().flat_map(|line| &line.warehouses) {
        if !order.contains(warehouse) {
            order.push(*warehouse);
        }
    }
    let whole = order.iter().find_map(|warehouse| {
        let mut left = there.clone();
        let mut parcels = Vec::new();
        let all = sent.iter().all(|line| {
            let fits = line.warehouses.contains(warehouse) && offer(&left, *warehouse, line) >= line.quantity;
            take(&mut left, *warehouse, line, line.quantity);
            put(&mut parcels, *warehouse, LinePieces { line: line.line, quantity: line.quantity });
            fits
        });
        all.then_some(parcels)
    });
    if let Some(parcels) = whole {
        return Ok(parcels);
    }
    let (mut left, mut parcels, mut short) = (there.clone(), Vec::new(), Vec::new());
    for line in &sent {
        let one = line.warehouses.iter().find(|warehouse| offer(&left, **warehouse, line) >= line.quantity);
        if let Some(warehouse) = one {
            take(&mut left, *warehouse, line, line.quantity);
            put(&mut parcels, *warehouse, LinePieces { line: line.line, quantity: line.quantity });
            continue;
        }
        let mut open = line.quantity;
        for warehouse in &line.warehouses {
            let pieces = offer(&left, *warehouse, line).min(open);
            if pieces > 0 {
                take(&mut left, *warehouse, line, pieces);
                put(&mut parcels, *warehouse, LinePieces { line: line.line, quantity: pieces });
                open -= pieces;
            }
        }
        if open > 0
            && let Some(product) = line.product
        {
            short.push(ShortLine { line: line.line, product, wanted: line.quantity, there: line.quantity - open });
        }
    }
    if short.is_empty() && parcels.len() > PARCELS_MAX {
        let last = parcels.iter().skip(PARCELS_MAX).flat_map(|parcel| &parcel.lines);
        let lacks = |pieces: &LinePieces| {
            let line = sent.iter().find(|line| line.line == pieces.line)?;
            Some(ShortLine { line: line.line, product: line.product?, wanted: line.quantity, there: line.quantity - pieces.quantity })
        };
        short = last.filter_map(lacks).collect();
    }
    if short.is_empty() { Ok(parcels) } else { Err(short) }
}

/// What a warehouse lacks, in pieces of the line.
#[must_use]
pub fn short_line(order: &ShopOrder, shortage: &Shortage) -> Option<ShortLine> {
    let line = order.line(shortage.line)?;
    let there = whole_pieces(shortage.available.0, Decimal::ZERO, line.ratio.max(Decimal::new(1, 4)));
    Some(ShortLine { line: line.line, product: shortage.product, wanted: line.quantity, there: there.clamp(0, line.quantity) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_pieces_than_can_be_counted_are_not_none() {
        assert_eq!(whole_pieces(Decimal::MAX, Decimal::ZERO, Decimal::new(1, 4)), i64::MAX);
        assert_eq!(whole_pieces(Decimal::MAX, Decimal::ONE, Decimal::ONE), i64::MAX);
        assert_eq!(whole_pieces(Decimal::TEN, Decimal::ONE, Decimal::TWO), 4);
        assert_eq!(whole_pieces(Decimal::ONE, Decimal::TWO, Decimal::ONE), 0);
    }
}
