//! Every kind of damage that `check` is to find: one row is spoilt, named in the answer, and made whole again.

use std::path::Path;

use actors::count::lines::{counted, differences, tallied};
use actors::count::rules::{self, Act};
use bus_schemas::count::{CountDraft, CountResult, CountScope, CountWrite, Tolerance};
use bus_schemas::ids::{AdminId, WarehouseId};
use bus_schemas::number::Quantity;
use bus_schemas::order::kinds::{AUDIT, RECEIVE, SHIP, STOCK};
use bus_schemas::order::{DraftLine, OrderAction, OrderDraft, OrderKind, OrderType, PartLine, TransferDraft};
use bus_schemas::warehouse::{StockAction, StockCommand, StockReply, StockRequest};
use entrepot_store::Store;
use entrepot_store::maintenance::check::report::Report;
use entrepot_store::resource::{Act as RecordAct, catalogue};
use rust_decimal::Decimal;
use serde_json::json;

use crate::support::{company, draft, key, node, order, pens};

fn of(order_type: OrderType, quantity: i64) -> OrderDraft {
    let mut draft = draft();
    let line = DraftLine { quantity: Decimal::from(quantity), ..draft.lines.remove(0) };
    OrderDraft { order_type, lines: vec![line], ..draft }
}

fn part(quantity: i64) -> Option<Vec<PartLine>> {
    Some(vec![PartLine { line: 1, quantity: Decimal::from(quantity), ..PartLine::default() }])
}

/// Ten pieces came into warehouse 1, of which two are reserved for order 2. Order 3 sends three to warehouse 2: two have
/// left, one has arrived. A count found one more.
async fn books(dir: &Path) -> Store {
    let store = company(dir).await;
    let far = json!({ "name": "Far", "serial_no": "W2" });
    store.insert_record(catalogue::find("warehouse.Warehouse").unwrap(), far.as_object().unwrap(), &RecordAct::system(0)).await.unwrap();
    pens(&store).await;
    let node = node("a", &store).await;
    let steps = vec![OrderAction::step(AUDIT), OrderAction::step(STOCK)];
    order(&node, OrderKind::INBOUND, of(OrderType::PURCHASE, 10), steps).await;
    order(&node, OrderKind::OUTBOUND, of(OrderType::SALES, 2), vec![OrderAction::step(AUDIT)]).await;
    let mut transfer = of(OrderType::BETWEEN, 3);
    transfer.transfer = Some(TransferDraft { target: Some(WarehouseId(2)), ..TransferDraft::default() });
    let moving =
        |step: &str, quantity: i64| OrderAction::Step { step: step.to_owned(), parts: part(quantity), reason: None, details: Box::default() };
    order(&node, OrderKind::TRANSFER, transfer, vec![OrderAction::step(AUDIT), moving(SHIP, 2), moving(RECEIVE, 1)]).await;

    let act = |admin: i64| Act { admin: AdminId(admin), now_ms: 1_000, version: None };
    let lines = store.covered_places(WarehouseId(1), &CountScope::default(), None).await.unwrap();
    let draft = CountDraft { warehouse: WarehouseId(1), scope: CountScope::default(), blind: false, remark: String::new(), admin: None };
    let sheet = rules::create(store.next_count().await.unwrap(), &draft, 1, Tolerance::default(), "2026-01-15", act(2)).unwrap();
    let sheet = store.create_count(&CountWrite { command: key(2, "sheet"), sheet }, &lines, "2026-01-15").await.unwrap();
    let figure = store.book_figure(sheet.id, WarehouseId(1), Some(1), &lines[0].place).await.unwrap();
    let quantity = Quantity(figure.book.0 + Decimal::ONE);
    let (book, sequence, cost) = (figure.book, figure.sequence, figure.cost);
    let result = CountResult { quantity, entered: vec![], book, sequence, cost, admin: AdminId(2), at: 1_000, zeroed: false };
    let line = counted(&lines[0], result, None).unwrap();
    let mut saved = sheet.clone();
    saved.saves += 1;
    saved.tallies = tallied(saved.tallies, Some(&lines[0]), &line, saved.tolerance);
    saved.counters = vec![AdminId(2)];
    let saved = CountWrite { command: key(2, "counted"), sheet: saved };
    store.save_count(&sheet, &saved, rules::COUNT, &line, false).await.unwrap();
    let submitted = CountWrite { command: key(2, "submit"), sheet: rules::submit(&saved.sheet, act(2)).unwrap() };
    store.update_count(&saved.sheet, &submitted, &[], &[]).await.unwrap();
    let write = CountWrite { command: key(1, "post"), sheet: rules::post(&submitted.sheet, None, act(1)).unwrap() };
    let action = StockAction::Count { write: Box::new(write), lines: differences(&[line], &Default::default(), &Default::default()) };
    let command = StockCommand::new(key(1, "post"), AdminId(1), "2026-01-15", action);
    let deadline = chrono::Utc::now().timestamp_millis() + 30_000;
    let reply = node.warehouses().ask(StockRequest { warehouse: WarehouseId(1), command, deadline }).await;
    assert!(matches!(reply, StockReply::Done(_)), "{reply:?}");
    store
}

