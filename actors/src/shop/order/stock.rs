//! What warehouses are asked for a shop order: pure.

use bus_schemas::ids::{AdminId, CommandId, CommandKey, OrderId, WarehouseId};
use bus_schemas::number::{AMOUNT_SCALE, Amount, PRICE_SCALE, Price, Quantity, round_half_up};
use bus_schemas::order::details::{ExtraRights, Parcel, ParcelDraft, ReturnTarget};
use bus_schemas::order::process::ADD;
use bus_schemas::order::{
    HistoryEntry, Order, OrderAction, OrderCommand, OrderKind, OrderLine, OrderRequest, OrderStatus, OrderType, PartLine, ShopLink, StepDetails,
    kinds,
};
use bus_schemas::shop::order::{ShopOrder, ShopParcel};
use bus_schemas::shop::pieces::LinePieces;
use bus_schemas::shop::write::ShopWrite;
use bus_schemas::warehouse::{DemandLine, OrderRef, OrderWrite, StockAction, StockCommand, StockRequest};

use super::doubts;
use super::plan::PARCELS_MAX;
use crate::order::shipping;
use crate::warehouse::picking;
use crate::warehouse::shop_orders::PREFIX;

/// The key of what the system does for a shop order.
#[must_use]
pub fn key(order: OrderId, name: &str) -> CommandKey {
    // Digits, letters and hyphens, and short: an id can't be refused.
    CommandKey::system(CommandId::new(format!("shop-{order}-{name}")).unwrap_or_else(|_| CommandId::of_bits(u128::from(order.0.unsigned_abs()))))
}

/// The shop order, as the ledger names it.
#[must_use]
pub fn owner(order: &ShopOrder) -> OrderRef {
    OrderRef { kind: OrderKind::SHOP, id: order.id, number: order.order_no.clone() }
}

/// What a parcel asks of its warehouse today.
#[must_use]
pub fn demand(order: &ShopOrder, lines: &[LinePieces], today: &str, keep: bool) -> Vec<DemandLine> {
    let life_days = picking::life_days(order.keep_until.as_deref(), today);
    let of = |pieces: &LinePieces| {
        let line = order.line(pieces.line)?;
        Some(DemandLine {
            life_days,
            never_below_zero: true,
            keep: Quantity(if keep { line.buffer } else { rust_decimal::Decimal::ZERO }),
            ..DemandLine::new(pieces.line, line.product?, line.unit?, Quantity(line.base(pieces.quantity)))
        })
    };
    lines.iter().filter_map(of).collect()
}

/// What pieces of lines are in base units, by line; virtual goods are none.
pub fn quantities(order: &ShopOrder, lines: &[LinePieces]) -> impl Iterator<Item = (u32, Quantity)> {
    lines.iter().filter_map(|pieces| {
        let line = order.line(pieces.line).filter(|line| line.product.is_some())?;
        Some((pieces.line, Quantity(line.base(pieces.quantity))))
    })
}

/// A command to a warehouse for the shop order itself.
#[must_use]
pub fn command(order: &ShopOrder, name: &str, admin: AdminId, today: &str, action: StockAction) -> StockCommand {
    StockCommand { order: Some(owner(order)), ..StockCommand::new(key(order.id, name), admin, today, action) }
}

/// A parcel's hold becomes an outbound order, which picks afresh.
#[must_use]
pub fn hand_over(next: &ShopOrder, parcel: &ShopParcel, outbound: &Order, today: &str) -> StockCommand {
    let from = owner(next);
    let name = format!("out-{}", parcel.no);
    let lines = demand(next, &parcel.lines, today, false);
    let mut command = command(next, &name, AdminId(0), today, StockAction::TakeOverAll { from, from_write: None, lines });
    command.order = Some(OrderRef { kind: OrderKind::OUTBOUND, id: outbound.id, number: outbound.number.clone() });
    command.also = Some(OrderWrite { command: command.id.clone(), order: outbound.clone(), numbered: None });
    command.shop = Some(Box::new(ShopWrite::of(next.clone())));
    command
}

/// A parcel has an outbound order.
pub fn handed_over(order: &mut ShopOrder, parcel: u32, outbound: &Order) {
    for of in order.parcels.iter_mut().filter(|of| of.no == parcel) {
        (of.outbound, of.outbound_no) = (Some(outbound.id), outbound.number.clone());
        doubts::clear(of);
    }
}

