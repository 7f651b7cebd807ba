//! In which order places are emptied, rule by rule, and how long goods must keep.

use bus_schemas::order::details::Swap;
use bus_schemas::warehouse::Expired;

use super::*;
use crate::warehouse::picking::{Why, candidates, keeps, usable, why};
use crate::warehouse::weights::Weights;

/// Goods of product 1 on a shelf; what comes in one command came at once.
fn goods_at(area: i64, shelf: i64, batch: &str, units: i64, dates: (Option<&str>, Option<&str>)) -> ReceiveLine {
    let place = Place { area: AreaId(area), shelf: ShelfId(shelf), ..place(1, batch) };
    ReceiveLine { place, produce_date: dates.0.map(str::to_owned), ..receive(1, 1, batch, units, dates.1) }
}

/// The shelves in the order in which they are emptied, and why the first is.
fn order(receipts: Vec<Vec<ReceiveLine>>, weights: Weights) -> (Vec<i64>, Why) {
    let mut stock = stock(false);
    stock.weights = weights;
    for lines in receipts {
        run(&mut stock, 1, StockAction::Receive { lines }).unwrap();
    }
    let line = demand(1, 1, 1);
    let rows = stock.products.iter().map(|row| (row, row.on_hand));
    let found = candidates(rows, &line, CONTEXT.today, Expired::Refused, &stock.weights);
    let because = why(&line, found[0], found.get(1).copied(), &stock.weights);
    (found.iter().map(|(row, _)| row.place.shelf.0).collect(), because)
}

const NONE: (Option<&str>, Option<&str>) = (None, None);

#[test]
fn the_earliest_expiry_goes_first_and_the_undated_last() {
    let lines =
        vec![goods_at(1, 1, "A", 1, NONE), goods_at(1, 2, "B", 9, (None, Some("2026-03-01"))), goods_at(1, 3, "C", 9, (None, Some("2026-02-01")))];
    assert_eq!(order(vec![lines], Weights::default()), (vec![3, 2, 1], Why::Expiry));
}

#[test]
fn then_the_earliest_produce_date() {
    let until = Some("2026-03-01");
    let lines = vec![goods_at(1, 1, "A", 1, (Some("2025-12-02"), until)), goods_at(1, 2, "B", 9, (Some("2025-12-01"), until))];
    assert_eq!(order(vec![lines], Weights::default()), (vec![2, 1], Why::Produced));
}

#[test]
fn then_the_earliest_receipt() {
    let receipts = vec![vec![goods_at(1, 2, "", 9, NONE)], vec![goods_at(1, 1, "", 1, NONE)]];
    assert_eq!(order(receipts, Weights::default()), (vec![2, 1], Why::Receipt));
}

#[test]
fn of_one_receipt_the_smallest_remainder() {
    let lines = vec![goods_at(1, 1, "", 9, NONE), goods_at(1, 2, "", 1, NONE)];
    assert_eq!(order(vec![lines], Weights::default()), (vec![2, 1], Why::Remainder));
}

#[test]
fn then_area_and_shelf_by_their_weights() {
    let lines = || vec![vec![goods_at(1, 1, "", 5, NONE), goods_at(1, 2, "", 5, NONE), goods_at(2, 3, "", 5, NONE)]];
    assert_eq!(order(lines(), Weights::default()), (vec![1, 2, 3], Why::Place));
    let shelves = [(ShelfId(1), 1), (ShelfId(2), 7)];
    assert_eq!(order(lines(), Weights::new([], shelves)), (vec![2, 1, 3], Why::Place));
    // The area decides before the shelf.
    assert_eq!(order(lines(), Weights::new([(AreaId(2), 4)], shelves)), (vec![3, 2, 1], Why::Place));
}

#[test]
fn goods_keep_through_the_end_of_their_expiry_date() {
    assert!(usable(Some("2026-01-15"), "2026-01-15") && !usable(Some("2026-01-14"), "2026-01-15") && usable(None, "2026-01-15"));
    assert!(keeps(Some("2026-01-25"), "2026-01-15", 10) && !keeps(Some("2026-01-24"), "2026-01-15", 10) && keeps(None, "2026-01-15", 10));
}

