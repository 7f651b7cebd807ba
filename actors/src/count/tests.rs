//! Sheets against a warehouse's rules: moves between counting and posting are never lost, and what a sheet refuses.

use std::collections::{BTreeMap, HashMap, HashSet};

use bus_schemas::count::{
    CountDraft, CountLine, CountResult, CountScope, CountSheet, CountStatus, CountTallies, CountWrite, LineState, PARTS_MAX, Tolerance,
};
use bus_schemas::ids::{AdminId, AreaId, CommandId, CommandKey, CountId, OrderId, ProductId, ShelfId, UnitId, WarehouseId};
use bus_schemas::number::{Cost, Price, Quantity};
use bus_schemas::order::OrderKind;
use bus_schemas::order::units::EnteredQuantity;
use bus_schemas::warehouse::{
    AdjustLine, CostBasis, DemandLine, Movement, Operation, OrderRef, Place, ReceiveLine, StockAction, StockCommand, StockRefusal,
};
use proptest::prelude::*;
use rust_decimal::Decimal;

use super::lines::{check_parts, check_quantity, counted, differences, state, tallied, wants_recount};
use super::rules::{self, Act, CountRefusal};
use crate::order::units::{LineUnits, OtherUnit, UnitFacts};
use crate::warehouse::counting::completed;
use crate::warehouse::port::{WarehouseSettings, WarehouseSnapshot};
use crate::warehouse::rules::context::Context;
use crate::warehouse::rules::decide;
use crate::warehouse::stock::{Stock, Touched};

fn quantity(units: i64) -> Quantity {
    Quantity(Decimal::from(units))
}

fn place(product: i64) -> Place {
    Place { area: AreaId(0), shelf: ShelfId(0), product: ProductId(product), batch: String::new() }
}

fn stock() -> Stock {
    let settings = WarehouseSettings { in_use: true, ..WarehouseSettings::default() };
    Stock::from_snapshot(WarehouseId(1), WarehouseSnapshot { settings: Some(settings), ..WarehouseSnapshot::default() })
}

fn act(admin: i64) -> Act {
    Act { admin: AdminId(admin), now_ms: 1, version: None }
}

fn sheet() -> CountSheet {
    let draft = CountDraft { warehouse: WarehouseId(1), scope: CountScope::default(), blind: true, remark: String::new(), admin: None };
    CountSheet { number: "PD1".into(), ..rules::create(CountId(1), &draft, 3, Tolerance::default(), "2026-01-15", act(1)).unwrap() }
}

fn line(number: u32, product: i64) -> CountLine {
    CountLine {
        line: number,
        place: place(product),
        unit: UnitId(1),
        found: false,
        produce_date: None,
        expiry_date: None,
        reason: None,
        asked: false,
        results: Vec::new(),
    }
}

/// What a person counts now.
fn result(stock: &Stock, product: i64, units: i64, admin: i64) -> CountResult {
    CountResult {
        quantity: quantity(units),
        entered: vec![],
        book: stock.on_hand(&place(product)),
        sequence: stock.last_sequence,
        cost: Cost(Decimal::TWO),
        admin: AdminId(admin),
        at: 1,
        zeroed: false,
    }
}

fn command(order: Option<i64>, action: StockAction) -> StockCommand {
    let order = order.map(|id| OrderRef { kind: OrderKind::OUTBOUND, id: OrderId(id), number: format!("CK{id}") });
    let id = CommandKey::of(AdminId(1), CommandId::new("c").unwrap());
    StockCommand { order, ..StockCommand::new(id, AdminId(1), "2026-01-15", action) }
}

fn run(stock: &mut Stock, command: &StockCommand) -> Result<Vec<Movement>, StockRefusal> {
    let movements = decide(stock, command, Context { now_ms: stock.last_sequence, today: "2026-01-15" })?;
    let mut touched = Touched::default();
    movements.iter().for_each(|movement| stock.apply(movement, &mut touched));
    Ok(movements)
}

