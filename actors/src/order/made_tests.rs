//! Reversals, back orders, parcels, tolerances and business dates, against independently computed sums.

use bus_schemas::hold::ReservedPart;
use bus_schemas::ids::{AdminId, AreaId, CarrierId, CommandId, CommandKey, OrderId, PartnerId, ProductId, UnitId, WarehouseId};
use bus_schemas::notification::NotificationKind;
use bus_schemas::number::{Amount, Cost, Quantity};
use bus_schemas::order::details::{BackTo, ParcelDraft, ShipmentStatus};
use bus_schemas::order::kinds::{AUDIT, CLOSE, GIVE_BACK, PARCELS, RETURN_GOODS, REVERSE, STOCK, VOID};
use bus_schemas::order::{
    DraftLine, Order, OrderAction, OrderCommand, OrderDraft, OrderKind, OrderRefusal, OrderStatus, OrderType, PartLine, Powers, ShipmentDraft,
    ShopLink, StepDetails,
};
use bus_schemas::warehouse::{Expired, Place, StockAction};
use proptest::prelude::*;
use rust_decimal::Decimal;

use super::decision::Decision;
use super::facts::{LineMovement, OrderFacts, WarehouseRules};
use super::needs::{Needs, asks_for};
use super::rules::decide;
use super::shipping::PARCELS_MAX;
use super::units::UnitFacts;
use crate::dates::Month;

const TODAY: &str = "2026-03-10";

fn draft(order_type: OrderType, quantities: &[i64]) -> OrderDraft {
    let line = |quantity: &i64| DraftLine { price: Decimal::TWO, ..DraftLine::new(ProductId(1), Decimal::from(*quantity)) };
    OrderDraft {
        warehouse: WarehouseId(1),
        partner: Some(PartnerId(4)),
        order_type,
        reference: None,
        remark: String::new(),
        business_date: TODAY.into(),
        admin: None,
        shipment: None,
        transfer: None,
        lines: quantities.iter().map(line).collect(),
    }
}

fn facts() -> OrderFacts {
    OrderFacts {
        warehouse: true,
        partner: true,
        products: [(ProductId(1), UnitFacts { id: UnitId(1), decimals: 4 })].into(),
        carriers: [CarrierId(3)].into(),
        next: Some(OrderId(77)),
        ..OrderFacts::default()
    }
}

fn command(may: Powers, action: OrderAction) -> OrderCommand {
    let id = CommandKey::of(AdminId(1), CommandId::new("c").unwrap());
    OrderCommand { id, admin: AdminId(1), version: None, action, quiet: false, may, today: TODAY.into() }
}

fn try_create(kind: OrderKind, draft: OrderDraft, facts: &OrderFacts, may: Powers) -> Result<Order, OrderRefusal> {
    decide(None, OrderId(1), kind, &command(may, OrderAction::Create { draft }), 1, facts).map(|decision| decision.order)
}

fn outbound(quantities: &[i64]) -> Order {
    try_create(OrderKind::OUTBOUND, draft(OrderType::SALES, quantities), &facts(), Powers::default()).unwrap()
}

fn inbound(quantities: &[i64]) -> Order {
    try_create(OrderKind::INBOUND, draft(OrderType::PURCHASE, quantities), &facts(), Powers::default()).unwrap()
}

fn act(order: &Order, action: OrderAction, facts: &OrderFacts) -> Result<Decision, OrderRefusal> {
    decide(Some(order), order.id, order.kind, &command(Powers::default(), action), 5, facts)
}

fn done(order: &Order, action: OrderAction) -> Order {
    act(order, action, &facts()).unwrap().order
}

fn parts(quantities: &[(u32, i64)]) -> Vec<PartLine> {
    quantities.iter().map(|(line, quantity)| PartLine { line: *line, quantity: Decimal::from(*quantity), ..PartLine::default() }).collect()
}

fn with(step: &str, details: StepDetails) -> OrderAction {
    OrderAction::Step { step: step.into(), parts: None, reason: Some("why".into()), details: Box::new(details) }
}

fn wrong<T: std::fmt::Debug>(result: Result<T, OrderRefusal>) -> (String, String) {
    match result {
        Err(OrderRefusal::Invalid { field, key }) => (field, key),
        other => panic!("{other:?}"),
    }
}

fn named(field: &str, key: &str) -> (String, String) {
    (field.into(), key.into())
}

