//! Who of the open sessions hears which word. One task per node hears the actors' words and passes
//! each to the sessions it concerns: the thousands that it does not concern are not even woken.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};

use actors::notification::queue::Ear;
use actors::system::Live;
use bus_schemas::live::{Invalidation, TopicEvent};
use dashmap::DashMap;
use entrepot_store::identity::rights::Rights;
use serde_json::json;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::connection::Connection;
use super::telling::{Telling, names, telling};
use super::texts::Texts;
use super::words::{Ending, QueueEar, Speaker, Word, Words, channel};
use crate::i18n::Language;

/// Without a word from the client for so many seconds, the session ends (it pings every 50 s).
const IDLE_LIMIT: i64 = 120;

struct Member {
    admin: i64,
    /// When the access token ends, in unix seconds.
    expires: i64,
    rights: Arc<Rights>,
    topics: HashSet<String>,
    speaker: Speaker,
}

/// See the module.
#[derive(Default)]
pub struct Audience {
    members: DashMap<u64, Member>,
    next: AtomicU64,
}

/// A session's place; dropping it leaves.
pub struct Membership {
    id: u64,
    audience: Arc<Audience>,
    words: Words,
}

impl Drop for Membership {
    fn drop(&mut self) {
        self.audience.members.remove(&self.id);
    }
}

impl Membership {
    /// The next word; nothing when the node ends.
    pub async fn next(&mut self) -> Option<Word> {
        self.words.next().await
    }

    /// The client was heard at this time, in unix seconds.
    pub fn heard(&self, now: i64) {
        self.words.heard(now);
    }

    /// An ear for the person's notification queue, which tells him in this language.
    #[must_use]
    pub fn ear(&self, language: Language, texts: Texts) -> Option<Box<dyn Ear>> {
        let member = self.audience.members.get(&self.id)?;
        Some(Box::new(QueueEar { speaker: member.speaker.clone(), admin: member.admin, language, texts }))
    }

    /// The highest notification number that was sent. Only for who acts on a word.
    #[must_use]
    pub fn sent(&self) -> i64 {
        self.words.sent()
    }

    /// Everything up to this notification was sent. Only for who acts on a word.
    pub fn sent_upto(&self, number: i64) {
        self.words.sent_upto(number);
    }

    /// From now on what these rights allow.
    pub fn entitle(&self, rights: Arc<Rights>) {
        if let Some(mut member) = self.audience.members.get_mut(&self.id) {
            member.rights = rights;
        }
    }

    /// From now on these topics and no others.
    pub fn watch(&self, topics: HashSet<String>) {
        if let Some(mut member) = self.audience.members.get_mut(&self.id) {
            member.topics = topics;
        }
    }
}

impl Audience {
    /// A place for a session of an administrator that begins at `now` and whose access token ends at
    /// `expires`, both in unix seconds.
    #[must_use]
    pub fn join(self: &Arc<Self>, (admin, rights): (i64, Arc<Rights>), (now, expires): (i64, i64), connection: Weak<Connection>) -> Membership {
        let (speaker, words) = channel(now, connection);
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        self.members.insert(id, Member { admin, expires, rights, topics: HashSet::new(), speaker });
        Membership { id, audience: self.clone(), words }
    }

    /// Ends the sessions whose token has ended or whose client has fallen silent. To be called every second: thousands
    /// of sessions have no timer of their own, which each word would have to pass by.
    pub fn look_over(&self, now: i64) {
        for member in &self.members {
            if now >= member.expires {
                member.speaker.end((4401, "the token has ended"));
            } else if now - member.speaker.heard_at() >= IDLE_LIMIT {
                member.speaker.end((1001, "idle"));
            }
        }
    }

    /// Ends all sessions.
    pub fn dismiss(&self, ending: Ending) {
        self.members.iter().for_each(|member| member.speaker.end(ending));
    }

    /// Everybody works out afresh what he may hear. To be called when what was known is forgotten.
    pub fn rights_changed(&self) {
        self.tell(&Word::Rights, |_| true);
    }

    /// Passes words on until the actors end.
    pub async fn attend(self: Arc<Self>, mut live: broadcast::Receiver<Live>) {
        loop {
            match live.recv().await {
                Ok(Live::Topic(event)) => self.topic(&event),
                Ok(Live::Invalidation(Invalidation::Session { admin })) => self.tell(&Word::Recheck, |member| member.admin == admin.0),
                Ok(Live::Invalidation(_)) => {}
                Ok(Live::Gap) | Err(RecvError::Lagged(_)) => {
                    self.tell(&Word::Resync, |_| true);
                    self.tell(&Word::Recheck, |_| true);
                }
                Err(RecvError::Closed) => return,
            }
        }
    }

    fn topic(&self, event: &TopicEvent) {
        let names = names(event);
        // Written once for each name that somebody watches.
        let mut texts: HashMap<(&str, Telling), Arc<str>> = HashMap::new();
        for member in &self.members {
            let watched = names.iter().filter(|(name, _)| member.topics.contains(name));
            // Rights are looked at for every event: they may have changed since the page subscribed.
            let Some((name, _)) = watched.into_iter().find(|(_, node)| member.rights.holds(node)) else { continue };
            let telling = telling(event, &member.rights);
            if telling == Telling::Nothing {
                continue;
            }
            let text = texts.entry((name, telling)).or_insert_with(|| {
                let (ids, more) = if telling == Telling::Whole { (event.ids.as_slice(), event.more) } else { (&[] as &[i64], true) };
                json!({ "type": "topic", "data": { "topic": name, "ids": ids, "more": more } }).to_string().into()
            });
            member.speaker.tell(Word::Text(text.clone()));
        }
    }

