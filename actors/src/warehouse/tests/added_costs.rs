//! Costs that are added to goods, and goods that leave at a cost of their own: the value of stock is what the records add up
//! to, whatever happens.

use bus_schemas::number::{AMOUNT_SCALE, Amount};
use bus_schemas::warehouse::{AdjustLine, CostBasis, CostLine, CostPiece, Movement, Operation};
use proptest::prelude::*;

use super::*;

/// A warehouse with one product, and what its records add up to.
struct Books {
    stock: Stock,
    value: Decimal,
    /// Of the receipts: their sequence, and what of them was not taken back.
    receipts: Vec<(i64, Quantity, Cost)>,
}

fn d(text: &str) -> Decimal {
    text.parse().unwrap()
}

impl Books {
    fn new() -> Self {
        Self { stock: stock(false), value: Decimal::ZERO, receipts: Vec::new() }
    }

    fn act(&mut self, action: StockAction) -> Result<Vec<Movement>, StockRefusal> {
        let movements = decide(&self.stock, &command(1, action), CONTEXT)?;
        movements.iter().for_each(|movement| self.stock.apply(movement, &mut Touched::default()));
        // What was used with goods that have left is no part of what is there.
        let counted = movements.iter().filter(|movement| movement.cost_basis != Some(CostBasis::Used));
        self.value += counted.map(|movement| movement.amount.0).sum::<Decimal>();
        Ok(movements)
    }

    /// Goods come in; answers which receipt it is.
    fn came(&mut self, units: i64, price: &str) -> usize {
        let line = ReceiveLine { price: Price(d(price)), ..receive(1, 1, "", units, None) };
        let rows = self.act(StockAction::Receive { lines: vec![line] }).unwrap();
        self.receipts.push((rows[0].sequence, quantity(units), Cost(d(price))));
        self.receipts.len() - 1
    }

    fn sold(&mut self, units: i64) -> Result<Vec<Movement>, StockRefusal> {
        self.act(StockAction::Issue { lines: vec![demand(1, 1, units)], release_rest: false })
    }

    /// A receipt is taken back, or its goods go back to their supplier.
    fn back(&mut self, receipt: usize, units: i64, reverses: bool) -> Result<Vec<Movement>, StockRefusal> {
        let (_, left, cost) = self.receipts[receipt];
        if left < quantity(units) {
            return Err(StockRefusal::NoSuchGoods);
        }
        let line = ReverseLine { unit_cost: cost, ..reversed(1, place(1, ""), -units, 0) };
        let sent = DemandLine { cost: Some(cost), never_below_zero: true, ..demand(1, 1, units) };
        let rows = self.act(if reverses {
            StockAction::Reverse { lines: vec![line], returned_of: None }
        } else {
            StockAction::Issue { lines: vec![sent], release_rest: false }
        })?;
        self.receipts[receipt].1 -= quantity(units);
        Ok(rows)
    }

    fn cost_line(&self, receipt: usize, amount: &str, kept: Option<&str>) -> CostLine {
        let since = self.receipts.iter().skip(receipt + 1).map(|(_, left, _)| *left).sum();
        CostLine {
            line: 1,
            product: ProductId(1),
            unit: UnitId(1),
            amount: Amount(d(amount)),
            pieces: vec![CostPiece { quantity: self.receipts[receipt].1, since }],
            as_of: self.stock.last_sequence,
            kept: kept.map(|kept| Amount(d(kept))),
        }
    }

    fn added(&mut self, receipt: usize, amount: &str) -> Vec<(Option<CostBasis>, Decimal)> {
        let lines = vec![self.cost_line(receipt, amount, None)];
        marks(&self.act(StockAction::AddCost { lines }).unwrap())
    }

    fn taken_back(&mut self, receipt: usize, amount: &str, kept: &str) -> Vec<(Option<CostBasis>, Decimal)> {
        let lines = vec![self.cost_line(receipt, amount, Some(kept))];
        marks(&self.act(StockAction::TakeCostBack { lines }).unwrap())
    }

    /// What is there is worth.
    fn worth(&self) -> Decimal {
        let level = self.stock.products.level(ProductId(1));
        level.on_hand.0 * level.average_cost.0
    }

    fn is_worth(&self, value: &str) {
        assert_eq!((self.worth().round_dp(AMOUNT_SCALE), self.value.round_dp(AMOUNT_SCALE)), (d(value), d(value)));
    }
}

fn marks(rows: &[Movement]) -> Vec<(Option<CostBasis>, Decimal)> {
    rows.iter().map(|row| (row.cost_basis, row.amount.0)).collect()
}

const ADDED: Option<CostBasis> = Some(CostBasis::Addition);
const USED: Option<CostBasis> = Some(CostBasis::Used);

#[test]
fn a_cost_of_goods_that_are_gone_does_not_go_onto_later_ones() {
    let mut books = Books::new();
    let first = books.came(5, "10");
    books.sold(5).unwrap();
    books.came(5, "12");
    assert_eq!(books.added(first, "10"), [(USED, d("10"))]);
    books.is_worth("60.00");
}

