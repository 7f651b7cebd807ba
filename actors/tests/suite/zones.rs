//! Warehouses with time zones of their own: at one moment it is another day in each.

use std::sync::Arc;

use actors::clock::{Clock, SharedClock, day_in, zone_named};
use actors::system::System;
use bus_schemas::ids::{AdminId, CommandId, CommandKey, OrderId, UnitId, WarehouseId};
use bus_schemas::number::{Price, Quantity};
use bus_schemas::order::{ExtraRights, OrderAction, OrderCommand, OrderDraft, OrderKind, OrderRefusal, OrderReply, OrderRequest};
use bus_schemas::warehouse::{DemandLine, Place, ReceiveLine, StockAction, StockCommand, StockRefusal, StockReply, StockRequest};
use rust_decimal::Decimal;

use crate::simulation::{draft, nodes, place};
use crate::store::{Faults, Store};

const AUCKLAND: WarehouseId = WarehouseId(1);
const LOS_ANGELES: WarehouseId = WarehouseId(2);
/// In the site's zone.
const ELSEWHERE: WarehouseId = WarehouseId(3);

/// 2026-01-15, 20:00 UTC: the 16th in Auckland and on the site, the 15th in Los Angeles.
const NOW_MS: i64 = 1_768_507_200_000;

/// A clock that stands still, in Shanghai.
#[derive(Debug)]
struct FixedClock;

impl Clock for FixedClock {
    fn now_ms(&self) -> i64 {
        NOW_MS
    }

    fn today(&self) -> String {
        day_in(chrono_tz::Asia::Shanghai, NOW_MS)
    }
}

struct Setup {
    system: System,
    store: Arc<Store>,
}

async fn setup() -> Setup {
    let store = Store::new(1, Faults { percent: 0, guarded: true });
    let clock: SharedClock = Arc::new(FixedClock);
    for (warehouse, name) in [(AUCKLAND, "Pacific/Auckland"), (LOS_ANGELES, "America/Los_Angeles")] {
        store.world.lock().unwrap().zones.insert(warehouse, zone_named(name).unwrap());
    }
    let system = nodes(&store, &clock, 1).await.remove(0);
    Setup { system, store }
}

fn key(id: &str) -> CommandKey {
    CommandKey::of(AdminId(1), CommandId::new(id).unwrap())
}

impl Setup {
    async fn create(&self, order: i64, warehouse: WarehouseId, business_date: &str) -> OrderReply {
        let action = OrderAction::Create { draft: OrderDraft { warehouse, business_date: business_date.into(), ..draft(2) } };
        let id = key(&format!("create-{order}"));
        let today = FixedClock.today();
        let command = OrderCommand { id, admin: AdminId(1), version: None, action, quiet: false, may: ExtraRights::default(), today };
        let request = OrderRequest { kind: OrderKind::INBOUND, order: OrderId(order), command, deadline: NOW_MS + 3_000 };
        self.system.orders().ask(request).await
    }

    async fn stock(&self, id: &str, warehouse: WarehouseId, action: StockAction) -> StockReply {
        let command = StockCommand::new(key(id), AdminId(1), "2026-01-15", action);
        self.system.warehouses().ask(StockRequest { warehouse, command, deadline: NOW_MS + 3_000 }).await
    }
}

fn receive(expiry_date: &str) -> StockAction {
    let place = Place { batch: "A".into(), ..place(1) };
    let (quantity, price) = (Quantity(Decimal::TEN), Price(Decimal::ONE));
    let line =
        ReceiveLine { line: 1, place, unit: UnitId(1), quantity, price, produce_date: None, expiry_date: Some(expiry_date.into()), received: None };
    StockAction::Receive { lines: vec![line] }
}

fn issue() -> StockAction {
    let line = DemandLine::new(1, place(1).product, UnitId(1), Quantity(Decimal::ONE));
    StockAction::Issue { lines: vec![line], release_rest: false }
}

fn is_expired(reply: &StockReply) -> bool {
    matches!(reply, StockReply::Refused(StockRefusal::Short { lines }) if lines[0].expired == Quantity(Decimal::TEN))
}

#[test]
fn a_zone_is_known_by_its_name() {
    let day = |name| zone_named(name).map(|zone| day_in(zone, NOW_MS));
    assert_eq!(day("Pacific/Auckland").as_deref(), Some("2026-01-16"));
    assert_eq!(day("America/Los_Angeles").as_deref(), Some("2026-01-15"));
    assert_eq!((day(""), day("Nowhere/Here"), day("asia/shanghai")), (None, None, None));
    assert_eq!((FixedClock.today_in(None), FixedClock.today_in(zone_named("America/Los_Angeles"))), ("2026-01-16".into(), "2026-01-15".into()));
}

#[tokio::test(start_paused = true)]
async fn an_order_is_of_the_future_by_the_day_of_its_warehouse() {
    let setup = setup().await;
    for (order, warehouse) in [(1, AUCKLAND), (2, ELSEWHERE)] {
        let reply = setup.create(order, warehouse, "2026-01-16").await;
        assert!(matches!(reply, OrderReply::Done(_)), "{reply:?}");
    }
    let refused = setup.create(3, LOS_ANGELES, "2026-01-16").await;
    let future = OrderRefusal::Invalid { field: "business_date".into(), key: "error.date.future".into() };
    assert_eq!(refused, OrderReply::Refused(future));
    assert!(matches!(setup.create(4, LOS_ANGELES, "2026-01-15").await, OrderReply::Done(_)));
}

#[tokio::test(start_paused = true)]
async fn goods_expire_by_the_day_of_their_warehouse() {
    let setup = setup().await;
    for warehouse in [AUCKLAND, LOS_ANGELES, ELSEWHERE] {
        let received = setup.stock(&format!("in-{}", warehouse.0), warehouse, receive("2026-01-15")).await;
        assert!(matches!(received, StockReply::Done(_)), "{received:?}");
    }
    assert!(is_expired(&setup.stock("out-1", AUCKLAND, issue()).await));
    assert!(is_expired(&setup.stock("out-3", ELSEWHERE, issue()).await));
    assert!(matches!(setup.stock("out-2", LOS_ANGELES, issue()).await, StockReply::Done(_)));
    // A warehouse in memory goes by another zone once it has read its settings again.
    setup.store.world.lock().unwrap().zones.insert(LOS_ANGELES, zone_named("Pacific/Auckland").unwrap());
    setup.system.warehouses().reload(LOS_ANGELES).await;
    assert!(matches!(setup.stock("out-4", LOS_ANGELES, issue()).await, StockReply::Refused(StockRefusal::Short { .. })));
}
