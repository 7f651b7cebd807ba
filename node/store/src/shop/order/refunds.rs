//! Refunds of shop orders as lists show them.

use actors::store::StoreError;
use bus_schemas::shop::Cents;
use bus_schemas::shop::balance::{CauseKind, EntryKind};
use bus_schemas::shop::coupon::CouponTerms;
use bus_schemas::shop::refund::ShopRefund;
use serde::{Deserialize, Deserializer};

use super::figures::{PAID_AT, within};
use super::read::Buyer;
use crate::engine::after::rows_after;
use crate::engine::connect::Store;
use crate::engine::transaction::{Vars, take};
use crate::engine::value::{array_id, id, int, text};
use crate::listing::columns::{ListFailure, Listed, conditions, order_by};
use crate::listing::{Compare, ListError, ListQuery, Page};
use crate::scope::Scope;

/// The integer by which clients know a refund: an order has fewer than a hundred.
const ID: &str = "(order_id * 100 + no)";

const COLUMNS: &[Listed] = &[
    Listed::new("id", ID, Compare::Int).sorted_by("id"),
    Listed::new("refund_no", "refund_no", Compare::Text),
    Listed::new("order_id", "order_id", Compare::Int),
    Listed::new("orderRelation.order_no", "order_no", Compare::Text),
    Listed::new("order_no", "order_no", Compare::Text),
    Listed::new("user_id", "user_id", Compare::Int),
    Listed::new("type", "`type`", Compare::Int),
    Listed::new("audit_status", "audit_status", Compare::Int),
    Listed::new("status", "status", Compare::Int),
    Listed::new("user_ship_status", "user_ship_status", Compare::Int),
    Listed::new("pay_status", "pay_status", Compare::Int),
    Listed::new("refund_amount", "refund_amount", Compare::Decimal),
    Listed::new("create_time", "create_time", Compare::Int),
    Listed::new("update_time", "update_time", Compare::Int),
    // What the figures of a day count by.
    Listed::new("paid_time", PAID_AT, Compare::Int).sorted_by("paid_time"),
];

/// A refund with the order and the member that it is of.
#[derive(Clone, Debug, Deserialize)]
pub struct RefundListed {
    #[serde(flatten)]
    pub refund: ShopRefund,
    pub order_id: i64,
    pub order_no: String,
    pub order_status: i64,
    pub user_id: i64,
    pub user: Option<Buyer>,
    /// Of the order's parcels.
    #[serde(default)]
    pub warehouses: Vec<i64>,
}

/// Ids of areas, which addresses keep as texts.
fn area_ids<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<i64>, D::Error> {
    let ids = Vec::<String>::deserialize(deserializer)?;
    ids.iter().map(|id| id.parse()).collect::<Result<_, _>>().map_err(serde::de::Error::custom)
}

/// Where goods are sent back to.
#[derive(Clone, Debug, Deserialize)]
pub struct ReturnAddress {
    pub name: String,
    pub mobile: String,
    /// Ids of province, city and district.
    #[serde(deserialize_with = "area_ids")]
    pub city: Vec<i64>,
    pub address: String,
}

impl RefundListed {
    /// The integer by which clients know it.
    #[must_use]
    pub fn id(&self) -> i64 {
        self.order_id * 100 + i64::from(self.refund.no)
    }
}

/// What is selected of refunds.
const SELECT: &str = "SELECT *, type::record('user', user_id).{ username, nickname } AS user OMIT id";

/// The conditions of a list of refunds, and their values.
fn refunds_listed(query: &ListQuery, scope: &Scope, member: Option<i64>) -> Result<(String, Vars), ListError> {
    let mut vars = Vars::new();
    let mut base: Vec<String> = Vec::new();
    if scope.within_warehouses("warehouses", &mut vars).is_some() {
        base.push("warehouses CONTAINSANY $scope_warehouses".to_owned());
    }
    if let Some(member) = member {
        vars.push(("member", int(member)));
        base.push("user_id = $member".to_owned());
    }
    let conditions = conditions(query, COLUMNS, &["refund_no", "order_no"], &base.join(" AND "), &mut vars)?;
    Ok((conditions, vars))
}

impl Store {
    /// A page of refunds for staff, or of a member's own, the newest first unless another order is asked for.
    pub async fn list_shop_refunds(&self, query: &ListQuery, scope: &Scope, member: Option<i64>) -> Result<Page<RefundListed>, ListFailure> {
        let (conditions, vars) = refunds_listed(query, scope, member)?;
        let order = order_by(query, COLUMNS, "create_time DESC, id DESC")?;
        let text = format!(
            "{SELECT} FROM shop_refund {conditions} ORDER BY {order} LIMIT $limit START $start; \
             SELECT VALUE count FROM ONLY (SELECT count() FROM shop_refund {conditions} GROUP ALL) LIMIT 1;"
        );
        self.shop_page(&text, vars, query).await
    }

