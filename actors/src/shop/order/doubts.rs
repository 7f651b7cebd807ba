//! Goods of a parcel that are in doubt: why, as staff is told.

use bus_schemas::ids::WarehouseId;
use bus_schemas::notification::{Fact, NotificationDraft, NotificationKind};
use bus_schemas::order::OrderKind;
use bus_schemas::shop::command::ShopRefusal;
use bus_schemas::shop::order::{ShopOrder, ShopParcel};
use bus_schemas::warehouse::{OrderRef, StockRefusal};
use serde_json::{Map, Value};

use super::stock;
use crate::order::rules::NOWHERE_TO_INSPECT;

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

/// Every code.
pub const ALL: [&str; 8] = [SHORT, INSPECT, CLOSED, NOT_IN_USE, COUNTED, HELD, RECALLED, OTHER];

/// Why a warehouse or an outbound order refuses, as a code that has a text.
#[must_use]
pub fn why(refusal: &ShopRefusal) -> &'static str {
    match refusal {
        ShopRefusal::Invalid { key, .. } if key == NOWHERE_TO_INSPECT => INSPECT,
        ShopRefusal::Stock { refusal: StockRefusal::Short { .. } } => SHORT,
        ShopRefusal::Stock { refusal: StockRefusal::Closed { .. } } => CLOSED,
        ShopRefusal::Stock { refusal: StockRefusal::NotInUse } => NOT_IN_USE,
        _ => OTHER,
    }
}

/// What is missing of which goods: `Pen 3, Cup 1`, in base units.
fn missing(order: &ShopOrder, refusal: &ShopRefusal) -> String {
    let ShopRefusal::Stock { refusal: StockRefusal::Short { lines } } = refusal else { return String::new() };
    let of = |short: &bus_schemas::warehouse::Shortage| {
        let name = order.line(short.line).map_or("", |line| line.name.as_str());
        format!("{name} {}", short.wanted - short.available)
    };
    lines.iter().map(of).collect::<Vec<_>>().join(", ")
}

/// The notification about one thing that is wrong with the goods of an order. What comes shortly after it about the same
/// order merges with it.
fn draft(order_no: &str, why: &str, warehouse: WarehouseId, mut data: Map<String, Value>) -> NotificationDraft {
    data.insert("order_no".into(), order_no.into());
    data.insert("doubt".into(), why.into());
    let draft = NotificationKind::SHOP_STOCK_EXCEPTION.draft(Fact { warehouses: vec![warehouse], data, ..Fact::default() });
    NotificationDraft { subject: order_no.to_owned(), link: format!("/admin/shop/order/order?order_no={order_no}"), ..draft }
}

/// The notification about what an order has lost of its reservations; nothing where it is no order of the shop.
#[must_use]
pub fn lost(order: &OrderRef, why: &str, warehouse: WarehouseId, data: &Map<String, Value>) -> Option<NotificationDraft> {
    let order_no = if order.kind == OrderKind::SHOP {
        order.number.as_str()
    } else {
        stock::order_no(&order.number).filter(|_| order.kind == OrderKind::OUTBOUND)?
    };
    Some(draft(order_no, why, warehouse, data.clone()))
}

/// Marks a parcel, and the notification about it.
pub(super) fn mark(order: &mut ShopOrder, no: u32, refusal: &ShopRefusal) -> NotificationDraft {
    for parcel in order.parcels.iter_mut().filter(|parcel| parcel.no == no) {
        (parcel.doubt, parcel.doubt_why) = (true, why(refusal).to_owned());
    }
    let warehouse = order.parcel(no).map_or(WarehouseId(0), |parcel| parcel.warehouse);
    let data = Map::from_iter([("missing".to_owned(), missing(order, refusal).into())]);
    draft(&order.order_no, why(refusal), warehouse, data)
}

/// What was in doubt of a parcel is done.
pub(super) fn clear(parcel: &mut ShopParcel) {
    parcel.doubt = false;
    parcel.doubt_why.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_outbound_orders_tell_their_shop_order() {
        assert_eq!(stock::order_no("SP202601011234567801"), Some("2026010112345678"));
        // The warehouse's own, in all lengths.
        let prefixes = bus_schemas::order::kinds::KINDS.iter().map(|kind| kind.prefix);
        for number in prefixes.map(|prefix| format!("{prefix}202601011234567801")).chain(["SP01".into(), String::new()]) {
            assert_eq!(stock::order_no(&number), None, "{number}");
        }
    }
}
