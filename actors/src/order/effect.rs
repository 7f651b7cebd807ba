//! What a step does to the stock of a warehouse. Pure.

use bus_schemas::number::Quantity;
use bus_schemas::order::{Order, OrderRefusal, PartLine};
use bus_schemas::warehouse::{DemandLine, ReceiveLine, ShiftLine, StockAction};

use super::demand::demand;
use super::facts::OrderFacts;
use super::lines::{self, invalid};
use super::receipt::{self, Receipt};
use super::{adjustment, picks};

/// The goods that a step moves.
pub(super) enum Goods {
    /// What comes in.
    Receive(Vec<Receipt>),
    /// These parts of the lines, out.
    Issue(Vec<DemandLine>),
    /// These lines, as corrections.
    Adjust(Vec<(usize, Quantity)>),
    Shift(Vec<ShiftLine>),
    Arrive(Vec<ReceiveLine>),
    /// What is given up in transit.
    Lose(Vec<ReceiveLine>),
}

/// Counts what moves of an order's lines, other than what comes in: the named parts, or everything that is open. Where
/// and of which batch is the line's to say, and its picks'.
pub(super) fn take_parts(order: &mut Order, parts: Option<&[PartLine]>) -> Result<Vec<(usize, Quantity)>, OrderRefusal> {
    refuse_other_places(parts)?;
    let parts = lines::check_parts(&order.lines, parts)?;
    for (index, quantity) in &parts {
        order.lines[*index].stocked += *quantity;
    }
    Ok(parts)
}

/// Counts what goes out, and says what is asked of the warehouse: first what is taken from named places.
pub(super) fn issue_parts(
    order: &mut Order,
    parts: Option<&[PartLine]>,
    (facts, today): (&OrderFacts, &str),
) -> Result<Vec<DemandLine>, OrderRefusal> {
    refuse_other_places(parts)?;
    let parts = picks::check_parts(&order.lines, parts)?;
    for part in &parts {
        order.lines[part.index].stocked += part.quantity;
    }
    let moved: Vec<(usize, Quantity)> = parts.iter().map(|part| (part.index, part.quantity)).collect();
    let asked = demand(order, &moved, facts, today).into_iter().zip(parts);
    let mut asked: Vec<DemandLine> = asked.map(|(line, part)| DemandLine { from: part.from, ..line }).collect();
    asked.sort_by_key(|line| line.from.is_none());
    Ok(asked)
}

/// Refuses what only goods that come in say of themselves.
fn refuse_other_places(parts: Option<&[PartLine]>) -> Result<(), OrderRefusal> {
    for (position, part) in parts.into_iter().flatten().enumerate() {
        let said = [
            ("warehouses_areas_id", part.to.area.is_some()),
            ("warehouses_shelves_id", part.to.shelf.is_some()),
            ("batch_number", part.batch.is_some()),
            ("produce_date", part.produce_date.is_some()),
            ("expiry_date", part.expiry_date.is_some()),
            ("damaged", part.damaged),
        ];
        if let Some((name, _)) = said.into_iter().find(|(_, said)| *said) {
            return Err(invalid(format!("lines[{position}].{name}"), "error.field.unknown"));
        }
    }
    Ok(())
}

/// What a step does to the stock: it moves goods, or what is open becomes reserved or free with the state.
pub(super) fn effect(
    before: &Order,
    after: &Order,
    moved: Option<Goods>,
    facts: &OrderFacts,
    today: &str,
) -> Result<Option<StockAction>, OrderRefusal> {
    let held = after.kind.reserves(before.status);
    let holds = after.kind.reserves(after.status) && after.deleted_at.is_none();
    Ok(match moved {
        Some(Goods::Receive(receipts)) => {
            let lines = receipt::received(after, &receipts);
            Some(if after.order_type.comes_back() { StockAction::ReceiveReturned { lines } } else { StockAction::Receive { lines } })
        }
        Some(Goods::Issue(lines)) => Some(StockAction::Issue { lines, release_rest: !holds }),
        Some(Goods::Adjust(parts)) => Some(StockAction::Adjust { lines: adjustment::adjusted(after, &parts, &facts.never_below_zero) }),
        Some(Goods::Shift(lines)) => Some(StockAction::Shift { lines, release_rest: !holds }),
        Some(Goods::Arrive(lines)) => Some(StockAction::Receive { lines }),
        Some(Goods::Lose(lines)) => Some(StockAction::Lose { lines }),
        None if holds && !held => Some(StockAction::Reserve { lines: demand(after, &lines::check_parts(&after.lines, None)?, facts, today) }),
        None if held && !holds => Some(StockAction::Release),
        None => None,
    })
}

/// What a warehouse does where it only writes two orders at once.
pub(super) const fn nothing_moves() -> StockAction {
    StockAction::Swap { swaps: Vec::new(), life_days: 0 }
}
