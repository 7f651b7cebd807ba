//! What an order must not forget, and where it must not stop.

use bus_schemas::order::OrderAction;
use bus_schemas::order::details::Parcel;
use bus_schemas::shop::command::ShopChange;
use bus_schemas::shop::coupon::CouponChange;
use bus_schemas::shop::refund::LineReason;
use bus_schemas::shop::write::ShopWrite;

use super::*;
use crate::shop::order::stock;

fn refunded(order: &ShopOrder, lines: &[(u32, i64)]) -> ShopWrite {
    let asked = done(order, MEMBER, ask(RefundType::Money, lines)).write.order;
    done(&asked, STAFF, agree(asked.refunds.len() as u32)).write
}

fn virtual_line(number: u32, pay: i64) -> ShopLine {
    ShopLine { product: None, unit: None, ..line(number, 1, pay, &[]) }
}

#[test]
fn numbers_of_outbound_orders_are_short_and_none_comes_twice() {
    let new = order(vec![line(1, 9, 900, &[1])], vec![parcel(1, 1, &[(1, 9)])]);
    let mut at = paid(&new);
    let made = |order: &ShopOrder, again: bool| {
        let parcel = order.parcels[0].clone();
        let made = if again { stock::outbound_again } else { stock::outbound };
        made(order, &parcel, OrderId(200), "2026-01-01", 0).number
    };
    let mut numbers = vec![made(&at, false)];
    at.parcels[0].outbound_no.clone_from(&numbers[0]);
    // More versions and more changes than anybody makes.
    for _ in 0..300 {
        at.version += 7;
        let number = made(&at, true);
        at.parcels[0].outbound_no.clone_from(&number);
        numbers.push(number);
    }
    assert_eq!((numbers[0].as_str(), numbers[1].as_str()), ("SP202601011234567801", "SP202601011234567806"));
    assert!(numbers.iter().all(|number| number.len() == 20), "{numbers:?}");
    let once: std::collections::BTreeSet<&String> = numbers.iter().collect();
    assert_eq!(once.len(), numbers.len());
    // One that was made when numbers were longer is not counted on from.
    at.parcels[0].outbound_no = format!("{}V9", numbers[0]);
    assert_eq!(made(&at, true), "SP202601011234567806");
}

#[test]
fn a_parcel_whose_outbound_order_holds_too_much_waits() {
    let new = order(vec![line(1, 3, 900, &[1])], vec![parcel(1, 1, &[(1, 3)])]);
    let less = refunded(&paid(&new), &[(1, 1)]).order;
    assert_eq!(less.todo, [ShopTodo::Shrink { parcel: 1 }]);
    let early = decide(&less, &asked(STAFF, deliver(1, None)), NOW).unwrap_err();
    assert_eq!(early, ShopRefusal::rule("shop.delivery.doubt"));
    let ready = ShopOrder { todo: vec![], ..less };
    assert_eq!(done(&ready, STAFF, deliver(1, None)).write.order.lines[0].shipped, 2);
}

#[test]
fn what_is_left_of_virtual_goods_is_not_waited_for() {
    let new = order(vec![line(1, 1, 500, &[1]), virtual_line(2, 300)], vec![parcel(1, 1, &[(1, 1)])]);
    let back = refunded(&paid(&new), &[(1, 1)]).order;
    assert_eq!((back.status, back.receive_time, back.due_at.is_some()), (ShopStatus::ToEvaluate, Some(NOW), true), "nothing is sent any more");
    // With a parcel on its way it is received first.
    let two = order(vec![line(1, 2, 500, &[1]), virtual_line(2, 300)], vec![parcel(1, 1, &[(1, 2)])]);
    let sent = done(&paid(&two), STAFF, deliver(1, Some(vec![LinePieces { line: 1, quantity: 1 }]))).write.order;
    assert_eq!(refunded(&sent, &[(1, 1)]).order.status, ShopStatus::ToReceive);
}

