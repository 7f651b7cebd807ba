//! What a warehouse is asked for: an order's lines, as goods that are to be reserved or to go out. Pure.

use bus_schemas::number::Quantity;
use bus_schemas::order::Order;
use bus_schemas::warehouse::DemandLine;

use super::facts::OrderFacts;
use super::{lines, supplier_return};
use crate::warehouse::picking;

/// Days that an order's goods must keep from today on: what its shop order promised, or what its customer asks for.
pub(super) fn life_days(order: &Order, customer: u32, today: &str) -> u32 {
    order.shop.as_ref().map_or(customer, |shop| picking::life_days(shop.keep_until.as_deref(), today))
}

/// So much of each of these lines, as it is asked for today.
pub(super) fn demand(order: &Order, moved: &[(usize, Quantity)], facts: &OrderFacts, today: &str) -> Vec<DemandLine> {
    let life_days = life_days(order, facts.life_days, today);
    moved
        .iter()
        .map(|(index, quantity)| {
            let line = &order.lines[*index];
            let cost = supplier_return::cost(order, line);
            DemandLine {
                keep: Quantity::ZERO,
                never_below_zero: order.shop.is_some() || cost.is_some() || facts.never_below_zero.contains(&line.product),
                life_days,
                from: None,
                cost,
                line: line.line,
                product: line.product,
                unit: line.unit,
                area: line.area,
                shelf: line.shelf,
                batch: line.batch.clone(),
                quantity: *quantity,
            }
        })
        .collect()
}

/// What is open of an order's lines, as its warehouse is asked for it today. `life_days` is what its customer asks for.
#[must_use]
pub fn open_demand(order: &Order, life_days: u32, today: &str) -> Vec<DemandLine> {
    let open = order.lines.iter().enumerate().map(|(index, line)| (index, lines::open(line))).filter(|(_, open)| !open.is_zero());
    demand(order, &open.collect::<Vec<_>>(), &OrderFacts { life_days, ..OrderFacts::default() }, today)
}
