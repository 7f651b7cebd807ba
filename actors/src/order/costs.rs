//! Costs that are added to the goods of an order after they came: shared out by what the lines are worth, and taken back.
//! Of each line's goods the warehouse is told with which receipts they came, and what has come since: from that follows how
//! much of them can still be there. Pure.

use std::collections::{BTreeMap, HashMap};

use bus_schemas::ids::ProductId;
use bus_schemas::number::{AMOUNT_SCALE, Amount, NumberError, Quantity, round_half_up};
use bus_schemas::order::costs::{AddedCost, CostTakenBack};
use bus_schemas::order::{Order, OrderCommand, OrderLine, OrderRefusal, StepDetails};
use bus_schemas::warehouse::{CostBasis, CostLine, CostPiece, Operation};
use rust_decimal::Decimal;

use super::facts::{AddedShare, OrderFacts};
use super::lines::{self, TEXT_MAX, invalid};

/// The largest cost of one order.
const COST_MAX: Decimal = Decimal::from_parts(3_567_587_328, 232, 0, false, 0); // 10^12

/// A ledger row that moved goods of a product, as far as it says what came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerIn {
    pub sequence: i64,
    pub product: ProductId,
    pub operation: Operation,
    pub basis: Option<CostBasis>,
    pub reverses: bool,
    pub moved: Quantity,
    /// Of a transfer: the goods came from another warehouse.
    pub from_elsewhere: bool,
    /// The row of this warehouse that it takes back, where it takes back one.
    pub takes_back: Option<i64>,
}

/// Goods that came with one ledger row, without what of them was taken back or went back to their supplier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Came {
    pub sequence: i64,
    pub product: ProductId,
    pub quantity: Quantity,
}

impl LedgerIn {
    /// Whether it brought goods that were not here before: what customers send back, what a reversal brings back and what
    /// only changed its place was.
    fn brings(&self) -> bool {
        let new = self.moved > Quantity::ZERO && !self.reverses && self.basis != Some(CostBasis::Lost);
        new && match self.operation {
            Operation::Inbound => self.basis.is_none(),
            Operation::Transfer => self.from_elsewhere,
            Operation::Adjustment | Operation::Count => true,
            Operation::Outbound | Operation::Cost | Operation::Dates => false,
        }
    }
}

/// What came with ledger rows, which are given in their order.
#[must_use]
pub fn came(rows: impl IntoIterator<Item = LedgerIn>) -> Vec<Came> {
    let mut came: BTreeMap<i64, Came> = BTreeMap::new();
    // Rows that went back to a receipt: one that is itself taken back gives its goods back to it.
    let mut went: HashMap<i64, i64> = HashMap::new();
    for row in rows {
        if row.brings() {
            came.insert(row.sequence, Came { sequence: row.sequence, product: row.product, quantity: row.moved });
        } else if let Some(back) = row.takes_back {
            let receipt = if row.moved < Quantity::ZERO { Some(back) } else { went.get(&back).copied() };
            if let Some(of) = receipt.and_then(|receipt| came.get_mut(&receipt)) {
                of.quantity = (of.quantity + row.moved).max(Quantity::ZERO);
                went.insert(row.sequence, of.sequence);
            }
        }
    }
    came.into_values().filter(|came| !came.quantity.is_zero()).collect()
}

fn amount(draft: Decimal) -> Result<Amount, OrderRefusal> {
    let wrong = |error| Err(invalid("amount", lines::number_key(error)));
    if draft <= Decimal::ZERO {
        wrong(NumberError::NotPositive)
    } else if draft.normalize().scale() > AMOUNT_SCALE {
        wrong(NumberError::TooPrecise)
    } else if draft > COST_MAX {
        wrong(NumberError::TooLarge)
    } else {
        Ok(Amount(draft))
    }
}

/// What has come with a line and was not taken back.
fn received(line: &OrderLine) -> Quantity {
    (line.stocked - line.reversed).max(Quantity::ZERO)
}

