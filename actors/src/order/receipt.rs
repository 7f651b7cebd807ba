//! What comes in with a step: parts of lines, each with its batch, its dates and its place. A line that comes in several
//! batches, or is put in several places, is named once for each. Pure.

use bus_schemas::ids::{AreaId, ShelfId};
use bus_schemas::number::Quantity;
use bus_schemas::order::{DraftLine, LINES_MAX, Order, OrderDraft, OrderKind, OrderLine, OrderRefusal, PartLine};
use bus_schemas::warehouse::{Place, ReceiveLine};

use super::edit;
use super::lines::{self, Tolerance, invalid};

/// A part of a line that comes in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// Where its line is in the order.
    pub index: usize,
    pub quantity: Quantity,
    pub area: Option<AreaId>,
    pub shelf: Option<ShelfId>,
    pub batch: Option<String>,
    pub produce_date: Option<String>,
    pub expiry_date: Option<String>,
}

impl Receipt {
    /// So much of a line, as the line says.
    fn of_line(index: usize, line: &OrderLine, quantity: Quantity) -> Self {
        Self {
            index,
            quantity,
            area: line.area,
            shelf: line.shelf,
            batch: line.batch.clone(),
            produce_date: line.produce_date.clone(),
            expiry_date: line.expiry_date.clone(),
        }
    }
}

/// What comes in: the named parts, with what a tolerance allows beyond the open quantities, or everything that is open.
pub fn check(lines: &[OrderLine], parts: Option<&[PartLine]>, tolerance: Tolerance) -> Result<Vec<Receipt>, OrderRefusal> {
    let Some(parts) = parts else {
        let open = lines.iter().enumerate().map(|(index, line)| Receipt::of_line(index, line, lines::open(line)));
        return Ok(open.filter(|receipt| !receipt.quantity.is_zero()).collect());
    };
    if parts.is_empty() {
        return Err(invalid("lines", "error.lines.empty"));
    }
    if parts.len() > LINES_MAX {
        return Err(invalid("lines", "error.lines.many"));
    }
    let at = lines::positions(lines);
    let mut sums: Vec<Quantity> = lines.iter().map(|line| line.stocked).collect();
    let mut receipts = Vec::with_capacity(parts.len());
    for (position, part) in parts.iter().enumerate() {
        let field = |name: &str| format!("lines[{position}].{name}");
        let index = *at.get(&part.line).ok_or_else(|| invalid(field("line"), "error.line.unknown"))?;
        let quantity = lines::check_quantity(field("quantity"), part.quantity)?;
        if part.damaged {
            return Err(invalid(field("damaged"), "error.field.unknown"));
        }
        sums[index] += quantity;
        if !tolerance.allows(&lines[index], sums[index]) {
            return Err(invalid(field("quantity"), "error.quantity.over"));
        }
        receipts.push(receipt(index, &lines[index], quantity, part, field)?);
    }
    Ok(receipts)
}

/// What a part says, and the line where the part says nothing.
fn receipt(index: usize, line: &OrderLine, quantity: Quantity, part: &PartLine, field: impl Fn(&str) -> String) -> Result<Receipt, OrderRefusal> {
    let mut receipt = Receipt::of_line(index, line, quantity);
    if let Some(batch) = lines::check_batch(field("batch_number"), part.batch.as_deref())? {
        if receipt.batch.as_ref() != Some(&batch) {
            // The line's dates are those of another batch.
            (receipt.produce_date, receipt.expiry_date) = (None, None);
        }
        receipt.batch = Some(batch);
    }
    receipt.produce_date = part.produce_date.clone().or(receipt.produce_date);
    receipt.expiry_date = part.expiry_date.clone().or(receipt.expiry_date);
    lines::check_dates(&field, receipt.produce_date.as_ref(), receipt.expiry_date.as_ref())?;
    if let Some(area) = part.to.area.filter(|area| area.0 > 0) {
        receipt.area = Some(area);
        receipt.shelf = part.to.shelf.filter(|shelf| shelf.0 > 0);
    }
    Ok(receipt)
}

/// What has to be looked up before goods come in, as a draft: the places that parts name, and the products whose batches
/// are named now or were not named yet. Nothing where the order's lines say everything.
#[must_use]
pub fn references(order: &Order, parts: Option<&[PartLine]>) -> Option<(OrderKind, Box<OrderDraft>)> {
    let as_named = |line: &OrderLine| DraftLine { area: None, shelf: None, ..edit::draft_of(line) };
    let asked: Vec<DraftLine> = match parts {
        None => order.lines.iter().filter(|line| line.batch.is_none() && !lines::open(line).is_zero()).map(as_named).collect(),
        Some(parts) => {
            let at = lines::positions(&order.lines);
            let of_line = |part: &PartLine| {
                let line = order.lines.get(*at.get(&part.line)?)?;
                let says = part.to.area.is_some() || part.batch.is_some() || part.produce_date.is_some() || part.expiry_date.is_some();
                let asks = says || line.batch.is_none();
                asks.then(|| DraftLine { area: part.to.area, shelf: part.to.shelf, ..as_named(line) })
            };
            parts.iter().filter_map(of_line).collect()
        }
    };
    if asked.is_empty() {
        return None;
    }
    Some((order.kind, Box::new(OrderDraft { lines: asked, ..edit::head(order) })))
}

/// The lines of the order after what has come in.
pub fn count(order: &mut Order, receipts: &[Receipt]) {
    for receipt in receipts {
        order.lines[receipt.index].stocked += receipt.quantity;
    }
}

/// What the warehouse is to take in.
#[must_use]
pub fn received(order: &Order, receipts: &[Receipt]) -> Vec<ReceiveLine> {
    let receive = |receipt: &Receipt| {
        let line = &order.lines[receipt.index];
        let place = Place {
            area: receipt.area.unwrap_or(AreaId(0)),
            shelf: receipt.shelf.unwrap_or(ShelfId(0)),
            product: line.product,
            batch: receipt.batch.clone().unwrap_or_default(),
        };
        ReceiveLine {
            line: line.line,
            place,
            unit: line.unit,
            quantity: receipt.quantity,
            price: line.price,
            produce_date: receipt.produce_date.clone(),
            expiry_date: receipt.expiry_date.clone(),
            received: None,
        }
    };
    receipts.iter().map(receive).collect()
}
