//! Pieces of goods that an order has sold: pure. Their sum over all orders is what goods show as their sales.

use std::collections::BTreeMap;

use bus_schemas::shop::order::ShopOrder;
use bus_schemas::shop::write::Sold;

/// Pieces by goods that are paid and not paid back.
#[must_use]
pub fn pieces(order: &ShopOrder) -> BTreeMap<i64, i64> {
    let mut of_goods = BTreeMap::new();
    if order.pay_time.is_some() {
        for line in &order.lines {
            *of_goods.entry(line.goods_id).or_insert(0) += (line.quantity - line.refunded_num).max(0);
        }
    }
    of_goods
}

/// What a change of an order adds to the sales of goods, or takes away.
pub(super) fn change(before: Option<&ShopOrder>, order: &ShopOrder) -> Vec<Sold> {
    let mut change = pieces(order);
    for (goods, had) in before.map(pieces).unwrap_or_default() {
        *change.entry(goods).or_insert(0) -= had;
    }
    change.into_iter().filter(|(_, pieces)| *pieces != 0).map(|(goods_id, pieces)| Sold { goods_id, pieces }).collect()
}
