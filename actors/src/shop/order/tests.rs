mod requests;
mod shelf_life;
mod unfinished;

use std::collections::HashMap;

use bus_schemas::ids::{AdminId, CommandId, OrderId, ProductId, UnitId, WarehouseId};
use bus_schemas::shop::Cents;
use bus_schemas::shop::command::{ShippedGoods, ShopAction, ShopCommand, ShopKey, ShopRefusal};
use bus_schemas::shop::evaluation::{EvaluationTerms, LineEvaluation};
use bus_schemas::shop::order::{PayMethod, ShopBy, ShopEvent, ShopLine, ShopOrder, ShopParcel, ShopStatus, ShopTerms, ShopTodo};
use bus_schemas::shop::pieces::LinePieces;
use bus_schemas::shop::refund::{LineReason, Missing, RefundType};
use bus_schemas::shop::refund_action::{RefundAction, RefundLine};
use bus_schemas::shop::shares::LineShares;
use rust_decimal::Decimal;

use super::decision::{Decision, WarehouseEffect};
use super::plan::{AvailableQuantities, plan};
use super::rules::decide;
use super::{finish, rules, table};

pub(super) const NOW: i64 = 1_000_000;
pub(super) const MEMBER: ShopBy = ShopBy::Member(7);
pub(super) const STAFF: ShopBy = ShopBy::Staff(AdminId(3));

pub(super) fn line(number: u32, quantity: i64, pay: i64, warehouses: &[i64]) -> ShopLine {
    let pay_share = Cents(pay);
    ShopLine {
        line: number,
        goods_id: i64::from(number),
        sku_id: i64::from(number),
        product: Some(ProductId(i64::from(number))),
        unit: Some(UnitId(1)),
        ratio: Decimal::ONE,
        buffer: Decimal::ZERO,
        warehouses: warehouses.iter().copied().map(WarehouseId).collect(),
        name: format!("goods {number}"),
        image: String::new(),
        sku_text: String::new(),
        sku_code: String::new(),
        price: Cents(pay / quantity),
        quantity,
        shares: LineShares { goods_amount: pay_share, pay_share, ..LineShares::default() },
        limit_num: 0,
        shipped: 0,
        refunding_num: 0,
        refunded_num: 0,
        refunded_amount: Cents::ZERO,
        evaluated: false,
    }
}

pub(super) fn parcel(no: u32, warehouse: i64, lines: &[(u32, i64)]) -> ShopParcel {
    ShopParcel {
        no,
        warehouse: WarehouseId(warehouse),
        outbound: None,
        outbound_no: String::new(),
        status: ShopParcel::WAITING,
        company_id: 0,
        carrier: None,
        courier_number: String::new(),
        shipment_time: None,
        lines: lines.iter().map(|(line, quantity)| LinePieces { line: *line, quantity: *quantity }).collect(),
        doubt: false,
        doubt_why: String::new(),
    }
}

pub(crate) fn order(lines: Vec<ShopLine>, parcels: Vec<ShopParcel>) -> ShopOrder {
    let sum: Cents = lines.iter().map(|line| line.shares.pay_share).sum();
    ShopOrder {
        id: OrderId(1),
        order_no: "2026010112345678".into(),
        user_id: 7,
        status: ShopStatus::ToPay,
        lines,
        goods_amount: sum,
        coupon_amount: Cents::ZERO,
        score_amount: Cents::ZERO,
        freight: Cents::ZERO,
        freight_off: Cents::ZERO,
        pay_amount: sum,
        paid_amount: Cents::ZERO,
        refund_amount: Cents::ZERO,
        refund_open: Cents::ZERO,
        score_used: 0,
        score_given: 0,
        user_coupon_id: None,
        pay_method: None,
        pay_time: None,
        attempts: 0,
        name: "Ann".into(),
        mobile: "13800138001".into(),
        area: vec![],
        area_text: String::new(),
        address: "Street 1".into(),
        remark: String::new(),
        admin_remark: String::new(),
        parcels,
        todo: vec![],
        refunds: vec![],
        cancel_by: String::new(),
        cancel_reason: String::new(),
        cancels: 0,
        due_at: Some(NOW + 60),
        wake_at: Some(NOW + 60),
        receive_time: None,
        complete_time: None,
        paused: None,
        extended: false,
        hidden: false,
        payment: bus_schemas::shop::order::OrderPayment::default(),
        terms: ShopTerms::default(),
        keep_until: None,
        entry: ShopEvent { at: NOW, by: MEMBER, action: "add".into(), from: None, to: ShopStatus::ToPay, reason: String::new() },
        version: 1,
        create_time: NOW,
        update_time: NOW,
    }
}