#[test]
fn an_order_without_anything_to_pay_does_not_run_out_of_time() {
    let new = order(vec![line(1, 1, 0, &[1])], vec![parcel(1, 1, &[(1, 1)])]);
    let draft = ShopOrder { version: 0, ..new };
    let placed = rules::placed(&draft, &asked(MEMBER, ShopAction::Place { draft: Box::new(draft.clone()) }), NOW).write.order;
    assert_eq!(placed.due_at, Some(NOW + finish::RETRY), "it is paid by the sweep where nobody does");
    let paid = decide(&placed, &asked(ShopBy::System, ShopAction::Wake), NOW + finish::RETRY).unwrap().write.order;
    assert_eq!((paid.status, paid.pay_method, paid.todo.len()), (ShopStatus::ToShip, Some(PayMethod::Free), 1));
}

#[test]
fn closing_forgets_nothing_that_was_to_be_done() {
    let lines = vec![line(1, 1, 0, &[1]), line(2, 1, 0, &[2])];
    let new = order(lines, vec![parcel(1, 1, &[(1, 1)]), parcel(2, 2, &[(2, 1)])]);
    let free = done(&new, MEMBER, ShopAction::Pay { method: PayMethod::Free }).write.order;
    let mut free = ShopOrder { todo: vec![], ..free };
    (100..).zip(&mut free.parcels).for_each(|(id, parcel)| parcel.outbound = Some(OrderId(id)));
    // The first parcel is given up, and its warehouse has not heard of it yet.
    let mut less = refunded(&free, &[(1, 1)]).order;
    less.todo = vec![ShopTodo::Void { parcel: 1 }];
    let closed = done(&less, STAFF, ShopAction::Close { reason: "no more".into(), goods: ShippedGoods::WriteOff, return_address_id: 0 }).write.order;
    assert_eq!(closed.todo, [ShopTodo::Void { parcel: 1 }, ShopTodo::Void { parcel: 2 }]);
}

#[test]
fn of_goods_that_come_back_every_line_is_named_once() {
    let lines = vec![line(1, 3, 1_000, &[1]), line(2, 1, 777, &[1])];
    let new = order(lines, vec![parcel(1, 1, &[(1, 3), (2, 1)])]);
    let sent = done(&paid(&new), STAFF, deliver(1, None)).write.order;
    let asked_back = done(&sent, MEMBER, ask(RefundType::GoodsAndMoney, &[(1, 3), (2, 1)])).write.order;
    let agreed = done(&asked_back, STAFF, agree(1)).write.order;
    let on_its_way =
        done(&agreed, MEMBER, refund(RefundAction::Ship { refund: 1, company: "X".into(), courier_number: "B".into(), images: vec![] })).write.order;
    let came = |lines: &[(u32, i64)]| {
        let lines = lines.iter().map(|(line, quantity)| LinePieces { line: *line, quantity: *quantity }).collect();
        let reasons = (1..=2).map(|line| LineReason { line, reason: "lost".into() }).collect();
        decide(&on_its_way, &asked(STAFF, refund(RefundAction::Receive { refund: 1, lines: Some(lines), reasons })), NOW)
    };
    assert_eq!(came(&[(1, 2)]).unwrap_err(), ShopRefusal::invalid("lines", "error.required"), "it is not paid in silence");
    let write = came(&[(1, 2), (2, 0)]).unwrap().write;
    assert_eq!((write.money[0].change, write.order.refund_amount), (Cents(666), Cents(666)), "the second line has not come");
    assert_eq!((write.order.lines[0].refunded_num, write.order.lines[1].refunded_num), (2, 0));
    assert_eq!(came(&[(1, 2), (1, 1)]).unwrap_err(), ShopRefusal::invalid("lines[1].line", "error.line.unknown"));
    // What has not come can be asked for again, and ends at the cent.
    let rest = refunded(&write.order, &[(1, 1), (2, 1)]).order;
    assert_eq!((rest.refund_amount, rest.status), (Cents(1_777), ShopStatus::Closed));
}

