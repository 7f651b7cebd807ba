//! Parcels of orders that are shipped. Pure.

use std::collections::{BTreeMap, HashSet};

use bus_schemas::ids::CarrierId;
use bus_schemas::number::Quantity;
use bus_schemas::order::details::{LineQuantity, Parcel, ParcelDraft, Shipment, ShipmentStatus, moves_yet};
use bus_schemas::order::{Order, OrderCommand, OrderRefusal, ShipmentDraft};

use super::lines::{self, invalid};

/// Most parcels of one order.
pub const PARCELS_MAX: usize = 200;
/// Longest courier number, in characters.
pub const COURIER_NUMBER_MAX: usize = 64;

/// The shipment of an order that nothing has left yet.
#[must_use]
pub fn begin(needed: bool, carrier: Option<CarrierId>, courier_number: String) -> Shipment {
    let status = if needed { ShipmentStatus::Pending } else { ShipmentStatus::None };
    Shipment { status, needed, carrier, courier_number, parcels: Vec::new() }
}

fn check_number(field: impl Into<String>, number: &str) -> Result<String, OrderRefusal> {
    let number = number.trim();
    if number.chars().count() > COURIER_NUMBER_MAX { Err(invalid(field, "error.text.long")) } else { Ok(number.to_owned()) }
}

/// What an order's writer says of its shipment. Naming a carrier or a number asks for one.
pub fn draft(order: &Order, draft: Option<&ShipmentDraft>, carriers: &HashSet<CarrierId>) -> Result<Option<Shipment>, OrderRefusal> {
    if !order.kind.ships {
        return Ok(None);
    }
    let before = order.shipment.clone().unwrap_or_default();
    let Some(draft) = draft else { return Ok(Some(before)) };
    let carrier = draft.carrier.map_or(before.carrier, |carrier| Some(carrier).filter(|carrier| carrier.0 > 0));
    if carrier.is_some_and(|carrier| Some(carrier) != before.carrier && !carriers.contains(&carrier)) {
        return Err(invalid("carrier_id", "error.reference"));
    }
    let number = check_number("courier_number", draft.courier_number.as_ref().unwrap_or(&before.courier_number))?;
    let needed = draft.needed.unwrap_or(before.needed) || carrier.is_some() || !number.is_empty();
    Ok(Some(begin(needed, carrier, number)))
}

/// What has left and is in none of these parcels.
fn unpacked(order: &Order, parcels: &[Parcel]) -> BTreeMap<u32, Quantity> {
    let mut left: BTreeMap<u32, Quantity> = order.lines.iter().map(|line| (line.line, line.stocked)).collect();
    for packed in parcels.iter().flat_map(|parcel| &parcel.lines) {
        if let Some(left) = left.get_mut(&packed.line) {
            *left -= packed.quantity;
        }
    }
    left.retain(|_, left| *left > Quantity::ZERO);
    left
}

/// Checks one parcel and says what is in it.
fn pack(
    order: &Order,
    position: usize,
    draft: &ParcelDraft,
    packed: &[Parcel],
    carriers: &HashSet<CarrierId>,
) -> Result<(String, Vec<LineQuantity>), OrderRefusal> {
    let field = |name: &str| format!("parcels[{position}].{name}");
    let known = |carrier: CarrierId| order.shipment.iter().flat_map(|shipment| &shipment.parcels).any(|parcel| parcel.carrier == Some(carrier));
    if draft.carrier.is_some_and(|carrier| !carriers.contains(&carrier) && !known(carrier)) {
        return Err(invalid(field("carrier_id"), "error.reference"));
    }
    let number = check_number(field("courier_number"), &draft.courier_number)?;
    if number.is_empty() && draft.carrier.is_none() {
        return Err(invalid(field("courier_number"), "error.required"));
    }
    let left = unpacked(order, packed);
    let lines = match &draft.lines {
        None => left.into_iter().map(|(line, quantity)| LineQuantity { line, quantity }).collect(),
        Some(parts) => {
            let mut seen = HashSet::new();
            let check = |(at, part): (usize, &bus_schemas::order::PartLine)| {
                let field = |name: &str| format!("parcels[{position}].lines[{at}].{name}");
                let open = left.get(&part.line).filter(|_| seen.insert(part.line)).ok_or_else(|| invalid(field("line"), "error.line.unknown"))?;
                let quantity = lines::check_quantity(field("quantity"), part.quantity)?;
                if quantity > *open {
                    return Err(invalid(field("quantity"), "error.quantity.parcel"));
                }
                Ok(LineQuantity { line: part.line, quantity })
            };
            parts.iter().enumerate().map(check).collect::<Result<Vec<_>, _>>()?
        }
    };
    if lines.is_empty() {
        return Err(invalid(field("lines"), "error.parcel.empty"));
    }
    Ok((number, lines))
}

