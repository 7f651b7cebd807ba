//! What a command does to a warehouse, as pure functions. `decide` returns the movements or a refusal;
//! [`super::stock::Stock::apply`] applies them.
//!
//! A [`draft`] gathers the movements. What goods do is in [`moves`], which of them are taken in [`taking`]; [`reservations`]
//! are made and given back; [`steps`] take back what moved, [`correct`] has adjustments and counts, [`dates`] the dates of
//! batches, [`negative`] stock below zero, and [`worth`] costs.

mod batch_dates;
pub mod context;
mod correct;
mod dates;
mod draft;
mod moves;
mod negative;
mod reservations;
mod steps;
mod taking;
mod worth;

use bus_schemas::ids::ProductId;
use bus_schemas::number::{Cost, Quantity};
use bus_schemas::warehouse::{Movement, Operation, StockAction, StockCommand, StockRefusal};

use self::context::Context;
use self::draft::Draft;
use super::holds;
use super::stock::Stock;
use crate::dates::Month;

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
        StockAction::Reverse { lines, returned_of } => {
            draft.reverse(lines, returned_of.is_some())?;
            draft.note_receipts();
        }
        StockAction::Lose { lines } => draft.lose(lines)?,
        StockAction::Return { lines } => draft.come_back(lines)?,
        StockAction::AddCost { lines } => draft.change_costs(lines, false)?,
        StockAction::TakeCostBack { lines } => draft.change_costs(lines, true)?,
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
    draft.even_out()?;
    Ok(draft.movements)
}

/// Goods move only in months whose books are open.
fn check_month(stock: &Stock, command: &StockCommand) -> Result<(), StockRefusal> {
    let Some(closed) = stock.settings.and_then(|settings| settings.closed).filter(|_| is_booked_by_date(&command.action)) else { return Ok(()) };
    match Month::of_date(&command.business_date) {
        Some(month) if month > closed => Ok(()),
        Some(month) => Err(StockRefusal::Closed { month: month.to_string() }),
        // What is no date lies in no open month.
        None => Err(StockRefusal::Closed { month: command.business_date.clone() }),
    }
}

/// Whether an action changes what there is, or what it is worth, on a date that its sender chooses. Every action says so here:
/// a new one is not let into closed months by being forgotten.
const fn is_booked_by_date(action: &StockAction) -> bool {
    match action {
        StockAction::Receive { .. }
        | StockAction::ReceiveReturned { .. }
        | StockAction::Issue { .. }
        | StockAction::Shift { .. }
        | StockAction::Reverse { .. }
        | StockAction::Lose { .. }
        | StockAction::Return { .. }
        | StockAction::AddCost { .. }
        | StockAction::TakeCostBack { .. }
        | StockAction::Adjust { .. } => true,
        // Reservations, marks and places: nothing comes or goes. Counts are booked on the day they are posted.
        StockAction::Reserve { .. }
        | StockAction::Release
        | StockAction::Swap { .. }
        | StockAction::Hold { .. }
        | StockAction::Enforce
        | StockAction::Relocate { .. }
        | StockAction::CorrectDates { .. }
        | StockAction::ReleaseParts { .. }
        | StockAction::HandOver { .. }
        | StockAction::TakeOverAll { .. }
        | StockAction::Count { .. } => false,
    }
}