/// The outbound order of a parcel, born reviewed. Its number follows from the shop order's: nothing has to be counted,
/// so that many are made in one transaction.
#[must_use]
pub fn outbound(order: &ShopOrder, parcel: &ShopParcel, id: OrderId, today: &str, now_ms: i64) -> Order {
    let number = format!("{}{}", numbers(order), code(parcel.no));
    let lines: Vec<OrderLine> = parcel.lines.iter().filter_map(|pieces| line(order, *pieces)).collect();
    let entry =
        HistoryEntry { at: now_ms, admin: AdminId(0), action: ADD.to_owned(), from: None, to: OrderStatus::REVIEWED, reason: None, overruled: false };
    Order {
        id,
        kind: OrderKind::OUTBOUND,
        reference: number.clone(),
        number,
        warehouse: parcel.warehouse,
        partner: None,
        order_type: OrderType::SALES,
        status: OrderStatus::REVIEWED,
        total_amount: lines.iter().map(|line| line.total).sum(),
        total_quantity: lines.iter().map(|line| line.quantity).sum(),
        lines,
        remark: order.remark.clone(),
        business_date: today.to_owned(),
        admin: AdminId(0),
        created_by: AdminId(0),
        edited_by: Vec::new(),
        audited_by: None,
        shipment: Some(shipping::begin(true, None, String::new())),
        swaps: Vec::new(),
        origin: None,
        made: Vec::new(),
        costs: Vec::new(),
        entry: Some(entry),
        version: 1,
        created_at: now_ms,
        updated_at: now_ms,
        deleted_at: None,
        transfer: None,
        shop: Some(ShopLink { order: order.id, order_no: order.order_no.clone(), keep_until: order.keep_until.clone() }),
    }
}

/// How the numbers of an order's outbound orders begin. Two places follow: 20 characters in all, as long as a number is.
fn numbers(order: &ShopOrder) -> String {
    format!("{PREFIX}{}", order.order_no)
}

/// Two places of 0 to 9 and A to Z.
fn code(number: u32) -> String {
    let place = |digit: u32| char::from_digit(digit % 36, 36).unwrap_or('0').to_ascii_uppercase();
    format!("{}{}", place(number / 36), place(number))
}

/// The code of an outbound order that is made again: above those of all parcels, so that none comes twice.
fn next_code(order: &ShopOrder) -> u32 {
    let start = numbers(order);
    let used = order.parcels.iter().filter_map(|parcel| parcel.outbound_no.strip_prefix(&start)).filter(|code| code.len() == 2);
    let first = u32::try_from(PARCELS_MAX).unwrap_or(0);
    used.filter_map(|code| u32::from_str_radix(code, 36).ok()).max().unwrap_or(0).max(first) + 1
}

fn line(order: &ShopOrder, pieces: LinePieces) -> Option<OrderLine> {
    let line = order.line(pieces.line)?;
    let quantity = line.base(pieces.quantity);
    // What is paid for the pieces, to the cent as far as whole lines go together.
    let share = line.shares.pay_share.decimal() * rust_decimal::Decimal::from(pieces.quantity) / rust_decimal::Decimal::from(line.quantity.max(1));
    let price = share.checked_div(quantity).unwrap_or_default();
    Some(OrderLine {
        line: pieces.line,
        product: line.product?,
        unit: line.unit?,
        area: None,
        shelf: None,
        quantity: Quantity(quantity),
        entered: None,
        price: Price(round_half_up(price, PRICE_SCALE)),
        total: Amount(round_half_up(share, AMOUNT_SCALE)),
        batch: None,
        produce_date: None,
        expiry_date: None,
        stocked: Quantity::ZERO,
        moves: Vec::new(),
        reason: None,
        transit: None,
        reversed: Quantity::ZERO,
        taken_back: Vec::new(),
        takes_back: None,
    })
}

/// Parts of an outbound order, in base units.
#[must_use]
pub fn parts(order: &ShopOrder, lines: &[LinePieces]) -> Vec<PartLine> {
    let of = |pieces: &LinePieces| {
        let quantity = order.line(pieces.line)?.base(pieces.quantity);
        Some(PartLine { line: pieces.line, quantity, ..PartLine::default() })
    };
    lines.iter().filter_map(of).collect()
}

/// A step of an outbound order, in one transaction with the shop order's next version.
#[must_use]
pub fn step(of: OrderId, name: &str, (admin, today): (AdminId, &str), action: OrderAction, write: &ShopWrite, deadline: i64) -> OrderRequest {
    let action = match action {
        OrderAction::Step { step, parts, reason, mut details } => {
            details.shop = Some(Box::new(write.clone()));
            OrderAction::Step { step, parts, reason, details }
        }
        other => other,
    };
    let id = key(write.order.id, name);
    let command = OrderCommand { id, admin, version: None, action, quiet: false, may: ExtraRights::default(), today: today.to_owned() };
    OrderRequest { kind: OrderKind::OUTBOUND, order: of, command, deadline }
}

