//! An edit: what is left out stays, and what the order then refers to must be there and in use.

use std::collections::{HashMap, HashSet};

use bus_schemas::ids::{ProductId, UnitId};
use bus_schemas::order::{DraftLine, LINES_MAX, Order, OrderChange, OrderDraft, OrderKind, OrderLine, OrderRefusal, OrderType};

use super::lines::invalid;

/// What an order may refer to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderFacts {
    /// The warehouse is in use.
    pub warehouse: bool,
    /// The partner is in use, or none was named.
    pub partner: bool,
    /// Whoever is to be in charge has an account in use.
    pub admin: bool,
    /// Products that exist: their unit and its decimals.
    pub products: HashMap<ProductId, (i64, u32)>,
    /// Of the areas that were asked for, those of the warehouse that are in use.
    pub areas: HashSet<i64>,
    /// Of the shelves that were asked for, those of the warehouse that are in use, with their area.
    pub shelves: HashMap<i64, i64>,
}

/// The order as it is now, with the change laid over it. Units are filled in by [`complete`].
#[must_use]
pub fn merged(order: &Order, change: &OrderChange) -> OrderDraft {
    let order_type = change.order_type.unwrap_or(order.order_type);
    let partner = if order_type == OrderType::CustomerReturn || order.kind == OrderKind::Outbound {
        change.customer.or(change.supplier)
    } else {
        change.supplier
    };
    OrderDraft {
        warehouse: change.warehouse.unwrap_or(order.warehouse),
        partner: partner.or(order.partner),
        order_type,
        reference: Some(change.reference.clone().unwrap_or_else(|| order.reference.clone())),
        remark: change.remark.clone().unwrap_or_else(|| order.remark.clone()),
        business_date: change.business_date.clone().unwrap_or_else(|| order.business_date.clone()),
        // Whoever has it may keep it, also when their account is not in use any more.
        admin: change.admin.filter(|admin| *admin != order.admin),
        lines: change.lines.clone().unwrap_or_else(|| order.lines.iter().map(kept).collect()),
    }
}

/// A line that stays, as if it were filled in again.
fn kept(line: &OrderLine) -> DraftLine {
    DraftLine {
        product: line.product,
        unit: line.unit,
        unit_decimals: 0,
        area: line.area,
        shelf: line.shelf,
        quantity: line.quantity.0,
        price: line.price.0,
        batch: line.batch.clone(),
        produce_date: line.produce_date.clone(),
        expiry_date: line.expiry_date.clone(),
    }
}

/// Fills in the units, and checks that what the draft refers to exists and is in use.
pub fn complete(kind: OrderKind, draft: &mut OrderDraft, facts: &OrderFacts) -> Result<(), OrderRefusal> {
    let unknown = |field: &str| Err(invalid(field, "error.reference"));
    if draft.lines.len() > LINES_MAX {
        return Err(invalid("lines", "error.lines.many"));
    }
    if !facts.warehouse {
        return unknown("warehouses_id");
    }
    if !facts.partner {
        return unknown(if kind == OrderKind::Inbound { "supplier_id" } else { "customer_id" });
    }
    if draft.admin.is_some() && !facts.admin {
        return unknown("admin_id");
    }
    for (position, line) in draft.lines.iter_mut().enumerate() {
        let field = |name: &str| format!("lines[{position}].{name}");
        let Some(unit) = facts.products.get(&line.product) else { return unknown(&field("product_id")) };
        (line.unit, line.unit_decimals) = (UnitId(unit.0), unit.1);
        if line.area.is_some_and(|area| area.0 > 0 && !facts.areas.contains(&area.0)) {
            return unknown(&field("warehouses_areas_id"));
        }
        let fits = |shelf: i64| facts.shelves.get(&shelf).is_some_and(|area| line.area.is_some_and(|chosen| chosen.0 == *area));
        if line.shelf.is_some_and(|shelf| shelf.0 > 0 && !fits(shelf.0)) {
            return unknown(&field("warehouses_shelves_id"));
        }
    }
    Ok(())
}
