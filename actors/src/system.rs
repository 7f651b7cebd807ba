//! The actors of one node, wired to the store and the bus.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bus_schemas::envelope::{Envelope, SCHEMA_VERSION};
use bus_schemas::ids::{ProductId, WarehouseId};
use bus_schemas::live::{Invalidation, Topic, TopicEvent};
use bus_schemas::notification::Announcement;
use bus_schemas::order::Order;
use bus_schemas::subjects::{InvalidEnvironment, Subjects};
use bus_schemas::warehouse::{Movement, OrderWrite};
use bytes::Bytes;
use futures::StreamExt;
use ractor::Actor;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::{broadcast, mpsc};

use crate::bus::{Bus, BusError, Delivery};
use crate::clock::SharedClock;
use crate::notification::notifications::Notifications;
use crate::notification::port::NotificationStore;
use crate::order::orders::{OrderListener, Orders};
use crate::order::port::OrderStore;
use crate::store::StoreError;
use crate::supervision::{Failures, Root};
use crate::warehouse::actor::{CommitListener, Shared};
use crate::warehouse::port::WarehouseStore;
use crate::warehouse::warehouses::Warehouses;

/// Pokes that a node may be behind before its pages are told to read again.
const LIVE_BEHIND_MAX: usize = 1_024;
/// Words that wait to be said; more are dropped, and the listeners find out from the store.
const OUTGOING_MAX: usize = 4_096;
/// Ids named in one poke.
const POKE_IDS_MAX: usize = 200;
/// How often pages are told of changes, at most.
const POKE_PACE: Duration = Duration::from_millis(20);
/// How often products are compared with their safety stock, at most.
const SAFETY_PACE: Duration = Duration::from_millis(200);

/// What the actors need of a store.
#[derive(Clone)]
pub struct Ports {
    pub warehouses: Arc<dyn WarehouseStore>,
    pub orders: Arc<dyn OrderStore>,
    pub notifications: Arc<dyn NotificationStore>,
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

/// What a page or a cache hears.
#[derive(Clone, Debug)]
pub enum Live {
    Topic(Arc<TopicEvent>),
    Invalidation(Invalidation),
    /// Something may have been missed.
    Gap,
}

enum Word {
    Announcement(Announcement),
    Topic(TopicEvent),
    Invalidation(Invalidation),
}

struct Inner {
    node: String,
    warehouses: Warehouses,
    orders: Orders,
    notifications: Notifications,
    live: broadcast::Sender<Live>,
    speaker: Arc<Speaker>,
    bus: Arc<dyn Bus>,
    draining: AtomicBool,
    failures: Arc<Failures>,
}

/// The actors of one node. Cheap to clone.
#[derive(Clone)]
pub struct System(Arc<Inner>);

/// Says on the bus what was written, off the actors' path.
struct Speaker {
    words: mpsc::Sender<Word>,
    pokes: mpsc::Sender<TopicEvent>,
    safety: mpsc::Sender<Vec<ProductId>>,
}

impl Speaker {
    fn say(&self, word: Word) {
        send(&self.words, word);
    }

