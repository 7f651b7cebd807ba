//! The notification queues of this node.

use std::sync::Arc;

use bus_schemas::ids::AdminId;
use bus_schemas::notification::Announcement;
use dashmap::DashMap;
use ractor::{Actor, ActorCell, ActorRef, MessagingErr};
use tokio::sync::Mutex;

use super::port::NotificationStore;
use super::queue::{EventSink, QueueActor, QueueMessage};
use crate::store::StoreError;

struct Inner {
    store: Arc<dyn NotificationStore>,
    root: ActorCell,
    queues: DashMap<AdminId, ActorRef<QueueMessage>>,
    starting: Mutex<()>,
}

/// Brings notifications to sessions. Cheap to clone.
#[derive(Clone)]
pub struct Notifications(Arc<Inner>);

impl Notifications {
    /// A queue is started by its first subscriber.
    #[must_use]
    pub fn new(store: Arc<dyn NotificationStore>, root: ActorCell) -> Self {
        Self(Arc::new(Inner { store, root, queues: DashMap::new(), starting: Mutex::new(()) }))
    }

    /// The store of the notifications.
    #[must_use]
    pub fn store(&self) -> &Arc<dyn NotificationStore> {
        &self.0.store
    }

    /// Subscribes to a recipient's queue from now on. Earlier notifications are in the store.
    pub async fn watch(&self, recipient: AdminId, subscriber: Box<dyn EventSink>) -> Result<(), StoreError> {
        let _starting = self.0.starting.lock().await;
        let running = self.0.queues.get(&recipient).map(|queue| queue.clone());
        let subscriber = match running {
            Some(queue) => match queue.send_message(QueueMessage::Watch(subscriber)) {
                Ok(()) => return Ok(()),
                // It went to rest; another one takes its place.
                Err(MessagingErr::SendErr(QueueMessage::Watch(subscriber))) => subscriber,
                Err(error) => return Err(StoreError::Unavailable(error.to_string())),
            },
            None => subscriber,
        };
        let behaviour = QueueActor { recipient, store: self.0.store.clone() };
        let (queue, _) =
            Actor::spawn_linked(None, behaviour, (), self.0.root.clone()).await.map_err(|error| StoreError::Unavailable(error.to_string()))?;
        let _ = queue.send_message(QueueMessage::Watch(subscriber));
        self.0.queues.insert(recipient, queue);
        Ok(())
    }

    /// Passes an announcement to the recipient's queue, if it has subscribers here.
    pub fn announced(&self, announcement: Announcement) {
        if let Some(queue) = self.0.queues.get(&announcement.recipient) {
            let _ = queue.send_message(QueueMessage::Announced(announcement));
        }
    }

    /// Announcements may have been lost: every queue reads the store.
    pub fn read_store(&self) {
        for queue in &self.0.queues {
            let _ = queue.send_message(QueueMessage::ReadStore);
        }
    }
}
