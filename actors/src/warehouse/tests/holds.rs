//! Goods that are held are on hand, and neither reserved nor picked.

use std::collections::HashMap;

use bus_schemas::hold::{AreaPurpose, HoldChange, HoldState, ReservedPart};
use bus_schemas::notification::{Audience, NotificationKind};
use bus_schemas::warehouse::{AdjustLine, HandOverLine, Movement, Obstacle, Operation, OrderWrite};
use proptest::prelude::*;

use super::*;
use crate::warehouse::holds;
use crate::warehouse::losses::{self, Loss};

/// Decides and applies, as the actor does; answers the ledger rows.
fn done(stock: &mut Stock, order: i64, action: StockAction) -> Result<Vec<Movement>, StockRefusal> {
    let command = command(order, action);
    let movements = decide(stock, &command, CONTEXT)?;
    let mut touched = Touched::default();
    movements.iter().for_each(|movement| stock.apply(movement, &mut touched));
    stock.hold(&command, CONTEXT.now_ms, &mut touched);
    Ok(movements)
}

fn hold(state: HoldState, everywhere: bool) -> StockAction {
    let change = HoldChange { product: ProductId(1), batch: "A".into(), state, reason: "broken seal".into(), everywhere };
    StockAction::Hold { change }
}

/// 10 of batch A, which expires first, and 5 of batch B.
fn stocked() -> Stock {
    let mut stock = stock(false);
    let lines = vec![receive(1, 1, "A", 10, Some("2026-02-01")), receive(2, 1, "B", 5, Some("2026-03-01"))];
    done(&mut stock, 1, StockAction::Receive { lines }).unwrap();
    stock
}

fn reserved(stock: &Stock, order: i64) -> i64 {
    let of_order = stock.reservations.get(&(OrderKind::OUTBOUND, OrderId(order)));
    let sum: Quantity = of_order.into_iter().flatten().map(|(_, reservation)| reservation.quantity).sum();
    i64::try_from(sum.0).unwrap()
}

#[test]
fn a_held_batch_is_on_hand_and_not_available() {
    let mut stock = stocked();
    done(&mut stock, 0, hold(HoldState::ToInspect, false)).unwrap();
    assert_eq!(level(&stock, 1), (quantity(15), quantity(0)));
    let short = done(&mut stock, 2, StockAction::Reserve { lines: vec![demand(1, 1, 6)] });
    assert!(matches!(short, Err(StockRefusal::Short { lines }) if lines[0].available == quantity(5)));
    assert!(done(&mut stock, 2, StockAction::Issue { lines: vec![demand(1, 1, 6)], release_rest: false }).is_err());
    let picked = done(&mut stock, 2, StockAction::Issue { lines: vec![demand(1, 1, 5)], release_rest: false }).unwrap();
    assert!(picked.iter().all(|movement| movement.place.batch == "B"));
    done(&mut stock, 0, hold(HoldState::None, false)).unwrap();
    done(&mut stock, 3, StockAction::Reserve { lines: vec![demand(1, 1, 10)] }).unwrap();
}