    /// The refunds of staff's list after this one, in the order of their keys.
    pub async fn shop_refunds_after(
        &self,
        query: &ListQuery,
        scope: &Scope,
        after: Option<&RefundListed>,
        many: i64,
    ) -> Result<Vec<RefundListed>, ListFailure> {
        let (conditions, mut vars) = refunds_listed(query, scope, None)?;
        let key = |row: &RefundListed| array_id("shop_refund", vec![int(row.order_id), int(i64::from(row.refund.no))]);
        let source = rows_after("shop_refund", &conditions, after.map(key), &mut vars);
        vars.push(("many", int(many)));
        self.rows(&format!("{SELECT} FROM {source} LIMIT $many"), vars).await.map_err(|error: StoreError| error.into())
    }

    /// The order and the number of a refund within it, by the number that a provider knows it by.
    pub async fn shop_refund_by_number(&self, out_refund_no: &str) -> Result<Option<(i64, u32)>, StoreError> {
        // A refund's number begins with the order's: `R`, the number of the order, two digits.
        let order_no = out_refund_no.strip_prefix('R').and_then(|rest| rest.get(..rest.len().checked_sub(2)?));
        let Some(order_no) = order_no else { return Ok(None) };
        let query = "SELECT VALUE record::id(id) FROM shop_order WHERE order_no = $no";
        let orders: Vec<i64> = self.rows(query, vec![("no", text(order_no))]).await?;
        let Some(order) = orders.first() else { return Ok(None) };
        let query = "SELECT VALUE refunds[WHERE out_refund_no = $refund].no FROM $order";
        let found: Vec<Vec<u32>> = self.rows(query, vec![("order", id("shop_order", *order)), ("refund", text(out_refund_no))]).await?;
        Ok(found.first().and_then(|numbers| numbers.first()).map(|no| (*order, *no)))
    }

    /// How many refunds wait for a decision, and how many for the goods to be received.
    pub async fn count_shop_refunds(&self, scope: &Scope) -> Result<(i64, i64), StoreError> {
        let mut vars = Vars::new();
        let within = within(scope, "warehouses", &mut vars);
        let query = format!(
            "RETURN array::len((SELECT VALUE id FROM shop_refund WHERE audit_status = 1 AND status = 0 {within}));
             RETURN array::len((SELECT VALUE id FROM shop_refund WHERE audit_status = 2 AND status = 1 AND user_ship_status = 1 {within}));"
        );
        let mut response = self.run(&query, vars).await?;
        Ok((take(&mut response, 0)?, take(&mut response, 1)?))
    }

    /// What of a member's score went back with a refund that had been earned with its order.
    pub async fn score_taken_back(&self, refund_no: &str) -> Result<i64, StoreError> {
        let cause = ["score", EntryKind::Purchase.name(), CauseKind::Refund.name(), refund_no].map(text);
        let query = "LET $log = (SELECT VALUE log FROM ONLY $cause);
            SELECT VALUE score FROM type::record('user_score_log', $log ?? 0);";
        let mut response = self.run(query, vec![("cause", array_id("balance_cause", cause.into()))]).await?;
        let changes: Vec<i64> = take(&mut response, 1)?;
        Ok(-changes.iter().sum::<i64>())
    }

    /// What a member's coupon is called, and from which amount it is good.
    pub async fn coupon_minimum(&self, user_coupon: i64) -> Result<Option<(String, Cents)>, StoreError> {
        #[derive(Deserialize)]
        struct Row {
            name: String,
            terms: CouponTerms,
        }
        let rows: Vec<Row> = self.rows("SELECT name, terms FROM $coupon", vec![("coupon", id("shop_user_coupon", user_coupon))]).await?;
        Ok(rows.into_iter().next().map(|row| (row.name, row.terms.min_amount)))
    }

    /// Whether goods may be sent back to one of our addresses now.
    pub async fn takes_returns(&self, address: i64) -> Result<bool, StoreError> {
        let query = "SELECT VALUE 1 FROM $address WHERE status = 1 AND is_return = 1";
        let found: Vec<i64> = self.rows(query, vec![("address", id("shop_delivery_address", address))]).await?;
        Ok(!found.is_empty())
    }

    /// Where goods are sent back to where nobody names an address: the default one of those that take returns, or the first.
    pub async fn default_return_address(&self) -> Result<Option<i64>, StoreError> {
        let query = "SELECT VALUE number FROM (SELECT record::id(id) AS number, is_default FROM shop_delivery_address
            WHERE status = 1 AND is_return = 1 ORDER BY is_default DESC, number ASC LIMIT 1)";
        let found: Vec<i64> = self.rows(query, vec![]).await?;
        Ok(found.into_iter().next())
    }

    /// Where the goods of a refund are sent back to, as it is now.
    pub async fn return_address(&self, address: i64) -> Result<Option<ReturnAddress>, StoreError> {
        if address <= 0 {
            return Ok(None);
        }
        let query = "SELECT name, mobile, city ?? [] AS city, address FROM $address";
        let rows: Vec<ReturnAddress> = self.rows(query, vec![("address", id("shop_delivery_address", address))]).await?;
        Ok(rows.into_iter().next())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_area_that_can_not_be_read_spoils_the_address() {
        let address = |city: serde_json::Value| {
            serde_json::from_value::<ReturnAddress>(json!({ "name": "n", "mobile": "m", "city": city, "address": "a" })).map(|address| address.city)
        };
        assert_eq!(address(json!(["440000", "440100"])).ok(), Some(vec![440_000, 440_100]));
        assert!(address(json!(["440000", "x"])).is_err());
    }
}
