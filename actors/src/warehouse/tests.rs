//! Tests of the pure rules against independently computed sums.

use std::collections::{BTreeMap, HashMap};

use bus_schemas::ids::{AdminId, AreaId, CommandId, CommandKey, OrderId, ProductId, ShelfId, UnitId, WarehouseId};
use bus_schemas::number::{Price, Quantity};
use bus_schemas::order::OrderKind;
use bus_schemas::warehouse::{AdjustLine, DemandLine, Movement, OrderRef, Place, ReceiveLine, StockAction, StockCommand, StockRefusal};
use proptest::prelude::*;
use rust_decimal::Decimal;

use super::port::{BalanceRow, Rows, WarehouseSettings, WarehouseSnapshot};
use super::rules::{Context, decide};
use super::stock::{Stock, Touched};

mod holds;

const CONTEXT: Context<'static> = Context { now_ms: 1, today: "2026-01-15" };

fn quantity(units: i64) -> Quantity {
    Quantity(Decimal::from(units))
}

fn place(product: i64, batch: &str) -> Place {
    Place { area: AreaId(0), shelf: ShelfId(0), product: ProductId(product), batch: batch.into() }
}

fn stock(allow_negative: bool) -> Stock {
    let settings = WarehouseSettings { in_use: true, allow_negative };
    Stock::from_snapshot(WarehouseId(1), WarehouseSnapshot { settings: Some(settings), ..WarehouseSnapshot::default() })
}

fn command(order: i64, action: StockAction) -> StockCommand {
    StockCommand {
        id: CommandKey::of(AdminId(1), CommandId::new("c").unwrap()),
        admin: AdminId(1),
        business_date: "2026-01-15".into(),
        order: Some(OrderRef { kind: OrderKind::OUTBOUND, id: OrderId(order), number: "CK".into() }),
        action,
        order_write: None,
        notifications: Vec::new(),
    }
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
    }
}

fn demand(line: u32, product: i64, units: i64) -> DemandLine {
    DemandLine { line, product: ProductId(product), unit: UnitId(1), area: None, shelf: None, batch: None, quantity: quantity(units) }
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
    stock.levels.get(&ProductId(product)).map_or((Quantity::ZERO, Quantity::ZERO), |level| (level.on_hand, level.reserved))
}

fn wanted(lines: &[(i64, i64)]) -> BTreeMap<i64, i64> {
    lines.iter().fold(BTreeMap::new(), |mut sums, (product, units)| {
        *sums.entry(*product).or_default() += units;
        sums
    })
}