#[test]
fn holding_releases_reservations_and_notifies_their_orders() {
    let mut stock = stocked();
    done(&mut stock, 2, StockAction::Reserve { lines: vec![demand(1, 1, 12)] }).unwrap();
    let action = hold(HoldState::Recalled, true);
    let asked = StockCommand { order: None, ..command(0, action.clone()) };
    let movements = decide(&stock, &asked, CONTEXT).unwrap();
    assert_eq!(movements.len(), 2, "the change, and what it releases");
    assert_eq!((movements[0].moved, movements[0].reserved, movements[0].order.clone()), (quantity(0), quantity(0), None));
    let losses = losses::of(&asked, &movements);
    let notifications = losses::notices(&asked, &losses, WarehouseId(1));
    assert_eq!(notifications.len(), 1);
    assert_eq!(notifications[0].kind, NotificationKind::BATCH_RECALLED);
    assert_eq!(notifications[0].audience, Audience::Order { order: OrderId(2), except: Some(AdminId(1)) });
    assert_eq!(notifications[0].data["quantity"], "10");
    // Orders of the shop have nobody of their own: those who ship them are told, whoever has held the goods.
    let of_shop = |kind, number: &str| {
        let loss = &losses[0];
        let of = Loss { order: OrderRef { kind, number: number.into(), ..loss.order.clone() }, ..loss.clone() };
        losses::notices(&asked, &[of], WarehouseId(1)).remove(0)
    };
    for draft in [of_shop(OrderKind::SHOP, "2026010112345678"), of_shop(OrderKind::OUTBOUND, "SP202601011234567801")] {
        assert_eq!((draft.kind, draft.data["doubt"].as_str()), (NotificationKind::SHOP_STOCK_EXCEPTION, Some("recalled")));
        assert_eq!(draft.audience, Audience::Holders { node: "shop/order/order/delivery".into(), except: None });
        assert_eq!((draft.link.as_str(), draft.warehouses), ("/admin/shop/order/order?order_no=2026010112345678", vec![WarehouseId(1)]));
    }
    done(&mut stock, 0, action).unwrap();
    assert_eq!((reserved(&stock, 2), level(&stock, 1)), (2, (quantity(15), quantity(2))));
    // The order stocks out what is left for it and, of the rest, what is available.
    assert!(done(&mut stock, 2, StockAction::Issue { lines: vec![demand(1, 1, 6)], release_rest: false }).is_err());
    done(&mut stock, 2, StockAction::Issue { lines: vec![demand(1, 1, 5)], release_rest: false }).unwrap();
    assert_eq!(level(&stock, 1), (quantity(10), quantity(0)));
}

#[test]
fn a_batch_is_free_only_when_neither_this_warehouse_nor_everywhere_holds_it() {
    let mut stock = stocked();
    done(&mut stock, 0, hold(HoldState::Recalled, true)).unwrap();
    done(&mut stock, 0, hold(HoldState::Damaged, false)).unwrap();
    for (everywhere, held) in [(true, true), (false, false)] {
        done(&mut stock, 0, hold(HoldState::None, everywhere)).unwrap();
        assert_eq!(stock.holds.holds(&place(1, "A")), held);
    }
    assert!(!stock.holds.holds(&place(1, "B")));
}

#[test]
fn what_lies_in_an_area_to_inspect_is_not_picked_and_its_reservations_go() {
    let mut stock = stocked();
    done(&mut stock, 2, StockAction::Reserve { lines: vec![demand(1, 1, 12)] }).unwrap();
    stock.holds = holds::Holds::new(&[(AreaId(0), AreaPurpose::ToInspect), (AreaId(4), AreaPurpose::Normal)], Vec::new());
    // Also where the reservations are not released yet.
    assert!(done(&mut stock, 2, StockAction::Issue { lines: vec![demand(1, 1, 1)], release_rest: false }).is_err());
    done(&mut stock, 0, StockAction::Enforce).unwrap();
    assert_eq!((reserved(&stock, 2), level(&stock, 1)), (0, (quantity(15), quantity(0))));
    assert!(!stock.holds.holds(&Place { area: AreaId(4), ..place(1, "A") }));
    // Damaged goods are written off where they lie.
    let line = AdjustLine::new(1, place(1, "A"), UnitId(1), quantity(-10));
    done(&mut stock, 0, StockAction::Adjust { lines: vec![line] }).unwrap();
}

