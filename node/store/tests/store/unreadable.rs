//! What is stored and can't be read is an error, never nothing or zero.

use actors::store::StoreError;
use actors::warehouse::port::WarehouseStore;
use bus_schemas::ids::WarehouseId;
use entrepot_store::inventory::dashboard::Times;
use entrepot_store::inventory::moved::Period;
use entrepot_store::resource::{Act, catalogue};
use entrepot_store::scope::Scope;
use entrepot_store::{Store, StoreConfig};
use serde_json::{Value as Json, json};

async fn add(store: &Store, controller: &str, row: Json) -> i64 {
    store.insert_record(catalogue::find(controller).unwrap(), row.as_object().unwrap(), &Act::system(0)).await.unwrap()
}

/// A warehouse with a product of a category.
async fn company() -> Store {
    let store = Store::connect(&StoreConfig::new("mem://", "test")).await.unwrap();
    add(&store, "warehouse.Warehouse", json!({ "name": "Main", "serial_no": "M" })).await;
    let category = add(&store, "warehouse.ProductCategory", json!({ "name": "Fresh", "pid": 0, "expiry_alert_days": "90, 3" })).await;
    let unit = add(&store, "warehouse.Unit", json!({ "name": "piece" })).await;
    add(&store, "warehouse.Product", json!({ "product_no": "P1", "name": "Pen", "unit_id": unit, "category_id": category })).await;
    let place = "CREATE place:[1, 0, 0, 1, 'A'] SET warehouse = 1, area = 0, shelf = 0, product = 1, batch = 'A', expiry_date = '2026-03-31', \
         on_hand = 5dec, reserved = 0dec";
    store.run(place, vec![]).await.unwrap();
    store
}

/// A company with one row spoilt.
async fn spoilt(change: &str) -> Store {
    let store = company().await;
    store.run(change, vec![]).await.unwrap();
    store
}

fn is_corrupt<T>(read: Result<T, StoreError>, says: &str) {
    let read = read.map(|_| ());
    assert!(matches!(&read, Err(StoreError::Corrupt(reason)) if reason.contains(says)), "{says}: {read:?}");
}

#[tokio::test]
async fn a_warehouse_with_an_odd_month_or_zone_is_not_loaded() {
    let whole = company().await.load(WarehouseId(1)).await.unwrap().settings.unwrap();
    assert_eq!((whole.closed, whole.zone), (None, None));
    is_corrupt(spoilt("UPDATE warehouse:1 SET closed_month = '2026-13'").await.load(WarehouseId(1)).await, "2026-13");
    let lost = spoilt("UPDATE warehouse:1 SET time_zone = 'Nowhere/Here'").await;
    is_corrupt(lost.load(WarehouseId(1)).await, "Nowhere/Here");
    is_corrupt(lost.warehouse_days().await, "Nowhere/Here");
}

#[tokio::test]
async fn goods_with_an_odd_expiry_date_are_not_taken_for_such_as_never_expire() {
    let period = Period { before: 0, until: 0, starts: vec![0] };
    let times = Times { since: "2026-01", expires_by: "2026-12-31", period: &period, now_ms: 1_769_900_000_000 };
    assert_eq!(company().await.dashboard(times, &Scope::system()).await.unwrap().expiring, 1);
    let store = spoilt("UPDATE place:[1, 0, 0, 1, 'A'] SET expiry_date = '2026-02-31'").await;
    is_corrupt(store.dashboard(times, &Scope::system()).await, "2026-02-31");
    is_corrupt(store.notify_expiring("2026-03-01").await, "2026-02-31");
}

#[tokio::test]
async fn odd_days_of_a_category_are_not_taken_for_none() {
    let store = spoilt("UPDATE product_category:1 SET expiry_alert_days = 'soon'").await;
    is_corrupt(store.notify_expiring("2026-03-01").await, "soon");
}

#[tokio::test]
async fn the_values_of_a_sku_are_read_or_it_is_not() {
    let sku = "CREATE shop_sku:1 SET goods_id = 1, attrs = '[\"a\"]', attr_key = 'a', sku_text = '', sku_code = '', image = '', price = 1dec, \
         origin_price = 0dec, stock = 0, weight = 0dec, volume = 0dec, ratio = 1dec, buffer = 0dec, warehouses_ids = [], retired = 0, status = 1, weigh = 1";
    let store = spoilt(sku).await;
    assert_eq!(store.skus_of(&[1]).await.unwrap()[0].attrs, ["a"]);
    store.run("UPDATE shop_sku:1 SET attrs = '[\"a'", vec![]).await.unwrap();
    is_corrupt(store.skus_of(&[1]).await, "JSON");
}

#[tokio::test]
async fn what_is_watched_is_not_changed_while_its_rule_cannot_be_read() {
    let store = company().await;
    let resource = catalogue::find("warehouse.Product").unwrap();
    let rule = "CREATE sensitive_data:1 SET name = 'a', controller = 'a', controller_as = 'warehouse/product', data_table = 'product', \
         primary_key = 'id', data_fields = '{ \"name\": \"Name\" }', status = 1";
    store.run(rule, vec![]).await.unwrap();
    let change = async |name: &str| store.update_record(resource, 1, json!({ "name": name }).as_object().unwrap(), &Act::system(0)).await;
    change("Pencil").await.unwrap();
    let logged: Vec<i64> = store.rows("SELECT VALUE record::id(id) FROM sensitive_data_log", vec![]).await.unwrap();
    assert_eq!(logged.len(), 1);
    store.run("UPDATE sensitive_data:1 SET data_fields = '{ \"name'", vec![]).await.unwrap();
    assert!(change("Ballpoint").await.is_err());
    let names: Vec<String> = store.rows("SELECT VALUE name FROM product:1", vec![]).await.unwrap();
    assert_eq!(names, ["Pencil"]);
}
