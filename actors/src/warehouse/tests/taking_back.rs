//! Goods that come back, and movements that are taken back.

use bus_schemas::warehouse::{CostBasis, Obstacle};

use super::*;

#[test]
fn what_is_taken_back_leaves_at_the_cost_it_came_with() {
    let mut stock = stock(false);
    let priced = |line, batch: &str, units, price: i64| ReceiveLine { price: Price(Decimal::from(price)), ..receive(line, 1, batch, units, None) };
    run(&mut stock, 1, StockAction::Receive { lines: vec![priced(1, "A", 10, 2), priced(2, "B", 10, 4)] }).unwrap();
    let average = |stock: &Stock| stock.products.level(ProductId(1)).average_cost.0;
    assert_eq!(average(&stock), Decimal::from(3));
    run(&mut stock, 9, StockAction::Reverse { lines: vec![reversed(1, place(1, "B"), -10, 4)], returned_of: None }).unwrap();
    assert_eq!((average(&stock), level(&stock, 1).0), (Decimal::TWO, quantity(10)));
    // And back in at the cost they left with.
    run(&mut stock, 9, StockAction::Reverse { lines: vec![reversed(1, place(1, "B"), 10, 4)], returned_of: None }).unwrap();
    assert_eq!((average(&stock), stock.products.level(ProductId(1)).last_price.0), (Decimal::from(3), Decimal::from(4)));
}

#[test]
fn what_is_gone_or_reserved_is_not_taken_back_and_named() {
    let mut stock = stock(false);
    run(&mut stock, 1, StockAction::Receive { lines: vec![receive(1, 1, "A", 5, None), receive(2, 2, "B", 5, None)] }).unwrap();
    run(&mut stock, 2, StockAction::Reserve { lines: vec![demand(1, 1, 4)] }).unwrap();
    run(&mut stock, 3, StockAction::Issue { lines: vec![demand(1, 2, 1)], release_rest: true }).unwrap();
    let before = [level(&stock, 1), level(&stock, 2)];
    let refused = run(
        &mut stock,
        9,
        StockAction::Reverse { lines: vec![reversed(1, place(1, "A"), -5, 1), reversed(2, place(2, "B"), -5, 1)], returned_of: None },
    );
    let Err(StockRefusal::Blocked { lines }) = refused else { panic!("{refused:?}") };
    let blocked_lines: Vec<_> = lines.iter().map(|blocked| (blocked.line, blocked.obstacle, blocked.available)).collect();
    assert_eq!(blocked_lines, [(1, Obstacle::Reserved, quantity(1)), (2, Obstacle::Gone, quantity(4))]);
    assert_eq!([level(&stock, 1), level(&stock, 2)], before);
}

#[test]
fn what_a_customer_sends_back_enters_at_what_such_goods_cost_here() {
    let mut stock = stock(false);
    let at = |units: i64, price: i64| ReceiveLine { price: Price(Decimal::from(price)), ..receive(1, 1, "", units, None) };
    let mut act = |action: StockAction| {
        let movements = decide(&stock, &command(1, action), CONTEXT).unwrap();
        movements.iter().for_each(|movement| stock.apply(movement, &mut Touched::default()));
        let level = stock.products.level(ProductId(1));
        (movements[0].unit_cost.0, movements[0].cost_basis, level.average_cost.0, level.last_price.0)
    };
    let d = Decimal::from;
    // Nothing is known of it: what was typed, marked, and no price of a supplier.
    assert_eq!(act(StockAction::ReceiveReturned { lines: vec![at(1, 9)] }), (d(9), Some(CostBasis::Price), d(9), d(0)));
    assert_eq!(act(StockAction::Receive { lines: vec![at(2, 3)] }), (d(3), None, d(5), d(3)));
    // The price that it was sold at is not what it costs.
    assert_eq!(act(StockAction::ReceiveReturned { lines: vec![at(4, 90)] }), (d(5), Some(CostBasis::Average), d(5), d(3)));
}
