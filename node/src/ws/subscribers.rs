//! The open sessions of a node and which event concerns which of them. One task per node receives the actors' events and
//! sends each to the sessions that it concerns; the others are not woken.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use actors::notification::queue::EventSink;
use actors::system::Live;
use bus_schemas::live::{Invalidation, TopicEvent};
use dashmap::DashMap;
use entrepot_store::identity::rights::Rights;
use entrepot_store::resource::catalogue::Catalogue;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::frames::ServerFrame;
use super::session_channel::{Ending, QueueSubscriber, SessionEvent, SessionReceiver, SessionSender, channel};
use super::topic_visibility::{Visibility, names, visibility};

/// A session whose client has sent nothing for so many seconds ends (clients ping every 50 s).
const IDLE_LIMIT: i64 = 120;

struct Subscriber {
    admin: i64,
    /// When the access token ends, in unix seconds.
    expires: i64,
    rights: Arc<Rights>,
    topics: HashSet<String>,
    sender: SessionSender,
}

/// See the module.
#[derive(Default)]
pub struct Subscribers {
    entries: DashMap<u64, Subscriber>,
    next: AtomicU64,
}

/// A session's subscription; dropping it ends it.
pub struct Subscription {
    id: u64,
    subscribers: Arc<Subscribers>,
    events: SessionReceiver,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.subscribers.entries.remove(&self.id);
    }
}

impl Subscription {
    /// The next event; nothing when the node ends.
    pub async fn next(&mut self) -> Option<SessionEvent> {
        self.events.next().await
    }

    /// The client sent something at this time, in unix seconds.
    pub fn received(&self, now: i64) {
        self.events.received(now);
    }

    /// A subscriber for the person's notification queue.
    #[must_use]
    pub fn queue_subscriber(&self) -> Option<Box<dyn EventSink>> {
        let subscriber = self.subscribers.entries.get(&self.id)?;
        Some(Box::new(QueueSubscriber(subscriber.sender.clone())))
    }

    /// Replaces the session's rights.
    pub fn set_rights(&self, rights: Arc<Rights>) {
        if let Some(mut subscriber) = self.subscribers.entries.get_mut(&self.id) {
            subscriber.rights = rights;
        }
    }

    /// From now on these topics and no others.
    pub fn watch(&self, topics: HashSet<String>) {
        if let Some(mut subscriber) = self.subscribers.entries.get_mut(&self.id) {
            subscriber.topics = topics;
        }
    }
}

impl Subscribers {
    /// Adds a session of an administrator that begins at `now` and whose access token ends at `expires`, both in Unix
    /// seconds.
    #[must_use]
    pub fn join(self: &Arc<Self>, (admin, rights): (i64, Arc<Rights>), (now, expires): (i64, i64)) -> Subscription {
        let (sender, events) = channel(now);
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        self.entries.insert(id, Subscriber { admin, expires, rights, topics: HashSet::new(), sender });
        Subscription { id, subscribers: self.clone(), events }
    }

    /// Ends the sessions whose token has ended or whose client has fallen silent. To be called every second: thousands
    /// of sessions need no timers of their own.
    pub fn end_expired(&self, now: i64) {
        for subscriber in &self.entries {
            if now >= subscriber.expires {
                subscriber.sender.end((4401, "the token has ended"));
            } else if now - subscriber.sender.last_received() >= IDLE_LIMIT {
                subscriber.sender.end((1001, "idle"));
            }
        }
    }

    /// Ends all sessions.
    pub fn dismiss(&self, ending: Ending) {
        self.entries.iter().for_each(|subscriber| subscriber.sender.end(ending));
    }

    /// Every session works out afresh what it may see. To be called when what was known is forgotten.
    pub fn rights_changed(&self) {
        self.send(&SessionEvent::Rights, |_| true);
    }

    /// Passes events on until the actors end. `catalogue` answers the declared resources of the moment.
    pub async fn run(self: Arc<Self>, mut live: broadcast::Receiver<Live>, catalogue: impl Fn() -> Arc<Catalogue> + Send) {
        loop {
            match live.recv().await {
                Ok(Live::Topic(event)) => self.topic(&event, &catalogue()),
                Ok(Live::Invalidation(Invalidation::Session { admin })) => {
                    self.send(&SessionEvent::Recheck, |subscriber| subscriber.admin == admin.0)
                }
                Ok(Live::Invalidation(_)) => {}
                Ok(Live::Gap) | Err(RecvError::Lagged(_)) => {
                    self.send(&SessionEvent::Resync, |_| true);
                    self.send(&SessionEvent::Recheck, |_| true);
                }
                Err(RecvError::Closed) => return,
            }
        }
    }

    fn topic(&self, event: &TopicEvent, catalogue: &Catalogue) {
        let names = names(event);
        // Serialised once for each topic name.
        let mut texts: HashMap<(&str, Visibility), Arc<str>> = HashMap::new();
        for subscriber in &self.entries {
            let watched = names.iter().filter(|(name, _)| subscriber.topics.contains(name));
            // Rights are checked for every event, as they may have changed since the page subscribed.
            let held = watched.filter(|(_, node)| subscriber.rights.holds(node));
            let mut seen = held.map(|(name, node)| (name, visibility(event, &subscriber.rights, node, catalogue)));
            let Some((name, visibility)) = seen.find(|(_, visibility)| *visibility != Visibility::Nothing) else { continue };
            let text = texts.entry((name, visibility)).or_insert_with(|| {
                let (ids, more) = if visibility == Visibility::Whole { (event.ids.as_slice(), event.more) } else { (&[] as &[i64], true) };
                ServerFrame::Topic { topic: name, ids, more }.text().into()
            });
            subscriber.sender.send(SessionEvent::Text(text.clone()));
        }
    }

