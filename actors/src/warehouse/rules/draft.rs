//! What a command does to a warehouse while it is being decided: its movements so far, and the figures after them.

use std::collections::HashMap;

use bus_schemas::count::CountRef;
use bus_schemas::ids::UnitId;
use bus_schemas::number::{AMOUNT_SCALE, Amount, Cost, Quantity, round_half_up};
use bus_schemas::warehouse::{CostBasis, Movement, Operation, OrderRef, Place, StockAction, StockCommand, StockRefusal};
use rust_decimal::Decimal;

use super::batch_dates::Dates;
use super::context::Context;
use crate::warehouse::stock::Stock;

/// Largest figure of one place or level: sums stay far inside a decimal.
const SUM_MAX: Decimal = Decimal::from_parts(2_764_472_320, 232_830, 0, false, 0); // 10^15

/// Figures of a place while a command is being decided.
#[derive(Clone, Copy, Default)]
pub(super) struct Figures {
    pub on_hand: Quantity,
    pub reserved: Quantity,
}

impl Figures {
    /// What is not reserved.
    pub(super) fn available(self) -> Quantity {
        self.on_hand - self.reserved
    }
}

/// What a command does, as far as it is decided.
pub(super) struct Draft<'a> {
    pub stock: &'a Stock,
    pub command: &'a StockCommand,
    pub context: Context<'a>,
    pub movements: Vec<Movement>,
    /// Figures of the places this command has touched so far.
    pub places: HashMap<Place, Figures>,
    /// What it has used of the order's reservations.
    pub used: HashMap<(u32, Place), Quantity>,
    pub dates: Dates,
}

impl<'a> Draft<'a> {
    /// Nothing is decided yet.
    pub(super) fn new(stock: &'a Stock, command: &'a StockCommand, context: Context<'a>) -> Self {
        Self { stock, command, context, movements: Vec::new(), places: HashMap::new(), used: HashMap::new(), dates: Dates::default() }
    }

    /// A place's figures after the movements so far.
    pub(super) fn figures(&self, place: &Place) -> Figures {
        self.places.get(place).copied().unwrap_or_else(|| {
            self.stock.products.get(place).map_or_else(Figures::default, |row| Figures { on_hand: row.on_hand, reserved: row.reserved })
        })
    }

    /// What the ledger calls the movement: what the order's kind says, or what its direction says.
    pub(super) fn operation(&self, by_direction: Operation) -> Option<Operation> {
        Some(self.command.order.as_ref().and_then(|order| order.kind.operation).unwrap_or(by_direction))
    }

    /// What the goods of a place leave at.
    pub(super) fn average(&self, place: &Place) -> Cost {
        self.stock.products.level(place.product).average_cost
    }

    /// A row of the command's order.
    pub(super) fn push(&mut self, line: u32, unit: UnitId, place: Place, change: Change) -> Result<(), StockRefusal> {
        self.push_for(self.command.order.clone(), line, unit, place, change)
    }

    /// A row of another order than the command's.
    pub(super) fn push_for(&mut self, order: Option<OrderRef>, line: u32, unit: UnitId, place: Place, change: Change) -> Result<(), StockRefusal> {
        let mut figures = self.figures(&place);
        figures.on_hand += change.moved;
        figures.reserved += change.reserved;
        let amount = change.moved.0.checked_mul(change.unit_cost.0).ok_or(StockRefusal::Overflow { line })?;
        if figures.on_hand.0.abs() > SUM_MAX || figures.reserved.0 > SUM_MAX || amount.abs() > SUM_MAX {
            return Err(StockRefusal::Overflow { line });
        }
        let position = u32::try_from(self.movements.len()).map_err(|_| StockRefusal::Overflow { line })?;
        self.movements.push(Movement {
            warehouse: self.stock.warehouse,
            sequence: self.stock.last_sequence + 1 + i64::from(position),
            command: self.command.id.clone(),
            position,
            operation: change.operation,
            reverses: matches!(self.command.action, StockAction::Reverse { .. }),
            order,
            line,
            place: place.clone(),
            unit,
            moved: change.moved,
            reserved: change.reserved,
            balance: figures.on_hand,
            unit_cost: change.unit_cost,
            amount: change.amount.unwrap_or(Amount(round_half_up(amount, AMOUNT_SCALE))),
            cost_basis: change.cost_basis,
            average_cost: change.average_cost,
            count: count_of(self.command).filter(|_| change.operation != Some(Operation::Dates)),
            received: change.received,
            produce_date: change.produce_date,
            expiry_date: change.expiry_date,
            admin: self.command.admin,
            business_date: self.command.business_date.clone(),
            at: self.context.now_ms,
        });
        self.places.insert(place, figures);
        Ok(())
    }

    /// The oldest receipt that lies at a place.
    pub(super) fn received(&self, place: &Place) -> Option<i64> {
        self.stock.products.get(place).map(|row| row.first_sequence)
    }

    /// What the goods of a place are counted in.
    pub(super) fn unit(&self, place: &Place) -> UnitId {
        self.stock.products.get(place).map_or(UnitId(0), |row| row.unit)
    }
}

/// The count sheet that a command posts.
fn count_of(command: &StockCommand) -> Option<CountRef> {
    match &command.action {
        StockAction::Count { write, .. } => Some(CountRef { id: write.sheet.id, number: write.sheet.number.clone() }),
        _ => None,
    }
}

/// Refuses a quantity that is no positive number in range.
pub(super) fn check_quantity(line: u32, quantity: Quantity) -> Result<(), StockRefusal> {
    Quantity::positive(quantity.0).map(|_| ()).map_err(|error| StockRefusal::Line { line, reason: error.to_string() })
}

/// What a row of the ledger says of a place, apart from where and whose it is.
#[derive(Default)]
pub(super) struct Change {
    pub operation: Option<Operation>,
    pub moved: Quantity,
    pub reserved: Quantity,
    pub unit_cost: Cost,
    /// Of a row that moves no goods: what it is worth.
    pub amount: Option<Amount>,
    pub cost_basis: Option<CostBasis>,
    /// As of a [`Movement`].
    pub average_cost: Option<Cost>,
    /// Of goods that come from another place of the warehouse: the oldest receipt that lay there.
    pub received: Option<i64>,
    pub produce_date: Option<String>,
    pub expiry_date: Option<String>,
}

impl Change {
    /// Reserves so much.
    pub(super) fn reserve(quantity: Quantity) -> Self {
        Self { reserved: quantity, ..Self::default() }
    }
}
