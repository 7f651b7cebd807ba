//! What steps allow: tolerances, business dates, four eyes, typed numbers, expired goods, parcels and promises.

use bus_schemas::hold::ReservedPart;
use bus_schemas::ids::{CarrierId, OrderId, PartnerId};
use bus_schemas::number::{Amount, Quantity};
use bus_schemas::order::details::{ParcelDraft, ShipmentStatus};
use bus_schemas::order::kinds::{AUDIT, PARCELS, STOCK};
use bus_schemas::order::{
    ExtraRights, Order, OrderAction, OrderDraft, OrderKind, OrderRefusal, OrderStatus, OrderType, ShipmentDraft, ShopLink, StepDetails,
};
use bus_schemas::warehouse::{Expired, StockAction};
use rust_decimal::Decimal;

use super::facts::{OrderFacts, WarehouseRules};
use super::needs::{Needs, asks_for};
use super::rules::decide;
use super::shipping::PARCELS_MAX;
use super::test_orders::{act, command, done, draft, facts, inbound, movement, named, outbound, parts, try_create, with, wrong};
use crate::dates::Month;

#[test]
fn more_than_ordered_comes_in_within_the_tolerance_or_with_the_right() {
    let order = done(&inbound(&[100]), OrderAction::step(AUDIT));
    let receive = |quantity, percent: i64, over| {
        let rules = WarehouseRules { over_receipt: Decimal::from(percent), ..WarehouseRules::default() };
        let command = command(ExtraRights { over, ..ExtraRights::default() }, OrderAction::moving(STOCK, parts(&[(1, quantity)])));
        decide(Some(&order), order.id, order.kind, &command, 5, &OrderFacts { rules, ..facts() }).map(|decision| decision.order)
    };
    let over = named("lines[0].quantity", "error.quantity.over");
    assert_eq!(wrong(receive(101, 0, false)), over);
    assert_eq!(wrong(receive(106, 5, false)), over);
    let more = receive(105, 5, false).unwrap();
    assert_eq!((more.status, more.lines[0].stocked.0), (OrderStatus::STOCKED, Decimal::from(105)));
    assert_eq!(receive(300, 5, true).unwrap().status, OrderStatus::STOCKED);
    // Nobody sends out more than was ordered.
    let order = done(&outbound(&[100]), OrderAction::step(AUDIT));
    let command = command(ExtraRights::all(), OrderAction::moving(STOCK, parts(&[(1, 101)])));
    let sent = decide(Some(&order), order.id, order.kind, &command, 5, &facts());
    assert_eq!(wrong(sent), named("lines[0].quantity", "error.quantity.open"));
}

#[test]
fn a_business_date_lies_neither_in_the_future_nor_too_far_back_nor_in_a_closed_month() {
    let rules = WarehouseRules { backdate_days: 20, closed: Month::of("2026-01"), ..WarehouseRules::default() };
    let facts = OrderFacts { rules, ..facts() };
    let on = |date: &str, may| {
        let draft = OrderDraft { business_date: date.into(), ..draft(OrderType::PURCHASE, &[1]) };
        try_create(OrderKind::INBOUND, draft, &facts, may)
    };
    let wrong = |date, may| wrong(on(date, may)).1;
    assert!(on("2026-02-18", ExtraRights::default()).is_ok());
    assert_eq!(wrong("2026-02-17", ExtraRights::default()), "error.date.backdate");
    assert!(on("2026-02-01", ExtraRights { backdate: true, ..ExtraRights::default() }).is_ok());
    assert_eq!(wrong("2026-01-31", ExtraRights::all()), "error.date.closed");
    assert_eq!(wrong("2026-03-11", ExtraRights::all()), "error.date.future");
    // An edit that leaves an old date alone is not asked about it.
    let old = Order { business_date: "2026-01-05".into(), ..inbound(&[1]) };
    let change = bus_schemas::order::OrderChange { remark: Some("later".into()), ..Default::default() };
    assert!(act(&old, OrderAction::Edit { change }, &facts).is_ok());
}

#[test]
fn four_eyes_are_asked_from_an_amount_on_and_a_super_administrator_says_why_not() {
    let order = inbound(&[10]);
    let from = |amount: i64| OrderFacts {
        rules: WarehouseRules { four_eyes_from: Some(Amount(Decimal::from(amount))), ..WarehouseRules::default() },
        ..facts()
    };
    assert!(act(&order, OrderAction::step(AUDIT), &from(21)).is_ok());
    assert!(matches!(act(&order, OrderAction::step(AUDIT), &from(20)), Err(OrderRefusal::FourEyes)));
    let overrule = |may, reason: Option<&str>| {
        let details = Box::new(StepDetails { overrule: true, ..StepDetails::default() });
        let action = OrderAction::Step { step: AUDIT.into(), parts: None, reason: reason.map(str::to_owned), details };
        decide(Some(&order), order.id, order.kind, &command(may, action), 5, &from(20))
    };
    assert!(matches!(overrule(ExtraRights { overrule: false, ..ExtraRights::all() }, Some("late")), Err(OrderRefusal::FourEyes)));
    assert_eq!(wrong(overrule(ExtraRights::all(), Some(" "))), named("reason", "error.required"));
    let decision = overrule(ExtraRights::all(), Some("nobody else is here")).unwrap();
    let entry = decision.order.entry.unwrap();
    assert_eq!((entry.overruled, entry.reason.as_deref()), (true, Some("nobody else is here")));
}

