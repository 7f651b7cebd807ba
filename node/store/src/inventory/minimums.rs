//! How much there should be of products: their safety stock, and the minimums that they have in single warehouses; and
//! which products have less. The figures are kept in memory, as the dashboard asks for those of all products whenever
//! something moves.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use actors::store::StoreError;
use rust_decimal::Decimal;

use crate::cache::{Age, Cache, Limits};
use crate::engine::connect::Store;
use crate::engine::memory::one_cache;
use crate::engine::transaction::take;
use crate::inventory::holds::HeldGoods;
use crate::inventory::level_source::by_product;
use crate::inventory::read_model::stock::WarehouseStock;
use crate::scope::Scope;

/// Until a product or a minimum is written.
const LIMITS: Limits = Limits { name: "safety_stock", weight: 2, entries: 2, age: Age::SECOND };

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Minimums {
    /// Of the products in use, by product.
    products: HashMap<i64, Decimal>,
    /// Warehouse, product and quantity.
    warehouses: Vec<(i64, i64, Decimal)>,
}

struct MinimumsCache(Cache<(), Arc<Minimums>>);

one_cache!(MinimumsCache, Cache, LIMITS);

impl Minimums {
    /// Warehouse 0 and safety stock, by product.
    pub(super) fn of_products(&self) -> HashMap<i64, Vec<(i64, Decimal)>> {
        self.products.iter().map(|(product, least)| (*product, vec![(0, *least)])).collect()
    }

    /// Warehouse and minimum in it, by product, of the warehouses in reach.
    pub(super) fn of_warehouses(&self, scope: &Scope) -> HashMap<i64, Vec<(i64, Decimal)>> {
        by_product(self.in_reach(scope).map(|(warehouse, product, least)| (product, (warehouse, least))))
    }

    fn in_reach<'a>(&'a self, scope: &'a Scope) -> impl Iterator<Item = (i64, i64, Decimal)> + 'a {
        let seen = move |(warehouse, ..): &(i64, i64, Decimal)| scope.only_warehouses().is_none_or(|only| only.contains(warehouse));
        self.warehouses.iter().copied().filter(seen)
    }

    /// How many products have less available in these warehouses, which are those in reach, than their safety stock, or
    /// less in one of them than their minimum there. Stock by product shows the same ones.
    pub(super) fn count_below(&self, stocks: &[&WarehouseStock], goods: &HeldGoods, scope: &Scope) -> usize {
        let stocks: HashMap<i64, _> = stocks.iter().map(|stock| (stock.warehouse, (*stock, goods.here(stock.warehouse)))).collect();
        let mut available: HashMap<i64, Decimal> = self.products.keys().map(|product| (*product, Decimal::ZERO)).collect();
        for (stock, held) in stocks.values() {
            for product in stock.products.keys() {
                if let Some(available) = available.get_mut(product) {
                    *available += stock.available(*product, held);
                }
            }
        }
        let least = |product: &i64| self.products.get(product).copied().unwrap_or_default();
        let mut below: HashSet<i64> =
            available.into_iter().filter(|(product, available)| *available < least(product)).map(|(product, _)| product).collect();
        for (warehouse, product, least) in self.in_reach(scope) {
            let available = stocks.get(&warehouse).map_or(Decimal::ZERO, |(stock, held)| stock.available(product, held));
            if available < least {
                below.insert(product);
            }
        }
        below.len()
    }
}

impl Store {
    /// All figures.
    pub(super) async fn minimums(&self) -> Result<Arc<Minimums>, StoreError> {
        let (cache, stamp) = (&self.memory::<MinimumsCache>().0, self.writes().stamp(["product", "warehouse_safety"]));
        if let Some(known) = cache.get(&(), &stamp) {
            return Ok(known);
        }
        let query = "SELECT VALUE [record::id(id), safety_stock_num] FROM product WHERE safety_stock_num > 0 AND status = 1;
            SELECT VALUE [warehouses_id, product_id, quantity] FROM warehouse_safety WHERE quantity > 0;";
        let mut response = self.run(query, vec![]).await?;
        let products: Vec<(i64, Decimal)> = take(&mut response, 0)?;
        let read = Arc::new(Minimums { products: products.into_iter().collect(), warehouses: take(&mut response, 1)? });
        cache.put((), stamp, read.clone());
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inventory::read_model::stock::tests::place;

    #[test]
    fn a_product_is_below_its_own_figure_or_that_of_a_warehouse_and_counts_once() {
        let (mut near, mut far) = (WarehouseStock::new(1, 1), WarehouseStock::new(2, 1));
        near.put(7, place(1, "", 10, 4, None));
        far.put(7, place(1, "", 3, 0, None));
        let (goods, everything, confined) = (HeldGoods::default(), Scope::system(), Scope { warehouses: Some(vec![1]), ..Scope::default() });
        let count = |products: &[(i64, i64)], warehouses: &[(i64, i64, i64)]| {
            let minimums = Minimums {
                products: products.iter().map(|(product, least)| (*product, Decimal::from(*least))).collect(),
                warehouses: warehouses.iter().map(|(warehouse, product, least)| (*warehouse, *product, Decimal::from(*least))).collect(),
            };
            (minimums.count_below(&[&near, &far], &goods, &everything), minimums.count_below(&[&near], &goods, &confined))
        };
        assert_eq!(count(&[(7, 9)], &[(2, 7, 3)]), (0, 1), "nine are available, six of them in the first warehouse");
        assert_eq!(count(&[(7, 9)], &[(2, 7, 4)]), (1, 1));
        assert_eq!(count(&[], &[(2, 7, 4)]), (1, 0), "of another warehouse");
        assert_eq!(count(&[(7, 10)], &[(1, 7, 7), (2, 7, 4)]), (1, 1), "once");
        assert_eq!(count(&[(8, 1)], &[(3, 9, 1)]), (2, 1), "nothing was ever there");
    }
}
