//! Whom a shop order's change notifies.

use std::collections::BTreeMap;

use bus_schemas::notification::{Fact, NotificationDraft, NotificationKind};
use bus_schemas::shop::command::{ShopAction, ShopCommand};
use bus_schemas::shop::order::{PayMethod, ShopBy, ShopOrder, ShopParcel, ShopStatus};
use bus_schemas::shop::payment::PaymentStep;
use bus_schemas::shop::refund::{RefundType, ShopRefund};
use bus_schemas::shop::refund_action::RefundAction;
use bus_schemas::shop::write::{MemberNotice, MemberNoticeKind, ShopWrite};

use super::refunds::{ABNORMAL, SUCCESS, TO_BALANCE, outside};

/// A refund is known by the id of its order times this and its number there.
pub const REFUNDS_PER_ORDER: i64 = 100;

/// The notifications of a change.
pub(super) fn of(before: Option<&ShopOrder>, order: &ShopOrder, command: &ShopCommand, reason: &str) -> Vec<NotificationDraft> {
    let came_to = |status: ShopStatus| order.status == status && before.is_none_or(|before| before.status != status);
    let paid = order.pay_time.is_some() && before.is_none_or(|before| before.pay_time.is_none());
    let kind = match &command.action {
        _ if paid => NotificationKind::SHOP_NEW_ORDER,
        ShopAction::ApplyCancel { .. } if came_to(ShopStatus::CancelAsked) => NotificationKind::SHOP_APPLY_CANCEL,
        ShopAction::Wake if order.status == ShopStatus::CancelAsked => NotificationKind::SHOP_APPLY_CANCEL,
        ShopAction::Refund(action) => match **action {
            RefundAction::Apply { .. } if matches!(command.by, ShopBy::Member(_)) => NotificationKind::REFUND_ASKED,
            RefundAction::Ship { .. } => NotificationKind::REFUND_SENT_BACK,
            _ => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    let refund = match &command.action {
        ShopAction::Refund(action) => match **action {
            RefundAction::Ship { refund, .. } => Some(refund),
            // A new one has the highest number.
            _ => order.refunds.iter().map(|refund| refund.no).max(),
        },
        _ => None,
    };
    vec![about(kind, order, refund, command.by, reason)]
}

/// The notifications of payments that pay for nothing, and of refunds that a provider does not pay back.
pub(super) fn of_payments(before: Option<&ShopOrder>, write: &ShopWrite, by: ShopBy) -> Vec<NotificationDraft> {
    let order = &write.order;
    let exception = |step: &PaymentStep| {
        let PaymentStep::Exception { received, why, .. } = step else { return None };
        let mut draft = draft(NotificationKind::PAY_EXCEPTION, order, by, "");
        draft.data.insert("why".into(), why.clone().into());
        draft.data.insert("out_trade_no".into(), received.out_trade_no.clone().into());
        draft.data.insert("amount".into(), received.amount.to_string().into());
        Some(draft)
    };
    let was = |no: u32| before.and_then(|before| before.refunds.iter().find(|refund| refund.no == no)).map_or(0, |refund| refund.pay_status);
    let abnormal = order
        .refunds
        .iter()
        .filter(|refund| refund.pay_status == ABNORMAL && was(refund.no) != ABNORMAL)
        .map(|refund| about(NotificationKind::REFUND_ABNORMAL, order, Some(refund.no), by, &refund.payout.said));
    write.payment_steps.iter().filter_map(exception).chain(abnormal).collect()
}

/// A notification about an order.
#[must_use]
pub fn draft(kind: NotificationKind, order: &ShopOrder, by: ShopBy, reason: &str) -> NotificationDraft {
    about(kind, order, None, by, reason)
}

/// A notification about an order, or about a refund of it: it leads there.
#[must_use]
pub fn about(kind: NotificationKind, order: &ShopOrder, refund: Option<u32>, by: ShopBy, reason: &str) -> NotificationDraft {
    let id = refund.map_or(order.id.0, |no| order.id.0 * REFUNDS_PER_ORDER + i64::from(no));
    let by = if let ShopBy::Staff(admin) = by { Some(admin) } else { None };
    let warehouses = order.parcels.iter().map(|parcel| parcel.warehouse).collect();
    let mut fact = Fact { by, id, warehouses, ..Fact::default() };
    fact.data.insert("order_no".into(), order.order_no.clone().into());
    fact.data.insert("amount".into(), order.pay_amount.to_string().into());
    fact.data.insert("name".into(), order.name.clone().into());
    fact.data.insert("reason".into(), reason.to_owned().into());
    if let Some(refund) = refund.and_then(|no| order.refunds.iter().find(|refund| refund.no == no)) {
        fact.data.insert("refund_no".into(), refund.refund_no.clone().into());
        fact.data.insert("courier_number".into(), refund.courier_number.clone().into());
        fact.data.insert("amount".into(), refund.refund_amount.to_string().into());
    }
    kind.draft(fact)
}

fn notice(kind: MemberNoticeKind, order: &ShopOrder, values: &[(&str, String)]) -> MemberNotice {
    let mut data: BTreeMap<String, String> = values.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    data.insert("order_no".to_owned(), order.order_no.clone());
    MemberNotice { kind, data }
}

/// Whether money of a refund has come back that no entry of the balance shows.
fn came_back(order: &ShopOrder, refund: &ShopRefund, had: &ShopRefund) -> bool {
    let now = refund.pay_status == SUCCESS && had.pay_status != SUCCESS;
    now && outside(order, refund.refund_amount) && refund.payout.way != TO_BALANCE
}

/// The notices of a change to the order's member: none of what they have done themselves. Changes of their balance have
/// notices of their own.
pub(super) fn to_member(before: Option<&ShopOrder>, order: &ShopOrder, command: &ShopCommand, reason: &str) -> Vec<MemberNotice> {
    let Some(before) = before else { return Vec::new() };
    let mut all = Vec::new();
    for parcel in order.parcels.iter().filter(|parcel| parcel.status == ShopParcel::SHIPPED) {
        if before.parcel(parcel.no).is_none_or(|had| had.status != ShopParcel::SHIPPED) {
            all.push(notice(MemberNoticeKind::Shipped, order, &[("number", parcel.courier_number.clone())]));
        }
    }
    let arrived = before.pay_time.is_none() && order.pay_time.is_some() && order.pay_method.is_some_and(PayMethod::outside);
    if arrived {
        all.push(notice(MemberNoticeKind::Paid, order, &[("amount", order.paid_amount.to_string())]));
    }
    if matches!(command.by, ShopBy::Member(_)) {
        return all;
    }
    for refund in &order.refunds {
        let Some(had) = before.refunds.iter().find(|had| had.no == refund.no) else {
            // Nobody has asked for it: goods of an order that was closed are to come back.
            if refund.kind == RefundType::GoodsAndMoney && refund.audit_status == 2 {
                all.push(notice(MemberNoticeKind::Refund, order, &[("decision", "send_back".into()), ("amount", refund.refund_amount.to_string())]));
            }
            continue;
        };
        if came_back(order, refund, had) {
            all.push(notice(MemberNoticeKind::Refund, order, &[("decision", "paid".into()), ("amount", refund.refund_amount.to_string())]));
        }
        let decision = match (refund.audit_status, refund.status) {
            (2, 3) if had.status != 3 => "ended",
            (2, 1) if had.audit_status == 2 && refund.warned && !had.warned => "send_soon",
            (2, 1) if had.audit_status == 1 && refund.kind == RefundType::GoodsAndMoney => "agreed_goods",
            (2, _) if had.audit_status == 1 => "agreed",
            // Whoever was to send goods back may keep them.
            (2, _) if had.kind == RefundType::GoodsAndMoney && refund.kind == RefundType::Money => "waived",
            (3, _) if had.audit_status == 1 && refund.end_reason.is_empty() => "refused",
            _ => continue,
        };
        let amount = refund.refund_amount.to_string();
        all.push(notice(MemberNoticeKind::Refund, order, &[("decision", decision.into()), ("amount", amount), ("reason", reason.to_owned())]));
    }
    let (decision, reason) = match (before.status, order.status) {
        (ShopStatus::CancelAsked, ShopStatus::Closed) => ("agreed", reason),
        (ShopStatus::CancelAsked, ShopStatus::ToShip) => ("refused", reason),
        (had, ShopStatus::Closed) if had != ShopStatus::Closed && matches!(command.action, ShopAction::Close { .. }) => ("closed", reason),
        // Its time is over, or its provider was silent when somebody closed it.
        (ShopStatus::ToPay, ShopStatus::Closed) => match before.payment.closing.as_ref().map_or(ShopBy::System, |closing| closing.by) {
            ShopBy::System => ("unpaid", ""),
            ShopBy::Staff(_) => ("closed", order.cancel_reason.as_str()),
            ShopBy::Member(_) => return all,
        },
        _ => return all,
    };
    all.push(notice(MemberNoticeKind::Cancel, order, &[("decision", decision.into()), ("reason", reason.to_owned())]));
    all
}