#[test]
fn a_typed_number_is_none_that_the_system_gives() {
    let typed = |kind: OrderKind, order_type, number: &str| {
        let draft = OrderDraft { reference: Some(number.into()), ..draft(order_type, &[1]) };
        try_create(kind, draft, &facts(), ExtraRights::default()).map(|order| order.reference)
    };
    let purchase = |number: &str| typed(OrderKind::INBOUND, OrderType::PURCHASE, number);
    assert_eq!(wrong(purchase(" RK202603110001")), named("order_no", "error.order_no.number"));
    for number in ["RK-2026", "RK20260311", "202603110001", "CK202603110001", "RK20260311000A"] {
        assert_eq!(purchase(number), Ok(number.to_owned()), "{number}");
    }
    // An order's own number is sent back with it.
    let order = Order { number: "RK202603110001".into(), reference: "RK202603110001".into(), ..inbound(&[1]) };
    let change = |reference: &str| bus_schemas::order::OrderChange { reference: Some(reference.into()), ..Default::default() };
    assert!(act(&order, OrderAction::Edit { change: change("RK202603110001") }, &facts()).is_ok());
    assert_eq!(wrong(act(&order, OrderAction::Edit { change: change("RK202603110002") }, &facts())), named("order_no", "error.order_no.number"));
}

#[test]
fn expired_goods_leave_with_the_right_to_it_or_back_to_the_supplier() {
    let order = outbound(&[1]);
    let review = |order: &Order, may, expired| {
        let action = with(AUDIT, StepDetails { expired, ..StepDetails::default() });
        decide(Some(order), order.id, order.kind, &command(may, action), 5, &facts()).map(|decision| decision.expired)
    };
    assert_eq!(review(&order, ExtraRights::all(), false), Ok(Expired::Refused));
    assert_eq!(wrong(review(&order, ExtraRights::default(), true)), named("expired", "error.expired.right"));
    assert_eq!(review(&order, ExtraRights { expired: true, ..ExtraRights::default() }, true), Ok(Expired::Last));
    let back = Order { order_type: OrderType::SUPPLIER_RETURN, ..order };
    assert_eq!(review(&back, ExtraRights::default(), false), Ok(Expired::First));
}

#[test]
fn an_order_is_shipped_when_all_that_left_is_in_parcels() {
    let wanted = ShipmentDraft { needed: Some(true), ..ShipmentDraft::default() };
    let draft = OrderDraft { shipment: Some(wanted), ..draft(OrderType::SALES, &[5, 3]) };
    let order = try_create(OrderKind::OUTBOUND, draft, &facts(), ExtraRights::default()).unwrap();
    let status = |order: &Order| order.shipment.as_ref().unwrap().status;
    assert_eq!(status(&order), ShipmentStatus::Pending);
    let reviewed = done(&order, OrderAction::step(AUDIT));
    let parcel = |carrier, number: &str, lines: Option<&[(u32, i64)]>| ParcelDraft {
        no: None,
        carrier: Some(CarrierId(carrier)),
        courier_number: number.into(),
        lines: lines.map(parts),
    };
    let send = |moved: &[(u32, i64)], parcels: Vec<ParcelDraft>| OrderAction::Step {
        step: STOCK.into(),
        parts: Some(parts(moved)),
        reason: None,
        details: Box::new(StepDetails { parcels: Some(parcels), ..StepDetails::default() }),
    };
    assert_eq!(wrong(act(&reviewed, send(&[(1, 2)], vec![parcel(9, "A", None)]), &facts())), named("parcels[0].carrier_id", "error.reference"));
    let too_much = act(&reviewed, send(&[(1, 2)], vec![parcel(3, "A", Some(&[(1, 3)]))]), &facts());
    assert_eq!(wrong(too_much), named("parcels[0].lines[0].quantity", "error.quantity.parcel"));
    let first = done(&reviewed, send(&[(1, 2)], vec![parcel(3, "A", None)]));
    // Too many are refused before any of them is looked at.
    let many = || vec![parcel(9, "A", None); PARCELS_MAX + 1];
    let pack = with(PARCELS, StepDetails { parcels: Some(many()), ..StepDetails::default() });
    for refused in [act(&reviewed, send(&[(1, 2)], many()), &facts()), act(&first, pack, &facts())] {
        assert_eq!(wrong(refused), named("parcels", "error.lines.many"));
    }
    assert_eq!((status(&first), first.shipment.as_ref().unwrap().parcels[0].lines.len()), (ShipmentStatus::Pending, 1));
    let last = done(&first, OrderAction::step(STOCK));
    assert_eq!((last.status, status(&last)), (OrderStatus::STOCKED, ShipmentStatus::Pending), "its goods are in no parcel");
    let mut all = vec![ParcelDraft { no: Some(1), ..parcel(3, "A2", None) }, parcel(3, "B", None)];
    let packed = done(&last, with(PARCELS, StepDetails { parcels: Some(all.clone()), ..StepDetails::default() }));
    let shipment = packed.shipment.as_ref().unwrap();
    assert_eq!((shipment.status, shipment.parcels[0].courier_number.as_str()), (ShipmentStatus::Shipped, "A2"));
    assert_eq!(shipment.parcels[1].lines.iter().map(|line| line.quantity.0).sum::<Decimal>(), Decimal::from(6));
    all.pop();
    let fewer = done(&packed, with(PARCELS, StepDetails { parcels: Some(all), ..StepDetails::default() }));
    assert_eq!(status(&fewer), ShipmentStatus::Pending);
    // Who says nothing ships nothing.
    assert_eq!(status(&done(&done(&outbound(&[1]), OrderAction::step(AUDIT)), OrderAction::step(STOCK))), ShipmentStatus::None);
}

