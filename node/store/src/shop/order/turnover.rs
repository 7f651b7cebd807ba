//! How the shop's orders fared over time: how many of those that were placed were paid, months, and what goods that left
//! had cost.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use actors::store::StoreError;
use bus_schemas::shop::Cents;
use rust_decimal::Decimal;
use serde::Deserialize;

use super::figures::{PAID_AT, within};
use super::past_orders::{LATE, PastOrders, kept, past_until};
use crate::cache::{Age, Cache, Limits, Stamp};
use crate::engine::connect::Store;
use crate::engine::memory::one_cache;
use crate::engine::transaction::{Vars, take};
use crate::engine::value::{array, array_id, id, int};
use crate::scope::Scope;

/// Most orders that figures are made of.
const ORDERS_MAX: usize = 200_000;
/// Most orders whose cost is asked of the ledger, the newest.
pub const COSTED_MAX: i64 = 2_000;
/// An order that was placed: when, whether it was paid, and whether it still may be.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
pub struct Placed(pub i64, pub bool, pub bool);

/// What was paid and paid back within a time.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
pub struct Span {
    pub orders: i64,
    pub buyers: i64,
    pub paid: Cents,
    pub refunded: Cents,
}

/// What goods that have left were paid for, without freight, and what they had cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Margin {
    pub orders: i64,
    pub sales: Cents,
    pub cost: Decimal,
}

#[derive(Deserialize)]
struct Sold {
    /// What was paid for each line.
    shares: Vec<Cents>,
    /// What was paid back of lines, without freight.
    back: Vec<Cents>,
    outbound: Vec<Option<i64>>,
}

#[derive(Deserialize)]
struct Sums {
    orders: i64,
    buyers: i64,
    paid: Decimal,
}

/// What is noted later than [`LATE`] is seen within ten minutes.
const LIMITS: Limits = Limits { name: "shop_months", weight: 1_024, entries: 64, age: Age::everywhere(Duration::from_secs(600)) };

/// Whose warehouses, from when, until when.
type SpanKey = (Option<Vec<i64>>, i64, i64);

struct SpanCache(Cache<SpanKey, Span>);

one_cache!(SpanCache, Cache, LIMITS);

/// An outbound order, its version, its warehouse, and the orders made of it, by which goods came back.
type Head = (i64, i64, i64, Vec<i64>);

impl Store {
    /// Orders that were placed since a time. Those of past days are kept for a while.
    pub async fn shop_placed(&self, since: i64, scope: &Scope) -> Result<Vec<Placed>, StoreError> {
        let until = past_until(since, self.now_ms() / 1_000);
        let key = (scope.only_warehouses().map(<[i64]>::to_vec), since, until, 0);
        let past = kept(&self.memory::<PastOrders>().placed, key, self.placed_orders(since, until, scope)).await?;
        let mut orders = past.to_vec();
        orders.extend(self.placed_orders(until, i64::MAX, scope).await?);
        Ok(orders)
    }

    /// Orders that were placed from one moment until before another.
    async fn placed_orders(&self, from: i64, until: i64, scope: &Scope) -> Result<Vec<Placed>, StoreError> {
        let mut vars: Vars = vec![("from", int(from)), ("until", int(until))];
        let orders = within(scope, "parcels.warehouse", &mut vars);
        let query = format!(
            "SELECT VALUE [create_time, (pay_time ?? 0) > 0, status = 1] FROM shop_order
               WHERE create_time >= $from AND create_time < $until {orders} LIMIT {ORDERS_MAX}"
        );
        self.rows(&query, vars).await
    }

    /// Sums of the time from one moment until before another. Those of a time that ended long ago are kept for a while.
    pub async fn shop_span(&self, from: i64, until: i64, scope: &Scope) -> Result<Span, StoreError> {
        if until + LATE > self.now_ms() / 1_000 {
            return self.read_shop_span(from, until, scope).await;
        }
        let (cache, stamp) = (&self.memory::<SpanCache>().0, Stamp::default());
        let key = (scope.only_warehouses().map(<[i64]>::to_vec), from, until);
        if let Some(known) = cache.get(&key, &stamp) {
            return Ok(known);
        }
        let span = self.read_shop_span(from, until, scope).await?;
        cache.put(key, stamp, span.clone());
        Ok(span)
    }

    async fn read_shop_span(&self, from: i64, until: i64, scope: &Scope) -> Result<Span, StoreError> {
        let mut vars: Vars = vec![("from", int(from)), ("until", int(until))];
        let orders = within(scope, "parcels.warehouse", &mut vars);
        let refunds = if orders.is_empty() { "" } else { "AND warehouses CONTAINSANY $scope_warehouses" };
        let query = format!(
            "SELECT <int>math::sum(orders) AS orders, count() AS buyers, <decimal>math::sum(paid) AS paid FROM
               (SELECT user_id, count() AS orders, math::sum(paid_amount) AS paid FROM shop_order WITH INDEX shop_order_paid
                WHERE pay_time >= $from AND pay_time < $until {orders} GROUP BY user_id) GROUP ALL;
             SELECT VALUE <decimal>refunded FROM (SELECT math::sum(refund_amount) AS refunded FROM shop_refund
               WHERE pay_status = 2 AND update_time >= $from AND {PAID_AT} >= $from AND {PAID_AT} < $until {refunds} GROUP ALL);"
        );
        let mut response = self.run(&query, vars).await?;
        let (sums, refunded): (Vec<Sums>, Vec<Decimal>) = (take(&mut response, 0)?, take(&mut response, 1)?);
        let cents = |amount: Decimal| Cents::of(amount).map_err(|error| StoreError::Corrupt(error.to_string()));
        let refunded = cents(refunded.first().copied().unwrap_or_default())?;
        match sums.first() {
            Some(Sums { orders, buyers, paid }) => Ok(Span { orders: *orders, buyers: *buyers, paid: cents(*paid)?, refunded }),
            None => Ok(Span { refunded, ..Span::default() }),
        }
    }

