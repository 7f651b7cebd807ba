//! Goods that come back at the cost they left with or go back at the price they came for, costs that are added to goods
//! that have come, and what is left of the value of goods that are all gone.

use std::collections::BTreeMap;

use bus_schemas::ids::ProductId;
use bus_schemas::number::{AMOUNT_SCALE, Amount, COST_SCALE, Cost, round_half_up};
use bus_schemas::warehouse::{CostBasis, CostLine, DemandLine, Movement, Operation, Place, ReceiveLine, ReverseLine, StockRefusal};
use rust_decimal::Decimal;

use super::draft::{Change, Draft, check_quantity};
use super::negative::worth_of;
use crate::warehouse::cost;
use crate::warehouse::level::{Level, Valued};

impl Draft<'_> {
    /// A change with what its goods leave at: the price they came for, of such as go back to their supplier, else the average.
    pub(super) fn valued(&self, line: &DemandLine, place: &Place, change: Change) -> Change {
        let average = self.average(place);
        match line.cost {
            Some(unit_cost) => Change { unit_cost, cost_basis: Some(CostBasis::Receipt), average_cost: Some(average), ..change },
            None => Change { unit_cost: average, ..change },
        }
    }

    /// Refuses goods that leave at a cost of their own, where the average of the rest would be out of range.
    pub(super) fn check_cost(&self, line: &DemandLine) -> Result<(), StockRefusal> {
        let Some(price) = line.cost else { return Ok(()) };
        let level = self.stock.products.level(line.product);
        let after = cost::after_removal(level.on_hand, level.average_cost, line.quantity, price);
        after.map(|_| ()).ok_or(StockRefusal::Overflow { line: line.line })
    }

    /// Takes goods in that had left.
    pub(super) fn come_back(&mut self, lines: &[ReverseLine]) -> Result<(), StockRefusal> {
        for line in lines {
            check_quantity(line.line, line.change)?;
            let level = self.stock.products.level(line.place.product);
            cost::after_receipt(level.on_hand, level.average_cost, line.change, line.unit_cost).ok_or(StockRefusal::Overflow { line: line.line })?;
            let (produce_date, expiry_date) = self.dates_back(&line.place, (line.produce_date.clone(), line.expiry_date.clone()));
            let change = Change {
                operation: Some(Operation::Inbound),
                moved: line.change,
                unit_cost: line.unit_cost,
                cost_basis: Some(CostBasis::Returned),
                produce_date,
                expiry_date,
                ..Change::default()
            };
            self.push(line.line, line.unit, line.place.clone(), change)?;
        }
        Ok(())
    }

    /// Writes off goods that were lost in transit: they come in at what they left with, at no place, and are gone at once.
    pub(super) fn lose(&mut self, lines: &[ReceiveLine]) -> Result<(), StockRefusal> {
        for line in lines {
            check_quantity(line.line, line.quantity)?;
            let (level, unit_cost) = (self.stock.products.level(line.place.product), Cost(line.price.0));
            cost::after_receipt(level.on_hand, level.average_cost, line.quantity, unit_cost).ok_or(StockRefusal::Overflow { line: line.line })?;
            let (produce_date, expiry_date) = self.dates_back(&line.place, (line.produce_date.clone(), line.expiry_date.clone()));
            for (operation, moved) in [(Operation::Transfer, line.quantity), (Operation::Adjustment, -line.quantity)] {
                let (produce_date, expiry_date) = (produce_date.clone(), expiry_date.clone());
                let (operation, cost_basis) = (Some(operation), Some(CostBasis::Lost));
                let change = Change { operation, moved, unit_cost, cost_basis, produce_date, expiry_date, ..Change::default() };
                self.push(line.line, line.unit, line.place.clone(), change)?;
            }
        }
        Ok(())
    }

    /// Puts costs onto goods that have come, or takes them from there: the share of what is still there of each receipt
    /// raises the average or lowers it, never below 0. The rest was used up with goods that have left; their records stay.
    pub(super) fn change_costs(&mut self, lines: &[CostLine], taken_back: bool) -> Result<(), StockRefusal> {
        for line in lines {
            let level = self.stock.products.level(line.product);
            // More has come, or something of it was taken back, since the receipts were looked up.
            if level.last_in > line.as_of {
                return Err(StockRefusal::OrderChanged);
            }
            let (all, there) = cost::still_there(level.on_hand, &line.pieces);
            let overflow = || StockRefusal::Overflow { line: line.line };
            // Where no pieces are known, all of the costs is for what was used up.
            let of_all = |figure: Decimal| if all.0.is_zero() { Some(Decimal::ZERO) } else { figure.checked_div(all.0) };
            let part = of_all(there.0).ok_or_else(overflow)?;
            let mut share = round_half_up(line.amount.0.checked_mul(part).ok_or_else(overflow)?, AMOUNT_SCALE);
            if taken_back {
                let worth = self.worth(line.product).ok_or_else(overflow)?;
                share = share.min(line.kept.map_or(share, |kept| kept.0)).min(worth.trunc_with_scale(AMOUNT_SCALE)).max(Decimal::ZERO);
            }
            let sign = if taken_back { Decimal::NEGATIVE_ONE } else { Decimal::ONE };
            let unit_cost = Cost(round_half_up(of_all(line.amount.0).ok_or_else(overflow)?, COST_SCALE));
            for (amount, basis) in [(share, CostBasis::Addition), (line.amount.0 - share, CostBasis::Used)] {
                if amount <= Decimal::ZERO {
                    continue;
                }
                let change = Change {
                    operation: Some(Operation::Cost),
                    unit_cost,
                    amount: Some(Amount(amount * sign)),
                    cost_basis: Some(basis),
                    ..Change::default()
                };
                self.push(line.line, line.unit, worth_of(line.product), change)?;
            }
        }
        Ok(())
    }

    /// What is on hand of a product is worth after the movements so far.
    fn worth(&self, product: ProductId) -> Option<Decimal> {
        let mut level = self.stock.products.level(product);
        self.movements.iter().filter(|movement| movement.place.product == product).for_each(|movement| {
            level.count(&Valued::of(movement));
        });
        level.on_hand.0.checked_mul(level.average_cost.0)
    }

    /// Keeps the value of goods and the sum of their rows' amounts the same (domain rules 2.7), by a row of its own. Where
    /// nothing is left of a product, its value is 0: the row takes what roundings have left. And where goods leave at a cost
    /// of their own that is more than all that is left is worth, the value is 0 as well: the row takes the difference.
    pub(super) fn even_out(&mut self) -> Result<(), StockRefusal> {
        let mut levels: BTreeMap<ProductId, Evened<'_>> = BTreeMap::new();
        for movement in self.movements.iter().filter(|movement| !movement.moved.is_zero() || movement.operation == Some(Operation::Cost)) {
            let product = movement.place.product;
            let begins = || {
                let level = self.stock.products.level(product);
                Evened { level, before: level.rounding.0, slack: Decimal::ZERO, last: movement }
            };
            let evened = levels.entry(product).or_insert_with(begins);
            evened.level.count(&Valued::of(movement));
            evened.slack += evened.level.slack();
            evened.last = movement;
        }
        let left: Vec<(Movement, Decimal, CostBasis)> = levels.into_values().filter_map(Evened::left).collect();
        for (last, left, basis) in left {
            let change = Change { operation: Some(Operation::Cost), amount: Some(Amount(-left)), cost_basis: Some(basis), ..Change::default() };
            self.push_for(last.order, last.line, last.unit, worth_of(last.place.product), change)?;
        }
        Ok(())
    }
}

/// A product's figures after a command's movements.
struct Evened<'a> {
    level: Level,
    /// What roundings had left before.
    before: Decimal,
    /// As much may be left by the roundings of this command.
    slack: Decimal,
    last: &'a Movement,
}

impl Evened<'_> {
    /// By how much the rows' amounts are more than the value, beyond what roundings leave of goods that are there.
    fn left(self) -> Option<(Movement, Decimal, CostBasis)> {
        let Self { level, before, slack, last } = self;
        let drift = level.rounding.0 - before;
        let corrects = drift.abs() > slack;
        let left = if level.on_hand.is_zero() {
            level.rounding.0
        } else if corrects {
            drift
        } else {
            Decimal::ZERO
        };
        let left = round_half_up(left, AMOUNT_SCALE);
        let basis = if corrects { CostBasis::Correction } else { CostBasis::Rounding };
        (!left.is_zero()).then(|| (last.clone(), left, basis))
    }
}
