//! A node that stops at a call of its store, at every one of them in turn: what was begun is undone, or finished under
//! its ids by the node that comes after it.

use bus_schemas::ids::{CommandId, OrderId};
use bus_schemas::shop::command::{ShippedGoods, ShopAction, ShopCommand, ShopKey, ShopReply, ShopRequest};
use bus_schemas::shop::order::{PayMethod, ShopBy, ShopOrder, ShopParcel, ShopStatus};
use bus_schemas::shop::pieces::LinePieces;
use bus_schemas::shop::refund::RefundType;
use bus_schemas::shop::refund_action::{RefundAction, RefundLine};

use super::site::{STAFF, Site};
use crate::simulation::simulate;
use crate::store::shop::Claimed;
use crate::store::{Faults, Store};

const MEMBER: ShopBy = ShopBy::Member(7);
/// More calls than any way has.
const CALLS_MAX: u32 = 400;

fn refund(action: RefundAction) -> ShopAction {
    ShopAction::Refund(Box::new(action))
}

fn waiting(order: &ShopOrder) -> u32 {
    order.parcels.iter().find(|parcel| parcel.status == ShopParcel::WAITING).map_or(0, |parcel| parcel.no)
}

/// The way of an order through two warehouses: each act as it follows from what is stored.
fn way(order: Option<&ShopOrder>, at: usize) -> Option<(ShopBy, ShopAction)> {
    let order = order?;
    let deliver = |lines: Option<Vec<LinePieces>>| {
        let parcel = waiting(order);
        (STAFF, ShopAction::Deliver { parcel, company_id: 1, carrier: None, courier_number: "X1".into(), lines, force: String::new() })
    };
    let ask = |kind: RefundType, quantity: i64| {
        let lines = vec![RefundLine { line: 1, quantity, amount: None }];
        (MEMBER, refund(RefundAction::Apply { kind, lines, reason: "late".into(), description: String::new(), images: vec![] }))
    };
    let agree = |no: u32| {
        (
            STAFF,
            refund(RefundAction::Agree { refund: no, lines: None, freight: None, reason: String::new(), return_address_id: 1, coupon_back: false }),
        )
    };
    match at {
        0 => Some((MEMBER, ShopAction::Pay { method: PayMethod::Balance })),
        1 => Some(deliver(Some(vec![LinePieces { line: 1, quantity: 2 }]))),
        2 => Some(ask(RefundType::Money, 1)),
        3 => Some(agree(1)),
        4 | 5 if waiting(order) > 0 => Some(deliver(None)),
        6 => Some(ask(RefundType::GoodsAndMoney, 1)),
        7 => Some(agree(2)),
        8 => Some((MEMBER, refund(RefundAction::Ship { refund: 2, company: "Express".into(), courier_number: "B1".into(), images: vec![] }))),
        9 => Some((STAFF, refund(RefundAction::Receive { refund: 2, lines: None, reasons: vec![] }))),
        10 => Some((MEMBER, ShopAction::Receive)),
        _ => None,
    }
}

pub async fn once(site: &Site, order: OrderId, by: ShopBy, id: &str, action: ShopAction) -> ShopReply {
    let command = ShopCommand { key: ShopKey::of(by, CommandId::new(id).unwrap()), by, version: None, today: "2026-01-15".into(), action };
    let deadline = (site.now() + 8) * 1_000;
    site.first().shop().ask(ShopRequest { order, command, deadline }).await
}

