//! What warehouses know of the shop's orders: the numbers of their outbound orders, and whom to tell when their goods are
//! in doubt.

use bus_schemas::ids::WarehouseId;
use bus_schemas::notification::{Fact, NotificationDraft, NotificationKind};
use bus_schemas::order::OrderKind;
use bus_schemas::warehouse::OrderRef;
use serde_json::{Map, Value};

/// Not all of the goods are there.
pub const SHORT: &str = "short";
/// What came back has no area to wait for inspection in.
pub const INSPECT: &str = "inspect";
/// The month of the movement is closed.
pub const CLOSED: &str = "closed";
/// The warehouse is not in use.
pub const NOT_IN_USE: &str = "not_in_use";
/// A count did not find goods that are reserved.
pub const COUNTED: &str = "counted";
/// Goods that were reserved are held.
pub const HELD: &str = "held";
/// They are recalled.
pub const RECALLED: &str = "recalled";
/// Anything else.
pub const OTHER: &str = "other";

/// Every reason for a doubt.
pub const ALL: [&str; 8] = [SHORT, INSPECT, CLOSED, NOT_IN_USE, COUNTED, HELD, RECALLED, OTHER];

/// How the numbers of outbound orders of the shop begin, and how long those of the shop's orders are.
pub const PREFIX: &str = "SP";
const ORDER_NO: usize = 16;

/// The number of the shop's order whose outbound order has this number; nothing where it is the warehouse's own.
#[must_use]
pub fn order_no(number: &str) -> Option<&str> {
    number.strip_prefix(PREFIX)?.get(..ORDER_NO)
}

/// The notification about one thing that is wrong with the goods of an order. What comes shortly after it about the same
/// order merges with it.
#[must_use]
pub fn in_doubt(order_no: &str, why: &str, warehouse: WarehouseId, mut data: Map<String, Value>) -> NotificationDraft {
    data.insert("order_no".into(), order_no.into());
    data.insert("doubt".into(), why.into());
    let draft = NotificationKind::SHOP_STOCK_EXCEPTION.draft(Fact { warehouses: vec![warehouse], data, ..Fact::default() });
    NotificationDraft { subject: order_no.to_owned(), link: format!("/admin/shop/order/order?order_no={order_no}"), ..draft }
}

/// The notification about what an order has lost of its reservations; nothing where it is no order of the shop.
#[must_use]
pub fn lost(order: &OrderRef, why: &str, warehouse: WarehouseId, data: &Map<String, Value>) -> Option<NotificationDraft> {
    let order_no =
        if order.kind == OrderKind::SHOP { order.number.as_str() } else { order_no(&order.number).filter(|_| order.kind == OrderKind::OUTBOUND)? };
    Some(in_doubt(order_no, why, warehouse, data.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_outbound_orders_tell_their_shop_order() {
        assert_eq!(order_no("SP202601011234567801"), Some("2026010112345678"));
        // The warehouse's own, in all lengths.
        let prefixes = bus_schemas::order::kinds::KINDS.iter().map(|kind| kind.prefix);
        for number in prefixes.map(|prefix| format!("{prefix}202601011234567801")).chain(["SP01".into(), String::new()]) {
            assert_eq!(order_no(&number), None, "{number}");
        }
    }
}
