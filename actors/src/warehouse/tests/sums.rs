//! Figures against independently computed sums.

use std::collections::{BTreeMap, HashMap};

use bus_schemas::warehouse::{AdjustLine, Movement};
use proptest::prelude::*;

use super::*;
use crate::warehouse::port::{BalanceRow, ProductRows, Rows};

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
            for row in stock.products.iter() {
                prop_assert!(row.on_hand >= row.reserved && row.reserved >= Quantity::ZERO);
                prop_assert_eq!(sums.get(&row.place).copied().unwrap_or_default(), (row.on_hand, row.reserved));
            }
        }
    }
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
        let settings = Some(WarehouseSettings { in_use: true, allow_negative: true, ..WarehouseSettings::default() });
        let mut stock = Stock::from_snapshot(WarehouseId(1), WarehouseSnapshot { settings, last_sequence, ..Default::default() });
        let rows = ProductRows { balances: self.balances.values().cloned().collect(), ..ProductRows::default() };
        stock.products.add(self.balances.keys().map(|place| place.product).collect(), rows, last_sequence);
        stock
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
                let rows = |stock: &Stock| stock.products.iter().map(|row| (row.place.clone(), row.clone())).collect::<BTreeMap<_, _>>();
                prop_assert_eq!(rows(&loaded), rows(&stock));
                prop_assert_eq!(loaded.last_sequence, stock.last_sequence);
                stock = loaded;
            }
        }
    }
}

/// However many lines an order has, each takes what is reserved for it, and a batch has the date that it came with first.
#[test]
fn a_large_order_is_decided_as_a_small_one() {
    const LINES: u32 = 900;
    let mut stock = stock(false);
    let expiry = |batch: i64| format!("2027-01-0{}", batch + 1);
    let line = |line: u32| {
        let (product, batch) = (i64::from(line % 50), i64::from(line % 3));
        // The first line of a batch has its date, the others take it over.
        let dated = (line <= 150).then(|| expiry(batch));
        receive(line, product, &format!("B{batch}"), 10, dated.as_deref())
    };
    let mut lines: Vec<ReceiveLine> = (1..=LINES).map(line).collect();
    let received = decide(&stock, &command(1, StockAction::Receive { lines: lines.clone() }), CONTEXT).unwrap();
    for (moved, batch) in received.iter().map(|moved| (moved, i64::from(moved.line % 3))) {
        assert_eq!((moved.place.batch.as_str(), moved.expiry_date.as_ref()), (format!("B{batch}").as_str(), Some(&expiry(batch))));
    }
    lines.last_mut().unwrap().expiry_date = Some("2030-01-01".into());
    let refused = run(&mut stock, 1, StockAction::Receive { lines: lines.clone() });
    assert!(matches!(refused, Err(StockRefusal::BatchDates { line: LINES, .. })), "{refused:?}");
    lines.last_mut().unwrap().expiry_date = None;
    run(&mut stock, 1, StockAction::Receive { lines }).unwrap();

    let demands: Vec<DemandLine> = (1..=LINES).map(|line| demand(line, i64::from(line % 50), 7)).collect();
    let mut touched = Touched::default();
    let mut act = |stock: &mut Stock, action| {
        let moves = decide(stock, &command(2, action), CONTEXT).unwrap();
        moves.iter().for_each(|moved| stock.apply(moved, &mut touched));
        moves
    };
    let by_line = |moves: &[Movement]| {
        let mut sums: BTreeMap<(u32, Place), Quantity> = BTreeMap::new();
        moves.iter().for_each(|moved| *sums.entry((moved.line, moved.place.clone())).or_default() += moved.reserved);
        sums
    };
    let reserved = act(&mut stock, StockAction::Reserve { lines: demands.clone() });
    // Others empty what is free: it makes no difference to what is promised.
    let free: Vec<DemandLine> = (0..50).map(|product| demand(1, product, 18 * 3)).collect();
    run(&mut stock, 3, StockAction::Issue { lines: free, release_rest: true }).unwrap();
    let issued = act(&mut stock, StockAction::Issue { lines: demands, release_rest: true });
    let given: BTreeMap<_, _> = by_line(&issued).into_iter().map(|(key, sum)| (key, -sum)).collect();
    assert_eq!(by_line(&reserved), given);
    assert!(issued.iter().all(|moved| moved.moved == moved.reserved), "only what was reserved leaves");
    assert!(stock.reservations.is_empty() && (0..50).all(|product| level(&stock, product) == (Quantity::ZERO, Quantity::ZERO)));
}