pub(super) fn asked(by: ShopBy, action: ShopAction) -> ShopCommand {
    let key = ShopKey::of(by, CommandId::of_bits(1));
    ShopCommand { key, by, version: None, today: "2026-01-01".into(), action }
}

pub(super) fn done(order: &ShopOrder, by: ShopBy, action: ShopAction) -> Decision {
    decide(order, &asked(by, action), NOW).unwrap()
}

pub(super) fn refund(action: RefundAction) -> ShopAction {
    ShopAction::Refund(Box::new(action))
}

/// Paid, with an outbound order for every parcel.
fn paid(before: &ShopOrder) -> ShopOrder {
    let mut order = done(before, MEMBER, ShopAction::Pay { method: PayMethod::Balance }).write.order;
    order.todo.clear();
    (100..).zip(&mut order.parcels).for_each(|(id, parcel)| parcel.outbound = Some(OrderId(id)));
    order
}

fn deliver(no: u32, lines: Option<Vec<LinePieces>>) -> ShopAction {
    ShopAction::Deliver { parcel: no, company_id: 1, carrier: None, courier_number: "X1".into(), lines, force: String::new() }
}

#[test]
fn an_order_is_sent_from_as_few_warehouses_as_can_do_it() {
    let there = |rows: &[(i64, i64, i64)]| -> AvailableQuantities {
        rows.iter()
            .map(|(warehouse, product, free)| ((WarehouseId(*warehouse), ProductId(*product)), Decimal::from(*free)))
            .collect::<HashMap<_, _>>()
    };
    let lines = vec![line(1, 3, 300, &[1, 2, 3]), line(2, 2, 200, &[1, 2, 3])];
    let warehouses_of = |there: &AvailableQuantities, lines: &[ShopLine]| -> Vec<(i64, Vec<(u32, i64)>)> {
        let parcels = plan(lines, there).unwrap();
        parcels.iter().map(|parcel| (parcel.warehouse.0, parcel.lines.iter().map(|line| (line.line, line.quantity)).collect())).collect()
    };
    // The second can do all; the first comes first in priority, but lacks a product.
    assert_eq!(warehouses_of(&there(&[(1, 1, 9), (2, 1, 3), (2, 2, 2)]), &lines), [(2, vec![(1, 3), (2, 2)])]);
    // Whole lines by priority, and a quantity is split only where no warehouse has it.
    assert_eq!(warehouses_of(&there(&[(1, 1, 9), (3, 2, 2)]), &lines), [(1, vec![(1, 3)]), (3, vec![(2, 2)])]);
    assert_eq!(warehouses_of(&there(&[(1, 1, 2), (2, 1, 2), (1, 2, 5)]), &lines), [(1, vec![(1, 2), (2, 2)]), (2, vec![(1, 1)])]);
    let short = plan(&lines, &there(&[(1, 1, 2), (2, 2, 9)])).unwrap_err();
    assert_eq!(short.iter().map(|line| (line.line, line.wanted, line.there)).collect::<Vec<_>>(), [(1, 3, 2)]);
    // Two lines of a product do not promise the same goods, and what is kept back is not offered.
    let twins = vec![line(1, 3, 300, &[1]), ShopLine { product: Some(ProductId(1)), ..line(2, 2, 200, &[1]) }];
    assert!(plan(&twins, &there(&[(1, 1, 4)])).is_err());
    assert_eq!(warehouses_of(&there(&[(1, 1, 5)]), &twins).len(), 1);
    let kept = vec![ShopLine { buffer: Decimal::TWO, ratio: Decimal::TWO, ..line(1, 2, 200, &[1]) }];
    assert!(plan(&kept, &there(&[(1, 1, 5)])).is_err() && plan(&kept, &there(&[(1, 1, 6)])).is_ok());
}

