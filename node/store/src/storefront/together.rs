//! Goods that are bought together: read of the last paid orders, all goods at once, and kept for a while.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use actors::store::StoreError;

use crate::cache::{Age, Cache, CacheStats, Limits, Stamp};
use crate::engine::connect::Store;
use crate::engine::memory::Memory;
use crate::engine::value::int;

/// Paid orders that are looked at, the last first.
const ORDERS_MAX: i64 = 3_000;
/// Days back that they may have been paid.
const DAYS: i64 = 180;
/// Goods of an order that are looked at: its pairs grow with the square of them.
const GOODS_OF_ORDER_MAX: usize = 30;
/// Orders that have both at least: one alone would tell what a certain member has bought.
const ORDERS_MIN: u32 = 2;
/// Goods that are kept beside each.
pub const TOGETHER_MAX: usize = 12;
/// It changes slowly, and reading it takes some tenths of a second.
const TOGETHER: Limits = Limits { name: "shop_together", weight: 2, entries: 2, age: Age::everywhere(Duration::from_secs(600)) };

/// The goods that were bought with each, the most often first.
pub type Together = HashMap<i64, Vec<i64>>;

struct TogetherCache(Cache<(), Arc<Together>>);

impl Memory for TogetherCache {
    fn new(sole: bool) -> Self {
        Self(Cache::new(TOGETHER, sole))
    }

    fn stats(&self) -> Vec<CacheStats> {
        vec![self.0.stats()]
    }
}

/// What goes with what, of the goods of orders.
fn counted(orders: &[Vec<i64>]) -> Together {
    let mut pairs: HashMap<i64, HashMap<i64, u32>> = HashMap::new();
    for order in orders {
        let goods: BTreeSet<i64> = order.iter().copied().take(GOODS_OF_ORDER_MAX).collect();
        for one in &goods {
            for other in goods.iter().filter(|other| *other != one) {
                *pairs.entry(*one).or_default().entry(*other).or_default() += 1;
            }
        }
    }
    let sorted = pairs.into_iter().filter_map(|(goods, with)| {
        let mut with: Vec<(i64, u32)> = with.into_iter().filter(|(_, orders)| *orders >= ORDERS_MIN).collect();
        with.sort_unstable_by_key(|(other, orders)| (std::cmp::Reverse(*orders), std::cmp::Reverse(*other)));
        with.truncate(TOGETHER_MAX);
        (!with.is_empty()).then(|| (goods, with.into_iter().map(|(other, _)| other).collect()))
    });
    sorted.collect()
}

impl Store {
    /// The goods that were bought with these in the same orders, the most often first; some minutes old.
    pub async fn bought_together(&self, goods: i64, now: i64) -> Result<Vec<i64>, StoreError> {
        let cache = &self.memory::<TogetherCache>().0;
        let known = match cache.get(&(), &Stamp::default()) {
            Some(known) => known,
            None => {
                let query = "SELECT VALUE goods FROM (SELECT lines.goods_id AS goods, pay_time FROM shop_order WHERE pay_time > $since
                    ORDER BY pay_time DESC LIMIT $most)";
                let vars = vec![("since", int(now - DAYS * 86_400)), ("most", int(ORDERS_MAX))];
                let orders: Vec<Vec<i64>> = self.rows(query, vars).await?;
                let read = Arc::new(counted(&orders));
                cache.put((), Stamp::default(), read.clone());
                read
            }
        };
        Ok(known.get(&goods).cloned().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_bought_together_more_than_once_goes_together() {
        let together = counted(&[vec![1, 2, 3], vec![1, 2, 2], vec![1, 3], vec![1, 2], vec![1, 9], vec![5]]);
        assert_eq!(together.get(&1), Some(&vec![2, 3]), "9 was bought with it once");
        assert_eq!((together.get(&2), together.get(&3)), (Some(&vec![1]), Some(&vec![1])));
        assert!(!together.contains_key(&9) && !together.contains_key(&5));
    }

    #[test]
    fn no_goods_have_more_beside_them_than_are_shown() {
        let order: Vec<i64> = (0..40).collect();
        let together = counted(&[order.clone(), order]);
        assert_eq!((together.len(), together[&0].len()), (GOODS_OF_ORDER_MAX, TOGETHER_MAX));
    }
}