#[test]
fn the_member_is_notified_two_days_before_the_time_to_send_goods_back_is_over() {
    let new = order(vec![line(1, 1, 500, &[1])], vec![parcel(1, 1, &[(1, 1)])]);
    let days = |days: i64| NOW + days * 86_400;
    let wake = |order: &ShopOrder, at: i64| decide(order, &asked(ShopBy::System, ShopAction::Wake), at).unwrap().write;
    let agreed = |return_days: i64| {
        let mut sent = done(&paid(&new), STAFF, deliver(1, None)).write.order;
        sent.terms.return_days = return_days;
        let back = done(&sent, MEMBER, ask(RefundType::GoodsAndMoney, &[(1, 1)])).write.order;
        done(&back, STAFF, agree(1)).write.order
    };
    let waits = agreed(7);
    assert_eq!(waits.wake_at, Some(days(5)));
    let warned = wake(&waits, days(5));
    let said: Vec<&str> = warned.notices.iter().map(|notice| notice.data["decision"].as_str()).collect();
    assert_eq!((said, warned.order.wake_at, warned.order.refunds[0].status), (vec!["send_soon"], Some(days(7)), 1));
    let ended = wake(&warned.order, days(7));
    assert_eq!((ended.order.refunds[0].status, ended.notices[0].data["decision"].as_str()), (3, "ended"), "once is enough");
    // Who has two days from the beginning was told so when it was agreed.
    assert_eq!(agreed(2).wake_at, Some(days(2)));
}

#[test]
fn the_member_is_notified_that_goods_are_to_be_sent_back_or_may_be_kept() {
    let new = order(vec![line(1, 2, 1_000, &[1])], vec![parcel(1, 1, &[(1, 2)])]);
    let sent = done(&paid(&new), STAFF, deliver(1, None)).write.order;
    let said = |write: &ShopWrite| -> Vec<String> { write.notices.iter().map(|notice| notice.data["decision"].clone()).collect() };
    let asked_back = done(&sent, MEMBER, ask(RefundType::GoodsAndMoney, &[(1, 1)])).write.order;
    let agreed = done(&asked_back, STAFF, agree(1)).write;
    assert_eq!(said(&agreed), ["agreed_goods"]);
    let waive = refund(RefundAction::Waive { refund: 1, lines: None, reason: String::new() });
    assert_eq!(said(&done(&agreed.order, STAFF, waive).write), ["waived"]);
    let money_only = done(&sent, MEMBER, ask(RefundType::Money, &[(1, 1)])).write.order;
    assert_eq!(said(&done(&money_only, STAFF, agree(1)).write), ["agreed"]);
}

