//! Goods that come back at the cost they left with or go back at the price they came for, costs that are added to goods
//! that have come, and what is left of the value of goods that are all gone.

use std::collections::{BTreeMap, HashMap};

use bus_schemas::ids::ProductId;
use bus_schemas::number::{AMOUNT_SCALE, Amount, COST_SCALE, Cost, Quantity, round_half_up};
use bus_schemas::warehouse::{CostBasis, CostLine, DemandLine, Movement, Operation, Place, ReverseLine, StockRefusal};
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

    /// Raises the average by the share of what is still there, which a moving average can't tell from other goods of the
    /// product: at most as much as came. The rest was used up with goods that have left; their records stay.
    pub(super) fn add_costs(&mut self, lines: &[CostLine]) -> Result<(), StockRefusal> {
        let mut there: HashMap<ProductId, Quantity> = HashMap::new();
        for line in lines {
            check_quantity(line.line, line.quantity)?;
            let on_hand = self.stock.products.level(line.product).on_hand.max(Quantity::ZERO);
            let left = there.entry(line.product).or_insert(on_hand);
            let kept = (*left).min(line.quantity);
            *left -= kept;
            let overflow = StockRefusal::Overflow { line: line.line };
            let share = line.amount.0.checked_mul(kept.0 / line.quantity.0).ok_or(overflow.clone())?;
            let share = round_half_up(share, AMOUNT_SCALE);
            let unit_cost = Cost(round_half_up(line.amount.0 / line.quantity.0, COST_SCALE));
            for (amount, basis) in [(share, CostBasis::Addition), (line.amount.0 - share, CostBasis::Used)] {
                if amount <= Decimal::ZERO {
                    continue;
                }
                let change = Change {
                    operation: Some(Operation::Cost),
                    unit_cost,
                    amount: Some(Amount(amount)),
                    cost_basis: Some(basis),
                    ..Change::default()
                };
                self.push(line.line, line.unit, worth_of(line.product), change)?;
            }
        }
        Ok(())
    }

    /// Where nothing is left of a product, its value is 0 (domain rules 2.7): what roundings have left of it becomes a row of
    /// its own, and so does what taking back at another cost than the average leaves.
    pub(super) fn clear_rounding(&mut self) -> Result<(), StockRefusal> {
        let mut levels: BTreeMap<ProductId, (Level, &Movement)> = BTreeMap::new();
        for movement in self.movements.iter().filter(|movement| !movement.moved.is_zero() || movement.operation == Some(Operation::Cost)) {
            let product = movement.place.product;
            let stored = || self.stock.products.level(product);
            let (level, last) = levels.entry(product).or_insert_with(|| (stored(), movement));
            level.count(&Valued::of(movement));
            *last = movement;
        }
        let gone = |(level, last): (Level, &Movement)| {
            let left = round_half_up(level.rounding.0, AMOUNT_SCALE);
            (level.on_hand.is_zero() && !left.is_zero()).then(|| (last.clone(), left))
        };
        let gone: Vec<(Movement, Decimal)> = levels.into_values().filter_map(gone).collect();
        for (last, left) in gone {
            let at_own_cost = last.reverses || last.cost_basis == Some(CostBasis::Receipt);
            let change = Change {
                operation: Some(Operation::Cost),
                amount: Some(Amount(-left)),
                cost_basis: Some(if at_own_cost { CostBasis::Correction } else { CostBasis::Rounding }),
                ..Change::default()
            };
            self.push_for(last.order, last.line, last.unit, worth_of(last.place.product), change)?;
        }
        Ok(())
    }
}
