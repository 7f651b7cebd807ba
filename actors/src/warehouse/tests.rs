//! Tests of the pure rules against independently computed sums.

use std::collections::{BTreeMap, HashMap};

use bus_schemas::ids::{AdminId, AreaId, CommandId, CommandKey, OrderId, ProductId, ShelfId, UnitId, WarehouseId};
use bus_schemas::number::{Cost, Price, Quantity};
use bus_schemas::order::OrderKind;
use bus_schemas::order::details::Swap;
use bus_schemas::warehouse::{
    AdjustLine, CostBasis, DemandLine, Expired, Movement, Obstacle, OrderRef, Place, ReceiveLine, ReverseLine, ShiftLine, StockAction, StockCommand,
    StockRefusal,
};
use proptest::prelude::*;
use rust_decimal::Decimal;

use super::port::{BalanceRow, ProductRows, Rows, WarehouseSettings, WarehouseSnapshot};
use super::rules::{Context, decide};
use super::stock::{Stock, Touched};
use crate::dates::Month;

mod dates;
mod holds;
mod picks;
mod rounding;
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
    DemandLine {
        life_days: 0,
        from: None,
        cost: None,
        never_below_zero: false,
        keep: Quantity::ZERO,
        line,
        product: ProductId(product),
        unit: UnitId(1),
        area: None,
        shelf: None,
        batch: None,
        quantity: quantity(units),
    }
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
        let settings = Some(WarehouseSettings { in_use: true, allow_negative: true, ..WarehouseSettings::default() });
        let mut stock = Stock::from_snapshot(WarehouseId(1), WarehouseSnapshot { settings, last_sequence, ..Default::default() });
        let rows = ProductRows { balances: self.balances.values().cloned().collect(), ..ProductRows::default() };
        stock.products.add(self.balances.keys().map(|place| place.product).collect(), rows);
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
    }
}

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

#[test]
fn nothing_moves_in_a_closed_month() {
    let settings = WarehouseSettings { in_use: true, closed: Month::of("2026-01"), ..WarehouseSettings::default() };
    let mut stock = Stock::from_snapshot(WarehouseId(1), WarehouseSnapshot { settings: Some(settings), ..WarehouseSnapshot::default() });
    let receipt = StockAction::Receive { lines: vec![receive(1, 1, "", 5, None)] };
    let shift = StockAction::Shift { lines: Vec::new(), release_rest: false };
    for action in [receipt.clone(), shift] {
        assert_eq!(run(&mut stock, 1, action), Err(StockRefusal::Closed { month: "2026-01".into() }));
    }
    let command = StockCommand { business_date: "2026-02-01".into(), ..command(1, receipt) };
    assert_eq!(decide(&stock, &command, CONTEXT).map(|movements| movements.len()), Ok(1));
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
