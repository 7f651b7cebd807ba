//! What a posted count sheet says of its posting: written in the same transaction, from what has moved.

use std::collections::{BTreeMap, BTreeSet};

use bus_schemas::count::{CountWrite, LOST_MAX, LostReservation};
use bus_schemas::ids::OrderId;
use bus_schemas::notification::{Fact, NotificationDraft, NotificationKind};
use bus_schemas::number::Quantity;
use bus_schemas::order::OrderKind;
use bus_schemas::warehouse::{Movement, Place, StockAction, StockCommand};

use super::stock::Stock;

/// The sheet of a posting, completed with its ledger rows and with the reservations that lost their goods. `stock` has
/// the movements already.
#[must_use]
pub fn completed(command: &StockCommand, stock: &Stock, movements: &[Movement]) -> Option<CountWrite> {
    let StockAction::Count { write, .. } = &command.action else { return None };
    let mut write = write.as_ref().clone();
    let mut posting = write.sheet.posting.take().unwrap_or_default();
    posting.sequences = movements.first().zip(movements.last()).map(|(first, last)| (first.sequence, last.sequence));
    posting.lost = lost(stock, movements);
    write.sheet.posting = Some(posting);
    Some(write)
}

/// The notifications about a posting: the people of each order that lost goods are told.
#[must_use]
pub fn lost_notices(command: &StockCommand, write: &CountWrite) -> Vec<NotificationDraft> {
    let sheet = &write.sheet;
    let lost = sheet.posting.iter().flat_map(|posting| &posting.lost);
    let mut by_order: BTreeMap<(OrderKind, OrderId), Quantity> = BTreeMap::new();
    lost.for_each(|lost| *by_order.entry((lost.kind, lost.order)).or_default() += lost.missing);
    let told = |((kind, order), missing): ((OrderKind, OrderId), Quantity)| {
        let data = [("count_no", sheet.number.clone()), ("missing", missing.to_string())];
        let fact = Fact {
            by: Some(command.admin),
            order_kind: Some(kind),
            id: order.0,
            warehouses: vec![sheet.warehouse],
            data: data.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect(),
            ..Fact::default()
        };
        NotificationKind::COUNT_LOST.draft(fact)
    };
    by_order.into_iter().map(told).collect()
}

/// Reservations whose goods the count did not find: the youngest lose first.
fn lost(stock: &Stock, movements: &[Movement]) -> Vec<LostReservation> {
    let short = |place: &Place| stock.balances.get(place).map_or(Quantity::ZERO, |row| row.reserved - row.on_hand);
    let places: BTreeSet<&Place> = movements
        .iter()
        .filter(|moved| moved.moved < Quantity::ZERO)
        .map(|moved| &moved.place)
        .filter(|place| short(place) > Quantity::ZERO)
        .collect();
    if places.is_empty() {
        return Vec::new();
    }
    let mut held: Vec<_> = stock
        .reservations
        .iter()
        .flat_map(|(owner, lines)| lines.iter().map(move |((line, place), reservation)| (place, reservation, *owner, *line)))
        .filter(|(place, ..)| places.contains(*place))
        .collect();
    held.sort_by(|a, b| (a.0, b.1.since, b.2, b.3).cmp(&(b.0, a.1.since, a.2, a.3)));
    let mut lost = Vec::new();
    let mut at: Option<(&Place, Quantity)> = None;
    for (place, reservation, (kind, order), line) in held {
        let left = match at {
            Some((same, left)) if same == place => left,
            _ => short(place),
        };
        let missing = left.min(reservation.quantity);
        at = Some((place, left - missing));
        if missing > Quantity::ZERO && lost.len() < LOST_MAX {
            lost.push(LostReservation { kind, order, line, place: place.clone(), missing });
        }
    }
    lost
}
