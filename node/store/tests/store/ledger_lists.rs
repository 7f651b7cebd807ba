//! Lists of the ledger: what its index finds is what the database finds without it, from blocks that batches have
//! written and from the ledger where they are missing.

use std::time::{Duration, Instant};

use actors::system::System;
use bus_schemas::ids::WarehouseId;
use bus_schemas::warehouse::{StockReply, StockRequest};
use entrepot_store::Store;
use entrepot_store::engine::value::{array, array_id, dec, int, object, text};
use entrepot_store::inventory::moved::Period;
use entrepot_store::inventory::trace::Depth;
use entrepot_store::listing::{Filter, ListQuery};
use entrepot_store::resource::{Act, catalogue};
use entrepot_store::scope::Scope;
use rust_decimal::Decimal;
use serde_json::{Value as Json, json};

use crate::support::{company, node, receive};

/// In two warehouses: each has a full block, and rows behind it.
const ROWS: i64 = 1_600;

async fn ask_all(node: &System, requests: impl Iterator<Item = StockRequest>) {
    for reply in futures::future::join_all(requests.map(|request| node.warehouses().ask(request))).await {
        assert!(matches!(reply, StockReply::Done(_)), "{reply:?}");
    }
}

async fn filled(dir: &std::path::Path) -> Store {
    let store = company(dir).await;
    let second = json!({ "name": "W2", "serial_no": "W2" });
    store.insert_record(catalogue::find("warehouse.Warehouse").unwrap(), second.as_object().unwrap(), &Act::system(0)).await.unwrap();
    let node = node("filler", &store).await;
    let request = |number| StockRequest { warehouse: WarehouseId(1 + number % 2), ..receive(format!("m{number}"), number % 7 + 1, "2026-01-15") };
    ask_all(&node, (0..ROWS).map(request)).await;
    node.drain(Duration::from_secs(5)).await;
    // Receipts differ in little.
    let varied =
        "UPDATE movement SET batch = 'B' + <string>(sequence % 5), order_no = IF sequence % 3 = 0 { 'IN' + <string>(sequence % 11) } ELSE { NONE },
        at = 1700000000000 + math::floor(sequence / 4) * 1000, operation = IF sequence % 2 = 0 { 20 } ELSE IF sequence % 9 = 0 { NONE } ELSE { 10 };
        DELETE ledger_block;";
    store.run(varied, vec![]).await.unwrap();
    store
}

async fn blocks(store: &Store) -> i64 {
    i64::try_from(store.rows::<Json>("SELECT VALUE id FROM ledger_block", vec![]).await.unwrap().len()).unwrap()
}

/// All keys of a list, by way of its pages, and its total.
async fn listed(store: &Store, query: &ListQuery) -> (Vec<i64>, i64) {
    let (mut keys, mut total) = (Vec::new(), 0);
    for page in 1.. {
        let read = store.list_records(&ListQuery { page, ..query.clone() }, &Scope::system()).await.unwrap();
        total = read.total;
        if read.list.is_empty() {
            break;
        }
        keys.extend(read.list.iter().map(|row| row.id));
    }
    (keys, total)
}