#[test]
fn timers_stand_still_while_a_refund_is_open() {
    let new = order(vec![line(1, 2, 500, &[1])], vec![parcel(1, 1, &[(1, 2)])]);
    let days = |days: i64| NOW + days * 86_400;
    let act = |order: &ShopOrder, by: ShopBy, action: ShopAction, at: i64| decide(order, &asked(by, action), at).unwrap().write.order;
    let sent = done(&paid(&new), STAFF, deliver(1, None)).write.order;
    // Asked for on the 10th of 15 days, refused on the 30th: five are left.
    let open = act(&sent, MEMBER, ask(RefundType::Money, &[(1, 1)]), days(10));
    assert_eq!((open.due_at, open.paused, open.wake_at), (None, Some(5 * 86_400), None));
    let longer = act(&open, MEMBER, ShopAction::Extend, days(11));
    assert_eq!((longer.due_at, longer.paused), (None, Some(8 * 86_400)));
    let refuse = |no: u32| refund(RefundAction::Refuse { refund: no, reason: "worn".into() });
    let goes_on = act(&longer, STAFF, refuse(1), days(30));
    assert_eq!((goes_on.due_at, goes_on.paused, goes_on.wake_at), (Some(days(38)), None, Some(days(38))));
    // So with the time to evaluate, and one request of two holds it as well.
    let received = act(&goes_on, MEMBER, ShopAction::Receive, days(31));
    let two = act(&received, MEMBER, ask(RefundType::Money, &[(1, 1)]), days(32));
    let two = act(&two, MEMBER, ask(RefundType::Money, &[(1, 1)]), days(33));
    assert_eq!((two.due_at, two.paused), (None, Some(14 * 86_400)));
    let one = act(&two, MEMBER, refund(RefundAction::Withdraw { refund: 2 }), days(34));
    assert_eq!((one.due_at, one.paused), (None, Some(14 * 86_400)));
    let none = act(&one, MEMBER, refund(RefundAction::Withdraw { refund: 3 }), days(35));
    assert_eq!((none.due_at, none.paused), (Some(days(49)), None));
    // One that ends the order leaves no timer behind.
    let all = act(&none, MEMBER, ask(RefundType::Money, &[(1, 2)]), days(36));
    let closed = act(&all, STAFF, agree(4), days(37));
    assert_eq!((closed.status, closed.due_at, closed.paused), (ShopStatus::Closed, None, None));
}

#[test]
fn an_evaluated_order_is_complete_when_its_refund_ends() {
    let new = order(vec![line(1, 2, 500, &[1]), line(2, 1, 300, &[1])], vec![parcel(1, 1, &[(1, 2), (2, 1)])]);
    let sent = done(&paid(&new), STAFF, deliver(1, None)).write.order;
    let received = done(&sent, MEMBER, ShopAction::Receive).write.order;
    let said = |order: &ShopOrder, line: u32| {
        let lines = vec![LineEvaluation { line, star: 5, ..LineEvaluation::default() }];
        done(order, MEMBER, ShopAction::Evaluate { lines, terms: EvaluationTerms::default() }).write.order
    };
    // The second line is asked back, and of the first everything is said.
    let waits = said(&done(&received, MEMBER, ask(RefundType::Money, &[(2, 1)])).write.order, 1);
    assert_eq!(waits.status, ShopStatus::ToEvaluate);
    let over = done(&waits, STAFF, agree(1)).write.order;
    assert_eq!((over.status, over.complete_time, over.due_at), (ShopStatus::Completed, Some(NOW), Some(NOW + 7 * 86_400)));
    // Without money there is still the second line to say something of.
    let withdrawn = done(&waits, MEMBER, refund(RefundAction::Withdraw { refund: 1 })).write.order;
    assert_eq!((withdrawn.status, withdrawn.due_at), (ShopStatus::ToEvaluate, Some(NOW + 15 * 86_400)));
    // Everything was said before it was asked.
    let part = done(&said(&received, 1), MEMBER, ask(RefundType::Money, &[(2, 1)])).write.order;
    let none = done(&said(&part, 2), MEMBER, refund(RefundAction::Withdraw { refund: 1 })).write.order;
    assert_eq!(none.status, ShopStatus::Completed);
    // Late enough, the score goes with it.
    let late = NOW + 8 * 86_400;
    let write = decide(&waits, &asked(STAFF, agree(1)), late).unwrap().write;
    assert_eq!((write.order.status, write.order.due_at, write.order.score_given), (ShopStatus::Completed, None, 5));
    assert!(write.score.iter().any(|entry| entry.change == 5), "{:?}", write.score);
}

