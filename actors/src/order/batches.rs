//! What a product says of its batches: whether they have numbers, and how long goods keep (domain rules 2.5). Pure.

use std::collections::HashMap;

use bus_schemas::ids::ProductId;
use bus_schemas::order::{Order, OrderRefusal};

use super::facts::{BatchRules, BatchUse};
use super::lines::invalid;
use super::receipt::Receipt;
use crate::dates::days_after;

/// The batch of goods that come in.
struct Batch<'a> {
    number: Option<&'a String>,
    produced: Option<&'a String>,
    expires: &'a mut Option<String>,
}

impl BatchRules {
    /// Checks a batch, and fills in its expiry date where the produce date and the shelf life say it. `whole`: a number
    /// that is missing will not be given later.
    fn complete(self, batch: Batch<'_>, whole: bool, field: impl Fn(&str) -> String) -> Result<(), OrderRefusal> {
        let Batch { number, produced, expires } = batch;
        match (self.batch, number) {
            (BatchUse::None, Some(_)) => return Err(invalid(field("batch_number"), "error.batch.none")),
            (BatchUse::Required, None) if whole => return Err(invalid(field("batch_number"), "error.batch.required")),
            _ => {}
        }
        let Some(produced) = produced.filter(|_| self.shelf_life_days > 0) else { return Ok(()) };
        let kept_until = days_after(produced, self.shelf_life_days);
        if expires.is_some() && *expires != kept_until {
            return Err(invalid(field("expiry_date"), "error.date.shelf_life"));
        }
        *expires = kept_until;
        Ok(())
    }
}

/// Checks the lines of an order that brings goods in. A batch may still be named when goods arrive; what an adjustment
/// finds is there already.
pub fn check_lines(order: &mut Order, rules: &HashMap<ProductId, BatchRules>) -> Result<(), OrderRefusal> {
    let signed = order.kind.signed();
    if !signed && !order.kind.brings_in() {
        return Ok(());
    }
    for (position, line) in order.lines.iter_mut().enumerate() {
        let found = line.quantity.0.is_sign_positive();
        let Some(rules) = rules.get(&line.product).filter(|_| found) else { continue };
        let batch = Batch { number: line.batch.as_ref(), produced: line.produce_date.as_ref(), expires: &mut line.expiry_date };
        rules.complete(batch, signed, |name| format!("lines[{position}].{name}"))?;
    }
    Ok(())
}

/// Checks what comes in. `named`: the parts were named, so that a refusal names the part and not the order's line.
pub fn check_receipts(order: &Order, receipts: &mut [Receipt], named: bool, rules: &HashMap<ProductId, BatchRules>) -> Result<(), OrderRefusal> {
    for (position, receipt) in receipts.iter_mut().enumerate() {
        let Some(rules) = order.lines.get(receipt.index).and_then(|line| rules.get(&line.product)) else { continue };
        let at = if named { position } else { receipt.index };
        let batch = Batch { number: receipt.batch.as_ref(), produced: receipt.produce_date.as_ref(), expires: &mut receipt.expiry_date };
        rules.complete(batch, true, |name| format!("lines[{at}].{name}"))?;
    }
    Ok(())
}