/// The receipts of each line.
fn pieces(facts: &OrderFacts) -> HashMap<u32, Vec<CostPiece>> {
    // Newest first, with what has come of each product after it.
    let mut after: HashMap<ProductId, Quantity> = HashMap::new();
    let mut receipts: HashMap<i64, CostPiece> = HashMap::new();
    for Came { sequence, product, quantity } in facts.came.iter().rev().copied() {
        let since = after.entry(product).or_default();
        receipts.insert(sequence, CostPiece { quantity, since: *since });
        *since += quantity;
    }
    let mut of_line: HashMap<u32, Vec<CostPiece>> = HashMap::new();
    for (line, piece) in facts.moves.iter().filter_map(|movement| Some((movement.line, *receipts.get(&movement.sequence)?))) {
        of_line.entry(line).or_default().push(piece);
    }
    of_line
}

/// Enters a cost, and shares it out among the lines: by the price of what has come, or by its quantity where nothing has
/// a price. The last line takes what rounding leaves.
pub(super) fn add(
    order: &mut Order,
    details: &StepDetails,
    remark: Option<&String>,
    facts: &OrderFacts,
    command: &OrderCommand,
    now_ms: i64,
) -> Result<Vec<CostLine>, OrderRefusal> {
    let draft = details.cost.as_ref().ok_or_else(|| invalid("amount", "error.required"))?;
    let amount = amount(draft.amount)?;
    let remark = remark.map(|text| crate::invisible::lines(text)).unwrap_or_default();
    if remark.chars().count() > TEXT_MAX {
        return Err(invalid("reason", "error.text.long"));
    }
    let moved: Vec<&OrderLine> = order.lines.iter().filter(|line| received(line) > Quantity::ZERO).collect();
    let by_price: Decimal = moved.iter().map(|line| line.price.total(received(line)).0).sum();
    let weight = |line: &OrderLine| if by_price.is_zero() { received(line).0 } else { line.price.total(received(line)).0 };
    let all: Decimal = moved.iter().map(|line| weight(line)).sum();
    let last = moved.iter().rposition(|line| !weight(line).is_zero()).ok_or_else(|| invalid("amount", "error.cost.nothing"))?;
    let mut pieces = pieces(facts);
    let mut left = amount.0;
    let mut shares = Vec::with_capacity(moved.len());
    for (index, line) in moved.iter().enumerate().take(last + 1) {
        // Figures of an order are far inside a decimal; a share is at most the whole.
        let share = if index == last { left } else { round_half_up(amount.0 * (weight(line) / all), AMOUNT_SCALE).min(left) };
        left -= share;
        if !share.is_zero() {
            shares.push(cost_line(line, Amount(share), &mut pieces, facts.as_of, None));
        }
    }
    order.costs.push(AddedCost { cost_type: draft.cost_type, amount, remark, admin: command.admin, at: now_ms, taken_back: None });
    Ok(shares)
}

/// Refuses the reversal of goods that a cost was added to: it would stay on other goods of their products.
pub(super) fn check_all_taken_back(order: &Order) -> Result<(), OrderRefusal> {
    if order.costs.iter().any(|cost| cost.taken_back.is_none()) { Err(invalid("costs", "error.cost.stands")) } else { Ok(()) }
}

fn cost_line(line: &OrderLine, amount: Amount, pieces: &mut HashMap<u32, Vec<CostPiece>>, as_of: i64, kept: Option<Amount>) -> CostLine {
    let pieces = pieces.remove(&line.line).unwrap_or_default();
    CostLine { line: line.line, product: line.product, unit: line.unit, amount, pieces, as_of, kept }
}

/// Takes a cost back: of each line what the ledger has of it.
pub(super) fn take_back(
    order: &mut Order,
    details: &StepDetails,
    facts: &OrderFacts,
    command: &OrderCommand,
    now_ms: i64,
) -> Result<Vec<CostLine>, OrderRefusal> {
    let number = details.cost_no.ok_or_else(|| invalid("cost_no", "error.required"))?;
    let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
    let cost = index.and_then(|index| order.costs.get_mut(index)).ok_or_else(|| invalid("cost_no", "error.cost.unknown"))?;
    if cost.taken_back.is_some() {
        return Err(invalid("cost_no", "error.cost.taken_back"));
    }
    cost.taken_back = Some(CostTakenBack { admin: command.admin, at: now_ms });
    let mut pieces = pieces(facts);
    let of_line = |line: &OrderLine| {
        let AddedShare { kept, used } = *facts.added.get(&line.line)?;
        Some(cost_line(line, kept + used, &mut pieces, facts.as_of, Some(kept)))
    };
    let lines: Vec<CostLine> = order.lines.iter().filter_map(of_line).collect();
    if lines.is_empty() { Err(invalid("cost_no", "error.cost.unknown")) } else { Ok(lines) }
}

