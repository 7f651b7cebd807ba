//! Which goods a line takes: those that are reserved for it, then free ones in picking order.

use bus_schemas::number::Quantity;
use bus_schemas::warehouse::{DemandLine, Expired, Place, Shortage, StockRefusal};

use super::draft::{Change, Draft};
use crate::warehouse::picking;
use crate::warehouse::port::BalanceRow;

impl Draft<'_> {
    /// Whether goods with this expiry date may leave with this command, for somebody who asks that they keep so long.
    pub(super) fn may_leave(&self, expiry_date: Option<&str>, life_days: u32) -> bool {
        self.command.expired != Expired::Refused || picking::keeps(expiry_date, self.context.today, life_days)
    }

    /// Takes from the reservations of this order's line, first those that are to be emptied first. Returns what is still wanted.
    pub(super) fn take_reserved(&mut self, line: &DemandLine, change: impl Fn(Quantity) -> Change) -> Result<Quantity, StockRefusal> {
        let mut wanted = line.quantity;
        let Some(order) = &self.command.order else { return Ok(wanted) };
        let mut rows: Vec<(&BalanceRow, Quantity)> = self
            .stock
            .reserved_of((order.kind, order.id), line.line)
            .filter(|((_, place), _)| place.product == line.product && line.from.as_ref().is_none_or(|from| from == place))
            .filter_map(|((_, place), reservation)| Some((self.stock.products.get(place)?, reservation.quantity)))
            .filter(|(row, _)| self.may_leave(row.expiry_date.as_deref(), line.life_days))
            .collect();
        rows.sort_by(|a, b| picking::first_out(*a, *b, &self.stock.weights));
        let mine: Vec<(Place, Quantity)> = rows.into_iter().map(|(row, reserved)| (row.place.clone(), reserved)).collect();
        for (place, reserved) in mine {
            let key = (line.line, place.clone());
            let left = reserved - self.used.get(&key).copied().unwrap_or_default();
            // A posted count may have left less than was promised (domain rules 3).
            let taken = left.min(wanted).min(self.figures(&place).on_hand);
            if taken <= Quantity::ZERO || self.stock.holds.holds(&place) {
                continue;
            }
            *self.used.entry(key).or_default() += taken;
            let row = self.stock.products.get(&place);
            let change = Change {
                reserved: -taken,
                produce_date: row.and_then(|row| row.produce_date.clone()),
                expiry_date: row.and_then(|row| row.expiry_date.clone()),
                ..self.valued(line, &place, change(taken))
            };
            self.push(line.line, line.unit, place, change)?;
            wanted -= taken;
        }
        Ok(wanted)
    }

    /// Takes from available stock in picking order. Returns what is missing.
    pub(super) fn take(&mut self, line: &DemandLine, wanted: Quantity, change: impl Fn(Quantity) -> Change) -> Result<Quantity, StockRefusal> {
        if wanted.is_zero() {
            return Ok(wanted);
        }
        let rows = self.stock.products.of(line.product).filter(|row| !self.stock.holds.holds(&row.place));
        let free = rows.map(|row| (row, self.figures(&row.place).available()));
        let candidates = picking::candidates(free, line, self.context.today, self.command.expired, &self.stock.weights);
        let mut wanted = wanted;
        for (row, free) in candidates {
            let taken = free.min(wanted);
            let mut change = change(taken);
            if change.operation.is_some() {
                change = self.valued(line, &row.place, change);
            }
            change.produce_date.clone_from(&row.produce_date);
            change.expiry_date.clone_from(&row.expiry_date);
            self.push(line.line, line.unit, row.place.clone(), change)?;
            wanted -= taken;
            if wanted.is_zero() {
                break;
            }
        }
        Ok(wanted)
    }

    /// What could be taken for a line.
    pub(super) fn free(&self, line: &DemandLine) -> Quantity {
        let rows = self.stock.products.of(line.product).filter(|row| !self.stock.holds.holds(&row.place));
        let free = rows.map(|row| (row, self.figures(&row.place).available()));
        picking::candidates(free, line, self.context.today, self.command.expired, &self.stock.weights).into_iter().map(|(_, free)| free).sum()
    }

    /// What a line lacks, with what lies there and may not leave.
    pub(super) fn shortage(&self, line: &DemandLine, missing: Quantity) -> Shortage {
        let past = self
            .stock
            .products
            .of(line.product)
            .filter(|row| picking::matches(line, row) && !self.may_leave(row.expiry_date.as_deref(), line.life_days));
        let expired = past.map(|row| self.figures(&row.place).available().max(Quantity::ZERO)).sum();
        Shortage { line: line.line, product: line.product, wanted: line.quantity, available: line.quantity - missing, expired }
    }
}
