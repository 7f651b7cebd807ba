//! Stock that falls below zero, where the warehouse allows it (domain rules 2.3), and what it turns out to have cost.

use std::collections::HashMap;

use bus_schemas::ids::{AreaId, ProductId, ShelfId};
use bus_schemas::number::{AMOUNT_SCALE, Amount, Cost, Quantity, round_half_up};
use bus_schemas::warehouse::{CostBasis, DemandLine, Movement, Operation, Place, StockRefusal};

use super::draft::{Change, Draft};
use crate::warehouse::level::{Level, Valued};

impl Draft<'_> {
    /// Whether more of a line may go out than there is: never of products kept in batches or sold in the shop, never from
    /// where goods are held.
    pub(super) fn may_oversell(&self, line: &DemandLine) -> bool {
        let allowed = self.stock.settings.is_some_and(|settings| settings.allow_negative);
        let named = line.batch.as_ref().is_some_and(|batch| !batch.is_empty());
        allowed && !line.never_below_zero && !self.has_batches(line.product) && !named && !self.stock.holds.holds(&overdrawn(line))
    }

    /// Whether goods of a product have come in batches.
    pub(super) fn has_batches(&self, product: ProductId) -> bool {
        self.stock.products.of(product).any(|row| !row.place.batch.is_empty())
    }

    /// Takes what is missing from a place that goes below zero. Only a place that is empty does: what others are promised
    /// stays, and so do goods that may not leave.
    pub(super) fn oversell(&mut self, line: &DemandLine, missing: Quantity, change: impl Fn(Quantity) -> Change) -> Result<bool, StockRefusal> {
        if !self.may_oversell(line) {
            return Ok(false);
        }
        // Reserved goods of the line that a count has not found.
        self.give_back(line, missing)?;
        let place = overdrawn(line);
        let figures = self.figures(&place);
        if figures.on_hand > Quantity::ZERO || figures.reserved > Quantity::ZERO {
            return Ok(false);
        }
        let change = Change { unit_cost: self.average(&place), ..change(missing) };
        self.push(line.line, line.unit, place, change)?;
        Ok(true)
    }

    /// Oversold goods left at the cost of that day, before their receipt was known. The difference to their real cost
    /// is a row of its own, so that the ledger's amounts add up to the value of the stock.
    pub(super) fn correct_costs(&mut self) -> Result<(), StockRefusal> {
        let mut levels: HashMap<ProductId, Level> = HashMap::new();
        let mut corrections: Vec<(Movement, Quantity, Cost)> = Vec::new();
        for movement in self.movements.iter().filter(|movement| !movement.moved.is_zero()) {
            let product = movement.place.product;
            let stored = self.stock.products.level(product);
            if stored.on_hand >= Quantity::ZERO {
                continue;
            }
            let level = levels.entry(product).or_insert(stored);
            let before = *level;
            level.count(&Valued::of(movement));
            let differs = Cost(level.average_cost.0 - before.average_cost.0);
            if before.on_hand < Quantity::ZERO && !differs.0.is_zero() {
                corrections.push((movement.clone(), before.on_hand, differs));
            }
        }
        for (filled, below, differs) in corrections {
            let amount = below.0.checked_mul(differs.0).ok_or(StockRefusal::Overflow { line: filled.line })?;
            let change = Change {
                operation: Some(Operation::Cost),
                unit_cost: differs,
                amount: Some(Amount(round_half_up(amount, AMOUNT_SCALE))),
                cost_basis: Some(CostBasis::Correction),
                ..Change::default()
            };
            self.push(filled.line, filled.unit, worth_of(filled.place.product), change)?;
        }
        Ok(())
    }
}

/// Where a line goes below zero.
fn overdrawn(line: &DemandLine) -> Place {
    Place { area: line.area.unwrap_or(AreaId(0)), shelf: line.shelf.unwrap_or(ShelfId(0)), product: line.product, batch: String::new() }
}

/// The place that rows about a product's cost name: they concern all of it.
pub(super) fn worth_of(product: ProductId) -> Place {
    Place { area: AreaId(0), shelf: ShelfId(0), product, batch: String::new() }
}
