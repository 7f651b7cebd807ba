//! Balances are written with their movements; `check` sees when they are wrong.

use std::path::Path;
use std::time::Duration;

use actors::system::System;
use actors::warehouse::port::WarehouseStore;
use bus_schemas::ids::{ProductId, ShelfId};
use bus_schemas::order::kinds::{AUDIT, STOCK};
use bus_schemas::order::{OrderAction, OrderKind, OrderType};
use bus_schemas::warehouse::{Place, ReceiveLine, StockAction, StockReply};
use entrepot_store::inventory::place_columns::InventoryView;
use entrepot_store::listing::ListQuery;
use entrepot_store::scope::Scope;
use entrepot_store::{Store, StoreConfig};
use rust_decimal::Decimal;
use serde_json::Value as Json;
use surrealdb::types::SurrealValue;

use crate::support::{company, dashboard, draft, node, order, pens, receive};

/// Products that the moves are spread over.
const PRODUCTS: i64 = 3;

async fn post(node: &System, round: &str, moves: i64) {
    for number in 0..moves {
        let reply = node.warehouses().ask(receive(format!("{round}-{number}"), number % PRODUCTS + 1, "2026-01-15")).await;
        assert!(matches!(reply, StockReply::Done(_)), "{reply:?}");
    }
}

/// Pieces, as stored.
async fn stored(store: &Store) -> Decimal {
    let on_hand: Vec<Decimal> = store.rows("SELECT VALUE on_hand FROM place", vec![]).await.unwrap();
    on_hand.into_iter().sum()
}

/// Who reads balances.
#[derive(Clone, Copy, Debug)]
enum Reader {
    Inventory,
    /// The lists of products.
    Products,
    /// What all of it is worth, at 1 each.
    Dashboard,
    /// The watch over safety stock: product 1 is below it only where less is seen than there is.
    Safety,
}

const READERS: [Reader; 4] = [Reader::Inventory, Reader::Products, Reader::Dashboard, Reader::Safety];

/// Whether this reader sees so many pieces, a third of them of each product.
async fn sees(store: &Store, reader: Reader, pieces: i64) -> bool {
    let pieces = Decimal::from(pieces);
    match reader {
        Reader::Inventory => {
            let query = ListQuery { page: 1, limit: 10, ..ListQuery::default() };
            let page = store.list_inventory(&query, InventoryView::default(), &Scope::system()).await.unwrap();
            page.list.iter().map(|row| row.on_hand).sum::<Decimal>() == pieces
        }
        Reader::Products => {
            let products: Vec<i64> = (1..=PRODUCTS).collect();
            store.total_stock(&products, &Scope::system()).await.unwrap().into_values().sum::<Decimal>() == pieces
        }
        Reader::Dashboard => dashboard(store).await.stock_value == pieces,
        Reader::Safety => {
            let seen = watched(store, pieces / Decimal::from(PRODUCTS)).await;
            store.run("UPDATE product SET safety_stock_num = 0dec", vec![]).await.unwrap();
            seen.is_empty()
        }
    }
}

/// What is said of product 1 when its safety stock is this. The node's own watch may look as well, and says the same.
async fn watched(store: &Store, safety: Decimal) -> Vec<bool> {
    store.run("UPDATE product SET safety_stock_num = $safety", vec![("safety", safety.into_value())]).await.unwrap();
    store.watch_safety_stock(&[ProductId(1)]).await.unwrap();
    store.rows("SELECT VALUE below FROM safety_alert", vec![]).await.unwrap()
}

async fn findings(store: &Store) -> Vec<String> {
    store.check().await.unwrap().findings.into_iter().map(|finding| format!("{}: {}", finding.row, finding.problem)).collect()
}

/// A node that posts, and goes as by `kill -9`: its actors have no time for anything.
fn cut_off(store: &Store, round: String, moves: i64) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    runtime.block_on(async { post(&node(&round, store).await, &round, moves).await });
    runtime.shutdown_background();
}

