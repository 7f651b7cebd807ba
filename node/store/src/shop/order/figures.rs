//! Figures of the shop's dashboard, and what of its orders needs a person.

use actors::store::StoreError;
use bus_schemas::shop::Cents;
use serde::Deserialize;

use super::past_orders::{PastOrders, kept, past_until};
use crate::engine::connect::Store;
use crate::engine::transaction::{Vars, take};
use crate::engine::value::int;
use crate::scope::Scope;

/// Most orders that figures are made of.
const ORDERS_MAX: usize = 200_000;
/// When the money of a refund was back. Of refunds that were written before it was noted: when they last changed.
pub(super) const PAID_AT: &str = "(paid_time ?? payout.paid_at ?? update_time)";
/// Seconds within which goods in doubt are looked for again, and some more.
const LOOKED_FOR: i64 = 900;
/// Most rows of a work list.
const LIST_MAX: usize = 500;

/// An order that was paid.
#[derive(Clone, Debug, Deserialize)]
pub struct PaidOrder {
    pub user_id: i64,
    /// Unix seconds.
    pub pay_time: i64,
    pub paid_amount: Cents,
    /// Goods, pieces and what was paid for them, line by line.
    pub lines: Vec<SoldGoods>,
    /// What refunds have paid back of lines; a line may be there several times.
    pub back: Vec<LineBack>,
}

impl PaidOrder {
    /// What is left of what was paid for a line, without freight.
    #[must_use]
    pub fn kept(&self, line: &SoldGoods) -> Cents {
        line.pay_share - self.back.iter().filter(|back| back.line == line.line).map(|back| back.amount).sum::<Cents>()
    }
}

/// Pieces of goods that were sold.
#[derive(Clone, Debug, Deserialize)]
pub struct SoldGoods {
    pub line: u32,
    pub goods_id: i64,
    pub name: String,
    pub quantity: i64,
    pub refunded_num: i64,
    pub pay_share: Cents,
}

/// What was paid back of a line, without freight.
#[derive(Clone, Debug, Deserialize)]
pub struct LineBack {
    pub line: u32,
    pub amount: Cents,
}

/// A refund that was paid.
#[derive(Clone, Debug, Deserialize)]
pub struct PaidBack {
    /// When the money was back, Unix seconds.
    pub paid_at: i64,
    pub refund_amount: Cents,
}

/// What needs a person.
#[derive(Clone, Debug, Deserialize)]
pub struct OrderTrouble {
    /// `payment`, `refund` or `stock`.
    pub kind: String,
    pub order_id: i64,
    pub order_no: String,
    /// The parcel, or the refund's number within the order; 0 of a payment.
    pub no: i64,
    /// The attempt to pay.
    #[serde(default)]
    pub out_trade_no: String,
    pub amount: Cents,
    pub reason: String,
    /// Of a payment: why it is an exception, and whether what goes back of it is abnormal (3). Of goods: why a warehouse
    /// refuses.
    #[serde(default)]
    pub why: String,
    #[serde(default)]
    pub refund_status: u8,
    /// What was to be paid.
    #[serde(default)]
    pub expected: Cents,
    /// The day whose comparison has found it.
    #[serde(default)]
    pub day: String,
    /// Unix seconds.
    pub time: i64,
}

pub(super) fn within(scope: &Scope, column: &str, vars: &mut Vars) -> String {
    let condition = scope.within_warehouses(column, vars).map(|_| format!("AND {column} CONTAINSANY $scope_warehouses"));
    condition.unwrap_or_default()
}

