//! What must hold between the shop and the provider at every moment of a history, and when all is over.

use std::collections::BTreeSet;

use actors::shop::matching::{Difference, MatchRow};
use actors::shop::order::refunds::SUCCESS;
use bus_schemas::notification::NotificationKind;
use bus_schemas::shop::Cents;
use bus_schemas::shop::payment::status;

use super::provider::Book;
use crate::store::payments::Payment;
use crate::store::world::World;

/// Everything that is wrong.
pub fn faults(world: &World, book: &Book) -> Vec<String> {
    let mut found = book.faults.clone();
    found.extend(booked(world, book));
    found.extend(once(world));
    found.extend(back(world, book));
    found
}

/// A payment is booked as the provider took it, and an exception is told.
fn booked(world: &World, book: &Book) -> Vec<String> {
    let mut found = Vec::new();
    let told: BTreeSet<&str> = world
        .notifications
        .iter()
        .filter(|draft| draft.kind == NotificationKind::PAY_EXCEPTION)
        .filter_map(|draft| draft.data.get("out_trade_no").and_then(|number| number.as_str()))
        .collect();
    for row in world.shop.attempts.values().filter(|row| !row.transaction_id.is_empty()) {
        if !book.taken.iter().any(|taken| *taken == row.as_received()) {
            found.push(format!("payment {} is booked as {:?}, the provider took something else", row.out_trade_no, row.as_received()));
        }
        let went_wrong = matches!(row.status, status::EXCEPTION | status::SETTLED) || row.notice == "accepted";
        if went_wrong && !told.contains(row.out_trade_no.as_str()) {
            found.push(format!("payment {} went wrong ({}), and nobody was told", row.out_trade_no, row.notice));
        }
        if matches!(row.status, status::BEGUN | status::CLOSED) {
            found.push(format!("payment {} came, and it is {}", row.out_trade_no, row.status));
        }
        if row.status == status::PAID && row.paid_amount != row.amount {
            found.push(format!("payment {} pays {}, it was to pay {}", row.out_trade_no, row.paid_amount, row.amount));
        }
        let pays = if row.status == status::PAID { row.paid_amount } else { Cents::ZERO };
        if pays + row.refund_amount > row.received {
            found.push(format!("of payment {} {pays} pay and {} go back, {} came", row.out_trade_no, row.refund_amount, row.received));
        }
    }
    found
}

/// An order is paid by one payment, and knows which.
fn once(world: &World) -> Vec<String> {
    let mut found = Vec::new();
    for order in world.shop.orders.values() {
        let outside = world.shop.attempts.values().filter(|row| row.order == order.id && row.status == status::PAID);
        let outside: Vec<&str> = outside.map(|row| row.out_trade_no.as_str()).collect();
        let inside = world.shop.payments.values().filter(|(of, row)| *of == order.id && row.status == status::PAID).count();
        if outside.len() + inside > 1 || outside.first().copied().unwrap_or_default() != order.payment.paid_by {
            found.push(format!("order {} is paid by '{}', {outside:?} and {inside} payments of the balance", order.id, order.payment.paid_by));
        }
    }
    found
}

/// What went back through the provider is what the shop has asked for, and nothing of it was paid back another way as well.
fn back(world: &World, book: &Book) -> Vec<String> {
    let mut found = Vec::new();
    for (number, payment, amount, _) in book.back() {
        let Some(row) = world.shop.attempts.get(payment) else {
            found.push(format!("{amount} went back as {number} of payment {payment}, which nobody has begun"));
            continue;
        };
        let of_order = world.shop.orders.get(&row.order).and_then(|order| order.refunds.iter().find(|refund| refund.out_refund_no == number));
        let (asked, otherwise) = match of_order {
            Some(refund) => (refund.refund_amount, refund.pay_status == SUCCESS && !refund.payout.way.is_empty()),
            None if row.refund_no == number => (row.refund_amount, row.by_hand),
            None => (Cents::ZERO, false),
        };
        if asked != amount {
            found.push(format!("{amount} went back as {number}, {asked} should"));
        }
        if otherwise {
            found.push(format!("{amount} went back as {number} through the provider, and once more another way"));
        }
    }
    found
}

/// Orders that were paid through the provider, and payments through it that went wrong.
pub fn through(world: &World) -> (usize, usize) {
    let rows = || world.shop.attempts.values().filter(|row| !row.transaction_id.is_empty());
    let paid = rows().filter(|row| row.status == status::PAID).count();
    (paid, rows().filter(|row| row.status != status::PAID || row.notice == "accepted").count())
}

/// What is still open when everybody has done what there was to do, and what the two books do not have alike.
pub fn left_over(world: &World, book: &Book, differences: &[MatchRow]) -> Vec<String> {
    let mut found = Vec::new();
    let mut numbers = BTreeSet::new();
    let twice: BTreeSet<&str> =
        book.taken.iter().filter(|taken| !numbers.insert(taken.out_trade_no.as_str())).map(|taken| taken.out_trade_no.as_str()).collect();
    for row in differences {
        // What the provider takes a second time under one number it has to answer for: the comparison names it.
        let known = row.difference == Some(Difference::Twice) && twice.contains(row.number.as_str());
        if !known {
            found.push(format!("{} {}: {:?} here, {:?} there", row.kind.name(), row.number, row.ours, row.theirs));
        }
    }
    for taken in &book.taken {
        let row = world.shop.attempts.get(&taken.out_trade_no);
        let has =
            |row: &Payment| row.transaction_id == taken.transaction_id && matches!(row.status, status::PAID | status::EXCEPTION | status::SETTLED);
        let named = differences.iter().any(|row| row.number == taken.out_trade_no);
        if !row.is_some_and(has) && !named {
            found.push(format!("{} came under {} and is nowhere", taken.amount, taken.out_trade_no));
        }
    }
    for row in world.shop.attempts.values() {
        if matches!(row.status, status::BEGUN | status::EXCEPTION) || matches!(row.refund_status, 1 | 3) {
            found.push(format!("payment {} is {} for ever ({}), its refund {}", row.out_trade_no, row.status, row.notice, row.refund_status));
        }
    }
    for order in world.shop.orders.values() {
        for refund in order.refunds.iter().filter(|refund| matches!(refund.pay_status, 1 | 3)) {
            found.push(format!("refund {} of order {} is {} for ever: {:?}", refund.no, order.id, refund.pay_status, refund.payout));
        }
        if order.payment.open.is_some() || order.payment.closing.is_some() {
            found.push(format!("order {} waits for its payment for ever: {:?}", order.id, order.payment));
        }
    }
    found
}