#[test]
fn of_goods_that_are_partly_gone_the_cost_is_shared_by_what_can_still_be_there() {
    let mut books = Books::new();
    let first = books.came(10, "10");
    books.sold(4).unwrap();
    let second = books.came(6, "10");
    assert_eq!(books.added(first, "10"), [(ADDED, d("6")), (USED, d("4"))]);
    books.is_worth("126.00");
    // What came last leaves last.
    books.sold(8).unwrap();
    assert_eq!(books.added(first, "1"), [(USED, d("1"))]);
    assert_eq!(books.added(second, "3"), [(ADDED, d("2")), (USED, d("1"))]);
}

#[test]
fn a_cost_that_is_taken_back_leaves_what_was_there_without_it() {
    let mut books = Books::new();
    let first = books.came(5, "10");
    assert_eq!(books.added(first, "10"), [(ADDED, d("10"))]);
    books.is_worth("60.00");
    // 3 of them leave, and take their share along.
    books.sold(3).unwrap();
    books.came(5, "12");
    assert_eq!(books.taken_back(first, "10", "10"), [(ADDED, d("-4")), (USED, d("-6"))]);
    books.is_worth("80.00");

    let mut books = Books::new();
    let first = books.came(10, "10");
    books.sold(4).unwrap();
    assert_eq!(books.added(first, "10"), [(ADDED, d("6")), (USED, d("4"))]);
    assert_eq!(books.taken_back(first, "10", "6"), [(ADDED, d("-6")), (USED, d("-4"))]);
    books.is_worth("60.00");

    // Goods that are all gone bore it all.
    books.added(first, "6");
    books.sold(6).unwrap();
    books.came(2, "1");
    assert_eq!(books.taken_back(first, "6", "6"), [(USED, d("-6"))]);
    books.is_worth("2.00");
}

#[test]
fn a_cost_is_decided_on_all_that_has_come() {
    let mut books = Books::new();
    let first = books.came(5, "10");
    let line = books.cost_line(first, "10", None);
    books.sold(1).unwrap();
    assert!(books.act(StockAction::AddCost { lines: vec![line.clone()] }).is_ok(), "what leaves changes no receipt");
    books.came(5, "10");
    assert_eq!(books.act(StockAction::AddCost { lines: vec![line] }), Err(StockRefusal::OrderChanged));
}

#[test]
fn what_goes_back_dearer_than_all_that_is_left_is_corrected() {
    for reverses in [true, false] {
        let mut books = Books::new();
        let first = books.came(10, "10");
        books.came(10, "1");
        books.sold(15).unwrap();
        books.is_worth("27.50");
        let rows = books.back(first, 3, reverses).unwrap();
        assert_eq!(marks(&rows)[1..], [(Some(CostBasis::Correction), d("2.5"))], "{reverses}");
        assert_eq!(rows[1].operation, Some(Operation::Cost));
        books.is_worth("0.00");
        books.came(2, "3");
        books.is_worth("6.00");
        books.sold(4).unwrap();
        books.is_worth("0.00");
    }
}

proptest! {
    #[test]
    fn the_value_is_what_the_records_add_up_to_and_never_below_zero(
        steps in prop::collection::vec((0..7_u8, 1..9_i64, 1..20_000_i64, 0..50_usize), 1..60),
    ) {
        let mut books = Books::new();
        let mut costs: Vec<(usize, String, Decimal)> = Vec::new();
        for (count, (kind, units, price, which)) in steps.into_iter().enumerate() {
            let text = Decimal::new(price, 2).to_string();
            let receipt = which.checked_rem(books.receipts.len());
            let mut rows = 1;
            match (kind, receipt) {
                (0, _) => { books.came(units, &text); }
                (1, _) => { let _ = books.sold(units); }
                (2 | 3, Some(receipt)) => { let _ = books.back(receipt, units, kind == 2); }
                (4, Some(receipt)) => {
                    let kept = books.added(receipt, &text).iter().filter(|(mark, _)| *mark == ADDED).map(|(_, amount)| *amount).sum();
                    costs.push((receipt, text, kept));
                    rows = 2;
                }
                (5, _) if !costs.is_empty() => {
                    let (receipt, amount, kept) = costs.swap_remove(which % costs.len());
                    let back = books.taken_back(receipt, &amount, &kept.to_string());
                    prop_assert_eq!(back.iter().map(|(_, amount)| *amount).sum::<Decimal>(), -d(&amount));
                    rows = 2;
                }
                _ => {
                    let _ = books.act(StockAction::Adjust { lines: vec![AdjustLine::new(1, place(1, ""), UnitId(1), -quantity(units))] });
                }
            }
            let level = books.stock.products.level(ProductId(1));
            prop_assert!(books.worth() >= Decimal::ZERO);
            prop_assert_eq!(books.value - books.worth(), level.rounding.0);
            // Roundings alone: half a cent for each row.
            let slack = Decimal::new(5, 3) * Decimal::from(2 * (count + rows)) + Decimal::new(1, 3);
            prop_assert!((books.value - books.worth()).abs() <= slack, "{} and {}", books.value, books.worth());
            if level.on_hand.is_zero() {
                prop_assert_eq!(books.value.round_dp(AMOUNT_SCALE), Decimal::ZERO);
            }
        }
    }
}
