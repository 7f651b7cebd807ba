//! Checks the lines a person filled in and computes their totals.

use std::collections::HashMap;

use bus_schemas::number::{NumberError, Price, Quantity};
use bus_schemas::order::{DraftLine, LINES_MAX, OrderCommand, OrderDraft, OrderKind, OrderLine, OrderRefusal, PartLine};
use rust_decimal::Decimal;

use super::facts::WarehouseRules;
use super::units::{LineUnits, UnitError, in_base};
use crate::dates::{Month, days_before};
use crate::warehouse::batch_number::{self, BATCH_NUMBER_MAX};

/// Longest remark or reason, in characters.
pub const TEXT_MAX: usize = 500;
/// Longest number typed by a person, in characters.
pub const REFERENCE_MAX: usize = 40;

/// A refusal that names a field by its path and the message by its key.
#[must_use]
pub fn invalid(field: impl Into<String>, key: &str) -> OrderRefusal {
    OrderRefusal::Invalid { field: field.into(), key: key.to_owned() }
}

pub(super) fn number_key(error: NumberError) -> &'static str {
    match error {
        NumberError::NotPositive => "error.number.positive",
        NumberError::Negative => "error.number.negative",
        NumberError::TooPrecise => "error.number.precision",
        NumberError::TooLarge => "error.number.large",
    }
}

/// Whether a text is like a number that the system gives to orders of a kind. Typed as a partner's number, it would be taken
/// when the system comes to it, and no order could be made any more.
#[must_use]
pub fn is_like_a_number(kind: OrderKind, text: &str) -> bool {
    /// Digits of a date, and the fewest of the number after it.
    const DIGITS_MIN: usize = 8 + 4;
    let digits = text.strip_prefix(kind.prefix).unwrap_or_default();
    digits.len() >= DIGITS_MIN && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The key of the message.
pub(crate) fn unit_key(error: UnitError) -> &'static str {
    match error {
        UnitError::Figure(error) => number_key(error),
        UnitError::Precision => "error.quantity.unit",
        UnitError::NotExact => "error.quantity.exact",
    }
}

/// A calendar date `YYYY-MM-DD`.
pub fn check_date(field: String, date: Option<&String>) -> Result<(), OrderRefusal> {
    let fits = date.is_none_or(|text| crate::dates::typed(text).is_some());
    if fits { Ok(()) } else { Err(invalid(field, "error.date")) }
}

/// The dates of a batch: calendar dates, in this order.
pub fn check_dates(field: impl Fn(&str) -> String, produced: Option<&String>, expires: Option<&String>) -> Result<(), OrderRefusal> {
    check_date(field("produce_date"), produced)?;
    check_date(field("expiry_date"), expires)?;
    let fits = produced.zip(expires).is_none_or(|(produced, expires)| produced <= expires);
    if fits { Ok(()) } else { Err(invalid(field("expiry_date"), "error.date.order")) }
}

/// A batch number in the form in which it is kept; nothing for 'no batch'.
pub fn check_batch(field: String, batch: Option<&str>) -> Result<Option<String>, OrderRefusal> {
    let batch = batch.map(batch_number::normalise).filter(|batch| !batch.is_empty());
    let fits = batch.as_ref().is_none_or(|batch| batch.chars().count() <= BATCH_NUMBER_MAX);
    if fits { Ok(batch) } else { Err(invalid(field, "error.text.long")) }
}

/// When goods moved, or are to: not in the future, not in a closed month, and not further back than the warehouse allows
/// those without the right to.
pub fn check_business_date(date: &str, command: &OrderCommand, rules: &WarehouseRules) -> Result<(), OrderRefusal> {
    let free = command.may.backdate || command.quiet;
    check_day(date, &command.today, rules, (!free).then_some(rules.backdate_days))
}

/// The same, for somebody without that right.
pub fn check_open_date(date: &str, today: &str, rules: &WarehouseRules) -> Result<(), OrderRefusal> {
    check_day(date, today, rules, Some(rules.backdate_days))
}

fn check_day(date: &str, today: &str, rules: &WarehouseRules, days_back: Option<u32>) -> Result<(), OrderRefusal> {
    let wrong = |key: &str| Err(invalid("business_date", key));
    check_date("business_date".into(), Some(&date.to_owned()))?;
    if date > today {
        return wrong("error.date.future");
    }
    if rules.closed.zip(Month::of_date(date)).is_some_and(|(closed, month)| month <= closed) {
        return wrong("error.date.closed");
    }
    let earliest = days_back.and_then(|days| days_before(today, days)).unwrap_or_default();
    if date < earliest.as_str() { wrong("error.date.backdate") } else { Ok(()) }
}

/// Checks the lines of a draft and computes their totals; line numbers begin at 1. `units` has one for each line. A draft may
/// have none yet: [`require_any`] is asked at its review.
pub fn check_lines(draft: &OrderDraft, units: &[LineUnits]) -> Result<Vec<OrderLine>, OrderRefusal> {
    if draft.lines.len() > LINES_MAX {
        return Err(invalid("lines", "error.lines.many"));
    }
    draft.lines.iter().zip(units).zip(1_u32..).map(|((line, unit), number)| check_line(line, unit, number)).collect()
}

