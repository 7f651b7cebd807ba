//! The dates of goods: of places without batches, and of batches at all their places.

use bus_schemas::warehouse::{AdjustLine, Operation};

use super::*;

fn at(area: i64, batch: &str) -> Place {
    Place { area: AreaId(area), ..place(1, batch) }
}

fn receipt(place: &Place, units: i64, dates: (Option<&str>, Option<&str>)) -> StockAction {
    let line = ReceiveLine { place: place.clone(), produce_date: dates.0.map(str::to_owned), ..receive(1, 1, "", units, dates.1) };
    StockAction::Receive { lines: vec![line] }
}

fn dates<'a>(stock: &'a Stock, place: &Place) -> (Option<&'a str>, Option<&'a str>) {
    stock.products.get(place).map_or((None, None), |row| (row.produce_date.as_deref(), row.expiry_date.as_deref()))
}

fn correct(place: &Place, dates: (Option<&str>, Option<&str>)) -> StockAction {
    let (produce_date, expiry_date) = (dates.0.map(str::to_owned), dates.1.map(str::to_owned));
    StockAction::CorrectDates { place: place.clone(), produce_date, expiry_date }
}

#[test]
fn goods_that_come_to_an_empty_place_bring_their_dates() {
    let mut stock = stock(false);
    let shelf = at(0, "");
    run(&mut stock, 1, receipt(&shelf, 5, (Some("2025-06-01"), Some("2026-01-20")))).unwrap();
    run(&mut stock, 2, StockAction::Issue { lines: vec![demand(1, 1, 5)], release_rest: true }).unwrap();
    run(&mut stock, 3, receipt(&shelf, 5, (None, Some("2026-06-01")))).unwrap();
    assert_eq!(dates(&stock, &shelf), (None, Some("2026-06-01")));
    run(&mut stock, 4, StockAction::Issue { lines: vec![demand(1, 1, 5)], release_rest: true }).unwrap();
    run(&mut stock, 5, receipt(&shelf, 5, (None, None))).unwrap();
    assert_eq!(dates(&stock, &shelf), (None, None));
}

#[test]
fn goods_that_join_others_never_make_them_keep_longer() {
    let mut stock = stock(false);
    let shelf = at(0, "");
    for (given, expected) in [
        ((None, Some("2026-03-01")), (None, Some("2026-03-01"))),
        ((Some("2026-02-01"), Some("2026-06-01")), (Some("2026-02-01"), Some("2026-03-01"))),
        ((Some("2025-12-01"), Some("2026-02-01")), (Some("2025-12-01"), Some("2026-02-01"))),
        ((None, None), (Some("2025-12-01"), Some("2026-02-01"))),
    ] {
        run(&mut stock, 1, receipt(&shelf, 1, given)).unwrap();
        assert_eq!(dates(&stock, &shelf), expected, "{given:?}");
    }
    // Goods that expire before the others were made: nobody knows when they were.
    let other = at(2, "");
    run(&mut stock, 1, receipt(&other, 1, (None, Some("2026-03-01")))).unwrap();
    run(&mut stock, 1, receipt(&other, 1, (Some("2026-04-01"), Some("2026-09-01")))).unwrap();
    assert_eq!(dates(&stock, &other), (None, Some("2026-03-01")));
}

#[test]
fn expired_goods_without_a_batch_do_not_pass_as_fresh_when_others_are_put_to_them() {
    let mut stock = stock(false);
    run(&mut stock, 1, receipt(&at(0, ""), 5, (None, Some("2026-06-01")))).unwrap();
    run(&mut stock, 1, receipt(&at(2, ""), 5, (None, Some("2026-01-01")))).unwrap();
    let to = StockAction::Relocate { from: at(2, ""), area: AreaId(0), shelf: ShelfId(0), quantity: quantity(2) };
    run(&mut stock, 1, to).unwrap();
    assert_eq!(dates(&stock, &at(0, "")), (None, Some("2026-01-01")));
    let refused = run(&mut stock, 2, StockAction::Issue { lines: vec![demand(1, 1, 1)], release_rest: true });
    assert!(matches!(refused, Err(StockRefusal::Short { .. })), "{refused:?}");
}

