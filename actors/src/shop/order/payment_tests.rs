//! Payments and refunds through a provider, as rules.

use bus_schemas::ids::{CommandId, OrderId};
use bus_schemas::shop::Cents;
use bus_schemas::shop::command::{ShippedGoods, ShopAction, ShopCommand, ShopKey, ShopRefusal};
use bus_schemas::shop::order::{PayMethod, ShopBy, ShopOrder, ShopStatus};
use bus_schemas::shop::payment::{PaymentStep, Received, RefundState, reason};
use bus_schemas::shop::pieces::LinePieces;
use bus_schemas::shop::refund::RefundType;
use bus_schemas::shop::refund_action::{RefundAction, RefundLine};
use bus_schemas::shop::write::{MemberNotice, MemberNoticeKind};

use super::decision::Decision;
use super::refunds::{ABNORMAL, PROCESSING, SUCCESS};
use super::rules::decide;
use super::tests::{MEMBER, NOW, STAFF, asked, done, line, order, parcel, refund};
use super::{payments, payouts, table};
use crate::shop::payment::{CLAIM, CURRENCY};

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

fn paid_notice(order: &ShopOrder, cents: i64, fault: Option<&str>) -> Decision {
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
    let mut order = paid_notice(&begun(), 2_000, None).write.order;
    order.todo.clear();
    order.parcels.iter_mut().for_each(|parcel| parcel.outbound = Some(OrderId(100)));
    order
}

fn closed() -> ShopOrder {
    let action = ShopAction::Close { reason: "no goods".into(), goods: ShippedGoods::Back, return_address_id: 0 };
    let mut order = done(&paid(), STAFF, action).write.order;
    order.todo.clear();
    order
}

fn said(order: &ShopOrder, state: RefundState, now: i64) -> Result<ShopOrder, ShopRefusal> {
    told(order, state, None, now)
}

fn told(order: &ShopOrder, state: RefundState, claim: Option<String>, now: i64) -> Result<ShopOrder, ShopRefusal> {
    let command = asked(ShopBy::System, refund(RefundAction::PaidBack { refund: 1, state, claim }));
    decide(order, &command, now).map(|decision| decision.write.order)
}

/// Claimed by staff, who settles it next.
fn claimed(order: &ShopOrder) -> ShopOrder {
    let key = Some(ShopKey::of(STAFF, CommandId::of_bits(1)).to_string());
    done(order, STAFF, refund(RefundAction::Claim { refund: 1, key })).write.order
}

#[test]
fn an_attempt_is_written_with_its_number_and_pays_once() {
    let order = begun();
    let open = order.payment.open.clone().unwrap();
    assert_eq!((open.out_trade_no.as_str(), order.attempts, order.status), ("202601011234567801", 1, ShopStatus::ToPay));
    let decision = paid_notice(&order, 2_000, None);
    let next = &decision.write.order;
    assert_eq!((next.status, next.paid_amount, next.pay_method), (ShopStatus::ToShip, Cents(2_000), Some(PayMethod::Sandbox)));
    assert_eq!((next.payment.open.is_none(), next.payment.paid_by.as_str()), (true, "202601011234567801"));
    assert!(matches!(decision.write.payment_steps.as_slice(), [PaymentStep::Paid { surplus: Cents(0), accepted: false, .. }]));
    assert!(decision.write.money.is_empty(), "no balance has to do with it");
    assert_eq!(exception(&paid_notice(next, 2_000, None)), (reason::TWICE, true));
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
        let decision = paid_notice(&order, cents, fault);
        assert_eq!(exception(&decision), expected);
        assert_eq!((decision.write.order.status, decision.write.order.paid_amount), (ShopStatus::ToPay, Cents::ZERO));
    }
    let closed = done(&order, MEMBER, ShopAction::Cancel { reason: String::new() }).write.order;
    assert_eq!(exception(&paid_notice(&closed, 2_000, None)), (reason::LATE, true));
}

