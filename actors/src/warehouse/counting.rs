//! What a posted count sheet says of its posting: written in the same transaction, from what has moved.

use std::collections::{BTreeMap, BTreeSet};

use bus_schemas::count::{CountWrite, LOST_MAX, LostReservation};
use bus_schemas::ids::OrderId;
use bus_schemas::notification::{Fact, NotificationDraft, NotificationKind};
use bus_schemas::number::Quantity;
use bus_schemas::order::OrderKind;
use bus_schemas::warehouse::{Movement, OrderRef, Place, StockAction, StockCommand};

use super::losses::Loss;
use super::shop_orders;
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

/// What a posting has taken of the reservations of each order.
#[must_use]
pub fn losses(write: &CountWrite, stock: &Stock) -> Vec<Loss> {
    let lost = write.sheet.posting.iter().flat_map(|posting| &posting.lost);
    let mut by_order: BTreeMap<(OrderKind, OrderId), Loss> = BTreeMap::new();
    for LostReservation { kind, order, line, place, missing } in lost {
        let reservation = stock.reservations.get(&(*kind, *order)).and_then(|lines| lines.get(&(*line, place.clone())));
        let number = reservation.map_or_else(String::new, |reservation| reservation.number.clone());
        let none = || Loss { order: OrderRef { kind: *kind, id: *order, number }, quantity: Quantity::ZERO, batch: place.batch.clone() };
        by_order.entry((*kind, *order)).or_insert_with(none).quantity += *missing;
    }
    by_order.into_values().collect()
}

/// The notifications about a posting, to the people of each order that lost goods.
#[must_use]
pub fn lost_notices(command: &StockCommand, write: &CountWrite, losses: &[Loss]) -> Vec<NotificationDraft> {
    let sheet = &write.sheet;
    let notification = |loss: &Loss| {
        let data = [("count_no", sheet.number.clone()), ("missing", loss.quantity.to_string())];
        let data = data.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
        if let Some(draft) = shop_orders::lost(&loss.order, shop_orders::COUNTED, sheet.warehouse, &data) {
            return draft;
        }
        let (order_kind, id) = (Some(loss.order.kind), loss.order.id.0);
        let fact = Fact { by: Some(command.admin), order_kind, id, warehouses: vec![sheet.warehouse], data, ..Fact::default() };
        NotificationKind::COUNT_LOST.draft(fact)
    };
    losses.iter().map(notification).collect()
}

/// Reservations whose goods the count did not find: the youngest lose first.
fn lost(stock: &Stock, movements: &[Movement]) -> Vec<LostReservation> {
    let short = |place: &Place| stock.products.get(place).map_or(Quantity::ZERO, |row| row.reserved - row.on_hand);
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
