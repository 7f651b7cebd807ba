//! Shop orders as lists and pages show them.

use actors::store::StoreError;
use bus_schemas::ids::OrderId;
use bus_schemas::shop::order::{ShopEvent, ShopOrder, ShopStatus};
use rust_decimal::Decimal;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::ops::Bound;
use surrealdb::types::{Array, RecordId, RecordIdKey, RecordIdKeyRange, Value};

use crate::engine::connect::Store;
use crate::engine::transaction::{Vars, take};
use crate::engine::value::{id, int, text};
use crate::listing::columns::{ListFailure, Listed, conditions, order_by};
use crate::listing::{Compare, ListError, ListQuery, Page, Sought};
use crate::scope::Scope;

const COLUMNS: &[Listed] = &[
    Listed::new("id", "id", Compare::Key).key_of("shop_order"),
    Listed::new("order_no", "order_no", Compare::Text),
    Listed::new("user_id", "user_id", Compare::Int),
    Listed::new("status", "status", Compare::Int),
    Listed::new("name", "name", Compare::Text),
    Listed::new("mobile", "mobile", Compare::Text),
    Listed::new("goods", "array::join(lines.name, ' ')", Compare::Text).sorted_by("id"),
    Listed::new("pay_amount", "pay_amount", Compare::Decimal),
    Listed::new("refund_amount", "refund_amount", Compare::Decimal),
    Listed::new("pay_method", "pay_method", Compare::Int),
    Listed::new("due_at", "due_at", Compare::Int),
    Listed::new("pay_time", "pay_time", Compare::Int),
    Listed::new("create_time", "create_time", Compare::Int),
];

/// Where the quick search looks.
const QUICK: &[&str] = &["order_no", "mobile", "name"];
/// Columns that are masked for those who neither send nor change orders.
const MASKED: &[&str] = &["mobile"];

/// How somebody sees telephone numbers and addresses of orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contacts {
    Whole,
    /// They don't search or sort by them either: the answer would tell what they hold.
    Masked,
}

impl Contacts {
    /// The conditions of a list of orders, `base` first.
    pub(super) fn conditions(self, query: &ListQuery, base: &str, vars: &mut Vars) -> Result<String, ListError> {
        let hidden = |name: &str| self == Self::Masked && MASKED.contains(&name);
        let mut asked = query.asked().map(|filter| &filter.field).chain(query.order.iter().map(|(field, _)| field));
        if let Some(field) = asked.find(|field| hidden(field)) {
            return Err(ListError::Column(field.clone()));
        }
        let quick: Vec<&str> = QUICK.iter().copied().filter(|name| !hidden(name)).collect();
        conditions(query, COLUMNS, &quick, base, vars)
    }
}

/// An order with who it is of.
#[derive(Clone, Debug, Deserialize)]
pub struct ShopListed {
    #[serde(flatten)]
    pub order: ShopOrder,
    pub user: Option<Buyer>,
}

/// A member who bought.
#[derive(Clone, Debug, Deserialize)]
pub struct Buyer {
    pub username: Option<String>,
    pub nickname: Option<String>,
}

impl Buyer {
    /// How staff know them: the nickname, else the name they log in with.
    #[must_use]
    pub fn name(&self) -> Option<String> {
        self.nickname.clone().filter(|name| !name.is_empty()).or_else(|| self.username.clone())
    }
}

/// What a member looks for among their orders.
#[derive(Clone, Debug, Default)]
pub struct OwnOrders {
    pub status: Option<ShopStatus>,
    /// Only those with refunds.
    pub refunds: bool,
    pub search: String,
    pub page: i64,
    pub limit: i64,
}

/// A parcel of an order that concerns one of these warehouses; with no parcels it concerns all.
pub(super) fn within(scope: &Scope, vars: &mut Vars) -> Option<String> {
    scope.within_warehouses("parcels.warehouse", vars)?;
    Some("parcels.warehouse CONTAINSANY $scope_warehouses".to_owned())
}

fn events(order: OrderId) -> Value {
    let key = |version: i64| RecordIdKey::Array(Array::from(vec![int(order.0), int(version)]));
    let range = RecordIdKeyRange { start: Bound::Included(key(0)), end: Bound::Included(key(i64::MAX)) };
    Value::RecordId(RecordId { table: "shop_event".into(), key: RecordIdKey::Range(Box::new(range)) })
}