#[test]
fn what_is_paid_for_another_order_is_not_taken() {
    let order = begun();
    for number in ["202601011234567901", "2026010112345678", "2026010112345678001"] {
        let received = Received { out_trade_no: number.into(), ..came(&order, 2_000) };
        let action = ShopAction::Paid { method: PayMethod::Sandbox, received, fault: None };
        assert_eq!(decide(&order, &asked(ShopBy::System, action), NOW).unwrap_err(), ShopRefusal::NotFound, "{number}");
    }
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
    let command = |action: ShopAction, by: ShopBy| ShopCommand { key: ShopKey::of(by, CommandId::of_bits(2)), ..asked(by, action) };
    let wished = payments::wait_to_close(&order, MEMBER, "too dear", NOW).unwrap().write.order;
    let over = |order: &ShopOrder| {
        let due = ShopOrder { due_at: Some(NOW), ..order.clone() };
        decide(&due, &command(ShopAction::Wake, ShopBy::System), NOW).unwrap().write
    };
    let by_member = over(&wished);
    let (status, by, why) = (by_member.order.status, by_member.order.cancel_by.as_str(), by_member.order.cancel_reason.as_str());
    assert_eq!((status, by, why, by_member.notices.len()), (ShopStatus::Closed, "member", "too dear", 0));
    let by_staff = over(&payments::wait_to_close(&order, STAFF, "no goods", NOW).unwrap().write.order);
    for (write, decision, reason) in [(over(&first), "unpaid", ""), (by_staff, "closed", "no goods")] {
        let [notice] = write.notices.as_slice() else { panic!("{:?}", write.notices) };
        assert_eq!((notice.data["decision"].as_str(), notice.data["reason"].as_str()), (decision, reason));
    }
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
    assert_eq!(back.refunds[0].paid_time, Some(NOW + 5), "as the provider says, and not when we heard of it");
    assert!(said(&back, RefundState::Success { at: NOW }, NOW).is_err(), "it is done once");
}

#[test]
fn members_are_notified_of_money_that_a_provider_takes_and_gives_back() {
    let says = |decision: &Decision| -> Vec<(MemberNoticeKind, String, String)> {
        let part = |notice: &MemberNotice, name: &str| notice.data.get(name).cloned().unwrap_or_default();
        decision.write.notices.iter().map(|notice| (notice.kind, part(notice, "decision"), part(notice, "amount"))).collect()
    };
    let arrived = paid_notice(&begun(), 2_000, None);
    assert_eq!(says(&arrived), [(MemberNoticeKind::Paid, String::new(), "20.00".into())]);
    let paid_back = |order: &ShopOrder, by: ShopBy, action: RefundAction| decide(order, &asked(by, refund(action)), NOW).unwrap();
    let success = RefundAction::PaidBack { refund: 1, state: RefundState::Success { at: NOW }, claim: None };
    let back = (MemberNoticeKind::Refund, "paid".to_owned(), "20.00".to_owned());
    assert_eq!(says(&paid_back(&closed(), ShopBy::System, success)), std::slice::from_ref(&back));
    // By hand no entry of the balance tells of it; to the balance one does.
    let failed = claimed(&said(&closed(), RefundState::Abnormal { why: "the account is gone".into() }, NOW).unwrap());
    let otherwise = |way: &str| RefundAction::PayOtherwise { refund: 1, way: way.into(), note: "inside matters".into() };
    let by_hand = paid_back(&failed, STAFF, otherwise("hand"));
    assert_eq!(says(&by_hand), [back]);
    assert!(by_hand.write.notices.iter().all(|notice| !notice.data.contains_key("reason")), "the note is for staff");
    assert!(says(&paid_back(&failed, STAFF, otherwise("balance"))).is_empty());
}