/// Carries an order through; when the node stops, another one goes on. Answers whether it stopped.
async fn carried(calls: u32, written: bool, ends: bool) -> bool {
    let store = Store::new(u64::from(calls), Faults { percent: 0, guarded: true });
    let site = Site::open(&store, 1, 1).await;
    store.world.lock().unwrap().shop.claimed.insert(1, Claimed { coupon: 2, member: 7, status: 0, order: 0, start: 0, end: i64::MAX });
    store.stop_after(calls, written);
    let id = OrderId(1);
    // More of product 1 than one warehouse has, and of product 3 with a limit.
    let draft = site.draft(id, 7, &[(0, 11), (2, 2)], Some((1, 2)), 300).unwrap();
    let mut stopped = false;
    let mut tried = 0;
    let mut placed = id;
    let mut at = None;
    loop {
        let order = store.world.lock().unwrap().shop.orders.get(&placed).cloned();
        let reply = match at {
            None => {
                let own = OrderId(1 + tried);
                let mut draft = ShopOrder { id: own, order_no: format!("20260115{:08}", own.0), ..draft.clone() };
                draft.update_time = site.now();
                once(&site, own, MEMBER, "place", ShopAction::Place { draft: Box::new(draft) }).await
            }
            Some(step) => {
                let action = if ends && step == 2 {
                    Some((STAFF, ShopAction::Close { reason: "no more".into(), goods: ShippedGoods::Back, return_address_id: 1 }))
                } else if ends && step > 2 {
                    None
                } else {
                    way(order.as_ref(), step)
                };
                let Some((by, action)) = action else {
                    if step > 10 || ends && step > 2 {
                        break;
                    }
                    at = Some(step + 1);
                    continue;
                };
                once(&site, placed, by, &format!("step-{step}"), action).await
            }
        };
        assert_eq!(site.faults(), Vec::<String>::new(), "stopped after {calls} calls, at step {at:?}");
        match reply {
            ShopReply::Done(done) => {
                placed = done.id;
                at = Some(at.map_or(0, |at| at + 1));
            }
            ShopReply::Failed(_) if !stopped => {
                stopped = true;
                site.replace(0, "after").await;
                store.stop_failing();
                // What was begun is looked for after a while.
                site.leap(40);
                site.first().shop().sweep().await.unwrap();
                site.leap(40);
                site.first().shop().sweep().await.unwrap();
                assert_eq!(site.faults(), Vec::<String>::new(), "after {calls} calls, at step {at:?}");
                assert!(store.world.lock().unwrap().shop.placing.values().all(|row| !row.open), "after {calls} calls a placing is open");
                tried += 1;
            }
            // The node stopped while it carried on what it had answered.
            ShopReply::Failed(failure) => panic!("after {calls} calls, at step {at:?}: {failure}"),
            ShopReply::Refused(refusal) => panic!("after {calls} calls, at step {at:?}: {refusal}"),
        }
    }
    if store.has_stopped() && !stopped {
        stopped = true;
        site.replace(0, "after").await;
    }
    store.stop_failing();
    site.leap(700);
    site.first().shop().sweep().await.unwrap();
    assert_eq!(site.settle().await, Vec::<String>::new(), "stopped after {calls} calls");
    let world = store.world.lock().unwrap();
    let order = world.shop.orders.get(&placed).unwrap();
    let back: Vec<_> = order.refunds.iter().map(|refund| (refund.status, refund.pay_status)).collect();
    if ends {
        // What never left, and what is to come back.
        let both = vec![(2, 2), (1, 2)];
        assert_eq!((order.status, order.refund_amount, back), (ShopStatus::Closed, order.paid_amount, both), "stopped after {calls} calls");
    } else {
        assert_eq!((order.status, back), (ShopStatus::Completed, vec![(2, 2), (2, 2)]), "stopped after {calls} calls");
        assert_eq!((order.lines[0].refunded_num, order.lines[0].shipped), (2, 10), "stopped after {calls} calls");
    }
    stopped
}

fn every_call(ends: bool) {
    let mut points = 0;
    for written in [false, true] {
        let mut calls = 1;
        while calls < CALLS_MAX && simulate(carried(calls, written, ends)) {
            (calls, points) = (calls + 1, points + 1);
        }
        assert!(calls < CALLS_MAX, "the way never ends");
    }
    println!("{points} points at which a node stopped");
    assert!(points > 20, "only {points}");
}

#[test]
fn an_order_of_two_warehouses_is_carried_through_wherever_its_node_stops() {
    every_call(false);
}

#[test]
fn an_order_that_is_closed_half_sent_ends_wherever_its_node_stops() {
    every_call(true);
}
