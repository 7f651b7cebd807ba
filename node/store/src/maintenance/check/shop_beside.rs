//! Compares orders of the shop with what stands beside them: entries in their members' logs, rows of their refunds, what
//! their outbound orders are to send, and coupons with the orders that have them.

use std::collections::BTreeMap;

use actors::shop::order::stock::quantities;
use actors::store::StoreError;
use bus_schemas::shop::Cents;
use bus_schemas::shop::order::{PayMethod, ShopOrder, ShopParcel};
use rust_decimal::Decimal;
use serde::Deserialize;

use super::report::Report;
use super::shop::name;
use crate::engine::connect::Store;
use crate::engine::transaction::take;
use crate::engine::value::{array, array_id, id, int, text};

/// Coupons read together.
const COUPONS: i64 = 500;

/// A refund's row.
#[derive(Debug, Deserialize, PartialEq)]
struct RefundRow {
    order_id: i64,
    no: u32,
    audit_status: u8,
    status: u8,
    pay_status: u8,
    refund_amount: Cents,
}

#[derive(Deserialize)]
struct ToSend {
    id: i64,
    /// Line, and what is not stocked of it.
    lines: Vec<(i64, Decimal)>,
}

/// A coupon that an order has, and the order.
#[derive(Deserialize)]
struct Taken {
    id: i64,
    user_id: i64,
    status: i64,
    order_id: i64,
    /// Its coupon, its member, its state.
    of: Option<(Option<i64>, i64, i64)>,
    /// Whether it is being placed with this coupon.
    placing: bool,
    /// What it says that it has taken off the order, and what the order says.
    cost: Decimal,
    off: Option<Decimal>,
}

#[derive(Deserialize)]
struct Counted {
    id: i64,
    received: i64,
    used: i64,
    cost: Decimal,
    tickets: i64,
    spent: i64,
    /// What the used tickets have cost.
    taken_off: Decimal,
}

/// The causes of what the balance has of an order, with what they are to have changed it by.
fn causes(order: &ShopOrder) -> Vec<(&'static str, &'static str, String, Cents)> {
    if order.pay_method != Some(PayMethod::Balance) {
        return Vec::new();
    }
    let paid = order.refunds.iter().filter(|refund| refund.pay_status == 2 && refund.refund_amount > Cents::ZERO);
    let back = paid.map(|refund| ("refund", "refund", refund.refund_no.clone(), refund.refund_amount));
    std::iter::once(("purchase", "order", order.order_no.clone(), Cents::ZERO - order.paid_amount)).chain(back).collect()
}

impl Store {
    /// Faults of some orders, each with its order: what the logs of their members, the rows of their refunds and their
    /// outbound orders say otherwise.
    pub(super) async fn beside_orders(&self, orders: &[ShopOrder]) -> Result<Vec<(usize, String)>, StoreError> {
        let mut found = Vec::new();
        self.compare_logs(orders, &mut found).await?;
        self.compare_refunds(orders, &mut found).await?;
        self.compare_sending(orders, &mut found).await?;
        Ok(found)
    }

    async fn compare_logs(&self, orders: &[ShopOrder], found: &mut Vec<(usize, String)>) -> Result<(), StoreError> {
        let all: Vec<_> = orders.iter().map(causes).collect();
        let key =
            |(kind, of, cause, _): &(&str, &str, String, Cents)| array_id("balance_cause", vec![text("money"), text(kind), text(of), text(cause)]);
        let query = "LET $known = (SELECT record::id(id)[3] AS cause, log FROM $causes);
            SELECT VALUE [cause, (SELECT VALUE money FROM ONLY type::record('user_money_log', $parent.log))] FROM $known;";
        let mut response = self.run(query, vec![("causes", array(all.iter().flatten().map(key).collect()))]).await?;
        let rows: Vec<(String, Option<Decimal>)> = take(&mut response, 1)?;
        let booked: BTreeMap<String, Option<Decimal>> = rows.into_iter().collect();
        for (at, causes) in all.iter().enumerate() {
            for (kind, _, cause, change) in causes {
                let is = booked.get(cause).copied().flatten();
                if is != Some(change.decimal()) {
                    let is = is.map_or_else(|| "nothing".to_owned(), |is| is.to_string());
                    found.push((at, format!("{kind} {cause} changed the balance by {change}, its member's log has {is}")));
                }
            }
        }
        Ok(())
    }

    async fn compare_refunds(&self, orders: &[ShopOrder], found: &mut Vec<(usize, String)>) -> Result<(), StoreError> {
        let key = |order: &ShopOrder, no: u32| array_id("shop_refund", vec![int(order.id.0), int(i64::from(no))]);
        let ids = orders.iter().flat_map(|order| order.refunds.iter().map(move |refund| key(order, refund.no)));
        let query = "SELECT order_id, no, audit_status, status, pay_status, refund_amount FROM $rows";
        let rows: Vec<RefundRow> = self.rows(query, vec![("rows", array(ids.collect()))]).await?;
        for (at, order) in orders.iter().enumerate() {
            for refund in &order.refunds {
                let expected = RefundRow {
                    order_id: order.id.0,
                    no: refund.no,
                    audit_status: refund.audit_status,
                    status: refund.status,
                    pay_status: refund.pay_status,
                    refund_amount: refund.refund_amount,
                };
                let is = rows.iter().find(|row| (row.order_id, row.no) == (order.id.0, refund.no));
                if is != Some(&expected) {
                    found.push((at, format!("refund {} is {expected:?}, its row is {is:?}", refund.no)));
                }
            }
        }
        Ok(())
    }