proptest! {
    #[test]
    fn figures_are_the_sums_of_the_ledger_and_never_negative(
        steps in prop::collection::vec((0..5_u8, 1..4_i64, prop::collection::vec((1..4_i64, 1..12_i64), 1..5)), 1..40),
    ) {
        let mut stock = stock(false);
        let mut sums: BTreeMap<Place, (Quantity, Quantity)> = BTreeMap::new();
        for (kind, order, lines) in steps {
            let demands = || lines.iter().zip(1..).map(|((product, units), line)| demand(line, *product, *units)).collect::<Vec<_>>();
            let action = match kind {
                0 => StockAction::Receive { lines: lines.iter().zip(1..).map(|((p, u), line)| receive(line, *p, "", *u, None)).collect() },
                1 => StockAction::Reserve { lines: demands() },
                2 => StockAction::Release,
                3 => StockAction::Issue { lines: demands(), release_rest: order == 1 },
                _ => StockAction::Adjust {
                    lines: lines.iter().zip(1..).map(|((p, u), line)| AdjustLine::new(line, place(*p, ""), UnitId(1), quantity(u - 8)))
                        .filter(|line| !line.change.is_zero()).collect(),
                },
            };
            let before: Vec<_> = (1..4).map(|product| level(&stock, product)).collect();
            let enough = wanted(&lines).iter().all(|(product, units)| {
                let (on_hand, reserved) = before[*product as usize - 1];
                on_hand - reserved >= quantity(*units)
            });
            match run(&mut stock, order, action) {
                Ok(moves) => {
                    prop_assert!(kind != 1 || enough);
                    for (product, units) in wanted(&lines) {
                        let (on_hand, reserved) = before[product as usize - 1];
                        let (now, held) = level(&stock, product);
                        match kind {
                            0 => prop_assert_eq!(now, on_hand + quantity(units)),
                            1 => prop_assert_eq!(held, reserved + quantity(units)),
                            3 => prop_assert_eq!(now, on_hand - quantity(units)),
                            _ => {}
                        }
                    }
                    for (place, moved, reserved) in moves {
                        let sum = sums.entry(place).or_default();
                        sum.0 += moved;
                        sum.1 += reserved;
                    }
                }
                Err(refusal) => {
                    let short = matches!(refusal, StockRefusal::Short { .. });
                    prop_assert!(short && kind != 0 && kind != 2 && !(kind == 1 && enough));
                    let after: Vec<_> = (1..4).map(|product| level(&stock, product)).collect();
                    prop_assert_eq!(before, after);
                }
            }
            for (place, row) in &stock.balances {
                prop_assert!(row.on_hand >= row.reserved && row.reserved >= Quantity::ZERO);
                prop_assert_eq!(sums.get(place).copied().unwrap_or_default(), (row.on_hand, row.reserved));
            }
        }
    }
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
fn a_batch_keeps_its_dates() {
    let mut stock = stock(false);
    run(&mut stock, 1, StockAction::Receive { lines: vec![receive(1, 1, "A", 5, Some("2026-09-01"))] }).unwrap();
    let other = run(&mut stock, 1, StockAction::Receive { lines: vec![receive(1, 1, "A", 5, Some("2026-10-01"))] });
    assert!(matches!(other, Err(StockRefusal::BatchDates { line: 1, .. })));
}

#[test]
fn below_zero_only_where_it_is_allowed() {
    let issue = || StockAction::Issue { lines: vec![demand(1, 1, 3)], release_rest: true };
    assert!(run(&mut stock(false), 1, issue()).is_err());
    let mut allowed = stock(true);
    run(&mut allowed, 1, issue()).unwrap();
    assert_eq!(level(&allowed, 1).0, quantity(-3));
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
fn a_receipt_that_expires_before_it_was_made_is_refused() {
    let line = ReceiveLine { produce_date: Some("2026-09-02".into()), ..receive(4, 1, "A", 5, Some("2026-09-01")) };
    let refused = run(&mut stock(false), 1, StockAction::Receive { lines: vec![line] });
    assert!(matches!(refused, Err(StockRefusal::Line { line: 4, .. })), "{refused:?}");
}

#[test]
fn sums_stay_in_range() {
    let most = 999_999_999_999_i64;
    let mut stock = stock(false);
    let lines = |units: i64| StockAction::Receive { lines: vec![receive(1, 1, "", units, None)] };
    let mut refused = None;
    for _ in 0..1_001 {
        if let Err(refusal) = run(&mut stock, 1, lines(most)) {
            refused = Some(refusal);
            break;
        }
    }
    assert!(matches!(refused, Some(StockRefusal::Overflow { line: 1 } | StockRefusal::Line { line: 1, .. })), "{refused:?}");
    let before = level(&stock, 1);
    assert!(run(&mut stock, 1, lines(most)).is_err());
    assert_eq!(before, level(&stock, 1));
}

/// What a store has of a warehouse.
#[derive(Default)]
struct Stored {
    ledger: Vec<Movement>,
    balances: HashMap<Place, BalanceRow>,
}

impl Stored {
    fn write(&mut self, movements: Vec<Movement>, rows: Rows) {
        self.ledger.extend(movements);
        for row in rows.balances {
            assert_eq!(self.balances.contains_key(&row.place), row.stored, "created once, then replaced");
            self.balances.insert(row.place.clone(), BalanceRow { stored: true, ..row });
        }
    }

    /// Each balance is the sum of its ledger rows, and none is missing.
    fn check(&self) {
        let mut sums: HashMap<Place, Quantity> = HashMap::new();
        self.ledger.iter().for_each(|movement| *sums.entry(movement.place.clone()).or_default() += movement.moved);
        let stored: HashMap<Place, Quantity> = self.balances.iter().map(|(place, row)| (place.clone(), row.on_hand)).collect();
        assert_eq!(stored, sums);
    }

    fn load(&self) -> Stock {
        let last_sequence = self.ledger.last().map_or(0, |movement| movement.sequence);
        let rows = Rows { balances: self.balances.values().cloned().collect(), ..Rows::default() };
        let settings = Some(WarehouseSettings { in_use: true, allow_negative: true });
        Stock::from_snapshot(WarehouseId(1), WarehouseSnapshot { settings, last_sequence, rows, ..Default::default() })
    }
}

proptest! {
    #[test]
    fn balances_are_stored_with_their_movements_and_loaded_as_they_were(
        batches in prop::collection::vec((prop::collection::vec((1_i64..6, -3_i64..6), 0..6), any::<bool>()), 1..40),
    ) {
        let mut stored = Stored::default();
        let mut stock = stored.load();
        for (moves, restarts) in batches {
            let (mut touched, mut movements) = (Touched::default(), Vec::new());
            for (product, units) in moves {
                let action = match units {
                    1.. => StockAction::Receive { lines: vec![receive(1, product, "", units, None)] },
                    _ => StockAction::Issue { lines: vec![demand(1, product, 1 - units)], release_rest: true },
                };
                for movement in decide(&stock, &command(1, action), CONTEXT).unwrap_or_default() {
                    stock.apply(&movement, &mut touched);
                    movements.push(movement);
                }
            }
            stored.write(movements, stock.rows(&touched));
            stored.check();
            if restarts {
                let loaded = stored.load();
                prop_assert_eq!(&loaded.balances, &stock.balances);
                prop_assert_eq!(loaded.last_sequence, stock.last_sequence);
                stock = loaded;
            }
        }
    }
}
