//! Costs that are added to the goods of an order after they came: shared out by what the lines are worth. Pure.

use bus_schemas::number::{AMOUNT_SCALE, Amount, NumberError, Quantity, round_half_up};
use bus_schemas::order::costs::AddedCost;
use bus_schemas::order::{Order, OrderCommand, OrderLine, OrderRefusal, StepDetails};
use bus_schemas::warehouse::CostLine;
use rust_decimal::Decimal;

use super::lines::{self, TEXT_MAX, invalid};

/// The largest cost of one order.
const COST_MAX: Decimal = Decimal::from_parts(3_567_587_328, 232, 0, false, 0); // 10^12

fn amount(draft: Decimal) -> Result<Amount, OrderRefusal> {
    let wrong = |error| Err(invalid("amount", lines::number_key(error)));
    if draft <= Decimal::ZERO {
        wrong(NumberError::NotPositive)
    } else if draft.normalize().scale() > AMOUNT_SCALE {
        wrong(NumberError::TooPrecise)
    } else if draft > COST_MAX {
        wrong(NumberError::TooLarge)
    } else {
        Ok(Amount(draft))
    }
}

/// What has come with a line and was not taken back.
fn received(line: &OrderLine) -> Quantity {
    (line.stocked - line.reversed).max(Quantity::ZERO)
}

/// Enters a cost, and shares it out among the lines: by the price of what has come, or by its quantity where nothing has
/// a price. The last line takes what rounding leaves.
pub(super) fn add(
    order: &mut Order,
    details: &StepDetails,
    remark: Option<&String>,
    command: &OrderCommand,
    now_ms: i64,
) -> Result<Vec<CostLine>, OrderRefusal> {
    let draft = details.cost.as_ref().ok_or_else(|| invalid("amount", "error.required"))?;
    let amount = amount(draft.amount)?;
    let remark = remark.map(|text| text.trim().to_owned()).unwrap_or_default();
    if remark.chars().count() > TEXT_MAX {
        return Err(invalid("reason", "error.text.long"));
    }
    let moved: Vec<&OrderLine> = order.lines.iter().filter(|line| received(line) > Quantity::ZERO).collect();
    let by_price: Decimal = moved.iter().map(|line| line.price.total(received(line)).0).sum();
    let weight = |line: &OrderLine| if by_price.is_zero() { received(line).0 } else { line.price.total(received(line)).0 };
    let all: Decimal = moved.iter().map(|line| weight(line)).sum();
    let last = moved.iter().rposition(|line| !weight(line).is_zero()).ok_or_else(|| invalid("amount", "error.cost.nothing"))?;
    let mut left = amount.0;
    let mut shares = Vec::with_capacity(moved.len());
    for (index, line) in moved.iter().enumerate().take(last + 1) {
        // Figures of an order are far inside a decimal; a share is at most the whole.
        let share = if index == last { left } else { round_half_up(amount.0 * (weight(line) / all), AMOUNT_SCALE).min(left) };
        left -= share;
        if !share.is_zero() {
            shares.push(CostLine { line: line.line, product: line.product, unit: line.unit, quantity: received(line), amount: Amount(share) });
        }
    }
    order.costs.push(AddedCost { cost_type: draft.cost_type, amount, remark, admin: command.admin, at: now_ms });
    Ok(shares)
}
