//! The products of a warehouse that are in memory: their figures and the balances of their places. A warehouse may have a
//! million places, of which a day's work concerns a few thousand, so a product is read when a rule asks for it: what was
//! asked for and is not here is noted, and the actor reads it and decides again.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use bus_schemas::ids::ProductId;
use bus_schemas::warehouse::Place;

use super::level::Level;
use super::port::{BalanceRow, ProductRows};

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct Products {
    known: HashMap<ProductId, Product>,
    /// What was asked for and is not known.
    asked: RefCell<BTreeSet<ProductId>>,
    places: usize,
}

#[derive(Clone, Debug, Default)]
struct Product {
    level: Level,
    /// In the order of their places. Most products are at few.
    balances: Vec<BalanceRow>,
}

impl Product {
    fn find(&self, place: &Place) -> Result<usize, usize> {
        self.balances.binary_search_by(|row| row.place.cmp(place))
    }
}

impl Products {
    fn ask(&self, product: ProductId) -> Option<&Product> {
        let known = self.known.get(&product);
        if known.is_none() {
            self.asked.borrow_mut().insert(product);
        }
        known
    }

    /// What was asked for since the last time and is not known.
    #[must_use]
    pub fn take_asked(&self) -> BTreeSet<ProductId> {
        self.asked.take()
    }

    /// Takes products over from the store, as they are after the ledger row `last`. Of one without rows nothing was ever here.
    pub fn add(&mut self, products: BTreeSet<ProductId>, rows: ProductRows, last: i64) {
        let mut read: HashMap<ProductId, Product> = products.into_iter().map(|product| (product, Product::default())).collect();
        for row in rows.costs {
            read.entry(row.product).or_default().level.take_cost(&row);
        }
        for row in rows.balances {
            let product = read.entry(row.place.product).or_default();
            product.level.on_hand += row.on_hand;
            product.level.reserved += row.reserved;
            product.balances.push(row);
        }
        for (id, mut product) in read {
            product.level.last_in = last;
            product.balances.sort_unstable_by(|one, other| one.place.cmp(&other.place));
            self.places += product.balances.len();
            if let Some(replaced) = self.known.insert(id, product) {
                self.places -= replaced.balances.len();
            }
        }
    }

    /// How many places are in memory.
    #[must_use]
    pub fn places(&self) -> usize {
        self.places
    }

    /// Drops what is in memory; it is read again when it is asked for.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// The figures of a product; zero where nothing was ever received.
    #[must_use]
    pub fn level(&self, product: ProductId) -> Level {
        self.ask(product).map_or_else(Level::default, |product| product.level)
    }

    /// The figures of a product, to be changed.
    pub fn level_mut(&mut self, product: ProductId) -> &mut Level {
        &mut self.known.entry(product).or_default().level
    }

    /// The balance of a place.
    #[must_use]
    pub fn get(&self, place: &Place) -> Option<&BalanceRow> {
        let product = self.ask(place.product)?;
        product.find(place).ok().and_then(|at| product.balances.get(at))
    }

    /// The balance of a place, to be changed.
    pub fn get_mut(&mut self, place: &Place) -> Option<&mut BalanceRow> {
        let product = self.known.get_mut(&place.product)?;
        product.find(place).ok().and_then(|at| product.balances.get_mut(at))
    }

    /// The balances of a product, in the order of their places.
    pub fn of(&self, product: ProductId) -> impl Iterator<Item = &BalanceRow> + Clone {
        self.ask(product).into_iter().flat_map(|product| &product.balances)
    }

    /// All balances in memory, in no order.
    pub fn iter(&self) -> impl Iterator<Item = &BalanceRow> {
        self.known.values().flat_map(|product| &product.balances)
    }

    /// Adds a balance, or replaces the one of its place.
    pub fn insert(&mut self, row: BalanceRow) {
        let product = self.known.entry(row.place.product).or_default();
        match product.find(&row.place) {
            Ok(at) => product.balances[at] = row,
            Err(at) => {
                product.balances.insert(at, row);
                self.places += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use bus_schemas::ids::{AreaId, ShelfId, UnitId};
    use bus_schemas::number::Quantity;
    use rust_decimal::Decimal;

    use super::*;

    fn row(product: i64, shelf: i64, place_no: i64) -> BalanceRow {
        BalanceRow {
            place: Place { area: AreaId(1), shelf: ShelfId(shelf), product: ProductId(product), batch: String::new() },
            place_no,
            unit: UnitId(1),
            on_hand: Quantity(Decimal::ONE),
            reserved: Quantity::ZERO,
            first_sequence: 0,
            produce_date: None,
            expiry_date: None,
            updated_at: 0,
            counted: 0,
            stored: true,
        }
    }

    fn read(products: &mut Products, ids: &[i64], balances: Vec<BalanceRow>) {
        let ids = ids.iter().copied().map(ProductId).collect();
        products.add(ids, ProductRows { balances, costs: Vec::new(), current: true }, 0);
    }

    #[test]
    fn each_place_is_found_and_those_of_a_product_are_in_order() {
        let mut products = Products::default();
        read(&mut products, &[1, 2], vec![row(1, 3, 1), row(2, 1, 2), row(1, 1, 3)]);
        products.insert(row(1, 2, 4));
        products.insert(row(3, 1, 5));
        products.insert(row(2, 1, 6));
        let numbers = |product| products.of(ProductId(product)).map(|row| row.place_no).collect::<Vec<_>>();
        assert_eq!((numbers(1), numbers(2), numbers(3), numbers(4)), (vec![3, 4, 1], vec![6], vec![5], vec![]));
        assert_eq!(products.places(), 5);
        for known in products.iter() {
            assert_eq!(products.get(&known.place), Some(known));
        }
        assert_eq!(products.get(&row(1, 4, 0).place), None);
        assert_eq!(products.clone().get_mut(&row(1, 3, 0).place).map(|row| row.place_no), Some(1));
    }

    #[test]
    fn what_is_not_in_memory_is_asked_for_once_and_then_known() {
        let mut products = Products::default();
        assert_eq!(products.level(ProductId(1)).on_hand, Quantity::ZERO);
        assert_eq!(products.get(&row(2, 1, 0).place), None);
        assert_eq!(products.take_asked(), BTreeSet::from([ProductId(1), ProductId(2)]));
        // Nothing of product 2 is in the store, which is known from now on.
        read(&mut products, &[1, 2], vec![row(1, 1, 1), row(1, 2, 2)]);
        assert_eq!(products.level(ProductId(1)).on_hand, Quantity(Decimal::TWO));
        assert_eq!(products.of(ProductId(2)).count(), 0);
        assert_eq!(products.take_asked(), BTreeSet::new());
        // A second reading replaces the first.
        read(&mut products, &[1], vec![row(1, 1, 1)]);
        assert_eq!((products.places(), products.level(ProductId(1)).on_hand), (1, Quantity(Decimal::ONE)));
        products.forget();
        assert_eq!((products.places(), products.of(ProductId(1)).count()), (0, 0));
        assert_eq!(products.take_asked(), BTreeSet::from([ProductId(1)]));
    }
}
