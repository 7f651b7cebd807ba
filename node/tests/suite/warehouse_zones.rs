//! Warehouses with time zones of their own. Of these two, one is always a day behind the other: 26 hours lie between them.

use actors::clock::{day_in, zone_named};
use serde_json::{Value, json};

use crate::order_steps::{Shop, field, key, shop};

const INBOUND: &str = "/admin/warehouse.InboundOrder";
const OUTBOUND: &str = "/admin/warehouse.OutboundOrder";
const COUNT: &str = "/admin/warehouse.StockCount";
const WEST: &str = "Etc/GMT+12";
const EAST: &str = "Pacific/Kiritimati";

fn day(zone: &str) -> String {
    day_in(zone_named(zone).expect("a zone"), chrono::Utc::now().timestamp_millis())
}

/// An order's body for another warehouse.
fn at(warehouse: i64, mut body: Value) -> Value {
    body["warehouses_id"] = warehouse.into();
    body
}

/// A site whose first warehouse lies in the west, and one in the east.
async fn two_warehouses() -> (Shop, i64) {
    let shop = shop(json!({ "time_zone": WEST })).await;
    let east = json!({ "name": "East", "serial_no": "W2", "time_zone": EAST });
    let east = shop.clerk.done("/admin/warehouse.Warehouse/add", east).await["id"].as_i64().expect("an id");
    (shop, east)
}

#[tokio::test]
async fn a_time_zone_has_a_known_name() {
    let (shop, east) = two_warehouses().await;
    for odd in ["Nowhere/Here", "pacific/auckland", "+08:00"] {
        let refused = shop.clerk.post("/admin/warehouse.Warehouse/edit", &json!({ "id": east, "time_zone": odd })).await;
        assert_eq!(field(&refused), ("time_zone", "error.time_zone"), "{refused}");
    }
    shop.clerk.done("/admin/warehouse.Warehouse/edit", json!({ "id": east, "time_zone": "" })).await;
    assert_eq!(shop.row("/admin/warehouse.Warehouse", &json!({ "id": east })).await["time_zone"], "");
}

#[tokio::test]
async fn an_order_is_of_the_day_in_its_warehouse() {
    let (shop, east) = two_warehouses().await;
    for (warehouse, zone) in [(shop.warehouse, WEST), (east, EAST)] {
        // The day may turn meanwhile.
        let before = day(zone);
        let order = shop.clerk.done(&format!("{INBOUND}/add"), at(warehouse, shop.inbound(1))).await;
        let dated = shop.row(INBOUND, &order).await["business_date"].clone();
        assert!([before, day(zone)].iter().any(|day| dated == day.as_str()), "{dated}");
    }
    let mut body = shop.inbound(1);
    body["business_date"] = day(EAST).into();
    let refused = shop.clerk.post(&format!("{INBOUND}/add"), &body).await;
    assert_eq!(field(&refused), ("business_date", "error.date.future"), "{refused}");
    shop.clerk.done(&format!("{INBOUND}/add"), at(east, body)).await;
}

#[tokio::test]
async fn a_count_is_numbered_by_the_day_of_the_site() {
    let (shop, east) = two_warehouses().await;
    let site = || day_in(shop.world.node.config().time_zone, chrono::Utc::now().timestamp_millis()).replace('-', "");
    for (warehouse, zone) in [(shop.warehouse, WEST), (east, EAST)] {
        let order = shop.clerk.done(&format!("{INBOUND}/add"), at(warehouse, shop.inbound(1))).await;
        shop.clerk.done(&format!("{INBOUND}/reviewStock"), json!({ "id": order["id"] })).await;
        // The day may turn meanwhile.
        let before = [site(), day(zone)];
        let made = shop.clerk.done(&format!("{COUNT}/add"), json!({ "warehouses_id": warehouse })).await;
        let after = [site(), day(zone)];
        let number = made["count_no"].as_str().expect("a number");
        assert!([&before[0], &after[0]].iter().any(|day| number.starts_with(&format!("PD{day}"))), "{number}");
        let dated = shop.clerk.got(&format!("{COUNT}/detail?id={}", made["id"])).await["row"]["business_date"].clone();
        assert!([&before[1], &after[1]].iter().any(|day| dated == day.as_str()), "{dated}");
    }
}

/// The site's month may be over some hours before it is in the west.
#[tokio::test]
async fn a_month_is_closed_once_it_is_over_in_its_warehouse() {
    let (shop, _) = two_warehouses().await;
    let month = json!({ "warehouses_id": shop.warehouse, "month": day(WEST)[..7] });
    let refused = shop.clerk.post("/admin/warehouse.MonthClosing/close", &month).await;
    assert_eq!(field(&refused), ("month", "error.month.close"), "{refused}");
}

#[tokio::test]
async fn goods_expire_by_the_day_in_their_warehouse() {
    let (shop, east) = two_warehouses().await;
    // The day in the west ten minutes from now, so that it does not end during the test. In the east a later one has begun.
    let last = day_in(zone_named(WEST).expect("a zone"), chrono::Utc::now().timestamp_millis() + 600_000);
    for warehouse in [shop.warehouse, east] {
        let mut body = at(warehouse, shop.inbound(3));
        body["lines"][0]["batch_number"] = "A".into();
        body["lines"][0]["expiry_date"] = last.clone().into();
        let order = shop.clerk.done(&format!("{INBOUND}/add"), body).await;
        shop.clerk.done(&format!("{INBOUND}/reviewStock"), json!({ "id": order["id"] })).await;
    }
    let rows = shop.clerk.got("/admin/warehouse.Inventory/index").await["list"].clone();
    let rows = rows.as_array().expect("rows");
    assert_eq!(rows.len(), 2, "{rows:?}");
    let of = |warehouse: i64| rows.iter().find(|row| row["warehouses_id"] == warehouse).expect("a row");
    assert_eq!((&of(east)["expired"], &of(east)["available_quantity"]), (&json!(true), &json!("0")));
    assert_eq!((&of(shop.warehouse)["expired"], &of(shop.warehouse)["available_quantity"]), (&json!(false), &json!("3")));
    let order = shop.clerk.done(&format!("{OUTBOUND}/add"), at(east, shop.outbound(1))).await;
    let picks = shop.clerk.got(&format!("{OUTBOUND}/picks?id={}", order["id"])).await;
    assert_eq!((&picks["places"][0]["expired"], &picks["missing"][0]["expired_quantity"]), (&json!(true), &json!("3")), "{picks}");
    let short = shop.clerk.post(&format!("{OUTBOUND}/audit"), &json!({ "id": order["id"] })).await;
    assert_eq!(key(&short), "stock.short", "{short}");
    let order = shop.clerk.done(&format!("{OUTBOUND}/add"), shop.outbound(1)).await;
    shop.clerk.done(&format!("{OUTBOUND}/audit"), json!({ "id": order["id"] })).await;
    shop.books_are_right().await;
}
