//! Compares orders of the shop with the ledger, with their outbound orders, their payments and their coupons, and their
//! sums with themselves.

use std::collections::BTreeMap;

use actors::shop::order::sold;
use actors::shop::order::stock::quantities;
use actors::store::StoreError;
use bus_schemas::shop::Cents;
use bus_schemas::shop::order::{PayMethod, ShopOrder, ShopParcel, ShopStatus, ShopTodo};
use rust_decimal::Decimal;
use serde::Deserialize;

use super::order_sums::{OfOrders, Sums};
use super::places::Figures;
use super::report::Report;
use crate::engine::connect::Store;
use crate::engine::transaction::take;
use crate::engine::value::{array, id, int};

/// Orders read together.
const ORDERS: i64 = 500;

pub(super) fn name(order: i64) -> String {
    format!("shop_order:{order}")
}

/// What the ledger has to hold for an order itself, by line and warehouse: all of it until it is paid, and then what no
/// outbound order has taken over yet, or what waits to be given back.
fn held(order: &ShopOrder) -> BTreeMap<(i64, i64), Decimal> {
    let waits = |parcel: &ShopParcel| {
        let todo = |todo: &ShopTodo| matches!(todo, ShopTodo::HandOver { parcel: no } | ShopTodo::Release { parcel: no } if *no == parcel.no);
        order.status == ShopStatus::ToPay || order.todo.iter().any(todo)
    };
    let mut held = BTreeMap::new();
    for parcel in order.parcels.iter().filter(|parcel| waits(parcel)) {
        for (line, quantity) in quantities(order, &parcel.lines) {
            *held.entry((i64::from(line), parcel.warehouse.0)).or_insert(Decimal::ZERO) += quantity.0;
        }
    }
    held
}

/// Faults of an order's sums.
fn sums(order: &ShopOrder) -> Vec<String> {
    let mut found = Vec::new();
    let mut same = |what: &str, says: Cents, is: Cents| {
        if says != is {
            found.push(format!("{what} is {says}, it should be {is}"));
        }
    };
    let of = |share: fn(&bus_schemas::shop::order::ShopLine) -> Cents| -> Cents { order.lines.iter().map(share).sum() };
    same("goods_amount", order.goods_amount, of(|line| line.shares.goods_amount));
    same("coupon_amount", order.coupon_amount, of(|line| line.shares.coupon_share));
    same("score_amount", order.score_amount, of(|line| line.shares.score_share));
    same("freight", order.freight - order.freight_off, of(|line| line.shares.freight_share));
    same("pay_amount", order.pay_amount, of(|line| line.shares.pay_share) + order.freight - order.freight_off);
    let paid = |refund: &&bus_schemas::shop::refund::ShopRefund| refund.pay_status == 2;
    same("refund_amount", order.refund_amount, order.refunds.iter().filter(paid).map(|refund| refund.refund_amount).sum());
    if order.refund_amount + order.refund_open > order.paid_amount {
        found.push(format!("{} of {} is paid back or agreed", order.refund_amount + order.refund_open, order.paid_amount));
    }
    for line in &order.lines {
        let shares = line.shares;
        if [shares.goods_amount, shares.coupon_share, shares.score_share, shares.freight_share, shares.pay_share]
            .iter()
            .any(|share| *share < Cents::ZERO)
        {
            found.push(format!("line {} bears less than nothing", line.line));
        }
        let sent: i64 = (order.parcels.iter().filter(|parcel| parcel.status == ShopParcel::SHIPPED))
            .flat_map(|parcel| &parcel.lines)
            .filter(|pieces| pieces.line == line.line)
            .map(|pieces| pieces.quantity)
            .sum();
        if line.ships() && sent != line.shipped {
            found.push(format!("line {} says that {} were shipped, its parcels have {sent}", line.line, line.shipped));
        }
        if line.refunded_num > line.quantity || line.refunded_amount > shares.pay_share + shares.freight_share {
            found.push(format!("line {} is paid back more than once", line.line));
        }
    }
    found
}

