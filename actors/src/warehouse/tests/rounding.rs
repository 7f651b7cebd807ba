//! What roundings leave of a value is gone with the goods.

use bus_schemas::number::{AMOUNT_SCALE, Amount};
use bus_schemas::warehouse::{AdjustLine, CostBasis, Movement, Operation};
use proptest::prelude::*;

use super::*;

fn at(units: i64, price: &str) -> StockAction {
    let line = ReceiveLine { price: Price(price.parse().unwrap()), ..receive(1, 1, "", units, None) };
    StockAction::Receive { lines: vec![line] }
}

fn issue(units: i64) -> StockAction {
    StockAction::Issue { lines: vec![demand(1, 1, units)], release_rest: false }
}

/// Goods go back to their supplier at the price they came for.
fn sent_back(units: i64, price: &str) -> StockAction {
    let line = DemandLine { cost: Some(Cost(price.parse().unwrap())), never_below_zero: true, ..demand(1, 1, units) };
    StockAction::Issue { lines: vec![line], release_rest: false }
}

/// Does it, and adds its amounts to the value.
fn act(stock: &mut Stock, value: &mut Decimal, action: StockAction) -> Result<Vec<Movement>, StockRefusal> {
    let movements = decide(stock, &command(1, action), CONTEXT)?;
    movements.iter().for_each(|movement| stock.apply(movement, &mut Touched::default()));
    *value += movements.iter().map(|movement| movement.amount.0).sum::<Decimal>();
    Ok(movements)
}

#[test]
fn the_cent_that_is_left_of_goods_that_are_gone_is_a_record() {
    let (mut stock, mut value) = (stock(false), Decimal::ZERO);
    act(&mut stock, &mut value, at(3, "0.3333")).unwrap();
    for _ in 0..2 {
        assert_eq!(act(&mut stock, &mut value, issue(1)).unwrap().len(), 1, "something is there");
    }
    let last = act(&mut stock, &mut value, issue(1)).unwrap();
    let record = last.last().unwrap();
    assert_eq!((record.operation, record.cost_basis), (Some(Operation::Cost), Some(CostBasis::Rounding)));
    assert_eq!((record.amount, record.moved, value), (Amount(Decimal::new(-1, 2)), Quantity::ZERO, Decimal::ZERO));
    assert!(stock.products.level(ProductId(1)).rounding.0.is_zero());
    // Where nothing is left, there is no record.
    act(&mut stock, &mut value, at(4, "0.25")).unwrap();
    assert_eq!(act(&mut stock, &mut value, issue(4)).unwrap().len(), 1);
}

#[test]
fn what_goes_back_to_its_supplier_leaves_the_rest_its_value() {
    let (mut stock, mut value) = (stock(false), Decimal::ZERO);
    act(&mut stock, &mut value, at(10, "2")).unwrap();
    act(&mut stock, &mut value, at(10, "4")).unwrap();
    act(&mut stock, &mut value, StockAction::Reserve { lines: vec![demand(1, 1, 4)] }).unwrap();
    let left = act(&mut stock, &mut value, sent_back(10, "4")).unwrap();
    let figures: Vec<_> = left.iter().filter(|row| !row.moved.is_zero()).map(|row| (row.unit_cost.0, row.cost_basis, row.average_cost)).collect();
    // What is reserved leaves first, and all of it at the price of the receipt.
    assert!(figures.iter().all(|row| *row == (Decimal::from(4), Some(CostBasis::Receipt), Some(Cost(Decimal::from(3))))), "{figures:?}");
    let level = stock.products.level(ProductId(1));
    assert_eq!((level.on_hand, level.average_cost.0, level.last_price.0, value), (quantity(10), Decimal::TWO, Decimal::from(4), Decimal::from(20)));
    // The last of them go at another price than they are worth: the books are even all the same.
    let last = act(&mut stock, &mut value, sent_back(10, "3")).unwrap();
    let record = last.last().unwrap();
    assert_eq!((record.operation, record.cost_basis, value), (Some(Operation::Cost), Some(CostBasis::Correction), Decimal::ZERO));
    // Nothing goes back that is not there, whatever the warehouse allows.
    let mut below = super::stock(true);
    assert!(matches!(act(&mut below, &mut value, sent_back(1, "3")), Err(StockRefusal::Short { .. })));
}

proptest! {
    #[test]
    fn the_ledger_adds_up_to_the_value_and_to_nothing_where_nothing_is(
        steps in prop::collection::vec((0..4_u8, 1..9_i64, 1..20_000_i64), 1..60),
        below_zero in any::<bool>(),
    ) {
        let (mut stock, mut value) = (stock(below_zero), Decimal::ZERO);
        for (kind, units, price) in steps {
            let action = match kind {
                0 => at(units, &Decimal::new(price, 4).to_string()),
                1 => issue(units),
                2 => sent_back(units, &Decimal::new(price, 4).to_string()),
                _ => StockAction::Adjust { lines: vec![AdjustLine::new(1, place(1, ""), UnitId(1), -quantity(units))] },
            };
            if act(&mut stock, &mut value, action).is_err() {
                continue;
            }
            let level = stock.products.level(ProductId(1));
            prop_assert_eq!(value - level.on_hand.0 * level.average_cost.0, level.rounding.0);
            if level.on_hand.is_zero() {
                prop_assert_eq!(value.round_dp(AMOUNT_SCALE), Decimal::ZERO);
            }
        }
    }
}
