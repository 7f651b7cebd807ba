//! Edits of an order. Fields that are left out stay, and rows the order then refers to must exist and be enabled.

use bus_schemas::ids::{PartnerId, WarehouseId};
use bus_schemas::number::QUANTITY_SCALE;
use bus_schemas::order::process::Partner;
use bus_schemas::order::units::DraftUnit;
use bus_schemas::order::{
    DraftLine, LINES_MAX, Order, OrderChange, OrderDraft, OrderKind, OrderLine, OrderRefusal, OrderType, PartLine, TargetPlace, TransferDraft,
};

use super::facts::OrderFacts;
use super::lines::invalid;
use super::units::{LineUnits, OtherUnit, UnitFacts};
use super::unseen;

/// The order as it is now, with the change laid over it.
#[must_use]
pub fn merged(order: &Order, change: &OrderChange) -> OrderDraft {
    let change = &*unseen::kept(order, change);
    let transfer = merged_transfer(order, change.transfer);
    let warehouse = change.warehouse.unwrap_or(order.warehouse);
    let of_transfer = transfer.and_then(|transfer| transfer.target).map(|target| transfer_type(warehouse, target));
    let order_type = change.order_type.or(of_transfer).unwrap_or(order.order_type);
    let named = partner(order.kind, order_type, change.supplier, change.customer);
    // A supplier is no customer with the same id.
    let stays = with(order.kind, order_type) == with(order.kind, order.order_type);
    OrderDraft {
        warehouse,
        partner: if named.is_some() { filled(named) } else { order.partner.filter(|_| stays) },
        order_type,
        reference: Some(change.reference.clone().unwrap_or_else(|| order.reference.clone())),
        remark: change.remark.clone().unwrap_or_else(|| order.remark.clone()),
        business_date: change.business_date.clone().unwrap_or_else(|| order.business_date.clone()),
        // The present person in charge may stay, also with a disabled account.
        admin: change.admin.filter(|admin| *admin != order.admin),
        shipment: change.shipment.clone(),
        lines: match &change.lines {
            Some(lines) => lines.iter().enumerate().map(|(at, line)| priced(as_entered(line, order.lines.get(at)), at, order)).collect(),
            None => order.lines.iter().map(draft_of).collect(),
        },
        transfer,
    }
}

/// An order without its lines, as a draft that refers to its warehouse alone.
pub(super) fn head(order: &Order) -> OrderDraft {
    OrderDraft::new(order.warehouse, order.order_type, order.business_date.clone(), Vec::new())
}

/// The type of a transfer from one warehouse to another, or to itself.
#[must_use]
pub fn transfer_type(source: WarehouseId, target: WarehouseId) -> OrderType {
    if source == target { OrderType::WITHIN } else { OrderType::BETWEEN }
}

/// Where a transfer's goods go, with the change laid over it.
fn merged_transfer(order: &Order, change: Option<TransferDraft>) -> Option<TransferDraft> {
    let part = order.transfer.as_ref()?;
    let asked = change.unwrap_or_default();
    Some(TransferDraft {
        target: asked.target.or(Some(part.target)),
        source_area: asked.source_area.or(part.source_area),
        target_area: asked.target_area.or(part.target_area),
    })
}

/// Whom an order of this type is with.
fn with(kind: OrderKind, order_type: OrderType) -> Option<Partner> {
    kind.type_row(order_type).and_then(|row| row.partner)
}

/// Whether an order is with a customer.
#[must_use]
pub fn with_customer(order: &Order) -> bool {
    with(order.kind, order.order_type) == Some(Partner::Customer)
}

/// Which of the named ones is the partner of an order of this type; 0 is nobody.
#[must_use]
pub fn partner(kind: OrderKind, order_type: OrderType, supplier: Option<PartnerId>, customer: Option<PartnerId>) -> Option<PartnerId> {
    match with(kind, order_type)? {
        Partner::Supplier => supplier,
        Partner::Customer => customer,
    }
}

