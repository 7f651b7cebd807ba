//! What is named by more values than the database looks up in an index at once.

use std::collections::{BTreeSet, HashMap};

use bus_schemas::count::CountScope;
use bus_schemas::ids::{AreaId, ProductId, WarehouseId};
use bus_schemas::warehouse::{ReceiveLine, StockAction, StockReply};
use entrepot_store::listing::{Filter, ListQuery};
use entrepot_store::resource::listed::Listed;
use entrepot_store::resource::{Act, RecordError, catalogue};
use entrepot_store::scope::Scope;
use entrepot_store::{Store, StoreConfig};
use serde_json::{Value, json};

use crate::support::{company, node, receive};

const MANY: i64 = 70;

async fn store(dir: &std::path::Path) -> Store {
    Store::connect(&StoreConfig::new(format!("rocksdb:{}", dir.join("db").display()), "test")).await.unwrap()
}

async fn insert(store: &Store, controller: &str, row: Value) -> i64 {
    store.insert_record(catalogue::find(controller).unwrap(), row.as_object().unwrap(), &Act::system(0)).await.unwrap()
}

/// Products P1 to P70, with these fields beside their number.
async fn products(store: &Store, beside: impl Fn(i64) -> Value) -> Vec<i64> {
    let unit = insert(store, "warehouse.Unit", json!({ "name": "piece" })).await;
    let mut keys = Vec::new();
    for number in 1..=MANY {
        let mut row = json!({ "product_no": format!("P{number}"), "name": "Pen", "unit_id": unit });
        row.as_object_mut().unwrap().extend(beside(number).as_object().unwrap().clone());
        keys.push(insert(store, "warehouse.Product", row).await);
    }
    keys
}

/// The ids that a list answers, and its total.
async fn listed(store: &Store, field: &str, values: Vec<String>) -> (BTreeSet<i64>, i64) {
    let filter = Filter { field: field.into(), operator: "=".into(), values, datetime: false };
    let query = ListQuery { init: Some(filter), ..ListQuery::default() };
    let resource = catalogue::find("warehouse.Product").unwrap();
    match store.records(resource, &query, &Scope::system()).await.unwrap() {
        Listed::Page { list, total } => {
            let keys: BTreeSet<i64> = list.iter().map(|row| row["id"].as_i64().unwrap()).collect();
            assert_eq!(keys.len(), list.len(), "each row once");
            (keys, total)
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn rows_are_listed_by_many_ids_and_many_values() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path()).await;
    let keys = products(&store, |_| json!({})).await;
    let most: BTreeSet<i64> = keys.iter().copied().take(50).collect();
    // Some are named twice, and some are not there.
    let ids = most.iter().chain(keys.first()).map(ToString::to_string).chain(["999999".into()]);
    assert_eq!(listed(&store, "id", ids.collect()).await, (most.clone(), 50));
    let numbers = (1..=50).chain([1, 900]).map(|number| format!("P{number}"));
    assert_eq!(listed(&store, "product_no", numbers.collect()).await, (most, 50));
    let none = (100..150).map(|number| format!("P{number}"));
    assert_eq!(listed(&store, "product_no", none.collect()).await, (BTreeSet::new(), 0));
}

#[tokio::test]
async fn of_many_rows_those_that_are_used_are_not_deleted() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path()).await;
    let mut brands = Vec::new();
    for number in 1..=MANY {
        brands.push(insert(&store, "warehouse.Brand", json!({ "name": format!("B{number}") })).await);
    }
    let used = brands[60];
    products(&store, |number| if number == 1 { json!({ "brand_id": used }) } else { json!({}) }).await;
    let brand = catalogue::find("warehouse.Brand").unwrap();
    match store.delete_records(brand, &brands, &Act::system(0)).await {
        Err(RecordError::InUse(usages)) => assert_eq!(usages.iter().map(|usage| usage.id).collect::<Vec<_>>(), [used]),
        other => panic!("{other:?}"),
    }
    let free: Vec<i64> = brands.iter().copied().filter(|brand| *brand != used).collect();
    assert_eq!(store.delete_records(brand, &free, &Act::system(0)).await.unwrap().ids.len(), free.len());
    let left: Vec<i64> = store.rows("SELECT VALUE record::id(id) FROM brand", vec![]).await.unwrap();
    assert_eq!(left, [used]);
}

