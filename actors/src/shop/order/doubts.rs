//! Goods of a parcel that are in doubt: why, as staff is told.

use bus_schemas::ids::WarehouseId;
use bus_schemas::notification::NotificationDraft;
use bus_schemas::shop::command::ShopRefusal;
use bus_schemas::shop::order::{ShopOrder, ShopParcel};
use bus_schemas::warehouse::StockRefusal;
use serde_json::Map;

use crate::order::rules::NOWHERE_TO_INSPECT;
use crate::warehouse::shop_orders::{CLOSED, INSPECT, NOT_IN_USE, OTHER, SHORT, in_doubt};

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

/// Marks a parcel, and the notification about it.
pub(super) fn mark(order: &mut ShopOrder, no: u32, refusal: &ShopRefusal) -> NotificationDraft {
    for parcel in order.parcels.iter_mut().filter(|parcel| parcel.no == no) {
        (parcel.doubt, parcel.doubt_why) = (true, why(refusal).to_owned());
    }
    let warehouse = order.parcel(no).map_or(WarehouseId(0), |parcel| parcel.warehouse);
    let data = Map::from_iter([("missing".to_owned(), missing(order, refusal).into())]);
    in_doubt(&order.order_no, why(refusal), warehouse, data)
}

/// What was in doubt of a parcel is done.
pub(super) fn clear(parcel: &mut ShopParcel) {
    parcel.doubt = false;
    parcel.doubt_why.clear();
}
