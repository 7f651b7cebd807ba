//! Lines of an adjustment: signed changes of one place each, with a reason.

use std::collections::HashSet;

use bus_schemas::ids::{AreaId, ProductId, ShelfId};
use bus_schemas::number::{Amount, Price, Quantity};
use bus_schemas::order::units::EnteredQuantity;
use bus_schemas::order::{DraftLine, Order, OrderDraft, OrderKind, OrderLine, OrderRefusal};
use bus_schemas::warehouse::{AdjustLine, Place};

use super::facts::OrderFacts;
use super::lines::{self, invalid};
use super::units::LineUnits;

/// Checks the lines of a draft. Found goods are more than 0, others less. Without a price, found goods have the
/// product's: they enter at it where the warehouse knows no cost.
pub fn check_lines(kind: OrderKind, draft: &OrderDraft, units: &[LineUnits], facts: &OrderFacts) -> Result<Vec<OrderLine>, OrderRefusal> {
    for (position, line) in draft.lines.iter().enumerate() {
        let field = |name: &str| format!("lines[{position}].{name}");
        let reason = line.reason.unwrap_or(draft.order_type);
        if kind.type_row(reason).is_none() {
            return Err(invalid(field("reason"), "error.choice"));
        }
        if line.quantity.is_zero() {
            return Err(invalid(field("quantity"), "error.adjustment.zero"));
        }
        if line.quantity.is_sign_positive() != reason.gains() {
            return Err(invalid(field("quantity"), if reason.gains() { "error.adjustment.gain" } else { "error.adjustment.loss" }));
        }
    }
    let unsigned = |line: &DraftLine| DraftLine { quantity: line.quantity.abs(), ..line.clone() };
    let sizes = OrderDraft { lines: draft.lines.iter().map(unsigned).collect(), ..draft.clone() };
    let checked = lines::check_lines(&sizes, units)?;
    Ok(checked.into_iter().zip(&draft.lines).map(|(line, asked)| signed(line, asked, draft, facts)).collect())
}

fn signed(line: OrderLine, asked: &DraftLine, draft: &OrderDraft, facts: &OrderFacts) -> OrderLine {
    let loses = asked.quantity.is_sign_negative();
    let price = match facts.prices.get(&line.product) {
        Some(price) if line.price == Price::ZERO => *price,
        _ => line.price,
    };
    let total = price.total(line.quantity);
    let reason = asked.reason.filter(|reason| *reason != draft.order_type);
    if loses {
        let entered = line.entered.map(|entered| EnteredQuantity { quantity: -entered.quantity, ..entered });
        OrderLine { quantity: -line.quantity, entered, price, total: -total, produce_date: None, expiry_date: None, reason, ..line }
    } else {
        OrderLine { price, total, reason, ..line }
    }
}

/// What an order is worth, for the question who must review it. Corrections count whichever way they go. They and what is
/// sent out count at no less than the product's price: what is typed with goods that go says nothing of what they cost.
/// A transfer sells nothing: its goods count at what they cost where they leave.
#[must_use]
pub fn worth(order: &Order, facts: &OrderFacts) -> Amount {
    if order.kind.transfers {
        let of_line = |line: &OrderLine| facts.costs.get(&line.product).map_or(Amount::ZERO, |cost| cost.total(line.quantity));
        return order.lines.iter().map(of_line).sum();
    }
    if !(order.kind.signed() || order.kind.ships) {
        return order.total_amount;
    }
    let of_line = |line: &OrderLine| {
        let price = facts.prices.get(&line.product).map_or(line.price, |price| line.price.max(*price));
        price.total(Quantity(line.quantity.0.abs()))
    };
    order.lines.iter().map(of_line).sum()
}

/// What the warehouse is to correct.
#[must_use]
pub fn adjusted(order: &Order, moved: &[(usize, Quantity)], never_below: &HashSet<ProductId>) -> Vec<AdjustLine> {
    let line = |(index, change): &(usize, Quantity)| {
        let line = &order.lines[*index];
        let place = Place {
            area: line.area.unwrap_or(AreaId(0)),
            shelf: line.shelf.unwrap_or(ShelfId(0)),
            product: line.product,
            batch: line.batch.clone().unwrap_or_default(),
        };
        AdjustLine {
            price: Some(line.price),
            never_below_zero: never_below.contains(&line.product),
            produce_date: line.produce_date.clone(),
            expiry_date: line.expiry_date.clone(),
            ..AdjustLine::new(line.line, place, line.unit, *change)
        }
    };
    moved.iter().map(line).collect()
}