#[tokio::test]
async fn a_count_sheet_covers_many_products_a_category_and_areas() {
    let dir = tempfile::tempdir().unwrap();
    let store = company(dir.path()).await;
    let category = insert(&store, "warehouse.ProductCategory", json!({ "name": "Pens" })).await;
    let keys = products(&store, |number| if number % 2 == 0 { json!({ "category_id": category }) } else { json!({}) }).await;
    let node = node("n1", &store).await;
    let mut asked = receive("all".into(), 1, "2026-01-15");
    let StockAction::Receive { lines } = &asked.command.action else { panic!("no receipt") };
    let come = |(product, number): (&i64, u32)| {
        let mut line = ReceiveLine { line: number, ..lines[0].clone() };
        (line.place.product, line.place.area) = (ProductId(*product), AreaId(i64::from(number % 3)));
        line
    };
    asked.command.action = StockAction::Receive { lines: keys.iter().zip(1..).map(come).collect() };
    assert!(matches!(node.warehouses().ask(asked).await, StockReply::Done(_)));

    let covered = async |scope: CountScope| store.covered_places(WarehouseId(1), &scope, None).await.unwrap();
    let all = covered(CountScope::default()).await;
    assert_eq!(all.len(), keys.len());
    let in_category = |product: i64| keys.iter().position(|key| *key == product).is_some_and(|at| at % 2 == 1);
    let named: Vec<i64> = keys.iter().copied().take(50).collect();
    for (areas, categories, products) in [
        (vec![], vec![], named.clone()),
        (vec![], vec![category], vec![]),
        (vec![], vec![category], named.clone()),
        (vec![1, 2], vec![], vec![]),
        (vec![2, 0], vec![category], named),
    ] {
        let fits = |area: i64, product: i64| {
            (areas.is_empty() || areas.contains(&area))
                && (categories.is_empty() || in_category(product))
                && (products.is_empty() || products.contains(&product))
        };
        let expected: Vec<_> = all.iter().filter(|line| fits(line.place.area.0, line.place.product.0)).map(|line| line.place.clone()).collect();
        let scope = CountScope { areas: areas.clone(), categories: categories.clone(), products: products.clone(), moved_days: None };
        let found = covered(scope).await;
        assert!(!expected.is_empty());
        assert_eq!(found.iter().map(|line| line.place.clone()).collect::<Vec<_>>(), expected);
        assert!(found.iter().zip(1..).all(|(line, number)| line.line == number));
    }
}

#[tokio::test]
async fn free_coupons_of_many_members_are_withdrawn() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path()).await;
    // Each member has a free one and a used one of coupon 1, and a free one of coupon 2.
    let claimed = "FOR $member IN 1..71 { FOR $of IN [[1, 0], [1, 2], [2, 0]] {
        CREATE type::record('shop_user_coupon', sequence::nextval('shop_user_coupon')) SET coupon_id = $of[0], user_id = $member, status = $of[1] } };";
    store.run(claimed, vec![]).await.unwrap();
    let members: Vec<i64> = (1..=40).chain([1, 900]).collect();
    assert_eq!(store.withdraw_coupons(1, Some(&members), 7).await.unwrap(), 40);
    assert_eq!(store.withdraw_coupons(1, Some(&members), 8).await.unwrap(), 0);
    let gone: Vec<(i64, i64, i64)> =
        store.rows("SELECT VALUE [coupon_id, user_id, update_time] FROM shop_user_coupon WHERE status = 4", vec![]).await.unwrap();
    assert!(gone.iter().all(|(coupon, member, at)| (*coupon, *at) == (1, 7) && *member <= 40), "{gone:?}");
    assert_eq!(store.withdraw_coupons(1, None, 9).await.unwrap(), 30);
    let coupons: Vec<i64> = (1..=50).collect();
    assert_eq!(store.claims_of(70, &coupons).await.unwrap(), HashMap::from([(1, 2), (2, 1)]));
}