    fn send(&self, event: &SessionEvent, concerns: impl Fn(&Subscriber) -> bool) {
        self.entries.iter().filter(|subscriber| concerns(subscriber)).for_each(|subscriber| subscriber.sender.send(event.clone()));
    }
}

#[cfg(test)]
mod tests {
    use bus_schemas::ids::{AdminId, WarehouseId};
    use bus_schemas::live::Topic;

    use super::super::session_channel::{AGAIN, BEHIND_MAX};
    use super::super::topic_visibility::INVENTORY;
    use super::*;

    fn inventory(warehouse: i64) -> Live {
        let topic = Topic::Inventory { warehouse: WarehouseId(warehouse) };
        Live::Topic(Arc::new(TopicEvent { topic, ids: vec![7], more: false }))
    }

    fn topics(names: &[&str]) -> HashSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[tokio::test]
    async fn a_session_hears_what_it_watches_and_nothing_else() {
        let subscribers = Arc::new(Subscribers::default());
        let (live, receiver) = broadcast::channel(8);
        tokio::spawn(subscribers.clone().run(receiver, Catalogue::compiled));
        let mut one = subscribers.join((1, Rights::all().into()), (0, 1_000));
        let mut other = subscribers.join((2, Rights::all().into()), (0, 1_000));
        one.watch(topics(&["inventory:1"]));
        other.watch(topics(&["orders"]));
        live.send(inventory(2)).unwrap();
        live.send(inventory(1)).unwrap();
        live.send(Live::Invalidation(Invalidation::Session { admin: AdminId(2) })).unwrap();
        assert!(matches!(one.next().await, Some(SessionEvent::Text(text)) if text.contains("inventory:1") && text.contains("[7]")));
        assert!(matches!(other.next().await, Some(SessionEvent::Recheck)));
        assert!(one.events.receiver.try_recv().is_err());
    }

    #[tokio::test]
    async fn nobody_hears_of_a_warehouse_that_he_does_not_see() {
        let subscribers = Arc::new(Subscribers::default());
        let (live, receiver) = broadcast::channel(8);
        tokio::spawn(subscribers.clone().run(receiver, Catalogue::compiled));
        let confined = Rights::nothing().in_warehouses(&[1]);
        let mut clerk = subscribers.join((1, Arc::new(confined)), (0, 1_000));
        let mut nobody = subscribers.join((2, Rights::nothing().into()), (0, 1_000));
        clerk.watch(topics(&["inventory", "inventory:2", "dashboard"]));
        nobody.watch(topics(&["inventory:1", "inventory", "dashboard"]));
        live.send(inventory(2)).unwrap();
        live.send(inventory(1)).unwrap();
        for admin in [1, 2] {
            live.send(Live::Invalidation(Invalidation::Session { admin: AdminId(admin) })).unwrap();
        }
        // Without the permission node nothing arrives, even of the own warehouse.
        assert!(matches!(clerk.next().await, Some(SessionEvent::Recheck)));
        assert!(matches!(nobody.next().await, Some(SessionEvent::Recheck)));
        clerk.set_rights(Arc::new(Rights::nothing().in_warehouses(&[1]).with_node(INVENTORY)));
        live.send(inventory(2)).unwrap();
        live.send(inventory(1)).unwrap();
        assert!(matches!(clerk.next().await, Some(SessionEvent::Text(text)) if text.contains("[7]")));
        assert!(clerk.events.receiver.try_recv().is_err());
    }

    #[tokio::test]
    async fn a_session_ends_with_its_token_and_when_its_client_is_silent() {
        let subscribers = Arc::new(Subscribers::default());
        let mut silent = subscribers.join((1, Rights::all().into()), (0, 1_000));
        let mut active = subscribers.join((2, Rights::all().into()), (0, 1_000));
        active.received(100);
        subscribers.end_expired(IDLE_LIMIT - 1);
        assert!(silent.events.receiver.try_recv().is_err());
        subscribers.end_expired(IDLE_LIMIT);
        assert!(matches!(silent.next().await, Some(SessionEvent::End((1001, _)))));
        assert!(active.events.receiver.try_recv().is_err());
        active.received(999);
        subscribers.end_expired(1_000);
        assert!(matches!(active.next().await, Some(SessionEvent::End((4401, _)))));
    }

    #[tokio::test]
    async fn who_is_too_slow_hears_at_once_that_it_is_over() {
        let subscribers = Arc::new(Subscribers::default());
        let (mut slow, mut other) =
            (subscribers.join((1, Rights::all().into()), (0, 1_000)), subscribers.join((2, Rights::all().into()), (0, 1_000)));
        for _ in 0..=BEHIND_MAX {
            subscribers.rights_changed();
        }
        drop(other.queue_subscriber());
        subscribers.dismiss((1012, "the node restarts"));
        assert!(matches!(slow.next().await, Some(SessionEvent::End((1012, "the node restarts")))));
        assert!(matches!(other.next().await, Some(SessionEvent::End(AGAIN))), "the first reason counts");
    }

    #[tokio::test]
    async fn who_is_too_slow_reads_everything_again() {
        let subscribers = Arc::new(Subscribers::default());
        let (live, receiver) = broadcast::channel(256);
        let mut slow = subscribers.join((1, Rights::all().into()), (0, 1_000));
        slow.watch(topics(&["inventory"]));
        for _ in 0..=BEHIND_MAX {
            live.send(inventory(1)).unwrap();
        }
        drop(live);
        subscribers.run(receiver, Catalogue::compiled).await;
        assert!(matches!(slow.next().await, Some(SessionEvent::Resync)));
        assert!(matches!(slow.next().await, Some(SessionEvent::Text(_))));
    }
}