fn receive(product: i64, units: i64) -> StockAction {
    let line = ReceiveLine {
        line: 1,
        place: place(product),
        unit: UnitId(1),
        quantity: quantity(units),
        price: Price(Decimal::TWO),
        produce_date: None,
        expiry_date: None,
        received: None,
    };
    StockAction::Receive { lines: vec![line] }
}

fn demand(product: i64, units: i64) -> DemandLine {
    DemandLine::new(1, ProductId(product), UnitId(1), quantity(units))
}

fn issue(product: i64, units: i64) -> StockAction {
    StockAction::Issue { lines: vec![demand(product, units)], release_rest: false }
}

fn posting(sheet: &CountSheet, lines: &[CountLine]) -> StockCommand {
    let posted = rules::post(&CountSheet { status: CountStatus::Submitted, ..sheet.clone() }, None, act(9)).unwrap();
    let key = CommandKey::of(AdminId(9), CommandId::new("post").unwrap());
    let write = Box::new(CountWrite { command: key, sheet: posted });
    command(None, StockAction::Count { write, lines: differences(lines, &HashMap::from([(ProductId(3), Price(Decimal::TEN))]), &HashSet::new()) })
}

proptest! {
    /// The books err by something unknown. Goods come and go before, between and after the countings; at the end the
    /// books say what lies on each counted shelf, and err as before on the others.
    #[test]
    fn moves_between_counting_and_posting_are_never_lost(
        errors in prop::collection::vec(-5_i64..6, 4),
        steps in prop::collection::vec((0..3_u8, 0..4_usize, 1..9_i64), 1..60),
    ) {
        let mut stock = stock();
        let mut shelf = BTreeMap::new();
        for (product, error) in errors.iter().enumerate() {
            run(&mut stock, &command(Some(1), receive(product as i64, 10))).unwrap();
            shelf.insert(product as i64, 10 + error);
        }
        let mut lines: BTreeMap<i64, CountLine> = BTreeMap::new();
        for (kind, product, units) in steps {
            let product = product as i64;
            let lies = shelf[&product];
            match kind {
                0 => {
                    run(&mut stock, &command(Some(1), receive(product, units))).unwrap();
                    shelf.insert(product, lies + units);
                }
                // Nobody takes what does not lie there, and the books refuse what they don't have.
                1 if lies >= units => {
                    if run(&mut stock, &command(Some(1), issue(product, units))).is_ok() {
                        shelf.insert(product, lies - units);
                    }
                }
                1 => {}
                _ => {
                    let before = lines.remove(&product).unwrap_or_else(|| line(product as u32 + 1, product));
                    let seen = counted(&before, result(&stock, product, lies, 2), None).unwrap();
                    let same = stock.on_hand(&place(product)) == quantity(lies);
                    prop_assert_eq!(state(&seen), if same { LineState::Equal } else { LineState::Different });
                    lines.insert(product, seen);
                }
            }
        }
        let lines: Vec<CountLine> = lines.into_values().collect();
        let posted = run(&mut stock, &posting(&sheet(), &lines)).unwrap();
        let sum: Quantity = posted.iter().map(|movement| movement.moved).sum();
        let wanted: Quantity = lines.iter().map(|line| line.results.last().unwrap().difference()).sum();
        prop_assert_eq!(sum, wanted);
        for movement in &posted {
            prop_assert_eq!(movement.operation, Some(Operation::Count));
            prop_assert_eq!(movement.count.as_ref().map(|count| count.number.as_str()), Some("PD1"));
        }
        for (product, lies) in shelf {
            let is = stock.on_hand(&place(product));
            if lines.iter().any(|line| line.place.product.0 == product) {
                prop_assert_eq!(is, quantity(lies));
            } else {
                prop_assert_eq!(is, quantity(lies - errors[product as usize]));
            }
        }
    }

    /// Tallies that follow each result say what the lines say.
    #[test]
    fn tallies_are_those_of_the_lines(results in prop::collection::vec((0..3_i64, 0..14_i64, 1..3_i64), 0..30)) {
        let mut stock = stock();
        (0..3).for_each(|product| drop(run(&mut stock, &command(Some(1), receive(product, 10))).unwrap()));
        let tolerance = Tolerance { percent: Some(Decimal::TEN), value: None };
        let mut lines: BTreeMap<i64, CountLine> = BTreeMap::new();
        let mut tallies = CountTallies::default();
        for (product, units, admin) in results {
            let before = lines.get(&product).cloned();
            let after = counted(&before.clone().unwrap_or_else(|| line(product as u32 + 1, product)), result(&stock, product, units, admin), None).unwrap();
            tallies = tallied(tallies, before.as_ref(), &after, tolerance);
            lines.insert(product, after);
        }
        let count = |is: &dyn Fn(&&CountLine) -> bool| u32::try_from(lines.values().filter(is).count()).unwrap();
        prop_assert_eq!(tallies.lines, count(&|_| true));
        prop_assert_eq!(tallies.different, count(&|line| state(line) == LineState::Different));
        prop_assert_eq!(tallies.recount, count(&|line| wants_recount(line, tolerance)));
    }
}