#[derive(Deserialize)]
struct ShopOrderFacts {
    order: i64,
    paid: Decimal,
    /// State and order of its coupon.
    coupon: Option<(i64, i64)>,
}

#[derive(Deserialize)]
struct Stocked {
    id: i64,
    shop: Option<i64>,
    lines: Vec<(i64, Decimal)>,
}

impl Store {
    /// `ledger` has what orders of warehouses have left of its sums: what the shop's own hold.
    pub(super) async fn check_shop_orders(&self, ledger: &mut OfOrders, began: i64, report: &mut Report) -> Result<(), StoreError> {
        let (mut from, mut sold) = (0, BTreeMap::new());
        loop {
            let query = "SELECT *, record::id(id) AS id FROM shop_order WHERE id >= $from ORDER BY id ASC LIMIT $most";
            let orders: Vec<ShopOrder> = self.rows(query, vec![("from", id("shop_order", from)), ("most", int(ORDERS))]).await?;
            report.shop_orders += orders.len();
            self.check_some(&orders, ledger, began, report).await?;
            for (goods, pieces) in orders.iter().flat_map(sold::pieces) {
                *sold.entry(goods).or_insert(0) += pieces;
            }
            match orders.last() {
                Some(last) if i64::try_from(orders.len()).unwrap_or(0) == ORDERS => from = last.id.0 + 1,
                _ => break,
            }
        }
        // What is held for orders that are being placed at this moment.
        let placing: Vec<i64> = self.rows("SELECT VALUE record::id(id) FROM shop_placing WHERE open = true", vec![]).await?;
        placing.into_iter().for_each(|order| drop(ledger.take(order)));
        self.check_sales(&sold, began, report).await?;
        self.check_shop_coupons(report).await
    }

    /// Compares the sales of goods with what orders have sold.
    async fn check_sales(&self, sold: &BTreeMap<i64, i64>, began: i64, report: &mut Report) -> Result<(), StoreError> {
        let is = |goods: &i64| sold.get(goods).copied().unwrap_or(0);
        let wrong: Vec<(i64, i64)> = self.recorded_sales().await?.into_iter().filter(|(goods, says)| *says != is(goods)).collect();
        if wrong.is_empty() {
            return Ok(());
        }
        // What was sold meanwhile proves nothing.
        let query = "SELECT VALUE record::id(id) FROM shop_order WHERE update_time >= $began LIMIT 1";
        let changed: Vec<i64> = self.rows(query, vec![("began", int(began / 1_000))]).await?;
        for (goods, says) in wrong.into_iter().filter(|_| changed.is_empty()) {
            report.find(format!("shop_goods:{goods}"), format!("sales are {says}, orders have sold {}", is(&goods)));
        }
        Ok(())
    }

    async fn check_some(&self, orders: &[ShopOrder], ledger: &mut OfOrders, began: i64, report: &mut Report) -> Result<(), StoreError> {
        let facts = self.shop_order_facts(orders).await?;
        let stocked = self.stocked_for_shop(orders).await?;
        for order in orders {
            let mut found = sums(order);
            let has = ledger.take(order.id.0);
            if differs(&held(order), has.as_ref()) && !ledger.is_lost(order.id.0) && self.is_unchanged(order, began).await? {
                found.push(format!("holds {:?}, its ledger rows reserve {:?}", held(order), reserved(has.as_ref())));
            }
            if let Some(ShopOrderFacts { paid, coupon, .. }) = facts.iter().find(|row| row.order == order.id.0) {
                if *paid != order.paid_amount.decimal() && order.pay_method != Some(PayMethod::Free) {
                    found.push(format!("paid_amount is {}, its payments add up to {paid}", order.paid_amount));
                }
                let goes_on = matches!(order.status, ShopStatus::ToPay | ShopStatus::ToShip | ShopStatus::ToReceive | ShopStatus::CancelAsked);
                let taken = goes_on && !order.coupon_is_back();
                if let Some((status, of)) = coupon
                    && taken
                    && (*of != order.id.0 || *status != if order.status == ShopStatus::ToPay { 1 } else { 2 })
                {
                    found.push(format!("its coupon is {status} of order {of}"));
                }
            }
            found.extend(unlike(order, &stocked));
            for problem in found {
                report.find(name(order.id.0), problem);
            }
        }
        self.check_beside_orders(orders, began, report).await
    }

