//! Two nodes that both believe they own a warehouse, over one real database, on purpose: the
//! database refuses one of them, and the books stay right. Built with `unguarded-ledger` the same
//! run must spoil them (`ops/test` runs both).

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use actors::bus::in_process::InProcessBus;
use actors::clock::{Clock, SystemClock};
use actors::system::{Ports, System};
use bus_schemas::ids::{AdminId, AreaId, CommandId, ProductId, ShelfId, UnitId, WarehouseId};
use bus_schemas::number::{Price, Quantity};
use bus_schemas::warehouse::{Place, ReceiveLine, StockAction, StockCommand, StockReply, StockRequest};
use entrepot_store::{Store, StoreConfig};
use rust_decimal::Decimal;
use serde_json::json;

const CLERKS: i64 = 6;
const COMMANDS: i64 = 40;
const CLOCK: SystemClock = SystemClock(chrono_tz::Asia::Shanghai);

fn receive(id: String, product: i64) -> StockRequest {
    let line = ReceiveLine {
        line: 1,
        place: Place { area: AreaId(0), shelf: ShelfId(0), product: ProductId(product), batch: String::new() },
        unit: UnitId(1),
        quantity: Quantity(Decimal::ONE),
        price: Price(Decimal::ONE),
        produce_date: None,
        expiry_date: None,
    };
    let command = StockCommand {
        id: CommandId::new(id).unwrap(),
        admin: AdminId(1),
        business_date: "2026-01-15".into(),
        order: None,
        action: StockAction::Receive { lines: vec![line] },
        order_write: None,
        notifications: vec![],
    };
    StockRequest { warehouse: WarehouseId(1), command, deadline: CLOCK.now_ms() + 30_000 }
}

/// Both nodes post; answers how many commands were acknowledged and what is wrong afterwards.
async fn post(dir: &std::path::Path) -> (u64, Vec<String>, Decimal) {
    let url = format!("rocksdb:{}", dir.join("db").display());
    let config = StoreConfig::new(url, "test");
    let store = Store::connect(&config).await.unwrap();
    let resource = entrepot_store::records::catalogue::find("warehouse.Warehouse").unwrap();
    store
        .insert_record(resource, json!({ "name": "W", "serial_no": "W1" }).as_object().unwrap(), &entrepot_store::records::Act::system(0))
        .await
        .unwrap();
    let mut nodes = Vec::new();
    for name in ["a", "b"] {
        let ports = Ports { warehouses: Arc::new(store.clone()), orders: Arc::new(store.clone()), notifications: Arc::new(store.clone()) };
        // A bus of its own: neither knows of the other.
        nodes.push(System::start(name.into(), "test", ports, Arc::new(InProcessBus::default()), Arc::new(CLOCK)).await.unwrap());
    }
    let acknowledged = Arc::new(AtomicU64::new(0));
    let mut clerks = Vec::new();
    for clerk in 0..CLERKS {
        let (node, acknowledged) = (nodes[usize::try_from(clerk % 2).unwrap()].clone(), acknowledged.clone());
        clerks.push(tokio::spawn(async move {
            for number in 0..COMMANDS {
                let id = format!("c{clerk}-{number}");
                // Until it is answered: the id makes it one command.
                while !matches!(node.warehouses().ask(receive(id.clone(), number % 3 + 1)).await, StockReply::Done(_)) {}
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