#[test]
fn a_refund_says_what_score_is_to_be_taken_back_and_frees_pieces_of_a_limit_that_came_later() {
    let new = order(vec![line(1, 2, 1_000, &[1])], vec![parcel(1, 1, &[(1, 2)])]);
    let sent = done(&paid(&new), STAFF, deliver(1, None)).write.order;
    let received = done(&sent, MEMBER, ShopAction::Receive).write.order;
    let lines = vec![LineEvaluation { line: 1, star: 5, ..LineEvaluation::default() }];
    let complete = done(&received, MEMBER, ShopAction::Evaluate { lines, terms: EvaluationTerms::default() }).write.order;
    let late = NOW + 8 * 86_400;
    let act = |order: &ShopOrder, action: ShopAction| decide(order, &asked(STAFF, action), late).unwrap().write;
    let credited = decide(&complete, &asked(ShopBy::System, ShopAction::Wake), late).unwrap().write.order;
    assert_eq!(credited.score_given, 10);
    let back = act(&act(&credited, ask(RefundType::Money, &[(1, 1)])).order, agree(1));
    assert_eq!((back.order.refunds[0].earned_back, back.order.score_given), (5, 5));
    assert!(back.score.iter().any(|entry| entry.change == -5 && entry.at_most));
    // It was bought without a limit: one that is set later counts it, and so it is counted back.
    assert_eq!(back.bought.iter().map(|bought| (bought.goods_id, bought.quantity)).collect::<Vec<_>>(), [(1, -1)]);
}

#[test]
fn a_refund_keeps_the_time_at_which_its_money_was_back() {
    let new = order(vec![line(1, 1, 500, &[1])], vec![parcel(1, 1, &[(1, 1)])]);
    let sent = done(&paid(&new), STAFF, deliver(1, None)).write.order;
    let closed = done(&sent, STAFF, ShopAction::Close { reason: "lost".into(), goods: ShippedGoods::Back, return_address_id: 4 }).write.order;
    let receive = refund(RefundAction::Receive { refund: 1, lines: None, reasons: vec![] });
    let came = decide(&closed, &asked(STAFF, receive), NOW + 86_400).unwrap().write.order;
    assert_eq!((came.refunds[0].paid_time, came.refunds[0].update_time), (Some(NOW), NOW + 86_400));
}

#[test]
fn a_mended_number_goes_to_the_outbound_order_as_well() {
    let new = order(vec![line(1, 3, 900, &[1])], vec![parcel(1, 1, &[(1, 3)])]);
    let pieces = |quantity: i64| Some(vec![LinePieces { line: 1, quantity }]);
    let first = done(&paid(&new), STAFF, deliver(1, pieces(1))).write.order;
    let sent = done(&first, STAFF, deliver(2, None)).write.order;
    let edit = |number: &str| {
        let change = ShopChange { parcel: Some(2), courier_number: Some(number.into()), ..ShopChange::default() };
        done(&sent, STAFF, ShopAction::Edit { change: Box::new(change) })
    };
    let mended = edit("X9");
    assert_eq!(mended.through, Some(WarehouseEffect::Mend { parcel: 2, of: OrderId(100) }));
    assert_eq!(edit("X1").through, None, "nothing is to be mended");
    // The second of two that left with the same outbound order.
    let outbound = {
        let mut made = stock::outbound(&sent, &sent.parcels[0], OrderId(100), "2026-01-01", 0);
        let left = |no: u32| Parcel { no, carrier: None, courier_number: "X1".into(), at: 0, admin: AdminId(3), lines: vec![] };
        made.shipment.as_mut().unwrap().parcels = vec![left(1), left(2)];
        made
    };
    let order = &mended.write.order;
    let Some(OrderAction::Step { step, details, .. }) = stock::repair(order, &order.parcels[1], &outbound) else { panic!("it is not mended") };
    let parcels = details.parcels.unwrap();
    let said: Vec<(Option<u32>, &str)> = parcels.iter().map(|parcel| (parcel.no, parcel.courier_number.as_str())).collect();
    assert_eq!((step.as_str(), said), ("parcels", vec![(Some(1), "X1"), (Some(2), "X9")]));
}

