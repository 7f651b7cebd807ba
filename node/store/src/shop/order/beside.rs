//! Rows that an order's write adds beside the order: what it has sold, its member's evaluations, and notices to its member.

use std::collections::BTreeMap;

use bus_schemas::shop::evaluation::EvaluationRow;
use bus_schemas::shop::order::ShopOrder;
use bus_schemas::shop::write::{MemberNotice, MemberNoticeKind, ShopWrite};
use surrealdb::types::Value;

use crate::engine::transaction::TxError;
use crate::engine::value::{array, array_id, fields, int, object, text};
use crate::member::notices::{NoticeKind, notice_id};

/// How the orders of a transaction change the sales of goods, added up later ([`super::sales`]): so orders of the same goods
/// don't meet in one row. One row for all of them, as it is deleted afterwards (decision 13).
pub(crate) fn sold<'a>(writes: impl IntoIterator<Item = &'a ShopWrite>) -> Option<Value> {
    let mut pieces: BTreeMap<i64, i64> = BTreeMap::new();
    let mut key = None;
    for write in writes {
        for sold in &write.sold {
            key.get_or_insert_with(|| vec![int(write.order.id.0), int(write.order.version)]);
            *pieces.entry(sold.goods_id).or_default() += sold.pieces;
        }
    }
    let sold = pieces.into_iter().map(|(goods, pieces)| array(vec![int(goods), int(pieces)])).collect();
    Some(object([("id", array_id("shop_sold", key?)), ("sold", array(sold))]))
}

pub(super) fn evaluation(row: &EvaluationRow, order: &ShopOrder) -> Value {
    let said = &row.said;
    object([
        ("order_id", int(order.id.0)),
        ("order_no", text(&order.order_no)),
        ("line", int(i64::from(said.line))),
        ("goods_id", int(row.goods_id)),
        ("goods_name", text(&row.name)),
        ("sku_id", int(row.sku_id)),
        ("sku_text", text(&row.sku_text)),
        ("user_id", int(order.user_id)),
        ("star", int(i64::from(said.star))),
        ("content", text(&said.content)),
        ("images", array(said.images.iter().map(|image| text(image)).collect())),
        ("anonymous", int(i64::from(said.anonymous))),
        ("batch", text(&said.batch)),
        ("status", int(i64::from(row.shown))),
        ("create_time", int(order.update_time)),
        ("update_time", int(order.update_time)),
    ])
}

/// A notice to the order's member, under its id.
pub(super) fn notice(notice: &MemberNotice, key: i64, order: &ShopOrder) -> Result<Value, TxError> {
    let kind = match notice.kind {
        MemberNoticeKind::Paid => NoticeKind::Paid,
        MemberNoticeKind::Shipped => NoticeKind::Shipped,
        MemberNoticeKind::Refund => NoticeKind::Refund,
        MemberNoticeKind::Cancel => NoticeKind::Cancel,
    };
    Ok(object([
        ("id", notice_id(key)),
        ("member", int(order.user_id)),
        ("kind", text(kind.name())),
        ("data", Value::Object(fields(&notice.data, &[])?)),
        ("created_at", int(order.update_time)),
    ]))
}
