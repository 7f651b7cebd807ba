//! What a command does to a warehouse, as pure functions. `decide` returns the movements or a refusal;
//! [`super::stock::Stock::apply`] applies them.

mod correct;
mod dates;
mod negative;
mod steps;
mod worth;

use std::collections::HashMap;

use bus_schemas::count::CountRef;
use bus_schemas::hold::ReservedPart;
use bus_schemas::ids::{AreaId, ProductId, ShelfId, UnitId};
use bus_schemas::number::{AMOUNT_SCALE, Amount, Cost, Quantity, round_half_up};
use bus_schemas::order::OrderKind;
use bus_schemas::warehouse::{
    CostBasis, DemandLine, Expired, HandOverLine, Movement, Operation, OrderRef, Place, ReceiveLine, ShiftLine, Shortage, StockAction, StockCommand,
    StockRefusal,
};
use rust_decimal::Decimal;

use self::dates::Dates;
use super::cost;
use super::holds;
use super::picking;
use super::port::BalanceRow;
use super::stock::Stock;
use crate::dates::Month;

/// Largest figure of one place or level: sums stay far inside a decimal.
const SUM_MAX: Decimal = Decimal::from_parts(2_764_472_320, 232_830, 0, false, 0); // 10^15

/// What the rules need from outside.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// Unix milliseconds.
    pub now_ms: i64,
    /// Today in the warehouse's zone, `YYYY-MM-DD`.
    pub today: &'a str,
}

/// Decides a command: all of its movements, or a refusal and nothing.
pub fn decide(stock: &Stock, command: &StockCommand, context: Context<'_>) -> Result<Vec<Movement>, StockRefusal> {
    // Goods in a disabled warehouse can be held as well.
    let holds = matches!(command.action, StockAction::Hold { .. } | StockAction::Enforce);
    if !stock.settings.is_some_and(|settings| settings.in_use || holds) {
        return Err(StockRefusal::NotInUse);
    }
    check_month(stock, command)?;
    let mut draft = Draft::new(stock, command, context);
    match &command.action {
        StockAction::Receive { lines } => lines.iter().try_for_each(|line| draft.receive(line, (Cost(line.price.0), None)))?,
        StockAction::ReceiveReturned { lines } => lines.iter().try_for_each(|line| draft.receive(line, draft.cost_of_returned(line)))?,
        // The shop reserves only goods that are on hand, even where stock may go below zero.
        StockAction::Reserve { lines } => draft.reserve(lines, command.shop.is_none() && !lines.iter().any(|line| line.keep > Quantity::ZERO))?,
        StockAction::Release => draft.release(),
        StockAction::Issue { lines, release_rest } => {
            draft.issue(lines, draft.operation(Operation::Outbound))?;
            draft.note_receipts();
            if *release_rest {
                draft.release();
            }
        }
        StockAction::Shift { lines, release_rest } => {
            draft.shift(lines)?;
            if *release_rest {
                draft.release();
            }
        }
        StockAction::Reverse { lines, returned_of } => draft.reverse(lines, returned_of.is_some())?,
        StockAction::Return { lines } => draft.come_back(lines)?,
        StockAction::AddCost { lines } => draft.add_costs(lines)?,
        StockAction::Swap { swaps, life_days } => swaps.iter().try_for_each(|swap| draft.swap(swap, *life_days))?,
        StockAction::Adjust { lines } => draft.adjust(lines)?,
        StockAction::Count { lines, .. } => draft.count(lines)?,
        StockAction::Hold { change } => {
            draft.mark(change.product, &change.batch)?;
            draft.release_held(|place| holds::concerns(change, place) || stock.holds.holds(place))?;
        }
        StockAction::Enforce => {
            draft.mark(ProductId(0), "")?;
            draft.release_held(|place| stock.holds.holds(place))?;
        }
        StockAction::Relocate { from, area, shelf, quantity } => draft.relocate(from, (*area, *shelf), *quantity)?,
        StockAction::CorrectDates { place, produce_date, expiry_date } => draft.correct_dates(place, &(produce_date.clone(), expiry_date.clone()))?,
        StockAction::ReleaseParts { parts } => draft.release_parts(command.order.as_ref(), parts)?,
        StockAction::HandOver { from, parts, lines, .. } => {
            draft.release_parts(Some(from), parts)?;
            draft.lack(lines)?;
            draft.reserve(&lines.iter().map(|line| line.demand.clone()).collect::<Vec<_>>(), false)?;
        }
        StockAction::TakeOverAll { from, lines, .. } => {
            draft.release_of(from);
            draft.reserve(lines, false)?;
        }
    }
    draft.spread_dates()?;
    draft.correct_costs()?;
    draft.settle_rounding()?;
    Ok(draft.movements)
}

