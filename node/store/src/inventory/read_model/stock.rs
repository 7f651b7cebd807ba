//! What lies in a warehouse, held in memory: every place, by product.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::NaiveDate;
use rust_decimal::Decimal;

use crate::inventory::holds::HeldHere;
use crate::listing::row_test::{Figure, Tested, TextColumn};

/// A batch of a product at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StockPlace {
    pub area: i64,
    pub shelf: i64,
    pub batch: Arc<str>,
    pub on_hand: Decimal,
    pub reserved: Decimal,
    pub expiry: Option<NaiveDate>,
}

impl StockPlace {
    fn key(&self) -> (i64, i64, &str) {
        (self.area, self.shelf, &self.batch)
    }

    /// Whether the goods are held, which are of this product.
    pub(crate) fn is_held(&self, product: i64, held: &HeldHere<'_>) -> bool {
        held.holds(product, self.area, &self.batch, self.expiry)
    }

    /// What is available of the goods, which are of this product.
    pub(crate) fn available(&self, product: i64, held: &HeldHere<'_>) -> Decimal {
        if self.is_held(product, held) { Decimal::ZERO } else { self.on_hand - self.reserved }
    }
}

/// A product in a warehouse.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ProductStock {
    pub average_cost: Decimal,
    /// By area, shelf and batch.
    pub places: Vec<StockPlace>,
}

impl ProductStock {
    fn find(&self, key: (i64, i64, &str)) -> Result<usize, usize> {
        match self.places.last() {
            Some(last) if last.key() < key => Err(self.places.len()),
            _ => self.places.binary_search_by(|place| place.key().cmp(&key)),
        }
    }

    /// Of all places together.
    pub(crate) fn on_hand(&self) -> Decimal {
        self.places.iter().map(|place| place.on_hand).sum()
    }

    /// What it is worth at average cost.
    pub(crate) fn worth(&self) -> Decimal {
        self.on_hand().saturating_mul(self.average_cost)
    }
}

/// A warehouse after one of its ledger rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct WarehouseStock {
    pub warehouse: i64,
    /// The ledger row.
    pub sequence: i64,
    pub products: BTreeMap<i64, ProductStock>,
    /// How many places there are.
    pub count: usize,
}

impl WarehouseStock {
    pub(crate) fn new(warehouse: i64, sequence: i64) -> Self {
        Self { warehouse, sequence, ..Self::default() }
    }

    /// Puts a place that is new or has changed.
    pub(crate) fn put(&mut self, product: i64, mut place: StockPlace) {
        let stock = self.products.entry(product).or_default();
        match stock.find(place.key()) {
            Ok(at) => stock.places[at] = place,
            Err(at) => {
                // Neighbours mostly are of the same batch.
                if let Some(other) = stock.places[..at].iter().rev().take(4).find(|other| other.batch == place.batch) {
                    place.batch = other.batch.clone();
                }
                stock.places.insert(at, place);
                self.count += 1;
            }
        }
    }

    /// Sets what a product costs, if there is such a product.
    pub(crate) fn set_cost(&mut self, product: i64, average_cost: Decimal) {
        if let Some(stock) = self.products.get_mut(&product) {
            stock.average_cost = average_cost;
        }
    }

    /// Sets what was on hand at a place; one that is not there is there with something on hand only.
    pub(crate) fn set_on_hand(&mut self, product: i64, (area, shelf, batch): (i64, i64, &Arc<str>), on_hand: Decimal) {
        let place = self.products.get_mut(&product).and_then(|stock| {
            let at = stock.find((area, shelf, batch)).ok()?;
            stock.places.get_mut(at)
        });
        match place {
            Some(place) => place.on_hand = on_hand,
            None if on_hand.is_zero() => {}
            None => self.put(product, StockPlace { area, shelf, batch: batch.clone(), on_hand, reserved: Decimal::ZERO, expiry: None }),
        }
    }

    /// Leaves what is on hand alone.
    pub(crate) fn keep_on_hand(&mut self) {
        for stock in self.products.values_mut() {
            stock.places.retain(|place| !place.on_hand.is_zero());
            stock.places.iter_mut().for_each(|place| (place.reserved, place.expiry) = (Decimal::ZERO, None));
        }
        self.products.retain(|_, stock| !stock.places.is_empty());
        self.count = self.products.values().map(|stock| stock.places.len()).sum();
    }