/// What the shop promised of its goods holds when they leave, whatever its customers ask for.
#[test]
fn a_parcel_of_the_shop_leaves_with_goods_that_keep_as_promised() {
    let link =
        |keep_until: Option<&str>| ShopLink { order: OrderId(5), order_no: "2026031000000001".into(), keep_until: keep_until.map(str::to_owned) };
    let write = bus_schemas::shop::write::ShopWrite::of(crate::shop::order::tests::order(vec![], vec![]));
    let of_customer = OrderFacts { life_days: 9, ..facts() };
    let reviewed = done(&outbound(&[4]), OrderAction::step(AUDIT));
    for (keep_until, days) in [(Some("2026-03-30"), 20), (Some("2026-03-01"), 0), (None, 0)] {
        let order = Order { shop: Some(link(keep_until)), ..reviewed.clone() };
        let leaves = OrderAction::Step {
            step: STOCK.into(),
            parts: None,
            reason: None,
            details: Box::new(StepDetails { shop: Some(Box::new(write.clone())), ..StepDetails::default() }),
        };
        let Some(StockAction::Issue { lines, .. }) = act(&order, leaves, &of_customer).unwrap().stock else { panic!("nothing leaves") };
        assert_eq!(lines[0].life_days, days, "{keep_until:?}");
    }
}

/// What another order had may be too old for the customer of this one.
#[test]
fn who_takes_over_gets_goods_that_keep_as_long_as_their_customer_asks() {
    let taking = done(&outbound(&[4]), OrderAction::step(AUDIT));
    let from = Order { id: OrderId(2), number: "CK2".into(), ..taking.clone() };
    let parts = vec![ReservedPart { line: 1, place: movement(1, 1, 1).place, quantity: Quantity(Decimal::TWO) }];
    let action = || OrderAction::TakeOver { from_kind: OrderKind::OUTBOUND, from: from.id, parts: parts.clone(), line: 1, reason: "urgent".into() };
    let asked = |order: &Order| match asks_for(Some(order), OrderKind::OUTBOUND, &command(ExtraRights::default(), action())) {
        Needs::Other { order, needs, .. } => (order, needs.customer),
        _ => panic!("nothing is asked of another order"),
    };
    assert_eq!(asked(&taking), (from.id, Some(PartnerId(4))));
    // A supplier asks for nothing.
    assert_eq!(asked(&Order { order_type: OrderType::SUPPLIER_RETURN, ..taking.clone() }), (from.id, None));
    let of_customer = OrderFacts { life_days: 30, other: Some(Box::new(from.clone())), ..facts() };
    let Some(StockAction::HandOver { lines, .. }) = act(&taking, action(), &of_customer).unwrap().stock else { panic!("nothing is handed over") };
    assert_eq!(lines[0].demand.life_days, 30);
    // What the shop has promised is not given to others.
    let link = ShopLink { order: OrderId(5), order_no: "2026031000000001".into(), keep_until: None };
    let of_shop = OrderFacts { other: Some(Box::new(Order { shop: Some(link), ..from })), ..facts() };
    assert!(matches!(act(&taking, action(), &of_shop), Err(OrderRefusal::Transition { .. })));
}