fn findings(report: Report) -> Vec<String> {
    report.findings.into_iter().map(|finding| format!("{}: {}", finding.row, finding.problem)).collect()
}

/// The row that is spoilt, what is done to it, and how what is found of it begins.
const DAMAGE: &[(&str, &str, &str)] = &[
    ("cost:[1, 1]", "UPDATE cost:[1, 1] SET average_cost = 9dec", "cost:[1, 1]: the average is 9, the ledger makes it 1"),
    ("cost:[1, 1]", "UPDATE cost:[1, 1] SET last_price = 9dec", "cost:[1, 1]: the last price is 9, the ledger says 1"),
    (
        "cost:[1, 1]",
        "UPDATE cost:[1, 1] SET rounding = 9dec, rounding_from = 1",
        "cost:[1, 1]: says that 9 is left by rounding, the ledger makes it 0",
    ),
    ("cost:[2, 1]", "DELETE cost:[2, 1]", "cost:[2, 1]: is missing"),
    (
        "cost:[1, 7]",
        "CREATE cost:[1, 7] SET warehouse = 1, product = 7, average_cost = 1dec, last_price = 1dec",
        "cost:[1, 7]: is there, but nothing with a cost came in",
    ),
    ("movement:[2, 1]", "UPDATE movement:[2, 1] SET unit_cost = 9dec", "stock_order:3: line 1 says that 1 at 1 of batch '' moved in movement:[2, 1]"),
    ("movement:[2, 1]", "UPDATE movement:[2, 1] SET batch = 'X'", "place:[2, 0, 0, 1, '']: on hand is 1, its movements add up to 0"),
    ("movement:[1, 3]", "DELETE movement:[1, 3]", "movement:[1, 3]: is missing"),
    (HELD, "UPDATE reservation:[1, 'outbound', 2, 1, 0, 0, 1, ''] SET order = 99", "reservation of stock_order:99 line 1 at place:[1, 0, 0, 1, '']"),
    (HELD, "UPDATE reservation:[1, 'outbound', 2, 1, 0, 0, 1, ''] SET line = 4", "reservation of stock_order:2 line 1 at"),
    (HELD, "DELETE reservation:[1, 'outbound', 2, 1, 0, 0, 1, '']", "place:[1, 0, 0, 1, '']: reserved is 3, its reservations add up to 1"),
    ("place:[1, 0, 0, 1, '']", "UPDATE place:[1, 0, 0, 1, ''] SET on_hand = 4dec", "place:[1, 0, 0, 1, '']: on hand is 4, its movements add up to 9"),
    ("place:[1, 0, 0, 1, '']", "UPDATE place:[1, 0, 0, 1, ''] SET reserved = 0dec", "place:[1, 0, 0, 1, '']: reserved is 0"),
    ("flow:[1, '2026-01', 1]", "UPDATE flow:[1, '2026-01', 1] SET records = 9", "flow:[1, '2026-01', 1]: says 9 records"),
    (
        "batch_hold:[1, 1, '']",
        "CREATE batch_hold:[1, 1, ''] SET warehouse = 1, product = 1, batch = '', state = 1, reason = 'wet', admin = 1, since = 1",
        "place:[1, 0, 0, 1, '']: 3 of goods that are held is reserved",
    ),
    (
        "place:[1, 0, 0, 1, 'ＡＢ－１']",
        "CREATE place:[1, 0, 0, 1, 'ＡＢ－１'] SET warehouse = 1, area = 0, shelf = 0, product = 1, batch = 'ＡＢ－１', on_hand = 1dec, reserved = 0dec",
        "place:[1, 0, 0, 1, 'ＡＢ－１']: its batch number is kept as 'AB-1' today",
    ),
    (
        "batch_hold:[2, 1, 'ﬁx']",
        "CREATE batch_hold:[2, 1, 'ﬁx'] SET warehouse = 2, product = 1, batch = 'ﬁx', state = 1, reason = 'wet', admin = 1, since = 1",
        "batch_hold:[2, 1, 'ﬁx']: its batch number is kept as 'FIX' today",
    ),
    ("stock_order:2", "UPDATE stock_order:2 SET lines[0].quantity = 5dec", "stock_order:2: line 1 holds 5, its ledger rows reserve 2"),
    ("stock_order:3", "UPDATE stock_order:3 SET transfer.there = 7dec", "stock_order:3: says that 7 are in transit"),
    ("stock_order:3", "UPDATE stock_order:3 SET lines[0].transit.arrived = 2dec", "stock_order:3: line 1 says that 2 arrived"),
    ("stock_order:3", "UPDATE stock_order:3 SET lines[0].moves[0].batch = 'X'", "stock_order:3: line 1 says that -2 at 1 of batch 'X'"),
    ("stock_order:3", "UPDATE stock_order:3 SET lines[0].moves[0].unit_cost = 7dec", "stock_order:3: line 1 says that -2 at 7 of batch ''"),
    (
        "stock_order:3",
        "UPDATE stock_order:3 SET lines[0].moves = []",
        "stock_order:3: line 1 moved -2 in warehouse 1, the movements on it add up to 0",
    ),
    ("count_line:[1, 1]", "UPDATE count_line:[1, 1] SET results[0].quantity = 5dec", "count_sheet:1: line 1 counted"),
    ("count_sheet:1", "UPDATE count_sheet:1 SET tallies.counted = 0", "count_sheet:1: says 0 of 1 lines are counted"),
];
const HELD: &str = "reservation:[1, 'outbound', 2, 1, 0, 0, 1, '']";

