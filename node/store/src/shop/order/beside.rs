//! Rows that an order's write adds beside the order: what it has sold, what its member says of it and is told of it.

use bus_schemas::shop::evaluation::EvaluationRow;
use bus_schemas::shop::order::ShopOrder;
use bus_schemas::shop::write::{MemberNotice, Sold, Told};
use surrealdb::types::Value;

use crate::engine::value::{array, array_id, from_json, int, object, text};
use crate::member::notices::NoticeKind;

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

pub(super) fn told(notice: &MemberNotice) -> Value {
    let kind = match notice.told {
        Told::Shipped => NoticeKind::Shipped,
        Told::Refund => NoticeKind::Refund,
        Told::Cancel => NoticeKind::Cancel,
    };
    let data = from_json(serde_json::to_value(&notice.data).unwrap_or_default(), &[]);
    object([("kind", text(kind.name())), ("data", data)])
}
