//! How much there should be of products: their safety stock, over all warehouses in use, and the minimums that they have in
//! single warehouses; and which products have less. The safety stock is for people who see all warehouses: what others see
//! of a product is not all that there is of it. The figures are kept in memory, as the dashboard asks for those of all
//! products whenever something moves.

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

/// Until a product, a minimum or a warehouse is written.
const LIMITS: Limits = Limits { name: "safety_stock", weight: 2, entries: 2, age: Age::SECOND };

/// What somebody compares stock with. See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Minimums {
    /// Of the products in use, by product; none for somebody who does not see all warehouses.
    products: HashMap<i64, Decimal>,
    /// Warehouse, product and quantity, of the warehouses in use and in reach.
    warehouses: Vec<(i64, i64, Decimal)>,
    /// Warehouses whose stock does not count.
    out_of_use: HashSet<i64>,
}

impl Minimums {
    /// Warehouse 0 and safety stock, by product.
    pub(super) fn of_products(&self) -> HashMap<i64, Vec<(i64, Decimal)>> {
        self.products.iter().map(|(product, least)| (*product, vec![(0, *least)])).collect()
    }

    /// Warehouse and minimum in it, by product.
    pub(super) fn of_warehouses(&self) -> HashMap<i64, Vec<(i64, Decimal)>> {
        by_product(self.warehouses.iter().map(|(warehouse, product, least)| (*product, (*warehouse, *least))))
    }

    /// Warehouses whose stock does not count.
    pub(super) fn out_of_use(&self) -> HashSet<i64> {
        self.out_of_use.clone()
    }

    /// What is left of it for somebody who sees these warehouses alone.
    fn within(&self, only: &[i64]) -> Self {
        let warehouses = self.warehouses.iter().filter(|(warehouse, ..)| only.contains(warehouse)).copied().collect();
        Self { products: HashMap::new(), warehouses, out_of_use: self.out_of_use.clone() }
    }

    /// The products, all or of these, that have less available in these warehouses, which are those in reach, than their
    /// safety stock, or less in one of them than their minimum there. Stock by product shows the same ones.
    pub(super) fn below(&self, stocks: &[&WarehouseStock], goods: &HeldGoods, only: Option<&HashSet<i64>>) -> HashSet<i64> {
        let asked = |product: &i64| only.is_none_or(|only| only.contains(product));
        let in_use = stocks.iter().filter(|stock| !self.out_of_use.contains(&stock.warehouse));
        let stocks: HashMap<i64, _> = in_use.map(|stock| (stock.warehouse, (*stock, goods.here(stock.warehouse)))).collect();
        let mut available: HashMap<i64, Decimal> =
            self.products.keys().filter(|product| asked(product)).map(|product| (*product, Decimal::ZERO)).collect();
        for (stock, held) in stocks.values() {
            if available.len() < stock.products.len() {
                available.iter_mut().for_each(|(product, available)| *available += stock.available(*product, held));
                continue;
            }
            for product in stock.products.keys() {
                if let Some(available) = available.get_mut(product) {
                    *available += stock.available(*product, held);
                }
            }
        }
        let least = |product: &i64| self.products.get(product).copied().unwrap_or_default();
        let mut below: HashSet<i64> =
            available.into_iter().filter(|(product, available)| *available < least(product)).map(|(product, _)| product).collect();
        for (warehouse, product, least) in self.warehouses.iter().filter(|(_, product, _)| asked(product)) {
            let available = stocks.get(warehouse).map_or(Decimal::ZERO, |(stock, held)| stock.available(*product, held));
            if available < *least {
                below.insert(*product);
            }
        }
        below
    }
}

/// All figures, and the warehouses that somebody has to see to compare stock with the figures of products.
struct Known {
    all: Arc<Minimums>,
    warehouses: Vec<i64>,
}

struct MinimumsCache(Cache<(), Arc<Known>>);

one_cache!(MinimumsCache, Cache, LIMITS);

impl Store {
    /// What somebody with this scope compares stock with.
    pub(super) async fn minimums(&self, scope: &Scope) -> Result<Arc<Minimums>, StoreError> {
        let known = self.known_minimums().await?;
        Ok(match scope.only_warehouses() {
            Some(only) if known.warehouses.iter().any(|warehouse| !only.contains(warehouse)) => Arc::new(known.all.within(only)),
            _ => known.all.clone(),
        })
    }

