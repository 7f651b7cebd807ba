//! What must hold of the shop at every moment of a history, recomputed plainly from orders, accounts and ledger.

use std::collections::{BTreeMap, BTreeSet};

use actors::shop::order::refunds::TO_BALANCE;
use bus_schemas::ids::{OrderId, WarehouseId};
use bus_schemas::order::OrderKind;
use bus_schemas::shop::Cents;
use bus_schemas::shop::balance::EntryKind;
use bus_schemas::shop::order::{PayMethod, ShopLine, ShopOrder, ShopParcel, ShopStatus, ShopTodo};
use bus_schemas::shop::shares::LineShares;
use rust_decimal::Decimal;

use super::site::COUNTER;
use super::steps::{MEMBERS, PRODUCTS, SOLD};
use crate::store::shop::Entry;
use crate::store::world::World;

/// Pieces of a product that came in, and those of which nobody has said yet whether they did.
#[derive(Clone, Copy, Debug, Default)]
pub struct Filled {
    pub came: i64,
    pub asked: i64,
}

/// From which state to which a command leads. 0: there was no order.
const WAYS: &[(&str, &[(i64, i64)])] = &[
    ("add", &[(0, 1)]),
    ("pay", &[(1, 2), (1, 4)]),
    ("payBegin", &[(1, 1)]),
    ("payClosed", &[(1, 1)]),
    // An exception changes no state.
    ("paid", &[(1, 1), (1, 2), (1, 4)]),
    ("payAccept", &[(1, 2), (1, 4)]),
    // Where the provider does not say that the attempt is over, it waits.
    ("cancel", &[(1, 1), (1, 6)]),
    // A free order is paid by itself.
    ("timer", &[(1, 1), (1, 6), (1, 2), (1, 4), (3, 4), (4, 5), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7)]),
    ("applyCancel", &[(2, 7)]),
    ("takeBackCancel", &[(7, 2)]),
    ("cancelAgree", &[(7, 6)]),
    ("cancelRefuse", &[(7, 2)]),
    ("delivery", &[(2, 2), (2, 3)]),
    ("extend", &[(3, 3)]),
    ("receive", &[(3, 4)]),
    ("evaluate", &[(4, 4), (4, 5)]),
    ("close", &[(1, 1), (1, 6), (2, 6), (3, 6), (4, 6)]),
    ("hide", &[(5, 5), (6, 6)]),
    ("refundApply", &[(2, 2), (3, 3), (4, 4), (5, 5)]),
    // Of a closed order too: it closes with its last piece, and something else of it may have been asked for before.
    ("refundAgree", &[(2, 2), (2, 3), (2, 4), (2, 6), (3, 3), (3, 6), (4, 4), (4, 5), (4, 6), (5, 5), (5, 6), (6, 6), (7, 7)]),
    ("refundWaive", &[(2, 2), (2, 3), (2, 4), (2, 6), (3, 3), (3, 6), (4, 4), (4, 5), (4, 6), (5, 5), (5, 6), (6, 6)]),
    ("refundReceive", &[(2, 2), (2, 3), (2, 6), (3, 3), (3, 6), (4, 4), (4, 5), (4, 6), (5, 5), (5, 6), (6, 6)]),
    // What the provider pays back, or staff in its place.
    ("refundPaidBack", &[(2, 2), (2, 3), (2, 4), (2, 6), (3, 3), (3, 6), (4, 4), (4, 5), (4, 6), (5, 5), (5, 6), (6, 6), (7, 7)]),
    ("refundPayOtherwise", &[(2, 2), (2, 3), (2, 4), (2, 6), (3, 3), (3, 6), (4, 4), (4, 5), (4, 6), (5, 5), (5, 6), (6, 6), (7, 7)]),
    // A refund that ends without money was all that an order waited for.
    ("refundWithdraw", &[(4, 5)]),
    ("refundRefuse", &[(4, 5)]),
    ("refundReject", &[(4, 5)]),
];
/// What changes no state.
const STAYING: &[&str] = &[
    "edit",
    "paid",
    "payClosed",
    "refundPaidBack",
    "refundRetry",
    "refundClaim",
    "refundWithdraw",
    "refundRefuse",
    "refundShip",
    "refundReject",
    "handOver",
    "release",
    "void",
    "shrink",
    "takeIn",
    "doubt",
    "holdAgain",
];

