//! What is reserved for orders, given back, or handed over to another order.

use std::collections::HashMap;

use bus_schemas::hold::ReservedPart;
use bus_schemas::number::Quantity;
use bus_schemas::warehouse::{DemandLine, HandOverLine, OrderRef, Place, StockRefusal};

use super::draft::{Change, Draft, check_quantity};

impl Draft<'_> {
    /// Reserves goods. Where stock may go below zero, missing goods need no reservation: they are checked when they
    /// leave.
    pub(super) fn reserve(&mut self, lines: &[DemandLine], may_lack: bool) -> Result<(), StockRefusal> {
        let mut short = Vec::new();
        for line in lines {
            check_quantity(line.line, line.quantity)?;
            if line.keep > Quantity::ZERO {
                let free = self.free(line);
                if free - line.quantity < line.keep {
                    let missing = line.quantity - (free - line.keep).max(Quantity::ZERO).min(line.quantity);
                    short.push(self.shortage(line, missing));
                    continue;
                }
            }
            let missing = self.take(line, line.quantity, Change::reserve)?;
            let oversold = may_lack && self.may_oversell(line);
            if !missing.is_zero() && !oversold {
                short.push(self.shortage(line, missing));
            }
        }
        if short.is_empty() { Ok(()) } else { Err(StockRefusal::Short { lines: short }) }
    }

    pub(super) fn release(&mut self) {
        if let Some(order) = &self.command.order {
            self.release_of(order);
        }
    }

    /// Gives back all that is reserved for an order.
    pub(super) fn release_of(&mut self, order: &OrderRef) {
        let Some(of_order) = self.stock.reservations.get(&(order.kind, order.id)) else { return };
        for ((line, place), reservation) in of_order {
            let key = (*line, place.clone());
            let left = reservation.quantity - self.used.get(&key).copied().unwrap_or_default();
            if left <= Quantity::ZERO {
                continue;
            }
            let unit = self.unit(place);
            // Can't fail: giving back only makes a figure smaller.
            let _ = self.push_for(Some(order.clone()), *line, unit, place.clone(), Change { reserved: -left, ..Change::default() });
            *self.used.entry(key).or_default() += left;
        }
    }

    /// Gives back what is reserved of goods that are held, of whatever order.
    pub(super) fn release_held(&mut self, held: impl Fn(&Place) -> bool) -> Result<(), StockRefusal> {
        let mut lost: Vec<_> = (self.stock.reservations.iter())
            .flat_map(|(owner, lines)| lines.iter().map(move |((line, place), reservation)| (owner, *line, place, reservation)))
            .filter(|(_, _, place, _)| held(place))
            .collect();
        lost.sort_by(|a, b| (a.0.0.as_str(), a.0.1, a.1, a.2).cmp(&(b.0.0.as_str(), b.0.1, b.1, b.2)));
        for ((kind, id), line, place, reservation) in lost {
            let order = OrderRef { kind: *kind, id: *id, number: reservation.number.clone() };
            let change = Change { reserved: -reservation.quantity, ..Change::default() };
            self.push_for(Some(order), line, self.unit(place), place.clone(), change)?;
        }
        Ok(())
    }

    /// So much of what is reserved at a place, the oldest first: for whom, for which line, and how much.
    pub(super) fn reserved_at(&self, place: &Place, quantity: Quantity) -> Vec<(OrderRef, u32, Quantity)> {
        if quantity <= Quantity::ZERO {
            return Vec::new();
        }
        let mut there: Vec<_> = (self.stock.reservations.iter())
            .flat_map(|(owner, lines)| lines.iter().map(move |((line, at), reservation)| (owner, *line, at, reservation)))
            .filter(|(_, _, at, _)| *at == place)
            .collect();
        there.sort_by_key(|((kind, id), line, _, reservation)| (reservation.since, kind.as_str(), *id, *line));
        let (mut parts, mut left) = (Vec::new(), quantity);
        for ((kind, id), line, _, reservation) in there {
            let part = reservation.quantity.min(left);
            if part <= Quantity::ZERO {
                break;
            }
            parts.push((OrderRef { kind: *kind, id: *id, number: reservation.number.clone() }, line, part));
            left -= part;
        }
        parts
    }

    /// Gives back named parts of what is reserved for an order.
    pub(super) fn release_parts(&mut self, order: Option<&OrderRef>, parts: &[ReservedPart]) -> Result<(), StockRefusal> {
        let own = order.and_then(|order| self.stock.reservations.get(&(order.kind, order.id)));
        let mut given: HashMap<(u32, &Place), Quantity> = HashMap::new();
        for ReservedPart { line, place, quantity } in parts {
            check_quantity(*line, *quantity)?;
            let reserved = own.and_then(|own| own.get(&(*line, place.clone()))).map_or(Quantity::ZERO, |reservation| reservation.quantity);
            let sum = given.entry((*line, place)).or_default();
            *sum += *quantity;
            if *sum > reserved {
                return Err(StockRefusal::NotReserved { line: *line, reserved });
            }
            let change = Change { reserved: -*quantity, ..Change::default() };
            self.push_for(order.cloned(), *line, self.unit(place), place.clone(), change)?;
        }
        Ok(())
    }

    /// Refuses lines for which more would be reserved than their open quantity.
    pub(super) fn lack(&self, lines: &[HandOverLine]) -> Result<(), StockRefusal> {
        let own = self.command.order.as_ref().map(|order| (order.kind, order.id));
        let mut wanted: HashMap<u32, Quantity> = HashMap::new();
        for HandOverLine { demand, open } in lines {
            let line = demand.line;
            let reserved: Quantity =
                own.into_iter().flat_map(|own| self.stock.reserved_of(own, line)).map(|(_, reservation)| reservation.quantity).sum();
            let sum = wanted.entry(line).or_default();
            *sum += demand.quantity;
            if *sum > *open - reserved {
                return Err(StockRefusal::Lacks { line, lacks: *open - reserved });
            }
        }
        Ok(())
    }
}