#[tokio::test]
async fn each_kind_of_damage_is_found_and_named() {
    let dir = tempfile::tempdir().unwrap();
    let store = books(dir.path()).await;
    let report = store.check().await.unwrap();
    let looked_at = (report.warehouses, report.places, report.reservations, report.costs);
    let documents = (report.orders, report.transfers, report.in_transit, report.counts);
    assert_eq!((looked_at, documents), ((2, 2, 2, 2), (3, 1, 1, 1)), "{report:#?}");
    assert_eq!(findings(report), Vec::<String>::new());
    store.run("DEFINE TABLE kept SCHEMALESS", vec![]).await.unwrap();
    for (row, damage, found) in DAMAGE {
        store.run(&format!("DELETE kept; CREATE kept:1 SET row = (SELECT * FROM ONLY {row}); {damage};"), vec![]).await.unwrap();
        let findings = findings(store.check().await.unwrap());
        assert!(findings.iter().any(|finding| finding.starts_with(found)), "{damage}\n{found}\n{findings:#?}");
        let heal = format!(
            "LET $row = (SELECT VALUE row FROM ONLY kept:1);
             IF $row = NONE OR $row = NULL {{ DELETE {row} }} ELSE {{ UPSERT {row} CONTENT $row }};"
        );
        store.run(&heal, vec![]).await.unwrap();
    }
    assert_eq!(findings(store.check().await.unwrap()), Vec::<String>::new(), "all of it is whole again");
}