    /// Whether an order was as it is when the ledger began to be read: what has changed meanwhile proves nothing.
    pub(super) async fn is_unchanged(&self, order: &ShopOrder, began: i64) -> Result<bool, StoreError> {
        let versions: Vec<i64> = self.rows("SELECT VALUE version FROM $order", vec![("order", id("shop_order", order.id.0))]).await?;
        Ok(versions == [order.version] && order.update_time < began / 1_000)
    }

    async fn shop_order_facts(&self, orders: &[ShopOrder]) -> Result<Vec<ShopOrderFacts>, StoreError> {
        let query = "SELECT record::id(id) AS order,
              <decimal>math::sum((SELECT VALUE paid_amount FROM shop_payment WHERE order_id = record::id($parent.id) AND status = 1)) AS paid,
              (SELECT VALUE [status, order_id ?? 0] FROM ONLY type::record('shop_user_coupon', $parent.user_coupon_id ?? 0)) AS coupon
            FROM $orders";
        let ids = orders.iter().map(|order| id("shop_order", order.id.0)).collect();
        self.rows(query, vec![("orders", array(ids))]).await
    }

    async fn stocked_for_shop(&self, orders: &[ShopOrder]) -> Result<BTreeMap<i64, Stocked>, StoreError> {
        let outbound = orders.iter().flat_map(|order| &order.parcels).filter_map(|parcel| parcel.outbound);
        let ids = outbound.map(|order| id("stock_order", order.0)).collect();
        let query = "SELECT record::id(id) AS id, shop.order AS shop, lines.map(|$l| [$l.line, $l.stocked]) AS lines FROM $orders";
        let mut response = self.run(query, vec![("orders", array(ids))]).await?;
        let rows: Vec<Stocked> = take(&mut response, 0)?;
        Ok(rows.into_iter().map(|row| (row.id, row)).collect())
    }
}

fn reserved(sums: Option<&Sums>) -> BTreeMap<(i64, i64), Decimal> {
    let rows = sums.into_iter().flatten().filter(|(_, figures)| !figures.reserved.is_zero());
    rows.map(|(at, Figures { reserved, .. })| (*at, *reserved)).collect()
}

fn differs(held: &BTreeMap<(i64, i64), Decimal>, sums: Option<&Sums>) -> bool {
    *held != reserved(sums) || sums.into_iter().flatten().any(|(_, figures)| !figures.on_hand.is_zero())
}

/// What an order's parcels say that its outbound orders do not.
fn unlike(order: &ShopOrder, stocked: &BTreeMap<i64, Stocked>) -> Vec<String> {
    let mut found = Vec::new();
    let mut sent: BTreeMap<(i64, i64), Decimal> = BTreeMap::new();
    for parcel in &order.parcels {
        let Some(outbound) = parcel.outbound else { continue };
        if stocked.get(&outbound.0).is_none_or(|row| row.shop != Some(order.id.0)) {
            found.push(format!("parcel {} names stock_order:{outbound}, which is not the order's", parcel.no));
            continue;
        }
        for (line, quantity) in quantities(order, &parcel.lines) {
            let shipped = if parcel.status == ShopParcel::SHIPPED { quantity.0 } else { Decimal::ZERO };
            *sent.entry((outbound.0, i64::from(line))).or_default() += shipped;
        }
    }
    for ((outbound, line), says) in sent {
        let is: Decimal =
            stocked.get(&outbound).into_iter().flat_map(|row| &row.lines).filter(|(of, _)| *of == line).map(|(_, stocked)| *stocked).sum();
        if is != says {
            found.push(format!("{says} of line {line} was shipped with stock_order:{outbound}, which has stocked {is}"));
        }
    }
    found
}