/// Everything that is wrong.
pub fn faults(world: &World, filled: &BTreeMap<i64, Filled>) -> Vec<String> {
    let mut found = world.findings();
    for order in world.shop.orders.values() {
        let wrong = sums(order).into_iter().chain(refunds(order)).chain(money(world, order)).chain(coupon(world, order));
        found.extend(wrong.map(|fault| format!("order {}: {fault}", order.id)));
    }
    found.extend(states(world));
    found.extend(accounts(world));
    found.extend(coupons(world));
    found.extend(counters(world));
    found.extend(reserved(world));
    found.extend(goods(world, filled));
    found
}

fn sums(order: &ShopOrder) -> Vec<String> {
    let mut found = Vec::new();
    let of = |share: fn(&LineShares) -> Cents| -> Cents { order.lines.iter().map(|line| share(&line.shares)).sum() };
    let says = [
        ("goods_amount", order.goods_amount, of(|shares| shares.goods_amount)),
        ("coupon_amount", order.coupon_amount, of(|shares| shares.coupon_share)),
        ("score_amount", order.score_amount, of(|shares| shares.score_share)),
        ("freight", order.freight - order.freight_off, of(|shares| shares.freight_share)),
        ("pay_amount", order.pay_amount, of(|shares| shares.pay_share) + order.freight - order.freight_off),
    ];
    for (what, says, is) in says {
        if says != is || says < Cents::ZERO {
            found.push(format!("{what} is {says}, its lines bear {is}"));
        }
    }
    for line in &order.lines {
        let shares = line.shares;
        let parts = [shares.goods_amount, shares.coupon_share, shares.score_share, shares.freight_share, shares.pay_share];
        if parts.iter().any(|part| *part < Cents::ZERO) || shares.pay_share != shares.goods_amount - shares.coupon_share - shares.score_share {
            found.push(format!("line {} bears {shares:?}", line.line));
        }
    }
    found
}

fn refunds(order: &ShopOrder) -> Vec<String> {
    let mut found = Vec::new();
    let paid: Cents = order.refunds.iter().filter(|refund| refund.pay_status == 2).map(|refund| refund.refund_amount).sum();
    if paid != order.refund_amount {
        found.push(format!("{} was refunded, its refunds add up to {paid}", order.refund_amount));
    }
    if order.refund_amount + order.refund_open > order.paid_amount {
        found.push(format!("{} and {} of {} are refunded or agreed", order.refund_amount, order.refund_open, order.paid_amount));
    }
    for line in &order.lines {
        if line.refunding_num < 0 || line.refunded_num < 0 || line.refunding_num + line.refunded_num > line.quantity {
            found.push(format!("line {}: {} are asked back, {} are refunded of {}", line.line, line.refunding_num, line.refunded_num, line.quantity));
        }
        if line.refunded_amount > line.shares.pay_share + line.shares.freight_share {
            found.push(format!("line {} was refunded {}", line.line, line.refunded_amount));
        }
        if line.ships() && sent(order, line) != line.shipped {
            found.push(format!("line {} says that {} were shipped, its parcels have {}", line.line, line.shipped, sent(order, line)));
        }
        if line.refunded_num == line.quantity && order.lines.iter().all(|of| of.refunded_num == of.quantity) && order.status != ShopStatus::Closed {
            found.push(format!("all of it is refunded, and it is {:?}", order.status));
        }
    }
    found
}

fn sent(order: &ShopOrder, line: &ShopLine) -> i64 {
    let parcels = order.parcels.iter().filter(|parcel| parcel.status == ShopParcel::SHIPPED);
    parcels.flat_map(|parcel| &parcel.lines).filter(|pieces| pieces.line == line.line).map(|pieces| pieces.quantity).sum()
}

/// What the members' logs have of an order is what the order says.
fn money(world: &World, order: &ShopOrder) -> Vec<String> {
    let mut found = Vec::new();
    let (paid, back) = world.paid_and_back(order);
    let to_balance = order.refunds.iter().filter(|refund| refund.pay_status == 2 && refund.payout.way == TO_BALANCE);
    let says = if order.pay_method == Some(PayMethod::Balance) {
        (order.paid_amount, order.refund_amount)
    } else {
        (Cents::ZERO, to_balance.map(|refund| refund.refund_amount).sum())
    };
    if (paid, back) != says {
        found.push(format!("{paid} was paid and {back} went back, it says {says:?}"));
    }
    let taken: Cents = world.shop.payments.values().filter(|(of, row)| *of == order.id && row.status == 1).map(|(_, row)| row.paid_amount).sum();
    let outside: Cents = world.shop.attempts.values().filter(|row| row.order == order.id && row.status == 1).map(|row| row.paid_amount).sum();
    if taken + outside != order.paid_amount {
        found.push(format!("paid_amount is {}, its payments add up to {taken} and {outside}", order.paid_amount));
    }
    if (order.pay_time.is_some()) != (order.pay_method.is_some()) || (order.status == ShopStatus::ToPay && order.pay_time.is_some()) {
        found.push("it waits to be paid and is".into());
    }
    let of = |entry: &&Entry| entry.cause.id == order.order_no || entry.cause.id.starts_with(&format!("R{}", order.order_no));
    let used = |kind: EntryKind| -> i64 { world.shop.score_log.iter().filter(of).filter(|entry| entry.kind == kind).map(|entry| entry.change).sum() };
    let score = used(EntryKind::Use) + used(EntryKind::Return);
    let unpaid = order.status == ShopStatus::Closed && order.pay_time.is_none();
    if used(EntryKind::Use) != -order.score_used || score > 0 || unpaid && score != 0 {
        found.push(format!("{} of score was used, the log has {score}", order.score_used));
    }
    found
}