impl Store {
    /// A page of shop orders for staff, the newest first unless another order is asked for.
    pub async fn list_shop_orders(&self, query: &ListQuery, scope: &Scope, contacts: Contacts) -> Result<Page<ShopListed>, ListFailure> {
        let mut vars = Vars::new();
        let base = within(scope, &mut vars).unwrap_or_default();
        let conditions = contacts.conditions(query, &base, &mut vars)?;
        let order = order_by(query, COLUMNS, "id DESC")?;
        let text = format!(
            "SELECT *, record::id(id) AS id, type::record('user', user_id).{{ username, nickname }} AS user \
               FROM shop_order {conditions} ORDER BY {order} LIMIT $limit START $start; \
             SELECT VALUE count FROM ONLY (SELECT count() FROM shop_order {conditions} GROUP ALL) LIMIT 1;"
        );
        self.shop_page(&text, vars, query).await
    }

    /// A page: its rows, and how many there are.
    pub(super) async fn shop_page<T: serde::de::DeserializeOwned>(
        &self,
        text: &str,
        mut vars: Vars,
        query: &ListQuery,
    ) -> Result<Page<T>, ListFailure> {
        vars.push(("limit", int(query.page_size())));
        vars.push(("start", int(query.start())));
        let mut response = self.run(text, vars).await.map_err(StoreError::from)?;
        let list = take(&mut response, 0)?;
        // Nothing is counted where there are no rows.
        let total: Option<i64> = take(&mut response, 1)?;
        Ok(Page { list, total: total.unwrap_or(0) })
    }

    /// How many orders are in each state, within a scope: state, orders, orders of which a refund is open.
    pub async fn count_shop_orders(&self, scope: &Scope, member: Option<i64>) -> Result<Vec<(i64, i64, i64)>, StoreError> {
        let mut vars = Vars::new();
        let mut base: Vec<String> = within(scope, &mut vars).into_iter().collect();
        match member {
            Some(member) => {
                vars.push(("member", int(member)));
                base.push("user_id = $member AND hidden = false".to_owned());
            }
            None if base.is_empty() => return self.count_all_shop_orders().await,
            None => {}
        }
        let base = if base.is_empty() { String::new() } else { format!("WHERE {}", base.join(" AND ")) };
        let query = format!(
            "SELECT VALUE [status, count, refunds] FROM (SELECT status, count() AS count, \
               math::sum(IF refunds.any(|$refund| $refund.status < 2) {{ 1 }} ELSE {{ 0 }}) AS refunds FROM shop_order {base} GROUP BY status)"
        );
        self.rows(&query, vars).await
    }

    /// The same of all orders, by their indexes: no order is read that has no open refund.
    async fn count_all_shop_orders(&self) -> Result<Vec<(i64, i64, i64)>, StoreError> {
        let count =
            |state: &ShopStatus| format!("SELECT VALUE count FROM (SELECT count() FROM shop_order WHERE status = {} GROUP ALL);", state.code());
        let mut query: String = ShopStatus::ALL.iter().map(count).collect();
        query.push_str("SELECT VALUE [order_status, order_id] FROM shop_refund WHERE status IN [0, 1];");
        let mut response = self.run(&query, vec![]).await?;
        let open: BTreeSet<(i64, i64)> = take(&mut response, ShopStatus::ALL.len())?;
        let mut counts = Vec::new();
        for (at, state) in ShopStatus::ALL.iter().enumerate() {
            let orders: Vec<i64> = take(&mut response, at)?;
            let refunds = open.iter().filter(|(of, _)| *of == state.code()).count();
            let counted = orders.first().filter(|orders| **orders > 0);
            counts.extend(counted.map(|orders| (state.code(), *orders, i64::try_from(refunds).unwrap_or(i64::MAX))));
        }
        Ok(counts)
    }