#[test]
fn a_difference_beyond_the_tolerance_is_counted_again_until_it_is_found_twice() {
    let mut stock = stock();
    run(&mut stock, &command(Some(1), receive(1, 100))).unwrap();
    let percent = Tolerance { percent: Some(Decimal::from(5)), value: None };
    let once = counted(&line(1, 1), result(&stock, 1, 90, 2), None).unwrap();
    assert!(wants_recount(&once, percent) && !wants_recount(&once, Tolerance::default()));
    assert!(wants_recount(&once, Tolerance { percent: None, value: Some(Decimal::from(19)) }), "10 units at 2");
    assert!(!wants_recount(&once, Tolerance { percent: None, value: Some(Decimal::from(20)) }));
    assert!(!wants_recount(&counted(&line(1, 1), result(&stock, 1, 95, 2), None).unwrap(), percent), "as far as the tolerance");
    // Somebody else finds another figure: both stay, and neither is confirmed.
    let other = counted(&once, result(&stock, 1, 80, 3), None).unwrap();
    assert!(wants_recount(&other, percent));
    assert_eq!(other.results.iter().map(|result| result.admin.0).collect::<Vec<_>>(), [2, 3]);
    // Goods that moved in between do not hide that the second count finds the same.
    run(&mut stock, &command(Some(1), issue(1, 7))).unwrap();
    assert!(!wants_recount(&counted(&other, result(&stock, 1, 73, 2), None).unwrap(), percent));
    // A reviewer may ask for more; the next result answers.
    let asked = CountLine { asked: true, ..line(1, 1) };
    assert!(wants_recount(&asked, Tolerance::default()));
    assert!(!wants_recount(&counted(&asked, result(&stock, 1, 93, 2), None).unwrap(), Tolerance::default()));
}

#[test]
fn a_sheet_of_goods_that_lie_nowhere_is_refused_and_an_empty_place_is_walked() {
    let create = |scope: CountScope, lines: u32| {
        let draft = CountDraft { warehouse: WarehouseId(1), scope, blind: true, remark: String::new(), admin: None };
        rules::create(CountId(1), &draft, lines, Tolerance::default(), "2026-01-15", act(1)).map(|sheet| sheet.tallies.lines)
    };
    let area = CountScope { areas: vec![4], ..CountScope::default() };
    for scope in [CountScope::default(), area.clone()] {
        assert_eq!(create(scope, 0), Ok(0));
    }
    for scope in [
        CountScope { categories: vec![1], ..CountScope::default() },
        CountScope { products: vec![1], ..area.clone() },
        CountScope { moved_days: Some(1), ..area },
    ] {
        assert_eq!(create(scope.clone(), 0), Err(CountRefusal::NothingCovered));
        assert_eq!(create(scope, 1), Ok(1));
    }
}