fn coupon(world: &World, order: &ShopOrder) -> Vec<String> {
    let Some(row) = order.user_coupon_id.and_then(|id| world.shop.claimed.get(&id)) else { return Vec::new() };
    let expected = match order.status {
        ShopStatus::ToPay => Some(1),
        ShopStatus::Closed => None,
        _ if order.coupon_is_back() => None,
        _ => Some(2),
    };
    match expected {
        Some(status) if (row.status, row.order) != (status, order.id.0) => vec![format!("its coupon is {} of order {}", row.status, row.order)],
        None if row.order == order.id.0 => vec![format!("it is closed and has coupon {row:?}")],
        _ => Vec::new(),
    }
}

/// A coupon that is held or used has exactly one order.
fn coupons(world: &World) -> Vec<String> {
    let mut found = Vec::new();
    for (id, row) in &world.shop.claimed {
        let order = OrderId(row.order);
        let held = world.shop.placing.get(&order).is_some_and(|row| row.open && !row.undone && row.order.user_coupon_id == Some(*id));
        let of_order = world.shop.orders.get(&order).is_some_and(|order| order.user_coupon_id == Some(*id));
        match row.status {
            0 | 3 | 4 if row.order != 0 => found.push(format!("coupon {id} is free and has order {order}")),
            1 if !held && !of_order => found.push(format!("coupon {id} is held by order {order}, which is not there")),
            2 if !of_order => found.push(format!("coupon {id} is used by order {order}, which is not there")),
            _ => {}
        }
    }
    for (coupon, used) in &world.shop.used_num {
        let is = world.shop.claimed.values().filter(|row| row.coupon == *coupon && row.status == 2).count() as i64;
        if *used != is {
            found.push(format!("{used} of coupon {coupon} are said to be used, {is} are"));
        }
    }
    found
}

/// No state outside of the table, and no way that is not in it.
fn states(world: &World) -> Vec<String> {
    let mut found = Vec::new();
    let mut last: BTreeMap<OrderId, (i64, i64)> = BTreeMap::new();
    for ((order, version), (from, to, action)) in &world.shop.events {
        let before = last.insert(*order, (*version, *to));
        let (was, state) = before.unwrap_or((0, 0));
        let stays = STAYING.contains(&action.as_str()) && (from.unwrap_or(0) == *to && *to != 1 || action == "edit");
        let known = stays || WAYS.iter().any(|(name, ways)| name == action && ways.contains(&(from.unwrap_or(0), *to)));
        // What a timer ends of a refund, and what is released of an order that waits, are no ways either.
        if was + 1 != *version || state != from.unwrap_or(0) || !known {
            found.push(format!("order {order}: {action} in version {version} led from {from:?} to {to}, it was {state} in version {was}"));
        }
    }
    for (id, order) in &world.shop.orders {
        if last.get(id) != Some(&(order.version, order.status.code())) {
            found.push(format!("order {id} is {:?} in version {}, its history ends at {:?}", order.status, order.version, last.get(id)));
        }
    }
    found
}

/// Balances are the sums of their logs, and a cause has one entry.
fn accounts(world: &World) -> Vec<String> {
    let mut found = Vec::new();
    let shop = &world.shop;
    for (name, rows, log) in [("money", &shop.money, &shop.money_log), ("score", &shop.score, &shop.score_log)] {
        for (member, has) in rows {
            let mut sum = 0;
            for entry in log.iter().filter(|entry| entry.member == *member) {
                sum += entry.change;
                if sum != entry.after || sum < 0 {
                    found.push(format!("{name} of member {member}: {} in its log, it adds up to {sum}", entry.after));
                }
            }
            if sum != *has {
                found.push(format!("{name} of member {member} is {has}, its log adds up to {sum}"));
            }
        }
        let mut causes = BTreeSet::new();
        for entry in log.iter() {
            if !causes.insert((entry.kind.name(), entry.cause.kind.name(), &entry.cause.id)) {
                found.push(format!("{name}: {:?} of {:?} is booked twice", entry.kind, entry.cause));
            }
        }
    }
    found
}

