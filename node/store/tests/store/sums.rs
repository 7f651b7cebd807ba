//! The months' sums are written with their movements; `check` sees when they are wrong.

use std::time::Duration;

use bus_schemas::warehouse::StockReply;
use entrepot_store::Store;
use entrepot_store::listing::ListQuery;
use entrepot_store::scope::Scope;
use rust_decimal::Decimal;
use serde_json::{Value as Json, json};

use crate::support::{company, dashboard, node, receive};

async fn post(store: &Store, round: &str, business_date: &str, moves: i64) {
    let node = node(round, store).await;
    for number in 0..moves {
        let reply = node.warehouses().ask(receive(format!("{round}-{number}"), number % 3 + 1, business_date)).await;
        assert!(matches!(reply, StockReply::Done(_)), "{reply:?}");
    }
    node.drain(Duration::from_secs(5)).await;
}

/// Records and the last of them, as stored.
async fn stored(store: &Store) -> Vec<Json> {
    store.rows("SELECT VALUE [month, records, last] FROM flow ORDER BY month", vec![]).await.unwrap()
}

/// What the ledger's list and the dashboard say.
async fn seen(store: &Store) -> (i64, Vec<(String, Decimal, Decimal)>) {
    let query = ListQuery { page: 1, limit: 10, ..ListQuery::default() };
    let page = store.list_records(&query, &Scope::system()).await.unwrap();
    assert_eq!(page.list[0].sequence, page.total, "the newest comes first");
    let turnover = dashboard(store).await.turnover;
    (page.total, turnover.into_iter().map(|row| (row.month, row.in_quantity, row.in_amount)).collect())
}

async fn findings(store: &Store) -> Vec<String> {
    store.check().await.unwrap().findings.into_iter().map(|finding| format!("{}: {}", finding.row, finding.problem)).collect()
}

fn sum(month: &str, pieces: i64) -> (String, Decimal, Decimal) {
    (month.into(), Decimal::from(pieces), Decimal::from(pieces))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sums_of_months_are_written_with_their_movements() {
    let dir = tempfile::tempdir().unwrap();
    let store = company(dir.path()).await;
    post(&store, "a", "2026-01-15", 40).await;
    assert_eq!(stored(&store).await, [json!(["2026-01", 40, 40])]);
    assert_eq!(seen(&store).await, (40, vec![sum("2026-01", 40)]));
    assert!(findings(&store).await.is_empty());

    // Another node counts on; a month that begins, and one before those that are asked for.
    post(&store, "b", "2026-01-16", 30).await;
    post(&store, "c", "2026-02-01", 2).await;
    post(&store, "d", "2025-12-31", 2).await;
    assert_eq!(stored(&store).await, [json!(["2025-12", 2, 74]), json!(["2026-01", 70, 70]), json!(["2026-02", 2, 72])]);
    assert_eq!(seen(&store).await, (74, vec![sum("2026-01", 70), sum("2026-02", 2)]));
    assert_eq!(findings(&store).await, Vec::<String>::new());

    store.run("UPDATE flow SET in_amount += 1 WHERE month = '2026-01'", vec![]).await.unwrap();
    let found = findings(&store).await;
    assert!(matches!(&found[..], [one] if one.starts_with("flow:[1, '2026-01', 1]: ") && one.contains("70 for 71 in")), "{found:?}");
    store.run("UPDATE flow SET in_amount -= 1 WHERE month = '2026-01'; DELETE flow WHERE month = '2026-02'", vec![]).await.unwrap();
    let found = findings(&store).await;
    assert!(matches!(&found[..], [one] if one.starts_with("flow:[1, '2026-02', 1]: says nothing")), "{found:?}");
    store.run("UPDATE movement:[1, 74] SET operation = 11", vec![]).await.unwrap();
    assert!(findings(&store).await.iter().any(|found| found.starts_with("movement:[1, 74]: ") && found.contains("no operation 11")));
}