impl Store {
    /// Orders paid since a time, and refunds paid since then. Orders of past days are kept for a while, until a refund is
    /// paid.
    pub async fn shop_turnover(&self, since: i64, scope: &Scope) -> Result<(Vec<PaidOrder>, Vec<PaidBack>), StoreError> {
        let mut vars: Vars = vec![("since", int(since))];
        let refunds = within(scope, "warehouses", &mut vars);
        let query = format!(
            "SELECT {PAID_AT} AS paid_at, refund_amount FROM shop_refund
               WHERE pay_status = 2 AND update_time >= $since AND {PAID_AT} >= $since {refunds} LIMIT {ORDERS_MAX}"
        );
        // Before the orders: what is kept of them is no older than these.
        let back: Vec<PaidBack> = self.rows(&query, vars).await?;
        let until = past_until(since, self.now_ms() / 1_000);
        let key = (scope.only_warehouses().map(<[i64]>::to_vec), since, until, back.len());
        let past = kept(&self.memory::<PastOrders>().paid, key, self.paid_orders(since, until, scope)).await?;
        let mut orders = past.to_vec();
        orders.extend(self.paid_orders(until, i64::MAX, scope).await?);
        Ok((orders, back))
    }

    /// Orders paid from one moment until before another.
    async fn paid_orders(&self, from: i64, until: i64, scope: &Scope) -> Result<Vec<PaidOrder>, StoreError> {
        let mut vars: Vars = vec![("from", int(from)), ("until", int(until))];
        let orders = within(scope, "parcels.warehouse", &mut vars);
        let query = format!(
            "SELECT user_id, pay_time, paid_amount, lines.map(|$l| $l.{{ line, goods_id, name, quantity, refunded_num, pay_share }}) AS lines,
               array::flatten(refunds[WHERE pay_status = 2].map(|$r| $r.lines)) AS back
               FROM shop_order WITH INDEX shop_order_paid WHERE pay_time >= $from AND pay_time < $until {orders} LIMIT {ORDERS_MAX}"
        );
        self.rows(&query, vars).await
    }

    /// Payments and refunds that went wrong, and parcels whose goods are not all there, the newest first.
    pub async fn shop_troubles(&self, scope: &Scope) -> Result<Vec<OrderTrouble>, StoreError> {
        let mut vars: Vars = vec![("soon", int(self.now_ms() / 1_000 + LOOKED_FOR))];
        let orders = within(scope, "parcels.warehouse", &mut vars);
        let (refunds, payments) = if orders.is_empty() { ("", "") } else { ("AND warehouses CONTAINSANY $scope_warehouses", "AND false") };
        let query = format!(
            "SELECT 'payment' AS kind, order_id ?? 0 AS order_id, order_no ?? '' AS order_no, 0 AS no, out_trade_no, received ?? paid_amount AS amount,
               '' AS reason, notice AS why, refund_status ?? 0 AS refund_status, amount AS expected, paid_time ?? update_time AS time
               FROM shop_payment WHERE (status = 3 OR refund_status = 3) {payments} LIMIT {LIST_MAX};
             SELECT 'payment' AS kind, 0 AS order_id, subject AS order_no, no, number AS out_trade_no, theirs ?? ours ?? 0dec AS amount,
               '' AS reason, difference AS why, ours ?? 0dec AS expected, day, 0 AS time
               FROM shop_match_row WHERE open = true {payments} LIMIT {LIST_MAX};
             SELECT 'refund' AS kind, order_id, order_no, no, refund_amount AS amount, payout.said ?? '' AS reason, update_time AS time
               FROM shop_refund WHERE pay_status = 3 {refunds} LIMIT {LIST_MAX};
             SELECT 'stock' AS kind, record::id(id) AS order_id, order_no, (parcels[WHERE doubt = true].no)[0] AS no, pay_amount AS amount,
               '' AS reason, (parcels[WHERE doubt = true].doubt_why)[0] ?? '' AS why, update_time AS time FROM shop_order
               WHERE wake_at > 0 AND wake_at <= $soon AND parcels.doubt CONTAINS true {orders} LIMIT {LIST_MAX};"
        );
        let mut response = self.run(&query, vars).await?;
        let mut all: Vec<OrderTrouble> = take(&mut response, 0)?;
        for at in 1..4 {
            let more: Vec<OrderTrouble> = take(&mut response, at)?;
            all.extend(more);
        }
        all.sort_by_key(|trouble| std::cmp::Reverse(trouble.time));
        Ok(all)
    }
}