#[test]
fn steps_are_refused_by_status_and_the_reviewer_is_not_the_counter() {
    let empty = sheet();
    assert_eq!(rules::submit(&empty, act(2)), Err(CountRefusal::NothingCounted));
    let open = CountSheet { counters: vec![AdminId(2)], tallies: CountTallies { lines: 3, counted: 2, different: 1, recount: 1 }, ..empty };
    assert_eq!(rules::submit(&open, act(2)), Err(CountRefusal::RecountFirst { lines: 1 }));
    let counted = CountSheet { tallies: CountTallies { recount: 0, ..open.tallies }, ..open };
    assert!(matches!(rules::post(&counted, None, act(9)), Err(CountRefusal::Transition { .. })));
    assert_eq!(rules::zero_rest(&counted, 2, counted.tallies, act(3)), Err(CountRefusal::RestChanged { lines: 1 }));
    let zeroed = rules::zero_rest(&counted, 1, CountTallies { counted: 3, ..counted.tallies }, act(3)).unwrap();
    assert_eq!(zeroed.counters, [AdminId(2), AdminId(3)]);
    let submitted = rules::submit(&zeroed, act(2)).unwrap();
    assert_eq!((submitted.status, submitted.version), (CountStatus::Submitted, 3));
    assert_eq!(rules::post(&submitted, None, act(3)), Err(CountRefusal::Reviewer));
    assert_eq!(rules::post(&submitted, Some(" "), act(3)), Err(rules::invalid("reason", "error.required")));
    let overruled = rules::post(&submitted, Some("nobody else works here"), act(3)).unwrap();
    assert_eq!(overruled.entry.and_then(|entry| entry.reason).as_deref(), Some("nobody else works here"));
    let posted = rules::post(&submitted, None, act(9)).unwrap();
    assert_eq!(posted.posting.as_ref().map(|posting| (posting.equal, posting.different, posting.not_counted)), Some((2, 1, 0)));
    for refused in [rules::post(&posted, None, act(9)), rules::void(&posted, "late", act(9)), rules::submit(&posted, act(9))] {
        assert_eq!(refused, Err(CountRefusal::Transition { status: CountStatus::Posted, allowed: vec![] }));
    }
    let stale = Act { version: Some(1), ..act(9) };
    assert_eq!(rules::post(&submitted, None, stale), Err(CountRefusal::Version { current: 3, changed_by: AdminId(2) }));
    let back = rules::recount(&submitted, CountTallies { recount: 1, ..submitted.tallies }, act(9)).unwrap();
    assert_eq!((back.status, back.submitted_by), (CountStatus::Counting, None));
}

#[test]
fn what_is_counted_fits_the_unit() {
    let figure = |text: &str, decimals| check_quantity(text.parse().unwrap(), decimals);
    assert_eq!(figure("0", 0), Ok(Quantity::ZERO));
    assert_eq!(figure("2.50", 1), Ok(Quantity("2.5".parse().unwrap())));
    assert_eq!(figure("2.5", 0), Err(rules::invalid("quantity", "error.quantity.unit")));
    assert_eq!(figure("-1", 0), Err(rules::invalid("quantity", "error.number.negative")));
    assert_eq!(figure("1000000001", 0), Err(rules::invalid("quantity", "error.number.large")));
}

/// A part in the product's own unit 1, or in unit 2 that holds `factor` of it.
fn part(quantity: &str, decimals: u32, factor: Option<&str>) -> (Decimal, LineUnits) {
    let unit = |id: i64, decimals: u32| UnitFacts { id: UnitId(id), decimals };
    let other = |factor: &str| OtherUnit { unit: unit(2, 2), factor: factor.parse().unwrap() };
    (quantity.parse().unwrap(), LineUnits { base: unit(1, decimals), entered: factor.map(other) })
}

#[test]
fn boxes_and_pieces_make_a_sum_and_stay_as_they_were_typed() {
    let (sum, typed) = check_parts(&[part("3", 0, Some("12")), part("4", 0, None)]).unwrap();
    let entered = |unit: i64, quantity: i64, factor: i64| EnteredQuantity {
        unit: UnitId(unit),
        quantity: Decimal::from(quantity),
        factor: Decimal::from(factor),
    };
    assert_eq!((sum, typed), (quantity(40), vec![entered(2, 3, 12), entered(1, 4, 1)]));
    assert_eq!(check_parts(&[part("0", 0, Some("12"))]).map(|(sum, typed)| (sum, typed.len())), Ok((Quantity::ZERO, 1)));
    assert_eq!(check_parts(&[part("4", 0, None)]), Ok((quantity(4), vec![])), "the own unit alone needs no other words");
}

