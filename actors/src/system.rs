//! The actors of one node, wired to the store and the bus.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bus_schemas::ids::{OrderId, ProductId, WarehouseId};
use bus_schemas::live::{Invalidation, Topic, TopicEvent};
use bus_schemas::notification::Announcement;
use bus_schemas::order::{Order, OrderKind};
use bus_schemas::shop::order::ShopOrder;
use bus_schemas::subjects::{InvalidEnvironment, Subjects};
use bus_schemas::warehouse::{Movement, OrderWrite};
use ractor::Actor;
use tokio::sync::{broadcast, mpsc};

use crate::bus::{Bus, BusError};
use crate::clock::SharedClock;
pub use crate::notices::Live;
use crate::notices::{Listeners, Notice, OtherNodes, publish};
use crate::notification::notifications::Notifications;
use crate::notification::port::NotificationStore;
use crate::order::orders::Orders;
use crate::order::port::OrderStore;
use crate::order::shared::OrderListener;
use crate::shop::order::orders::ShopOrders;
use crate::shop::order::port::ShopStore;
use crate::shop::order::shared::ShopListener;
use crate::store::StoreError;
use crate::supervision::{Failures, Root};
use crate::warehouse::actor::{CommitListener, Shared};
use crate::warehouse::losses::Loss;
use crate::warehouse::port::WarehouseStore;
use crate::warehouse::warehouses::Warehouses;

/// Most page events that wait on a node; beyond that its pages must reload everything.
const LIVE_BEHIND_MAX: usize = 1_024;
/// Most notices that wait to be published; more are dropped, and the listeners find out from the store.
const OUTGOING_MAX: usize = 4_096;
/// Ids named in one event of a topic.
const POKE_IDS_MAX: usize = 200;
/// Shortest time between two page events of the same topic.
const POKE_PACE: Duration = Duration::from_millis(20);
/// How often products are compared with their safety stock, at most.
const SAFETY_PACE: Duration = Duration::from_millis(200);

/// The topic of the shop's orders.
pub const SHOP_ORDERS: &str = "shop.order.Order";
/// The topic of what of the shop needs a person: of money that no order has, and of every change of an order.
pub const SHOP_EXCEPTIONS: &str = "shop.order.Exception";

/// The stores that the actors need.
#[derive(Clone)]
pub struct Ports {
    pub warehouses: Arc<dyn WarehouseStore>,
    pub orders: Arc<dyn OrderStore>,
    pub notifications: Arc<dyn NotificationStore>,
    pub shop: Arc<dyn ShopStore>,
}