#[test]
fn only_what_the_table_has_is_done_and_only_by_whom_it_says() {
    let new = order(vec![line(1, 2, 1_000, &[1])], vec![parcel(1, 1, &[(1, 2)])]);
    let refused = |order: &ShopOrder, by, action| decide(order, &asked(by, action), NOW).unwrap_err();
    assert_eq!(refused(&new, ShopBy::Member(8), ShopAction::Pay { method: PayMethod::Balance }), ShopRefusal::NotFound);
    for action in [ShopAction::Receive, ShopAction::Extend, ShopAction::ApplyCancel { reason: String::new() }, ShopAction::Hide] {
        assert!(matches!(refused(&new, MEMBER, action), ShopRefusal::Transition { status: ShopStatus::ToPay, .. }));
    }
    assert!(matches!(refused(&new, MEMBER, deliver(1, None)), ShopRefusal::Transition { .. }));
    assert!(matches!(refused(&new, STAFF, ShopAction::Pay { method: PayMethod::Balance }), ShopRefusal::Transition { .. }));
    assert_eq!(refused(&new, ShopBy::System, ShopAction::Wake), ShopRefusal::rule("shop.not_due"));
    assert_eq!(table::allowed(&new, MEMBER, NOW), ["pay", "cancel", "edit"]);
    let paid = paid(&new);
    assert_eq!(table::allowed(&paid, MEMBER, NOW), ["applyCancel", "edit", "refund"]);
    assert_eq!(table::allowed(&paid, STAFF, NOW), ["delivery", "edit", "close", "refund"]);
    let asked = done(&paid, MEMBER, ShopAction::ApplyCancel { reason: "no".into() }).write.order;
    assert_eq!((table::allowed(&asked, MEMBER, NOW), table::allowed(&asked, STAFF, NOW)), (vec!["takeBackCancel"], vec!["cancel"]));
    let closed = done(&asked, STAFF, ShopAction::DecideCancel { agree: true, reason: String::new() }).write.order;
    assert_eq!((closed.status, closed.refund_amount, table::allowed(&closed, STAFF, NOW).len()), (ShopStatus::Closed, Cents(1_000), 0));
}

#[test]
fn time_runs_out_step_by_step() {
    let new = order(vec![line(1, 1, 500, &[1])], vec![parcel(1, 1, &[(1, 1)])]);
    let late = decide(&new, &asked(ShopBy::System, ShopAction::Wake), NOW + 60).unwrap();
    assert_eq!((late.write.order.status, late.write.order.cancel_by.as_str()), (ShopStatus::Closed, "system"));
    assert_eq!(late.through, Some(WarehouseEffect::Release { parcel: 1 }));
    let said: Vec<&str> = late.write.notices.iter().map(|notice| notice.data["decision"].as_str()).collect();
    assert_eq!(said, ["unpaid"], "the member did not close it");
    let sent = done(&paid(&new), STAFF, deliver(1, None)).write.order;
    let days = |days: i64| NOW + days * 86_400;
    assert_eq!((sent.status, sent.due_at), (ShopStatus::ToReceive, Some(days(15))));
    let longer = done(&sent, MEMBER, ShopAction::Extend).write.order;
    assert_eq!((longer.due_at, longer.extended), (Some(days(18)), true));
    let received = decide(&longer, &asked(ShopBy::System, ShopAction::Wake), days(18)).unwrap().write.order;
    assert_eq!((received.status, received.due_at), (ShopStatus::ToEvaluate, Some(days(33))));
    let complete = decide(&received, &asked(ShopBy::System, ShopAction::Wake), days(33)).unwrap().write;
    assert_eq!((complete.order.status, complete.order.score_given, complete.score.len()), (ShopStatus::Completed, 5, 1));
    // Evaluated early: the score waits for the end of the time for refunds.
    let early = decide(
        &received,
        &asked(
            MEMBER,
            ShopAction::Evaluate { lines: vec![LineEvaluation { line: 1, star: 5, ..LineEvaluation::default() }], terms: EvaluationTerms::default() },
        ),
        days(18),
    )
    .unwrap()
    .write;
    assert_eq!((early.order.status, early.order.due_at, early.score.len()), (ShopStatus::Completed, Some(days(25)), 0));
    let credited = decide(&early.order, &asked(ShopBy::System, ShopAction::Wake), days(25)).unwrap().write;
    assert_eq!((credited.order.due_at, credited.score.len()), (None, 1));
}