    /// A member's own orders, newest first.
    pub async fn own_shop_orders(&self, member: i64, asked: &OwnOrders) -> Result<Page<ShopOrder>, StoreError> {
        let searched: String;
        let mut base = vec!["user_id = $member AND hidden = false"];
        let mut vars: Vars = vec![("member", int(member))];
        if let Some(status) = asked.status {
            base.push("status = $status");
            vars.push(("status", int(status.code())));
        }
        if asked.refunds {
            base.push("array::len(refunds) > 0");
        }
        if !asked.search.is_empty() {
            let sought = Sought::new(&asked.search);
            let within = ["string::lowercase(order_no)", "string::lowercase(array::join(lines.name, ' '))"];
            searched = format!("({})", within.map(|expression| sought.in_lower_case(expression, "search")).join(" OR "));
            base.push(&searched);
            vars.push(("search", sought.bound()));
        }
        let query = format!(
            "SELECT *, record::id(id) AS id FROM shop_order WHERE {0} ORDER BY id DESC LIMIT $limit START $start;
             SELECT VALUE count FROM ONLY (SELECT count() FROM shop_order WHERE {0} GROUP ALL) LIMIT 1;",
            base.join(" AND ")
        );
        let paged = ListQuery { page: asked.page, limit: asked.limit, ..ListQuery::default() };
        vars.push(("limit", int(paged.page_size())));
        vars.push(("start", int(paged.start())));
        let mut response = self.run(&query, vars).await?;
        let list = take(&mut response, 0)?;
        let total: Option<i64> = take(&mut response, 1)?;
        Ok(Page { list, total: total.unwrap_or(0) })
    }

    /// The id of a member's order by its number; somebody else's does not exist.
    pub async fn own_shop_order(&self, member: i64, order_no: &str) -> Result<Option<OrderId>, StoreError> {
        let query = "SELECT VALUE record::id(id) FROM shop_order WHERE order_no = $no AND user_id = $member";
        let rows: Vec<i64> = self.rows(query, vec![("no", text(order_no)), ("member", int(member))]).await?;
        Ok(rows.first().copied().map(OrderId))
    }

    /// The version of a member's order by its number; somebody else's does not exist.
    pub async fn own_shop_order_version(&self, member: i64, order_no: &str) -> Result<Option<i64>, StoreError> {
        let query = "SELECT VALUE version FROM shop_order WITH INDEX shop_order_no WHERE order_no = $no AND user_id = $member";
        let rows: Vec<i64> = self.rows(query, vec![("no", text(order_no)), ("member", int(member))]).await?;
        Ok(rows.first().copied())
    }

    /// The sum of the versions of a member's orders, hidden ones too: every change of any of them raises it.
    pub async fn own_shop_order_versions(&self, member: i64) -> Result<i64, StoreError> {
        let query = "RETURN math::sum((SELECT VALUE version FROM shop_order WHERE user_id = $member));";
        let mut response = self.run(query, vec![("member", int(member))]).await?;
        take(&mut response, 0)
    }

    /// A member's orders whose time to pay is over, and that are open all the same: at most so many.
    pub async fn own_shop_orders_overdue(&self, member: i64, now: i64, most: usize) -> Result<Vec<OrderId>, StoreError> {
        let query = "SELECT VALUE record::id(id) FROM shop_order
            WHERE user_id = $member AND status = $to_pay AND due_at > 0 AND due_at <= $now LIMIT $most";
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let vars = vec![("member", int(member)), ("to_pay", int(ShopStatus::ToPay.code())), ("now", int(now)), ("most", int(most))];
        let rows: Vec<i64> = self.rows(query, vars).await?;
        Ok(rows.into_iter().map(OrderId).collect())
    }

    /// A member's own order by its number, and what money they have.
    pub async fn own_shop_order_to_pay(&self, member: i64, order_no: &str) -> Result<Option<(ShopOrder, Decimal)>, StoreError> {
        let query = "SELECT *, record::id(id) AS id FROM shop_order WITH INDEX shop_order_no WHERE order_no = $no AND user_id = $user;
            SELECT VALUE money FROM $member;";
        let vars = vec![("no", text(order_no)), ("user", int(member)), ("member", id("user", member))];
        self.own_with_money(query, vars).await
    }

    /// The same by its id.
    pub async fn own_shop_order_row(&self, member: i64, order: OrderId) -> Result<Option<(ShopOrder, Decimal)>, StoreError> {
        let query = "SELECT *, record::id(id) AS id FROM $order WHERE user_id = $user; SELECT VALUE money FROM $member;";
        let vars = vec![("order", id("shop_order", order.0)), ("user", int(member)), ("member", id("user", member))];
        self.own_with_money(query, vars).await
    }

    async fn own_with_money(&self, query: &str, vars: Vars) -> Result<Option<(ShopOrder, Decimal)>, StoreError> {
        let mut response = self.run(query, vars).await?;
        let (rows, money): (Vec<ShopOrder>, Vec<Decimal>) = (take(&mut response, 0)?, take(&mut response, 1)?);
        Ok(rows.into_iter().next().map(|order| (order, money.first().copied().unwrap_or_default())))
    }