#[test]
fn found_goods_without_dates_are_such_as_lay_there_last() {
    let mut stock = stock(false);
    let shelf = at(0, "");
    run(&mut stock, 1, receipt(&shelf, 5, (None, Some("2026-06-01")))).unwrap();
    let change = |units: i64| StockAction::Adjust { lines: vec![AdjustLine::new(1, shelf.clone(), UnitId(1), quantity(units))] };
    run(&mut stock, 1, change(-5)).unwrap();
    run(&mut stock, 1, change(2)).unwrap();
    assert_eq!(dates(&stock, &shelf), (None, Some("2026-06-01")));
}

#[test]
fn a_date_that_was_not_known_is_filled_in_for_the_whole_batch() {
    let mut stock = stock(false);
    run(&mut stock, 1, receipt(&at(1, "A"), 5, (None, None))).unwrap();
    run(&mut stock, 1, receipt(&at(2, "A"), 5, (None, None))).unwrap();
    run(&mut stock, 1, receipt(&at(3, "B"), 5, (None, None))).unwrap();
    // It comes to one of its places; the other gets a row that moves nothing and belongs to no order.
    let filled = decide(&stock, &command(2, receipt(&at(2, "A"), 1, (None, Some("2026-06-01")))), CONTEXT).unwrap();
    filled.iter().for_each(|row| stock.apply(row, &mut Touched::default()));
    let said: Vec<_> = filled.iter().map(|row| (row.place.area.0, row.moved, row.operation, row.order.is_some())).collect();
    assert_eq!(said, [(2, quantity(1), Some(Operation::Inbound), true), (1, quantity(0), Some(Operation::Dates), false)]);
    for (place, expires) in [(at(1, "A"), Some("2026-06-01")), (at(2, "A"), Some("2026-06-01")), (at(3, "B"), None)] {
        assert_eq!(dates(&stock, &place), (None, expires), "{place:?}");
    }
    assert_eq!(level(&stock, 1).0, quantity(16));
    // From now on it is kept: the produce date can be filled in, and must fit.
    let other = run(&mut stock, 1, receipt(&at(1, "A"), 1, (None, Some("2026-07-01"))));
    assert!(matches!(other, Err(StockRefusal::BatchDates { line: 1, .. })), "{other:?}");
    let late = run(&mut stock, 1, receipt(&at(1, "A"), 1, (Some("2026-06-02"), None)));
    assert!(matches!(late, Err(StockRefusal::Line { line: 1, .. })), "{late:?}");
    run(&mut stock, 1, receipt(&at(4, "A"), 1, (Some("2026-01-02"), None))).unwrap();
    assert!([1, 2, 4].iter().all(|area| dates(&stock, &at(*area, "A")) == (Some("2026-01-02"), Some("2026-06-01"))));
}

#[test]
fn within_one_receipt_a_later_line_fills_in_the_date_of_a_batch() {
    let mut stock = stock(false);
    let line = |line: u32, area: i64, expiry| ReceiveLine { place: at(area, "A"), ..receive(line, 1, "A", 5, expiry) };
    let lines = vec![line(1, 1, None), line(2, 2, Some("2026-06-01")), line(3, 3, None)];
    run(&mut stock, 1, StockAction::Receive { lines }).unwrap();
    assert!([1, 2, 3].iter().all(|area| dates(&stock, &at(*area, "A")) == (None, Some("2026-06-01"))));
    let lines = vec![line(1, 1, None), line(2, 2, Some("2026-07-01"))];
    assert!(matches!(run(&mut stock, 1, StockAction::Receive { lines }), Err(StockRefusal::BatchDates { line: 2, .. })));
}