#[test]
fn inspected_goods_are_put_where_they_belong() {
    let mut stock = stocked();
    stock.holds = holds::Holds::new(&[(AreaId(7), AreaPurpose::ToInspect)], Vec::new());
    let relocate =
        |from: Place, area: i64, units: i64| StockAction::Relocate { from, area: AreaId(area), shelf: ShelfId(0), quantity: quantity(units) };
    let before = stock.products.level(ProductId(1));
    done(&mut stock, 0, relocate(place(1, "A"), 7, 10)).unwrap();
    let bench = Place { area: AreaId(7), ..place(1, "A") };
    assert!(done(&mut stock, 2, StockAction::Reserve { lines: vec![demand(1, 1, 6)] }).is_err());
    assert!(matches!(done(&mut stock, 0, relocate(bench.clone(), 0, 11)), Err(StockRefusal::Short { .. })));
    assert!(matches!(done(&mut stock, 0, relocate(bench.clone(), 7, 1)), Err(StockRefusal::Line { .. })));
    let rows = done(&mut stock, 0, relocate(bench.clone(), 0, 4)).unwrap();
    assert!(rows.iter().all(|row| row.expiry_date.as_deref() == Some("2026-02-01")));
    assert_eq!((stock.on_hand(&bench), stock.on_hand(&place(1, "A"))), (quantity(6), quantity(4)));
    let after = stock.products.level(ProductId(1));
    assert_eq!((after.on_hand, after.average_cost), (before.on_hand, before.average_cost));
    done(&mut stock, 2, StockAction::Reserve { lines: vec![demand(1, 1, 9)] }).unwrap();
}

#[test]
fn reserved_goods_are_put_elsewhere_with_their_reservations() {
    let mut stock = stocked();
    done(&mut stock, 2, StockAction::Reserve { lines: vec![demand(1, 1, 5)] }).unwrap();
    done(&mut stock, 3, StockAction::Reserve { lines: vec![demand(1, 1, 3)] }).unwrap();
    let here = place(1, "A");
    let shelf = Place { area: AreaId(7), ..here.clone() };
    let relocate = |units: i64| StockAction::Relocate { from: place(1, "A"), area: AreaId(7), shelf: ShelfId(0), quantity: quantity(units) };
    let at = |stock: &Stock, place: &Place| {
        let of = |order: i64| {
            let lines = stock.reservations.get(&(OrderKind::OUTBOUND, OrderId(order)));
            lines.and_then(|lines| lines.get(&(1, place.clone()))).map_or(Quantity::ZERO, |reservation| reservation.quantity)
        };
        (stock.on_hand(place), of(2), of(3))
    };
    // Two are free, and go first. Nothing of the sum changes, and no row leaves more reserved than is there.
    let rows = done(&mut stock, 0, relocate(1)).unwrap();
    assert!(rows.iter().all(|row| row.reserved.is_zero()));
    let rows = done(&mut stock, 0, relocate(4)).unwrap();
    assert_eq!((at(&stock, &here), at(&stock, &shelf)), ((quantity(5), quantity(2), quantity(3)), (quantity(5), quantity(3), quantity(0))));
    assert_eq!((rows.iter().map(|row| row.reserved).sum::<Quantity>(), level(&stock, 1)), (Quantity::ZERO, (quantity(15), quantity(8))));
    assert!(rows.iter().filter(|row| !row.reserved.is_zero()).all(|row| row.order.is_some() && row.moved.is_zero()));
    assert!(matches!(done(&mut stock, 0, relocate(6)), Err(StockRefusal::Short { lines }) if lines[0].available == quantity(5)));
    // Where goods are held nothing is reserved.
    let mut bench = stock.clone();
    bench.holds = holds::Holds::new(&[(AreaId(7), AreaPurpose::ToInspect)], Vec::new());
    let refused = done(&mut bench, 0, relocate(1));
    assert!(matches!(refused, Err(StockRefusal::Blocked { lines }) if lines[0].obstacle == Obstacle::Reserved && lines[0].available.is_zero()));
    done(&mut stock, 0, relocate(5)).unwrap();
    assert_eq!((at(&stock, &here), at(&stock, &shelf)), ((quantity(0), quantity(0), quantity(0)), (quantity(10), quantity(5), quantity(3))));
    // Their orders take them where they lie.
    for (order, units) in [(2, 5), (3, 3)] {
        let picked = done(&mut stock, order, StockAction::Issue { lines: vec![demand(1, 1, units)], release_rest: true }).unwrap();
        assert!(picked.iter().all(|row| row.place == shelf));
    }
    assert_eq!((at(&stock, &shelf), level(&stock, 1)), ((quantity(2), quantity(0), quantity(0)), (quantity(7), quantity(0))));
}

