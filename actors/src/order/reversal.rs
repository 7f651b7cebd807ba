//! What takes back the movements of an order, and what is left of an order that ends short: new orders that are made
//! of it. Pure.

use std::collections::HashMap;

use bus_schemas::ids::{AreaId, OrderId, ShelfId};
use bus_schemas::number::{Amount, Quantity};
use bus_schemas::order::details::{LinkReason, MovedLine, OrderLink, Shipment, TakenBack};
use bus_schemas::order::process::ADD;
use bus_schemas::order::{HistoryEntry, Order, OrderCommand, OrderKind, OrderLine, OrderRefusal, OrderStatus, PartLine};
use bus_schemas::warehouse::{Place, ReverseLine};

use super::facts::LineMovement;
use super::lines::{self, invalid};
use super::state::done_status;
use super::transfer;

/// Movements of an order that are to be taken back.
#[derive(Clone, Debug)]
pub struct Reversal {
    /// The order that takes back, without a number yet.
    pub counter: Order,
    pub lines: Vec<ReverseLine>,
}

/// An order that is made of another one, before it has lines.
pub(super) fn made_of(order: &Order, id: OrderId, reason: LinkReason, command: &OrderCommand, now_ms: i64) -> Order {
    Order {
        id,
        number: String::new(),
        reference: String::new(),
        business_date: command.today.clone(),
        lines: Vec::new(),
        shipment: None,
        swaps: Vec::new(),
        origin: Some(OrderLink { reason, kind: order.kind, order: order.id }),
        made: Vec::new(),
        costs: Vec::new(),
        admin: order.admin,
        created_by: command.admin,
        edited_by: vec![command.admin],
        audited_by: None,
        entry: None,
        version: 1,
        created_at: now_ms,
        updated_at: now_ms,
        deleted_at: None,
        ..order.clone()
    }
}

/// Writes the first history entry of an order that was made of another one, and its sums.
pub(super) fn begun(order: &mut Order, status: OrderStatus, reason: Option<String>, command: &OrderCommand, now_ms: i64) {
    order.status = status;
    order.total_amount = order.lines.iter().map(|line| line.total).sum::<Amount>();
    order.total_quantity = order.lines.iter().map(|line| line.quantity).sum();
    order.entry = Some(HistoryEntry { at: now_ms, admin: command.admin, action: ADD.to_owned(), from: None, to: status, reason, overruled: false });
}

/// How much of each line is taken back: the named parts, or all that is left.
pub(super) fn check_parts(order: &Order, parts: Option<&[PartLine]>) -> Result<Vec<(usize, Quantity)>, OrderRefusal> {
    // Of a transfer what has arrived; of a correction its size, whichever way it went.
    let moved = |line: &OrderLine| match &line.transit {
        Some(transit) => transit.arrived,
        None => Quantity(line.stocked.0.abs()),
    };
    let rest: Vec<OrderLine> = order.lines.iter().map(|line| OrderLine { quantity: moved(line), stocked: line.reversed, ..line.clone() }).collect();
    let parts = lines::check_parts(&rest, parts).map_err(|refusal| match refusal {
        OrderRefusal::Invalid { field, key } if key == "error.quantity.open" => invalid(field, "error.quantity.reversible"),
        other => other,
    })?;
    if parts.is_empty() { Err(invalid("lines", "error.reverse.nothing")) } else { Ok(parts) }
}

/// What was taken back of a line before movements were named.
fn unnamed(line: &OrderLine) -> Quantity {
    let named: Quantity = line.taken_back.iter().map(|taken| taken.quantity).sum();
    (line.reversed - named).max(Quantity::ZERO)
}

/// The movements of each line, the latest first.
pub(super) fn by_line(moves: &[LineMovement]) -> HashMap<u32, Vec<&LineMovement>> {
    let mut of_line: HashMap<u32, Vec<&LineMovement>> = HashMap::new();
    let moved = moves.iter().rev().filter(|movement| !movement.moved.is_zero());
    moved.for_each(|movement| of_line.entry(movement.line).or_default().push(movement));
    of_line
}