    /// How much memory it takes.
    pub(crate) fn weight(&self) -> u64 {
        (self.count * size_of::<StockPlace>() + self.products.len() * 2 * size_of::<ProductStock>()) as u64
    }

    /// What all goods are worth at average cost.
    pub(crate) fn value(&self) -> Decimal {
        self.products.values().map(ProductStock::worth).sum()
    }

    /// Places with goods that expire by a day, or have expired.
    pub(crate) fn expiring(&self, by: NaiveDate) -> i64 {
        let expires = |place: &&StockPlace| place.on_hand > Decimal::ZERO && place.expiry.is_some_and(|day| day <= by);
        let count: usize = self.products.values().map(|stock| stock.places.iter().filter(expires).count()).sum();
        i64::try_from(count).unwrap_or(i64::MAX)
    }

    /// What is available of a product.
    pub(crate) fn available(&self, product: i64, held: &HeldHere<'_>) -> Decimal {
        let places = self.products.get(&product).map(|stock| stock.places.as_slice()).unwrap_or_default();
        places.iter().map(|place| place.available(product, held)).sum()
    }
}

/// A place with what it is in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaceRow<'a> {
    pub warehouse: i64,
    pub product: i64,
    pub place: &'a StockPlace,
}

impl<'a> PlaceRow<'a> {
    /// By which places are ordered in the database.
    pub(crate) fn key(&self) -> (i64, i64, i64, i64, &'a str) {
        (self.warehouse, self.place.area, self.place.shelf, self.product, &self.place.batch)
    }
}

impl Tested for PlaceRow<'_> {
    fn figure(&self, of: Figure) -> i64 {
        match of {
            Figure::Warehouse => self.warehouse,
            Figure::Area => self.place.area,
            Figure::Shelf => self.place.shelf,
            Figure::Product => self.product,
            Figure::Id | Figure::Operation | Figure::At => 0,
        }
    }

    fn text(&self, of: TextColumn) -> Option<&str> {
        (of == TextColumn::Batch).then_some(&*self.place.batch)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn place(area: i64, batch: &str, on_hand: i64, reserved: i64, expiry: Option<&str>) -> StockPlace {
        StockPlace {
            area,
            shelf: 0,
            batch: batch.into(),
            on_hand: on_hand.into(),
            reserved: reserved.into(),
            expiry: expiry.and_then(actors::dates::date),
        }
    }

    #[test]
    fn a_place_is_there_once_and_in_its_order() {
        let mut stock = WarehouseStock::new(1, 5);
        for (area, batch, on_hand) in [(2, "B", 1), (1, "A", 2), (2, "A", 3), (1, "A", 4)] {
            stock.put(9, place(area, batch, on_hand, 0, None));
        }
        stock.set_cost(9, Decimal::TWO);
        stock.set_cost(8, Decimal::TWO);
        let places: Vec<_> = stock.products[&9].places.iter().map(|place| (place.area, &*place.batch, place.on_hand.to_string())).collect();
        assert_eq!(places, [(1, "A", "4".to_owned()), (2, "A", "3".to_owned()), (2, "B", "1".to_owned())]);
        assert_eq!((stock.count, stock.products.len(), stock.value()), (3, 1, Decimal::from(16)));
    }

    #[test]
    fn what_was_on_hand_is_set_where_there_was_something() {
        let mut stock = WarehouseStock::new(1, 5);
        stock.put(9, place(1, "A", 4, 1, None));
        stock.set_on_hand(9, (1, 0, &"A".into()), Decimal::ZERO);
        stock.set_on_hand(9, (1, 0, &"B".into()), Decimal::ZERO);
        stock.set_on_hand(7, (0, 0, &"".into()), Decimal::TEN);
        assert_eq!((stock.count, stock.products[&9].on_hand(), stock.products[&7].on_hand()), (2, Decimal::ZERO, Decimal::TEN));
    }

    #[test]
    fn goods_expire_through_their_last_day() {
        let mut stock = WarehouseStock::new(1, 5);
        for (area, on_hand, expiry) in [(1, 1, Some("2026-01-15")), (2, 1, Some("2026-01-16")), (3, 0, Some("2026-01-15")), (4, 1, None)] {
            stock.put(9, place(area, "", on_hand, 0, expiry));
        }
        let by = |day| stock.expiring(actors::dates::date(day).expect("a day"));
        assert_eq!((by("2026-01-14"), by("2026-01-15"), by("2026-01-16")), (0, 1, 2));
    }
}