#[test]
fn a_part_that_is_not_exact_in_the_own_unit_is_refused_where_it_was_typed() {
    let refused = |parts: &[(Decimal, LineUnits)]| check_parts(parts).unwrap_err();
    let wrong = |field: &str, key: &'static str| rules::invalid(field, key);
    // Half a box of 25 is no whole number of pieces. Each part is asked for itself, whatever their sum is.
    let half = || part("0.5", 0, Some("25"));
    assert_eq!(refused(&[part("1", 0, None), half()]), wrong("parts[1].quantity", "error.quantity.exact"));
    assert_eq!(refused(&[half(), half()]), wrong("parts[0].quantity", "error.quantity.exact"));
    assert_eq!(refused(&[part("0.5", 0, None)]), wrong("parts[0].quantity", "error.quantity.unit"));
    assert_eq!(refused(&[part("0.125", 0, Some("8"))]), wrong("parts[0].quantity", "error.quantity.unit"));
    assert_eq!(refused(&[part("-1", 0, Some("12"))]), wrong("parts[0].quantity", "error.number.negative"));
    let most = || part("1000000000", 0, None);
    assert_eq!(refused(&[most(), most()]), wrong("parts", "error.number.large"));
    assert_eq!(refused(&[]), wrong("parts", "error.required"));
    assert_eq!(refused(&[part("1", 0, None); PARTS_MAX + 1]), wrong("parts", "error.count.parts"));
}

#[test]
fn reservations_do_not_hold_a_count_up_and_those_that_lost_goods_are_named() {
    let mut stock = stock();
    run(&mut stock, &command(Some(1), receive(1, 10))).unwrap();
    for order in [7, 8] {
        run(&mut stock, &command(Some(order), StockAction::Reserve { lines: vec![demand(1, 5)] })).unwrap();
    }
    let few = counted(&line(1, 1), result(&stock, 1, 4, 2), None).unwrap();
    let post = posting(&sheet(), &[few]);
    let movements = run(&mut stock, &post).unwrap();
    let written = completed(&post, &stock, &movements).and_then(|write| write.sheet.posting).unwrap();
    assert_eq!(written.sequences, Some((4, 4)));
    let lost: Vec<_> = written.lost.iter().map(|lost| (lost.order.0, lost.missing)).collect();
    assert_eq!(lost, [(8, quantity(5)), (7, quantity(1))], "the youngest first");
    // Order 7 gets what there is, finds the rest elsewhere, and then holds nothing that is not there.
    assert!(matches!(run(&mut stock, &command(Some(7), issue(1, 5))), Err(StockRefusal::Short { .. })));
    let elsewhere = ReceiveLine {
        line: 1,
        place: Place { area: AreaId(5), ..place(1) },
        unit: UnitId(1),
        quantity: quantity(3),
        price: Price(Decimal::TWO),
        produce_date: None,
        expiry_date: None,
        received: None,
    };
    run(&mut stock, &command(Some(1), StockAction::Receive { lines: vec![elsewhere] })).unwrap();
    let issued = run(&mut stock, &command(Some(7), issue(1, 5))).unwrap();
    assert_eq!(issued.iter().map(|movement| movement.moved).sum::<Quantity>(), quantity(-5));
    assert_eq!(issued.iter().map(|movement| movement.reserved).sum::<Quantity>(), quantity(-5));
    assert!(issued.iter().all(|movement| movement.balance >= Quantity::ZERO));
    assert!(!stock.reservations.contains_key(&(OrderKind::OUTBOUND, OrderId(7))));
}