/// A parcel leaves.
#[must_use]
pub fn ship(order: &ShopOrder, parcel: &ShopParcel) -> OrderAction {
    let packed = ParcelDraft { no: None, carrier: parcel.carrier, courier_number: parcel.courier_number.clone(), lines: None };
    OrderAction::Step {
        step: kinds::STOCK.to_owned(),
        parts: Some(parts(order, &parcel.lines)),
        reason: None,
        details: Box::new(StepDetails { parcels: Some(vec![packed]), ..StepDetails::default() }),
    }
}

/// The number of a parcel that has left is mended: its outbound order gets all of its parcels as they are to be. Those of
/// the shop order left in the order of their numbers.
#[must_use]
pub fn repair(order: &ShopOrder, parcel: &ShopParcel, outbound: &Order) -> Option<OrderAction> {
    let left = |of: &&ShopParcel| of.status == ShopParcel::SHIPPED && of.outbound == parcel.outbound && of.no < parcel.no;
    let at = order.parcels.iter().filter(left).count();
    let draft = |(index, known): (usize, &Parcel)| {
        let (carrier, number) = if index == at { (parcel.carrier, &parcel.courier_number) } else { (known.carrier, &known.courier_number) };
        ParcelDraft { no: Some(known.no), carrier, courier_number: number.clone(), lines: None }
    };
    let parcels: Vec<ParcelDraft> = outbound.shipment.as_ref()?.parcels.iter().enumerate().map(draft).collect();
    (at < parcels.len()).then(|| OrderAction::Step {
        step: kinds::PARCELS.to_owned(),
        parts: None,
        reason: Some(format!("#{}", order.order_no)),
        details: Box::new(StepDetails { parcels: Some(parcels), ..StepDetails::default() }),
    })
}

/// An outbound order ends: it is voided, or closed where a part of it has left.
#[must_use]
pub fn end(order: &ShopOrder, of: OrderId) -> OrderAction {
    let moved = order.parcels.iter().any(|parcel| parcel.outbound == Some(of) && parcel.status == ShopParcel::SHIPPED);
    OrderAction::ending(if moved { kinds::CLOSE } else { kinds::VOID }, &format!("#{}", order.order_no))
}

/// A request to a warehouse.
#[must_use]
pub const fn request(warehouse: WarehouseId, command: StockCommand, deadline: i64) -> StockRequest {
    StockRequest { warehouse, command, deadline }
}

/// The outbound order that takes the place of one that gives up a part of its goods.
#[must_use]
pub fn outbound_again(order: &ShopOrder, parcel: &ShopParcel, id: OrderId, today: &str, now_ms: i64) -> Order {
    let number = format!("{}{}", numbers(order), code(next_code(order)));
    Order { reference: number.clone(), number, ..outbound(order, parcel, id, today, now_ms) }
}

/// An outbound order gives up what is not sent any more: another one takes over the rest, in one transaction.
#[must_use]
pub fn shrink(next: &ShopOrder, parcel: &ShopParcel, old: &Order, outbound: &Order, today: &str, now_ms: i64) -> StockCommand {
    let moved = old.lines.iter().any(|line| !line.stocked.is_zero());
    let status = if moved { OrderStatus::STOCKED } else { OrderStatus::VOIDED };
    let action = if moved { kinds::CLOSE } else { kinds::VOID };
    let reason = Some(format!("#{}", next.order_no));
    let mut ended = Order { status, version: old.version + 1, updated_at: now_ms, ..old.clone() };
    ended.entry =
        Some(HistoryEntry { at: now_ms, admin: AdminId(0), action: action.to_owned(), from: Some(old.status), to: status, reason, overruled: false });
    let mut command = hand_over(next, parcel, outbound, today);
    command.id = key(next.id, &format!("out-{}-v{}", parcel.no, next.version));
    command.also = Some(OrderWrite { command: command.id.clone(), order: outbound.clone(), numbered: None });
    let from_write = OrderWrite { command: key(next.id, &format!("shrink-{}-v{}", parcel.no, next.version)), order: ended, numbered: None };
    command.action = StockAction::TakeOverAll {
        from: OrderRef { kind: old.kind, id: old.id, number: old.number.clone() },
        from_write: Some(Box::new(from_write)),
        lines: demand(next, &parcel.lines, today, false),
    };
    command
}

/// Goods of an outbound order come back: to the warehouse that they had left, or to another one.
#[must_use]
pub fn give_back(order: &ShopOrder, lines: &[LinePieces], back_to: Option<ReturnTarget>) -> OrderAction {
    OrderAction::Step {
        step: kinds::GIVE_BACK.to_owned(),
        parts: Some(parts(order, lines)),
        reason: Some(format!("#{}", order.order_no)),
        details: Box::new(StepDetails { back_to, ..StepDetails::default() }),
    }
}
