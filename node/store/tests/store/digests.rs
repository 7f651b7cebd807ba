//! Daily summaries: the notifications to a warehouse's people about batches and reservations, and that each comes once.

use actors::notification::port::NotificationStore;
use bus_schemas::ids::AdminId;
use entrepot_store::digest::{Digests, Due};
use entrepot_store::resource::{Act, catalogue};
use entrepot_store::{Store, StoreConfig};
use serde_json::{Value as Json, json};

const DAY_MS: i64 = 86_400_000;

/// Inserts a row of a declared resource.
async fn add(store: &Store, controller: &str, row: Json) -> i64 {
    store.insert_record(catalogue::find(controller).unwrap(), row.as_object().unwrap(), &Act::system(0)).await.unwrap()
}

/// Two warehouses, three products of three categories, and somebody who is told.
async fn company() -> (Store, AdminId) {
    let store = Store::connect(&StoreConfig::new("mem://", "test")).await.unwrap();
    let chief = store.create_admin("chief", "Chief", "-", true, 0).await.unwrap();
    for (name, status) in [("Main", 1), ("Closed", 0)] {
        add(&store, "warehouse.Warehouse", json!({ "name": name, "serial_no": name, "status": status })).await;
    }
    let early = add(&store, "warehouse.ProductCategory", json!({ "name": "Fresh", "pid": 0, "expiry_alert_days": "90, 3" })).await;
    let below = add(&store, "warehouse.ProductCategory", json!({ "name": "Milk", "pid": early })).await;
    let unit = add(&store, "warehouse.Unit", json!({ "name": "piece" })).await;
    for (name, category) in [("Rice", 0), ("Cheese", early), ("Butter", below)] {
        let mut row = json!({ "product_no": name, "name": name, "unit_id": unit });
        if category > 0 {
            row["category_id"] = json!(category);
        }
        add(&store, "warehouse.Product", row).await;
    }
    (store, chief)
}

/// Puts goods of a batch there, or takes them away.
async fn put_stock(store: &Store, warehouse: i64, product: i64, batch: &str, expiry: &str, on_hand: i64) {
    let query = format!(
        "UPSERT type::record('place', [{warehouse}, 0, 0, {product}, '{batch}']) SET warehouse = {warehouse}, area = 0, shelf = 0, \
         product = {product}, batch = '{batch}', expiry_date = '{expiry}', on_hand = {on_hand}dec, reserved = 0dec"
    );
    store.run(&query, vec![]).await.unwrap();
}

/// What a summary said: kind, number of batches, the first of them.
async fn notifications(store: &Store, who: AdminId, digests: &Digests, after: i64) -> Vec<(String, i64, String)> {
    let notifications = store.after(who, after, false, 10).await.unwrap();
    assert_eq!(digests.notifications, notifications.len());
    let said = notifications.iter().map(|one| {
        let data = &one.data;
        // The page shows what expires, no more.
        let link = one.link.strip_prefix("/admin/warehouse/inventory?warehouses_id=1&expires_in=").and_then(|days| days.parse::<i64>().ok());
        assert!(link.is_some_and(|days| days == 0 || one.kind.as_str() == "batch.expiring"), "{}", one.link);
        assert_eq!(data["warehouse_name"].as_str(), Some("Main"));
        (
            one.kind.as_str().to_owned(),
            data["batches"].as_i64().unwrap(),
            format!("{} {}", data["product"].as_str().unwrap(), data["batch"].as_str().unwrap()),
        )
    });
    said.collect()
}

#[tokio::test]
async fn batches_are_notified_of_once_at_each_stage() {
    let (store, who) = company().await;
    put_stock(&store, 1, 1, "A", "2026-03-31", 5).await;
    put_stock(&store, 1, 2, "B", "2026-05-20", 5).await;
    put_stock(&store, 1, 3, "C", "2026-05-31", 5).await;
    put_stock(&store, 1, 1, "FAR", "2026-04-01", 5).await;
    put_stock(&store, 1, 1, "EMPTY", "2026-03-02", 0).await;
    put_stock(&store, 2, 1, "CLOSED", "2026-03-02", 5).await;
    let of_day = async |day: &str| {
        let last = store.inbox(who).await.unwrap().last;
        let digests = store.notify_expiring(day).await.unwrap();
        notifications(&store, who, &digests, last).await
    };
    let expiring = |batches: i64, first: &str| ("batch.expiring".to_owned(), batches, first.to_owned());
    let nothing: Vec<(String, i64, String)> = vec![];
    // 30 days before A; 90 before what lies in the categories that say so, of which C's is one day away.
    assert_eq!(of_day("2026-03-01").await, [expiring(2, "Rice A")]);
    assert_eq!(of_day("2026-03-01").await, nothing, "once a day");
    assert_eq!(of_day("2026-02-01").await, nothing, "no day comes again");
    assert_eq!(of_day("2026-03-02").await, [expiring(2, "Rice FAR")]);
    assert_eq!(of_day("2026-03-03").await, nothing, "each stage once");
    // The job did not run for a while: the stages between are not told one by one.
    assert_eq!(of_day("2026-04-01").await, [expiring(1, "Rice FAR"), ("batch.expired".to_owned(), 1, "Rice A".to_owned())]);
    // What is gone is forgotten, and told anew when it lies there again.
    put_stock(&store, 1, 1, "A", "2026-03-31", 0).await;
    assert_eq!(of_day("2026-04-02").await, [("batch.expired".to_owned(), 1, "Rice FAR".to_owned())]);
    put_stock(&store, 1, 1, "A", "2026-03-31", 5).await;
    assert_eq!(of_day("2026-04-03").await, [("batch.expired".to_owned(), 1, "Rice A".to_owned())]);
    // A corrected date is another one.
    put_stock(&store, 1, 2, "B", "2026-04-20", 5).await;
    assert_eq!(of_day("2026-04-04").await, [expiring(1, "Cheese B")]);
}

