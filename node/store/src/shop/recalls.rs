//! Shop orders that have delivered goods of a batch, their members, and the notices to these when it is recalled.

use std::collections::{BTreeSet, HashMap};

use actors::store::StoreError;
use bus_schemas::order::ShopLink;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::value::{array, id, int, object, text};
use crate::member::notices::{NOTICE_IDS, NoticeKind, notice_id};
use crate::shop::order::read::Buyer;

/// Notices written together.
const NOTICES: usize = 500;

/// A shop order with what it has of a product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecalledOrder {
    /// The outbound order that delivered it.
    pub outbound: i64,
    pub order: i64,
    pub order_no: String,
    pub member: i64,
    /// Names of its goods that are the product.
    pub goods: String,
}

/// What is recalled, as members are told.
#[derive(Clone, Copy, Debug)]
pub struct RecalledBatch<'a> {
    pub product: i64,
    pub batch: &'a str,
    pub reason: &'a str,
}

#[derive(Deserialize)]
struct Sent {
    id: i64,
    shop: ShopLink,
}

#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    product: Option<i64>,
    name: String,
}

#[derive(Deserialize)]
struct Bought {
    id: i64,
    user_id: i64,
    lines: Vec<Line>,
}

/// Whose an order is.
#[derive(Deserialize)]
struct OfMember {
    id: i64,
    user_id: i64,
    user: Option<Buyer>,
}

impl Store {
    /// Id and name of the members of shop orders, by order. The name of a member who is gone is empty.
    pub(crate) async fn members_of_shop_orders(&self, orders: BTreeSet<i64>) -> Result<HashMap<i64, (i64, String)>, StoreError> {
        let ids = array(orders.into_iter().map(|order| id("shop_order", order)).collect());
        let query = "SELECT record::id(id) AS id, user_id, type::record('user', user_id).{ username, nickname } AS user FROM $orders";
        let found: Vec<OfMember> = self.rows(query, vec![("orders", ids)]).await?;
        let member = |order: OfMember| (order.id, (order.user_id, order.user.as_ref().and_then(Buyer::name).unwrap_or_default()));
        Ok(found.into_iter().map(member).collect())
    }

    /// Which of these outbound orders were sent for shop orders.
    pub async fn recalled_shop_orders(&self, product: i64, outbound: &[i64]) -> Result<Vec<RecalledOrder>, StoreError> {
        let ids = array(outbound.iter().map(|order| id("stock_order", *order)).collect());
        let sent: Vec<Sent> = self.rows("SELECT record::id(id) AS id, shop FROM $orders WHERE shop != NONE", vec![("orders", ids)]).await?;
        let orders: BTreeSet<i64> = sent.iter().map(|sent| sent.shop.order.0).collect();
        let ids = array(orders.into_iter().map(|order| id("shop_order", order)).collect());
        let bought: Vec<Bought> = self.rows("SELECT record::id(id) AS id, user_id, lines FROM $orders", vec![("orders", ids)]).await?;
        let of = |sent: Sent| {
            let order = bought.iter().find(|order| order.id == sent.shop.order.0)?;
            let names: BTreeSet<&str> = order.lines.iter().filter(|line| line.product == Some(product)).map(|line| line.name.as_str()).collect();
            let goods = names.into_iter().collect::<Vec<_>>().join(", ");
            Some(RecalledOrder { outbound: sent.id, order: order.id, order_no: sent.shop.order_no, member: order.user_id, goods })
        };
        Ok(sent.into_iter().filter_map(of).collect())
    }

    /// Tells the members of orders once of a batch. `now` in Unix seconds.
    pub async fn notify_of_recall(&self, orders: &[RecalledOrder], batch: RecalledBatch<'_>, now: i64) -> Result<(), StoreError> {
        for some in orders.chunks(NOTICES) {
            let told = |name: &str| {
                format!(
                    "SELECT VALUE data.order_no FROM member_notice
                       WHERE member IN ${name} AND kind = $kind AND data.product = $product AND data.batch = $batch;"
                )
            };
            let members: BTreeSet<i64> = some.iter().map(|order| order.member).collect();
            let vars = vec![("kind", text(NoticeKind::Recall.name())), ("product", int(batch.product)), ("batch", text(batch.batch))];
            let known: Vec<String> = self.look_up(members.into_iter().map(int).collect(), vars, told).await?;
            let mut known: BTreeSet<String> = known.into_iter().collect();
            let new: Vec<&RecalledOrder> = some.iter().filter(|order| known.insert(order.order_no.clone())).collect();
            if new.is_empty() {
                continue;
            }
            let first = self.next_ids(NOTICE_IDS, i64::try_from(new.len()).unwrap_or(i64::MAX)).await?;
            let row = |(order, number): (&RecalledOrder, i64)| {
                let data = object([
                    ("order_no", text(&order.order_no)),
                    ("goods", text(&order.goods)),
                    ("product", int(batch.product)),
                    ("batch", text(batch.batch)),
                    ("reason", text(batch.reason)),
                ]);
                object([
                    ("id", notice_id(number)),
                    ("member", int(order.member)),
                    ("kind", text(NoticeKind::Recall.name())),
                    ("data", data),
                    ("created_at", int(now)),
                ])
            };
            let told = array(new.into_iter().zip(first..).map(row).collect());
            self.run("INSERT INTO member_notice $told RETURN NONE", vec![("told", told)]).await?;
        }
        Ok(())
    }
}