#[test]
fn a_difference_is_posted_once_and_never_below_nothing() {
    let mut stock = stock();
    run(&mut stock, &command(Some(1), receive(1, 10))).unwrap();
    let one = counted(&line(1, 1), result(&stock, 1, 8, 2), None).unwrap();
    let other = counted(&line(1, 1), result(&stock, 1, 8, 3), None).unwrap();
    run(&mut stock, &posting(&sheet(), &[one])).unwrap();
    assert_eq!(run(&mut stock, &posting(&sheet(), &[other])), Err(StockRefusal::CountedSince { lines: vec![1] }));
    let again = counted(&line(1, 1), result(&stock, 1, 2, 3), None).unwrap();
    run(&mut stock, &command(Some(1), issue(1, 5))).unwrap();
    // 2 were counted and 5 went out since: one of the two is wrong.
    assert!(matches!(run(&mut stock, &posting(&sheet(), &[again])), Err(StockRefusal::Short { .. })));
}

#[test]
fn found_goods_enter_at_the_average_or_else_at_a_marked_price() {
    let mut stock = stock();
    run(&mut stock, &command(Some(1), receive(1, 10))).unwrap();
    let found = |line: &CountLine, stock: &Stock, units| counted(line, result(stock, line.place.product.0, units, 2), None).unwrap();
    let lines = [found(&line(1, 1), &stock, 12), found(&CountLine { found: true, ..line(2, 3) }, &stock, 4)];
    let posted = run(&mut stock, &posting(&sheet(), &lines)).unwrap();
    let costs: Vec<_> = posted.iter().map(|movement| (movement.unit_cost.0, movement.cost_basis)).collect();
    assert_eq!(costs, [(Decimal::TWO, None), (Decimal::TEN, Some(CostBasis::Price))]);
    assert_eq!(stock.products.level(ProductId(3)).average_cost, Cost(Decimal::TEN));
    assert_eq!(stock.products.level(ProductId(1)).average_cost, Cost(Decimal::TWO));
}

/// A sheet knows the dates of the day on which it was made.
#[test]
fn dates_that_were_corrected_since_a_sheet_was_made_hold_up_no_posting() {
    let mut stock = stock();
    let batch = Place { batch: "A".into(), ..place(1) };
    let StockAction::Receive { lines } = receive(1, 10) else { panic!("goods come in") };
    let dated = |line: &ReceiveLine| ReceiveLine { place: batch.clone(), expiry_date: Some("2026-03-01".into()), ..line.clone() };
    run(&mut stock, &command(Some(1), StockAction::Receive { lines: lines.iter().map(dated).collect() })).unwrap();
    let correct = StockAction::CorrectDates { place: batch.clone(), produce_date: None, expiry_date: Some("2026-09-01".into()) };
    run(&mut stock, &command(None, correct)).unwrap();
    let of_sheet = CountLine { place: batch.clone(), expiry_date: Some("2026-03-01".into()), ..line(1, 1) };
    let more = counted(&of_sheet, CountResult { book: quantity(10), ..result(&stock, 1, 12, 2) }, None).unwrap();
    let posted = run(&mut stock, &posting(&sheet(), &[more])).unwrap();
    assert_eq!(posted.iter().map(|movement| movement.expiry_date.as_deref()).collect::<Vec<_>>(), [Some("2026-09-01")]);
    assert_eq!(stock.products.get(&batch).and_then(|row| row.expiry_date.as_deref()), Some("2026-09-01"));
}

#[test]
fn an_adjustment_takes_what_is_available_and_names_every_short_line() {
    let mut stock = stock();
    run(&mut stock, &command(Some(1), receive(1, 10))).unwrap();
    run(&mut stock, &command(Some(7), StockAction::Reserve { lines: vec![demand(1, 8)] })).unwrap();
    let adjust = |changes: &[(i64, i64)]| {
        let line = |((product, change), number): (&(i64, i64), u32)| AdjustLine::new(number, place(*product), UnitId(1), quantity(*change));
        command(Some(2), StockAction::Adjust { lines: changes.iter().zip(1..).map(line).collect() })
    };
    let Err(StockRefusal::Short { lines }) = run(&mut stock, &adjust(&[(1, -1), (1, -2), (2, -1), (3, 4)])) else { panic!("must be short") };
    assert_eq!(lines.iter().map(|line| (line.line, line.available)).collect::<Vec<_>>(), [(2, quantity(1)), (3, quantity(0))]);
    let done = run(&mut stock, &adjust(&[(1, -2), (3, 4)])).unwrap();
    assert!(done.iter().all(|movement| movement.operation == Some(Operation::Adjustment)));
    assert_eq!((stock.on_hand(&place(1)), stock.on_hand(&place(3))), (quantity(8), quantity(4)));
}

