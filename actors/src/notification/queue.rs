//! The queue of one recipient on this node.

use std::sync::Arc;
use std::time::Duration;

use bus_schemas::ids::AdminId;
use bus_schemas::notification::{Announcement, Notification};
use ractor::{Actor, ActorProcessingErr, ActorRef};
use tokio::sync::mpsc;

use super::port::NotificationStore;

/// Most notifications fetched together; with more new ones, sessions get `Resync`.
const FETCH_MAX: usize = 50;

/// Subscribers served in one task (a millisecond or two); more are split over several tasks.
const SHARE: usize = 256;

/// Interval at which a queue checks whether it still has subscribers.
const REST_AFTER: Duration = Duration::from_secs(60);
/// Pause before a retry.
const AGAIN: Duration = Duration::from_millis(500);

/// An event for a session.
#[derive(Clone, Debug)]
pub enum QueueEvent {
    /// A new notification, with the unread count at its time.
    Notify { notification: Arc<Notification>, unread: i64 },
    /// Everything up to this number is read (by this person, in whichever session).
    Read { upto: i64, unread: i64 },
    /// More happened than is sent: read the store.
    Resync,
}

/// Whether a session took an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offered {
    Taken,
    /// It has no room now.
    Full,
    /// It has ended.
    Gone,
}

/// A subscriber of a queue. Must not block.
pub trait EventSink: Send + 'static {
    /// Offers an event.
    fn offer(&self, event: QueueEvent) -> Offered;

    /// Whether the session has ended.
    fn is_closed(&self) -> bool;
}

impl EventSink for mpsc::Sender<QueueEvent> {
    fn offer(&self, event: QueueEvent) -> Offered {
        match self.try_send(event) {
            Ok(()) => Offered::Taken,
            Err(mpsc::error::TrySendError::Full(_)) => Offered::Full,
            Err(mpsc::error::TrySendError::Closed(_)) => Offered::Gone,
        }
    }

    fn is_closed(&self) -> bool {
        mpsc::Sender::is_closed(self)
    }
}

/// Messages of the queue.
pub enum QueueMessage {
    /// A session watches from now on.
    Watch(Box<dyn EventSink>),
    /// Check whether subscribers are left.
    StopIfUnwatched,
    /// Something changed.
    Announced(Announcement),
    /// Announcements may have been lost: read the store.
    ReadStore,
    /// Sessions that were too slow may have room again.
    ResyncSlow,
}

/// See the module.
pub struct QueueActor {
    pub recipient: AdminId,
    pub store: Arc<dyn NotificationStore>,
}

struct Watcher {
    subscriber: Box<dyn EventSink>,
    /// It was too slow; the next event it gets is `Resync`.
    behind: bool,
}

/// The actor's state.
pub struct State {
    /// The highest number that was sent to the sessions.
    sent: i64,
    watchers: Vec<Watcher>,
}

#[async_trait::async_trait]
impl Actor for QueueActor {
    type Msg = QueueMessage;
    type State = State;
    type Arguments = ();

    async fn pre_start(&self, myself: ActorRef<Self::Msg>, (): ()) -> Result<State, ActorProcessingErr> {
        let inbox = self.store.inbox(self.recipient).await?;
        myself.send_interval(REST_AFTER, || QueueMessage::StopIfUnwatched);
        Ok(State { sent: inbox.last, watchers: Vec::new() })
    }

    async fn handle(&self, myself: ActorRef<Self::Msg>, message: Self::Msg, state: &mut State) -> Result<(), ActorProcessingErr> {
        match message {
            QueueMessage::Watch(subscriber) => state.watchers.push(Watcher { subscriber, behind: false }),
            QueueMessage::StopIfUnwatched => {
                state.watchers.retain(|watcher| !watcher.subscriber.is_closed());
                if state.watchers.is_empty() {
                    myself.stop(None);
                }
            }
            QueueMessage::Announced(announcement) => {
                if let Some(upto) = announcement.read_upto {
                    state.publish(&QueueEvent::Read { upto, unread: announcement.unread }).await;
                }
                if announcement.last > state.sent && !self.send_new(state, announcement.unread).await {
                    myself.send_after(AGAIN, || QueueMessage::ReadStore);
                }
            }
            QueueMessage::ResyncSlow => state.resync_slow(),
            QueueMessage::ReadStore => match self.store.inbox(self.recipient).await {
                Ok(inbox) if inbox.last > state.sent => {
                    if !self.send_new(state, inbox.unread).await {
                        myself.send_after(AGAIN, || QueueMessage::ReadStore);
                    }
                }
                Ok(inbox) => state.publish(&QueueEvent::Read { upto: 0, unread: inbox.unread }).await,
                Err(error) => {
                    tracing::warn!(recipient = self.recipient.0, %error, "a notification queue can't read the store");
                    myself.send_after(AGAIN, || QueueMessage::ReadStore);
                }
            },
        }
        if state.watchers.iter().any(|watcher| watcher.behind) {
            myself.send_after(AGAIN, || QueueMessage::ResyncSlow);
        }
        Ok(())
    }
}

impl QueueActor {
    /// Sends new notifications, lowest number first. Returns whether the store could be read.
    async fn send_new(&self, state: &mut State, unread: i64) -> bool {
        match self.store.after(self.recipient, state.sent, false, FETCH_MAX + 1).await {
            Ok(new) if new.len() > FETCH_MAX => {
                state.sent = new.last().map_or(state.sent, |last| last.number);
                state.publish(&QueueEvent::Resync).await;
            }
            Ok(new) => {
                for notification in new {
                    state.sent = notification.number;
                    state.publish(&QueueEvent::Notify { notification: Arc::new(notification), unread }).await;
                }
            }
            Err(error) => {
                tracing::warn!(recipient = self.recipient.0, %error, "new notifications can't be read yet");
                return false;
            }
        }
        true
    }
}

impl State {
    /// Sends `Resync` to subscribers that were too slow, as soon as they have room.
    fn resync_slow(&mut self) {
        self.watchers.retain_mut(|watcher| !watcher.behind || watcher.offer(QueueEvent::Resync));
    }

    /// Offers an event to all subscribers, in parallel when there are many.
    async fn publish(&mut self, event: &QueueEvent) {
        let mut shares = Vec::new();
        while self.watchers.len() > SHARE {
            let others = self.watchers.split_off(self.watchers.len() - SHARE);
            shares.push(tokio::spawn(offered(others, event.clone())));
        }
        self.watchers = offered(std::mem::take(&mut self.watchers), event.clone()).await;
        for share in shares {
            // Subscribers lost with a task that panicked end their sessions; the clients connect again.
            self.watchers.append(&mut share.await.unwrap_or_default());
        }
    }
}

/// Offers an event to each and returns those that are still there.
async fn offered(mut watchers: Vec<Watcher>, event: QueueEvent) -> Vec<Watcher> {
    watchers.retain_mut(|watcher| {
        let first = if watcher.behind { QueueEvent::Resync } else { event.clone() };
        watcher.offer(first)
    });
    watchers
}

impl Watcher {
    /// Returns whether the session is still open. After `Resync` it reads the store, so it needs no other event.
    fn offer(&mut self, event: QueueEvent) -> bool {
        let offered = self.subscriber.offer(event);
        self.behind = offered == Offered::Full;
        offered != Offered::Gone
    }
}
