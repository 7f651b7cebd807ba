//! How every command to a shop order ends: what follows from it by itself, whom it notifies, its history, its version, and
//! when somebody has to look again. Pure.

use bus_schemas::shop::balance::{BalanceCause, CauseKind, EntryKind};
use bus_schemas::shop::command::ShopCommand;
use bus_schemas::shop::order::{ShopEvent, ShopOrder, ShopStatus, ShopTodo};
use bus_schemas::shop::refund::ShopRefund;
use bus_schemas::shop::write::{ScoreEntry, ShopWrite};

use super::decision::{Decision, WarehouseEffect};
use super::refunds::earned;
use super::returns;
use super::state::{DAY, all_evaluated};
use super::{notices, sold};

/// Seconds after which what is not done is tried again.
pub const RETRY: i64 = 30;

/// Writes the history, the version and the time at which somebody has to look again.
pub(super) fn finish(decision: &mut Decision, before: Option<&ShopOrder>, command: &ShopCommand, reason: String, now: i64) {
    combine(decision, before);
    complete_after_refund(decision, before, now);
    pause(&mut decision.write.order, now);
    let drafts = notices::of(before, &decision.write.order, command, &reason);
    decision.write.notifications.extend(drafts);
    decision.write.notices = notices::to_member(before, &decision.write.order, command, &reason);
    decision.write.sold = sold::change(before, &decision.write.order);
    let troubles = notices::of_payments(before, &decision.write, command.by);
    decision.write.notifications.extend(troubles);
    let order = &mut decision.write.order;
    let (from, to) = (before.map(|before| before.status), order.status);
    order.entry = ShopEvent { at: now, by: command.by, action: command.action.name().to_owned(), from, to, reason };
    stamp(order, now);
}

/// An order that a refund has held up is complete when that ends and nothing is left to be said of it.
fn complete_after_refund(decision: &mut Decision, before: Option<&ShopOrder>, now: i64) {
    let order = &decision.write.order;
    let held_up = |order: &ShopOrder| order.status == ShopStatus::ToEvaluate && order.refunds.iter().any(ShopRefund::open);
    let goes_on = order.status == ShopStatus::ToEvaluate && before.is_some_and(held_up) && !held_up(order);
    if goes_on && all_evaluated(order) {
        let ShopWrite { order, score, .. } = complete(order, now).write;
        decision.write.order = order;
        decision.write.score.extend(score);
    }
}

/// The timers that end with what a member has to do stand still while a refund is open, and go on with what was left.
fn pause(order: &mut ShopOrder, now: i64) {
    let timed = matches!(order.status, ShopStatus::ToReceive | ShopStatus::ToEvaluate);
    let stands = timed && order.refunds.iter().any(ShopRefund::open);
    if stands {
        if let Some(due) = order.due_at.take() {
            order.paused = Some((due - now).max(0));
        }
    } else if let Some(left) = order.paused.take()
        && timed
    {
        order.due_at = Some(now + left);
    }
}

/// The next version, and the time at which somebody has to look again.
pub(super) fn stamp(order: &mut ShopOrder, now: i64) {
    order.version += 1;
    order.update_time = now;
    look_again(order, now);
}

/// The time at which somebody has to look again.
pub(super) fn look_again(order: &mut ShopOrder, now: i64) {
    // Goods that are in doubt need a person; it is looked for them all the same.
    let doubt = order.parcels.iter().any(|parcel| parcel.doubt);
    let retry = (!order.todo.is_empty()).then_some(now + if doubt { RETRY * 20 } else { RETRY });
    let sent = order.refunds.iter().filter_map(returns::look_at).min();
    let paying = order.refunds.iter().filter(|refund| refund.pay_status == 1).filter_map(|refund| refund.payout.ask_at).min();
    order.wake_at = order.due_at.into_iter().chain(retry).chain(sent).chain(paying).min();
}

/// One thing to do in one warehouse is done in the transaction that decides it.
fn combine(decision: &mut Decision, before: Option<&ShopOrder>) {
    let clean = before.is_some_and(|before| before.todo.is_empty()) && decision.through.is_none();
    let through = match decision.write.order.todo.as_slice() {
        [ShopTodo::Release { parcel }] if clean => WarehouseEffect::Release { parcel: *parcel },
        [ShopTodo::Void { parcel }] if clean => WarehouseEffect::Void { parcel: *parcel },
        _ => return,
    };
    decision.write.order.todo.clear();
    decision.through = Some(through);
}

/// The order is complete. What its member earns is credited when nothing can be asked back any more.
pub(super) fn complete(order: &ShopOrder, now: i64) -> Decision {
    let over = order.receive_time.unwrap_or(now) + order.terms.refund_days * DAY;
    let mut order = order.clone();
    order.status = ShopStatus::Completed;
    order.complete_time = Some(now);
    if over > now {
        order.due_at = Some(over);
        return Decision::of(order);
    }
    credit(order)
}

pub(super) fn credit(mut order: ShopOrder) -> Decision {
    order.due_at = None;
    order.score_given = earned(&order);
    let entry = score(&order, order.score_given, EntryKind::Purchase);
    let mut decision = Decision::of(order);
    if entry.change > 0 {
        decision.write.score.push(entry);
    }
    decision
}

/// The order, as the cause of an entry in a member's logs.
#[must_use]
pub fn cause(order: &ShopOrder) -> BalanceCause {
    BalanceCause { kind: CauseKind::Order, id: order.order_no.clone() }
}

/// A change of the member's score. What is taken is taken once; what is given back may have been given before.
pub(super) fn score(order: &ShopOrder, change: i64, kind: EntryKind) -> ScoreEntry {
    ScoreEntry { change, kind, cause: cause(order), once: change < 0, at_most: false }
}