#[test]
fn where_a_count_found_less_than_is_reserved_nothing_reserved_is_moved_before_a_release() {
    let mut stock = stocked();
    let rows = done(&mut stock, 2, StockAction::Reserve { lines: vec![demand(1, 1, 9)] }).unwrap();
    // Of 10 there are 7, and 9 are reserved.
    let (moved, reserved) = (quantity(-3), Quantity::ZERO);
    let count = Movement { operation: Some(Operation::Count), moved, reserved, order: None, sequence: rows[0].sequence + 1, ..rows[0].clone() };
    stock.apply(&count, &mut Touched::default());
    let relocate = StockAction::Relocate { from: place(1, "A"), area: AreaId(7), shelf: ShelfId(0), quantity: quantity(2) };
    let Err(StockRefusal::Blocked { lines }) = done(&mut stock, 0, relocate.clone()) else { panic!("more would be reserved than is there") };
    assert_eq!((lines[0].obstacle, lines[0].wanted, lines[0].available), (Obstacle::Gone, quantity(9), quantity(7)));
    let part = ReservedPart { line: 1, place: place(1, "A"), quantity: quantity(2) };
    done(&mut stock, 2, StockAction::ReleaseParts { parts: vec![part] }).unwrap();
    done(&mut stock, 0, relocate).unwrap();
    assert_eq!(level(&stock, 1), (quantity(12), quantity(7)));
}

#[test]
fn named_parts_are_released_and_no_more_than_is_reserved() {
    let mut stock = stocked();
    done(&mut stock, 2, StockAction::Reserve { lines: vec![demand(1, 1, 12)] }).unwrap();
    let part = |batch: &str, units: i64| ReservedPart { line: 1, place: place(1, batch), quantity: quantity(units) };
    let release = |parts: Vec<ReservedPart>| StockAction::ReleaseParts { parts };
    let too_many = done(&mut stock, 2, release(vec![part("A", 6), part("A", 5)]));
    assert_eq!(too_many, Err(StockRefusal::NotReserved { line: 1, reserved: quantity(10) }));
    assert_eq!(done(&mut stock, 3, release(vec![part("A", 1)])), Err(StockRefusal::NotReserved { line: 1, reserved: quantity(0) }));
    done(&mut stock, 2, release(vec![part("A", 4), part("B", 2)])).unwrap();
    assert_eq!((reserved(&stock, 2), level(&stock, 1)), (6, (quantity(15), quantity(6))));
}

#[test]
fn reservations_are_handed_over_in_one_step() {
    let mut stock = stocked();
    done(&mut stock, 2, StockAction::Reserve { lines: vec![demand(1, 1, 15)] }).unwrap();
    let hand_over = |units: i64, open: i64| StockAction::HandOver {
        from: OrderRef { kind: OrderKind::OUTBOUND, id: OrderId(2), number: "CK".into() },
        from_write: None,
        parts: vec![ReservedPart { line: 1, place: place(1, "A"), quantity: quantity(units) }],
        lines: vec![HandOverLine { demand: demand(1, 1, units), open: quantity(open) }],
    };
    assert_eq!(done(&mut stock, 3, hand_over(4, 3)), Err(StockRefusal::Lacks { line: 1, lacks: quantity(3) }));
    assert_eq!(done(&mut stock, 3, hand_over(11, 20)), Err(StockRefusal::NotReserved { line: 1, reserved: quantity(10) }));
    done(&mut stock, 3, hand_over(4, 6)).unwrap();
    assert_eq!((reserved(&stock, 2), reserved(&stock, 3), level(&stock, 1)), (11, 4, (quantity(15), quantity(15))));
    assert_eq!(done(&mut stock, 3, hand_over(3, 6)), Err(StockRefusal::Lacks { line: 1, lacks: quantity(2) }));
}