/// Orders that have taken pieces: what is placed and not closed unpaid, and what is being placed.
fn takers(world: &World) -> impl Iterator<Item = &ShopOrder> {
    let placing = world.shop.placing.values().filter(|row| row.open && !row.undone).map(|row| &row.order);
    let placed = world.shop.orders.values().filter(|order| order.status != ShopStatus::Closed || order.pay_time.is_some());
    placed.chain(placing)
}

/// Limits of members, and counters of virtual goods.
fn counters(world: &World) -> Vec<String> {
    let mut found = Vec::new();
    for (sold, sku) in SOLD.iter().zip(0_i64..) {
        for member in MEMBERS {
            let of = takers(world).filter(|order| order.user_id == member).flat_map(|order| &order.lines);
            let pieces: i64 = of.filter(|line| line.sku_id == sku).map(|line| line.quantity - line.refunded_num).sum();
            let counted = world.shop.bought.get(&(sold.goods, member)).copied().unwrap_or(0);
            if sold.limit > 0 && (counted != pieces || counted > sold.limit) {
                found.push(format!("member {member} has {pieces} of goods {}, {counted} are counted of {}", sold.goods, sold.limit));
            }
        }
        if sold.product.is_none() {
            let pieces: i64 = takers(world).flat_map(|order| &order.lines).filter(|line| line.sku_id == sku).map(|line| line.quantity).sum();
            let left = world.shop.counts.get(&sku).copied().unwrap_or(0);
            if left < 0 || left + pieces != COUNTER {
                found.push(format!("{left} of virtual goods {} are left, {pieces} of {COUNTER} are taken", sold.goods));
            }
        }
    }
    found
}

type Held = BTreeMap<(OrderKind, OrderId, WarehouseId, u32), Decimal>;

/// What orders and their parcels hold: pieces that wait to be paid, and pieces that wait to be sent.
fn promised(order: &ShopOrder, held: &mut Held) {
    for parcel in &order.parcels {
        let todo = |wanted: fn(u32) -> ShopTodo| order.todo.contains(&wanted(parcel.no));
        let own = order.status == ShopStatus::ToPay || todo(|parcel| ShopTodo::HandOver { parcel }) || todo(|parcel| ShopTodo::Release { parcel });
        let waits = parcel.status == ShopParcel::WAITING || todo(|parcel| ShopTodo::Void { parcel });
        let (kind, of) = match parcel.outbound {
            None if own => (OrderKind::SHOP, order.id),
            Some(outbound) if waits => (OrderKind::OUTBOUND, outbound),
            _ => continue,
        };
        for pieces in &parcel.lines {
            if let Some(line) = order.line(pieces.line) {
                *held.entry((kind, of, parcel.warehouse, pieces.line)).or_default() += line.base(pieces.quantity);
            }
        }
    }
}

/// Nothing is reserved that nobody waits for, and all that is promised is, where nothing was held back meanwhile.
fn reserved(world: &World) -> Vec<String> {
    let mut found = Vec::new();
    let mut promise = Held::new();
    let mut changing: BTreeSet<(OrderKind, OrderId)> = BTreeSet::new();
    for order in world.shop.orders.values() {
        promised(order, &mut promise);
        for parcel in &order.parcels {
            // An outbound order that is to hold less, or nothing any more, holds what it did; so does the order itself
            // where a part of its goods is paid back before they are handed over.
            let less = |todo: &ShopTodo| todo.parcel() == parcel.no && !matches!(todo, ShopTodo::TakeIn { .. });
            if order.todo.iter().any(less) || parcel.doubt {
                changing.insert(parcel.outbound.map_or((OrderKind::SHOP, order.id), |outbound| (OrderKind::OUTBOUND, outbound)));
            }
        }
    }
    let placing: BTreeSet<OrderId> = world.shop.placing.iter().filter(|(_, row)| row.open).map(|(order, _)| *order).collect();
    let mut held = Held::new();
    for (kind, order, warehouse, line, quantity) in world.all_reserved() {
        *held.entry((kind, order, warehouse, line)).or_default() += quantity.0;
    }
    let keys: BTreeSet<_> = promise.keys().chain(held.keys()).copied().collect();
    for key in keys {
        let (kind, order, warehouse, line) = key;
        let (says, is) = (promise.get(&key).copied().unwrap_or_default(), held.get(&key).copied().unwrap_or_default());
        let unsettled = changing.contains(&(kind, order)) || kind == OrderKind::SHOP && placing.contains(&order);
        let fits = if unsettled { is >= says || !world.holds.is_empty() } else { is == says || !world.holds.is_empty() && is <= says };
        if !fits {
            found.push(format!("{} order {order} line {line} in warehouse {warehouse}: {is} are reserved, {says} should be", kind.as_str()));
        }
    }
    found
}