#[test]
fn staff_gives_a_coupon_back_with_the_money() {
    let new = order(vec![line(1, 2, 1_000, &[1])], vec![parcel(1, 1, &[(1, 2)])]);
    let with = ShopOrder { user_coupon_id: Some(5), ..paid(&new) };
    let agree =
        |coupon_back| refund(RefundAction::Agree { refund: 1, lines: None, freight: None, reason: String::new(), return_address_id: 1, coupon_back });
    let asked_back = done(&with, MEMBER, ask(RefundType::Money, &[(1, 1)])).write.order;
    assert_eq!(done(&asked_back, STAFF, agree(false)).write.coupon, None, "something is kept");
    let back = done(&asked_back, STAFF, agree(true)).write;
    assert_eq!(back.coupon.map(|step| (step.id, step.change)), Some((5, CouponChange::Return { by_shop: true })));
    assert!(back.order.coupon_is_back());
    // With goods that are to come back, it waits for the money.
    let sent = ShopOrder { user_coupon_id: Some(5), ..done(&paid(&new), STAFF, deliver(1, None)).write.order };
    let asked_back = done(&sent, MEMBER, ask(RefundType::GoodsAndMoney, &[(1, 1)])).write.order;
    let waits = done(&asked_back, STAFF, agree(true)).write;
    assert_eq!((waits.coupon, waits.order.coupon_is_back()), (None, false));
    let without = done(&paid(&new), MEMBER, ask(RefundType::Money, &[(1, 1)])).write.order;
    let refused = decide(&without, &asked(STAFF, agree(true)), NOW).unwrap_err();
    assert_eq!(refused, ShopRefusal::invalid("coupon_back", "error.reference"));
}

#[test]
fn what_was_inspected_is_paid_whole_or_less_with_a_reason() {
    let new = order(vec![line(1, 2, 1_000, &[1])], vec![parcel(1, 1, &[(1, 2)])]);
    let terms = ShopTerms { inspect_before_refund: true, ..ShopTerms::default() };
    let sent = ShopOrder { terms, ..done(&paid(&new), STAFF, deliver(1, None)).write.order };
    let asked_back = done(&sent, MEMBER, ask(RefundType::GoodsAndMoney, &[(1, 1)])).write.order;
    let agreed = done(&asked_back, STAFF, agree(1)).write.order;
    let pay = |cents: Option<i64>, reason: &str| {
        let lines = cents.map(|cents| vec![RefundLine { line: 1, quantity: 1, amount: Some(Cents(cents)) }]);
        refund(RefundAction::Waive { refund: 1, lines, reason: reason.into() })
    };
    let early = decide(&agreed, &asked(STAFF, pay(Some(300), "a scratch")), NOW).unwrap_err();
    assert_eq!(early, ShopRefusal::invalid("lines[0].line", "error.line.unknown"), "nobody has seen the goods");
    let back = RefundAction::Ship { refund: 1, company: "X".into(), courier_number: "B".into(), images: vec![] };
    let back = done(&agreed, MEMBER, refund(back)).write.order;
    let here = done(&back, STAFF, refund(RefundAction::Receive { refund: 1, lines: None, reasons: vec![] })).write;
    assert_eq!((here.money.len(), here.order.refunds[0].pay_status), (0, 0), "it is inspected first");
    let refused = |action| decide(&here.order, &asked(STAFF, action), NOW).unwrap_err();
    assert_eq!(refused(pay(Some(300), "")), ShopRefusal::invalid("reason", "error.required"));
    assert_eq!(refused(pay(Some(501), "more")), ShopRefusal::invalid("lines[0].amount", "error.shop.refund_amount"));
    let less = done(&here.order, STAFF, pay(Some(300), "a scratch")).write;
    assert_eq!((less.money[0].change, less.order.refund_amount, less.order.entry.reason.as_str()), (Cents(300), Cents(300), "a scratch"));
    assert_eq!((less.order.refunds[0].status, less.order.refund_open), (2, Cents::ZERO));
    assert_eq!(done(&here.order, STAFF, pay(None, "")).write.money[0].change, Cents(500));
}

