//! Two nodes that both believe they own a warehouse, over one real database, on purpose: the database refuses one of them,
//! and the books stay right. Without the ledger's guard, a fault that only this build of the tests has, the same run must
//! spoil them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bus_schemas::warehouse::StockReply;
use rust_decimal::Decimal;

use crate::Store;
use crate::engine::memory::Memory;
use crate::test_support::{company, node, receive};

const CLERKS: i64 = 6;
const COMMANDS: i64 = 40;

/// Whether a store's guard is taken out: the second writer of a sequence overwrites the first.
struct Unguarded(AtomicBool);

impl Memory for Unguarded {
    fn new(_sole: bool) -> Self {
        Self(AtomicBool::new(false))
    }
}

/// What this store writes the new rows of a batch with.
pub(super) fn create(store: &Store) -> &'static str {
    if store.memory::<Unguarded>().0.load(Ordering::Relaxed) {
        "FOR $row IN $new { UPSERT $row.id CONTENT $row RETURN NONE };"
    } else {
        super::batch::CREATE
    }
}

/// Both nodes post; answers how many commands were acknowledged, what is wrong afterwards, and what is on hand.
async fn post(guarded: bool) -> (u64, Vec<String>, Decimal) {
    let dir = tempfile::tempdir().expect("a directory");
    let store = company(dir.path()).await;
    store.memory::<Unguarded>().0.store(!guarded, Ordering::Relaxed);
    // Neither knows of the other.
    let nodes = [node("a", &store).await, node("b", &store).await];
    let acknowledged = Arc::new(AtomicU64::new(0));
    let mut clerks = Vec::new();
    for clerk in 0..CLERKS {
        let (node, acknowledged) = (nodes[usize::from(clerk % 2 == 1)].clone(), acknowledged.clone());
        clerks.push(tokio::spawn(async move {
            for number in 0..COMMANDS {
                let id = format!("c{clerk}-{number}");
                // Until it is answered: the id makes it one command.
                while !matches!(node.warehouses().ask(receive(id.clone(), number % 3 + 1, "2026-01-15")).await, StockReply::Done(_)) {}
                acknowledged.fetch_add(1, Ordering::Relaxed);
            }
        }));
    }
    for clerk in clerks {
        clerk.await.expect("a clerk");
    }
    let report = store.check().await.expect("a report");
    let on_hand: Vec<Decimal> = store.rows("SELECT VALUE on_hand FROM place", vec![]).await.expect("places");
    let findings = report.findings.into_iter().map(|finding| format!("{}: {}", finding.row, finding.problem)).collect();
    (acknowledged.load(Ordering::Relaxed), findings, on_hand.into_iter().sum())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_owners_the_database_refuses_one() {
    let (acknowledged, findings, on_hand) = post(true).await;
    assert_eq!(acknowledged, (CLERKS * COMMANDS).unsigned_abs());
    assert!(findings.is_empty() && on_hand == Decimal::from(acknowledged), "{acknowledged} acknowledged, {on_hand} on hand: {findings:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_guard_two_owners_spoil_the_books() {
    let (acknowledged, findings, on_hand) = post(false).await;
    println!("{acknowledged} acknowledged, {on_hand} on hand, {} findings", findings.len());
    assert_eq!(acknowledged, (CLERKS * COMMANDS).unsigned_abs());
    assert!(!findings.is_empty() || on_hand != Decimal::from(acknowledged), "without the guard nothing went wrong: this test can't see it");
}