/// Why the actors did not start.
#[derive(Debug, thiserror::Error)]
pub enum SystemError {
    #[error(transparent)]
    Environment(#[from] InvalidEnvironment),
    #[error(transparent)]
    Bus(#[from] BusError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the actors did not start: {0}")]
    Spawn(#[from] ractor::SpawnErr),
}

struct Inner {
    node: String,
    warehouses: Warehouses,
    orders: Orders,
    shop: ShopOrders,
    notifications: Notifications,
    live: broadcast::Sender<Live>,
    publisher: Arc<Publisher>,
    bus: Option<Arc<dyn Bus>>,
    draining: AtomicBool,
    failures: Arc<Failures>,
}

/// The actors of one node. Cheap to clone.
#[derive(Clone)]
pub struct System(Arc<Inner>);

/// Takes the notices of a write for publishing; it never blocks the actors.
struct Publisher {
    notices: mpsc::Sender<Notice>,
    topics: mpsc::Sender<TopicEvent>,
    safety: mpsc::Sender<Vec<ProductId>>,
    lost: mpsc::Sender<OrderId>,
}

impl Publisher {
    fn publish(&self, notice: Notice) {
        send(&self.notices, notice);
    }

    fn publish_topic(&self, event: TopicEvent) {
        send(&self.topics, event);
    }
}

/// Sends, and counts what a full channel drops (in the metrics).
fn send<T>(channel: &mpsc::Sender<T>, message: T) {
    if channel.try_send(message).is_err() {
        metrics::counter!("entrepot_bus_dropped_total").increment(1);
    }
}

impl CommitListener for Publisher {
    fn committed(&self, warehouse: WarehouseId, movements: &[Movement], orders: &[OrderWrite], announcements: Vec<Announcement>) {
        announcements.into_iter().for_each(|announcement| self.publish(Notice::Announcement(announcement)));
        orders.iter().for_each(|write| order_changed(&write.order).for_each(|event| self.publish_topic(event)));
        if !movements.is_empty() {
            let mut ids: Vec<i64> = movements.iter().map(|movement| movement.place.product.0).collect();
            ids.sort_unstable();
            ids.dedup();
            let fallen: Vec<ProductId> = ids.iter().copied().map(ProductId).collect();
            // A full channel is no loss: the sweep of every minute compares all.
            let _ = self.safety.try_send(fallen);
            self.publish_topic(TopicEvent { topic: Topic::Inventory { warehouse }, ids, more: false });
        }
    }

    fn lost(&self, losses: &[Loss]) {
        for loss in losses.iter().filter(|loss| loss.order.kind == OrderKind::OUTBOUND) {
            // What a full channel drops is found when it is to be sent; staff is told in any case.
            send(&self.lost, loss.order.id);
        }
    }
}

impl OrderListener for Publisher {
    fn changed(&self, order: &Order, announcements: Vec<Announcement>) {
        announcements.into_iter().for_each(|announcement| self.publish(Notice::Announcement(announcement)));
        order_changed(order).for_each(|event| self.publish_topic(event));
    }
}

impl ShopListener for Publisher {
    fn shop_changed(&self, order: &ShopOrder, announcements: Vec<Announcement>) {
        announcements.into_iter().for_each(|announcement| self.publish(Notice::Announcement(announcement)));
        self.publish_topic(TopicEvent { topic: Topic::Resource { controller: SHOP_ORDERS.to_owned() }, ids: vec![order.id.0], more: false });
    }
}

/// For the pages of each warehouse that the order concerns.
fn order_changed(order: &Order) -> impl Iterator<Item = TopicEvent> + use<> {
    let (kind_of, id) = (order.kind, order.id.0);
    order.warehouses().map(move |warehouse| TopicEvent { topic: Topic::Orders { kind_of, warehouse }, ids: vec![id], more: false })
}

impl System {
    /// Starts the actors of a node; `node` is a name that no other node has or had. Without a bus it is the only node.
    pub async fn start(node: String, environment: &str, ports: Ports, bus: Option<Arc<dyn Bus>>, clock: SharedClock) -> Result<Self, SystemError> {
        let subjects = Subjects::new(environment)?;
        let failures = Arc::new(Failures::default());
        let (root, _) = Actor::spawn(None, Root(failures.clone()), ()).await?;
        let (notices, outgoing) = mpsc::channel(OUTGOING_MAX);
        let (topics, changed) = mpsc::channel(OUTGOING_MAX);
        let (safety, fallen) = mpsc::channel(OUTGOING_MAX);
        tokio::spawn(publish_topic_events(changed, notices.clone()));
        let (lost, to_hold) = mpsc::channel(OUTGOING_MAX);
        let publisher = Arc::new(Publisher { notices, topics, safety, lost });
        let shared = Shared {
            store: ports.warehouses.clone(),
            clock: clock.clone(),
            listener: publisher.clone(),
            // Without a bus, too, other nodes may write a database that is a server.
            alone: bus.is_none() && ports.warehouses.sole_writer(),
        };
        let warehouses = Warehouses::new(shared, root.get_cell());
        let orders = Orders::new(ports.orders, clock.clone(), warehouses.clone(), publisher.clone(), root.get_cell());
        let ways = (warehouses.clone(), orders.clone());
        let shop = ShopOrders::new(ports.shop, clock.clone(), ways, publisher.clone(), root.get_cell());
        let notifications = Notifications::new(ports.notifications, root.get_cell());
        let (live, _) = broadcast::channel(LIVE_BEHIND_MAX);
        let listeners = Listeners { notifications: notifications.clone(), warehouses: warehouses.clone(), live: live.clone() };
        let others = bus.clone().map(|bus| OtherNodes { bus, subjects, node: node.clone(), clock });
        if let Some(others) = &others {
            others.listen(&listeners).await?;
        }
        tokio::spawn(publish(outgoing, listeners, others));
        tokio::spawn(reserve_elsewhere(to_hold, shop.clone()));
        tokio::spawn(watch_safety(fallen, ports.warehouses.clone(), publisher.clone()));
        Ok(Self(Arc::new(Inner { node, warehouses, orders, shop, notifications, live, publisher, bus, draining: AtomicBool::new(false), failures })))
    }

    /// The name of this node.
    #[must_use]
    pub fn node(&self) -> &str {
        &self.0.node
    }

    /// The warehouses.
    #[must_use]
    pub fn warehouses(&self) -> &Warehouses {
        &self.0.warehouses
    }

    /// The orders.
    #[must_use]
    pub fn orders(&self) -> &Orders {
        &self.0.orders
    }

    /// The orders of the shop.
    #[must_use]
    pub fn shop(&self) -> &ShopOrders {
        &self.0.shop
    }

    /// The notifications.
    #[must_use]
    pub fn notifications(&self) -> &Notifications {
        &self.0.notifications
    }

    /// Topic events and invalidations from now on. A receiver that lags must treat this as a gap and read everything
    /// again.
    #[must_use]
    pub fn live(&self) -> broadcast::Receiver<Live> {
        self.0.live.subscribe()
    }

    /// Announces to every node that inboxes have changed.
    pub fn announce(&self, announcements: Vec<Announcement>) {
        announcements.into_iter().for_each(|announcement| self.0.publisher.publish(Notice::Announcement(announcement)));
    }

    /// Tells the pages of every node that something of a topic has changed.
    pub fn publish_topic(&self, event: TopicEvent) {
        self.0.publisher.publish_topic(event);
    }

    /// Invalidates the caches of every node.
    pub fn invalidate(&self, invalidation: Invalidation) {
        self.0.publisher.publish(Notice::Invalidation(invalidation));
    }

    /// Whether questions are answered, and actors do not keep failing. The bus only announces: a node without it answers.
    #[must_use]
    pub fn ready(&self) -> bool {
        !self.0.draining.load(Ordering::Relaxed) && !self.0.failures.too_many(Instant::now())
    }

    /// Whether the bus carries messages; `None` without a bus.
    #[must_use]
    pub fn bus_connected(&self) -> Option<bool> {
        self.0.bus.as_ref().map(|bus| bus.connected())
    }

    /// Answers open requests and stops: orders first, then warehouses, then the bus. Gives up after `limit`.
    pub async fn drain(&self, limit: Duration) {
        self.0.draining.store(true, Ordering::Relaxed);
        let drained = async {
            self.0.shop.drain().await;
            self.0.orders.drain().await;
            self.0.warehouses.drain().await;
            // By then the page events of the last changes are published.
            tokio::time::sleep(POKE_PACE * 2).await;
            if let Some(bus) = &self.0.bus {
                bus.drain().await;
            }
        };
        if tokio::time::timeout(limit, drained).await.is_err() {
            tracing::warn!("not everything was answered in time");
        }
    }
}

/// Publishes page events: the first at once, those that follow closely merged. An event for each move of a busy
/// warehouse would cost more than the move.
async fn publish_topic_events(mut changed: mpsc::Receiver<TopicEvent>, notices: mpsc::Sender<Notice>) {
    while let Some(first) = changed.recv().await {
        let mut events = vec![first];
        while let Ok(next) = changed.try_recv() {
            match events.iter_mut().find(|event| event.topic == next.topic) {
                Some(event) => {
                    event.ids.extend(next.ids);
                    event.more |= next.more;
                }
                None => events.push(next),
            }
        }
        for mut event in events {
            event.ids.sort_unstable();
            event.ids.dedup();
            event.more |= event.ids.len() > POKE_IDS_MAX;
            event.ids.truncate(POKE_IDS_MAX);
            send(&notices, Notice::Topic(event));
        }
        tokio::time::sleep(POKE_PACE).await;
    }
}

/// Lets orders of the shop look elsewhere for what their outbound orders have lost.
async fn reserve_elsewhere(mut lost: mpsc::Receiver<OrderId>, shop: ShopOrders) {
    while let Some(outbound) = lost.recv().await {
        let shop = shop.clone();
        // In a task of its own, so that one that panics does not end all.
        if let Err(error) = tokio::spawn(async move { shop.reserve_elsewhere(outbound).await }).await {
            tracing::error!(%error, outbound = outbound.0, "what an outbound order has lost is not held again");
        }
    }
}

/// Compares moved products with their safety stock, many together and not too often.
async fn watch_safety(mut fallen: mpsc::Receiver<Vec<ProductId>>, store: Arc<dyn WarehouseStore>, publisher: Arc<Publisher>) {
    while let Some(mut products) = fallen.recv().await {
        tokio::time::sleep(SAFETY_PACE).await;
        while let Ok(more) = fallen.try_recv() {
            products.extend(more);
        }
        products.sort_unstable();
        products.dedup();
        match store.watch_safety_stock(&products).await {
            Ok(announcements) => announcements.into_iter().for_each(|announcement| publisher.publish(Notice::Announcement(announcement))),
            Err(error) => tracing::warn!(%error, "safety stock was not compared; the sweep will"),
        }
    }
}

#[cfg(test)]
mod tests {
    use bus_schemas::ids::WarehouseId;

    use super::*;

    fn event(warehouse: i64, ids: &[i64]) -> TopicEvent {
        TopicEvent { topic: Topic::Inventory { warehouse: WarehouseId(warehouse) }, ids: ids.to_vec(), more: false }
    }

    async fn heard(words: &mut mpsc::Receiver<Notice>) -> TopicEvent {
        match words.recv().await {
            Some(Notice::Topic(event)) => event,
            _ => panic!("no event of a topic"),
        }
    }

    #[tokio::test]
    async fn events_of_one_topic_become_one_and_none_is_lost() {
        let (topics, changed) = mpsc::channel(8);
        let (words, mut said) = mpsc::channel(8);
        for event in [event(1, &[5, 3]), event(2, &[9]), event(1, &[3, 4])] {
            topics.try_send(event).unwrap();
        }
        let publishing = tokio::spawn(publish_topic_events(changed, words));
        assert_eq!(heard(&mut said).await, event(1, &[3, 4, 5]));
        assert_eq!(heard(&mut said).await, event(2, &[9]));
        let many: Vec<i64> = (0..=POKE_IDS_MAX as i64).collect();
        for event in [event(1, &many[..1]), event(1, &many[1..])] {
            topics.try_send(event).unwrap();
        }
        drop(topics);
        let full = heard(&mut said).await;
        assert_eq!((full.ids.len(), full.more), (POKE_IDS_MAX, true));
        publishing.await.unwrap();
    }
}
