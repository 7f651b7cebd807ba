//! The order that a priced basket becomes.

use actors::dates::days_after;
use bus_schemas::ids::OrderId;
use bus_schemas::shop::Cents;
use bus_schemas::shop::order::{OrderPayment, ShopBy, ShopEvent, ShopOrder, ShopStatus, ShopTerms};

use super::basket::Priced;
use crate::settings::shop::ShopSettings;

/// The settings that an order is placed under.
const fn terms(settings: &ShopSettings) -> ShopTerms {
    ShopTerms {
        pay_minutes: settings.pay_minutes,
        receive_days: settings.receive_days,
        extend_days: settings.extend_days,
        evaluate_days: settings.evaluate_days,
        refund_days: settings.refund_days,
        return_days: settings.return_days,
        cancel_hours: settings.cancel_hours,
        score_earn_per_yuan: settings.score_earn_per_yuan,
        inspect_before_refund: settings.inspect_before_refund,
    }
}

/// The order that a priced basket becomes.
#[must_use]
pub fn draft(
    id: OrderId,
    order_no: String,
    member: i64,
    priced: &Priced,
    remark: &str,
    settings: &ShopSettings,
    (today, now): (&str, i64),
) -> ShopOrder {
    let sums = priced.quote.sums;
    let to = priced.recipient.clone().unwrap_or_default();
    ShopOrder {
        id,
        order_no,
        user_id: member,
        status: ShopStatus::ToPay,
        lines: priced.lines.clone(),
        goods_amount: sums.goods_amount,
        coupon_amount: sums.coupon_amount,
        score_amount: sums.score_amount,
        freight: sums.freight,
        freight_off: sums.freight_off,
        pay_amount: sums.pay_amount,
        paid_amount: Cents::ZERO,
        refund_amount: Cents::ZERO,
        refund_open: Cents::ZERO,
        score_used: sums.score_used,
        score_given: 0,
        user_coupon_id: priced.coupon,
        pay_method: None,
        pay_time: None,
        attempts: 0,
        name: to.name,
        mobile: to.mobile,
        area: to.area,
        area_text: to.area_text,
        address: to.address,
        remark: remark.to_owned(),
        admin_remark: String::new(),
        parcels: Vec::new(),
        todo: Vec::new(),
        refunds: Vec::new(),
        cancel_by: String::new(),
        cancel_reason: String::new(),
        cancels: 0,
        due_at: None,
        wake_at: None,
        receive_time: None,
        complete_time: None,
        paused: None,
        extended: false,
        hidden: false,
        payment: OrderPayment::default(),
        terms: terms(settings),
        keep_until: Some(settings.life_days).filter(|days| *days > 0).and_then(|days| days_after(today, days)),
        entry: ShopEvent { at: now, by: ShopBy::Member(member), action: "add".into(), from: None, to: ShopStatus::ToPay, reason: String::new() },
        version: 0,
        create_time: now,
        update_time: now,
    }
}
