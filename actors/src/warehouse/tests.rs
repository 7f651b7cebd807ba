//! Tests of the pure rules, by what goods do.

use bus_schemas::ids::{AdminId, AreaId, CommandId, CommandKey, OrderId, ProductId, ShelfId, UnitId, WarehouseId};
use bus_schemas::number::{Cost, Price, Quantity};
use bus_schemas::order::OrderKind;
use bus_schemas::warehouse::{DemandLine, OrderRef, Place, ReceiveLine, ReverseLine, StockAction, StockCommand, StockRefusal};
use rust_decimal::Decimal;

use super::port::{WarehouseSettings, WarehouseSnapshot};
use super::rules::context::Context;
use super::rules::decide;
use super::stock::{Stock, Touched};
use crate::dates::Month;

mod added_costs;
mod dates;
mod holds;
mod negative;
mod picks;
mod rounding;
mod sums;
mod taking_back;
mod turns;

const CONTEXT: Context<'static> = Context { now_ms: 1, today: "2026-01-15" };

fn quantity(units: i64) -> Quantity {
    Quantity(Decimal::from(units))
}

fn place(product: i64, batch: &str) -> Place {
    Place { area: AreaId(0), shelf: ShelfId(0), product: ProductId(product), batch: batch.into() }
}

fn stock(allow_negative: bool) -> Stock {
    let settings = WarehouseSettings { in_use: true, allow_negative, ..WarehouseSettings::default() };
    Stock::from_snapshot(WarehouseId(1), WarehouseSnapshot { settings: Some(settings), ..WarehouseSnapshot::default() })
}

fn command(order: i64, action: StockAction) -> StockCommand {
    let order = Some(OrderRef { kind: OrderKind::OUTBOUND, id: OrderId(order), number: "CK".into() });
    let id = CommandKey::of(AdminId(1), CommandId::new("c").unwrap());
    StockCommand { order, ..StockCommand::new(id, AdminId(1), "2026-01-15", action) }
}

fn receive(line: u32, product: i64, batch: &str, units: i64, expiry: Option<&str>) -> ReceiveLine {
    ReceiveLine {
        line,
        place: place(product, batch),
        unit: UnitId(1),
        quantity: quantity(units),
        price: Price(Decimal::ONE),
        produce_date: None,
        expiry_date: expiry.map(str::to_owned),
        received: None,
    }
}

fn demand(line: u32, product: i64, units: i64) -> DemandLine {
    DemandLine::new(line, ProductId(product), UnitId(1), quantity(units))
}

fn run(stock: &mut Stock, order: i64, action: StockAction) -> Result<Vec<(Place, Quantity, Quantity)>, StockRefusal> {
    let movements = decide(stock, &command(order, action), CONTEXT)?;
    let mut touched = Touched::default();
    for movement in &movements {
        assert_eq!(movement.sequence, stock.last_sequence + 1);
        stock.apply(movement, &mut touched);
        assert_eq!(stock.on_hand(&movement.place), movement.balance);
    }
    Ok(movements.into_iter().map(|movement| (movement.place, movement.moved, movement.reserved)).collect())
}

fn level(stock: &Stock, product: i64) -> (Quantity, Quantity) {
    let level = stock.products.level(ProductId(product));
    (level.on_hand, level.reserved)
}

fn reversed(line: u32, place: Place, change: i64, cost: i64) -> ReverseLine {
    ReverseLine {
        line,
        of_line: line,
        place,
        unit: UnitId(1),
        change: quantity(change),
        unit_cost: Cost(Decimal::from(cost)),
        produce_date: None,
        expiry_date: None,
        to: None,
    }
}

#[test]
fn nothing_moves_in_a_closed_month() {
    let settings = WarehouseSettings { in_use: true, closed: Month::of("2026-01"), ..WarehouseSettings::default() };
    let mut stock = Stock::from_snapshot(WarehouseId(1), WarehouseSnapshot { settings: Some(settings), ..WarehouseSnapshot::default() });
    let receipt = StockAction::Receive { lines: vec![receive(1, 1, "", 5, None)] };
    let shift = StockAction::Shift { lines: Vec::new(), release_rest: false };
    for action in [receipt.clone(), shift] {
        assert_eq!(run(&mut stock, 1, action), Err(StockRefusal::Closed { month: "2026-01".into() }));
    }
    // What is no date lies in no open month, and what moves nothing has no month.
    for date in ["", "soon", "2026-02"] {
        let command = StockCommand { business_date: date.into(), ..command(1, receipt.clone()) };
        assert_eq!(decide(&stock, &command, CONTEXT), Err(StockRefusal::Closed { month: date.into() }), "{date}");
    }
    assert_eq!(run(&mut stock, 1, StockAction::Release), Ok(vec![]));
    let command = StockCommand { business_date: "2026-02-01".into(), ..command(1, receipt) };
    assert_eq!(decide(&stock, &command, CONTEXT).map(|movements| movements.len()), Ok(1));
}