#[test]
fn a_part_takes_what_was_reserved_in_the_order_in_which_places_are_emptied_or_as_it_is_named() {
    let mut stock = stock(false);
    let lines = vec![receive(1, 1, "A", 3, Some("2026-09-01")), receive(2, 1, "B", 3, Some("2026-02-01")), receive(3, 1, "C", 9, None)];
    run(&mut stock, 1, StockAction::Receive { lines }).unwrap();
    run(&mut stock, 2, StockAction::Reserve { lines: vec![demand(1, 1, 6)] }).unwrap();
    let part = |units: i64, from: Option<&str>| DemandLine { from: from.map(|batch| place(1, batch)), ..demand(1, 1, units) };
    let mut issue = |lines: Vec<DemandLine>| {
        let moves = run(&mut stock, 2, StockAction::Issue { lines, release_rest: false })?;
        Ok(moves.into_iter().map(|(place, moved, _)| (place.batch, moved)).collect::<Vec<_>>())
    };
    assert_eq!(issue(vec![part(1, None)]), Ok(vec![("B".to_owned(), quantity(-1))]), "B expires first");
    assert_eq!(issue(vec![part(2, Some("A"))]), Ok(vec![("A".to_owned(), quantity(-2))]));
    // What is named must be reserved: other goods are not taken in its place, nor what is free there.
    let refused = [part(2, Some("A")), part(1, Some("C"))].map(|line| issue(vec![line]));
    let available = refused.map(|refused| match refused {
        Err(StockRefusal::Short { lines }) => lines[0].available,
        other => panic!("{other:?}"),
    });
    assert_eq!(available, [quantity(1), Quantity::ZERO]);
    let rest = issue(vec![part(1, Some("A")), part(2, None)]);
    assert_eq!(rest, Ok(vec![("A".to_owned(), quantity(-1)), ("B".to_owned(), quantity(-2))]));
}

#[test]
fn who_asks_for_goods_that_keep_gets_no_others() {
    let mut stock = stock(false);
    let lines = vec![receive(1, 1, "SOON", 5, Some("2026-01-20")), receive(2, 1, "LATE", 5, Some("2026-09-01"))];
    run(&mut stock, 1, StockAction::Receive { lines }).unwrap();
    let wants = |units: i64, life_days| vec![DemandLine { life_days, ..demand(1, 1, units) }];
    let refused = run(&mut stock, 2, StockAction::Reserve { lines: wants(6, 10) });
    let Err(StockRefusal::Short { lines }) = refused else { panic!("{refused:?}") };
    assert_eq!((lines[0].available, lines[0].expired), (quantity(5), quantity(5)), "the rest does not keep so long");
    let reserved = run(&mut stock, 2, StockAction::Reserve { lines: wants(4, 10) }).unwrap();
    assert_eq!(reserved, [(place(1, "LATE"), Quantity::ZERO, quantity(4))]);
    // What is swapped in must keep as long.
    let swap = |life_days| {
        let (proposed, taken) = (place(1, "LATE"), place(1, "SOON"));
        let swap = Swap { line: 1, proposed, taken, quantity: quantity(1), reason: None, admin: AdminId(1), at: 1 };
        StockAction::Swap { swaps: vec![swap], life_days }
    };
    assert!(matches!(run(&mut stock, 2, swap(10)), Err(StockRefusal::Short { .. })));
    run(&mut stock, 2, swap(0)).unwrap();
    // By the time at which they leave, goods that were reserved keep too short: others go.
    let issued = run(&mut stock, 2, StockAction::Issue { lines: wants(4, 10), release_rest: true }).unwrap();
    let moved: Vec<_> = issued.iter().filter(|(_, moved, _)| !moved.is_zero()).map(|(place, moved, _)| (place.batch.as_str(), *moved)).collect();
    assert_eq!(moved.iter().map(|(_, moved)| *moved).sum::<Quantity>(), quantity(-4));
    assert!(moved.iter().all(|(batch, _)| *batch == "LATE"));
}

#[test]
fn first_expiring_goes_first_and_expired_stays() {
    let mut stock = stock(false);
    let lines = vec![
        receive(1, 1, "LATE", 5, Some("2026-09-01")),
        receive(2, 1, "SOON", 5, Some("2026-02-01")),
        receive(3, 1, "GONE", 5, Some("2026-01-01")),
    ];
    run(&mut stock, 1, StockAction::Receive { lines }).unwrap();
    let moves = run(&mut stock, 2, StockAction::Issue { lines: vec![demand(1, 1, 7)], release_rest: true }).unwrap();
    let taken: Vec<_> = moves.iter().map(|(place, moved, _)| (place.batch.as_str(), *moved)).collect();
    assert_eq!(taken, [("SOON", quantity(-5)), ("LATE", quantity(-2))]);
    let refused = run(&mut stock, 3, StockAction::Issue { lines: vec![demand(1, 1, 4)], release_rest: true });
    assert!(matches!(refused, Err(StockRefusal::Short { .. })));
}

