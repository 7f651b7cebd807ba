//! Places are behind the ledger, and nobody who asks the store sees it; `check` sees when they are wrong.

use std::time::Duration;

use actors::system::System;
use actors::warehouse::port::WarehouseStore;
use bus_schemas::ids::ProductId;
use bus_schemas::warehouse::StockReply;
use entrepot_store::Store;
use entrepot_store::inventory::list::InventoryView;
use entrepot_store::listing::ListQuery;
use entrepot_store::resource::{Act, catalogue};
use entrepot_store::scope::Scope;
use rust_decimal::Decimal;
use serde_json::json;
use surrealdb::types::SurrealValue;

use crate::support::{company, node, pens, receive};

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

/// Whether the store says that places are behind.
async fn behind(store: &Store) -> bool {
    store.rows::<bool>("SELECT VALUE behind FROM behind", vec![]).await.unwrap() == [true]
}

/// Who reads places.
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
        Reader::Dashboard => store.dashboard("2026-01", &Scope::system()).await.unwrap().stock_value == pieces,
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

/// Nodes are cut off until one has left places behind: how many pieces there are then.
async fn left_behind(store: &Store, before: i64) -> i64 {
    for round in 1..=20 {
        let of_node = store.clone();
        tokio::task::spawn_blocking(move || cut_off(&of_node, format!("{before}-{round}"), 20)).await.unwrap();
        if behind(store).await {
            return before + round * 20;
        }
    }
    panic!("no node has left anything behind");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_reads_places_has_them_brought_up_to_the_ledger() {
    let dir = tempfile::tempdir().unwrap();
    let store = company(dir.path()).await;
    let node = node("a", &store).await;
    let mut pieces = 0;
    pens(&store).await;
    for reader in READERS {
        let mut waited = 0;
        for _ in 0..10 {
            pieces += 12;
            post(&node, &pieces.to_string(), 12).await;
            waited += i64::from(stored(&store).await < Decimal::from(pieces));
            assert!(sees(&store, reader, pieces).await, "{reader:?}: all that was answered is seen");
        }
        assert!(waited > 0, "{reader:?}: nothing was ever behind: this test sees nothing");
    }
    assert_eq!(watched(&store, Decimal::from(pieces / PRODUCTS + 1)).await, [true], "the watch sees what is below");
    // Who has nothing to do any more writes what is behind, and so does who stops.
    post(&node, "rest", 10).await;
    while behind(&store).await {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(stored(&store).await, Decimal::from(pieces + 10));
    post(&node, "stop", 10).await;
    node.drain(Duration::from_secs(5)).await;
    assert_eq!((stored(&store).await, behind(&store).await), (Decimal::from(pieces + 20), false));
    assert_eq!(findings(&store).await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_node_that_was_cut_off_left_behind_is_counted_by_the_next() {
    let dir = tempfile::tempdir().unwrap();
    let store = company(dir.path()).await;
    let pieces = left_behind(&store, 0).await;
    assert!(stored(&store).await < Decimal::from(pieces));
    assert_eq!(findings(&store).await, Vec::<String>::new(), "the ledger has it all");

    // Nobody moves anything, and it is seen.
    let next = node("next", &store).await;
    assert!(sees(&store, Reader::Inventory, pieces).await);
    assert_eq!((stored(&store).await, behind(&store).await), (Decimal::from(pieces), false));
    next.drain(Duration::from_secs(5)).await;

    // Somebody moves on at once.
    let pieces = left_behind(&store, pieces).await;
    let next = node("mover", &store).await;
    post(&next, "on", 7).await;
    assert!(sees(&store, Reader::Products, pieces + 7).await);
    next.drain(Duration::from_secs(5)).await;
    assert_eq!(findings(&store).await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_place_that_is_not_what_its_ledger_rows_add_up_to_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let store = company(dir.path()).await;
    left_behind(&store, 0).await;
    let spoil = |change: &'static str| {
        let store = &store;
        async move {
            store.run(change, vec![]).await.unwrap();
            findings(store).await
        }
    };
    let found = spoil("UPDATE place SET on_hand += 1 WHERE product = 2").await;
    assert!(matches!(&found[..], [one] if one.starts_with("place:[1, 0, 0, 2, '']: on hand is ")), "{found:?}");
    let found = spoil("UPDATE place SET on_hand -= 1 WHERE product = 2; UPDATE behind SET behind = false").await;
    assert!(!found.is_empty() && found.iter().all(|one| one.starts_with("behind:1: does not say that place:[1, 0, 0, ")), "{found:?}");
    let found = spoil("UPDATE behind SET behind = true; UPDATE place SET last = 0, on_hand = 0dec WHERE product = 1").await;
    assert_eq!(found, Vec::<String>::new(), "it is behind from its first row on, which is as good");
    let found = spoil("DELETE place WHERE product = 1").await;
    assert_eq!(found, ["place:[1, 0, 0, 1, '']: is missing, but has movements"]);
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
