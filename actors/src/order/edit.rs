//! Edits of an order. Fields that are left out stay, and rows the order then refers to must exist and be enabled.

use std::collections::{HashMap, HashSet};

use bus_schemas::ids::{PartnerId, ProductId, UnitId};
use bus_schemas::order::process::Partner;
use bus_schemas::order::{DraftLine, LINES_MAX, Order, OrderChange, OrderDraft, OrderKind, OrderLine, OrderRefusal, OrderType};

use super::lines::invalid;

/// Facts about the rows an order refers to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderFacts {
    /// The warehouse is in use.
    pub warehouse: bool,
    /// The partner is in use, or none was named.
    pub partner: bool,
    /// The person in charge has an enabled account.
    pub admin: bool,
    /// Products that are in use, with their unit.
    pub products: HashMap<ProductId, UnitFacts>,
    /// Of the areas that were asked for, those of the warehouse that are in use.
    pub areas: HashSet<i64>,
    /// Of the shelves that were asked for, those of the warehouse that are in use, with their area.
    pub shelves: HashMap<i64, i64>,
    /// The order's warehouse asks for another person to review than those who wrote.
    pub four_eyes: bool,
}

/// The unit of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitFacts {
    pub id: UnitId,
    /// Decimals that its quantities may have, 0 to 4.
    pub decimals: u32,
}

/// The order as it is now, with the change laid over it.
#[must_use]
pub fn merged(order: &Order, change: &OrderChange) -> OrderDraft {
    let order_type = change.order_type.unwrap_or(order.order_type);
    let partner = partner(order.kind, order_type, change.supplier, change.customer);
    OrderDraft {
        warehouse: change.warehouse.unwrap_or(order.warehouse),
        partner: partner.or(order.partner),
        order_type,
        reference: Some(change.reference.clone().unwrap_or_else(|| order.reference.clone())),
        remark: change.remark.clone().unwrap_or_else(|| order.remark.clone()),
        business_date: change.business_date.clone().unwrap_or_else(|| order.business_date.clone()),
        // The present person in charge may stay, also with a disabled account.
        admin: change.admin.filter(|admin| *admin != order.admin),
        lines: change.lines.clone().unwrap_or_else(|| order.lines.iter().map(kept).collect()),
    }
}

/// Which of the named ones is the partner of an order of this type.
#[must_use]
pub fn partner(kind: OrderKind, order_type: OrderType, supplier: Option<PartnerId>, customer: Option<PartnerId>) -> Option<PartnerId> {
    let sent = |partner: &Partner| match partner {
        Partner::Supplier => supplier,
        Partner::Customer => customer,
    };
    kind.type_row(order_type)?.sent_as.iter().find_map(sent)
}

/// An existing line as a draft.
fn kept(line: &OrderLine) -> DraftLine {
    DraftLine {
        product: line.product,
        area: line.area,
        shelf: line.shelf,
        quantity: line.quantity.0,
        price: line.price.0,
        batch: line.batch.clone(),
        produce_date: line.produce_date.clone(),
        expiry_date: line.expiry_date.clone(),
    }
}

/// Checks that what the draft refers to exists and is in use. Gives the unit of each line.
pub fn check_references(kind: OrderKind, draft: &OrderDraft, facts: &OrderFacts) -> Result<Vec<UnitFacts>, OrderRefusal> {
    let unknown = |field: &str| invalid(field, "error.reference");
    if draft.lines.len() > LINES_MAX {
        return Err(invalid("lines", "error.lines.many"));
    }
    if !facts.warehouse {
        return Err(unknown("warehouses_id"));
    }
    if !facts.partner {
        return Err(unknown(kind.partner.map_or("partner", Partner::id_field)));
    }
    if draft.admin.is_some() && !facts.admin {
        return Err(unknown("admin_id"));
    }
    let check = |(position, line): (usize, &DraftLine)| {
        let unknown = |name: &str| Err(unknown(&format!("lines[{position}].{name}")));
        let Some(unit) = facts.products.get(&line.product) else { return unknown("product_id") };
        if line.area.is_some_and(|area| area.0 > 0 && !facts.areas.contains(&area.0)) {
            return unknown("warehouses_areas_id");
        }
        let fits = |shelf: i64| facts.shelves.get(&shelf).is_some_and(|area| line.area.is_some_and(|chosen| chosen.0 == *area));
        if line.shelf.is_some_and(|shelf| shelf.0 > 0 && !fits(shelf.0)) {
            return unknown("warehouses_shelves_id");
        }
        Ok(*unit)
    };
    draft.lines.iter().enumerate().map(check).collect()
}