/// What a warehouse moved for a line: each piece from a batch of its own, at its own cost.
fn movement(line: u32, batch: i64, moved: i64) -> LineMovement {
    let place = Place { area: 0.into(), shelf: 0.into(), product: ProductId(1), batch: format!("B{batch}") };
    let (moved, unit_cost) = (Quantity(Decimal::from(moved)), Cost(Decimal::from(batch)));
    LineMovement { sequence: batch, line, place, moved, unit_cost, produce_date: None, expiry_date: None }
}

#[test]
fn more_than_ordered_comes_in_within_the_tolerance_or_with_the_right() {
    let order = done(&inbound(&[100]), OrderAction::step(AUDIT));
    let receive = |quantity, percent: i64, over| {
        let rules = WarehouseRules { over_receipt: Decimal::from(percent), ..WarehouseRules::default() };
        let command = command(Powers { over, ..Powers::default() }, OrderAction::moving(STOCK, parts(&[(1, quantity)])));
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
    let command = command(Powers::all(), OrderAction::moving(STOCK, parts(&[(1, 101)])));
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
    assert!(on("2026-02-18", Powers::default()).is_ok());
    assert_eq!(wrong("2026-02-17", Powers::default()), "error.date.backdate");
    assert!(on("2026-02-01", Powers { backdate: true, ..Powers::default() }).is_ok());
    assert_eq!(wrong("2026-01-31", Powers::all()), "error.date.closed");
    assert_eq!(wrong("2026-03-11", Powers::all()), "error.date.future");
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
    assert!(matches!(overrule(Powers { overrule: false, ..Powers::all() }, Some("late")), Err(OrderRefusal::FourEyes)));
    assert_eq!(wrong(overrule(Powers::all(), Some(" "))), named("reason", "error.required"));
    let decision = overrule(Powers::all(), Some("nobody else is here")).unwrap();
    let entry = decision.order.entry.unwrap();
    assert_eq!((entry.overruled, entry.reason.as_deref()), (true, Some("nobody else is here")));
}

#[test]
fn a_typed_number_is_none_that_the_system_gives() {
    let typed = |kind: OrderKind, order_type, number: &str| {
        let draft = OrderDraft { reference: Some(number.into()), ..draft(order_type, &[1]) };
        try_create(kind, draft, &facts(), Powers::default()).map(|order| order.reference)
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
    assert_eq!(review(&order, Powers::all(), false), Ok(Expired::Refused));
    assert_eq!(wrong(review(&order, Powers::default(), true)), named("expired", "error.expired.right"));
    assert_eq!(review(&order, Powers { expired: true, ..Powers::default() }, true), Ok(Expired::Last));
    let back = Order { order_type: OrderType::SUPPLIER_RETURN, ..order };
    assert_eq!(review(&back, Powers::default(), false), Ok(Expired::First));
}

#[test]
fn an_order_is_shipped_when_all_that_left_is_in_parcels() {
    let wanted = ShipmentDraft { needed: Some(true), ..ShipmentDraft::default() };
    let draft = OrderDraft { shipment: Some(wanted), ..draft(OrderType::SALES, &[5, 3]) };
    let order = try_create(OrderKind::OUTBOUND, draft, &facts(), Powers::default()).unwrap();
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

#[test]
fn what_an_order_leaves_open_becomes_a_new_one() {
    let reviewed = done(&outbound(&[5, 3]), OrderAction::step(AUDIT));
    let part = done(&reviewed, OrderAction::moving(STOCK, parts(&[(1, 2), (2, 3)])));
    let decision = act(&part, with(CLOSE, StepDetails { back_order: true, ..StepDetails::default() }), &facts()).unwrap();
    let rest = decision.made.unwrap();
    assert_eq!((decision.order.status, rest.status, rest.version), (OrderStatus::STOCKED, OrderStatus::PENDING, 1));
    assert_eq!(
        rest.lines.iter().map(|line| (line.line, line.quantity.0, line.stocked.0)).collect::<Vec<_>>(),
        [(1, Decimal::from(3), Decimal::ZERO)]
    );
    assert_eq!(rest.total_amount.0, Decimal::from(6));
    assert_eq!((rest.origin.map(|link| link.order), decision.order.made[0].order), (Some(OrderId(1)), OrderId(77)));
    // It waits for review, which reviewers are told of; its number comes when it is written.
    let review = decision.notifications.iter().find(|draft| draft.kind == NotificationKind::ORDER_REVIEW).unwrap();
    assert_eq!((review.link.as_str(), review.data["order_no"].as_str()), ("/admin/warehouse/outboundOrder?id=77", Some("")));
    assert_eq!(review.numbered("CK1").data["order_no"], "CK1");
    // An order that has not moved is voided or edited instead, and goods that come in are not promised to anybody.
    let none = act(&reviewed, with("void", StepDetails { back_order: true, ..StepDetails::default() }), &facts());
    assert_eq!(wrong(none), named("back_order", "error.choice"));
    let arrived = done(&done(&inbound(&[5]), OrderAction::step(AUDIT)), OrderAction::moving(STOCK, parts(&[(1, 2)])));
    let none = act(&arrived, with(CLOSE, StepDetails { back_order: true, ..StepDetails::default() }), &facts());
    assert_eq!(wrong(none), named("back_order", "error.choice"));
}

#[test]
fn a_reversal_needs_a_reason_and_can_not_be_reversed() {
    let stocked = done(&done(&inbound(&[5]), OrderAction::step(AUDIT)), OrderAction::step(STOCK));
    let facts = OrderFacts { moves: vec![movement(1, 1, 5)], ..facts() };
    assert_eq!(wrong(act(&stocked, OrderAction::ending(REVERSE, " "), &facts)), named("reason", "error.required"));
    let counter = act(&stocked, OrderAction::ending(REVERSE, "wrong goods"), &facts).unwrap().made.unwrap();
    assert_eq!((counter.kind, counter.order_type, counter.status), (OrderKind::OUTBOUND, OrderType::SUPPLIER_RETURN, OrderStatus::STOCKED));
    assert!(stocked.partner.is_some() && counter.partner == stocked.partner, "with the same supplier");
    for step in [REVERSE, "parcels", "edit", "del"] {
        let refused = act(&counter, OrderAction::ending(step, "again"), &facts);
        assert!(matches!(&refused, Err(OrderRefusal::Transition { allowed, .. }) if allowed.is_empty()), "{step}: {refused:?}");
    }
}

/// What a customer sent back may come back again once the return was reversed: the same goods, at the same cost.
#[test]
fn a_return_that_is_reversed_gives_its_goods_back_to_the_sale() {
    let sale = done(&done(&outbound(&[10]), OrderAction::step(AUDIT)), OrderAction::step(STOCK));
    let moves = vec![movement(1, 1, -6), movement(1, 2, -4)];
    let of_sale = OrderFacts { moves, inspect: Some(9.into()), ..facts() };
    let take = |quantity: i64, step: &str| OrderAction::Step {
        step: step.into(),
        parts: Some(parts(&[(1, quantity)])),
        reason: Some("why".into()),
        details: Box::default(),
    };
    let first = act(&sale, take(5, GIVE_BACK), &of_sale).unwrap();
    let second = act(&first.order, take(3, GIVE_BACK), &of_sale).unwrap();
    assert_eq!(wrong(act(&second.order, take(3, GIVE_BACK), &of_sale)), named("lines[0].quantity", "error.quantity.reversible"));
    let (sale, returned) = (second.order, Order { id: OrderId(77), ..first.made.unwrap() });
    let batches = |order: &Order| order.lines.iter().map(|line| (line.batch.clone().unwrap(), line.quantity.0)).collect::<Vec<_>>();
    assert_eq!(batches(&returned), [("B2".to_owned(), Decimal::from(4)), ("B1".to_owned(), Decimal::ONE)]);

    // The return's own rows in the ledger.
    let came = [movement(1, 2, 4), movement(2, 1, 1)].into_iter().zip(11..).map(|(moved, sequence)| LineMovement { sequence, ..moved });
    let of_return = OrderFacts { moves: came.collect(), other: Some(Box::new(sale.clone())), ..facts() };
    let all = OrderAction::Step { step: REVERSE.into(), parts: None, reason: Some("never came".into()), details: Box::default() };
    let reversed = act(&returned, all.clone(), &of_return).unwrap();
    let partners = [returned.partner.is_some(), reversed.made.as_ref().unwrap().partner.is_some()];
    assert_eq!(partners, [true, false], "a customer is no supplier");
    let Some(StockAction::Reverse { lines, returned_of: Some(write) }) = reversed.stock else { panic!("the sale is not written") };
    assert_eq!(lines.iter().map(|line| line.change.0).sum::<Decimal>(), Decimal::from(-5));
    let sale = write.order;
    assert_eq!((sale.lines[0].reversed.0, sale.status), (Decimal::from(3), OrderStatus::STOCKED));
    assert_eq!(sale.entry.as_ref().map(|entry| entry.action.as_str()), Some("returnReversed"));
    let again = act(&sale, take(7, GIVE_BACK), &of_sale).unwrap();
    assert_eq!(batches(&again.made.unwrap()), [("B2".to_owned(), Decimal::from(4)), ("B1".to_owned(), Decimal::from(3))]);
    assert_eq!(wrong(act(&again.order, take(1, GIVE_BACK), &of_sale)), named("lines[0].quantity", "error.quantity.reversible"));
    // Nothing of a return goes back twice.
    let nothing = act(&reversed.order, all, &of_return);
    assert_eq!(wrong(nothing), named("lines", "error.reverse.nothing"));
}

fn named_part(line: u32, quantity: i64, step: &str) -> OrderAction {
    OrderAction::Step { step: step.into(), parts: Some(parts(&[(line, quantity)])), reason: Some("why".into()), details: Box::default() }
}

/// A purchase of 10 of which 6 came as batch B1 and 4 as B2, each into area 5; 3 of B2 are free there.
fn purchase() -> (Order, OrderFacts) {
    let order = done(&done(&inbound(&[10]), OrderAction::step(AUDIT)), OrderAction::step(STOCK));
    let came = [movement(1, 1, 6), movement(1, 2, 4)].map(|moved| LineMovement { place: Place { area: 5.into(), ..moved.place.clone() }, ..moved });
    let free = came.iter().map(|moved| (moved.place.clone(), Quantity(3.into()))).collect();
    (order, OrderFacts { moves: came.to_vec(), free, areas: [5].into(), ..facts() })
}

#[test]
fn goods_go_back_to_their_supplier_at_the_price_they_came_for() {
    let (purchase, facts) = purchase();
    assert_eq!(wrong(act(&purchase, named_part(1, 11, RETURN_GOODS), &facts)), named("lines[0].quantity", "error.quantity.reversible"));
    let first = act(&purchase, named_part(1, 5, RETURN_GOODS), &facts).unwrap();
    let sent = Order { id: OrderId(77), ..first.made.unwrap() };
    assert_eq!((sent.kind, sent.order_type, sent.status), (OrderKind::OUTBOUND, OrderType::SUPPLIER_RETURN, OrderStatus::PENDING));
    assert_eq!((sent.partner, sent.origin.map(|origin| origin.order)), (purchase.partner, Some(purchase.id)));
    assert_eq!(first.order.made.iter().map(|made| (made.kind, made.order)).collect::<Vec<_>>(), [(OrderKind::OUTBOUND, OrderId(77))]);
    let lines: Vec<_> = sent.lines.iter().map(|line| (line.batch.clone().unwrap(), line.quantity.0, line.area, line.price.0)).collect();
    // Of B2 four are wanted and three are there: any place will do.
    let expected: [(String, Decimal, Option<AreaId>, Decimal); 2] =
        [("B2".into(), Decimal::from(4), None, Decimal::TWO), ("B1".into(), Decimal::ONE, Some(AreaId(5)), Decimal::TWO)];
    assert_eq!(lines, expected);
    // Neither twice, nor by a reversal.
    for step in [RETURN_GOODS, REVERSE] {
        assert_eq!(wrong(act(&first.order, named_part(1, 6, step), &facts)), named("lines[0].quantity", "error.quantity.reversible"));
    }
    let allowed = super::state::allowed(&sent);
    assert_eq!(allowed, ["audit", "void"], "its lines are those of the purchase");
    let reviewed = act(&sent, OrderAction::step(AUDIT), &facts).unwrap();
    let Some(StockAction::Reserve { lines }) = &reviewed.stock else { panic!("nothing is reserved") };
    assert!(lines.iter().all(|line| line.cost == Some(Cost(Decimal::TWO)) && line.never_below_zero), "{lines:?}");
    assert_eq!(reviewed.expired, Expired::First);
    // Goods of a production order have no supplier to go back to.
    let produced = Order { order_type: OrderType::PRODUCTION, ..purchase };
    assert!(matches!(act(&produced, named_part(1, 1, RETURN_GOODS), &facts), Err(OrderRefusal::Transition { .. })));
}

#[test]
fn what_does_not_go_back_after_all_may_be_sent_back_again() {
    let (purchase, facts) = purchase();
    let first = act(&purchase, named_part(1, 5, RETURN_GOODS), &facts).unwrap();
    let (purchase, sent) = (first.order, Order { id: OrderId(77), ..first.made.unwrap() });
    let of_return = OrderFacts { other: Some(Box::new(purchase)), ..facts };
    let written = |decision: &Decision| {
        let write = decision.origin.as_ref().expect("the purchase is not written");
        assert_eq!(write.order.entry.as_ref().map(|entry| entry.action.as_str()), Some("returnReversed"));
        write.order.lines[0].reversed.0
    };
    let voided = act(&sent, OrderAction::ending(VOID, "kept"), &of_return).unwrap();
    assert_eq!((written(&voided), voided.order.status), (Decimal::ZERO, OrderStatus::VOIDED));
    assert!(matches!(voided.stock, Some(StockAction::Swap { ref swaps, .. }) if swaps.is_empty()), "nothing was reserved");
    let reviewed = act(&sent, OrderAction::step(AUDIT), &of_return).unwrap().order;
    let voided = act(&reviewed, OrderAction::ending(VOID, "kept"), &of_return).unwrap();
    assert_eq!((written(&voided), voided.stock), (Decimal::ZERO, Some(StockAction::Release)));
    // Three of the first line leave, the rest stays.
    let part = act(&reviewed, OrderAction::moving(STOCK, parts(&[(1, 3)])), &of_return).unwrap().order;
    let ended = act(&part, OrderAction::ending(CLOSE, "enough"), &of_return).unwrap();
    assert_eq!(written(&ended), Decimal::from(3));
    let rest = StepDetails { back_order: true, ..StepDetails::default() };
    assert_eq!(wrong(act(&part, with(CLOSE, rest), &of_return)), named("back_order", "error.choice"));
    // What had left and comes back by a reversal may go again as well.
    let left = LineMovement { sequence: 21, ..movement(1, 2, -3) };
    let back = OrderFacts { moves: vec![left], ..of_return };
    let reversed =
        act(&ended.order, OrderAction::ending(REVERSE, "never came"), &OrderFacts { other: ended.origin.map(|write| Box::new(write.order)), ..back })
            .unwrap();
    let Some(StockAction::Reverse { returned_of: Some(write), .. }) = reversed.stock else { panic!("the purchase is not written") };
    assert_eq!(write.order.lines[0].reversed, Quantity::ZERO);
}

/// Goods of the shop come back to the place that is named, and nowhere where nobody inspects them.
#[test]
fn what_members_send_back_comes_to_be_inspected_where_it_is_sent() {
    let sale = done(&done(&outbound(&[4]), OrderAction::step(AUDIT)), OrderAction::step(STOCK));
    let link = ShopLink { order: OrderId(5), order_no: "2026031000000001".into(), keep_until: None };
    let sale = Order { shop: Some(link), ..sale };
    let of_sale = OrderFacts { moves: vec![movement(1, 1, -4)], ..facts() };
    let write = bus_schemas::shop::write::ShopWrite::of(crate::shop::order::tests::order(vec![], vec![]));
    let back = |back_to| with(GIVE_BACK, StepDetails { shop: Some(Box::new(write.clone())), back_to, ..StepDetails::default() });
    assert_eq!(wrong(act(&sale, back(None), &of_sale)), named("area", "error.return.inspect"));
    let to_inspect = OrderFacts { inspect: Some(9.into()), ..of_sale };
    let here = act(&sale, back(None), &to_inspect).unwrap();
    assert_eq!((here.at, here.made.unwrap().warehouse), (WarehouseId(1), WarehouseId(1)));
    let to = BackTo { warehouse: WarehouseId(2), area: Some(9.into()) };
    let there = act(&sale, back(Some(to)), &to_inspect).unwrap();
    let made = there.made.unwrap();
    assert_eq!(
        (there.at, made.warehouse, made.lines[0].area, there.order.warehouse),
        (WarehouseId(2), WarehouseId(2), Some(9.into()), WarehouseId(1))
    );
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
    let asked = |order: &Order| match asks_for(Some(order), OrderKind::OUTBOUND, &command(Powers::default(), action())) {
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

/// An order that says only how much was taken back, not of which movement, was written before movements were named.
#[test]
fn a_return_of_old_is_given_back_by_its_product() {
    let mut sale = done(&done(&outbound(&[4, 4]), OrderAction::step(AUDIT)), OrderAction::step(STOCK));
    for line in &mut sale.lines {
        line.reversed = Quantity(Decimal::TWO);
    }
    let of_sale = OrderFacts { moves: vec![movement(1, 1, -4), movement(2, 2, -4)], ..facts() };
    let mut returned = act(&sale, OrderAction::ending(GIVE_BACK, "why"), &of_sale).unwrap().made.unwrap();
    returned.id = OrderId(77);
    returned.lines.truncate(1);
    returned.lines[0] =
        bus_schemas::order::OrderLine { quantity: Quantity(3.into()), stocked: Quantity(3.into()), takes_back: None, ..returned.lines[0].clone() };
    let came = LineMovement { sequence: 11, ..movement(1, 1, 3) };
    let of_return = OrderFacts { moves: vec![came], other: Some(Box::new(sale)), ..facts() };
    let reversed = act(&returned, OrderAction::ending(REVERSE, "why"), &of_return).unwrap();
    let Some(StockAction::Reverse { returned_of: Some(write), .. }) = reversed.stock else { panic!("the sale is not written") };
    assert_eq!(write.order.lines.iter().map(|line| line.reversed.0).collect::<Vec<_>>(), [Decimal::ZERO, Decimal::ONE]);
}

proptest! {
    /// However an order's movements are taken back, no piece goes back twice, each at the cost it had, and all add up.
    #[test]
    fn what_is_taken_back_is_what_was_moved(
        pieces in prop::collection::vec((1..3_u32, 1..9_i64), 1..8),
        takes in prop::collection::vec((1..3_u32, 1..12_i64), 1..12),
        goes_out in any::<bool>(),
    ) {
        let sum = |line: u32| pieces.iter().filter(|(of, _)| *of == line).map(|(_, quantity)| *quantity).sum::<i64>();
        let quantities: Vec<i64> = [1, 2].iter().map(|line| sum(*line)).filter(|sum| *sum > 0).collect();
        prop_assume!(quantities.len() == 2);
        let fresh = if goes_out { outbound(&quantities) } else { inbound(&quantities) };
        let mut order = done(&done(&fresh, OrderAction::step(AUDIT)), OrderAction::step(STOCK));
        let sign = if goes_out { -1 } else { 1 };
        let moves = pieces.iter().zip(1..).map(|((line, quantity), batch)| movement(*line, batch, sign * quantity)).collect();
        let facts = OrderFacts { moves, ..facts() };
        let mut back: std::collections::BTreeMap<String, Decimal> = Default::default();
        let mut left = [quantities[0], quantities[1]];
        for (line, quantity) in takes {
            let action = OrderAction::Step { step: REVERSE.into(), parts: Some(parts(&[(line, quantity)])), reason: Some("back".into()), details: Box::default() };
            let rest = &mut left[line as usize - 1];
            match act(&order, action, &facts) {
                Ok(decision) => {
                    prop_assert!(quantity <= *rest);
                    *rest -= quantity;
                    let Some(StockAction::Reverse { lines, .. }) = decision.stock else { return Err(TestCaseError::fail("no movements")) };
                    let counter = decision.made.unwrap();
                    prop_assert_eq!(counter.total_quantity.0, Decimal::from(quantity));
                    prop_assert_eq!(lines.len(), counter.lines.len());
                    for piece in lines {
                        prop_assert_eq!(format!("B{}", piece.unit_cost.0), piece.place.batch.clone());
                        *back.entry(piece.place.batch).or_default() += piece.change.0;
                    }
                    order = decision.order;
                }
                Err(OrderRefusal::Invalid { key, .. }) => {
                    prop_assert_eq!(key, "error.quantity.reversible");
                    prop_assert!(quantity > *rest);
                }
                Err(other) => return Err(TestCaseError::fail(other.to_string())),
            }
        }
        for ((_, moved), batch) in pieces.iter().zip(1_i64..) {
            let returned = back.get(&format!("B{batch}")).copied().unwrap_or_default() * Decimal::from(-sign);
            prop_assert!(returned >= Decimal::ZERO && returned <= Decimal::from(*moved));
        }
        prop_assert_eq!(back.values().sum::<Decimal>() * Decimal::from(-sign), Decimal::from(quantities[0] + quantities[1] - left[0] - left[1]));
    }
}