    fn poke(&self, event: TopicEvent) {
        send(&self.pokes, event);
    }
}

/// Sends, and counts what a full channel drops.
fn send<T>(channel: &mpsc::Sender<T>, word: T) {
    if channel.try_send(word).is_err() {
        metrics::counter!("entrepot_bus_dropped_total").increment(1);
    }
}

impl CommitListener for Speaker {
    fn committed(&self, warehouse: WarehouseId, movements: &[Movement], orders: &[OrderWrite], announcements: Vec<Announcement>) {
        announcements.into_iter().for_each(|word| self.say(Word::Announcement(word)));
        orders.iter().for_each(|write| self.poke(order_changed(&write.order)));
        if !movements.is_empty() {
            let mut ids: Vec<i64> = movements.iter().map(|movement| movement.place.product.0).collect();
            ids.sort_unstable();
            ids.dedup();
            let fallen: Vec<ProductId> = ids.iter().copied().map(ProductId).collect();
            // A full channel is no loss: the sweep of every minute compares all.
            let _ = self.safety.try_send(fallen);
            self.poke(TopicEvent { topic: Topic::Inventory { warehouse }, ids, more: false });
        }
    }
}

impl OrderListener for Speaker {
    fn changed(&self, order: &Order, announcements: Vec<Announcement>) {
        announcements.into_iter().for_each(|word| self.say(Word::Announcement(word)));
        self.poke(order_changed(order));
    }
}

fn order_changed(order: &Order) -> TopicEvent {
    let topic = Topic::Orders { kind_of: order.kind, warehouse: order.warehouse };
    TopicEvent { topic, ids: vec![order.id.0], more: false }
}

impl System {
    /// Starts the actors of a node; `node` is a name that no other node has or had.
    pub async fn start(node: String, environment: &str, ports: Ports, bus: Arc<dyn Bus>, clock: SharedClock) -> Result<Self, SystemError> {
        let subjects = Subjects::new(environment)?;
        let failures = Arc::new(Failures::default());
        let (root, _) = Actor::spawn(None, Root(failures.clone()), ()).await?;
        let (words, outgoing) = mpsc::channel(OUTGOING_MAX);
        let (pokes, changed) = mpsc::channel(OUTGOING_MAX);
        let (safety, fallen) = mpsc::channel(OUTGOING_MAX);
        tokio::spawn(tell_pages(changed, words.clone()));
        let speaker = Arc::new(Speaker { words, pokes, safety });
        let shared = Shared {
            store: ports.warehouses.clone(),
            clock: clock.clone(),
            listener: speaker.clone(),
            // Without a bus, too, other nodes may write a database that is a server.
            alone: bus.is_local() && ports.warehouses.sole_writer(),
        };
        let warehouses = Warehouses::new(shared, root.get_cell());
        let orders = Orders::new(ports.orders, clock.clone(), warehouses.clone(), speaker.clone(), root.get_cell());
        let notifications = Notifications::new(ports.notifications, root.get_cell());
        let (live, _) = broadcast::channel(LIVE_BEHIND_MAX);
        tokio::spawn(speak(outgoing, node.clone(), subjects.clone(), bus.clone(), clock));
        tokio::spawn(watch_safety(fallen, ports.warehouses.clone(), speaker.clone()));
        let system =
            Self(Arc::new(Inner { node, warehouses, orders, notifications, live, speaker, bus, draining: AtomicBool::new(false), failures }));
        system.listen(&subjects).await?;
        Ok(system)
    }

    async fn listen(&self, subjects: &Subjects) -> Result<(), SystemError> {
        let (notifications, live) = (self.0.notifications.clone(), self.0.live.clone());
        self.hear(subjects.notifications(), move |word: Option<Announcement>| match word {
            Some(word) => notifications.announced(word),
            None => notifications.look(),
        })
        .await?;
        let topics = live.clone();
        self.hear(subjects.live(), move |event: Option<TopicEvent>| {
            let _ = topics.send(event.map_or(Live::Gap, |event| Live::Topic(Arc::new(event))));
        })
        .await?;
        let warehouses = self.0.warehouses.clone();
        self.hear(subjects.invalidate(), move |word: Option<Invalidation>| {
            if let Some(Invalidation::Warehouse { warehouse }) = word {
                let warehouses = warehouses.clone();
                tokio::spawn(async move { warehouses.reload(warehouse).await });
            }
            let _ = live.send(word.map_or(Live::Gap, Live::Invalidation));
        })
        .await?;
        Ok(())
    }

