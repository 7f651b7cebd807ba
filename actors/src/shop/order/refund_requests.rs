//! What may be asked back of an order: in which states, until when and how often. The buttons, the quote and the request
//! ask the same. Pure.

use bus_schemas::shop::command::ShopRefusal;
use bus_schemas::shop::order::{ShopBy, ShopOrder, ShopStatus};
use bus_schemas::shop::refund::ShopRefund;

use super::refunds::{others, sold};
use super::state::DAY;
use crate::shop::refundable;

/// Most requests of an order.
const REFUNDS_MAX: usize = 50;
/// How often the same line may be refused before it can't be asked for again.
const REFUSALS_MAX: usize = 2;

const fn of_staff(by: ShopBy) -> bool {
    matches!(by, ShopBy::Staff(_))
}

/// Refuses what is asked of an order in another state, or too late: staff may ask at any time.
pub fn check(order: &ShopOrder, by: ShopBy, now: i64) -> Result<(), ShopRefusal> {
    if !matches!(order.status, ShopStatus::ToShip | ShopStatus::ToReceive | ShopStatus::ToEvaluate | ShopStatus::Completed) {
        return Err(ShopRefusal::rule("shop.refund.status"));
    }
    let over = order.receive_time.is_some_and(|at| now > at + order.terms.refund_days * DAY);
    if over && !of_staff(by) {
        return Err(ShopRefusal::rule("shop.refund.late"));
    }
    if order.refunds.len() >= REFUNDS_MAX {
        return Err(ShopRefusal::rule("shop.refund.many"));
    }
    Ok(())
}

/// Refuses a line that was refused too often: staff may ask for it all the same.
pub fn check_line(order: &ShopOrder, line: u32, by: ShopBy) -> Result<(), ShopRefusal> {
    let no_more =
        |refund: &&ShopRefund| refund.audit_status == 3 && !refund.refuse_reason.is_empty() && refund.lines.iter().any(|of| of.line == line);
    let often = order.refunds.iter().filter(no_more).count() >= REFUSALS_MAX;
    if often && !of_staff(by) { Err(ShopRefusal::rule("shop.refund.again")) } else { Ok(()) }
}

/// Whether there is a line of which pieces may be asked back now.
#[must_use]
pub fn pieces_may_come_back(order: &ShopOrder, by: ShopBy, now: i64) -> bool {
    let taken = others(order, None);
    let open = |line: u32| check_line(order, line, by).is_ok();
    check(order, by, now).is_ok() && order.lines.iter().any(|line| open(line.line) && refundable::free_pieces(&sold(line), &taken) > 0)
}
