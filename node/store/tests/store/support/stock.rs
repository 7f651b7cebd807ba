//! A warehouse, the actors that write it, and goods that come in. Unit tests of the store use it as well.

use std::path::Path;
use std::sync::Arc;

use actors::clock::{Clock, SystemClock};
use actors::system::{Ports, System};
use bus_schemas::ids::{AdminId, AreaId, CommandId, CommandKey, ProductId, ShelfId, UnitId, WarehouseId};
use bus_schemas::number::{Price, Quantity};
use bus_schemas::warehouse::{Place, ReceiveLine, StockAction, StockCommand, StockRequest};
use entrepot_store::resource::{Act, catalogue};
use entrepot_store::{Store, StoreConfig};
use rust_decimal::Decimal;
use serde_json::json;

pub const CLOCK: SystemClock = SystemClock(chrono_tz::Asia::Shanghai);

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