proptest! {
    #[test]
    fn nothing_is_reserved_of_what_is_held(
        steps in prop::collection::vec((0..7_u8, 1..4_i64, 0..2_usize, 1..8_i64, any::<bool>()), 1..60),
    ) {
        let mut stock = stock(false);
        for (kind, order, batch, units, other) in steps {
            let batch = ["A", "B"][batch];
            let state = if other { HoldState::Recalled } else { HoldState::None };
            let change = HoldChange { product: ProductId(1), batch: batch.into(), state, reason: String::new(), everywhere: units % 2 == 0 };
            let lines = vec![demand(1, 1, units)];
            let action = match kind {
                0 | 1 => StockAction::Receive { lines: vec![receive(1, 1, batch, units, None)] },
                2 => StockAction::Reserve { lines },
                3 => StockAction::Issue { lines, release_rest: other },
                4 => StockAction::Release,
                _ => StockAction::Hold { change },
            };
            let issues = kind == 3;
            let before: HashMap<Place, Quantity> = stock.products.iter().map(|row| (row.place.clone(), row.on_hand)).collect();
            if done(&mut stock, order, action).is_ok() && issues {
                for row in stock.products.iter().filter(|row| stock.holds.holds(&row.place)) {
                    prop_assert_eq!(row.on_hand, before[&row.place], "held goods went out");
                }
            }
            for row in stock.products.iter() {
                prop_assert!(row.on_hand >= row.reserved && row.reserved >= Quantity::ZERO);
                prop_assert!(row.reserved.is_zero() || !stock.holds.holds(&row.place), "held goods are reserved");
            }
        }
    }
}

/// The next version of the order whose goods came back.
fn sale() -> OrderWrite {
    let order = serde_json::json!({
        "id": 9, "kind": "outbound", "number": "CK9", "reference": "", "warehouse": 1, "partner": null, "order_type": "sales", "status": "stocked",
        "lines": [], "total_amount": "0", "total_quantity": "0", "remark": "", "business_date": "2026-01-15", "admin": 1, "created_by": 1,
        "edited_by": [], "audited_by": null, "entry": null, "version": 5, "created_at": 1, "updated_at": 1, "deleted_at": null,
    });
    let command = CommandKey::of(AdminId(1), CommandId::new("c").unwrap());
    OrderWrite { command, order: serde_json::from_value(order).unwrap(), numbered: None }
}

/// What came back waits for inspection: the return is reversed there. A batch that is held stays.
#[test]
fn a_return_is_reversed_where_its_goods_wait_for_inspection() {
    let settings = WarehouseSettings { in_use: true, ..WarehouseSettings::default() };
    let purposes = vec![(AreaId(2), AreaPurpose::ToInspect)];
    let mut stock = Stock::from_snapshot(WarehouseId(1), WarehouseSnapshot { settings: Some(settings), purposes, ..WarehouseSnapshot::default() });
    let inspected = Place { area: AreaId(2), ..place(1, "A") };
    let line = ReceiveLine { place: inspected.clone(), ..receive(1, 1, "A", 5, None) };
    done(&mut stock, 1, StockAction::Receive { lines: vec![line] }).unwrap();
    let back = |units: i64, returned: bool| {
        let lines = vec![super::reversed(1, inspected.clone(), -units, 1)];
        StockAction::Reverse { lines, returned_of: returned.then(|| Box::new(sale())) }
    };
    assert!(matches!(run(&mut stock, 1, back(2, false)), Err(StockRefusal::Blocked { .. })), "goods that wait for inspection do not leave");
    run(&mut stock, 1, back(2, true)).unwrap();
    assert_eq!(level(&stock, 1).0, quantity(3));
    done(&mut stock, 0, hold(HoldState::Recalled, false)).unwrap();
    assert!(matches!(run(&mut stock, 1, back(2, true)), Err(StockRefusal::Blocked { .. })), "the batch is recalled");
}