/// A warehouse where stock may go below zero, or may not.
fn warehouse_stock(allow_negative: bool) -> Stock {
    let settings = WarehouseSettings { in_use: true, allow_negative, ..WarehouseSettings::default() };
    Stock::from_snapshot(WarehouseId(1), WarehouseSnapshot { settings: Some(settings), ..WarehouseSnapshot::default() })
}

proptest! {
    /// Goods are promised and go out after they were counted. A sheet is posted whole or refused with every line that would
    /// leave less than nothing; only goods that may go below zero ever do.
    #[test]
    fn a_posted_count_leaves_nothing_below_zero_that_may_not_be(
        lines in prop::collection::vec((1..20_i64, 0..20_i64, 0..12_i64, 0..12_i64), 1..6),
        allow_negative in any::<bool>(),
        batches in any::<bool>(),
        sold in any::<bool>(),
    ) {
        let mut stock = warehouse_stock(allow_negative);
        let mut sheet_lines = Vec::new();
        for (number, (there, found, promised, leaves)) in (1..).zip(&lines) {
            let product = i64::from(number);
            let batch = if batches { "B" } else { "" };
            let at = Place { batch: batch.into(), ..place(product) };
            let StockAction::Receive { lines } = receive(product, *there) else { unreachable!() };
            let lines = lines.into_iter().map(|line| ReceiveLine { place: at.clone(), ..line }).collect();
            run(&mut stock, &command(Some(1), StockAction::Receive { lines })).unwrap();
            // As much as there is.
            let _ = run(&mut stock, &command(Some(7), StockAction::Reserve { lines: vec![demand(product, *promised)] }));
            let line = CountLine { place: at, ..line(number, product) };
            let book = CountResult { book: quantity(*there), ..result(&stock, product, *found, 2) };
            sheet_lines.push(counted(&line, book, None).unwrap());
            let taken = vec![DemandLine { never_below_zero: sold, ..demand(product, *leaves) }];
            let _ = run(&mut stock, &command(Some(8), StockAction::Issue { lines: taken, release_rest: false }));
        }
        let before: Vec<Quantity> = sheet_lines.iter().map(|line| stock.on_hand(&line.place)).collect();
        let never: HashSet<ProductId> = if sold { sheet_lines.iter().map(|line| line.place.product).collect() } else { HashSet::new() };
        let mut post = posting(&sheet(), &sheet_lines);
        if let StockAction::Count { lines, .. } = &mut post.action {
            *lines = differences(&sheet_lines, &HashMap::new(), &never);
        }
        let may = allow_negative && !batches && !sold;
        let after = |line: &CountLine, before: &Quantity| *before + line.results.last().unwrap().difference();
        let below: Vec<u32> = (sheet_lines.iter().zip(&before))
            .filter(|(line, before)| {
                let takes = line.results.last().unwrap().difference() < Quantity::ZERO;
                takes && after(line, before) < Quantity::ZERO
            })
            .map(|(line, _)| line.line)
            .collect();
        match run(&mut stock, &post) {
            Ok(_) => {
                prop_assert!(may || below.is_empty());
                for (line, before) in sheet_lines.iter().zip(&before) {
                    let now = stock.on_hand(&line.place);
                    prop_assert_eq!(now, after(line, before));
                    prop_assert!(may || now >= Quantity::ZERO);
                }
            }
            Err(StockRefusal::Short { lines }) => {
                prop_assert!(!may);
                prop_assert_eq!(lines.iter().map(|line| line.line).collect::<Vec<_>>(), below);
                let now: Vec<Quantity> = sheet_lines.iter().map(|line| stock.on_hand(&line.place)).collect();
                prop_assert_eq!(now, before, "nothing has changed");
            }
            Err(refusal) => prop_assert!(false, "{refusal:?}"),
        }
    }
}
