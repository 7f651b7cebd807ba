//! Goods that come back at the cost they left with, and costs that are added to goods that have come.

use std::collections::HashMap;

use bus_schemas::ids::ProductId;
use bus_schemas::number::{AMOUNT_SCALE, Amount, COST_SCALE, Cost, Quantity, round_half_up};
use bus_schemas::warehouse::{CostBasis, CostLine, Operation, ReverseLine, StockRefusal};
use rust_decimal::Decimal;

use super::negative::worth_of;
use super::{Change, Draft, check_quantity};
use crate::warehouse::cost;

impl Draft<'_> {
    /// Takes goods in that had left.
    pub(super) fn come_back(&mut self, lines: &[ReverseLine]) -> Result<(), StockRefusal> {
        for line in lines {
            check_quantity(line.line, line.change)?;
            let level = self.stock.levels.get(&line.place.product).copied().unwrap_or_default();
            cost::after_receipt(level.on_hand, level.average_cost, line.change, line.unit_cost).ok_or(StockRefusal::Overflow { line: line.line })?;
            let change = Change {
                operation: Some(Operation::Inbound),
                moved: line.change,
                unit_cost: line.unit_cost,
                cost_basis: Some(CostBasis::Returned),
                produce_date: line.produce_date.clone(),
                expiry_date: line.expiry_date.clone(),
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
            let on_hand = self.stock.levels.get(&line.product).map_or(Quantity::ZERO, |level| level.on_hand.max(Quantity::ZERO));
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
}