/// All balances and sums of months.
async fn sums(store: &Store) -> (Vec<Json>, Vec<Json>) {
    let balances = store.rows("SELECT * FROM place ORDER BY place_no", vec![]).await.unwrap();
    (balances, store.rows("SELECT * FROM flow ORDER BY month", vec![]).await.unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn balances_show_every_answered_movement() {
    let dir = tempfile::tempdir().unwrap();
    let store = company(dir.path()).await;
    let node = node("a", &store).await;
    let mut pieces = 0;
    pens(&store).await;
    assert!(watched(&store, Decimal::TEN).await.is_empty(), "what never lay there has not fallen below");
    store.run("UPDATE product SET safety_stock_num = 0dec", vec![]).await.unwrap();
    for reader in READERS {
        for _ in 0..3 {
            pieces += 12;
            post(&node, &pieces.to_string(), 12).await;
            assert_eq!(stored(&store).await, Decimal::from(pieces));
            assert!(sees(&store, reader, pieces).await, "{reader:?}: all that was answered is seen");
        }
    }
    assert_eq!(watched(&store, Decimal::from(pieces / PRODUCTS + 1)).await, [true], "the watch sees what is below");
    assert_eq!(findings(&store).await, Vec::<String>::new());
}

/// Balances that change alike are written together; those whose dates are corrected are not among them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_dates_of_a_batch_at_many_places_are_corrected_once() {
    const PLACES: i64 = 12;
    let dir = tempfile::tempdir().unwrap();
    let store = company(dir.path()).await;
    let node = node("a", &store).await;
    let ask = async |id: &str, action: StockAction| {
        let mut request = receive(id.to_owned(), 1, "2026-01-15");
        request.command.action = action;
        match node.warehouses().ask(request).await {
            StockReply::Done(done) => done,
            other => panic!("{other:?}"),
        }
    };
    let StockAction::Receive { lines } = receive(String::from("of"), 1, "2026-01-15").command.action else { panic!("goods come in") };
    let at = |shelf: i64| Place { shelf: ShelfId(shelf), batch: "A".into(), ..lines[0].place.clone() };
    let comes = |shelf: i64| ReceiveLine { place: at(shelf), expiry_date: Some("2026-03-01".into()), ..lines[0].clone() };
    ask("in", StockAction::Receive { lines: (1..=PLACES).map(comes).collect() }).await;
    let correct = || StockAction::CorrectDates { place: at(1), produce_date: None, expiry_date: Some("2026-09-01".into()) };
    assert!(!ask("dates", correct()).await.repeated);
    assert!(ask("dates", correct()).await.repeated);
    let dates: Vec<String> = store.rows("SELECT VALUE expiry_date FROM place", vec![]).await.unwrap();
    assert!(dates.len() == 12 && dates.iter().all(|date| date == "2026-09-01"), "{dates:?}");
    let records: Vec<i64> = store.rows("SELECT VALUE sequence FROM movement WHERE operation = 70", vec![]).await.unwrap();
    assert_eq!(records.len(), 12);
    assert_eq!(findings(&store).await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_is_cut_off_leaves_balances_that_are_right() {
    let dir = tempfile::tempdir().unwrap();
    let store = company(dir.path()).await;
    let of_node = store.clone();
    tokio::task::spawn_blocking(move || cut_off(&of_node, "killed".into(), 20)).await.unwrap();
    assert_eq!(stored(&store).await, Decimal::from(20));
    assert_eq!(findings(&store).await, Vec::<String>::new());
    let next = node("next", &store).await;
    post(&next, "on", 7).await;
    assert_eq!(stored(&store).await, Decimal::from(27));
    assert_eq!(findings(&store).await, Vec::<String>::new());
}

/// Makes the database what an older program has left that was killed: balances and sums that lack the newest ledger rows.
async fn age(store: &Store, (balances, flows): &(Vec<Json>, Vec<Json>), counted: i64) {
    let number = |row: &Json, field: &str| format!("{}dec", row[field].as_str().unwrap());
    let mut query = "BEGIN; DELETE place; DELETE flow; REMOVE TABLE ledger_block;".to_owned();
    for row in balances {
        query.push_str(&format!(
            "CREATE place:[1, 0, 0, {product}, ''] SET warehouse = 1, area = 0, shelf = 0, product = {product}, batch = '', place_no = {place_no},
             unit = 1, on_hand = {on_hand}, reserved = {reserved}, first_sequence = {first}, updated_at = {at}, last = {counted};",
            product = row["product"],
            place_no = row["place_no"],
            on_hand = number(row, "on_hand"),
            reserved = number(row, "reserved"),
            first = row["first_sequence"],
            at = row["updated_at"],
        ));
    }
    for row in flows {
        query.push_str(&format!(
            "CREATE flow:[1, '{month}', 1] SET warehouse = 1, month = '{month}', unit = 1, in_quantity = {}, in_amount = {}, out_quantity = {},
             out_amount = {}, records = {}, last = {};",
            number(row, "in_quantity"),
            number(row, "in_amount"),
            number(row, "out_quantity"),
            number(row, "out_amount"),
            row["records"],
            row["last"],
            month = row["month"].as_str().unwrap(),
        ));
    }
    query.push_str("CREATE behind:1 SET warehouse = 1, behind = true; UPSERT schema_version:now SET version = 13; COMMIT;");
    store.run(&query, vec![]).await.unwrap();
}

/// A company whose balances and sums lack ledger rows, with what they are when they lack none.
async fn lagging(dir: &Path) -> (Store, (Vec<Json>, Vec<Json>)) {
    let store = company(dir).await;
    pens(&store).await;
    let node = node("a", &store).await;
    post(&node, "counted", 7).await;
    let older = sums(&store).await;
    // What comes in, is reserved and goes out; product 1 is emptied and filled again.
    let mut sale = draft();
    sale.order_type = OrderType::SALES;
    sale.lines[0].quantity = Decimal::from(3);
    order(&node, OrderKind::OUTBOUND, sale, vec![OrderAction::step(AUDIT), OrderAction::step(STOCK)]).await;
    order(&node, OrderKind::INBOUND, draft(), vec![OrderAction::step(AUDIT), OrderAction::step(STOCK)]).await;
    post(&node, "uncounted", 5).await;
    node.drain(Duration::from_secs(5)).await;
    let newer = sums(&store).await;
    assert_ne!(older, newer);
    age(&store, &older, 7).await;
    assert!(!findings(&store).await.is_empty(), "it lacks something");
    (store, newer)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn balances_that_an_older_program_left_behind_are_completed() {
    let dir = tempfile::tempdir().unwrap();
    let (store, expected) = lagging(dir.path()).await;
    store.migrate().await.unwrap();
    assert_eq!(sums(&store).await, expected);
    assert_eq!(findings(&store).await, Vec::<String>::new());
    // Once is enough.
    store.migrate().await.unwrap();
    assert_eq!(sums(&store).await, expected);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_an_older_program_is_restored_with_complete_balances() {
    let dir = tempfile::tempdir().unwrap();
    let (store, expected) = lagging(dir.path()).await;
    let mut file = Vec::new();
    store.backup(&mut file, 1).await.unwrap();
    let restored = Store::connect(&StoreConfig::new("mem://", "restored")).await.unwrap();
    restored.restore(&file[..]).await.unwrap();
    assert_eq!(sums(&restored).await, expected);
    assert_eq!(findings(&restored).await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_balance_that_is_not_what_its_ledger_rows_add_up_to_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let store = company(dir.path()).await;
    post(&node("a", &store).await, "pieces", 20).await;
    store.run("UPDATE place SET on_hand += 1 WHERE product = 2", vec![]).await.unwrap();
    let found = findings(&store).await;
    assert_eq!(found, ["place:[1, 0, 0, 2, '']: on hand is 8, its movements add up to 7"]);
    store.run("UPDATE place SET on_hand -= 1 WHERE product = 2; DELETE place WHERE product = 1", vec![]).await.unwrap();
    assert_eq!(findings(&store).await, ["place:[1, 0, 0, 1, '']: is missing, but has movements"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn looks_at_safety_stock_at_the_same_moment_do_not_undo_each_other() {
    let dir = tempfile::tempdir().unwrap();
    let store = company(dir.path()).await;
    pens(&store).await;
    let node = node("a", &store).await;
    post(&node, "pieces", 3).await;
    let others: Vec<_> = (0..4)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move {
                loop {
                    store.watch_safety_stock(&[ProductId(1)]).await.unwrap();
                }
            })
        })
        .collect();
    for round in 0..40 {
        assert_eq!(watched(&store, Decimal::TWO).await, [true], "{round}: one piece is below two");
        assert_eq!(watched(&store, Decimal::ONE / Decimal::TWO).await, [false], "{round}: it has recovered");
    }
    others.iter().for_each(tokio::task::JoinHandle::abort);
}
