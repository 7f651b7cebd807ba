//! What a node announces after something was written: that a queue has grown, that pages are stale, that caches must
//! forget. Listeners of this node get it as it is, those of other nodes over the bus. It is never the only copy of
//! anything: a notice that is lost delays, and the listener finds out from the store.

use std::sync::Arc;

use bus_schemas::envelope::{Envelope, SCHEMA_VERSION};
use bus_schemas::live::{Invalidation, TopicEvent};
use bus_schemas::notification::Announcement;
use bus_schemas::subjects::Subjects;
use bytes::Bytes;
use futures::StreamExt;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::{broadcast, mpsc};

use crate::bus::{Bus, BusError, BusEvent};
use crate::clock::SharedClock;
use crate::notification::notifications::Notifications;
use crate::warehouse::warehouses::Warehouses;

/// What a page or a cache gets.
#[derive(Clone, Debug)]
pub enum Live {
    Topic(Arc<TopicEvent>),
    Invalidation(Invalidation),
    /// Something may have been missed.
    Gap,
}

/// See the module.
#[derive(Clone)]
pub(crate) enum Notice {
    Announcement(Announcement),
    Topic(TopicEvent),
    Invalidation(Invalidation),
}

/// The listeners of this node.
#[derive(Clone)]
pub(crate) struct Listeners {
    pub notifications: Notifications,
    pub warehouses: Warehouses,
    pub live: broadcast::Sender<Live>,
}

impl Listeners {
    fn offer(&self, notice: Notice) {
        match notice {
            Notice::Announcement(announcement) => self.notifications.announced(announcement),
            Notice::Topic(event) => self.offer_live(Live::Topic(Arc::new(event))),
            Notice::Invalidation(invalidation) => {
                if let Invalidation::Warehouse { warehouse } = invalidation {
                    let warehouses = self.warehouses.clone();
                    tokio::spawn(async move { warehouses.reload(warehouse).await });
                }
                self.offer_live(Live::Invalidation(invalidation));
            }
        }
    }

    fn offer_live(&self, live: Live) {
        // Nobody may listen at the moment.
        let _ = self.live.send(live);
    }

    /// Notices may have been missed.
    fn missed(&self, kind: Kind) {
        match kind {
            Kind::Announcements => self.notifications.read_store(),
            Kind::Live => self.offer_live(Live::Gap),
        }
    }
}

/// Who must read the store after a gap.
#[derive(Clone, Copy)]
enum Kind {
    Announcements,
    Live,
}

/// The other nodes.
#[derive(Clone)]
pub(crate) struct OtherNodes {
    pub bus: Arc<dyn Bus>,
    pub subjects: Subjects,
    /// The name of this node.
    pub node: String,
    pub clock: SharedClock,
}

impl OtherNodes {
    /// Passes on what other nodes announce.
    pub async fn listen(&self, listeners: &Listeners) -> Result<(), BusError> {
        self.subscribe(self.subjects.notifications(), Notice::Announcement, Kind::Announcements, listeners).await?;
        self.subscribe(self.subjects.live(), Notice::Topic, Kind::Live, listeners).await?;
        self.subscribe(self.subjects.invalidate(), Notice::Invalidation, Kind::Live, listeners).await
    }

    async fn subscribe<T: DeserializeOwned + Send + 'static>(
        &self,
        subject: String,
        notice: fn(T) -> Notice,
        kind: Kind,
        listeners: &Listeners,
    ) -> Result<(), BusError> {
        let mut events = self.bus.subscribe(&subject).await?;
        let (node, listeners) = (self.node.clone(), listeners.clone());
        tokio::spawn(async move {
            while let Some(event) = events.next().await {
                match event {
                    BusEvent::Gap => listeners.missed(kind),
                    BusEvent::Message(message) => match serde_json::from_slice::<Envelope<T>>(&message.payload) {
                        // The listeners here had it from the publisher.
                        Ok(envelope) if envelope.node == node => {}
                        Ok(envelope) if envelope.v <= SCHEMA_VERSION => listeners.offer(notice(envelope.body)),
                        Ok(envelope) => tracing::warn!(subject, version = envelope.v, "a newer node speaks"),
                        Err(error) => tracing::warn!(subject, %error, "a message can't be read"),
                    },
                }
            }
        });
        Ok(())
    }

    async fn publish(&self, notice: &Notice) -> Result<(), BusError> {
        match notice {
            Notice::Announcement(body) => self.send(&self.subjects.notifications(), body).await,
            Notice::Topic(body) => self.send(&self.subjects.live(), body).await,
            Notice::Invalidation(body) => self.send(&self.subjects.invalidate(), body).await,
        }
    }

    async fn send<T: Serialize + Sync>(&self, subject: &str, body: &T) -> Result<(), BusError> {
        let envelope = Envelope { v: SCHEMA_VERSION, node: self.node.clone(), at: self.clock.now_ms(), body };
        match serde_json::to_vec(&envelope) {
            Ok(payload) => self.bus.publish(subject, Bytes::from(payload)).await,
            Err(error) => Err(BusError::Disconnected(error.to_string())),
        }
    }
}

/// Announces to listeners here and on other nodes, off the actors' path.
pub(crate) async fn publish(mut outgoing: mpsc::Receiver<Notice>, listeners: Listeners, others: Option<OtherNodes>) {
    while let Some(notice) = outgoing.recv().await {
        let Some(others) = &others else {
            listeners.offer(notice);
            continue;
        };
        listeners.offer(notice.clone());
        if let Err(error) = others.publish(&notice).await {
            tracing::warn!(%error, "other nodes were not notified; they read the store when the bus is back");
        }
    }
}