/// A partner that is one.
fn filled(partner: Option<PartnerId>) -> Option<PartnerId> {
    partner.filter(|partner| partner.0 != 0)
}

/// Refuses a partner of the other sort than the order's type is with: its id would be that of somebody else.
pub fn check_partner(kind: OrderKind, order_type: OrderType, supplier: Option<PartnerId>, customer: Option<PartnerId>) -> Result<(), OrderRefusal> {
    match (with(kind, order_type), filled(supplier), filled(customer)) {
        (Some(Partner::Customer), Some(_), None) => Err(invalid(Partner::Supplier.id_field(), "error.partner.customer")),
        (Some(Partner::Supplier), None, Some(_)) => Err(invalid(Partner::Customer.id_field(), "error.partner.supplier")),
        _ => Ok(()),
    }
}

/// A line that names no unit and has the product and the quantity that it had is still one that was entered in another
/// unit: clients that know of no units send back what they were shown.
fn as_entered(line: &DraftLine, before: Option<&OrderLine>) -> DraftLine {
    let same = |before: &&OrderLine| line.unit.is_none() && before.product == line.product && before.quantity.0 == line.quantity;
    match before.filter(same).and_then(|before| before.entered) {
        Some(entered) => {
            DraftLine { quantity: entered.quantity, unit: Some(DraftUnit { unit: entered.unit, factor: Some(entered.factor) }), ..line.clone() }
        }
        None => line.clone(),
    }
}

/// A line that says no price keeps that of the line in its place, or else of the first line with its product: who does not see
/// prices sends back lines without them.
fn priced(line: DraftLine, at: usize, order: &Order) -> DraftLine {
    let same = |before: &&OrderLine| line.keeps_price && before.product == line.product;
    match order.lines.get(at).filter(same).or_else(|| order.lines.iter().find(same)) {
        Some(before) => DraftLine { price: before.price.0, keeps_price: false, ..line },
        None => line,
    }
}

/// An existing line as a draft. A factor that has changed since does not change it.
pub(super) fn draft_of(line: &OrderLine) -> DraftLine {
    DraftLine {
        product: line.product,
        area: line.area,
        shelf: line.shelf,
        quantity: line.entered.map_or(line.quantity.0, |entered| entered.quantity),
        unit: line.entered.map(|entered| DraftUnit { unit: entered.unit, factor: Some(entered.factor) }),
        price: line.price.0,
        keeps_price: false,
        batch: line.batch.clone(),
        produce_date: line.produce_date.clone(),
        expiry_date: line.expiry_date.clone(),
        reason: line.reason,
        target: line.transit.as_ref().map_or_else(TargetPlace::default, |transit| TargetPlace { area: transit.area, shelf: transit.shelf }),
    }
}

/// Checks that what the draft refers to exists and is in use. Gives the units of each line.
pub fn check_references(kind: OrderKind, draft: &OrderDraft, facts: &OrderFacts) -> Result<Vec<LineUnits>, OrderRefusal> {
    let unknown = |field: &str| invalid(field, "error.reference");
    if draft.lines.len() > LINES_MAX {
        return Err(invalid("lines", "error.lines.many"));
    }
    if !facts.warehouse {
        return Err(unknown("warehouses_id"));
    }
    if !facts.partner {
        return Err(unknown(with(kind, draft.order_type).map_or("partner", Partner::id_field)));
    }
    if draft.admin.is_some() && !facts.admin {
        return Err(unknown("admin_id"));
    }
    check_target(kind, draft, facts)?;
    let check = |(position, line): (usize, &DraftLine)| {
        let unknown = |name: &str| Err(unknown(&format!("lines[{position}].{name}")));
        let Some(base) = facts.products.get(&line.product) else { return unknown("product_id") };
        let entered = match line.unit {
            None => None,
            Some(draft) if draft.unit == base.id => None,
            // Its decimals were checked when the line was written.
            Some(DraftUnit { unit, factor: Some(factor) }) => Some(OtherUnit { unit: UnitFacts { id: unit, decimals: QUANTITY_SCALE }, factor }),
            Some(draft) => match facts.units.get(&(line.product, draft.unit)) {
                Some(other) => Some(*other),
                None => return unknown("unit_id"),
            },
        };
        if line.area.is_some_and(|area| area.0 > 0 && !facts.areas.contains(&area.0)) {
            return unknown("warehouses_areas_id");
        }
        let fits = |shelf: i64| facts.shelves.get(&shelf).is_some_and(|area| line.area.is_some_and(|chosen| chosen.0 == *area));
        if line.shelf.is_some_and(|shelf| shelf.0 > 0 && !fits(shelf.0)) {
            return unknown("warehouses_shelves_id");
        }
        Ok(LineUnits { base: *base, entered })
    };
    draft.lines.iter().enumerate().map(check).collect()
}

