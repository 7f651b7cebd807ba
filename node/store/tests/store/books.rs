//! What `check` sees: a ledger that has lost its newest rows, and orders that say something else than it does.

use actors::system::System;
use bus_schemas::order::kinds::{AUDIT, STOCK, TAKE_BACK};
use bus_schemas::order::{OrderAction, OrderDraft, OrderKind, OrderType};
use bus_schemas::warehouse::StockReply;
use entrepot_store::Store;

use crate::support::{company, draft, node, order, pens, receive};

/// Three receipts without an order, a stocked inbound order, and an outbound order that holds its goods.
async fn books(dir: &std::path::Path) -> (Store, System) {
    let store = company(dir).await;
    pens(&store).await;
    let node = node("a", &store).await;
    for number in 0..3 {
        assert!(matches!(node.warehouses().ask(receive(format!("r{number}"), 1, "2026-01-15")).await, StockReply::Done(_)));
    }
    order(&node, OrderKind::INBOUND, draft(), vec![OrderAction::step(AUDIT), OrderAction::step(STOCK)]).await;
    let mut sale = draft();
    sale.order_type = OrderType::SALES;
    order(&node, OrderKind::OUTBOUND, sale, vec![OrderAction::step(AUDIT)]).await;
    assert_eq!(findings(&store).await, Vec::<String>::new());
    (store, node)
}

async fn findings(store: &Store) -> Vec<String> {
    let report = store.check().await.unwrap();
    report.findings.into_iter().map(|finding| format!("{}: {}", finding.row, finding.problem)).collect()
}

/// Whether something is found that begins so.
fn named(findings: &[String], row: &str) -> bool {
    findings.iter().any(|finding| finding.starts_with(row))
}

/// Takes ledger rows away from a sequence on, and makes every sum agree with what is left: nothing but orders, histories
/// and commands knows of them.
async fn cut(store: &Store, from: i64, on_hand: i64) {
    let query = format!(
        "DELETE movement:[1, {from}]..[2];
         UPDATE place SET on_hand = {on_hand}dec, reserved = 0dec;
         UPDATE reservation SET quantity = 0dec;
         UPDATE flow SET records = {from} - 1, last = {from} - 1, in_quantity = {on_hand}dec, in_amount = {on_hand}dec;"
    );
    store.run(&query, vec![]).await.unwrap();
}

#[tokio::test]
async fn a_ledger_without_its_newest_rows_is_found_by_its_orders() {
    let dir = tempfile::tempdir().unwrap();
    let (store, _node) = books(dir.path()).await;
    // Row 4 moved the inbound order's goods, row 5 reserved the outbound order's.
    cut(&store, 4, 3).await;
    let found = findings(&store).await;
    assert!(named(&found, "stock_order:1: line 1 says that 2 were stocked, its ledger rows add up to 0"), "{found:#?}");
    assert!(named(&found, "stock_order:2: line 1 holds 2, its ledger rows reserve 0"), "{found:#?}");
    assert!(named(&found, "movement:[1, 4]: is missing: the history of stock_order:1 names it, the ledger ends at 3"), "{found:#?}");
    assert!(named(&found, "movement:[1, 5]: is missing"), "{found:#?}");
}

#[tokio::test]
async fn a_ledger_without_rows_of_no_order_is_found_by_its_commands() {
    let dir = tempfile::tempdir().unwrap();
    let (store, _node) = books(dir.path()).await;
    cut(&store, 3, 2).await;
    let found = findings(&store).await;
    assert!(named(&found, "stock_command:[1, 'r2']: made rows 3 to 3 of warehouse 1, whose ledger ends at 2"), "{found:#?}");
    assert!(!named(&found, "stock_command:[1, 'r1']"), "{found:#?}");
}

#[tokio::test]
async fn sums_that_counted_rows_which_are_gone_are_found() {
    let dir = tempfile::tempdir().unwrap();
    let (store, _node) = books(dir.path()).await;
    store.run("DELETE movement:[1, 5]..[2]", vec![]).await.unwrap();
    let found = findings(&store).await;
    assert!(
        found.iter().any(|finding| finding.starts_with("place:[1, ") && finding.contains("reserved is 2, its ledger rows add up to 0")),
        "{found:#?}"
    );
}

#[tokio::test]
async fn histories_and_commands_that_lack_something_are_found() {
    let dir = tempfile::tempdir().unwrap();
    let (store, node) = books(dir.path()).await;
    for _ in 3..=6 {
        order(&node, OrderKind::INBOUND, draft(), vec![OrderAction::step(AUDIT), OrderAction::step(STOCK)]).await;
    }
    assert_eq!(findings(&store).await, Vec::<String>::new());
    let statements =
        "UPDATE movement:[1, 4] SET line = 7; DELETE stock_order:2; DELETE order_event:[3, 3]; UPDATE stock_order:4 SET status = 'pending';
        DELETE order_command:[1, 'o5-2']; UPDATE stock_order:6 SET lines[0].stocked = 1dec;";
    store.run(statements, vec![]).await.unwrap();
    let found = findings(&store).await;
    for finding in [
        "stock_order:1: has no line 7",
        "stock_order:1: line 1 says that 2 were stocked, its ledger rows add up to 0",
        "stock_order:2: is missing, 2 commands to it are remembered",
        "stock_order:2: is missing, but has a history",
        "stock_order:2: is missing, but has ledger rows",
        "stock_order:3: has version 3, its history has 2 entries",
        "stock_order:4: is pending, its history ends with stocked",
        "stock_order:5: has version 3, 2 commands are remembered",
        "stock_order:6: line 1 says that 1 were stocked, its ledger rows add up to 2",
    ] {
        assert!(named(&found, finding), "{finding}: {found:#?}");
    }
}

#[tokio::test]
async fn people_are_notified_once_a_day_that_the_books_are_wrong() {
    let dir = tempfile::tempdir().unwrap();
    let (store, _node) = books(dir.path()).await;
    let right = store.check().await.unwrap();
    assert_eq!(store.notify_findings(&right, "2026-01-16").await.unwrap().notifications, 0);
    cut(&store, 4, 3).await;
    let wrong = store.check().await.unwrap();
    for (day, notified) in [("2026-01-16", 1), ("2026-01-16", 0), ("2026-01-17", 1)] {
        assert_eq!(store.notify_findings(&wrong, day).await.unwrap().notifications, notified, "{day}");
    }
}

#[tokio::test]
async fn many_lines_are_reserved_again_after_they_were_taken_back() {
    let dir = tempfile::tempdir().unwrap();
    let (store, node) = books(dir.path()).await;
    let lines: Vec<_> = std::iter::repeat_n(draft().lines, 20).flatten().collect();
    let stock = vec![OrderAction::step(AUDIT), OrderAction::step(STOCK)];
    order(&node, OrderKind::INBOUND, OrderDraft { lines: lines.clone(), ..draft() }, stock).await;
    let sale = OrderDraft { order_type: OrderType::SALES, lines, ..draft() };
    let steps = [AUDIT, TAKE_BACK, AUDIT].map(OrderAction::step);
    order(&node, OrderKind::OUTBOUND, sale, steps.to_vec()).await;
    let report = store.check().await.unwrap();
    assert_eq!((report.findings.len(), report.reservations), (0, 21), "{report:#?}");
}
