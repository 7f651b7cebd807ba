//! A warehouse, the actors that write it, and what is asked of them.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use actors::clock::{Clock, SystemClock};
use actors::system::{Ports, System};
use bus_schemas::ids::{AdminId, AreaId, CommandId, CommandKey, OrderId, ProductId, ShelfId, UnitId, WarehouseId};
use bus_schemas::number::{Price, Quantity};
use bus_schemas::order::{DraftLine, ExtraRights, OrderAction, OrderCommand, OrderDraft, OrderKind, OrderReply, OrderRequest, OrderType};
use bus_schemas::warehouse::{Place, ReceiveLine, StockAction, StockCommand, StockRequest};
use entrepot_store::inventory::dashboard::{Dashboard, Times};
use entrepot_store::resource::{Act, catalogue};
use entrepot_store::scope::Scope;
use entrepot_store::{Store, StoreConfig};
use rust_decimal::Decimal;
use serde_json::json;

/// Orders that were created, so that each has an id of its own.
static CREATED: AtomicU64 = AtomicU64::new(0);

const CLOCK: SystemClock = SystemClock(chrono_tz::Asia::Shanghai);

/// A database with one warehouse, number 1.
pub async fn company(dir: &Path) -> Store {
    let config = StoreConfig::new(format!("rocksdb:{}", dir.join("db").display()), "test");
    let store = Store::connect(&config).await.unwrap();
    let resource = catalogue::find("warehouse.Warehouse").unwrap();
    store.insert_record(resource, json!({ "name": "W", "serial_no": "W1" }).as_object().unwrap(), &Act::system(0)).await.unwrap();
    store
}

/// A node's actors without a bus: no node knows of another.
pub async fn node(name: &str, store: &Store) -> System {
    let ports = Ports {
        warehouses: Arc::new(store.clone()),
        orders: Arc::new(store.clone()),
        notifications: Arc::new(store.clone()),
        shop: Arc::new(store.clone()),
    };
    System::start(name.into(), "test", ports, None, Arc::new(CLOCK)).await.unwrap()
}

/// An order of two pieces, and what a person does with it.
pub fn draft() -> OrderDraft {
    let line = DraftLine { price: Decimal::ONE, ..DraftLine::new(ProductId(1), Decimal::TWO) };
    OrderDraft {
        warehouse: WarehouseId(1),
        partner: None,
        order_type: OrderType::PURCHASE,
        reference: None,
        remark: String::new(),
        business_date: "2026-01-15".into(),
        admin: None,
        shipment: None,
        lines: vec![line],
        transfer: None,
    }
}

pub fn key(admin: i64, id: &str) -> CommandKey {
    CommandKey::of(AdminId(admin), CommandId::new(id).unwrap())
}

/// Asks an order.
pub async fn ask(node: &System, kind: OrderKind, order: OrderId, id: CommandKey, action: OrderAction) -> OrderReply {
    node.orders().ask(OrderRequest { kind, order, command: command(id, action), deadline: CLOCK.now_ms() + 30_000 }).await
}

fn command(id: CommandKey, action: OrderAction) -> OrderCommand {
    OrderCommand { admin: id.owner, id, version: None, action, quiet: true, may: ExtraRights::all(), today: "2026-01-15".into() }
}

/// Carries an order through these steps.
pub async fn order(node: &System, kind: OrderKind, draft: OrderDraft, steps: Vec<OrderAction>) -> OrderId {
    let order = create(node, kind, key(1, &format!("created-{}", CREATED.fetch_add(1, Ordering::Relaxed))), draft).await;
    for (action, number) in steps.into_iter().zip(1..) {
        let reply = ask(node, kind, order, key(1, &format!("o{order}-{number}")), action).await;
        assert!(matches!(reply, OrderReply::Done(_)), "{reply:?}");
    }
    order
}

/// Creates an order.
pub async fn create(node: &System, kind: OrderKind, id: CommandKey, draft: OrderDraft) -> OrderId {
    match node.orders().create(kind, command(id, OrderAction::Create { draft }), CLOCK.now_ms() + 30_000).await {
        OrderReply::Done(done) if !done.repeated => done.id,
        other => panic!("{other:?}"),
    }
}

/// Product 1.
pub async fn pens(store: &Store) {
    let goods = [("warehouse.Unit", json!({ "name": "piece" })), ("warehouse.Product", json!({ "product_no": "P1", "name": "Pen", "unit_id": 1 }))];
    for (name, row) in goods {
        store.insert_record(catalogue::find(name).unwrap(), row.as_object().unwrap(), &Act::system(0)).await.unwrap();
    }
}

/// One piece of a product comes in, at a price of one.
pub fn receive(id: String, product: i64, business_date: &str) -> StockRequest {
    let line = ReceiveLine {
        line: 1,
        place: Place { area: AreaId(0), shelf: ShelfId(0), product: ProductId(product), batch: String::new() },
        unit: UnitId(1),
        quantity: Quantity(Decimal::ONE),
        price: Price(Decimal::ONE),
        produce_date: None,
        expiry_date: None,
        received: None,
    };
    let id = CommandKey::of(AdminId(1), CommandId::new(id).unwrap());
    let command = StockCommand::new(id, AdminId(1), business_date, StockAction::Receive { lines: vec![line] });
    StockRequest { warehouse: WarehouseId(1), command, deadline: CLOCK.now_ms() + 30_000 }
}

/// What a dashboard shows of this year's beginning.
pub async fn dashboard(store: &Store) -> Dashboard {
    let times = Times { since: "2026-01", expires_by: "2026-02-01", movers_since: 0, now_ms: 1_769_900_000_000 };
    store.dashboard(times, &Scope::system()).await.unwrap()
}
