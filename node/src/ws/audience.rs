//! Who of the open sessions hears which word. One task per node hears the actors' words and passes
//! each to the sessions it concerns: the thousands that it does not concern are not even woken.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use actors::notification::queue::{Ear, Hearing, QueueEvent};
use actors::system::Live;
use bus_schemas::live::{Invalidation, Topic, TopicEvent};
use dashmap::DashMap;
use entrepot_store::identity::rights::Rights;
use entrepot_store::records::catalogue;
use serde_json::json;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, mpsc};

/// Words a session may be behind before it is told to read the store again.
const BEHIND_MAX: usize = 64;
/// Without a word from the client for so many seconds, the session ends (it pings every 50 s).
const IDLE_LIMIT: i64 = 120;

/// What a session hears.
#[derive(Clone, Debug)]
pub enum Word {
    /// A message, ready to be sent.
    Text(Arc<str>),
    /// Something may have been missed: the pages read again.
    Resync,
    /// The account or its session has changed.
    Recheck,
    /// Somebody's rights have changed.
    Rights,
    /// Something in the person's notification queue.
    Queue(QueueEvent),
    /// The session is over.
    End(Ending),
}

/// The code and the reason that a client hears when its session is over.
pub type Ending = (u16, &'static str);

/// The client connects again and asks for what it missed.
pub const AGAIN: Ending = (1012, "again");

/// What a session and those who speak to it both see.
#[derive(Default)]
struct Marks {
    /// A word was dropped.
    behind: AtomicBool,
    /// The session is over: seen with the next word, whatever it is, so that a full channel hides it from nobody.
    over: OnceLock<Ending>,
    /// When the client was last heard, in unix seconds.
    heard: AtomicI64,
}

/// Ends a session. The first reason counts, and the word only wakes.
fn end(words: &mpsc::Sender<Word>, marks: &Marks, ending: Ending) {
    if marks.over.set(ending).is_ok() {
        let _ = words.try_send(Word::End(ending));
    }
}

/// The end of a session's channel that its notification queue has.
struct QueueEar {
    words: mpsc::Sender<Word>,
    marks: Arc<Marks>,
}

impl Drop for QueueEar {
    fn drop(&mut self) {
        end(&self.words, &self.marks, AGAIN);
    }
}

impl Ear for QueueEar {
    fn hear(&self, event: QueueEvent) -> Hearing {
        match self.words.try_send(Word::Queue(event)) {
            Ok(()) => Hearing::Heard,
            Err(mpsc::error::TrySendError::Full(_)) => Hearing::Full,
            Err(mpsc::error::TrySendError::Closed(_)) => Hearing::Gone,
        }
    }

    fn gone(&self) -> bool {
        self.words.is_closed()
    }
}

struct Member {
    admin: i64,
    /// When the access token ends, in unix seconds.
    expires: i64,
    rights: Arc<Rights>,
    topics: HashSet<String>,
    words: mpsc::Sender<Word>,
    marks: Arc<Marks>,
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
    words: mpsc::Receiver<Word>,
    marks: Arc<Marks>,
}

impl Drop for Membership {
    fn drop(&mut self) {
        self.audience.members.remove(&self.id);
    }
}

impl Membership {
    /// The next word; nothing when the node ends.
    pub async fn next(&mut self) -> Option<Word> {
        let word = self.words.recv().await?;
        if let Some(ending) = self.marks.over.get() {
            return Some(Word::End(*ending));
        }
        let behind = !matches!(word, Word::Queue(_)) && self.marks.behind.swap(false, Ordering::AcqRel);
        // What did not fit was dropped: then everything is read again, whatever this word was.
        Some(if behind { Word::Resync } else { word })
    }

    /// The client was heard at this time, in unix seconds.
    pub fn heard(&self, now: i64) {
        self.marks.heard.store(now, Ordering::Relaxed);
    }

    /// An ear for the person's notification queue.
    #[must_use]
    pub fn ear(&self) -> Option<Box<dyn Ear>> {
        self.audience
            .members
            .get(&self.id)
            .map(|member| Box::new(QueueEar { words: member.words.clone(), marks: member.marks.clone() }) as Box<dyn Ear>)
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

const INVENTORY: &str = "warehouse/inventory/index";
const RECORDS: &str = "warehouse/inventoryrecord/index";
const DASHBOARD: &str = "dashboard/index";

/// The names that an event goes by, the narrowest first, with the node that each needs.
fn names(event: &TopicEvent) -> Vec<(String, String)> {
    let named = |name: String, node: &str| (name, node.to_owned());
    match &event.topic {
        Topic::Inventory { warehouse } => vec![
            named(format!("inventory:{warehouse}"), INVENTORY),
            named("inventory".into(), INVENTORY),
            named(format!("records:{warehouse}"), RECORDS),
            named("records".into(), RECORDS),
            named("dashboard".into(), DASHBOARD),
        ],
        Topic::Orders { kind_of, .. } => {
            let node = format!("warehouse/{}order/index", kind_of.as_str());
            vec![named(format!("orders:{}", kind_of.as_str()), &node), named("orders".into(), &node), named("dashboard".into(), DASHBOARD)]
        }
        Topic::Resource { controller } => {
            let node = format!("{}/index", controller.replace('.', "/").to_lowercase());
            vec![named(format!("resource:{controller}"), &node), named("resource".into(), &node), named("dashboard".into(), DASHBOARD)]
        }
    }
}

/// How an event may be told to somebody.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Telling {
    Whole,
    /// That something changed, but not which rows: they may be of a warehouse or of a person that the
    /// reader does not see.
    WithoutIds,
    Nothing,
}

fn telling(event: &TopicEvent, rights: &Rights) -> Telling {
    let warehouse = match &event.topic {
        Topic::Inventory { warehouse } | Topic::Orders { warehouse, .. } => warehouse.0,
        Topic::Resource { controller } => {
            let limited = || {
                catalogue::find(controller).is_none_or(|resource| {
                    (resource.warehouse.is_some() && rights.warehouses.is_some()) || resource.owner.is_some() || controller.starts_with("auth.")
                })
            };
            return if !rights.everything && limited() { Telling::WithoutIds } else { Telling::Whole };
        }
    };
    if !rights.sees_warehouse(warehouse) {
        Telling::Nothing
    } else if matches!(event.topic, Topic::Orders { .. }) && !rights.everything && rights.owners.is_some() {
        Telling::WithoutIds
    } else {
        Telling::Whole
    }
}

impl Audience {
    /// A place for a session of an administrator that begins at `now` and whose access token ends at
    /// `expires`, both in unix seconds.
    #[must_use]
    pub fn join(self: &Arc<Self>, admin: i64, rights: Arc<Rights>, now: i64, expires: i64) -> Membership {
        let (sender, words) = mpsc::channel(BEHIND_MAX);
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let marks = Arc::new(Marks { heard: AtomicI64::new(now), ..Marks::default() });
        self.members.insert(id, Member { admin, expires, rights, topics: HashSet::new(), words: sender, marks: marks.clone() });
        Membership { id, audience: self.clone(), words, marks }
    }

    /// Ends the sessions whose token has ended or whose client has fallen silent. To be called every second: thousands
    /// of sessions have no timer of their own, which each word would have to pass by.
    pub fn look_over(&self, now: i64) {
        for member in &self.members {
            if now >= member.expires {
                member.end((4401, "the token has ended"));
            } else if now - member.marks.heard.load(Ordering::Relaxed) >= IDLE_LIMIT {
                member.end((1001, "idle"));
            }
        }
    }

    /// Ends all sessions.
    pub fn dismiss(&self, ending: Ending) {
        self.members.iter().for_each(|member| member.end(ending));
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
            member.tell(Word::Text(text.clone()));
        }
    }

    fn tell(&self, word: &Word, concerns: impl Fn(&Member) -> bool) {
        self.members.iter().filter(|member| concerns(member)).for_each(|member| member.tell(word.clone()));
    }
}

impl Member {
    fn end(&self, ending: Ending) {
        end(&self.words, &self.marks, ending);
    }

    fn tell(&self, word: Word) {
        if self.words.try_send(word).is_err() {
            self.marks.behind.store(true, Ordering::Release);
        }
    }
}

#[cfg(test)]
mod tests {
    use bus_schemas::ids::{AdminId, WarehouseId};

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
        let mut one = audience.join(1, Rights::all().into(), 0, 1_000);
        let mut other = audience.join(2, Rights::all().into(), 0, 1_000);
        one.watch(topics(&["inventory:1"]));
        other.watch(topics(&["orders"]));
        live.send(inventory(2)).unwrap();
        live.send(inventory(1)).unwrap();
        live.send(Live::Invalidation(Invalidation::Session { admin: AdminId(2) })).unwrap();
        assert!(matches!(one.next().await, Some(Word::Text(text)) if text.contains("inventory:1") && text.contains("[7]")));
        assert!(matches!(other.next().await, Some(Word::Recheck)));
        assert!(one.words.try_recv().is_err());
    }

    #[tokio::test]
    async fn nobody_hears_of_a_warehouse_that_he_does_not_see() {
        let audience = Arc::new(Audience::default());
        let (live, receiver) = broadcast::channel(8);
        tokio::spawn(audience.clone().attend(receiver));
        let confined = Rights::nothing().in_warehouses(&[1]);
        let mut clerk = audience.join(1, Arc::new(confined), 0, 1_000);
        let mut nobody = audience.join(2, Rights::nothing().into(), 0, 1_000);
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
        assert!(clerk.words.try_recv().is_err());
    }

    #[tokio::test]
    async fn a_session_ends_with_its_token_and_when_its_client_is_silent() {
        let audience = Arc::new(Audience::default());
        let mut silent = audience.join(1, Rights::all().into(), 0, 1_000);
        let mut heard = audience.join(2, Rights::all().into(), 0, 1_000);
        heard.heard(100);
        audience.look_over(IDLE_LIMIT - 1);
        assert!(silent.words.try_recv().is_err());
        audience.look_over(IDLE_LIMIT);
        assert!(matches!(silent.next().await, Some(Word::End((1001, _)))));
        assert!(heard.words.try_recv().is_err());
        heard.heard(999);
        audience.look_over(1_000);
        assert!(matches!(heard.next().await, Some(Word::End((4401, _)))));
    }

    #[tokio::test]
    async fn who_is_too_slow_hears_at_once_that_it_is_over() {
        let audience = Arc::new(Audience::default());
        let (mut slow, mut other) = (audience.join(1, Rights::all().into(), 0, 1_000), audience.join(2, Rights::all().into(), 0, 1_000));
        for _ in 0..=BEHIND_MAX {
            audience.rights_changed();
        }
        drop(other.ear());
        audience.dismiss((1012, "the node restarts"));
        assert!(matches!(slow.next().await, Some(Word::End((1012, "the node restarts")))));
        assert!(matches!(other.next().await, Some(Word::End(AGAIN))), "the first reason counts");
    }

    #[tokio::test]
    async fn who_is_too_slow_reads_everything_again() {
        let audience = Arc::new(Audience::default());
        let (live, receiver) = broadcast::channel(256);
        let mut slow = audience.join(1, Rights::all().into(), 0, 1_000);
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