/// Goods move only in months whose books are open.
fn check_month(stock: &Stock, command: &StockCommand) -> Result<(), StockRefusal> {
    let moves = matches!(
        command.action,
        StockAction::Receive { .. }
            | StockAction::ReceiveReturned { .. }
            | StockAction::Issue { .. }
            | StockAction::Shift { .. }
            | StockAction::Reverse { .. }
            | StockAction::Return { .. }
            | StockAction::AddCost { .. }
            | StockAction::Adjust { .. }
    );
    let (Some(closed), Some(month)) = (stock.settings.and_then(|settings| settings.closed), Month::of_date(&command.business_date)) else {
        return Ok(());
    };
    if moves && month <= closed { Err(StockRefusal::Closed { month: month.to_string() }) } else { Ok(()) }
}

/// Figures of a place while a command is being decided.
#[derive(Clone, Copy, Default)]
struct Figures {
    on_hand: Quantity,
    reserved: Quantity,
}

impl Figures {
    fn available(self) -> Quantity {
        self.on_hand - self.reserved
    }
}

struct Draft<'a> {
    stock: &'a Stock,
    command: &'a StockCommand,
    context: Context<'a>,
    movements: Vec<Movement>,
    /// Figures of the places this command has touched so far.
    places: HashMap<Place, Figures>,
    /// What it has used of the order's reservations.
    used: HashMap<(u32, Place), Quantity>,
    dates: Dates,
}

impl<'a> Draft<'a> {
    fn new(stock: &'a Stock, command: &'a StockCommand, context: Context<'a>) -> Self {
        Self { stock, command, context, movements: Vec::new(), places: HashMap::new(), used: HashMap::new(), dates: Dates::default() }
    }

    fn figures(&self, place: &Place) -> Figures {
        self.places.get(place).copied().unwrap_or_else(|| {
            self.stock.products.get(place).map_or_else(Figures::default, |row| Figures { on_hand: row.on_hand, reserved: row.reserved })
        })
    }

    /// What the ledger calls the movement: what the order's kind says, or what its direction says.
    fn operation(&self, by_direction: Operation) -> Option<Operation> {
        Some(self.command.order.as_ref().and_then(|order| order.kind.operation).unwrap_or(by_direction))
    }

    fn average(&self, place: &Place) -> Cost {
        self.stock.products.level(place.product).average_cost
    }

    fn push(&mut self, line: u32, unit: UnitId, place: Place, change: Change) -> Result<(), StockRefusal> {
        self.push_for(self.command.order.clone(), line, unit, place, change)
    }