    async fn compare_sending(&self, orders: &[ShopOrder], found: &mut Vec<(usize, String)>) -> Result<(), StoreError> {
        let ids = orders.iter().flat_map(|order| &order.parcels).filter_map(|parcel| parcel.outbound).map(|order| id("stock_order", order.0));
        let query = "SELECT record::id(id) AS id, lines.map(|$l| [$l.line, $l.quantity - $l.stocked]) AS lines FROM $orders";
        let rows: Vec<ToSend> = self.rows(query, vec![("orders", array(ids.collect()))]).await?;
        for (at, order) in orders.iter().enumerate() {
            let waits = |parcel: &&ShopParcel| parcel.status == ShopParcel::WAITING && !order.todo.iter().any(|todo| todo.parcel() == parcel.no);
            for parcel in order.parcels.iter().filter(waits) {
                let Some(outbound) = parcel.outbound else { continue };
                let open = rows.iter().find(|row| row.id == outbound.0).map(|row| row.lines.as_slice()).unwrap_or_default();
                for (line, quantity) in quantities(order, &parcel.lines) {
                    let is: Decimal = open.iter().filter(|(of, _)| *of == i64::from(line)).map(|(_, open)| *open).sum();
                    if is != quantity.0 {
                        let (says, no) = (quantity, parcel.no);
                        found.push((at, format!("{says} of line {line} wait in parcel {no}, stock_order:{outbound} is to send {is}")));
                    }
                }
            }
        }
        Ok(())
    }

    /// Coupons that are held or used have one order, which has them; and as many are taken and used as it says.
    pub(super) async fn check_shop_coupons(&self, report: &mut Report) -> Result<(), StoreError> {
        let mut from = 0;
        loop {
            // One statement reads a coupon and its order at the same moment.
            let query = "SELECT record::id(id) AS id, user_id, status, order_id ?? 0 AS order_id,
                  (SELECT VALUE [user_coupon_id, user_id, status] FROM ONLY type::record('shop_order', $parent.order_id ?? 0)) AS of,
                  (SELECT VALUE order.user_coupon_id FROM ONLY type::record('shop_placing', $parent.order_id ?? 0) WHERE open = true) = record::id(id)
                    AS placing,
                  cost ?? 0dec AS cost, (SELECT VALUE coupon_amount + freight_off FROM ONLY type::record('shop_order', $parent.order_id ?? 0)) AS off
                FROM shop_user_coupon WHERE id >= $from AND (status IN [1, 2] OR order_id > 0) ORDER BY id ASC LIMIT $most";
            let rows: Vec<Taken> = self.rows(query, vec![("from", id("shop_user_coupon", from)), ("most", int(COUPONS))]).await?;
            for row in &rows {
                let own = row.of.filter(|(coupon, member, _)| (*coupon, *member) == (Some(row.id), row.user_id));
                let fits = match (row.status, own) {
                    // Not paid yet.
                    (1, Some((_, _, state))) => state == 1,
                    (1, None) => row.placing,
                    // Closed orders give it back.
                    (2, Some((_, _, state))) => state != 1 && state != 6,
                    _ => false,
                };
                if !fits {
                    report
                        .find(format!("shop_user_coupon:{}", row.id), format!("is {} of order {}, which is {:?}", row.status, row.order_id, row.of));
                }
                if let Some(off) = row.off.filter(|off| fits && row.status == 2 && *off != row.cost) {
                    report.find(format!("shop_user_coupon:{}", row.id), format!("has cost {}, its order has {off} taken off", row.cost));
                }
            }
            match rows.last() {
                Some(last) if i64::try_from(rows.len()).unwrap_or(0) == COUPONS => from = last.id + 1,
                _ => break,
            }
        }
        let query = "SELECT record::id(id) AS id, received_num ?? 0 AS received, used_num ?? 0 AS used, cost ?? 0dec AS cost,
              array::len((SELECT VALUE id FROM shop_user_coupon WHERE coupon_id = record::id($parent.id))) AS tickets,
              array::len((SELECT VALUE id FROM shop_user_coupon WHERE coupon_id = record::id($parent.id) AND status = 2)) AS spent,
              <decimal>math::sum((SELECT VALUE cost ?? 0dec FROM shop_user_coupon WHERE coupon_id = record::id($parent.id) AND status = 2)) AS taken_off
            FROM shop_coupon";
        let counted: Vec<Counted> = self.rows(query, vec![]).await?;
        for Counted { id, received, used, cost, tickets, spent, taken_off } in counted {
            if (received, used) != (tickets, spent) {
                let says = format!("says that {received} were taken and {used} used, {tickets} were taken and {spent} are used");
                report.find(format!("shop_coupon:{id}"), says);
            }
            if cost != taken_off {
                report.find(format!("shop_coupon:{id}"), format!("says that it has cost {cost}, its tickets have taken off {taken_off}"));
            }
        }
        Ok(())
    }

    /// What [`Self::beside_orders`] finds of orders that have not changed while it was read.
    pub(super) async fn check_beside_orders(&self, orders: &[ShopOrder], began: i64, report: &mut Report) -> Result<(), StoreError> {
        for (at, problem) in self.beside_orders(orders).await? {
            if let Some(order) = orders.get(at)
                && self.is_unchanged(order, began).await?
            {
                report.find(name(order.id.0), problem);
            }
        }
        Ok(())
    }
}
