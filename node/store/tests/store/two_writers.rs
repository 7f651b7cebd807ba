//! Two nodes that both believe they own a warehouse, over one real database, on purpose: the
//! database refuses one of them, and the books stay right. Built with `unguarded-ledger` the same
//! run must spoil them (`ops/test` runs both).

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bus_schemas::warehouse::StockReply;
use rust_decimal::Decimal;

use crate::support::{company, node, receive};

const CLERKS: i64 = 6;
const COMMANDS: i64 = 40;

/// Both nodes post; answers how many commands were acknowledged and what is wrong afterwards.
async fn post(dir: &std::path::Path) -> (u64, Vec<String>, Decimal) {
    let store = company(dir).await;
    // Neither knows of the other.
    let nodes = [node("a", &store).await, node("b", &store).await];
    let acknowledged = Arc::new(AtomicU64::new(0));
    let mut clerks = Vec::new();
    for clerk in 0..CLERKS {
        let (node, acknowledged) = (nodes[usize::try_from(clerk % 2).unwrap()].clone(), acknowledged.clone());
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
        clerk.await.unwrap();
    }
    let report = store.check().await.unwrap();
    let on_hand: Vec<Decimal> = store.rows("SELECT VALUE on_hand FROM place", vec![]).await.unwrap();
    let findings = report.findings.into_iter().map(|finding| format!("{}: {}", finding.row, finding.problem)).collect();
    (acknowledged.load(Ordering::Relaxed), findings, on_hand.into_iter().sum())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_owners_the_database_refuses_one() {
    let dir = tempfile::tempdir().unwrap();
    let (acknowledged, findings, on_hand) = post(dir.path()).await;
    let right = findings.is_empty() && on_hand == Decimal::from(acknowledged);
    println!("{acknowledged} acknowledged, {on_hand} on hand, {} findings", findings.len());
    assert_eq!(acknowledged, (CLERKS * COMMANDS).unsigned_abs());
    if cfg!(feature = "unguarded-ledger") {
        assert!(!right, "without the guard nothing went wrong: this test can't see it");
    } else {
        assert!(right, "{acknowledged} acknowledged, {on_hand} on hand: {findings:?}");
    }
}
