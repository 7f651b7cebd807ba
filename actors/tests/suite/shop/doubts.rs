//! Goods that an order holds or gets back, and that a warehouse does not have or can't take in: it is never silent.

use std::time::Duration;

use bus_schemas::hold::{AreaPurpose, HoldChange, HoldState};
use bus_schemas::ids::{AreaId, OrderId, ProductId, WarehouseId};
use bus_schemas::notification::NotificationKind;
use bus_schemas::order::OrderKind;
use bus_schemas::order::details::ReturnTarget;
use bus_schemas::shop::command::{ShopAction, ShopReply};
use bus_schemas::shop::order::{PayMethod, ShopBy, ShopOrder, ShopTodo};
use bus_schemas::shop::refund::RefundType;
use bus_schemas::shop::refund_action::{RefundAction, RefundLine};
use bus_schemas::warehouse::StockAction;
use rand::SeedableRng;
use rand::rngs::StdRng;

use super::crashes::once;
use super::site::{STAFF, Site};
use super::steps::{INSPECTION, WAREHOUSES};
use crate::simulation::simulate;
use crate::store::{Faults, Store};

const MEMBER: ShopBy = ShopBy::Member(7);
const ID: OrderId = OrderId(1);

async fn done(site: &Site, by: ShopBy, id: &str, action: ShopAction) {
    let reply = once(site, ID, by, id, action).await;
    assert!(matches!(reply, ShopReply::Done(_)), "{id}: {reply:?}");
}

/// An order of product 1 from the first warehouse.
async fn placed(pieces: i64) -> Site {
    let store = Store::new(1, Faults { percent: 0, guarded: true });
    let site = Site::open(&store, 1, 1).await;
    let draft = site.draft(ID, 7, &[(0, pieces)], None, 0).unwrap();
    done(&site, MEMBER, "place", ShopAction::Place { draft: Box::new(draft) }).await;
    site
}

fn stored(site: &Site) -> ShopOrder {
    site.store.world.lock().unwrap().shop.orders[&ID].clone()
}

fn count_notifications(site: &Site, kind: NotificationKind) -> usize {
    site.store.world.lock().unwrap().notifications.iter().filter(|draft| draft.kind == kind).count()
}

async fn pay(site: &Site) {
    done(site, MEMBER, "pay", ShopAction::Pay { method: PayMethod::Balance }).await;
    assert!(stored(site).parcels[0].outbound.is_some());
}

async fn send_back(site: &Site) {
    let refund = |action| ShopAction::Refund(Box::new(action));
    pay(site).await;
    let parcel = ShopAction::Deliver { parcel: 1, company_id: 1, carrier: None, courier_number: "X1".into(), lines: None, force: String::new() };
    done(site, STAFF, "send", parcel).await;
    let lines = vec![RefundLine { line: 1, quantity: 1, amount: None }];
    let ask = RefundAction::Apply { kind: RefundType::GoodsAndMoney, lines, reason: "broken".into(), description: String::new(), images: vec![] };
    done(site, MEMBER, "ask", refund(ask)).await;
    let agree = RefundAction::Agree { refund: 1, lines: None, freight: None, reason: String::new(), return_address_id: 1, coupon_back: false };
    done(site, STAFF, "agree", refund(agree)).await;
    done(site, MEMBER, "back", refund(RefundAction::Ship { refund: 1, company: "Express".into(), courier_number: "B1".into(), images: vec![] }))
        .await;
    done(site, STAFF, "here", refund(RefundAction::Receive { refund: 1, lines: None, reasons: vec![] })).await;
    what_follows().await;
}

/// What is carried on after the answer is done.
async fn what_follows() {
    tokio::time::sleep(Duration::from_secs(2)).await;
}

/// Where goods of product 1 lie in an area to inspect.
fn inspected(site: &Site) -> Vec<(i64, i64)> {
    let world = site.store.world.lock().unwrap();
    let there = world.balances.iter().filter(|((_, place), row)| place.area.0 > 0 && !row.on_hand.is_zero());
    there.map(|((warehouse, place), _)| (warehouse.0, place.area.0)).collect()
}

