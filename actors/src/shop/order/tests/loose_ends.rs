//! What an order must not forget, and where it must not stop.

use bus_schemas::shop::refund::LineReason;
use bus_schemas::shop::write::ShopWrite;

use super::*;
use crate::shop::order::stock;

fn ask(kind: RefundType, lines: &[(u32, i64)]) -> ShopAction {
    let lines = lines.iter().map(|(line, quantity)| RefundLine { line: *line, quantity: *quantity, amount: None }).collect();
    refund(RefundAction::Apply { kind, lines, reason: "late".into(), description: String::new(), images: vec![] })
}

fn agree(no: u32) -> ShopAction {
    refund(RefundAction::Agree { refund: no, lines: None, freight: None, reason: String::new(), return_address_id: 1 })
}

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
    assert_eq!(placed.due_at, Some(NOW + rules::RETRY), "it is paid by the sweep where nobody does");
    let paid = decide(&placed, &asked(ShopBy::System, ShopAction::Wake), NOW + rules::RETRY).unwrap().write.order;
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
    let closed = done(&less, STAFF, ShopAction::Close { reason: "no more".into(), goods: ShippedGoods::WriteOff }).write.order;
    assert_eq!(closed.todo, [ShopTodo::Void { parcel: 1 }, ShopTodo::Void { parcel: 2 }]);
}

#[test]
fn of_goods_that_come_back_every_line_is_named_once() {
    let lines = vec![line(1, 3, 1_000, &[1]), line(2, 1, 777, &[1])];
    let new = order(lines, vec![parcel(1, 1, &[(1, 3), (2, 1)])]);
    let sent = done(&paid(&new), STAFF, deliver(1, None)).write.order;
    let asked_back = done(&sent, MEMBER, ask(RefundType::GoodsAndMoney, &[(1, 3), (2, 1)])).write.order;
    let agreed = done(&asked_back, STAFF, agree(1)).write.order;
    let on_its_way = done(&agreed, MEMBER, refund(RefundAction::Ship { refund: 1, company: "X".into(), courier_number: "B".into() })).write.order;
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