/// The movements of a line that are taken back now: the latest first, of each what was not taken back before.
pub(super) fn choose_movements<'a>(moves: &[&'a LineMovement], line: &OrderLine, wanted: Quantity) -> Option<Vec<(&'a LineMovement, Quantity)>> {
    let before: HashMap<i64, Quantity> = line.taken_back.iter().map(|taken| (taken.sequence, taken.quantity)).collect();
    let (mut skip, mut wanted, mut taken) = (unnamed(line), wanted, Vec::new());
    for movement in moves {
        let size = Quantity(movement.moved.0.abs()) - before.get(&movement.sequence).copied().unwrap_or_default();
        let skipped = skip.min(size);
        skip -= skipped;
        let now = (size - skipped).min(wanted);
        if now > Quantity::ZERO {
            taken.push((*movement, now));
            wanted -= now;
        }
    }
    wanted.is_zero().then_some(taken)
}

/// Notes that a line's movement was taken back.
pub(super) fn mark_taken_back(line: &mut OrderLine, sequence: i64, quantity: Quantity) {
    match line.taken_back.iter_mut().find(|taken| taken.sequence == sequence) {
        Some(taken) => taken.quantity += quantity,
        None => line.taken_back.push(TakenBack { sequence, quantity }),
    }
    line.reversed += quantity;
}

/// Notes that a line's movement is not taken back after all, wholly or in part.
pub(super) fn unmark_taken_back(line: &mut OrderLine, sequence: i64, quantity: Quantity) {
    let taken = line.taken_back.iter_mut().find(|taken| taken.sequence == sequence);
    let back = quantity.min(taken.as_ref().map_or(Quantity::ZERO, |taken| taken.quantity));
    if let Some(taken) = taken {
        taken.quantity -= back;
    }
    line.taken_back.retain(|taken| !taken.quantity.is_zero());
    line.reversed -= back;
}

/// A movement of a line, wholly or in part, as a line of the order that takes it back at a place.
pub(super) fn piece(line: &OrderLine, number: u32, place: &Place, movement: &LineMovement, quantity: Quantity) -> OrderLine {
    OrderLine {
        line: number,
        area: Some(place.area).filter(|area| area.0 > 0),
        shelf: Some(place.shelf).filter(|shelf| shelf.0 > 0),
        batch: Some(place.batch.clone()).filter(|batch| !batch.is_empty()),
        produce_date: movement.produce_date.clone(),
        expiry_date: movement.expiry_date.clone(),
        quantity,
        total: line.price.total(quantity),
        stocked: quantity,
        reversed: Quantity::ZERO,
        taken_back: Vec::new(),
        takes_back: Some(MovedLine { line: line.line, sequence: movement.sequence }),
        moves: Vec::new(),
        entered: None,
        ..line.clone()
    }
}

/// A return is reversed by `counter`: subtracts its goods from what had been returned of the original order, so that
/// they can be returned again.
#[must_use]
pub fn give_back(original: &Order, returned: &Order, counter: &Order) -> Order {
    let mut order = original.clone();
    let (at, of_return) = (lines::positions(&order.lines), lines::positions(&returned.lines));
    for line in &counter.lines {
        let come_back = line.takes_back.and_then(|of| of_return.get(&of.line)).and_then(|index| returned.lines.get(*index));
        let moved = come_back.and_then(|line| line.takes_back);
        match moved.and_then(|moved| Some((moved, *at.get(&moved.line)?))) {
            Some((moved, index)) => unmark_taken_back(&mut order.lines[index], moved.sequence, line.quantity),
            // The return was made before movements were named: it took the goods of the first lines that have them.
            None => {
                let mut left = line.quantity;
                for of in order.lines.iter_mut().filter(|of| of.product == line.product) {
                    let back = unnamed(of).min(left);
                    of.reversed -= back;
                    left -= back;
                }
            }
        }
    }
    order
}

/// A line of a correction, which changes a figure by so much.
fn signed(line: OrderLine, change: Quantity) -> OrderLine {
    let total = if change < Quantity::ZERO { -line.total } else { line.total };
    OrderLine { quantity: change, stocked: change, total, ..line }
}

/// How movements are taken back.
#[derive(Clone, Copy, Debug)]
pub struct Back<'a> {
    /// A mistake is reversed, or the customer sends the goods back.
    pub why: LinkReason,
    /// Where the goods come to, if not to where they were.
    pub to: Option<AreaId>,
    pub reason: &'a str,
    pub moves: &'a [LineMovement],
}

