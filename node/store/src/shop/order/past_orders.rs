//! Orders of past days, as the dashboard counts them: kept in memory, as few of them still change.

use std::sync::Arc;
use std::time::Duration;

use super::figures::PaidOrder;
use super::turnover::Placed;
use crate::cache::{Age, Cache, CacheStats, Limits};
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

/// How much keeping these orders weighs.
pub(super) fn weight<T>(orders: &[T]) -> u64 {
    u64::try_from(orders.len()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_past_ends_whole_days_later_and_a_day_ago_or_earlier() {
        let since = 1_000;
        for (now, days) in
            [(since - 5 * DAY, 0), (since, 0), (since + LATE, 0), (since + LATE + DAY - 1, 0), (since + LATE + DAY, 1), (since + 30 * DAY, 29)]
        {
            assert_eq!(past_until(since, now), since + days * DAY, "{now}");
        }
    }
}
