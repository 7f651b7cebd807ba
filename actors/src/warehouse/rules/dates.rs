//! The dates of goods: a batch has the same at all its places in a warehouse.

use std::collections::BTreeMap;

use bus_schemas::ids::{AreaId, ShelfId, UnitId};
use bus_schemas::number::Quantity;
use bus_schemas::warehouse::{Operation, Place, ReceiveLine, StockRefusal};

use super::batch_dates::{Pair, check_order};
use super::draft::{Change, Draft};
use crate::dates::earlier;

impl Draft<'_> {
    /// The dates of a batch in this warehouse; nothing for a batch that never was here, and for goods without one.
    fn known_dates(&mut self, place: &Place) -> Option<Pair> {
        if place.batch.is_empty() {
            return None;
        }
        let rows = self.stock.products.of(place.product).filter(|row| row.place.batch == place.batch);
        let join = |known: Option<Pair>, (produced, expires): (&Option<String>, &Option<String>)| {
            let known = known.unwrap_or_default();
            Some((earlier(known.0, produced.as_ref()), earlier(known.1, expires.as_ref())))
        };
        let stored = rows.fold(None, |known, row| join(known, (&row.produce_date, &row.expiry_date)));
        let brought = self.dates.brought(&self.movements, place);
        if stored.is_none() && brought.is_none() {
            return None;
        }
        let (stored, brought) = (stored.unwrap_or_default(), brought.cloned().unwrap_or_default());
        Some((stored.0.or(brought.0), stored.1.or(brought.1)))
    }

    /// Dates of a receipt's batch. A known batch keeps its dates in the whole warehouse; a receipt without dates takes them
    /// over, and one with a date that was not known fills it in.
    pub(super) fn batch_dates(&mut self, line: &ReceiveLine) -> Result<Pair, StockRefusal> {
        let asked = (line.produce_date.clone(), line.expiry_date.clone());
        let Some(known) = self.known_dates(&line.place) else { return Ok(asked) };
        let fits = |asked: &Option<String>, known: &Option<String>| asked.is_none() || known.is_none() || asked == known;
        if !fits(&asked.0, &known.0) || !fits(&asked.1, &known.1) {
            return Err(StockRefusal::BatchDates { line: line.line, batch: line.place.batch.clone(), produce_date: known.0, expiry_date: known.1 });
        }
        let dates = (known.0.clone().or(asked.0), known.1.clone().or(asked.1));
        check_order(line.line, dates.0.as_ref(), dates.1.as_ref())?;
        if dates != known {
            self.dates.filled.insert((line.place.product, line.place.batch.clone()));
        }
        Ok(dates)
    }

    /// Dates of goods that come back: those that their batch has by now, else those that they left with.
    pub(super) fn dates_back(&mut self, place: &Place, left_with: Pair) -> Pair {
        self.known_dates(place).unwrap_or(left_with)
    }

    /// A date that was filled in holds for all that lies there of the batch: where no movement of the command brings it, a
    /// row of its own does. These rows belong to no order.
    pub(super) fn spread_dates(&mut self) -> Result<(), StockRefusal> {
        let stock = self.stock;
        for (product, batch) in std::mem::take(&mut self.dates.filled) {
            let of_batch = |place: &Place| place.product == product && place.batch == batch;
            let Some(dates) = self.known_dates(&Place { area: AreaId(0), shelf: ShelfId(0), product, batch: batch.clone() }) else { continue };
            let says = |produced: &Option<String>, expires: &Option<String>| *produced == dates.0 && *expires == dates.1;
            let rows = stock.products.of(product).filter(|row| of_batch(&row.place) && !says(&row.produce_date, &row.expiry_date));
            let mut lacking: BTreeMap<Place, UnitId> = rows.map(|row| (row.place.clone(), row.unit)).collect();
            for movement in self.movements.iter().filter(|movement| movement.moved > Quantity::ZERO && of_batch(&movement.place)) {
                if says(&movement.produce_date, &movement.expiry_date) {
                    lacking.remove(&movement.place);
                } else {
                    lacking.insert(movement.place.clone(), movement.unit);
                }
            }
            for (place, unit) in lacking {
                if self.figures(&place).on_hand > Quantity::ZERO {
                    self.push_for(None, 0, unit, place, dated(dates.clone()))?;
                }
            }
        }
        Ok(())
    }

    /// Corrects the dates of a batch at all its places, or of goods without a batch at one. Each place gets a row, also one
    /// that has these dates or where nothing is left: the ledger says that they were looked at, and an old place brings back
    /// no old date.
    pub(super) fn correct_dates(&mut self, at: &Place, dates: &Pair) -> Result<(), StockRefusal> {
        const LINE: u32 = 0;
        check_order(LINE, dates.0.as_ref(), dates.1.as_ref())?;
        let stock = self.stock;
        let concerned = |place: &Place| if at.batch.is_empty() { place == at } else { place.batch == at.batch };
        for row in stock.products.of(at.product).filter(|row| concerned(&row.place)) {
            self.push(LINE, row.unit, row.place.clone(), dated(dates.clone()))?;
        }
        if self.movements.is_empty() { Err(StockRefusal::NoSuchGoods) } else { Ok(()) }
    }
}

/// A row that says what dates the goods of a place have.
fn dated((produce_date, expiry_date): Pair) -> Change {
    Change { operation: Some(Operation::Dates), produce_date, expiry_date, ..Change::default() }
}
