//! How quickly lists answer over many rows. Not part of the routine run:
//! `ENTREPOT_SPEED_ROWS=1000000 cargo test -p entrepot --test suite -- --ignored --nocapture speed`.

use std::time::{Duration, Instant};

use entrepot_store::records::query::{Filter, RecordQuery};
use entrepot_store::records::write::Known;
use entrepot_store::records::{Act, catalogue};
use entrepot_store::scope::Scope;
use entrepot_store::{Store, StoreConfig};
use serde_json::json;

const BLOCK: i64 = 1_000;

async fn measured(store: &Store, name: &str, query: &RecordQuery) -> Duration {
    let resource = catalogue::find("warehouse.Product").expect("products");
    let mut times = Vec::new();
    for _ in 0..5 {
        let began = Instant::now();
        store.records(resource, query, &Scope::system()).await.expect("a page");
        times.push(began.elapsed());
    }
    times.sort_unstable();
    println!("{name:40} median {:?} worst {:?}", times[2], times[4]);
    times[2]
}

#[tokio::test]
#[ignore = "takes minutes"]
async fn speed_of_lists() {
    let rows: i64 = std::env::var("ENTREPOT_SPEED_ROWS").ok().and_then(|rows| rows.parse().ok()).unwrap_or(100_000);
    let dir = tempfile::tempdir().expect("a directory");
    let config = StoreConfig {
        url: format!("rocksdb:{}", dir.path().join("db").display()),
        namespace: "speed".into(),
        database: "speed".into(),
        login: None,
        accept_data_loss: false,
    };
    let store = Store::connect(&config).await.expect("a store");
    let (resource, act) = (catalogue::find("warehouse.Product").expect("products"), Act::system(1));
    let mut units = Vec::new();
    for name in ["piece", "pack", "carton", "kilogram"] {
        let unit = json!({ "name": name });
        units.push(
            store.insert_record(catalogue::find("warehouse.Unit").expect("units"), unit.as_object().expect("one"), &act).await.expect("a unit"),
        );
    }
    let began = Instant::now();
    let mut known = Known::new();
    for block in 0..rows / BLOCK {
        let mut checked = Vec::new();
        for number in block * BLOCK..(block + 1) * BLOCK {
            let unit = units[usize::try_from(number % 4).expect("small")];
            let row = json!({ "product_no": format!("P{number:07}"), "name": format!("Thing {}", number * 7919 % rows), "unit_id": unit, "price": (number * 31 % 10_000).to_string() });
            checked.push(store.checked_row(resource, row.as_object().expect("a row"), &act, &mut known).await.expect("a row"));
        }
        store.insert_checked(resource, checked, false).await.expect("a block");
    }
    println!("{rows} rows in {:?}", began.elapsed());
    let filter = |field: &str, operator: &str, value: &str| Filter {
        field: field.into(),
        operator: operator.into(),
        values: vec![value.into()],
        datetime: false,
    };
    let first = RecordQuery { limit: 20, ..RecordQuery::default() };
    measured(&store, "first page", &first).await;
    measured(&store, "page 500", &RecordQuery { page: 500, ..first.clone() }).await;
    measured(&store, "middle", &RecordQuery { page: rows / 40, ..first.clone() }).await;
    measured(&store, "last", &RecordQuery { page: rows / 20, ..first.clone() }).await;
    measured(&store, "by product_no", &RecordQuery { order: Some(("product_no".into(), false)), ..first.clone() }).await;
    measured(&store, "by id", &RecordQuery { order: Some(("id".into(), true)), ..first.clone() }).await;
    measured(&store, "by price (no index)", &RecordQuery { order: Some(("price".into(), false)), ..first.clone() }).await;
    measured(&store, "filter unit.name, sorted", &RecordQuery { filters: vec![filter("unit.name", "eq", "pack")], ..first.clone() }).await;
    measured(&store, "filter unit_id, sorted", &RecordQuery { filters: vec![filter("unit_id", "eq", &units[1].to_string())], ..first.clone() }).await;
    measured(&store, "quick search", &RecordQuery { quick: "thing 77".into(), ..first.clone() }).await;
    measured(&store, "one id", &RecordQuery { filters: vec![filter("id", "eq", "77")], ..first.clone() }).await;
    for text in [
        "SELECT * FROM product ORDER BY weigh DESC, id DESC LIMIT 20",
        "SELECT * FROM product ORDER BY weigh DESC LIMIT 20",
        "SELECT * FROM product ORDER BY weigh ASC LIMIT 20",
        "SELECT * FROM product ORDER BY product_no ASC LIMIT 20",
        "SELECT * FROM product ORDER BY id DESC LIMIT 20",
        "SELECT * FROM product WHERE weigh < 5000 ORDER BY weigh DESC LIMIT 20",
        "SELECT * FROM product WHERE weigh <= 5000 ORDER BY weigh DESC, id DESC LIMIT 20",
        "SELECT * FROM product WHERE unit_id = 2 ORDER BY weigh DESC LIMIT 20",
        "SELECT VALUE id FROM product WHERE unit_id = 2 ORDER BY weigh DESC LIMIT 20",
        "SELECT * FROM product WITH INDEX product_weigh WHERE unit_id = 2 ORDER BY weigh DESC LIMIT 20",
        "SELECT count() FROM product GROUP ALL",
        "SELECT count() FROM product WHERE unit_id = 2 GROUP ALL",
        "SELECT VALUE id FROM product ORDER BY weigh DESC LIMIT 20 START 50000",
        "SELECT * FROM product ORDER BY weigh DESC LIMIT 20 START 50000",
        "SELECT * FROM product:70",
        "SELECT * FROM product WHERE id = product:70",
        "SELECT * FROM product WHERE id > product:70 ORDER BY id LIMIT 1000",
        "SELECT * FROM product:70..product:1070",
        "SELECT * FROM product:70>.. LIMIT 1000",
    ] {
        let began = Instant::now();
        let answer = store.rows::<serde_json::Value>(text, vec![]).await;
        let time = began.elapsed();
        let plan = store.rows::<serde_json::Value>(&format!("{text} EXPLAIN"), vec![]).await;
        println!(
            "{time:?} {text}\n    {} {}",
            answer.map_or_else(|error| error.to_string(), |rows| rows.len().to_string()),
            plan.map_or_else(|error| error.to_string(), |plan| serde_json::to_string(&plan).unwrap_or_default())
        );
    }
}