/// Refuses to go on with an order that has no lines.
pub fn require_any(lines: &[OrderLine]) -> Result<(), OrderRefusal> {
    if lines.is_empty() { Err(invalid("lines", "error.lines.empty")) } else { Ok(()) }
}

fn check_line(line: &DraftLine, units: &LineUnits, number: u32) -> Result<OrderLine, OrderRefusal> {
    let field = |name: &str| format!("lines[{}].{name}", number - 1);
    let (quantity, entered) = in_base(line.quantity, units).map_err(|error| invalid(field("quantity"), unit_key(error)))?;
    let price = Price::new(line.price).map_err(|error| invalid(field("unit_price"), number_key(error)))?;
    check_dates(field, line.produce_date.as_ref(), line.expiry_date.as_ref())?;
    let batch = check_batch(field("batch_number"), line.batch.as_deref())?;
    Ok(OrderLine {
        line: number,
        product: line.product,
        unit: units.base.id,
        area: line.area.filter(|area| area.0 > 0),
        shelf: line.shelf.filter(|shelf| shelf.0 > 0),
        quantity,
        entered,
        price,
        total: price.total(quantity),
        batch,
        produce_date: line.produce_date.clone(),
        expiry_date: line.expiry_date.clone(),
        stocked: Quantity::ZERO,
        moves: Vec::new(),
        reason: None,
        transit: None,
        reversed: Quantity::ZERO,
        taken_back: Vec::new(),
        takes_back: None,
    })
}

/// How much more than a line asks for may come in.
#[derive(Clone, Copy, Debug)]
pub struct Tolerance {
    /// Of the line's quantity.
    pub percent: Decimal,
    /// The sender may go beyond it.
    pub over: bool,
}

impl Tolerance {
    /// Whether a line may have so much.
    pub(super) fn allows(self, line: &OrderLine, sum: Quantity) -> bool {
        // Figures of a line are far inside a decimal.
        self.over || sum.0 <= line.quantity.0 + line.quantity.0 * self.percent / Decimal::ONE_HUNDRED
    }
}

/// What of a line is still to move.
#[must_use]
pub fn open(line: &OrderLine) -> Quantity {
    let open = line.quantity - line.stocked;
    // More than ordered may have come in; what corrects a figure is signed.
    if line.quantity < Quantity::ZERO { open } else { open.max(Quantity::ZERO) }
}

/// A quantity: more than 0, with at most 4 decimals, not too large.
pub fn check_quantity(field: String, quantity: Decimal) -> Result<Quantity, OrderRefusal> {
    Quantity::positive(quantity).map_err(|error| invalid(field, number_key(error)))
}

/// Where each line is, by its number.
#[must_use]
pub fn positions(lines: &[OrderLine]) -> HashMap<u32, usize> {
    lines.iter().enumerate().map(|(index, line)| (line.line, index)).collect()
}

/// Whether the parts ask for more than is open.
#[must_use]
pub fn exceeds(lines: &[OrderLine], parts: Option<&[PartLine]>) -> bool {
    let Some(parts) = parts else { return false };
    let mut wanted: HashMap<u32, Decimal> = HashMap::new();
    for part in parts {
        // Too large a figure is refused for itself.
        let sum = wanted.entry(part.line).or_default();
        *sum = sum.saturating_add(part.quantity);
    }
    lines.iter().any(|line| wanted.get(&line.line).is_some_and(|wanted| *wanted > open(line).0))
}

/// Quantities to move now, per line: more than 0 and at most the open quantity. `None` means everything that is open.
pub fn check_parts(lines: &[OrderLine], parts: Option<&[PartLine]>) -> Result<Vec<(usize, Quantity)>, OrderRefusal> {
    let Some(parts) = parts else {
        return Ok(lines.iter().enumerate().map(|(index, line)| (index, open(line))).filter(|(_, left)| !left.is_zero()).collect());
    };
    if parts.is_empty() {
        return Err(invalid("lines", "error.lines.empty"));
    }
    // Each line is named once.
    let mut unnamed = positions(lines);
    let mut moved: Vec<(usize, Quantity)> = Vec::with_capacity(parts.len());
    for (position, part) in parts.iter().enumerate() {
        let field = |name: &str| format!("lines[{position}].{name}");
        let index = unnamed.remove(&part.line).ok_or_else(|| invalid(field("line"), "error.line.unknown"))?;
        let quantity = check_quantity(field("quantity"), part.quantity)?;
        if quantity > open(&lines[index]) {
            return Err(invalid(field("quantity"), "error.quantity.open"));
        }
        moved.push((index, quantity));
    }
    Ok(moved)
}

/// A reason: not blank, not too long.
pub fn check_reason(reason: &str) -> Result<String, OrderRefusal> {
    let reason = reason.trim();
    if reason.is_empty() {
        Err(invalid("reason", "error.required"))
    } else if reason.chars().count() > TEXT_MAX {
        Err(invalid("reason", "error.text.long"))
    } else {
        Ok(reason.to_owned())
    }
}

/// A reason that may be left out; a blank one is none.
pub fn check_optional_reason(reason: Option<&str>) -> Result<Option<String>, OrderRefusal> {
    reason.filter(|reason| !reason.trim().is_empty()).map(check_reason).transpose()
}
