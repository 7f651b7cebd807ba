//! Taking back what an order moved, and changing what it is picked from.

use bus_schemas::number::Quantity;
use bus_schemas::order::details::Swap;
use bus_schemas::warehouse::{Blocked, Obstacle, Operation, Place, ReverseLine, Shortage, StockRefusal};

use super::draft::{Change, Draft, check_quantity};
use crate::warehouse::{cost, picking};

impl Draft<'_> {
    /// Takes back movements at the places and costs they had. The goods must be there and available. Goods that
    /// `came_back` from a customer are where they wait for inspection.
    pub(super) fn reverse(&mut self, lines: &[ReverseLine], came_back: bool) -> Result<(), StockRefusal> {
        let mut blocked = Vec::new();
        for line in lines {
            let wanted = Quantity(line.change.0.abs());
            check_quantity(line.line, wanted)?;
            let figures = self.figures(&line.place);
            let leaves = line.change < Quantity::ZERO;
            let holds = &self.stock.holds;
            let held = if came_back { holds.holds_batch(&line.place) } else { holds.holds(&line.place) };
            if leaves && (held || figures.available() < wanted) {
                let obstacle = if figures.on_hand < wanted {
                    Obstacle::Gone
                } else if held {
                    Obstacle::Held
                } else {
                    Obstacle::Reserved
                };
                let available = if held { Quantity::ZERO } else { figures.available().max(Quantity::ZERO) };
                blocked.push(Blocked { line: line.of_line, product: line.place.product, obstacle, wanted, available });
                continue;
            }
            if let Some(to) = &line.to {
                self.put_back(line, to)?;
                continue;
            }
            let level = self.stock.products.level(line.place.product);
            let average = if leaves { cost::after_removal } else { cost::after_receipt };
            average(level.on_hand, level.average_cost, wanted, line.unit_cost).ok_or(StockRefusal::Overflow { line: line.line })?;
            let (produce_date, expiry_date) = self.dates_back(&line.place, (line.produce_date.clone(), line.expiry_date.clone()));
            let change = Change {
                operation: self.operation(if leaves { Operation::Outbound } else { Operation::Inbound }),
                moved: line.change,
                unit_cost: line.unit_cost,
                produce_date,
                expiry_date,
                ..Change::default()
            };
            self.push(line.line, line.unit, line.place.clone(), change)?;
        }
        if blocked.is_empty() { Ok(()) } else { Err(StockRefusal::Blocked { lines: blocked }) }
    }

    /// Puts goods back to where they had been within the warehouse, with batch, dates and turn as they are. Their value
    /// stays, so they go at the average.
    fn put_back(&mut self, line: &ReverseLine, to: &Place) -> Result<(), StockRefusal> {
        let (operation, unit_cost, received) = (self.operation(Operation::Transfer), self.average(&line.place), self.received(&line.place));
        let dates = self.stock.products.get(&line.place).map_or((None, None), |row| (row.produce_date.clone(), row.expiry_date.clone()));
        for (place, moved, received) in [(&line.place, line.change, None), (to, -line.change, received)] {
            let (produce_date, expiry_date) = dates.clone();
            let change = Change { operation, moved, unit_cost, received, produce_date, expiry_date, ..Change::default() };
            self.push(line.line, line.unit, place.clone(), change)?;
        }
        Ok(())
    }

    /// Moves a reservation of the order to another place of the same product. Against the order in which goods leave it
    /// needs a reason.
    pub(super) fn swap(&mut self, swap: &Swap, life_days: u32) -> Result<(), StockRefusal> {
        let Swap { line, proposed: from, taken: to, quantity, .. } = swap;
        check_quantity(*line, *quantity)?;
        let short = |available: Quantity, expired: Quantity| {
            let short = Shortage { line: *line, product: to.product, wanted: *quantity, available, expired };
            Err(StockRefusal::Short { lines: vec![short] })
        };
        let own = self.command.order.as_ref().and_then(|order| self.stock.reservations.get(&(order.kind, order.id)));
        let reserved = own.and_then(|lines| lines.get(&(*line, from.clone()))).map_or(Quantity::ZERO, |reservation| reservation.quantity);
        let used = self.used.get(&(*line, from.clone())).copied().unwrap_or_default();
        if reserved - used < *quantity {
            return short((reserved - used).max(Quantity::ZERO), Quantity::ZERO);
        }
        let (Some(before), Some(after)) = (self.stock.products.get(from), self.stock.products.get(to)) else {
            return short(Quantity::ZERO, Quantity::ZERO);
        };
        let free = if self.stock.holds.holds(to) { Quantity::ZERO } else { self.figures(to).available() };
        if free < *quantity {
            return short(free.max(Quantity::ZERO), Quantity::ZERO);
        }
        if !self.may_leave(after.expiry_date.as_deref(), life_days) {
            return short(Quantity::ZERO, free);
        }
        let breaks = picking::first_out((before, *quantity), (after, *quantity), &self.stock.weights) == std::cmp::Ordering::Less;
        if breaks && swap.reason.is_none() {
            return Err(StockRefusal::PickReason { line: *line });
        }
        let unit = after.unit;
        self.push(*line, unit, from.clone(), Change { reserved: -*quantity, ..Change::default() })?;
        self.push(*line, unit, to.clone(), Change { reserved: *quantity, ..Change::default() })?;
        *self.used.entry((*line, from.clone())).or_default() += *quantity;
        Ok(())
    }
}
