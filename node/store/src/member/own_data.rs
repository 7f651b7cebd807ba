//! All that is kept about a member, as its member gets it.

use std::collections::BTreeMap;

use actors::store::StoreError;
use serde_json::Value as Json;

use crate::engine::connect::Store;
use crate::engine::value::{id, int};

/// Rows of each part at most.
const ROWS_MAX: i64 = 5_000;

/// What is read, part by part: `$member` is the id, `$user` the record. Newest first. Secrets and inner workings are left out.
const PARTS: &[(&str, &str)] = &[
    (
        "account",
        "SELECT record::id(id) AS id, username, nickname, email, mobile, avatar, gender, birthday, motto, money, score, join_time, join_ip,
           last_login_time, last_login_ip, status FROM $user",
    ),
    (
        "addresses",
        "SELECT name, mobile, country, area, region, city, postal_code, address, is_default, create_time FROM shop_address WHERE user_id = $member ORDER BY create_time DESC",
    ),
    (
        "orders",
        "SELECT order_no, status, create_time, pay_time, receive_time, goods_amount, freight, pay_amount, paid_amount, refund_amount, score_used,
           lines.map(|$line| $line.{ name, sku_text, quantity, price }) AS lines, name, mobile, area_text, address, remark, parcels, refunds
         FROM shop_order WHERE user_id = $member ORDER BY create_time DESC",
    ),
    (
        "payments",
        "SELECT order_no, method, amount, status, paid_amount, paid_time, create_time FROM shop_payment WHERE user_id = $member ORDER BY create_time DESC",
    ),
    (
        "recharges",
        "SELECT recharge_no, money, status, pay_time, create_time FROM shop_recharge_order WHERE user_id = $member ORDER BY create_time DESC",
    ),
    ("balance", "SELECT money, before, after, memo, kind, create_time FROM user_money_log WHERE user_id = $member ORDER BY create_time DESC"),
    ("points", "SELECT score, before, after, memo, kind, create_time FROM user_score_log WHERE user_id = $member ORDER BY create_time DESC"),
    ("coupons", "SELECT coupon_id, status, end_time, create_time FROM shop_user_coupon WHERE user_id = $member ORDER BY create_time DESC"),
    ("cart", "SELECT sku_id, quantity, create_time FROM shop_cart WHERE user_id = $member ORDER BY create_time DESC"),
    ("evaluations", "SELECT * OMIT id, version, revisions FROM shop_evaluation WHERE user_id = $member ORDER BY create_time DESC"),
    ("notices", "SELECT kind, data, created_at, read_at FROM member_notice WHERE member = $member ORDER BY created_at DESC"),
    (
        "companies",
        "SELECT type::record('company', company_id).name AS company, role, position, state, joined FROM company_user WHERE user_id = $member
         ORDER BY joined DESC",
    ),
    (
        "identity",
        "SELECT real_name, id_type, id_number, state, reason, review_time, create_time FROM verify_person WHERE user_id = $member ORDER BY create_time DESC",
    ),
    (
        "messages",
        "SELECT name, company, mobile, email, content, reply, create_time FROM site_message WHERE user_id = $member ORDER BY create_time DESC",
    ),
    ("uploads", "SELECT name, url, size, create_time FROM attachment WHERE user_id = $member ORDER BY create_time DESC"),
];

impl Store {
    /// What is kept about a member, by part.
    pub async fn data_of_member(&self, member: i64) -> Result<BTreeMap<String, Vec<Json>>, StoreError> {
        let mut data = BTreeMap::new();
        for (part, query) in PARTS {
            let vars = vec![("member", int(member)), ("user", id("user", member)), ("most", int(ROWS_MAX))];
            data.insert((*part).to_owned(), self.rows(&format!("{query} LIMIT $most"), vars).await?);
        }
        Ok(data)
    }
}
