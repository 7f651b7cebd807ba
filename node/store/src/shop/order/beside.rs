//! Rows that an order's write adds beside the order: what it has sold, its member's evaluations, and notices to its member.

use bus_schemas::shop::evaluation::EvaluationRow;
use bus_schemas::shop::order::ShopOrder;
use bus_schemas::shop::write::{MemberNotice, MemberNoticeKind, Sold};
use surrealdb::types::Value;

use crate::engine::transaction::TxError;
use crate::engine::value::{array, array_id, fields, int, object, text};
use crate::member::notices::{NoticeKind, notice_id};

/// A change of the sales of goods, added up later ([`super::sales`]): so orders of the same goods don't meet in one row.
pub(super) fn sold(sold: &Sold, order: &ShopOrder) -> Value {
    let key = vec![int(order.id.0), int(order.version), int(sold.goods_id)];
    object([("id", array_id("shop_sold", key)), ("goods", int(sold.goods_id)), ("pieces", int(sold.pieces))])
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
