//! Stock that falls below zero, where it may.

use bus_schemas::warehouse::AdjustLine;

use super::*;

#[test]
fn below_zero_only_where_it_is_allowed() {
    let issue = || StockAction::Issue { lines: vec![demand(1, 1, 3)], release_rest: true };
    assert!(run(&mut stock(false), 1, issue()).is_err());
    let mut allowed = stock(true);
    run(&mut allowed, 1, issue()).unwrap();
    assert_eq!(level(&allowed, 1).0, quantity(-3));
}

#[test]
fn a_review_promises_what_is_there_and_the_rest_goes_below_zero() {
    let mut stock = stock(true);
    run(&mut stock, 1, StockAction::Receive { lines: vec![receive(1, 1, "", 5, None)] }).unwrap();
    let reserve = |units: i64| StockAction::Reserve { lines: vec![demand(1, 1, units)] };
    let issue = |units: i64| StockAction::Issue { lines: vec![demand(1, 1, units)], release_rest: false };
    run(&mut stock, 2, reserve(4)).unwrap();
    run(&mut stock, 3, reserve(3)).unwrap();
    assert_eq!(level(&stock, 1), (quantity(5), quantity(5)), "no more is promised than is there");
    // What others are promised is nobody else's.
    assert!(matches!(run(&mut stock, 3, issue(3)), Err(StockRefusal::Short { .. })));
    run(&mut stock, 2, issue(4)).unwrap();
    run(&mut stock, 3, issue(3)).unwrap();
    assert_eq!(level(&stock, 1), (quantity(-2), quantity(0)));
    // Products kept in batches never do, and an order that asks for less than it was promised takes only that.
    run(&mut stock, 1, StockAction::Receive { lines: vec![receive(1, 2, "B", 5, None)] }).unwrap();
    let refused = run(&mut stock, 4, StockAction::Reserve { lines: vec![demand(1, 2, 6)] });
    assert!(matches!(refused, Err(StockRefusal::Short { .. })), "{refused:?}");
    let loses = |product: i64, units: i64| StockAction::Adjust { lines: vec![AdjustLine::new(1, place(product, ""), UnitId(1), quantity(-units))] };
    run(&mut stock, 1, StockAction::Receive { lines: vec![receive(1, 3, "", 5, None)] }).unwrap();
    run(&mut stock, 5, StockAction::Reserve { lines: vec![demand(1, 3, 2)] }).unwrap();
    assert!(matches!(run(&mut stock, 6, loses(3, 4)), Err(StockRefusal::Short { .. })));
}

#[test]
fn goods_that_left_before_they_came_are_corrected_to_what_they_cost() {
    let mut stock = stock(true);
    let issue = |units: i64| StockAction::Issue { lines: vec![demand(1, 1, units)], release_rest: false };
    let mut value = Decimal::ZERO;
    let mut act = |stock: &mut Stock, action: StockAction| {
        let movements = decide(stock, &command(1, action), CONTEXT).unwrap();
        movements.iter().for_each(|movement| stock.apply(movement, &mut Touched::default()));
        value += movements.iter().map(|movement| movement.amount.0).sum::<Decimal>();
        let level = stock.products.level(ProductId(1));
        assert_eq!(value, level.on_hand.0 * level.average_cost.0, "the ledger adds up to the value of what is there");
        movements.into_iter().filter(|movement| movement.cost_basis.is_some()).map(|movement| movement.amount.0).collect::<Vec<_>>()
    };
    let at = |units: i64, price: i64| ReceiveLine { price: Price(Decimal::from(price)), ..receive(1, 1, "", units, None) };
    act(&mut stock, StockAction::Receive { lines: vec![at(2, 10)] });
    act(&mut stock, issue(5));
    // Three left at 10 and cost 12, then so does what comes on top.
    assert_eq!(act(&mut stock, StockAction::Receive { lines: vec![at(2, 12), at(4, 13)] }), [Decimal::from(-6), Decimal::from(-1)]);
    assert_eq!(level(&stock, 1).0, quantity(3));
    assert!(act(&mut stock, StockAction::Receive { lines: vec![at(2, 13)] }).is_empty());
}

#[test]
fn a_product_that_may_not_go_below_zero_does_not() {
    let mut stock = stock(true);
    run(&mut stock, 1, StockAction::Receive { lines: vec![receive(1, 1, "", 2, None)] }).unwrap();
    let wants = |never_below_zero| vec![DemandLine { never_below_zero, ..demand(1, 1, 3) }];
    let issue = |lines: Vec<DemandLine>| StockAction::Issue { lines, release_rest: false };
    for action in [StockAction::Reserve { lines: wants(true) }, issue(wants(true))] {
        assert!(matches!(run(&mut stock, 1, action), Err(StockRefusal::Short { .. })));
    }
    let takes = |never_below_zero| {
        let line = AdjustLine::new(1, place(1, ""), UnitId(1), -quantity(3));
        StockAction::Adjust { lines: vec![AdjustLine { never_below_zero, ..line }] }
    };
    assert!(matches!(run(&mut stock, 1, takes(true)), Err(StockRefusal::Short { .. })));
    run(&mut stock, 1, issue(wants(false))).unwrap();
    assert_eq!(level(&stock, 1).0, -quantity(1));
}
