//! Corrections: adjustments, and the differences of a posted count.

use bus_schemas::ids::ProductId;
use bus_schemas::number::{Cost, LINE_MAX, Price, Quantity};
use bus_schemas::warehouse::{AdjustLine, CostBasis, CountedLine, DemandLine, Operation, ReceiveLine, Shortage, StockRefusal};

use super::draft::{Change, Draft};

impl Draft<'_> {
    /// Whether a place may fall below zero: never one of goods kept in batches, or that the shop sells (domain rules 2.3).
    pub(super) fn may_go_negative(&self, line: &AdjustLine) -> bool {
        let allowed = self.stock.settings.is_some_and(|settings| settings.allow_negative);
        allowed && line.place.batch.is_empty() && !line.never_below_zero && !self.has_batches(line.place.product)
    }

    /// Adjusts: no line takes more than is available. All short lines are named.
    pub(super) fn adjust(&mut self, lines: &[AdjustLine]) -> Result<(), StockRefusal> {
        let mut short = Vec::new();
        for line in lines {
            let figures = self.figures(&line.place);
            let available = figures.available();
            let lacks = line.change < Quantity::ZERO && available + line.change < Quantity::ZERO;
            // What is promised stays, also where stock may go below zero.
            if lacks && !(self.may_go_negative(line) && figures.reserved.is_zero()) {
                short.push(shortage(line, available));
            } else {
                self.correct(line, Operation::Adjustment)?;
            }
        }
        if short.is_empty() { Ok(()) } else { Err(StockRefusal::Short { lines: short }) }
    }

    /// Posts differences onto what is there now. Reservations don't hold them up (shelves don't lie), but nothing falls below
    /// zero that may not (domain rules 2.3): more went out since than there can have been, and the place is to be counted
    /// again. All such lines are named.
    pub(super) fn count(&mut self, lines: &[CountedLine]) -> Result<(), StockRefusal> {
        let counted = |line: &&CountedLine| self.stock.products.get(&line.adjust.place).is_some_and(|row| row.counted > line.sequence);
        let since: Vec<u32> = lines.iter().filter(counted).map(|line| line.adjust.line).collect();
        if !since.is_empty() {
            return Err(StockRefusal::CountedSince { lines: since });
        }
        let mut short = Vec::new();
        for CountedLine { adjust: line, .. } in lines {
            let on_hand = self.figures(&line.place).on_hand;
            if line.change < Quantity::ZERO && on_hand + line.change < Quantity::ZERO && !self.may_go_negative(line) {
                short.push(shortage(line, on_hand));
            } else {
                self.correct(line, Operation::Count)?;
            }
        }
        if short.is_empty() { Ok(()) } else { Err(StockRefusal::Short { lines: short }) }
    }

    fn correct(&mut self, line: &AdjustLine, operation: Operation) -> Result<(), StockRefusal> {
        if line.change.is_zero() || line.change.0.abs() > LINE_MAX {
            return Err(StockRefusal::Line { line: line.line, reason: "change is zero or too large".into() });
        }
        let gains = line.change > Quantity::ZERO;
        let (unit_cost, cost_basis) = if gains { self.cost_of_found(line) } else { (self.average(&line.place), None) };
        let said = if gains { self.batch_dates(&as_receipt(line))? } else { (None, None) };
        // Goods of which nobody says a date are such as lie there, or lay there last.
        let there = || self.stock.products.get(&line.place).map(|row| (row.produce_date.clone(), row.expiry_date.clone()));
        let (produce_date, expiry_date) = if said == (None, None) { there().unwrap_or_default() } else { said };
        let change = Change { operation: Some(operation), moved: line.change, unit_cost, cost_basis, produce_date, expiry_date, ..Change::default() };
        self.push(line.line, line.unit, line.place.clone(), change)
    }

    /// Found goods enter at the average, else the last receipt's price, else the price that was sent along, marked
    /// (domain rules 2.7).
    fn cost_of_found(&self, line: &AdjustLine) -> (Cost, Option<CostBasis>) {
        match self.cost_here(line.place.product, line.price) {
            (average, CostBasis::Average) => (average, None),
            (cost, basis) => (cost, Some(basis)),
        }
    }

    /// Goods that a customer sends back enter at the same, always marked: nobody says what they left with (domain rules 2.7).
    pub(super) fn cost_of_returned(&self, line: &ReceiveLine) -> (Cost, Option<CostBasis>) {
        let (cost, basis) = self.cost_here(line.place.product, Some(line.price));
        (cost, Some(basis))
    }

    /// What a product costs in this warehouse.
    fn cost_here(&self, product: ProductId, price: Option<Price>) -> (Cost, CostBasis) {
        match self.stock.products.level(product) {
            level if level.knows_cost() => (level.average_cost, CostBasis::Average),
            level if level.last_price > Cost::ZERO => (level.last_price, CostBasis::LastPrice),
            _ => (Cost(price.map_or(Cost::ZERO.0, |price| price.0)), CostBasis::Price),
        }
    }

    /// What an order took elsewhere, because the goods reserved for its line were not there, is no longer reserved.
    pub(super) fn give_back(&mut self, line: &DemandLine, taken: Quantity) -> Result<(), StockRefusal> {
        let mut open = taken;
        let Some(order) = &self.command.order else { return Ok(()) };
        let stock = self.stock;
        let of_line = stock.reserved_of((order.kind, order.id), line.line);
        for ((number, place), reservation) in of_line.filter(|((_, place), _)| place.product == line.product) {
            let key = (*number, place.clone());
            let back = (reservation.quantity - self.used.get(&key).copied().unwrap_or_default()).min(open);
            if back <= Quantity::ZERO {
                continue;
            }
            *self.used.entry(key).or_default() += back;
            self.push(*number, line.unit, place.clone(), Change { reserved: -back, ..Change::default() })?;
            open -= back;
        }
        Ok(())
    }
}

fn shortage(line: &AdjustLine, available: Quantity) -> Shortage {
    Shortage { line: line.line, product: line.place.product, wanted: -line.change, available, expired: Quantity::ZERO }
}

/// Found goods as a receipt, for the dates of their batch.
fn as_receipt(line: &AdjustLine) -> ReceiveLine {
    ReceiveLine {
        line: line.line,
        place: line.place.clone(),
        unit: line.unit,
        quantity: line.change,
        price: line.price.unwrap_or(Price::ZERO),
        produce_date: line.produce_date.clone(),
        expiry_date: line.expiry_date.clone(),
        received: None,
    }
}