#[test]
fn part_refunds_in_any_order_end_at_the_cent() {
    let ask = |lines: &[(u32, i64)]| {
        let lines = lines.iter().map(|(line, quantity)| RefundLine { line: *line, quantity: *quantity, amount: None }).collect();
        refund(RefundAction::Apply { kind: RefundType::Money, lines, reason: "late".into(), description: String::new(), images: vec![] })
    };
    let agree =
        |no| refund(RefundAction::Agree { refund: no, lines: None, freight: None, reason: String::new(), return_address_id: 0, coupon_back: false });
    let new = order(vec![line(1, 3, 1_000, &[1]), line(2, 1, 777, &[1])], vec![parcel(1, 1, &[(1, 3), (2, 1)])]);
    let mut at = paid(&new);
    let mut back = Cents::ZERO;
    for lines in [&[(1, 1)][..], &[(2, 1)], &[(1, 2)]] {
        at = done(&at, MEMBER, ask(lines)).write.order;
        let no = at.refunds.len() as u32;
        let decision = done(&at, STAFF, agree(no));
        back += decision.write.money.iter().map(|entry| entry.change).sum();
        at = decision.write.order;
        assert!(at.refund_amount + at.refund_open <= at.paid_amount);
    }
    assert_eq!((back, at.refund_amount, at.status), (Cents(1_777), Cents(1_777), ShopStatus::Closed));
    assert_eq!(at.todo, [ShopTodo::Void { parcel: 1 }], "nothing is left to be sent");
    // Two requests for the same pieces: the second finds none.
    let once = done(&paid(&new), MEMBER, ask(&[(1, 3)])).write.order;
    let twice = decide(&once, &asked(MEMBER, ask(&[(1, 1)])), NOW).unwrap_err();
    assert_eq!(twice, ShopRefusal::invalid("lines[0].quantity", "error.shop.refund_quantity"));
    // Withdrawn, they are free again.
    let free = done(&once, MEMBER, refund(RefundAction::Withdraw { refund: 1 })).write.order;
    assert_eq!(done(&free, MEMBER, ask(&[(1, 3)])).write.order.lines[0].refunding_num, 3);
}

fn ask(kind: RefundType, lines: &[(u32, i64)]) -> ShopAction {
    let lines = lines.iter().map(|(line, quantity)| RefundLine { line: *line, quantity: *quantity, amount: None }).collect();
    refund(RefundAction::Apply { kind, lines, reason: "late".into(), description: String::new(), images: vec![] })
}

fn agree(no: u32) -> ShopAction {
    refund(RefundAction::Agree { refund: no, lines: None, freight: None, reason: String::new(), return_address_id: 1, coupon_back: false })
}

/// The member asks to give back so many of the first line, and staff agrees.
fn agreed_return(order: &ShopOrder, quantity: i64) -> ShopOrder {
    let asked = done(order, MEMBER, ask(RefundType::GoodsAndMoney, &[(1, quantity)])).write.order;
    done(&asked, STAFF, agree(1)).write.order
}

/// The member has sent the goods of the first refund.
fn sent_back(order: &ShopOrder) -> ShopOrder {
    let ship = RefundAction::Ship { refund: 1, company: "Express".into(), courier_number: "B1".into(), images: vec![] };
    done(order, MEMBER, refund(ship)).write.order
}

#[test]
fn goods_that_come_back_are_taken_in_by_the_parcels_they_left_with() {
    let new = order(vec![line(1, 4, 1_000, &[1])], vec![parcel(1, 1, &[(1, 4)])]);
    let part = done(&paid(&new), STAFF, deliver(1, Some(vec![LinePieces { line: 1, quantity: 1 }]))).write.order;
    let sent = done(&part, STAFF, deliver(2, None)).write.order;
    assert_eq!((sent.status, sent.lines[0].shipped), (ShopStatus::ToReceive, 4));
    let at = agreed_return(&sent, 3);
    assert_eq!((at.refund_open, at.wake_at.is_some()), (Cents(750), true));
    assert!(decide(&at, &asked(MEMBER, ShopAction::Receive), NOW).is_err(), "a refund is open");
    let at = sent_back(&at);
    let fewer = |reasons| refund(RefundAction::Receive { refund: 1, lines: Some(vec![LinePieces { line: 1, quantity: 2 }]), reasons });
    let unsaid = decide(&at, &asked(STAFF, fewer(vec![])), NOW).unwrap_err();
    assert_eq!(unsaid, ShopRefusal::invalid("lines[0].reason", "error.required"));
    let came = done(&at, STAFF, fewer(vec![LineReason { line: 1, reason: "one is missing".into() }])).write;
    assert_eq!(came.order.refunds[0].missing, [Missing { line: 1, quantity: 1, reason: "one is missing".into() }]);
    assert_eq!((came.order.refund_amount, came.order.lines[0].refunded_num), (Cents(500), 2));
    assert_eq!(came.money[0].change, Cents(500), "less came than was asked for");
    assert_eq!(came.order.todo, [ShopTodo::TakeIn { parcel: 1, refund: 1 }, ShopTodo::TakeIn { parcel: 2, refund: 1 }]);
    // Sent too late: the request ends without money.
    let mut waits = at.clone();
    (waits.refunds[0].user_ship_status, waits.refunds[0].ship_due) = (0, Some(NOW));
    let ended = done(&waits, ShopBy::System, ShopAction::Wake).write.order;
    assert_eq!((ended.refunds[0].status, ended.refund_open), (3, Cents::ZERO));
}

