//! The delivery note: which batches leave, who receives them, and how they are shipped. No prices.

use bus_schemas::ids::CarrierId;
use bus_schemas::number::Quantity;
use entrepot_print::document::{Align, Cell};
use entrepot_store::order::delivery_note::{LineLot, Receiver};
use entrepot_store::order::rows::{LineRow, OrderDetail};
use rust_decimal::Decimal;

use super::cells::{Table, UnitSums, cell, column, product_cells, product_columns, text_of, unit};

/// What a delivery note needs beside its order.
#[derive(Clone, Debug, Default)]
pub struct DeliveryNote {
    pub lots: Vec<LineLot>,
    pub receiver: Option<Receiver>,
    /// The days on which parcels left, `YYYY-MM-DD`, on the site's clock.
    pub shipped_on: Vec<String>,
}

/// Where it goes, and how: name of the fact and its text.
pub(super) fn facts(order: &OrderDetail, note: &DeliveryNote) -> Vec<(&'static str, String)> {
    let receiver = note.receiver.clone().unwrap_or_default();
    let shipment = order.head.shipment.clone().unwrap_or_default();
    let carrier = |id: Option<CarrierId>| id.and_then(|id| order.related.carriers.get(&id.0)).cloned().unwrap_or_default();
    // Before anything has left, what its writer named.
    let parcels: Vec<(String, String)> = if shipment.parcels.is_empty() {
        vec![(carrier(shipment.carrier), shipment.courier_number)]
    } else {
        shipment.parcels.iter().map(|parcel| (carrier(parcel.carrier), parcel.courier_number.clone())).collect()
    };
    let of = |part: fn(&(String, String)) -> &String| {
        let mut all: Vec<&str> = parcels.iter().map(part).map(String::as_str).filter(|text| !text.is_empty()).collect();
        all.dedup();
        all.join(", ")
    };
    let joined = |texts: [String; 2]| texts.into_iter().filter(|text| !text.trim().is_empty()).collect::<Vec<_>>().join(" ");
    vec![
        ("address", joined([receiver.area, receiver.address])),
        ("contact", joined([receiver.contact_person, receiver.mobile])),
        ("carrier", of(|(carrier, _)| carrier)),
        ("courier_number", of(|(_, number)| number)),
        ("shipped_on", note.shipped_on.join(", ")),
    ]
}

/// The rows of a line: each of its batches, and what is of no known batch.
fn rows(line: &LineRow, whole: Quantity, lots: &[LineLot]) -> Vec<(Cell, Cell, Quantity)> {
    let mut rest = whole;
    let mut rows = Vec::new();
    for lot in lots.iter().filter(|lot| lot.line == line.line) {
        let quantity = lot.quantity.min(rest);
        if quantity > Quantity::ZERO {
            rows.push((cell(&lot.batch), text_of(lot.expiry_date.as_ref()), quantity));
            rest -= quantity;
        }
    }
    if rest > Quantity::ZERO {
        rows.push((text_of(line.batch.as_ref()), text_of(line.expiry_date.as_ref()), rest));
    }
    rows
}

/// What has left, or before anything has, what was ordered.
pub(super) fn table(order: &OrderDetail, lots: &[LineLot]) -> Table {
    let moved = order.stocked_quantity() > Decimal::ZERO;
    let mut columns = vec![column("line", 0.9, Align::Right)];
    columns.extend(product_columns());
    columns.extend([
        column("batch", 2.4, Align::Left),
        column("expiry", 2.3, Align::Left),
        column("quantity", 1.8, Align::Right),
        column("unit", 1.1, Align::Left),
        column("received", 1.8, Align::Left),
    ]);
    let shipped = |line: &LineRow| if moved { line.stocked } else { line.quantity };
    let of_line = |line: &LineRow| {
        let rows = rows(line, shipped(line), lots).into_iter();
        let row = |(batch, expiry, quantity)| {
            let mut cells = vec![cell(line.line)];
            cells.extend(product_cells(line));
            cells.extend([batch, expiry, cell(quantity), cell(unit(line)), Cell::Blank]);
            cells
        };
        rows.map(row).collect::<Vec<_>>()
    };
    let sums = UnitSums::of(order.lines.iter().map(|line| (unit(line), shipped(line))));
    (columns, order.lines.iter().flat_map(of_line).collect(), sums)
}