    /// Calls `heard` for every message on a subject, with nothing when some may have been missed.
    async fn hear<T: DeserializeOwned + Send + 'static>(
        &self,
        subject: String,
        mut heard: impl FnMut(Option<T>) + Send + 'static,
    ) -> Result<(), SystemError> {
        let mut deliveries = self.0.bus.subscribe(&subject).await?;
        tokio::spawn(async move {
            while let Some(delivery) = deliveries.next().await {
                match delivery {
                    Delivery::Gap => heard(None),
                    Delivery::Message(message) => match serde_json::from_slice::<Envelope<T>>(&message.payload) {
                        Ok(envelope) if envelope.v <= SCHEMA_VERSION => heard(Some(envelope.body)),
                        Ok(envelope) => tracing::warn!(subject, version = envelope.v, "a newer node speaks"),
                        Err(error) => tracing::warn!(subject, %error, "a message can't be read"),
                    },
                }
            }
        });
        Ok(())
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

    /// The notifications.
    #[must_use]
    pub fn notifications(&self) -> &Notifications {
        &self.0.notifications
    }

    /// Pokes and invalidations from now on; a receiver that lags must take it for a gap.
    #[must_use]
    pub fn live(&self) -> broadcast::Receiver<Live> {
        self.0.live.subscribe()
    }

    /// Tells every node that a recipient's queue changed.
    pub fn announce(&self, words: Vec<Announcement>) {
        words.into_iter().for_each(|word| self.0.speaker.say(Word::Announcement(word)));
    }

    /// Pokes the pages of every node.
    pub fn poke(&self, event: TopicEvent) {
        self.0.speaker.poke(event);
    }

    /// Tells the caches of every node.
    pub fn invalidate(&self, word: Invalidation) {
        self.0.speaker.say(Word::Invalidation(word));
    }

    /// Whether questions are answered, and actors do not keep failing.
    #[must_use]
    pub fn ready(&self) -> bool {
        !self.0.draining.load(Ordering::Relaxed) && self.0.bus.connected() && !self.0.failures.too_many(Instant::now())
    }

    /// Answers what waits: orders first, then warehouses, then the bus; gives up after `limit`.
    pub async fn drain(&self, limit: Duration) {
        self.0.draining.store(true, Ordering::Relaxed);
        let drained = async {
            self.0.orders.drain().await;
            self.0.warehouses.drain().await;
            // What pages have to be told of the last changes is said by then.
            tokio::time::sleep(POKE_PACE * 2).await;
            self.0.bus.drain().await;
        };
        if tokio::time::timeout(limit, drained).await.is_err() {
            tracing::warn!("not everything was answered in time");
        }
    }
}

async fn speak(mut outgoing: mpsc::Receiver<Word>, node: String, subjects: Subjects, bus: Arc<dyn Bus>, clock: SharedClock) {
    while let Some(word) = outgoing.recv().await {
        let at = clock.now_ms();
        let said = match word {
            Word::Announcement(body) => say(&*bus, &node, at, &subjects.notifications(), body).await,
            Word::Topic(body) => say(&*bus, &node, at, &subjects.live(), body).await,
            Word::Invalidation(body) => say(&*bus, &node, at, &subjects.invalidate(), body).await,
        };
        if let Err(error) = said {
            tracing::warn!(%error, "word was not said; listeners read the store when the bus is back");
        }
    }
}

async fn say<T: Serialize>(bus: &dyn Bus, node: &str, at: i64, subject: &str, body: T) -> Result<(), BusError> {
    let envelope = Envelope { v: SCHEMA_VERSION, node: node.to_owned(), at, body };
    match serde_json::to_vec(&envelope) {
        Ok(payload) => bus.publish(subject, Bytes::from(payload)).await,
        Err(error) => Err(BusError::Disconnected(error.to_string())),
    }
}

/// Tells pages what has changed: the first at once, what follows closely together. A poke for each move of a busy
/// warehouse would cost more than the move.
async fn tell_pages(mut changed: mpsc::Receiver<TopicEvent>, words: mpsc::Sender<Word>) {
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
            send(&words, Word::Topic(event));
        }
        tokio::time::sleep(POKE_PACE).await;
    }
}

/// Compares products with their safety stock after they moved, many at once and not too often.
async fn watch_safety(mut fallen: mpsc::Receiver<Vec<ProductId>>, store: Arc<dyn WarehouseStore>, speaker: Arc<Speaker>) {
    while let Some(mut products) = fallen.recv().await {
        tokio::time::sleep(SAFETY_PACE).await;
        while let Ok(more) = fallen.try_recv() {
            products.extend(more);
        }
        products.sort_unstable();
        products.dedup();
        match store.watch_safety_stock(&products).await {
            Ok(words) => words.into_iter().for_each(|word| speaker.say(Word::Announcement(word))),
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

    async fn heard(words: &mut mpsc::Receiver<Word>) -> TopicEvent {
        match words.recv().await {
            Some(Word::Topic(event)) => event,
            _ => panic!("no poke"),
        }
    }

    #[tokio::test]
    async fn pokes_of_one_topic_become_one_and_none_is_lost() {
        let (pokes, changed) = mpsc::channel(8);
        let (words, mut said) = mpsc::channel(8);
        for event in [event(1, &[5, 3]), event(2, &[9]), event(1, &[3, 4])] {
            pokes.try_send(event).unwrap();
        }
        let telling = tokio::spawn(tell_pages(changed, words));
        assert_eq!(heard(&mut said).await, event(1, &[3, 4, 5]));
        assert_eq!(heard(&mut said).await, event(2, &[9]));
        let many: Vec<i64> = (0..=POKE_IDS_MAX as i64).collect();
        for event in [event(1, &many[..1]), event(1, &many[1..])] {
            pokes.try_send(event).unwrap();
        }
        drop(pokes);
        let full = heard(&mut said).await;
        assert_eq!((full.ids.len(), full.more), (POKE_IDS_MAX, true));
        telling.await.unwrap();
    }
}
