//! Orders and notifications that are numbered at the same time: no number is left out, and none is given twice.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use actors::clock::Clock;
use actors::notification::port::NotificationStore;
use actors::order::port::OrderStore;
use bus_schemas::ids::{AdminId, CommandId, CommandKey, WarehouseId};
use bus_schemas::notification::{Audience, NotificationDraft, NotificationKind};
use bus_schemas::number::{Amount, Quantity};
use bus_schemas::order::{HistoryEntry, Order, OrderKind, OrderStatus, OrderType};
use bus_schemas::warehouse::OrderWrite;
use entrepot_store::{Store, StoreConfig};
use rust_decimal::Decimal;

const DAY: &str = "2026-01-15";

/// A clock that a test turns.
#[derive(Debug)]
struct ManualClock(AtomicI64);

impl Clock for ManualClock {
    fn now_ms(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }

    fn today(&self) -> String {
        DAY.into()
    }
}

async fn company() -> (tempfile::TempDir, Store, AdminId) {
    let dir = tempfile::tempdir().unwrap();
    let url = format!("rocksdb:{}", dir.path().join("db").display());
    let (store, chief) = staffed(StoreConfig::new(url, "test")).await;
    (dir, store, chief)
}

/// A store with two administrators, of whom the second is told of what the first does.
async fn staffed(config: StoreConfig) -> (Store, AdminId) {
    let store = Store::connect(&config).await.unwrap();
    store.create_admin("clerk", "Clerk", "-", true, 0).await.unwrap();
    let chief = store.create_admin("chief", "Chief", "-", true, 0).await.unwrap();
    (store, chief)
}

/// Creates an order of which everybody but the first administrator is told; answers its number.
async fn create(store: &Store) -> String {
    create_about(store, |id| format!("order {}", id % 3)).await
}

/// The same, with the subject that its notification has.
async fn create_about(store: &Store, subject: impl Fn(i64) -> String) -> String {
    let id = store.next_id().await.unwrap();
    let order = Order {
        id,
        kind: OrderKind::INBOUND,
        number: String::new(),
        reference: String::new(),
        warehouse: WarehouseId(1),
        partner: None,
        order_type: OrderType::PURCHASE,
        status: OrderStatus::PENDING,
        lines: vec![],
        total_amount: Amount(Decimal::ZERO),
        total_quantity: Quantity(Decimal::ZERO),
        remark: String::new(),
        business_date: DAY.into(),
        admin: AdminId(1),
        created_by: AdminId(1),
        edited_by: vec![],
        audited_by: None,
        shipment: None,
        swaps: vec![],
        origin: None,
        made: vec![],
        costs: vec![],
        entry: Some(HistoryEntry {
            at: 0,
            admin: AdminId(1),
            action: "create".into(),
            from: None,
            to: OrderStatus::PENDING,
            reason: None,
            overruled: false,
        }),
        version: 1,
        created_at: 0,
        updated_at: 0,
        deleted_at: None,
        transfer: None,
        shop: None,
    };
    let draft = NotificationDraft {
        kind: NotificationKind::ORDER_REVIEW,
        audience: Audience::Holders { node: "warehouse/inboundorder/audit".into(), except: Some(AdminId(1)) },
        subject: subject(id.0),
        warehouses: vec![],
        data: serde_json::Map::new(),
        link: "/one".into(),
        link_many: "/many".into(),
        link_these: String::new(),
        thing: 0,
    };
    let write = OrderWrite { command: CommandKey::system(CommandId::new(format!("create-{}", id.0)).unwrap()), order, numbered: None };
    let (order, words) = store.create(&write, DAY, &[draft]).await.unwrap();
    assert_eq!(order.reference, order.number);
    assert_eq!(store.load(OrderKind::INBOUND, id).await.unwrap().unwrap(), order);
    assert_eq!(words.len(), 1);
    order.number
}

async fn findings(store: &Store) -> Vec<String> {
    let report = store.check().await.unwrap();
    report.findings.into_iter().map(|finding| format!("{}: {}", finding.row, finding.problem)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_numbered_at_once_is_numbered_without_a_gap() {
    let (_dir, store, chief) = company().await;
    let store = Arc::new(store);
    let reader = tokio::spawn({
        let store = store.clone();
        async move {
            for round in 0..40 {
                let last = store.inbox(chief).await.unwrap().last;
                if round % 3 == 0 {
                    store.read_all(chief, last).await.unwrap();
                } else {
                    store.read(chief, last).await.unwrap();
                }
                tokio::task::yield_now().await;
            }
        }
    });
    let clerks: Vec<_> = (0..6)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move {
                let mut numbers = Vec::new();
                for _ in 0..15 {
                    numbers.push(create(&store).await);
                }
                numbers
            })
        })
        .collect();
    let mut numbers = Vec::new();
    for clerk in clerks {
        numbers.extend(clerk.await.unwrap());
    }
    reader.await.unwrap();
    numbers.sort();
    assert_eq!(numbers, (1..=90).map(|number| format!("RK20260115{number:04}")).collect::<Vec<_>>());
    assert_eq!(store.inbox(chief).await.unwrap().last, 90);
    assert_eq!(findings(&store).await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_somebody_else_has_numbered_is_counted_on() {
    let (_dir, store, chief) = company().await;
    assert_eq!(create(&store).await, "RK202601150001");
    // As another node would, of which this one knows nothing.
    let other = "BEGIN; UPDATE counter:RK20260115 SET last = 7; UPDATE type::record('inbox', $chief) SET last += 1, unread += 1;
        CREATE type::record('notification', [$chief, 2]) SET recipient = $chief, number = 2, kind = 'stock.low', subject = 'p', data = {},
          link = '/', count = 1, created_at = 0; COMMIT;";
    store.run(other, vec![("chief", entrepot_store::engine::value::int(chief.0))]).await.unwrap();
    assert_eq!(create(&store).await, "RK202601150008");
    assert_eq!(store.inbox(chief).await.unwrap().last, 3);
    assert_eq!(findings(&store).await, Vec::<String>::new());
}

#[tokio::test]
async fn notifications_of_one_thing_merge_within_a_minute_of_the_clock() {
    let clock = Arc::new(ManualClock(AtomicI64::new(1_000_000)));
    let (store, chief) = staffed(StoreConfig { clock: clock.clone(), ..StoreConfig::new("mem://", "test") }).await;
    let counts = async || {
        let notifications = store.after(chief, 0, false, 10).await.unwrap();
        notifications.into_iter().map(|notification| (notification.count, notification.created_at)).collect::<Vec<_>>()
    };
    let create = async |advance: i64| {
        clock.0.fetch_add(advance, Ordering::SeqCst);
        create_about(&store, |_| "one thing".into()).await;
    };
    create(0).await;
    create(59_999).await;
    assert_eq!(counts().await, [(2, 1_059_999)]);
    // The window begins anew with the newest one.
    create(59_999).await;
    assert_eq!(counts().await, [(3, 1_119_998)]);
    create(60_000).await;
    assert_eq!(counts().await, [(3, 1_119_998), (1, 1_179_998)]);
    assert_eq!(findings(&store).await, Vec::<String>::new());
}
