//! Payments and refunds through a provider, as rules.

use bus_schemas::ids::{CommandId, OrderId};
use bus_schemas::shop::Cents;
use bus_schemas::shop::command::{ShippedGoods, ShopAction, ShopCommand, ShopRefusal};
use bus_schemas::shop::order::{PayMethod, ShopBy, ShopOrder, ShopStatus};
use bus_schemas::shop::payment::{PaymentStep, Received, RefundState, reason};
use bus_schemas::shop::refund_action::RefundAction;

use super::payouts::{ABNORMAL, PROCESSING, SUCCESS};
use super::rules::{Decision, decide};
use super::tests::{MEMBER, NOW, STAFF, asked, done, line, order, parcel, refund};
use super::{payments, payouts};
use crate::shop::payment::CURRENCY;

fn unpaid() -> ShopOrder {
    order(vec![line(1, 2, 2_000, &[1])], vec![parcel(1, 1, &[(1, 2)])])
}

fn begun() -> ShopOrder {
    done(&unpaid(), MEMBER, ShopAction::BeginPay { method: PayMethod::Sandbox, scene: "native".into() }).write.order
}

fn came(order: &ShopOrder, cents: i64) -> Received {
    Received {
        out_trade_no: format!("{}01", order.order_no),
        transaction_id: "T1".into(),
        amount: Cents(cents),
        currency: CURRENCY.into(),
        payee: "M1".into(),
        at: NOW,
    }
}

fn told(order: &ShopOrder, cents: i64, fault: Option<&str>) -> Decision {
    let action = ShopAction::Paid { method: PayMethod::Sandbox, received: came(order, cents), fault: fault.map(str::to_owned) };
    done(order, ShopBy::System, action)
}

fn exception(decision: &Decision) -> (&str, bool) {
    match decision.write.payment_steps.as_slice() {
        [PaymentStep::Exception { why, back, .. }] => (why, *back),
        other => panic!("{other:?}"),
    }
}

/// Paid through a provider, with an outbound order for its parcel.
fn paid() -> ShopOrder {
    let mut order = told(&begun(), 2_000, None).write.order;
    order.todo.clear();
    order.parcels.iter_mut().for_each(|parcel| parcel.outbound = Some(OrderId(100)));
    order
}

fn closed() -> ShopOrder {
    let action = ShopAction::Close { reason: "no goods".into(), goods: ShippedGoods::Back };
    let mut order = done(&paid(), STAFF, action).write.order;
    order.todo.clear();
    order
}

fn said(order: &ShopOrder, state: RefundState, now: i64) -> Result<ShopOrder, ShopRefusal> {
    let command = asked(ShopBy::System, refund(RefundAction::PaidBack { refund: 1, state }));
    decide(order, &command, now).map(|decision| decision.write.order)
}

#[test]
fn an_attempt_is_written_with_its_number_and_pays_once() {
    let order = begun();
    let open = order.payment.open.clone().unwrap();
    assert_eq!((open.out_trade_no.as_str(), order.attempts, order.status), ("202601011234567801", 1, ShopStatus::ToPay));
    let decision = told(&order, 2_000, None);
    let next = &decision.write.order;
    assert_eq!((next.status, next.paid_amount, next.pay_method), (ShopStatus::ToShip, Cents(2_000), Some(PayMethod::Sandbox)));
    assert_eq!((next.payment.open.is_none(), next.payment.paid_by.as_str()), (true, "202601011234567801"));
    assert!(matches!(decision.write.payment_steps.as_slice(), [PaymentStep::Paid { surplus: Cents(0), accepted: false, .. }]));
    assert!(decision.write.money.is_empty(), "no balance has to do with it");
    assert_eq!(exception(&told(next, 2_000, None)), (reason::TWICE, true));
}

#[test]
fn what_does_not_pay_is_an_exception_and_changes_nothing_else() {
    let order = begun();
    for (cents, fault, expected) in [
        (1_999, None, (reason::AMOUNT, false)),
        (2_001, None, (reason::AMOUNT, false)),
        (2_000, Some(reason::CURRENCY), (reason::CURRENCY, false)),
        (2_000, Some(reason::PAYEE), (reason::PAYEE, false)),
    ] {
        let decision = told(&order, cents, fault);
        assert_eq!(exception(&decision), expected);
        assert_eq!((decision.write.order.status, decision.write.order.paid_amount), (ShopStatus::ToPay, Cents::ZERO));
    }
    let closed = done(&order, MEMBER, ShopAction::Cancel { reason: String::new() }).write.order;
    assert_eq!(exception(&told(&closed, 2_000, None)), (reason::LATE, true));
}

#[test]
fn a_person_accepts_what_is_enough() {
    let order = begun();
    let accept = |cents: i64| asked(STAFF, ShopAction::AcceptPay { method: PayMethod::Sandbox, received: came(&order, cents) });
    assert_eq!(decide(&order, &accept(1_999), NOW).unwrap_err(), ShopRefusal::rule("shop.pay.too_little"));
    let decision = decide(&order, &accept(2_500), NOW).unwrap();
    assert!(matches!(decision.write.payment_steps.as_slice(), [PaymentStep::Paid { surplus: Cents(500), accepted: true, .. }]));
    assert_eq!((decision.write.order.paid_amount, payments::total(&decision.write.order)), (Cents(2_000), Cents(2_500)));
}