#[test]
fn what_is_closed_half_sent_pays_all_and_waits_for_what_has_left_alone() {
    // Three for 10.00, of which two have left; virtual goods; a line that never left. Freight of 1.00 and 0.50.
    let mut lines = vec![line(1, 3, 1_000, &[1]), virtual_line(2, 300), line(3, 1, 700, &[1])];
    (lines[0].shares.freight_share, lines[2].shares.freight_share) = (Cents(100), Cents(50));
    (lines[0].shares.score_used, lines[2].shares.score_used) = (10, 4);
    let new = order(lines, vec![parcel(1, 1, &[(1, 3), (3, 1)])]);
    let new = ShopOrder { freight: Cents(150), pay_amount: new.pay_amount + Cents(150), score_used: 14, ..new };
    let part = done(&paid(&new), STAFF, deliver(1, Some(vec![LinePieces { line: 1, quantity: 2 }]))).write.order;
    let close = |goods| ShopAction::Close { reason: "no more".into(), goods, return_address_id: 4 };
    let closed = done(&part, STAFF, close(ShippedGoods::Back)).write;
    let of = |refund: &bus_schemas::shop::refund::ShopRefund| -> Vec<(u32, u32, i64, i64, i64)> {
        refund.lines.iter().map(|share| (share.line, share.quantity, share.amount.0, share.freight.0, share.score)).collect()
    };
    let [stays, comes] = closed.order.refunds.as_slice() else { panic!("{:?}", closed.order.refunds) };
    assert_eq!((stays.kind, of(stays)), (RefundType::Money, vec![(1, 1, 333, 100, 3), (2, 1, 300, 0, 0), (3, 1, 700, 50, 4)]));
    assert_eq!((comes.kind, of(comes)), (RefundType::GoodsAndMoney, vec![(1, 2, 667, 0, 7)]));
    assert_eq!((stays.status, stays.pay_status, comes.pay_status), (2, 2, 2));
    assert_eq!((comes.audit_status, comes.status, comes.user_ship_status, comes.return_address_id, comes.ship_due), (2, 1, 0, 4, None));
    assert_eq!((closed.order.refund_amount, closed.order.refund_open), (closed.order.paid_amount, Cents::ZERO));
    assert_eq!(closed.money.iter().map(|entry| entry.change).sum::<Cents>(), closed.order.paid_amount);
    assert_eq!(closed.score.iter().map(|entry| entry.change).sum::<i64>(), 14);
    assert!(closed.notices.iter().any(|notice| notice.data["decision"] == "send_back"), "{:?}", closed.notices);
    // The money has gone ahead: it is not taken back or given up any more, but the goods may be sent.
    let withdraw = refund(RefundAction::Withdraw { refund: 2 });
    assert_eq!(decide(&closed.order, &asked(MEMBER, withdraw), NOW).unwrap_err(), ShopRefusal::rule("shop.refund.state"));
    let ship = |no: u32| refund(RefundAction::Ship { refund: no, company: "Express".into(), courier_number: "B1".into(), images: vec![] });
    assert_eq!(decide(&closed.order, &asked(MEMBER, ship(1)), NOW).unwrap_err(), ShopRefusal::rule("shop.refund.state"));
    let sent = done(&closed.order, MEMBER, ship(2)).write.order;
    let came = done(&sent, STAFF, refund(RefundAction::Receive { refund: 2, lines: None, reasons: vec![] })).write;
    assert_eq!((came.money.len(), came.order.refunds[1].status, came.order.refund_amount), (0, 2, closed.order.paid_amount));
    assert!(came.order.todo.contains(&ShopTodo::TakeIn { parcel: 1, refund: 2 }), "{:?}", came.order.todo);
    // Written off, all of it is one refund of money.
    let off = done(&part, STAFF, close(ShippedGoods::WriteOff)).write.order;
    assert_eq!((off.refunds.len(), off.refunds[0].kind, off.refund_amount), (1, RefundType::Money, off.paid_amount));
}