    /// A row of another order than the command's.
    fn push_for(&mut self, order: Option<OrderRef>, line: u32, unit: UnitId, place: Place, change: Change) -> Result<(), StockRefusal> {
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

    fn receive(&mut self, line: &ReceiveLine, (unit_cost, cost_basis): (Cost, Option<CostBasis>)) -> Result<(), StockRefusal> {
        check_quantity(line.line, line.quantity)?;
        dates::check_order(line.line, line.produce_date.as_ref(), line.expiry_date.as_ref())?;
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

    /// Reserves goods. Where stock may go below zero, missing goods need no reservation: they are checked when they
    /// leave.
    fn reserve(&mut self, lines: &[DemandLine], may_lack: bool) -> Result<(), StockRefusal> {
        let mut short = Vec::new();
        for line in lines {
            check_quantity(line.line, line.quantity)?;
            if line.keep > Quantity::ZERO {
                let free = self.free(line);
                if free - line.quantity < line.keep {
                    let missing = line.quantity - (free - line.keep).max(Quantity::ZERO).min(line.quantity);
                    short.push(self.shortage(line, missing));
                    continue;
                }
            }
            let missing = self.take(line, line.quantity, Change::reserve)?;
            let oversold = may_lack && self.may_oversell(line);
            if !missing.is_zero() && !oversold {
                short.push(self.shortage(line, missing));
            }
        }
        if short.is_empty() { Ok(()) } else { Err(StockRefusal::Short { lines: short }) }
    }

    fn issue(&mut self, lines: &[DemandLine], operation: Option<Operation>) -> Result<(), StockRefusal> {
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
    fn shift(&mut self, lines: &[ShiftLine]) -> Result<(), StockRefusal> {
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

    fn shortage(&self, line: &DemandLine, missing: Quantity) -> Shortage {
        let past = self
            .stock
            .products
            .of(line.product)
            .filter(|row| picking::matches(line, row) && !self.may_leave(row.expiry_date.as_deref(), line.life_days));
        let expired = past.map(|row| self.figures(&row.place).available().max(Quantity::ZERO)).sum();
        Shortage { line: line.line, product: line.product, wanted: line.quantity, available: line.quantity - missing, expired }
    }

    /// Whether goods with this expiry date may leave with this command, for somebody who asks that they keep so long.
    fn may_leave(&self, expiry_date: Option<&str>, life_days: u32) -> bool {
        self.command.expired != Expired::Refused || picking::keeps(expiry_date, self.context.today, life_days)
    }

    /// Takes from the reservations of this order's line, first those that are to be emptied first. Returns what is still wanted.
    fn take_reserved(&mut self, line: &DemandLine, change: impl Fn(Quantity) -> Change) -> Result<Quantity, StockRefusal> {
        let mut wanted = line.quantity;
        let Some(order) = &self.command.order else { return Ok(wanted) };
        let mut rows: Vec<(&BalanceRow, Quantity)> = self
            .stock
            .reserved_of((order.kind, order.id), line.line)
            .filter(|((_, place), _)| place.product == line.product && line.from.as_ref().is_none_or(|from| from == place))
            .filter_map(|((_, place), reservation)| Some((self.stock.products.get(place)?, reservation.quantity)))
            .filter(|(row, _)| self.may_leave(row.expiry_date.as_deref(), line.life_days))
            .collect();
        rows.sort_by(|a, b| picking::first_out(*a, *b, &self.stock.weights));
        let mine: Vec<(Place, Quantity)> = rows.into_iter().map(|(row, reserved)| (row.place.clone(), reserved)).collect();
        for (place, reserved) in mine {
            let key = (line.line, place.clone());
            let left = reserved - self.used.get(&key).copied().unwrap_or_default();
            // A posted count may have left less than was promised (domain rules 3).
            let taken = left.min(wanted).min(self.figures(&place).on_hand);
            if taken <= Quantity::ZERO || self.stock.holds.holds(&place) {
                continue;
            }
            *self.used.entry(key).or_default() += taken;
            let row = self.stock.products.get(&place);
            let change = Change {
                reserved: -taken,
                produce_date: row.and_then(|row| row.produce_date.clone()),
                expiry_date: row.and_then(|row| row.expiry_date.clone()),
                ..self.valued(line, &place, change(taken))
            };
            self.push(line.line, line.unit, place, change)?;
            wanted -= taken;
        }
        Ok(wanted)
    }

    /// Takes from available stock in picking order. Returns what is missing.
    fn take(&mut self, line: &DemandLine, wanted: Quantity, change: impl Fn(Quantity) -> Change) -> Result<Quantity, StockRefusal> {
        if wanted.is_zero() {
            return Ok(wanted);
        }
        let rows = self.stock.products.of(line.product).filter(|row| !self.stock.holds.holds(&row.place));
        let free = rows.map(|row| (row, self.figures(&row.place).available()));
        let candidates = picking::candidates(free, line, self.context.today, self.command.expired, &self.stock.weights);
        let mut wanted = wanted;
        for (row, free) in candidates {
            let taken = free.min(wanted);
            let mut change = change(taken);
            if change.operation.is_some() {
                change = self.valued(line, &row.place, change);
            }
            change.produce_date.clone_from(&row.produce_date);
            change.expiry_date.clone_from(&row.expiry_date);
            self.push(line.line, line.unit, row.place.clone(), change)?;
            wanted -= taken;
            if wanted.is_zero() {
                break;
            }
        }
        Ok(wanted)
    }

    /// What could be taken for a line.
    fn free(&self, line: &DemandLine) -> Quantity {
        let rows = self.stock.products.of(line.product).filter(|row| !self.stock.holds.holds(&row.place));
        let free = rows.map(|row| (row, self.figures(&row.place).available()));
        picking::candidates(free, line, self.context.today, self.command.expired, &self.stock.weights).into_iter().map(|(_, free)| free).sum()
    }

    fn release(&mut self) {
        if let Some(order) = &self.command.order {
            self.release_of(order);
        }
    }

    /// Gives back all that is reserved for an order.
    fn release_of(&mut self, order: &OrderRef) {
        let Some(of_order) = self.stock.reservations.get(&(order.kind, order.id)) else { return };
        for ((line, place), reservation) in of_order {
            let key = (*line, place.clone());
            let left = reservation.quantity - self.used.get(&key).copied().unwrap_or_default();
            if left <= Quantity::ZERO {
                continue;
            }
            let unit = self.unit(place);
            // Can't fail: giving back only makes a figure smaller.
            let _ = self.push_for(Some(order.clone()), *line, unit, place.clone(), Change { reserved: -left, ..Change::default() });
            *self.used.entry(key).or_default() += left;
        }
    }

    /// The oldest receipt that lies at a place.
    fn received(&self, place: &Place) -> Option<i64> {
        self.stock.products.get(place).map(|row| row.first_sequence)
    }

    /// Says of goods that leave for another warehouse which receipt they came with, so that they keep their turn there.
    fn note_receipts(&mut self) {
        let stock = self.stock;
        if self.command.order.as_ref().is_some_and(|order| order.kind == OrderKind::TRANSFER) {
            for leaves in self.movements.iter_mut().filter(|movement| movement.moved < Quantity::ZERO) {
                leaves.received = stock.products.get(&leaves.place).map(|row| row.first_sequence);
            }
        }
    }

    fn unit(&self, place: &Place) -> UnitId {
        self.stock.products.get(place).map_or(UnitId(0), |row| row.unit)
    }

    /// A row that changes no figure: the ledger's order says what came before the change and what after it, and another
    /// writer of the same warehouse fails at it.
    fn mark(&mut self, product: ProductId, batch: &str) -> Result<(), StockRefusal> {
        let place = Place { area: AreaId(0), shelf: ShelfId(0), product, batch: batch.to_owned() };
        self.push(0, UnitId(0), place, Change::default())
    }

    /// Moves free goods within the warehouse, with batch, dates, cost and turn as they are.
    fn relocate(&mut self, from: &Place, (area, shelf): (AreaId, ShelfId), quantity: Quantity) -> Result<(), StockRefusal> {
        const LINE: u32 = 1;
        check_quantity(LINE, quantity)?;
        let to = Place { area, shelf, ..from.clone() };
        if to == *from {
            return Err(StockRefusal::Line { line: LINE, reason: "the goods are there already".into() });
        }
        let available = self.figures(from).available();
        if available < quantity {
            return Err(StockRefusal::Short {
                lines: vec![Shortage { line: LINE, product: from.product, wanted: quantity, available, expired: Quantity::ZERO }],
            });
        }
        let (unit, unit_cost, row) = (self.unit(from), self.average(from), self.stock.products.get(from));
        let (produce_date, expiry_date) = row.map_or((None, None), |row| (row.produce_date.clone(), row.expiry_date.clone()));
        for (place, moved, received) in [(from.clone(), -quantity, None), (to, quantity, self.received(from))] {
            let (produce_date, expiry_date) = (produce_date.clone(), expiry_date.clone());
            let operation = Some(Operation::Transfer);
            let change = Change { operation, moved, unit_cost, received, produce_date, expiry_date, ..Change::default() };
            self.push(LINE, unit, place, change)?;
        }
        Ok(())
    }

    /// Gives back what is reserved of goods that are held, of whatever order.
    fn release_held(&mut self, held: impl Fn(&Place) -> bool) -> Result<(), StockRefusal> {
        let mut lost: Vec<_> = (self.stock.reservations.iter())
            .flat_map(|(owner, lines)| lines.iter().map(move |((line, place), reservation)| (owner, *line, place, reservation)))
            .filter(|(_, _, place, _)| held(place))
            .collect();
        lost.sort_by(|a, b| (a.0.0.as_str(), a.0.1, a.1, a.2).cmp(&(b.0.0.as_str(), b.0.1, b.1, b.2)));
        for ((kind, id), line, place, reservation) in lost {
            let order = OrderRef { kind: *kind, id: *id, number: reservation.number.clone() };
            let change = Change { reserved: -reservation.quantity, ..Change::default() };
            self.push_for(Some(order), line, self.unit(place), place.clone(), change)?;
        }
        Ok(())
    }

    /// Refuses lines for which more would be reserved than their open quantity.
    fn lack(&self, lines: &[HandOverLine]) -> Result<(), StockRefusal> {
        let own = self.command.order.as_ref().map(|order| (order.kind, order.id));
        let mut wanted: HashMap<u32, Quantity> = HashMap::new();
        for HandOverLine { demand, open } in lines {
            let line = demand.line;
            let reserved: Quantity =
                own.into_iter().flat_map(|own| self.stock.reserved_of(own, line)).map(|(_, reservation)| reservation.quantity).sum();
            let sum = wanted.entry(line).or_default();
            *sum += demand.quantity;
            if *sum > *open - reserved {
                return Err(StockRefusal::Lacks { line, lacks: *open - reserved });
            }
        }
        Ok(())
    }

    /// Gives back named parts of what is reserved for an order.
    fn release_parts(&mut self, order: Option<&OrderRef>, parts: &[ReservedPart]) -> Result<(), StockRefusal> {
        let own = order.and_then(|order| self.stock.reservations.get(&(order.kind, order.id)));
        let mut given: HashMap<(u32, &Place), Quantity> = HashMap::new();
        for ReservedPart { line, place, quantity } in parts {
            check_quantity(*line, *quantity)?;
            let reserved = own.and_then(|own| own.get(&(*line, place.clone()))).map_or(Quantity::ZERO, |reservation| reservation.quantity);
            let sum = given.entry((*line, place)).or_default();
            *sum += *quantity;
            if *sum > reserved {
                return Err(StockRefusal::NotReserved { line: *line, reserved });
            }
            let change = Change { reserved: -*quantity, ..Change::default() };
            self.push_for(order.cloned(), *line, self.unit(place), place.clone(), change)?;
        }
        Ok(())
    }
}

/// The count sheet that a command posts.
fn count_of(command: &StockCommand) -> Option<CountRef> {
    match &command.action {
        StockAction::Count { write, .. } => Some(CountRef { id: write.sheet.id, number: write.sheet.number.clone() }),
        _ => None,
    }
}

fn check_quantity(line: u32, quantity: Quantity) -> Result<(), StockRefusal> {
    Quantity::positive(quantity.0).map(|_| ()).map_err(|error| StockRefusal::Line { line, reason: error.to_string() })
}

#[derive(Default)]
struct Change {
    operation: Option<Operation>,
    moved: Quantity,
    reserved: Quantity,
    unit_cost: Cost,
    /// Of a row that moves no goods: what it is worth.
    amount: Option<Amount>,
    cost_basis: Option<CostBasis>,
    /// As of a [`Movement`].
    average_cost: Option<Cost>,
    /// Of goods that come from another place of the warehouse: the oldest receipt that lay there.
    received: Option<i64>,
    produce_date: Option<String>,
    expiry_date: Option<String>,
}

impl Change {
    fn reserve(quantity: Quantity) -> Self {
        Self { reserved: quantity, ..Self::default() }
    }
}