#[test]
fn a_silent_provider_holds_the_order_for_a_while() {
    let order = begun();
    let first = payments::wait_to_close(&order, ShopBy::System, "", NOW).unwrap().write.order;
    assert_eq!((first.status, first.due_at), (ShopStatus::ToPay, Some(NOW + payments::CLOSING_RETRY)));
    let end = NOW + payments::CLOSING;
    let last = payments::wait_to_close(&first, ShopBy::System, "", end - 1).unwrap().write.order;
    assert_eq!(last.due_at, Some(end), "never beyond it");
    assert!(payments::wait_to_close(&last, ShopBy::System, "", end).is_none());
    // Whoever wanted it closed first is named.
    let command =
        |action: ShopAction, by: ShopBy| ShopCommand { key: bus_schemas::shop::command::ShopKey::of(by, CommandId::of_bits(2)), ..asked(by, action) };
    let wished = payments::wait_to_close(&order, MEMBER, "too dear", NOW).unwrap().write.order;
    let over = decide(&ShopOrder { due_at: Some(NOW), ..wished.clone() }, &command(ShopAction::Wake, ShopBy::System), NOW).unwrap().write.order;
    assert_eq!((over.status, over.cancel_by.as_str(), over.cancel_reason.as_str()), (ShopStatus::Closed, "member", "too dear"));
    let begin = command(ShopAction::BeginPay { method: PayMethod::Sandbox, scene: "native".into() }, MEMBER);
    assert_eq!(decide(&wished, &begin, NOW).unwrap_err(), ShopRefusal::rule("shop.pay.closing"));
}

#[test]
fn a_refund_is_open_until_the_provider_says_that_it_is_done() {
    let order = closed();
    assert_eq!((order.refund_open, order.refund_amount, order.refunds[0].pay_status), (Cents(2_000), Cents::ZERO, PROCESSING));
    assert_eq!((payouts::due(&order, NOW), order.wake_at), (vec![1], Some(NOW)));
    let (method, asks) = payouts::asked(&order, 1).unwrap();
    assert_eq!((method, asks.out_trade_no.as_str(), asks.amount, asks.total), (PayMethod::Sandbox, "202601011234567801", Cents(2_000), Cents(2_000)));
    let waiting = said(&order, RefundState::Processing, NOW).unwrap();
    assert_eq!((waiting.refund_open, payouts::due(&waiting, NOW).len()), (Cents(2_000), 0));
    let back = said(&waiting, RefundState::Success { at: NOW + 5 }, NOW + 9).unwrap();
    assert_eq!((back.refund_open, back.refund_amount, back.refunds[0].status), (Cents::ZERO, Cents(2_000), 2));
    assert_eq!((back.refunds[0].pay_status, back.refunds[0].payout.paid_at), (SUCCESS, Some(NOW + 5)));
    assert!(said(&back, RefundState::Success { at: NOW }, NOW).is_err(), "it is done once");
}

#[test]
fn asking_for_a_refund_ends_and_keeps_its_number() {
    let mut order = closed();
    let number = order.refunds[0].out_refund_no.clone();
    let mut asked_for = 0;
    while order.refunds[0].pay_status == PROCESSING {
        let now = order.refunds[0].payout.ask_at.unwrap();
        order = said(&order, RefundState::Unknown { why: "no answer".into() }, now).unwrap();
        asked_for += 1;
        assert!(asked_for < 100, "it ends");
    }
    assert_eq!((order.refunds[0].pay_status, order.refund_open), (ABNORMAL, Cents(2_000)), "the member still has it to come");
    let again = done(&order, STAFF, refund(RefundAction::Retry { refund: 1 })).write.order;
    assert_eq!((again.refunds[0].pay_status, &again.refunds[0].out_refund_no), (PROCESSING, &number));
}

#[test]
fn what_a_provider_can_not_pay_is_paid_another_way_with_a_note() {
    let order = said(&closed(), RefundState::Abnormal { why: "the account is gone".into() }, NOW).unwrap();
    let otherwise = |way: &str, note: &str| asked(STAFF, refund(RefundAction::PayOtherwise { refund: 1, way: way.into(), note: note.into() }));
    assert_eq!(decide(&order, &otherwise("hand", " "), NOW).unwrap_err(), ShopRefusal::invalid("note", "error.required"));
    assert_eq!(decide(&order, &otherwise("coins", "x"), NOW).unwrap_err(), ShopRefusal::invalid("how", "error.choice"));
    let hand = decide(&order, &otherwise("hand", "by the bank"), NOW).unwrap();
    assert!(hand.write.money.is_empty());
    let balance = decide(&order, &otherwise("balance", "as agreed"), NOW).unwrap();
    assert_eq!(balance.write.money.iter().map(|entry| entry.change).sum::<Cents>(), Cents(2_000));
    for decision in [hand, balance] {
        let order = decision.write.order;
        assert_eq!((order.refund_amount, order.refund_open, order.refunds[0].pay_status), (Cents(2_000), Cents::ZERO, SUCCESS));
    }
    // Not while the provider may still pay it, and only by staff.
    assert!(decide(&closed(), &otherwise("hand", "x"), NOW).is_err());
    let by_member = asked(MEMBER, refund(RefundAction::Retry { refund: 1 }));
    assert!(decide(&order, &by_member, NOW).is_err());
}