    async fn known_minimums(&self) -> Result<Arc<Known>, StoreError> {
        let (cache, stamp) = (&self.memory::<MinimumsCache>().0, self.writes().stamp(["product", "warehouse_safety", "warehouse"]));
        if let Some(known) = cache.get(&(), &stamp) {
            return Ok(known);
        }
        let query = "SELECT VALUE [record::id(id), safety_stock_num] FROM product WHERE safety_stock_num > 0 AND status = 1;
            SELECT VALUE [warehouses_id, product_id, quantity] FROM warehouse_safety WHERE quantity > 0;
            SELECT VALUE record::id(id) FROM warehouse;
            SELECT VALUE record::id(id) FROM warehouse WHERE status != 1;";
        let mut response = self.run(query, vec![]).await?;
        let products: Vec<(i64, Decimal)> = take(&mut response, 0)?;
        let mut warehouses: Vec<(i64, i64, Decimal)> = take(&mut response, 1)?;
        let out_of_use: Vec<i64> = take(&mut response, 3)?;
        let out_of_use: HashSet<i64> = out_of_use.into_iter().collect();
        warehouses.retain(|(warehouse, ..)| !out_of_use.contains(warehouse));
        let all = Arc::new(Minimums { products: products.into_iter().collect(), warehouses, out_of_use });
        let known = Arc::new(Known { all, warehouses: take(&mut response, 2)? });
        cache.put((), stamp, known.clone());
        Ok(known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inventory::read_model::stock::tests::place;

    fn minimums(products: &[(i64, i64)], warehouses: &[(i64, i64, i64)]) -> Minimums {
        Minimums {
            products: products.iter().map(|(product, least)| (*product, Decimal::from(*least))).collect(),
            warehouses: warehouses.iter().map(|(warehouse, product, least)| (*warehouse, *product, Decimal::from(*least))).collect(),
            out_of_use: HashSet::new(),
        }
    }

    #[test]
    fn a_product_is_below_its_own_figure_or_that_of_a_warehouse_and_counts_once() {
        let (mut near, mut far) = (WarehouseStock::new(1, 1), WarehouseStock::new(2, 1));
        near.put(7, place(1, "", 10, 4, None));
        far.put(7, place(1, "", 3, 0, None));
        let goods = HeldGoods::default();
        // Of somebody who sees both warehouses, and of somebody who sees the first alone.
        let count = |products: &[(i64, i64)], warehouses: &[(i64, i64, i64)]| {
            let all = minimums(products, warehouses);
            (all.below(&[&near, &far], &goods, None).len(), all.within(&[1]).below(&[&near], &goods, None).len())
        };
        assert_eq!(count(&[(7, 9)], &[(2, 7, 3)]), (0, 0), "nine are available, six of them in the first warehouse");
        assert_eq!(count(&[(7, 9)], &[(2, 7, 4)]), (1, 0));
        assert_eq!(count(&[], &[(2, 7, 4)]), (1, 0), "of another warehouse");
        assert_eq!(count(&[], &[(1, 7, 7)]), (1, 1));
        assert_eq!(count(&[(7, 10)], &[(1, 7, 7), (2, 7, 4)]), (1, 1), "once");
        assert_eq!(count(&[(8, 1)], &[(3, 9, 1)]), (2, 0), "nothing was ever there");
    }

    #[test]
    fn what_lies_in_a_warehouse_out_of_use_does_not_count() {
        let (mut near, mut far) = (WarehouseStock::new(1, 1), WarehouseStock::new(2, 1));
        near.put(7, place(1, "", 4, 0, None));
        far.put(7, place(1, "", 3, 0, None));
        let goods = HeldGoods::default();
        let all = minimums(&[(7, 5), (8, 1)], &[]);
        let closed = Minimums { out_of_use: HashSet::from([2]), ..all.clone() };
        let below = |minimums: &Minimums, only: Option<&HashSet<i64>>| minimums.below(&[&near, &far], &goods, only);
        assert_eq!((below(&all, None), below(&closed, None)), (HashSet::from([8]), HashSet::from([7, 8])));
        assert_eq!(below(&closed, Some(&HashSet::from([7]))), HashSet::from([7]), "of those that are asked for");
    }
}
