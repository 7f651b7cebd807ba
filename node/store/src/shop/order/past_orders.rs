//! Orders of past days, as the dashboard counts them: kept in memory, as few of them still change.

use std::sync::Arc;
use std::time::Duration;

use actors::store::StoreError;

use super::figures::PaidOrder;
use super::turnover::Placed;
use crate::cache::{Age, Cache, CacheStats, Limits, Stamp};
use crate::engine::memory::Memory;

/// Seconds after which few things of a time still change: what is noted late.
pub(super) const LATE: i64 = 86_400;
/// Steps by which the end of the past moves on, in seconds.
const DAY: i64 = 86_400;
/// Weighed in orders. What is noted later than [`LATE`] is seen within ten minutes.
const LIMITS: Limits = Limits { name: "shop_past_orders", weight: 200_000, entries: 16, age: Age::everywhere(Duration::from_secs(600)) };

/// Whose warehouses, from when, until when, and how many refunds were paid meanwhile: with each of them less is left of an
/// order.
pub(super) type PastKey = (Option<Vec<i64>>, i64, i64, usize);

pub(super) struct PastOrders {
    pub paid: Cache<PastKey, Arc<Vec<PaidOrder>>>,
    pub placed: Cache<PastKey, Arc<Vec<Placed>>>,
}

impl Memory for PastOrders {
    fn new(sole: bool) -> Self {
        Self { paid: Cache::new(LIMITS, sole), placed: Cache::new(Limits { name: "shop_past_placed", ..LIMITS }, sole) }
    }

    fn stats(&self) -> Vec<CacheStats> {
        vec![self.paid.stats(), self.placed.stats()]
    }
}

/// The end of the past since a time, Unix seconds: whole days later, and [`LATE`] ago or earlier. The time itself where
/// nothing of it is past.
pub(super) fn past_until(since: i64, now: i64) -> i64 {
    since + (now - LATE - since).div_euclid(DAY).max(0) * DAY
}

/// Orders of the past as they are kept, else as they are read.
pub(super) async fn kept<T>(
    cache: &Cache<PastKey, Arc<Vec<T>>>,
    key: PastKey,
    read: impl Future<Output = Result<Vec<T>, StoreError>>,
) -> Result<Arc<Vec<T>>, StoreError> {
    let stamp = Stamp::default();
    if let Some(known) = cache.get(&key, &stamp) {
        return Ok(known);
    }
    let orders = Arc::new(read.await?);
    cache.put_weighing(key, stamp, orders.clone(), u64::try_from(orders.len()).unwrap_or(u64::MAX));
    Ok(orders)
}

#[cfg(test)]
mod tests {
    use bus_schemas::shop::Cents;

    use super::*;
    use crate::engine::connect::{Store, StoreConfig};
    use crate::engine::value::{array, int};
    use crate::scope::Scope;

    #[test]
    fn the_past_ends_whole_days_later_and_a_day_ago_or_earlier() {
        let since = 1_000;
        for (now, days) in
            [(since - 5 * DAY, 0), (since, 0), (since + LATE, 0), (since + LATE + DAY - 1, 0), (since + LATE + DAY, 1), (since + 30 * DAY, 29)]
        {
            assert_eq!(past_until(since, now), since + days * DAY, "{now}");
        }
    }

    /// Figures of an order that was paid long ago change with a refund that is paid, and not by themselves.
    #[tokio::test]
    async fn what_is_kept_of_the_past_ends_with_a_refund() {
        let store = Store::open(&StoreConfig::new("mem://", "test")).await.unwrap();
        let now = store.now_ms() / 1_000;
        let since = now - 20 * DAY;
        let rows = "DEFINE TABLE shop_refund SCHEMALESS; DEFINE TABLE shop_order SCHEMALESS;
            DEFINE INDEX shop_order_paid ON shop_order FIELDS pay_time;
            FOR $o IN $orders { CREATE type::record('shop_order', $o[0]) SET user_id = 1, create_time = $o[1], pay_time = $o[1], status = 2,
              paid_amount = 5dec, lines = [{ line: 1, goods_id: 1, name: 'Pen', quantity: 3, refunded_num: 0, pay_share: 5dec }],
              refunds = [{ pay_status: 2, lines: [{ line: 1, amount: 1.5dec }] }, { pay_status: 0, lines: [{ line: 1, amount: 1dec }] }] };";
        let orders = [(1, since - 1), (2, since), (3, now - 10 * DAY), (4, now)];
        let orders = orders.map(|(order, paid_at)| array(vec![int(order), int(paid_at)])).to_vec();
        store.run(rows, vec![("orders", array(orders))]).await.unwrap();
        let seen = async || {
            let (orders, back) = store.shop_turnover(since, &Scope::system()).await.unwrap();
            assert!(orders.iter().all(|order| order.kept(&order.lines[0]) == Cents(350)), "what was paid back is gone: {orders:?}");
            let refunded: Vec<i64> = orders.iter().map(|order| order.lines[0].refunded_num).collect();
            (refunded, back.len(), store.shop_placed(since, &Scope::system()).await.unwrap().len())
        };
        assert_eq!(seen().await, (vec![0, 0, 0], 0, 3));
        store.run("UPDATE shop_order SET lines[0].refunded_num = 1", vec![]).await.unwrap();
        assert_eq!(seen().await, (vec![0, 0, 1], 0, 3), "the past is kept, today is read");
        let refund = "CREATE shop_refund SET pay_status = 2, update_time = $now, paid_time = $now, refund_amount = 1dec";
        store.run(refund, vec![("now", int(now))]).await.unwrap();
        assert_eq!(seen().await, (vec![1, 1, 1], 1, 3));
    }
}