#[test]
fn goods_come_back_only_to_where_they_are_inspected() {
    simulate(async {
        let site = placed(2).await;
        site.store.world.lock().unwrap().purposes.clear();
        send_back(&site).await;
        let order = stored(&site);
        assert_eq!((order.parcels[0].doubt, order.parcels[0].doubt_why.as_str()), (true, "inspect"));
        assert_eq!((order.entry.action.as_str(), order.entry.reason.as_str()), ("doubt", "inspect"));
        assert_eq!((order.todo, inspected(&site)), (vec![ShopTodo::TakeIn { parcel: 1, refund: 1 }], vec![]));
        assert_eq!(count_notifications(&site, NotificationKind::SHOP_STOCK_EXCEPTION), 1);
        // With such an area it is done at the next look.
        let here = order.parcels[0].warehouse;
        site.store.world.lock().unwrap().purposes.insert((here, AreaId(INSPECTION)), AreaPurpose::ToInspect);
        site.leap(700);
        site.first().shop().sweep().await.unwrap();
        let order = stored(&site);
        assert_eq!((order.parcels[0].doubt, order.parcels[0].doubt_why.as_str(), order.todo.len()), (false, "", 0));
        assert_eq!((inspected(&site), site.faults()), (vec![(here.0, INSPECTION)], Vec::<String>::new()));
        assert_eq!(count_notifications(&site, NotificationKind::SHOP_STOCK_EXCEPTION), 1, "once is enough");
    });
}

#[test]
fn goods_come_back_to_the_warehouse_and_area_of_the_address() {
    simulate(async {
        let site = placed(2).await;
        let (there, area) = (WarehouseId(WAREHOUSES[1]), AreaId(INSPECTION + 1));
        {
            let mut world = site.store.world.lock().unwrap();
            world.purposes.insert((there, area), AreaPurpose::ToInspect);
            world.shop.returns.insert(1, ReturnTarget { warehouse: there, area: Some(area) });
        }
        send_back(&site).await;
        let order = stored(&site);
        assert_ne!(order.parcels[0].warehouse, there, "it was sent from another one");
        assert_eq!((order.todo.len(), inspected(&site)), (0, vec![(there.0, area.0)]));
        assert_eq!(site.faults(), Vec::<String>::new());
    });
}

/// Goods of product 1 are held in the first warehouse, or free again.
async fn hold(site: &Site, id: &str, state: HoldState) {
    let change = HoldChange { product: ProductId(1), batch: String::new(), state, reason: "wet".into(), everywhere: false };
    let said = site.stock(&mut StdRng::seed_from_u64(1), WAREHOUSES[0], id, StockAction::Hold { change }).await;
    assert_eq!(said, Ok("done".to_owned()));
    what_follows().await;
}

/// What an order and its outbound order have reserved.
fn reserved(site: &Site) -> (usize, usize) {
    let (order, world) = (stored(site), site.store.world.lock().unwrap());
    let of_outbound = order.parcels[0].outbound.map_or(0, |outbound| world.reserved_for(OrderKind::OUTBOUND, outbound).len());
    (world.reserved_for(OrderKind::SHOP, ID).len(), of_outbound)
}

#[test]
fn goods_lost_after_payment_are_notified_of_and_reserved_elsewhere() {
    simulate(async {
        let site = placed(2).await;
        pay(&site).await;
        assert_eq!(reserved(&site), (0, 1));
        hold(&site, "hold", HoldState::ToInspect).await;
        let order = stored(&site);
        assert_eq!((reserved(&site), order.parcels[0].doubt_why.as_str()), ((0, 0), "short"));
        assert_eq!(count_notifications(&site, NotificationKind::SHOP_STOCK_EXCEPTION), 2, "what was lost, and that it is nowhere else");
        assert_eq!(count_notifications(&site, NotificationKind::BATCH_HELD), 0, "an outbound order of the shop has no people of its own");
        hold(&site, "free", HoldState::None).await;
        site.leap(700);
        site.first().shop().sweep().await.unwrap();
        let order = stored(&site);
        assert_eq!((reserved(&site), order.parcels[0].doubt, order.todo.len()), ((0, 1), false, 0));
        assert_eq!(site.faults(), Vec::<String>::new());
    });
}

#[test]
fn goods_lost_before_payment_are_notified_of_at_once() {
    simulate(async {
        let site = placed(2).await;
        hold(&site, "hold", HoldState::Recalled).await;
        assert_eq!((reserved(&site), count_notifications(&site, NotificationKind::SHOP_STOCK_EXCEPTION)), ((0, 0), 1));
        // It may be paid all the same, and then it is in doubt.
        done(&site, MEMBER, "pay", ShopAction::Pay { method: PayMethod::Balance }).await;
        what_follows().await;
        assert_eq!((stored(&site).parcels[0].doubt_why.as_str(), count_notifications(&site, NotificationKind::SHOP_STOCK_EXCEPTION)), ("short", 2));
        assert_eq!(site.faults(), Vec::<String>::new());
    });
}