#[test]
fn oldest_receipt_goes_first_where_nothing_expires() {
    let mut stock = stock(false);
    let at = |area: i64| Place { area: AreaId(area), ..place(1, "") };
    for area in [3, 1, 2] {
        let line = ReceiveLine { place: at(area), ..receive(1, 1, "", 5, None) };
        run(&mut stock, 1, StockAction::Receive { lines: vec![line] }).unwrap();
    }
    let moves = run(&mut stock, 2, StockAction::Issue { lines: vec![demand(1, 1, 12)], release_rest: true }).unwrap();
    let taken: Vec<_> = moves.iter().map(|(place, moved, _)| (place.area.0, *moved)).collect();
    assert_eq!(taken, [(3, quantity(-5)), (1, quantity(-5)), (2, quantity(-2))]);
}

#[test]
fn a_pick_is_changed_to_what_is_free_and_against_the_rule_with_a_reason() {
    let mut stock = stock(false);
    let lines = vec![
        receive(1, 1, "SOON", 5, Some("2026-02-01")),
        receive(2, 1, "LATE", 5, Some("2026-09-01")),
        receive(3, 1, "GONE", 5, Some("2026-01-01")),
    ];
    run(&mut stock, 1, StockAction::Receive { lines }).unwrap();
    run(&mut stock, 2, StockAction::Reserve { lines: vec![demand(1, 1, 4)] }).unwrap();
    let swap = |from: &str, to: &str, units, reason: Option<&str>| {
        let (proposed, taken, reason) = (place(1, from), place(1, to), reason.map(str::to_owned));
        StockAction::Swap {
            swaps: vec![Swap { line: 1, proposed, taken, quantity: quantity(units), reason, admin: AdminId(1), at: 1 }],
            life_days: 0,
        }
    };
    assert_eq!(run(&mut stock, 2, swap("SOON", "LATE", 3, None)), Err(StockRefusal::PickReason { line: 1 }));
    let expired = run(&mut stock, 2, swap("SOON", "GONE", 3, Some("near the door")));
    assert!(matches!(&expired, Err(StockRefusal::Short { lines }) if lines[0].expired == quantity(5)), "{expired:?}");
    run(&mut stock, 2, swap("SOON", "LATE", 3, Some("SOON is damp"))).unwrap();
    // Back to what the rule says needs none; more than was reserved there is refused, and so are other people's goods.
    assert!(matches!(run(&mut stock, 2, swap("LATE", "SOON", 4, None)), Err(StockRefusal::Short { .. })));
    assert!(matches!(run(&mut stock, 3, swap("LATE", "SOON", 1, None)), Err(StockRefusal::Short { .. })));
    run(&mut stock, 2, swap("LATE", "SOON", 1, None)).unwrap();
    let moves = run(&mut stock, 2, StockAction::Issue { lines: vec![demand(1, 1, 4)], release_rest: true }).unwrap();
    let taken: Vec<_> = moves.iter().map(|(place, moved, _)| (place.batch.as_str(), *moved)).collect();
    assert_eq!(taken, [("SOON", quantity(-2)), ("LATE", quantity(-2))]);
    assert_eq!(level(&stock, 1), (quantity(11), Quantity::ZERO));
}

#[test]
fn goods_that_expire_while_they_are_reserved_stay_unless_somebody_says_so() {
    let setting = || {
        let mut stock = stock(false);
        let lines = vec![receive(1, 1, "SOON", 5, Some("2026-01-20")), receive(2, 1, "LATE", 5, Some("2026-09-01"))];
        run(&mut stock, 1, StockAction::Receive { lines }).unwrap();
        run(&mut stock, 2, StockAction::Reserve { lines: vec![demand(1, 1, 4)] }).unwrap();
        stock
    };
    let later = Context { now_ms: 1, today: "2026-02-01" };
    let issue = |stock: &Stock, expired| {
        let action = StockAction::Issue { lines: vec![demand(1, 1, 3)], release_rest: false };
        let movements = decide(stock, &StockCommand { expired, ..command(2, action) }, later).unwrap();
        movements.into_iter().map(|movement| (movement.place.batch, movement.moved, movement.reserved)).collect::<Vec<_>>()
    };
    assert_eq!(issue(&setting(), Expired::Last), [("SOON".to_owned(), quantity(-3), quantity(-3))]);
    // Other goods go in their place, and what was held of the expired ones is free.
    let taken = [("LATE".to_owned(), quantity(-3), quantity(0)), ("SOON".to_owned(), quantity(0), quantity(-3))];
    assert_eq!(issue(&setting(), Expired::Refused), taken);
}