/// What of an order's nth cost was put onto goods that were there, and what was used, line by line: from the ledger's rows
/// of its costs, in their order. Each cost is one command; what takes one back is less than zero.
#[must_use]
pub fn added(rows: impl IntoIterator<Item = CostRecord>, number: u32) -> BTreeMap<u32, AddedShare> {
    let mut shares: BTreeMap<u32, AddedShare> = BTreeMap::new();
    let mut costs = 0;
    for row in rows.into_iter().filter(|row| row.amount > Amount::ZERO) {
        costs += u32::from(row.begins);
        if costs != number {
            continue;
        }
        let share = shares.entry(row.line).or_default();
        match row.basis {
            CostBasis::Addition => share.kept += row.amount,
            CostBasis::Used => share.used += row.amount,
            _ => {}
        }
    }
    shares
}

/// A ledger row of a cost that was added to an order's goods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostRecord {
    /// It is the first row of its command.
    pub begins: bool,
    pub line: u32,
    pub basis: CostBasis,
    pub amount: Amount,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn q(units: i64) -> Quantity {
        Quantity(Decimal::from(units))
    }

    fn row(sequence: i64, operation: Operation, moved: i64) -> LedgerIn {
        let (product, moved) = (ProductId(1), q(moved));
        LedgerIn { sequence, product, operation, basis: None, reverses: false, moved, from_elsewhere: false, takes_back: None }
    }

    #[test]
    fn what_was_here_before_has_not_come_since() {
        let rows = vec![
            row(1, Operation::Inbound, 5),
            row(2, Operation::Outbound, -5),
            // A customer sends some back, a sale is reversed, goods change their place, and some were lost in transit.
            LedgerIn { basis: Some(CostBasis::Returned), ..row(3, Operation::Inbound, 2) },
            LedgerIn { reverses: true, ..row(4, Operation::Inbound, 1) },
            row(5, Operation::Transfer, 4),
            LedgerIn { from_elsewhere: true, basis: Some(CostBasis::Lost), ..row(6, Operation::Transfer, 4) },
            LedgerIn { from_elsewhere: true, ..row(7, Operation::Transfer, 7) },
            row(8, Operation::Count, 1),
            row(9, Operation::Inbound, 6),
            // Of the last, 2 are taken back and 1 goes back to its supplier; of a receipt that is not among these, 3.
            LedgerIn { reverses: true, takes_back: Some(9), ..row(10, Operation::Outbound, -2) },
            LedgerIn { basis: Some(CostBasis::Receipt), takes_back: Some(9), ..row(11, Operation::Outbound, -1) },
            LedgerIn { reverses: true, takes_back: Some(0), ..row(12, Operation::Outbound, -3) },
            // What went back to its supplier comes back after all.
            LedgerIn { reverses: true, takes_back: Some(11), ..row(13, Operation::Inbound, 1) },
        ];
        let came: Vec<_> = came(rows).iter().map(|came| (came.sequence, came.quantity)).collect();
        assert_eq!(came, [(1, q(5)), (7, q(7)), (8, q(1)), (9, q(4))]);
    }

    #[test]
    fn a_cost_is_found_by_its_number_among_those_that_were_added() {
        let row = |begins, line, basis, amount| CostRecord { begins, line, basis, amount: Amount(Decimal::from(amount)) };
        let rows = [
            row(true, 1, CostBasis::Addition, 3),
            row(false, 1, CostBasis::Used, 2),
            row(true, 1, CostBasis::Addition, -3),
            row(false, 1, CostBasis::Used, -2),
            row(true, 1, CostBasis::Used, 4),
            row(false, 2, CostBasis::Addition, 6),
        ];
        let share = |kept, used| AddedShare { kept: Amount(Decimal::from(kept)), used: Amount(Decimal::from(used)) };
        assert_eq!(added(rows, 1), BTreeMap::from([(1, share(3, 2))]));
        assert_eq!(added(rows, 2), BTreeMap::from([(1, share(0, 4)), (2, share(6, 0))]));
        assert_eq!(added(rows, 3), BTreeMap::new());
    }
}