    fn tell(&self, word: &Word, concerns: impl Fn(&Member) -> bool) {
        self.members.iter().filter(|member| concerns(member)).for_each(|member| member.speaker.tell(word.clone()));
    }
}

#[cfg(test)]
mod tests {
    use bus_schemas::ids::{AdminId, WarehouseId};
    use bus_schemas::live::Topic;

    use super::super::telling::INVENTORY;
    use super::super::words::{AGAIN, BEHIND_MAX};
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
        let audience = Arc::new(Audience::default());
        let (live, receiver) = broadcast::channel(8);
        tokio::spawn(audience.clone().attend(receiver));
        let mut one = audience.join((1, Rights::all().into()), (0, 1_000), Weak::new());
        let mut other = audience.join((2, Rights::all().into()), (0, 1_000), Weak::new());
        one.watch(topics(&["inventory:1"]));
        other.watch(topics(&["orders"]));
        live.send(inventory(2)).unwrap();
        live.send(inventory(1)).unwrap();
        live.send(Live::Invalidation(Invalidation::Session { admin: AdminId(2) })).unwrap();
        assert!(matches!(one.next().await, Some(Word::Text(text)) if text.contains("inventory:1") && text.contains("[7]")));
        assert!(matches!(other.next().await, Some(Word::Recheck)));
        assert!(one.words.receiver.try_recv().is_err());
    }

    #[tokio::test]
    async fn nobody_hears_of_a_warehouse_that_he_does_not_see() {
        let audience = Arc::new(Audience::default());
        let (live, receiver) = broadcast::channel(8);
        tokio::spawn(audience.clone().attend(receiver));
        let confined = Rights::nothing().in_warehouses(&[1]);
        let mut clerk = audience.join((1, Arc::new(confined)), (0, 1_000), Weak::new());
        let mut nobody = audience.join((2, Rights::nothing().into()), (0, 1_000), Weak::new());
        clerk.watch(topics(&["inventory", "inventory:2", "dashboard"]));
        nobody.watch(topics(&["inventory:1", "inventory", "dashboard"]));
        live.send(inventory(2)).unwrap();
        live.send(inventory(1)).unwrap();
        for admin in [1, 2] {
            live.send(Live::Invalidation(Invalidation::Session { admin: AdminId(admin) })).unwrap();
        }
        // Without the node nothing is heard, even of the own warehouse.
        assert!(matches!(clerk.next().await, Some(Word::Recheck)));
        assert!(matches!(nobody.next().await, Some(Word::Recheck)));
        clerk.entitle(Arc::new(Rights::nothing().in_warehouses(&[1]).with_node(INVENTORY)));
        live.send(inventory(2)).unwrap();
        live.send(inventory(1)).unwrap();
        assert!(matches!(clerk.next().await, Some(Word::Text(text)) if text.contains("[7]")));
        assert!(clerk.words.receiver.try_recv().is_err());
    }

    #[tokio::test]
    async fn a_session_ends_with_its_token_and_when_its_client_is_silent() {
        let audience = Arc::new(Audience::default());
        let mut silent = audience.join((1, Rights::all().into()), (0, 1_000), Weak::new());
        let mut heard = audience.join((2, Rights::all().into()), (0, 1_000), Weak::new());
        heard.heard(100);
        audience.look_over(IDLE_LIMIT - 1);
        assert!(silent.words.receiver.try_recv().is_err());
        audience.look_over(IDLE_LIMIT);
        assert!(matches!(silent.next().await, Some(Word::End((1001, _)))));
        assert!(heard.words.receiver.try_recv().is_err());
        heard.heard(999);
        audience.look_over(1_000);
        assert!(matches!(heard.next().await, Some(Word::End((4401, _)))));
    }

    #[tokio::test]
    async fn who_is_too_slow_hears_at_once_that_it_is_over() {
        let audience = Arc::new(Audience::default());
        let (mut slow, mut other) =
            (audience.join((1, Rights::all().into()), (0, 1_000), Weak::new()), audience.join((2, Rights::all().into()), (0, 1_000), Weak::new()));
        for _ in 0..=BEHIND_MAX {
            audience.rights_changed();
        }
        drop(other.ear(Language::default(), Texts::default()));
        audience.dismiss((1012, "the node restarts"));
        assert!(matches!(slow.next().await, Some(Word::End((1012, "the node restarts")))));
        assert!(matches!(other.next().await, Some(Word::End(AGAIN))), "the first reason counts");
    }

    #[tokio::test]
    async fn who_is_too_slow_reads_everything_again() {
        let audience = Arc::new(Audience::default());
        let (live, receiver) = broadcast::channel(256);
        let mut slow = audience.join((1, Rights::all().into()), (0, 1_000), Weak::new());
        slow.watch(topics(&["inventory"]));
        for _ in 0..=BEHIND_MAX {
            live.send(inventory(1)).unwrap();
        }
        drop(live);
        audience.attend(receiver).await;
        assert!(matches!(slow.next().await, Some(Word::Resync)));
        assert!(matches!(slow.next().await, Some(Word::Text(_))));
    }
}
