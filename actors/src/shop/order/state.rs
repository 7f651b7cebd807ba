//! Where a shop order stands: what of it has left, is there, and may still be said or asked. Pure.

use bus_schemas::shop::order::{ShopLine, ShopOrder, ShopParcel, ShopStatus};
use bus_schemas::shop::refund::ShopRefund;

/// How often a member may ask for an order to be cancelled.
pub(super) const CANCELS_MAX: u32 = 2;
pub(super) const DAY: i64 = 86_400;

/// Whether nothing of an order has left.
#[must_use]
pub fn nothing_left(order: &ShopOrder) -> bool {
    !order.parcels.iter().any(|parcel| parcel.status == ShopParcel::SHIPPED)
}

/// Whether its member may ask for it to be cancelled.
#[must_use]
pub fn cancellable(order: &ShopOrder) -> bool {
    nothing_left(order) && order.cancels < CANCELS_MAX && !order.refunds.iter().any(ShopRefund::open)
}

/// Whether nothing waits any more.
pub(super) fn all_sent(order: &ShopOrder) -> bool {
    !order.parcels.iter().any(|parcel| parcel.status == ShopParcel::WAITING)
}

/// All of it is there: what is left of the order is to be evaluated.
pub(super) fn received(order: &mut ShopOrder, now: i64) {
    order.status = ShopStatus::ToEvaluate;
    order.receive_time = Some(now);
    order.due_at = Some(now + order.terms.evaluate_days.max(1) * DAY);
}

/// Whether something may be said of a line: once, and not of what was all paid back.
pub(super) const fn may_be_evaluated(line: &ShopLine) -> bool {
    !line.evaluated && line.refunded_num < line.quantity
}

/// Whether everything was said that may be said of an order.
pub(super) fn all_evaluated(order: &ShopOrder) -> bool {
    !order.lines.iter().any(may_be_evaluated)
}