    /// The margin of orders that were paid since a time and have left completely, and how many such there are.
    pub async fn shop_margin(&self, since: i64, scope: &Scope) -> Result<(Margin, i64), StoreError> {
        let mut vars: Vars = vec![("since", int(since)), ("most", int(COSTED_MAX))];
        let orders = within(scope, "parcels.warehouse", &mut vars);
        let which = format!("WITH INDEX shop_order_paid WHERE pay_time >= $since AND status IN [3, 4, 5] {orders}");
        let query = format!(
            "SELECT record::id(id) AS key, lines.pay_share AS shares, parcels[WHERE status = 2].outbound AS outbound,
               array::flatten(refunds[WHERE pay_status = 2].map(|$r| $r.lines.amount)) AS back
               FROM shop_order {which} ORDER BY key DESC LIMIT $most;
             SELECT VALUE count FROM (SELECT count() FROM shop_order {which} GROUP ALL);"
        );
        let mut response = self.run(&query, vars).await?;
        let sold: Vec<Sold> = take(&mut response, 0)?;
        let all: Vec<i64> = take(&mut response, 1)?;
        let sum = |amounts: fn(&Sold) -> &Vec<Cents>| -> Cents { sold.iter().flat_map(amounts).copied().sum() };
        let outbound: Vec<i64> = sold.iter().flat_map(|order| &order.outbound).flatten().copied().collect();
        let cost = self.cost_of_orders(&outbound).await?;
        let orders = i64::try_from(sold.len()).unwrap_or(i64::MAX);
        Ok((Margin { orders, sales: sum(|order| &order.shares) - sum(|order| &order.back), cost }, all.first().copied().unwrap_or(0)))
    }

    /// What the goods had cost that left with outbound orders, less those that came back to them.
    async fn cost_of_orders(&self, outbound: &[i64]) -> Result<Decimal, StoreError> {
        let mut found = self.heads(outbound).await?;
        let made: Vec<i64> = found.iter().flat_map(|(.., made)| made).copied().collect();
        found.extend(self.heads(&made).await?);
        // What leaves has a negative amount.
        Ok(-self.moved(&found).await?.into_iter().map(|(_, amount)| amount).sum::<Decimal>())
    }

    /// What the goods had cost that left with these outbound orders of a shop order, by its lines: theirs have the same
    /// numbers. Lines of which nothing has left are not among them.
    pub async fn cost_of_lines(&self, outbound: &[i64]) -> Result<BTreeMap<i64, Decimal>, StoreError> {
        let found = self.heads(outbound).await?;
        let mut costs = BTreeMap::new();
        for (line, amount) in self.moved(&found).await? {
            *costs.entry(line).or_insert(Decimal::ZERO) -= amount;
        }
        Ok(costs)
    }

    async fn heads(&self, orders: &[i64]) -> Result<Vec<Head>, StoreError> {
        if orders.is_empty() {
            return Ok(Vec::new());
        }
        let query = "SELECT VALUE [record::id(id), version, warehouse, (made ?? []).map(|$m| $m.order)] FROM $orders";
        let ids = orders.iter().map(|order| id("stock_order", *order)).collect();
        self.rows(query, vec![("orders", array(ids))]).await
    }

    /// What orders have moved of the ledger: the line and the amount, which is negative where goods leave.
    async fn moved(&self, found: &[Head]) -> Result<Vec<(i64, Decimal)>, StoreError> {
        if found.is_empty() {
            return Ok(Vec::new());
        }
        let warehouses: BTreeMap<i64, i64> = found.iter().map(|(order, _, warehouse, _)| (*order, *warehouse)).collect();
        let events = found.iter().flat_map(|(order, last, ..)| (0..=*last).map(|version| array_id("order_event", vec![int(*order), int(version)])));
        let spans: Vec<(i64, i64, i64)> = self
            .rows("SELECT VALUE [record::id(id)[0], first, last] FROM $events WHERE first != NONE", vec![("events", array(events.collect()))])
            .await?;
        // Two orders may share a span: each row counts once.
        let rows: BTreeSet<(i64, i64)> = (spans.iter())
            .filter_map(|(order, first, last)| Some((*warehouses.get(order)?, *first, *last)))
            .flat_map(|(warehouse, first, last)| (first..=last).map(move |sequence| (warehouse, sequence)))
            .collect();
        let keys = rows.into_iter().map(|(warehouse, sequence)| array_id("movement", vec![int(warehouse), int(sequence)]));
        let query = "SELECT VALUE [order_id, line, amount] FROM $rows WHERE order_id != NONE AND operation != NONE";
        let moved: Vec<(i64, i64, Decimal)> = self.rows(query, vec![("rows", array(keys.collect()))]).await?;
        // Here and not in the query: there each row would be compared with all orders.
        Ok(moved.into_iter().filter(|(order, ..)| warehouses.contains_key(order)).map(|(_, line, amount)| (line, amount)).collect())
    }
}
