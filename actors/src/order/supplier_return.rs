//! Goods that go back to the supplier they came from: an outbound order that is made of the purchase, what it costs, and
//! what of it never leaves. Pure.

use std::collections::HashMap;

use bus_schemas::ids::OrderId;
use bus_schemas::number::{Cost, Quantity};
use bus_schemas::order::details::{LinkReason, OrderLink};
use bus_schemas::order::{Order, OrderCommand, OrderKind, OrderLine, OrderRefusal, PartLine};
use bus_schemas::warehouse::Place;

use super::facts::OrderFacts;
use super::lines::{self, invalid};
use super::reversal::{begun, by_line, check_parts, choose_movements, made_of, mark_taken_back, piece, unmark_taken_back};
use super::shipping;

/// The purchase whose goods an order sends back.
#[must_use]
pub fn purchase_of(order: &Order) -> Option<(OrderKind, OrderId)> {
    order.origin.filter(|origin| origin.reason == LinkReason::SupplierReturn).map(|origin| (origin.kind, origin.order))
}

/// What goods of a line leave at, where they go back to their supplier: the price they came for (domain rules 2.7).
#[must_use]
pub fn cost(order: &Order, line: &OrderLine) -> Option<Cost> {
    (purchase_of(order).is_some() && line.takes_back.is_some()).then_some(Cost(line.price.0))
}

/// Makes the order that sends goods of a purchase back, wholly or in parts: with the batches and prices they came with, at
/// the places they came to while so much is free there, else wherever such goods lie. It waits for review as any other.
pub fn send_back(
    order: &mut Order,
    parts: Option<&[PartLine]>,
    reason: &str,
    facts: &OrderFacts,
    command: &OrderCommand,
    id: OrderId,
    now_ms: i64,
) -> Result<Order, OrderRefusal> {
    let (kind, order_type) = order.kind.counter(order.order_type).ok_or_else(|| invalid("id", "error.reverse.kind"))?;
    let parts = check_parts(order, parts)?;
    let made = made_of(order, id, LinkReason::SupplierReturn, command, now_ms);
    let shipment = kind.ships.then(|| shipping::begin(false, None, String::new()));
    let mut sent = Order { kind, order_type, remark: String::new(), shipment, ..made };
    let mut free = facts.free.clone();
    let moves = by_line(&facts.moves);
    for (position, (index, quantity)) in parts.iter().enumerate() {
        let line = &mut order.lines[*index];
        let unknown = || invalid(format!("lines[{position}].line"), "error.reverse.unknown");
        let of_line = moves.get(&line.line).ok_or_else(unknown)?;
        for (movement, part) in choose_movements(of_line, line, *quantity).ok_or_else(unknown)? {
            let number = u32::try_from(sent.lines.len() + 1).map_err(|_| invalid("lines", "error.lines.many"))?;
            // What leaves has the dates of its batch.
            let piece = piece(line, number, &movement.place, movement, part);
            let mut leaves = OrderLine { stocked: Quantity::ZERO, produce_date: None, expiry_date: None, ..piece };
            if !take_free(&mut free, &movement.place, part) {
                (leaves.area, leaves.shelf) = (None, None);
            }
            sent.lines.push(leaves);
            mark_taken_back(line, movement.sequence, part);
        }
    }
    let status = kind.begins;
    begun(&mut sent, status, Some(reason.to_owned()), command, now_ms);
    order.made.push(OrderLink { reason: LinkReason::SupplierReturn, kind, order: id });
    Ok(sent)
}

/// Takes so much of what is free at a place, if it is there.
fn take_free(free: &mut HashMap<Place, Quantity>, place: &Place, quantity: Quantity) -> bool {
    match free.get_mut(place) {
        Some(free) if *free >= quantity => {
            *free -= quantity;
            true
        }
        _ => false,
    }
}

/// The purchase once an order that sends its goods back has ended: what has not left may be sent back again.
#[must_use]
pub fn after_return(purchase: &Order, ended: &Order) -> Order {
    let mut order = purchase.clone();
    let at = lines::positions(&order.lines);
    for line in &ended.lines {
        if let Some(moved) = line.takes_back
            && let Some(index) = at.get(&moved.line)
        {
            unmark_taken_back(&mut order.lines[*index], moved.sequence, lines::open(line));
        }
    }
    order
}