#[test]
fn the_dates_of_a_batch_are_corrected_at_all_its_places() {
    let mut stock = stock(false);
    for (area, batch) in [(1, "A"), (2, "A"), (3, "B"), (4, "")] {
        run(&mut stock, 1, receipt(&at(area, batch), 5, (None, Some("2026-09-01")))).unwrap();
    }
    // A place where nothing is left is corrected as well, so that it brings back no old date.
    let empty = AdjustLine::new(1, at(2, "A"), UnitId(1), quantity(-5));
    run(&mut stock, 1, StockAction::Adjust { lines: vec![empty] }).unwrap();
    run(&mut stock, 2, StockAction::Reserve { lines: vec![DemandLine { batch: Some("A".into()), ..demand(1, 1, 2) }] }).unwrap();
    let before = (level(&stock, 1), stock.last_sequence);
    let moves = run(&mut stock, 0, correct(&at(1, "A"), (Some("2025-12-01"), Some("2026-06-01")))).unwrap();
    assert!(moves.iter().all(|(_, moved, reserved)| moved.is_zero() && reserved.is_zero()));
    assert_eq!((level(&stock, 1), stock.last_sequence), (before.0, before.1 + 2));
    for (area, batch, expected) in [
        (1, "A", (Some("2025-12-01"), Some("2026-06-01"))),
        (2, "A", (Some("2025-12-01"), Some("2026-06-01"))),
        (3, "B", (None, Some("2026-09-01"))),
        (4, "", (None, Some("2026-09-01"))),
    ] {
        assert_eq!(dates(&stock, &at(area, batch)), expected, "{area} {batch}");
    }
    run(&mut stock, 1, receipt(&at(2, "A"), 5, (None, Some("2026-06-01")))).unwrap();
    // Of goods without a batch, each place has its own.
    run(&mut stock, 1, receipt(&at(5, ""), 5, (None, Some("2026-09-01")))).unwrap();
    run(&mut stock, 0, correct(&at(4, ""), (None, None))).unwrap();
    assert_eq!([4, 5].map(|area| dates(&stock, &at(area, "")).1), [None, Some("2026-09-01")]);
}

#[test]
fn impossible_corrections_of_dates_are_refused() {
    let mut stock = stock(false);
    run(&mut stock, 1, receipt(&at(1, "A"), 5, (None, Some("2026-09-01")))).unwrap();
    let wrong = run(&mut stock, 0, correct(&at(1, "A"), (Some("2026-09-02"), Some("2026-09-01"))));
    assert!(matches!(wrong, Err(StockRefusal::Line { .. })), "{wrong:?}");
    assert_eq!(run(&mut stock, 0, correct(&at(1, "B"), (None, None))), Err(StockRefusal::NoSuchGoods));
    assert_eq!(run(&mut stock, 0, correct(&at(1, ""), (None, None))), Err(StockRefusal::NoSuchGoods));
}

/// What left before the dates were corrected comes back with those that its batch has by now.
#[test]
fn goods_that_come_back_bring_back_no_old_date() {
    let mut stock = stock(false);
    run(&mut stock, 1, receipt(&at(0, "A"), 5, (None, Some("2026-03-01")))).unwrap();
    run(&mut stock, 2, StockAction::Issue { lines: vec![demand(1, 1, 2)], release_rest: true }).unwrap();
    run(&mut stock, 0, correct(&at(0, "A"), (None, Some("2026-09-01")))).unwrap();
    let back = ReverseLine { expiry_date: Some("2026-03-01".into()), ..reversed(1, at(0, "A"), 1, 1) };
    run(&mut stock, 2, StockAction::Return { lines: vec![back.clone()] }).unwrap();
    run(&mut stock, 2, StockAction::Reverse { lines: vec![back], returned_of: None }).unwrap();
    assert_eq!(dates(&stock, &at(0, "A")), (None, Some("2026-09-01")));
}

#[test]
fn a_batch_keeps_its_dates() {
    let mut stock = stock(false);
    run(&mut stock, 1, StockAction::Receive { lines: vec![receive(1, 1, "A", 5, Some("2026-09-01"))] }).unwrap();
    let other = run(&mut stock, 1, StockAction::Receive { lines: vec![receive(1, 1, "A", 5, Some("2026-10-01"))] });
    assert!(matches!(other, Err(StockRefusal::BatchDates { line: 1, .. })));
}

#[test]
fn a_receipt_that_expires_before_it_was_made_is_refused() {
    let line = ReceiveLine { produce_date: Some("2026-09-02".into()), ..receive(4, 1, "A", 5, Some("2026-09-01")) };
    let refused = run(&mut stock(false), 1, StockAction::Receive { lines: vec![line] });
    assert!(matches!(refused, Err(StockRefusal::Line { line: 4, .. })), "{refused:?}");
}