/// Takes back what an order moved, wholly or in parts: with the batches and costs of the movements and, unless they are to
/// be inspected first, at their places, by an order of the opposite kind that is done as soon as it is made.
pub fn take_back(
    order: &mut Order,
    parts: Option<&[PartLine]>,
    Back { why, to, reason, moves }: Back<'_>,
    command: &OrderCommand,
    id: OrderId,
    now_ms: i64,
) -> Result<Reversal, OrderRefusal> {
    let (kind, order_type) = order.kind.counter(order.order_type).ok_or_else(|| invalid("id", "error.reverse.kind"))?;
    let parts = check_parts(order, parts)?;
    // Its type may be with another sort of partner: then it is with nobody.
    let sort_of = |kind: OrderKind, order_type| kind.type_row(order_type).and_then(|row| row.partner);
    let partner = order.partner.filter(|_| sort_of(kind, order_type) == sort_of(order.kind, order.order_type));
    let mut counter = Order { kind, order_type, partner, remark: String::new(), ..made_of(order, id, why, command, now_ms) };
    let mut reversed = Vec::new();
    let moves = by_line(moves);
    for (position, (index, quantity)) in parts.iter().enumerate() {
        let line = &mut order.lines[*index];
        let unknown = || invalid(format!("lines[{position}].line"), "error.reverse.unknown");
        let of_line = moves.get(&line.line).ok_or_else(unknown)?;
        for (movement, part) in choose_movements(of_line, line, *quantity).ok_or_else(unknown)? {
            let number = u32::try_from(counter.lines.len() + 1).map_err(|_| invalid("lines", "error.lines.many"))?;
            let place = match to {
                Some(area) => Place { area, shelf: ShelfId(0), ..movement.place.clone() },
                None => movement.place.clone(),
            };
            let change = if movement.moved > Quantity::ZERO { -part } else { part };
            let piece = piece(line, number, &place, movement, part);
            counter.lines.push(if kind.signed() { signed(piece, change) } else { piece });
            mark_taken_back(line, movement.sequence, part);
            reversed.push(ReverseLine {
                line: number,
                of_line: line.line,
                place,
                unit: line.unit,
                change,
                unit_cost: movement.unit_cost,
                produce_date: movement.produce_date.clone(),
                expiry_date: movement.expiry_date.clone(),
                to: None,
            });
        }
    }
    counter.audited_by = Some(command.admin);
    counter.status = done_status(kind);
    transfer::turn_round(&mut counter, order, &mut reversed, now_ms);
    let status = counter.status;
    begun(&mut counter, status, Some(reason.to_owned()), command, now_ms);
    order.made.push(OrderLink { reason: why, kind, order: id });
    Ok(Reversal { counter, lines: reversed })
}

/// A new order for what an order leaves open when it ends.
pub fn back_order(order: &mut Order, reason: &str, command: &OrderCommand, id: OrderId, now_ms: i64) -> Result<Order, OrderRefusal> {
    let mut rest = made_of(order, id, LinkReason::BackOrder, command, now_ms);
    rest.shipment = order.shipment.as_ref().map(|shipment| {
        let Shipment { needed, carrier, .. } = *shipment;
        super::shipping::begin(needed, carrier, String::new())
    });
    let open = order.lines.iter().filter(|line| line.quantity > line.stocked);
    rest.lines = open
        .zip(1_u32..)
        .map(|(line, number)| {
            let quantity = line.quantity - line.stocked;
            let total = line.price.total(quantity);
            OrderLine {
                line: number,
                quantity,
                total,
                stocked: Quantity::ZERO,
                reversed: Quantity::ZERO,
                taken_back: Vec::new(),
                takes_back: None,
                moves: Vec::new(),
                entered: None,
                ..line.clone()
            }
        })
        .collect();
    if rest.lines.is_empty() {
        return Err(invalid("back_order", "error.lines.empty"));
    }
    begun(&mut rest, order.kind.begins, Some(reason.to_owned()), command, now_ms);
    order.made.push(OrderLink { reason: LinkReason::BackOrder, kind: order.kind, order: id });
    Ok(rest)
}

/// The order whose goods came back, or go back to their supplier, with this one.
#[must_use]
pub fn returned_of(order: &Order) -> Option<(OrderKind, OrderId)> {
    let returns = |reason| matches!(reason, LinkReason::Return | LinkReason::SupplierReturn);
    order.origin.filter(|origin| returns(origin.reason)).map(|origin| (origin.kind, origin.order))
}
