//! A line of a count sheet: its state, whether it is to be counted again, and the difference that is posted.

use std::collections::{HashMap, HashSet};

use bus_schemas::count::{CountLine, CountResult, CountTallies, LineState, PARTS_MAX, RESULTS_MAX, Tolerance};
use bus_schemas::ids::ProductId;
use bus_schemas::number::{LINE_MAX, Price, QUANTITY_SCALE, Quantity};
use bus_schemas::order::units::EnteredQuantity;
use bus_schemas::warehouse::{AdjustLine, CountedLine};
use rust_decimal::Decimal;

use super::rules::{CountRefusal, invalid};
use crate::order::lines::{TEXT_MAX, unit_key};
use crate::order::units::{LineUnits, counted_in_base};

/// What the last result says. 'Counted, equal' is a result of its own.
#[must_use]
pub fn state(line: &CountLine) -> LineState {
    match line.results.last() {
        None => LineState::NotCounted,
        Some(result) if result.difference().is_zero() => LineState::Equal,
        Some(_) => LineState::Different,
    }
}

/// Counted less book; nothing where nobody has counted.
#[must_use]
pub fn difference(line: &CountLine) -> Option<Quantity> {
    line.results.last().map(CountResult::difference)
}

/// Whether the line is to be counted again: a reviewer asks, or the difference is beyond the tolerance and was not
/// found twice in a row.
#[must_use]
pub fn wants_recount(line: &CountLine, tolerance: Tolerance) -> bool {
    let Some((last, before)) = line.results.split_last() else { return line.asked };
    let confirmed = before.last().is_some_and(|before| before.difference() == last.difference());
    line.asked || (!last.zeroed && !confirmed && beyond(last, tolerance))
}

fn beyond(result: &CountResult, tolerance: Tolerance) -> bool {
    let difference = result.difference().0.abs();
    if difference.is_zero() {
        return false;
    }
    let percent =
        tolerance.percent.is_some_and(|percent| difference.saturating_mul(Decimal::ONE_HUNDRED) > percent.saturating_mul(result.book.0.abs()));
    percent || tolerance.value.is_some_and(|value| difference.saturating_mul(result.cost.0) > value)
}

/// A counted quantity: 0 or more, with no more decimals than the unit has.
pub fn check_quantity(quantity: Decimal, decimals: u32) -> Result<Quantity, CountRefusal> {
    let quantity = quantity.normalize();
    let key = if quantity.is_sign_negative() && !quantity.is_zero() {
        "error.number.negative"
    } else if quantity > LINE_MAX {
        "error.number.large"
    } else if quantity.scale() > decimals.min(QUANTITY_SCALE) {
        "error.quantity.unit"
    } else {
        return Ok(Quantity(quantity));
    };
    Err(invalid("quantity", key))
}

/// What was counted in several units, each part with the units of the product: the sum in base units, and the parts as they
/// were typed. A part that is not exact in the base unit is refused: nothing is rounded.
pub fn check_parts(parts: &[(Decimal, LineUnits)]) -> Result<(Quantity, Vec<EnteredQuantity>), CountRefusal> {
    if parts.is_empty() {
        return Err(invalid("parts", "error.required"));
    }
    if parts.len() > PARTS_MAX {
        return Err(invalid("parts", "error.count.parts"));
    }
    let (mut sum, mut typed) = (Quantity::ZERO, Vec::with_capacity(parts.len()));
    for (position, (quantity, units)) in parts.iter().enumerate() {
        let refused = |error| invalid(format!("parts[{position}].quantity"), unit_key(error));
        let (base, entered) = counted_in_base(*quantity, units).map_err(refused)?;
        sum += base;
        typed.push(entered.unwrap_or(EnteredQuantity { unit: units.base.id, quantity: base.0, factor: Decimal::ONE }));
    }
    if sum.0 > LINE_MAX {
        return Err(invalid("parts", "error.number.large"));
    }
    // Nothing but the product's own unit is no other way to say it.
    if parts.iter().all(|(_, units)| units.entered.is_none()) {
        typed.clear();
    }
    Ok((sum, typed))
}

/// A reason for a difference; an empty one says nothing.
pub fn check_reason(reason: Option<&str>) -> Result<Option<String>, CountRefusal> {
    let reason = reason.map(str::trim).filter(|reason| !reason.is_empty());
    if reason.is_some_and(|reason| reason.chars().count() > TEXT_MAX) {
        Err(invalid("reason", "error.text.long"))
    } else {
        Ok(reason.map(str::to_owned))
    }
}

/// The line with one more result. Earlier ones stay.
pub fn counted(line: &CountLine, result: CountResult, reason: Option<String>) -> Result<CountLine, CountRefusal> {
    if line.results.len() >= RESULTS_MAX {
        return Err(invalid("line", "error.count.results"));
    }
    let mut line = line.clone();
    // One that was sent late stands where it was counted.
    let later = line.results.iter().rev().take_while(|known| known.at > result.at).count();
    line.results.insert(line.results.len() - later, result);
    line.asked = false;
    line.reason = reason.or(line.reason);
    Ok(line)
}

/// The tallies after a line has changed; `before` is `None` for a new line.
#[must_use]
pub fn tallied(mut tallies: CountTallies, before: Option<&CountLine>, after: &CountLine, tolerance: Tolerance) -> CountTallies {
    let facts = |line: &CountLine| {
        (u32::from(state(line) != LineState::NotCounted), u32::from(state(line) == LineState::Different), u32::from(wants_recount(line, tolerance)))
    };
    let was = before.map_or((0, 0, 0), facts);
    let is = facts(after);
    tallies.lines += u32::from(before.is_none());
    tallies.counted = tallies.counted + is.0 - was.0;
    tallies.different = tallies.different + is.1 - was.1;
    tallies.recount = tallies.recount + is.2 - was.2;
    tallies
}

/// The differences of a sheet, to be posted. `prices` are what found goods cost where the warehouse knows no cost;
/// `never_below_zero` the products that may not go below zero there.
#[must_use]
pub fn differences(lines: &[CountLine], prices: &HashMap<ProductId, Price>, never_below_zero: &HashSet<ProductId>) -> Vec<CountedLine> {
    let counted = |line: &CountLine| {
        let result = line.results.last().filter(|result| !result.difference().is_zero())?;
        let adjust = AdjustLine {
            price: prices.get(&line.place.product).copied(),
            never_below_zero: never_below_zero.contains(&line.place.product),
            // Those of a line that the sheet began with may have been corrected since: its place knows them.
            produce_date: line.produce_date.clone().filter(|_| line.found),
            expiry_date: line.expiry_date.clone().filter(|_| line.found),
            ..AdjustLine::new(line.line, line.place.clone(), line.unit, result.difference())
        };
        Some(CountedLine { adjust, sequence: result.sequence })
    };
    lines.iter().filter_map(counted).collect()
}