/// Checks where a transfer's goods are to go.
fn check_target(kind: OrderKind, draft: &OrderDraft, facts: &OrderFacts) -> Result<(), OrderRefusal> {
    let Some(transfer) = draft.transfer.filter(|_| kind.transfers) else { return Ok(()) };
    let unknown = |field: String| Err(invalid(field, "error.reference"));
    if transfer.target.is_some() && !facts.target {
        return unknown("target_warehouses_id".into());
    }
    if transfer.source_area.is_some_and(|area| area.0 > 0 && !facts.areas.contains(&area.0)) {
        return unknown("source_warehouses_areas_id".into());
    }
    if transfer.target_area.is_some_and(|area| area.0 > 0 && !facts.target_areas.contains(&area.0)) {
        return unknown("target_warehouses_areas_id".into());
    }
    for (position, line) in draft.lines.iter().enumerate() {
        let area = line.target.area.or(transfer.target_area);
        if line.target.area.is_some_and(|area| area.0 > 0 && !facts.target_areas.contains(&area.0)) {
            return unknown(format!("lines[{position}].target_warehouses_areas_id"));
        }
        let fits = |shelf: i64| facts.target_shelves.get(&shelf).is_some_and(|of| area.is_some_and(|area| area.0 == *of));
        if line.target.shelf.is_some_and(|shelf| shelf.0 > 0 && !fits(shelf.0)) {
            return unknown(format!("lines[{position}].target_warehouses_shelves_id"));
        }
    }
    Ok(())
}

/// Checks the places that parts name, where goods are to be put.
pub fn check_places(parts: Option<&[PartLine]>, facts: &OrderFacts) -> Result<(), OrderRefusal> {
    for (position, part) in parts.into_iter().flatten().enumerate() {
        let unknown = |name: &str| Err(invalid(format!("lines[{position}].{name}"), "error.reference"));
        let Some(area) = part.to.area.filter(|area| area.0 > 0) else {
            if part.to.shelf.is_some_and(|shelf| shelf.0 > 0) {
                return unknown("warehouses_shelves_id");
            }
            continue;
        };
        if !facts.areas.contains(&area.0) {
            return unknown("warehouses_areas_id");
        }
        if part.to.shelf.is_some_and(|shelf| shelf.0 > 0 && facts.shelves.get(&shelf.0) != Some(&area.0)) {
            return unknown("warehouses_shelves_id");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_partner_is_named_in_the_field_of_its_sort() {
        let id = Some(PartnerId(3));
        let back = (OrderKind::INBOUND, OrderType::CUSTOMER_RETURN);
        assert_eq!((partner(back.0, back.1, None, id), partner(back.0, back.1, id, None)), (id, None));
        assert_eq!(check_partner(back.0, back.1, id, None), Err(invalid("supplier_id", "error.partner.customer")));
        assert_eq!(check_partner(OrderKind::OUTBOUND, OrderType::SUPPLIER_RETURN, None, id), Err(invalid("customer_id", "error.partner.supplier")));
        let fits = |supplier, customer| check_partner(back.0, back.1, supplier, customer).is_ok();
        let nobody = Some(PartnerId(0));
        assert!(fits(None, id) && fits(None, None) && fits(id, id) && fits(nobody, id) && fits(nobody, None));
    }
}
