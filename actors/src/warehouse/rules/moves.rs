//! Goods that come in, go out, or move within the warehouse.

use std::collections::HashMap;

use bus_schemas::ids::{AreaId, ProductId, ShelfId, UnitId};
use bus_schemas::number::{Cost, Quantity};
use bus_schemas::order::OrderKind;
use bus_schemas::warehouse::{Blocked, CostBasis, DemandLine, Obstacle, Operation, Place, ReceiveLine, ShiftLine, Shortage, StockRefusal};

use super::batch_dates::check_order;
use super::draft::{Change, Draft, check_quantity};
use crate::warehouse::cost;

impl Draft<'_> {
    /// Takes goods in, at a cost and what that cost is if it is not the receipt's.
    pub(super) fn receive(&mut self, line: &ReceiveLine, (unit_cost, cost_basis): (Cost, Option<CostBasis>)) -> Result<(), StockRefusal> {
        check_quantity(line.line, line.quantity)?;
        check_order(line.line, line.produce_date.as_ref(), line.expiry_date.as_ref())?;
        let (produce_date, expiry_date) = self.batch_dates(line)?;
        let level = self.stock.products.level(line.place.product);
        cost::after_receipt(level.on_hand, level.average_cost, line.quantity, unit_cost).ok_or(StockRefusal::Overflow { line: line.line })?;
        self.push(
            line.line,
            line.unit,
            line.place.clone(),
            Change {
                operation: self.operation(Operation::Inbound),
                moved: line.quantity,
                reserved: Quantity::ZERO,
                unit_cost,
                cost_basis,
                received: line.received,
                produce_date,
                expiry_date,
                ..Change::default()
            },
        )
    }

    /// Lets goods go out: first those that are reserved for a line. All short lines are named.
    pub(super) fn issue(&mut self, lines: &[DemandLine], operation: Option<Operation>) -> Result<(), StockRefusal> {
        let mut short = Vec::new();
        for line in lines {
            check_quantity(line.line, line.quantity)?;
            self.check_cost(line)?;
            let issue = |taken: Quantity| Change { operation, moved: -taken, ..Change::default() };
            let left = self.take_reserved(line, issue)?;
            // A line that names what is reserved takes nothing else.
            let named = line.from.is_some();
            let missing = if named { left } else { self.take(line, left, issue)? };
            self.give_back(line, left - missing)?;
            if !missing.is_zero() && (named || !self.oversell(line, missing, issue)?) {
                short.push(self.shortage(line, missing));
            }
        }
        if short.is_empty() { Ok(()) } else { Err(StockRefusal::Short { lines: short }) }
    }

    /// Moves goods from place to place: first all of them out, then all in, each with batch, dates, cost and turn as it was.
    pub(super) fn shift(&mut self, lines: &[ShiftLine]) -> Result<(), StockRefusal> {
        let from = lines.iter().map(|line| line.from.clone()).collect::<Vec<_>>();
        self.issue(&from, Some(Operation::Transfer))?;
        let goes: HashMap<u32, &ShiftLine> = lines.iter().map(|line| (line.from.line, line)).collect();
        // A reservation that was given back moves nothing.
        for taken in self.movements.clone().into_iter().filter(|taken| !taken.moved.is_zero()) {
            let Some(line) = goes.get(&taken.line) else { continue };
            let received = self.received(&taken.place);
            let place = Place { area: line.area, shelf: line.shelf, ..taken.place };
            let change = Change {
                operation: taken.operation,
                moved: -taken.moved,
                unit_cost: taken.unit_cost,
                received,
                produce_date: taken.produce_date,
                expiry_date: taken.expiry_date,
                ..Change::default()
            };
            self.push(taken.line, taken.unit, place, change)?;
        }
        Ok(())
    }

    /// Moves goods within the warehouse, with batch, dates, cost and turn as they are: first free ones. What is reserved of
    /// the others stays so at their new place, which must not be one where goods are held. Where a count found less than is
    /// reserved, reservations are released before any are moved: nobody else can say whose goods are missing.
    pub(super) fn relocate(&mut self, from: &Place, (area, shelf): (AreaId, ShelfId), quantity: Quantity) -> Result<(), StockRefusal> {
        const LINE: u32 = 1;
        check_quantity(LINE, quantity)?;
        let to = Place { area, shelf, ..from.clone() };
        if to == *from {
            return Err(StockRefusal::Line { line: LINE, reason: "the goods are there already".into() });
        }
        let (there, product) = (self.figures(from), from.product);
        if there.on_hand < quantity {
            let (available, expired) = (there.on_hand.max(Quantity::ZERO), Quantity::ZERO);
            return Err(StockRefusal::Short { lines: vec![Shortage { line: LINE, product, wanted: quantity, available, expired }] });
        }
        let free = there.available().max(Quantity::ZERO);
        if free < quantity && self.stock.holds.holds(&to) {
            let blocked = Blocked { line: LINE, product, obstacle: Obstacle::Reserved, wanted: quantity, available: free };
            return Err(StockRefusal::Blocked { lines: vec![blocked] });
        }
        if free < quantity && there.reserved > there.on_hand {
            let (wanted, available) = (there.reserved, there.on_hand);
            return Err(StockRefusal::Blocked { lines: vec![Blocked { line: LINE, product, obstacle: Obstacle::Gone, wanted, available }] });
        }
        let carried = self.reserved_at(from, quantity - free);
        let (unit, unit_cost, row) = (self.unit(from), self.average(from), self.stock.products.get(from));
        let (produce_date, expiry_date) = row.map_or((None, None), |row| (row.produce_date.clone(), row.expiry_date.clone()));
        for (order, line, reserved) in &carried {
            let change = Change { reserved: -*reserved, ..Change::default() };
            self.push_for(Some(order.clone()), *line, unit, from.clone(), change)?;
        }
        for (place, moved, received) in [(from.clone(), -quantity, None), (to.clone(), quantity, self.received(from))] {
            let (produce_date, expiry_date) = (produce_date.clone(), expiry_date.clone());
            let operation = Some(Operation::Transfer);
            let change = Change { operation, moved, unit_cost, received, produce_date, expiry_date, ..Change::default() };
            self.push(LINE, unit, place, change)?;
        }
        for (order, line, reserved) in carried {
            self.push_for(Some(order), line, unit, to.clone(), Change::reserve(reserved))?;
        }
        Ok(())
    }

    /// Says of goods that leave for another warehouse which receipt they came with, so that they keep their turn there.
    pub(super) fn note_receipts(&mut self) {
        let stock = self.stock;
        if self.command.order.as_ref().is_some_and(|order| order.kind == OrderKind::TRANSFER) {
            for leaves in self.movements.iter_mut().filter(|movement| movement.moved < Quantity::ZERO) {
                leaves.received = stock.products.get(&leaves.place).map(|row| row.first_sequence);
            }
        }
    }

    /// A row that changes no figure: the ledger's order says what came before the change and what after it, and another
    /// writer of the same warehouse fails at it.
    pub(super) fn mark(&mut self, product: ProductId, batch: &str) -> Result<(), StockRefusal> {
        let place = Place { area: AreaId(0), shelf: ShelfId(0), product, batch: batch.to_owned() };
        self.push(0, UnitId(0), place, Change::default())
    }
}
