//! What takes back the movements of an order, and what is left of an order that ends short: new orders that are made
//! of it. Pure.

use bus_schemas::ids::{AreaId, OrderId, ShelfId};
use bus_schemas::number::{Amount, Cost, Quantity};
use bus_schemas::order::details::{LinkReason, OrderLink, Shipment};
use bus_schemas::order::process::ADD;
use bus_schemas::order::{HistoryEntry, Order, OrderCommand, OrderLine, OrderRefusal, OrderStatus, PartLine};
use bus_schemas::warehouse::{Place, ReverseLine};

use super::lines::{self, invalid};
use super::rules;

/// What an order moved with one of its lines, as the ledger has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineMovement {
    pub line: u32,
    pub place: Place,
    /// Signed change of on hand.
    pub moved: Quantity,
    pub unit_cost: Cost,
    pub produce_date: Option<String>,
    pub expiry_date: Option<String>,
}

/// Movements of an order that are to be taken back.
#[derive(Clone, Debug)]
pub struct Reversal {
    /// The order that takes back, without a number yet.
    pub counter: Order,
    pub lines: Vec<ReverseLine>,
}

/// An order that is made of another one, before it has lines.
fn made_of(order: &Order, id: OrderId, reason: LinkReason, command: &OrderCommand, now_ms: i64) -> Order {
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
fn begun(order: &mut Order, status: OrderStatus, reason: Option<String>, command: &OrderCommand, now_ms: i64) {
    order.status = status;
    order.total_amount = order.lines.iter().map(|line| line.total).sum::<Amount>();
    order.total_quantity = order.lines.iter().map(|line| line.quantity).sum();
    order.entry = Some(HistoryEntry { at: now_ms, admin: command.admin, action: ADD.to_owned(), from: None, to: status, reason, overruled: false });
}

/// How much of each line is taken back: the named parts, or all that is left.
fn check_parts(order: &Order, parts: Option<&[PartLine]>) -> Result<Vec<(usize, Quantity)>, OrderRefusal> {
    let rest: Vec<OrderLine> = order.lines.iter().map(|line| OrderLine { quantity: line.stocked, stocked: line.reversed, ..line.clone() }).collect();
    let parts = lines::check_parts(&rest, parts, None).map_err(|refusal| match refusal {
        OrderRefusal::Invalid { field, key } if key == "error.quantity.open" => invalid(field, "error.quantity.reversible"),
        other => other,
    })?;
    if parts.is_empty() { Err(invalid("lines", "error.reverse.nothing")) } else { Ok(parts) }
}

/// The movements of a line that are taken back now: the latest first, after those that were taken back before.
fn taken(moves: &[LineMovement], line: u32, before: Quantity, wanted: Quantity) -> Option<Vec<(&LineMovement, Quantity)>> {
    let (mut skip, mut wanted, mut taken) = (before, wanted, Vec::new());
    for movement in moves.iter().rev().filter(|movement| movement.line == line && !movement.moved.is_zero()) {
        let size = Quantity(movement.moved.0.abs());
        let skipped = skip.min(size);
        skip -= skipped;
        let now = (size - skipped).min(wanted);
        if now > Quantity::ZERO {
            taken.push((movement, now));
            wanted -= now;
        }
    }
    wanted.is_zero().then_some(taken)
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
    let (kind, order_type) = order.kind.counter().ok_or_else(|| invalid("id", "error.reverse.kind"))?;
    let parts = check_parts(order, parts)?;
    let mut counter = Order { kind, order_type, remark: String::new(), ..made_of(order, id, why, command, now_ms) };
    let mut reversed = Vec::new();
    for (position, (index, quantity)) in parts.iter().enumerate() {
        let line = &mut order.lines[*index];
        let unknown = || invalid(format!("lines[{position}].line"), "error.reverse.unknown");
        for (movement, part) in taken(moves, line.line, line.reversed, *quantity).ok_or_else(unknown)? {
            let number = u32::try_from(counter.lines.len() + 1).map_err(|_| invalid("lines", "error.lines.many"))?;
            let place = match to {
                Some(area) => Place { area, shelf: ShelfId(0), ..movement.place.clone() },
                None => movement.place.clone(),
            };
            counter.lines.push(OrderLine {
                line: number,
                area: Some(place.area).filter(|area| area.0 > 0),
                shelf: Some(place.shelf).filter(|shelf| shelf.0 > 0),
                batch: Some(place.batch.clone()).filter(|batch| !batch.is_empty()),
                produce_date: movement.produce_date.clone(),
                expiry_date: movement.expiry_date.clone(),
                quantity: part,
                total: line.price.total(part),
                stocked: part,
                reversed: Quantity::ZERO,
                moves: Vec::new(),
                entered: None,
                ..line.clone()
            });
            reversed.push(ReverseLine {
                line: number,
                of_line: line.line,
                place,
                unit: line.unit,
                change: if movement.moved > Quantity::ZERO { -part } else { part },
                unit_cost: movement.unit_cost,
                produce_date: movement.produce_date.clone(),
                expiry_date: movement.expiry_date.clone(),
            });
        }
        line.reversed += *quantity;
    }
    counter.audited_by = Some(command.admin);
    begun(&mut counter, rules::done_status(kind), Some(reason.to_owned()), command, now_ms);
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

/// Whether an order was made to take back another one: then nobody changes it.
#[must_use]
pub fn takes_back(origin: Option<&OrderLink>) -> bool {
    origin.is_some_and(|origin| origin.reason == LinkReason::Reversal)
}