fn filter(field: &str, operator: &str, value: &str, datetime: bool) -> Filter {
    Filter { field: field.into(), operator: operator.into(), values: vec![value.into()], datetime }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_index_finds_what_the_database_finds() {
    let dir = tempfile::tempdir().unwrap();
    let store = filled(dir.path()).await;
    let filters = [
        filter("operation_type", "=", "10", false),
        filter("operation_type", "!=", "10", false),
        filter("operation_type", "IN", "20,30", false),
        filter("operation_type", "=", "ten", false),
        filter("product_id", "NOT IN", "1,2,3", false),
        filter("product_id", ">", "5", false),
        filter("product_id", "<=", "2", false),
        filter("product_id", "RANGE", "2,3", false),
        filter("product_id", "NOT RANGE", "2,6", false),
        filter("product_id", "LIKE", "4", false),
        filter("warehouses_id", "=", "2", false),
        filter("operation_number", "=", "IN3", false),
        filter("operation_number", "!=", "IN3", false),
        filter("batch_number", "LIKE", "b4", false),
        filter("batch_number", "IN", "B1,B2", false),
        filter("batch_number", "NOT LIKE", "4", false),
        filter("create_time", "RANGE", "1700000100,1700000200", false),
        filter("create_time", "RANGE", "2023-11-14 22:13:20,2023-11-14 22:14:00", true),
        filter("create_time", "RANGE", ",1700000100", false),
        filter("id", "=", "10000000514", false),
        filter("id", "IN", "10000000001,10000000514,20000000800", false),
    ];
    let pairs = filters.iter().zip(filters.iter().rev()).map(|(one, other)| vec![one.clone(), other.clone()]);
    for filters in filters.iter().map(|filter| vec![filter.clone()]).chain(pairs).chain([vec![]]) {
        let query = ListQuery { limit: 200, filters: filters.clone(), ..ListQuery::default() };
        let (keys, total) = listed(&store, &query).await;
        assert_eq!(keys.len() as i64, total, "{filters:?}");
        // By an order that the index does not have.
        let unordered = ListQuery { order: Some(("batch_number".into(), true)), ..query.clone() };
        let (mut expected, expected_total) = listed(&store, &unordered).await;
        assert_eq!(total, expected_total, "{filters:?}");
        // Four rows are of one moment: the newer comes first.
        let of = |key: &i64| (key % 10_000_000_000 / 4, *key);
        expected.sort_unstable_by_key(|key| std::cmp::Reverse(of(key)));
        assert_eq!(keys, expected, "{filters:?}");
        let (ascending, _) = listed(&store, &ListQuery { order: Some(("create_time".into(), false)), ..query.clone() }).await;
        expected.sort_unstable_by_key(|key| (of(key).0, std::cmp::Reverse(*key)));
        assert_eq!(ascending, expected, "{filters:?}");
        // A jump to a page gives what walking there gives.
        let jumped = store.list_records(&ListQuery { page: 31, limit: 7, ..query }, &Scope::system()).await.unwrap();
        let jumped: Vec<i64> = jumped.list.iter().map(|row| row.id).collect();
        assert_eq!(jumped, keys.iter().copied().skip(210).take(7).collect::<Vec<_>>(), "{filters:?}");
    }
}

/// Rows of an operation from one moment until before another.
async fn rows_within(store: &Store, operation: i64, since: i64, until: i64) -> i64 {
    let query = "SELECT VALUE id FROM movement WHERE operation = $operation AND at >= $since AND at < $until";
    let vars = vec![("operation", int(operation)), ("since", int(since)), ("until", int(until))];
    store.rows::<Json>(query, vars).await.unwrap().len() as i64
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_of_a_period_are_those_of_the_database_also_when_blocks_fill() {
    let dir = tempfile::tempdir().unwrap();
    let store = filled(dir.path()).await;
    let [before, until, first, second] = [20, 30, 60, 150].map(|second| 1_700_000_000_000 + second * 1_000);
    let period = Period { before, until, starts: vec![first, second] };
    let same = async || {
        let moved = store.moved_in(&period, &Scope::system()).await.unwrap();
        let mut counted = 0;
        for (operation, compared, point) in [
            (10, moved.received, moved.points.iter().map(|point| point.received).collect::<Vec<_>>()),
            (20, moved.shipped, moved.points.iter().map(|point| point.shipped).collect()),
        ] {
            let within = async |since, until| rows_within(&store, operation, since, until).await;
            assert_eq!(point, [within(first, second).await, within(second, i64::MAX).await], "{operation}");
            assert_eq!((compared.now, compared.before), (within(first, i64::MAX).await, within(before, until).await), "{operation}");
            assert!(compared.before > 0 && point.iter().all(|moves| *moves > 0));
            counted += compared.now;
        }
        assert_eq!(moved.warehouses.values().map(|moves| moves.now).sum::<i64>(), counted);
        counted
    };
    let counted = same().await;
    assert_eq!(same().await, counted);
    // Each warehouse fills its second block.
    let node = node("grower", &store).await;
    let request = |number| StockRequest { warehouse: WarehouseId(1 + number % 2), ..receive(format!("g{number}"), number % 7 + 1, "2026-01-15") };
    ask_all(&node, (0..ROWS / 2).map(request)).await;
    node.drain(Duration::from_secs(5)).await;
    assert_eq!(same().await, counted + ROWS / 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_recall_follows_the_rows_that_a_trace_shows() {
    let dir = tempfile::tempdir().unwrap();
    let store = filled(dir.path()).await;
    // All rows of a product as one batch: more than a page of them.
    store.run("UPDATE movement SET batch = 'ALL', product = 1; DELETE ledger_block;", vec![]).await.unwrap();
    let followed = async |depth: Depth| {
        let traced = store.trace_batch(1, "ALL", &Scope::system(), depth).await.unwrap();
        assert!(!traced.more);
        let mut steps: Vec<_> =
            traced.orders.iter().map(|order| (order.operation, order.warehouse, order.quantity, order.first, order.last)).collect();
        steps.sort_unstable();
        steps
    };
    let shown = followed(Depth::Shown).await;
    assert!(shown.len() > 1, "{shown:?}");
    assert_eq!(followed(Depth::Recalled).await, shown);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn batches_write_the_blocks_that_they_fill() {
    let dir = tempfile::tempdir().unwrap();
    let store = company(dir.path()).await;
    let node = node("filler", &store).await;
    for (from, upto) in [(0, 511), (511, 512), (512, 513), (513, 1_030)] {
        ask_all(&node, (from..upto).map(|number| receive(format!("m{number}"), number % 3 + 1, "2026-01-15"))).await;
        assert_eq!(blocks(&store).await, upto / 512);
        let query = ListQuery { limit: 200, filters: vec![filter("product_id", "=", "1", false)], ..ListQuery::default() };
        assert_eq!(listed(&store, &query).await.1, (upto + 2) / 3);
    }
    let written = store.rows::<Json>("SELECT VALUE data FROM ledger_block", vec![]).await.unwrap();
    // Those that an older program did not write are written when a newer one starts.
    store.run("DELETE ledger_block:[1, 0]", vec![]).await.unwrap();
    store.migrate().await.unwrap();
    assert_eq!(store.rows::<Json>("SELECT VALUE data FROM ledger_block", vec![]).await.unwrap(), written);
    node.drain(Duration::from_secs(5)).await;
    // A block that says something else than the ledger is found.
    let differing = async || -> Vec<String> {
        let findings = store.check().await.unwrap().findings.into_iter();
        findings.map(|finding| finding.row).filter(|row| row.starts_with("ledger_block")).collect()
    };
    assert_eq!(differing().await, Vec::<String>::new());
    store.run("UPDATE movement:[1, 600] SET batch = 'other'", vec![]).await.unwrap();
    assert_eq!(differing().await, ["ledger_block:[1, 1]"]);
}

/// How long lists of a long ledger take: `cargo test -p entrepot -p entrepot-store --test store -- --ignored million --nocapture`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "fills a database for minutes, to print figures"]
async fn lists_of_a_million_rows() {
    const ALL: i64 = 1_000_000;
    const AT_ONCE: i64 = 1_000;
    let dir = tempfile::tempdir().unwrap();
    let store = company(dir.path()).await;
    let row = |number: i64| {
        let (warehouse, sequence) = (1 + number % 2, 1 + number / 2);
        object([
            ("id", array_id("movement", vec![int(warehouse), int(sequence)])),
            ("warehouse", int(warehouse)),
            ("sequence", int(sequence)),
            ("position", int(0)),
            ("operation", int(if sequence % 4 < 2 { 10 } else { 20 })),
            ("order_no", text(&format!("IN20260115{:06}", number / 20))),
            ("area", int(0)),
            ("shelf", int(0)),
            ("product", int(1 + number * 7_919 % 100_000)),
            ("batch", text(&format!("B{}", number % 300))),
            ("unit", int(1)),
            ("moved", dec(Decimal::ONE)),
            ("balance", dec(Decimal::from(70))),
            ("unit_cost", dec(Decimal::from(3))),
            ("amount", dec(Decimal::from(3))),
            ("admin", int(1)),
            ("business_date", text("2026-01-15")),
            ("at", int(1_790_000_000_000 + number * 3)),
        ])
    };
    let began = Instant::now();
    for first in (0..ALL).step_by(usize::try_from(AT_ONCE).unwrap()) {
        let rows = array((first..first + AT_ONCE).map(row).collect());
        store.once("INSERT $rows RETURN NONE", vec![("rows", rows)]).await.unwrap();
    }
    store.run("CREATE flow:[1, '2026-01', 1] SET warehouse = 1; CREATE flow:[2, '2026-01', 1] SET warehouse = 2;", vec![]).await.unwrap();
    println!("{ALL} ledger rows written in {:.1} s", began.elapsed().as_secs_f64());
    let began = Instant::now();
    store.migrate().await.unwrap();
    println!("their blocks written in {:.1} s", began.elapsed().as_secs_f64());
    let size: i64 = store
        .rows::<i64>("SELECT VALUE math::sum(size) FROM (SELECT bytes::len(data) AS size FROM ledger_block) GROUP ALL", vec![])
        .await
        .unwrap()
        .iter()
        .sum();
    println!("blocks of {size} bytes");
    let filters = [
        ("operation", vec![filter("operation_type", "=", "10", false)], ALL / 2),
        ("product", vec![filter("product_id", "=", "5", false)], 10),
        ("order number", vec![filter("operation_number", "=", "IN20260115000777", false)], 20),
        ("a part of a batch", vec![filter("batch_number", "LIKE", "b29", false)], ALL / 300 * 11),
        ("half of the time", vec![filter("create_time", "RANGE", "1790000000,1790001500", false)], ALL / 2 + 1),
        ("warehouse and operation", vec![filter("warehouses_id", "=", "2", false), filter("operation_type", "=", "20", false)], ALL / 4),
    ];
    for (name, filters, expected) in filters {
        // Cold: nothing is cached of this list, and for the first one nothing of the ledger.
        for (what, page) in [("first asked", 1), ("first page", 1), ("page 400", 400)] {
            let began = Instant::now();
            let query = ListQuery { page, limit: 20, filters: filters.clone(), ..ListQuery::default() };
            let total = store.list_records(&query, &Scope::system()).await.unwrap().total;
            println!("{name}, {what}: {:.1} ms, {total} rows", began.elapsed().as_secs_f64() * 1e3);
            assert!((total - expected).abs() <= ALL / 100, "{name}: {total}");
        }
    }
    println!("{:?}", store.cache_stats());
}
