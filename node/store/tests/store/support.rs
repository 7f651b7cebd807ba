//! What is asked of a warehouse and of the actors that write it.

mod stock;

use std::sync::atomic::{AtomicU64, Ordering};

use actors::clock::Clock;
use actors::system::System;
use bus_schemas::ids::{AdminId, CommandId, CommandKey, OrderId, ProductId, WarehouseId};
use bus_schemas::order::{DraftLine, ExtraRights, OrderAction, OrderCommand, OrderDraft, OrderKind, OrderReply, OrderRequest, OrderType};
use entrepot_store::Store;
use entrepot_store::inventory::dashboard::{Dashboard, Times};
use entrepot_store::inventory::moved::Period;
use entrepot_store::resource::{Act, catalogue};
use entrepot_store::scope::Scope;
use rust_decimal::Decimal;
use serde_json::json;

use self::stock::CLOCK;
pub use self::stock::{company, node, receive};

/// Orders that were created, so that each has an id of its own.
static CREATED: AtomicU64 = AtomicU64::new(0);

/// An order of two pieces, and what a person does with it.
pub fn draft() -> OrderDraft {
    let line = DraftLine { price: Decimal::ONE, ..DraftLine::new(ProductId(1), Decimal::TWO) };
    OrderDraft::new(WarehouseId(1), OrderType::PURCHASE, "2026-01-15", vec![line])
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

/// What a dashboard shows of this year's beginning.
pub async fn dashboard(store: &Store) -> Dashboard {
    let period = Period { before: 0, until: 0, starts: vec![0] };
    let times = Times { since: "2026-01", expires_by: "2026-02-01", period: &period, now_ms: 1_769_900_000_000 };
    store.dashboard(times, &Scope::system()).await.unwrap()
}