/// What was shipped is what outbound orders stocked; what came in is there, was shipped, or came back.
fn goods(world: &World, filled: &BTreeMap<i64, Filled>) -> Vec<String> {
    let mut found = Vec::new();
    let mut out: BTreeMap<i64, Decimal> = BTreeMap::new();
    for order in world.shop.orders.values() {
        let mut stocked: BTreeMap<(OrderId, u32), Decimal> = BTreeMap::new();
        for parcel in order.parcels.iter().filter(|parcel| parcel.status == ShopParcel::SHIPPED) {
            for (pieces, outbound) in parcel.lines.iter().zip(parcel.outbound.iter().cycle()) {
                let Some(line) = order.line(pieces.line) else { continue };
                *stocked.entry((*outbound, pieces.line)).or_default() += line.base(pieces.quantity);
                *out.entry(line.product.map_or(0, |product| product.0)).or_default() += line.base(pieces.quantity);
            }
        }
        for ((outbound, line), says) in stocked {
            let of = world.orders.get(&(OrderKind::OUTBOUND, outbound)).and_then(|of| of.lines.iter().find(|of| of.line == line));
            let is = of.map_or(Decimal::ZERO, |of| of.stocked.0);
            if is != says {
                found.push(format!("order {}: {says} of line {line} were shipped with {outbound}, which has stocked {is}", order.id));
            }
        }
        for came in order.refunds.iter().flat_map(|refund| &refund.arrivals).filter(|arrival| arrival.done).flat_map(|arrival| &arrival.lines) {
            if let Some(line) = order.line(came.line) {
                *out.entry(line.product.map_or(0, |product| product.0)).or_default() -= line.base(came.quantity);
            }
        }
    }
    for product in 1..=PRODUCTS {
        let there: Decimal = world.balances.iter().filter(|((_, place), _)| place.product.0 == product).map(|(_, row)| row.on_hand.0).sum();
        let Filled { came, asked } = filled.get(&product).copied().unwrap_or_default();
        let left = out.get(&product).copied().unwrap_or_default();
        if there + left < Decimal::from(came) || there + left > Decimal::from(came + asked) {
            found.push(format!("product {product}: {came} came in, {there} are there and {left} were shipped and did not come back"));
        }
    }
    found
}

/// What still waits when all time has passed and nothing fails any more.
pub fn left_over(world: &World) -> Vec<String> {
    let mut found = Vec::new();
    for (order, row) in &world.shop.placing {
        if row.open {
            found.push(format!("order {order} is being placed for ever"));
        }
    }
    let known: BTreeSet<&str> = world.shop.orders.values().map(|order| order.order_no.as_str()).collect();
    let mut used: BTreeMap<&str, i64> = BTreeMap::new();
    for entry in world.shop.score_log.iter().filter(|entry| matches!(entry.kind, EntryKind::Use | EntryKind::Return)) {
        *used.entry(&entry.cause.id).or_default() += entry.change;
    }
    for (order_no, score) in used.into_iter().filter(|(order_no, score)| *score != 0 && !known.contains(order_no) && !order_no.starts_with('R')) {
        found.push(format!("{score} of score was used for {order_no}, which was never placed"));
    }
    for order in world.shop.orders.values() {
        let doubt = order.parcels.iter().any(|parcel| parcel.doubt);
        if !order.todo.is_empty() && !doubt {
            found.push(format!("order {} never does {:?}", order.id, order.todo));
        }
        let sends = order.parcels.iter().any(|parcel| parcel.status == ShopParcel::WAITING);
        let asked = order.refunds.iter().any(|refund| refund.open());
        let ended = match order.status {
            ShopStatus::ToPay => false,
            // Somebody has to send it.
            ShopStatus::ToShip => sends,
            ShopStatus::ToReceive | ShopStatus::ToEvaluate => asked,
            ShopStatus::CancelAsked | ShopStatus::Completed | ShopStatus::Closed => true,
        };
        if !ended {
            found.push(format!("order {} is {:?} for ever: {:?}", order.id, order.status, order.parcels));
        }
    }
    found
}