#[tokio::test]
async fn old_reservations_are_notified_of() {
    let (store, who) = company().await;
    let reserve = async |order: i64, quantity: i64, day: i64| {
        let query = format!(
            "UPSERT type::record('reservation', [1, 'outbound', {order}, 1, 0, 0, 1, '']) SET warehouse = 1, kind = 'outbound', order = {order}, \
             line = 1, quantity = {quantity}dec, since = {since}",
            since = day * DAY_MS
        );
        store.run(&query, vec![]).await.unwrap();
    };
    reserve(1, 2, 100).await;
    reserve(2, 2, 101).await;
    reserve(3, 0, 100).await;
    reserve(4, 2, 102).await;
    let on = async |day: i64, name: &str| {
        let last = store.inbox(who).await.unwrap().last;
        store.notify_old_reservations(name, day * DAY_MS).await.unwrap();
        let notifications = store.after(who, last, false, 10).await.unwrap();
        notifications.iter().map(|one| (one.kind.as_str(), one.data["reservations"].as_i64().unwrap())).collect::<Vec<_>>()
    };
    let nothing: Vec<(&str, i64)> = vec![];
    assert_eq!(on(106, "2026-01-06").await, nothing);
    assert_eq!(on(108, "2026-01-08").await, [("reservation.old", 2)]);
    assert_eq!(on(108, "2026-01-08").await, nothing);
    assert_eq!(on(109, "2026-01-09").await, [("reservation.old", 3)], "one more has become old");
    assert_eq!(on(110, "2026-01-10").await, nothing, "nothing new");
}

#[tokio::test]
async fn an_overdue_transfer_is_notified_of_once() {
    let (store, who) = company().await;
    let transfer = async |id: i64, status: &str, there: i64, day: i64| {
        let query = format!(
            "CREATE stock_order:{id} SET kind = 'transfer', number = 'DB{id}', warehouse = 1, status = '{status}', deleted_at = NONE, \
             transfer = {{ target: 2, there: {there}dec, back: 0dec, shipped_at: {at} }}",
            at = day * DAY_MS
        );
        store.run(&query, vec![]).await.unwrap();
    };
    transfer(1, "in_transit", 2, 100).await;
    transfer(2, "stocked", 0, 100).await;
    transfer(3, "reviewed", 1, 102).await;
    let on = async |day: i64, name: &str| {
        let last = store.inbox(who).await.unwrap().last;
        store.notify_overdue_transfers(name, day * DAY_MS).await.unwrap();
        let notifications = store.after(who, last, false, 10).await.unwrap();
        notifications.iter().map(|one| format!("{} {} {}", one.kind.as_str(), one.data["order_no"], one.link)).collect::<Vec<_>>()
    };
    let overdue = |id: i64| format!("transfer.overdue \"DB{id}\" /admin/warehouse/transferOrder?id={id}");
    assert_eq!(on(106, "2026-01-06").await, Vec::<String>::new());
    assert_eq!(on(107, "2026-01-07").await, [overdue(1)]);
    assert_eq!(on(108, "2026-01-08").await, Vec::<String>::new());
    assert_eq!(on(109, "2026-01-09").await, [overdue(3)]);
}

#[tokio::test]
async fn a_warehouse_is_told_at_its_own_hour() {
    let (store, who) = company().await;
    let far = add(&store, "warehouse.Warehouse", json!({ "name": "Far", "serial_no": "F", "time_zone": "Asia/Kolkata" })).await;
    let zones = store.warehouses_by_zone(chrono_tz::Asia::Shanghai).await.unwrap();
    assert_eq!((&zones[&chrono_tz::Asia::Shanghai][..], &zones[&chrono_tz::Asia::Kolkata][..]), (&[1, 2][..], &[far][..]));
    put_stock(&store, 1, 1, "A", "2026-03-31", 5).await;
    put_stock(&store, far, 1, "B", "2026-03-31", 5).await;
    let told = async |among: &[i64]| {
        let last = store.inbox(who).await.unwrap().last;
        store.notify_expiring(Due { today: "2026-03-01", among: Some(among) }).await.unwrap();
        let notifications = store.after(who, last, false, 10).await.unwrap();
        notifications.iter().map(|one| one.data["warehouse"].as_i64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(told(&[1, 2]).await, [1]);
    assert_eq!(told(&[1, 2]).await, Vec::<i64>::new(), "once a day");
    assert_eq!(told(&[far]).await, [far]);
    for (id, warehouse) in [(1, 1), (2, far)] {
        let query = format!(
            "CREATE stock_order:{id} SET kind = 'transfer', number = 'DB{id}', warehouse = {warehouse}, status = 'in_transit', deleted_at = NONE, \
             transfer = {{ target: 2, there: 2dec, back: 0dec, shipped_at: 0 }}"
        );
        store.run(&query, vec![]).await.unwrap();
    }
    for (among, number) in [([far], "DB2"), ([1], "DB1")] {
        let last = store.inbox(who).await.unwrap().last;
        store.notify_overdue_transfers(Due { today: "2026-03-01", among: Some(&among) }, 100 * DAY_MS).await.unwrap();
        let notifications = store.after(who, last, false, 10).await.unwrap();
        assert_eq!(notifications.iter().map(|one| one.data["order_no"].as_str().unwrap()).collect::<Vec<_>>(), [number]);
    }
}