    /// One order with who it is of and its history, within a scope.
    pub async fn shop_order_detail(&self, order: OrderId, scope: &Scope) -> Result<Option<(ShopListed, Vec<ShopEvent>)>, StoreError> {
        let query = "SELECT *, record::id(id) AS id, type::record('user', user_id).{ username, nickname } AS user FROM $order;
            SELECT * OMIT id FROM $events;";
        let mut response = self.run(query, vec![("order", id("shop_order", order.0)), ("events", events(order))]).await?;
        let rows: Vec<ShopListed> = take(&mut response, 0)?;
        let history: Vec<ShopEvent> = take(&mut response, 1)?;
        let reaches = |listed: &ShopListed| {
            scope.only_warehouses().is_none_or(|seen| listed.order.parcels.iter().any(|parcel| seen.contains(&parcel.warehouse.0)))
        };
        Ok(rows.into_iter().find(reaches).map(|row| (row, history)))
    }

    /// The carrier of a delivery company in use.
    pub async fn delivery_carrier(&self, company: i64) -> Result<Option<i64>, StoreError> {
        let query = "SELECT VALUE carrier_id FROM $company WHERE status = 1";
        let rows: Vec<i64> = self.rows(query, vec![("company", id("shop_delivery_company", company))]).await?;
        Ok(rows.first().copied())
    }

    /// Names and tracking addresses of delivery companies.
    pub async fn delivery_companies(&self, companies: &[i64]) -> Result<Vec<(i64, String, String)>, StoreError> {
        if companies.is_empty() {
            return Ok(Vec::new());
        }
        let ids = crate::engine::value::array(companies.iter().map(|company| id("shop_delivery_company", *company)).collect());
        self.rows("SELECT VALUE [record::id(id), name, tracking_url ?? ''] FROM $ids", vec![("ids", ids)]).await
    }

    /// Payments of an order, the newest first.
    pub async fn shop_payments(&self, order: OrderId) -> Result<Vec<PaymentListed>, StoreError> {
        let query =
            "SELECT out_trade_no, method, scene, amount, status, paid_amount, paid_time, transaction_id, notice, create_time FROM shop_payment
            WHERE order_id = $order ORDER BY out_trade_no DESC";
        self.rows(query, vec![("order", int(order.0))]).await
    }
}

/// A payment as pages show it.
#[derive(Clone, Debug, Deserialize)]
pub struct PaymentListed {
    pub out_trade_no: String,
    pub method: i64,
    pub scene: String,
    pub amount: bus_schemas::shop::Cents,
    pub status: i64,
    pub paid_amount: bus_schemas::shop::Cents,
    pub paid_time: Option<i64>,
    pub transaction_id: String,
    pub notice: String,
    pub create_time: i64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::connect::StoreConfig;

    #[tokio::test]
    async fn orders_are_counted_by_state_without_reading_them() {
        let store = Store::connect(&StoreConfig::new("mem://", "test")).await.unwrap();
        let rows = "FOR $n IN 1..=5 { CREATE type::record('shop_order', $n) SET order_no = <string>$n, user_id = $n % 2, hidden = false,
              status = IF $n < 4 { 2 } ELSE { 5 }, refunds = IF $n = 2 { [{ status: 1 }, { status: 2 }] } ELSE { [] } };
            CREATE shop_refund:[2, 1] SET order_id = 2, order_status = 2, status = 1;
            CREATE shop_refund:[2, 2] SET order_id = 2, order_status = 2, status = 2;";
        store.run(rows, vec![]).await.unwrap();
        assert_eq!(store.count_shop_orders(&Scope::system(), None).await.unwrap(), [(2, 3, 1), (5, 2, 0)]);
        assert_eq!(store.count_shop_orders(&Scope::system(), Some(0)).await.unwrap(), [(2, 1, 1), (5, 1, 0)]);
        for (text, whole) in [("status = 2", "IndexCountScan"), ("status = 2 ORDER BY id DESC LIMIT 10", "shop_order_state")] {
            let what = if whole == "IndexCountScan" { "count()" } else { "id" };
            let all = if whole == "IndexCountScan" { "GROUP ALL" } else { "" };
            let mut response = store.run(&format!("EXPLAIN SELECT {what} FROM shop_order WHERE {text} {all}"), vec![]).await.unwrap();
            let plan = format!("{:?}", response.take::<Value>(0).unwrap());
            assert!(plan.contains(whole) && !plan.contains("Sort"), "{plan}");
        }
    }
}