#[test]
fn what_is_closed_after_it_left_is_still_to_come_back() {
    let new = order(vec![line(1, 1, 500, &[1])], vec![parcel(1, 1, &[(1, 1)])]);
    let sent = done(&paid(&new), STAFF, deliver(1, None)).write.order;
    let closed = done(&sent, STAFF, ShopAction::Close { reason: "lost".into(), goods: ShippedGoods::Back, return_address_id: 4 }).write;
    assert_eq!((closed.order.status, closed.order.refund_amount, closed.money.len()), (ShopStatus::Closed, Cents(500), 1));
    let came = done(&closed.order, STAFF, refund(RefundAction::Receive { refund: 1, lines: None, reasons: vec![] })).write;
    assert_eq!((came.money.len(), came.order.refunds[0].status, came.order.todo.len()), (0, 2, 1), "the money is not paid twice");
    let off = done(&sent, STAFF, ShopAction::Close { reason: "lost".into(), goods: ShippedGoods::WriteOff, return_address_id: 0 }).write.order;
    assert_eq!((off.refunds.len(), off.refunds[0].kind, off.refunds[0].status), (1, RefundType::Money, 2));
}

#[test]
fn goods_that_a_refund_is_asked_for_leave_only_with_a_reason() {
    let new = order(vec![line(1, 2, 1_000, &[1])], vec![parcel(1, 1, &[(1, 2)])]);
    let lines = vec![RefundLine { line: 1, quantity: 1, amount: None }];
    let ask = RefundAction::Apply { kind: RefundType::Money, lines, reason: "late".into(), description: String::new(), images: vec![] };
    let at = done(&paid(&new), MEMBER, refund(ask));
    let notification = &at.write.notifications[0];
    assert_eq!((notification.link.as_str(), notification.data["amount"].as_str()), ("/admin/shop/order/refund?id=101", Some("5.00")));
    assert_eq!(notification.data["refund_no"].as_str(), Some(at.write.order.refunds[0].refund_no.as_str()));
    let at = at.write.order;
    assert_eq!(decide(&at, &asked(STAFF, deliver(1, None)), NOW).unwrap_err(), ShopRefusal::rule("shop.delivery.refund"));
    let ShopAction::Deliver { parcel, company_id, carrier, courier_number, lines, .. } = deliver(1, None) else { unreachable!() };
    let forced = ShopAction::Deliver { parcel, company_id, carrier, courier_number, lines, force: "agreed by phone".into() };
    let sent = done(&at, STAFF, forced).write.order;
    assert_eq!((sent.status, sent.entry.reason.as_str()), (ShopStatus::ToReceive, "agreed by phone"));
    assert_eq!(table::allowed(&sent, STAFF, NOW), ["edit", "close", "parcel", "refund"]);
}

#[test]
fn goods_that_are_not_taken_back_are_shown_in_pictures() {
    let new = order(vec![line(1, 1, 500, &[1])], vec![parcel(1, 1, &[(1, 1)])]);
    let sent = done(&paid(&new), STAFF, deliver(1, None)).write.order;
    let at = agreed_return(&sent, 1);
    let at = sent_back(&at);
    let reject = |images| refund(RefundAction::Reject { refund: 1, reason: "worn".into(), images });
    let many = decide(&at, &asked(STAFF, reject(vec!["/a.png".to_owned(); 7])), NOW).unwrap_err();
    assert_eq!(many, ShopRefusal::invalid("images", "error.list.long"));
    let rejected = done(&at, STAFF, reject(vec!["/a.png".into()])).write.order;
    assert_eq!((rejected.refunds[0].status, rejected.refunds[0].reject_images.as_slice()), (3, &["/a.png".to_owned()][..]));
}