#[test]
fn what_was_sent_does_not_wait_for_the_money_of_what_was_not() {
    let agreed = |order: &ShopOrder, quantity: i64| {
        let lines = vec![RefundLine { line: 1, quantity, amount: None }];
        let ask = RefundAction::Apply { kind: RefundType::Money, lines, reason: "late".into(), description: String::new(), images: vec![] };
        let at = done(order, MEMBER, refund(ask)).write.order;
        let agree = RefundAction::Agree { refund: 1, lines: None, freight: None, reason: String::new(), return_address_id: 0, coupon_back: false };
        done(&at, STAFF, refund(agree)).write.order
    };
    let sent = |quantity: i64| {
        let lines = Some(vec![LinePieces { line: 1, quantity }]);
        let parcel = ShopAction::Deliver { parcel: 1, company_id: 1, carrier: None, courier_number: "X1".into(), lines, force: String::new() };
        done(&paid(), STAFF, parcel).write.order
    };
    let rest = agreed(&sent(1), 1);
    assert_eq!((rest.refunds[0].pay_status, rest.status), (PROCESSING, ShopStatus::ToReceive));
    let back = said(&rest, RefundState::Success { at: NOW }, NOW).unwrap();
    assert_eq!((back.status, back.refund_amount), (ShopStatus::ToReceive, Cents(1_000)));
    // Where nothing was sent, the order waits for the money, and offers no delivery.
    let nothing = agreed(&paid(), 2);
    assert_eq!((nothing.status, table::allowed(&nothing, STAFF, NOW).contains(&"delivery")), (ShopStatus::ToShip, false));
    assert_eq!(said(&nothing, RefundState::Success { at: NOW }, NOW).unwrap().status, ShopStatus::Closed);
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
fn the_history_says_why_the_money_is_not_back() {
    let why = || "no answer".to_owned();
    for (state, reason) in [
        (RefundState::Processing, "processing"),
        (RefundState::Abnormal { why: why() }, "abnormal"),
        (RefundState::NotFound, "not_found"),
        (RefundState::Unknown { why: why() }, "unknown"),
        (RefundState::Success { at: NOW }, ""),
    ] {
        let entry = said(&closed(), state, NOW).unwrap().entry;
        assert_eq!((entry.action.as_str(), entry.reason.as_str()), ("refundPaidBack", reason));
    }
}

#[test]
fn what_a_provider_can_not_pay_is_paid_another_way_with_a_note() {
    let order = claimed(&said(&closed(), RefundState::Abnormal { why: "the account is gone".into() }, NOW).unwrap());
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

#[test]
fn a_refund_is_settled_by_one_at_a_time() {
    let gone = || RefundState::Abnormal { why: "the account is gone".into() };
    let taken = ShopRefusal::rule("shop.refund.claimed");
    let key = |by: ShopBy| Some(ShopKey::of(by, CommandId::of_bits(1)).to_string());
    let claim = |by: ShopBy| asked(by, refund(RefundAction::Claim { refund: 1, key: key(by).filter(|_| by == STAFF) }));
    // The system claims what it asks the provider about: nobody asks beside it, and what is older does not count.
    let asking = decide(&closed(), &claim(ShopBy::System), NOW).unwrap().write.order;
    assert_eq!((payouts::due(&asking, NOW).len(), asking.wake_at), (0, Some(NOW + CLAIM)), "asked again where nobody answers");
    assert_eq!(decide(&asking, &claim(ShopBy::System), NOW).unwrap_err(), taken);
    assert!(said(&asking, gone(), NOW).is_err(), "it may be older than the question");
    assert!(said(&asking, RefundState::Success { at: NOW }, NOW).is_ok(), "money that is back counts");
    assert!(decide(&asking, &claim(ShopBy::System), NOW + CLAIM).is_ok(), "a claim is over after a while");
    // Staff claims what the provider could not pay back.
    let failed = told(&asking, gone(), key(ShopBy::System), NOW).unwrap();
    let otherwise = asked(STAFF, refund(RefundAction::PayOtherwise { refund: 1, way: "hand".into(), note: "by the bank".into() }));
    assert_eq!(decide(&failed, &otherwise, NOW).unwrap_err(), taken, "not without a claim");
    let held = claimed(&failed);
    let retry = asked(STAFF, refund(RefundAction::Retry { refund: 1 }));
    let another = asked(STAFF, refund(RefundAction::Claim { refund: 1, key: Some("a2:other".into()) }));
    for other in [&another, &retry] {
        assert_eq!(decide(&held, other, NOW).unwrap_err(), taken);
    }
    assert!(decide(&held, &claim(STAFF), NOW).is_ok(), "the same command may be sent again");
    let elsewhere = ShopKey::of(STAFF, CommandId::of_bits(99));
    assert_eq!(decide(&held, &ShopCommand { key: elsewhere, ..otherwise.clone() }, NOW).unwrap_err(), taken, "another's claim");
    let settled = decide(&held, &otherwise, NOW).unwrap().write.order;
    assert_eq!((settled.refunds[0].pay_status, settled.refunds[0].payout.claim.is_none()), (SUCCESS, true));
    // Given back, where the provider may still pay: it stays with those that need a person.
    let free = told(&held, RefundState::Processing, key(STAFF), NOW).unwrap();
    assert_eq!((free.refunds[0].pay_status, decide(&free, &claim(STAFF), NOW).is_ok()), (ABNORMAL, true));
    assert!(decide(&held, &retry, NOW + CLAIM).is_ok(), "nothing is held for ever");
}
