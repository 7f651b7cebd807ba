//! Goods that are moved within a warehouse keep their turn of 'oldest receipt first'.

use std::collections::BTreeMap;

use bus_schemas::warehouse::{Expired, ShiftLine};
use proptest::prelude::*;

use super::*;
use crate::warehouse::picking::candidates;
use crate::warehouse::weights::Weights;

fn shelf(number: i64) -> Place {
    Place { shelf: ShelfId(number), ..place(1, "") }
}

fn came(number: i64, units: i64) -> StockAction {
    StockAction::Receive { lines: vec![ReceiveLine { place: shelf(number), ..receive(1, 1, "", units, None) }] }
}

fn relocate(from: i64, to: i64, units: i64) -> StockAction {
    StockAction::Relocate { from: shelf(from), area: AreaId(0), shelf: ShelfId(to), quantity: quantity(units) }
}

fn shift(from: i64, to: i64, units: i64) -> StockAction {
    let from = DemandLine { shelf: Some(ShelfId(from)), ..demand(1, 1, units) };
    StockAction::Shift { lines: vec![ShiftLine { from, area: AreaId(0), shelf: ShelfId(to) }], release_rest: false }
}

/// The shelves in the order in which they are emptied.
fn turns(stock: &Stock) -> Vec<i64> {
    let rows = stock.products.iter().map(|row| (row, row.on_hand));
    let found = candidates(rows, &demand(1, 1, 1), CONTEXT.today, Expired::Refused, &Weights::default());
    found.iter().map(|(row, _)| row.place.shelf.0).collect()
}

#[test]
fn goods_that_are_moved_go_before_those_that_came_after_them() {
    for moved in [shift(1, 9, 5), relocate(1, 9, 5)] {
        let mut stock = stock(false);
        run(&mut stock, 1, came(1, 5)).unwrap();
        run(&mut stock, 2, came(2, 5)).unwrap();
        run(&mut stock, 3, moved).unwrap();
        assert_eq!(turns(&stock), [9, 2]);
        // The shelf that was emptied begins anew.
        run(&mut stock, 4, came(1, 5)).unwrap();
        assert_eq!(turns(&stock), [9, 2, 1]);
    }
}

#[test]
fn goods_that_join_others_take_the_turn_of_the_older() {
    let mut stock = stock(false);
    for number in [1, 2, 3] {
        run(&mut stock, number, came(number, 5)).unwrap();
    }
    // Older goods join younger ones: all of them go with the older.
    run(&mut stock, 4, shift(1, 3, 2)).unwrap();
    let since = |stock: &Stock, number| stock.products.get(&shelf(number)).map(|row| row.first_sequence);
    assert_eq!((since(&stock, 1), since(&stock, 3)), (Some(1), Some(1)));
    // Younger goods join older ones, which stay where they are in the queue.
    run(&mut stock, 5, relocate(2, 1, 5)).unwrap();
    assert_eq!((since(&stock, 1), since(&stock, 2)), (Some(1), Some(2)));
}

#[test]
fn goods_on_the_road_keep_the_receipt_that_they_came_with() {
    let mut source = stock(false);
    run(&mut source, 1, came(1, 5)).unwrap();
    run(&mut source, 2, came(2, 5)).unwrap();
    run(&mut source, 3, shift(1, 9, 5)).unwrap();
    let leaves = |kind: OrderKind| {
        let from = DemandLine { shelf: Some(ShelfId(9)), ..demand(1, 1, 3) };
        let order = OrderRef { kind, id: OrderId(7), number: "T1".into() };
        StockCommand { order: Some(order), ..command(4, StockAction::Issue { lines: vec![from], release_rest: false }) }
    };
    let left = |kind| decide(&source, &leaves(kind), CONTEXT).unwrap().iter().map(|movement| movement.received).collect::<Vec<_>>();
    assert_eq!((left(OrderKind::TRANSFER), left(OrderKind::OUTBOUND)), (vec![Some(1)], vec![None]));

    // At the target they go before what came after them there, and after what was there already.
    let mut target = stock(false);
    run(&mut target, 1, came(1, 5)).unwrap();
    run(&mut target, 2, came(2, 5)).unwrap();
    let line = ReceiveLine { place: shelf(3), received: Some(1), ..receive(1, 1, "", 3, None) };
    run(&mut target, 3, StockAction::Receive { lines: vec![line] }).unwrap();
    assert_eq!(turns(&target)[2], 2, "both others are older");
}

proptest! {
    #[test]
    fn the_turn_of_a_shelf_is_that_of_the_oldest_goods_that_came_to_it(
        steps in prop::collection::vec((0..4_u8, 1..4_i64, 1..4_i64, 1..6_i64), 1..60),
    ) {
        let mut stock = stock(false);
        // By shelf: units, and the receipt whose turn they have.
        let mut known: BTreeMap<i64, (i64, i64)> = BTreeMap::new();
        let join = |known: &mut BTreeMap<i64, (i64, i64)>, at: i64, units: i64, since: i64| {
            let (there, oldest) = known.get(&at).copied().unwrap_or((0, since));
            known.insert(at, (there + units, if there == 0 { since } else { oldest.min(since) }));
        };
        for (kind, from, to, units) in steps {
            let next = stock.last_sequence + 1;
            let (there, since) = known.get(&from).copied().unwrap_or_default();
            match kind {
                0 => {
                    run(&mut stock, 1, came(from, units)).unwrap();
                    join(&mut known, from, units, next);
                }
                1 => {
                    let action = StockAction::Issue { lines: vec![DemandLine { shelf: Some(ShelfId(from)), ..demand(1, 1, units) }], release_rest: false };
                    prop_assert_eq!(run(&mut stock, 1, action).is_ok(), there >= units);
                    if there >= units {
                        known.insert(from, (there - units, since));
                    }
                }
                _ if from == to => {}
                _ => {
                    let action = if kind == 2 { shift(from, to, units) } else { relocate(from, to, units) };
                    prop_assert_eq!(run(&mut stock, 1, action).is_ok(), there >= units);
                    if there >= units {
                        known.insert(from, (there - units, since));
                        join(&mut known, to, units, since);
                    }
                }
            }
            for (number, (units, since)) in known.iter().filter(|(_, (units, _))| *units > 0) {
                let row = stock.products.get(&shelf(*number)).unwrap();
                prop_assert_eq!((row.on_hand, row.first_sequence), (quantity(*units), *since));
            }
        }
    }
}

#[test]
fn a_reservation_that_is_given_back_while_goods_are_moved_arrives_nowhere() {
    let mut stock = stock(false);
    let lines = vec![receive(1, 1, "SOON", 5, Some("2026-01-20")), receive(2, 1, "LATE", 5, Some("2026-09-01"))];
    run(&mut stock, 1, StockAction::Receive { lines }).unwrap();
    run(&mut stock, 2, StockAction::Reserve { lines: vec![demand(1, 1, 4)] }).unwrap();
    // What was reserved has expired, so others go.
    let lines = vec![ShiftLine { from: demand(1, 1, 3), area: AreaId(7), shelf: ShelfId(0) }];
    let action = StockAction::Shift { lines, release_rest: false };
    let moved = decide(&stock, &command(2, action), Context { now_ms: 1, today: "2026-02-01" }).unwrap();
    let figures: Vec<_> = moved.iter().map(|row| (row.place.batch.as_str(), row.place.area.0, row.moved, row.reserved)).collect();
    let (from, none) = (place(1, "").area.0, quantity(0));
    assert_eq!(figures, [("LATE", from, quantity(-3), none), ("SOON", from, none, quantity(-3)), ("LATE", 7, quantity(3), none)]);
}
