//! Orders that are made of others: back orders, reversals and returns, against independently computed sums.

use bus_schemas::ids::{AreaId, OrderId, WarehouseId};
use bus_schemas::notification::NotificationKind;
use bus_schemas::number::{Cost, Quantity};
use bus_schemas::order::details::ReturnTarget;
use bus_schemas::order::kinds::{AUDIT, CLOSE, GIVE_BACK, RETURN_GOODS, REVERSE, STOCK, VOID};
use bus_schemas::order::{Order, OrderAction, OrderKind, OrderRefusal, OrderStatus, OrderType, ShopLink, StepDetails};
use bus_schemas::warehouse::{Expired, Place, StockAction};
use proptest::prelude::*;
use rust_decimal::Decimal;

use super::decision::Decision;
use super::facts::{LineMovement, OrderFacts};
use super::test_orders::{act, done, facts, inbound, movement, named, outbound, parts, with, wrong};

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
    // An order that has not moved is voided or edited instead.
    let none = act(&reviewed, with("void", StepDetails { back_order: true, ..StepDetails::default() }), &facts());
    assert_eq!(wrong(none), named("back_order", "error.choice"));
}

#[test]
fn what_has_not_come_yet_becomes_a_new_order() {
    let rest = || with(CLOSE, StepDetails { back_order: true, ..StepDetails::default() });
    let arrived = done(&done(&inbound(&[5, 3]), OrderAction::step(AUDIT)), OrderAction::moving(STOCK, parts(&[(1, 2), (2, 3)])));
    let decision = act(&arrived, rest(), &facts()).unwrap();
    // Nothing was reserved; both orders are written in one transaction of the warehouse all the same.
    assert!(matches!(decision.stock, Some(StockAction::Swap { ref swaps, .. }) if swaps.is_empty()));
    let made = decision.made.unwrap();
    assert_eq!((decision.order.status, made.status, made.kind), (OrderStatus::STOCKED, OrderStatus::PENDING, OrderKind::INBOUND));
    assert_eq!(made.lines.iter().map(|line| (line.quantity.0, line.stocked.0)).collect::<Vec<_>>(), [(Decimal::from(3), Decimal::ZERO)]);
    assert_eq!(made.lines[0].price, arrived.lines[0].price);
    assert_eq!((made.partner, made.order_type), (arrived.partner, arrived.order_type));
    assert_eq!((made.origin.map(|link| link.order), decision.order.made[0].order), (Some(OrderId(1)), OrderId(77)));
    // What a customer did not send back is none.
    let returned = Order { order_type: OrderType::CUSTOMER_RETURN, ..arrived };
    assert_eq!(wrong(act(&returned, rest(), &facts())), named("back_order", "error.choice"));
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
    let to = ReturnTarget { warehouse: WarehouseId(2), area: Some(9.into()) };
    let there = act(&sale, back(Some(to)), &to_inspect).unwrap();
    let made = there.made.unwrap();
    assert_eq!(
        (there.at, made.warehouse, made.lines[0].area, there.order.warehouse),
        (WarehouseId(2), WarehouseId(2), Some(9.into()), WarehouseId(1))
    );
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