/// Goods leave: with these parcels, or with the one that the order's writer named beforehand.
pub fn leave(
    order: &mut Order,
    parcels: Option<&[ParcelDraft]>,
    command: &OrderCommand,
    carriers: &HashSet<CarrierId>,
    now_ms: i64,
) -> Result<(), OrderRefusal> {
    let Some(shipment) = order.shipment.clone() else {
        return if parcels.is_some_and(|parcels| !parcels.is_empty()) { Err(invalid("parcels", "error.field.unknown")) } else { Ok(()) };
    };
    let named = ParcelDraft { no: None, carrier: shipment.carrier, courier_number: shipment.courier_number.clone(), lines: None };
    let named = (!named.courier_number.is_empty()).then_some(named);
    let drafts: Vec<ParcelDraft> = parcels.map_or_else(|| named.into_iter().collect(), <[_]>::to_vec);
    let mut carriers = carriers.clone();
    carriers.extend(shipment.carrier);
    let mut packed = shipment.parcels;
    check_many(packed.len() + drafts.len())?;
    for (position, draft) in drafts.iter().enumerate() {
        let (courier_number, lines) = pack(order, position, draft, &packed, &carriers)?;
        let no = packed.iter().map(|parcel| parcel.no).max().unwrap_or(0) + 1;
        packed.push(Parcel { no, carrier: draft.carrier, courier_number, at: now_ms, admin: command.admin, lines });
    }
    put(order, packed);
    Ok(())
}

/// Corrects parcels: all of them as they are to be. One that is known keeps its time and, where none are named, what is
/// in it.
pub fn correct(
    order: &mut Order,
    parcels: &[ParcelDraft],
    command: &OrderCommand,
    carriers: &HashSet<CarrierId>,
    now_ms: i64,
) -> Result<(), OrderRefusal> {
    check_many(parcels.len())?;
    let before = order.shipment.clone().unwrap_or_default().parcels;
    let mut packed: Vec<Parcel> = Vec::with_capacity(parcels.len());
    let mut next = before.iter().map(|parcel| parcel.no).max().unwrap_or(0) + 1;
    for (position, draft) in parcels.iter().enumerate() {
        let known = draft.no.and_then(|no| before.iter().find(|parcel| parcel.no == no));
        if draft.no.is_some() && (known.is_none() || packed.iter().any(|parcel| Some(parcel.no) == draft.no)) {
            return Err(invalid(format!("parcels[{position}].no"), "error.reference"));
        }
        let kept = known.filter(|_| draft.lines.is_none()).map(|known| {
            let part = |packed: &LineQuantity| bus_schemas::order::PartLine {
                line: packed.line,
                quantity: packed.quantity.0,
                ..bus_schemas::order::PartLine::default()
            };
            known.lines.iter().map(part).collect()
        });
        let filled = ParcelDraft { lines: kept.or_else(|| draft.lines.clone()), ..draft.clone() };
        let (courier_number, lines) = pack(order, position, &filled, &packed, carriers)?;
        let (no, at, admin) = known.map_or((next, now_ms, command.admin), |known| (known.no, known.at, known.admin));
        next = next.max(no + 1);
        packed.push(Parcel { no, carrier: draft.carrier, courier_number, at, admin, lines });
    }
    put(order, packed);
    Ok(())
}

/// Before they are looked at, each of which takes time.
fn check_many(parcels: usize) -> Result<(), OrderRefusal> {
    if parcels > PARCELS_MAX { Err(invalid("parcels", "error.lines.many")) } else { Ok(()) }
}

fn put(order: &mut Order, parcels: Vec<Parcel>) {
    if let Some(shipment) = &mut order.shipment {
        shipment.parcels = parcels;
    }
    update_status(order);
}

/// An order is shipped once nothing more will leave and all that has left is in parcels.
pub fn update_status(order: &mut Order) {
    let Some(shipment) = &order.shipment else { return };
    let wanted = shipment.needed || !shipment.parcels.is_empty();
    let left_all = !moves_yet(order.kind, order.status) && order.lines.iter().any(|line| !line.stocked.is_zero());
    let status = match (wanted, left_all && unpacked(order, &shipment.parcels).is_empty()) {
        (false, _) => ShipmentStatus::None,
        (true, false) => ShipmentStatus::Pending,
        (true, true) => ShipmentStatus::Shipped,
    };
    if let Some(shipment) = &mut order.shipment {
        shipment.status = status;
    }
}
