//! The notifications' port. A notification gets its recipients and numbers in the transaction that causes it.

use actors::notification::port::{NotificationStore, QueueHead};
use actors::store::StoreError;
use async_trait::async_trait;
use bus_schemas::ids::AdminId;
use bus_schemas::notification::{Announcement, Audience, Notification, NotificationDraft, NotificationKind};
use serde::Deserialize;
use surrealdb::IndexedResults;
use surrealdb::types::Value;

use crate::connect::Store;
use crate::identity::directory::Directory;
use crate::recent_words::RecentWord;
use crate::transaction::{Vars, take};
use crate::value::{array, array_id, from_json, id, int, object, text};

/// Most recipients of one notification.
const RECIPIENTS_MAX: usize = 200;
/// Unread word of the same thing within this time becomes one with a count (domain rules, notifications), in milliseconds.
const MERGED_WITHIN: i64 = 60_000;
/// How many of a recipient's newest notifications are looked through for one to merge with.
const MERGED_AMONG: i64 = 50;

/// What one recipient gets in a transaction.
pub(crate) struct Delivery {
    recipient: i64,
    words: Vec<Word>,
    /// What this process knows of him: his last number, and those of words that these may replace.
    known: Option<(i64, Vec<i64>)>,
}

/// All that a transaction has to say to a recipient about one thing: the newest, and how many there are.
struct Word {
    kind: NotificationKind,
    subject: String,
    row: Value,
    count: i64,
}

impl Delivery {
    fn add(&mut self, draft: &NotificationDraft) {
        match self.words.iter_mut().find(|word| word.kind == draft.kind && word.subject == draft.subject) {
            Some(word) => {
                word.row = draft_row(draft);
                word.count += 1;
            }
            None => self.words.push(Word { kind: draft.kind, subject: draft.subject.clone(), row: draft_row(draft), count: 1 }),
        }
    }

    fn to_value(&self) -> Value {
        let things = self.words.iter().map(|word| array(vec![text(word.kind.as_str()), text(&word.subject)]));
        let told = |number: &i64| array_id("notification", vec![int(self.recipient), int(*number)]);
        let known = self.known.as_ref();
        let rows = self.words.iter().scan(0, |said, word| {
            *said += word.count;
            Some(object([("draft", word.row.clone()), ("count", int(word.count)), ("said", int(*said))]))
        });
        object([
            ("recipient", int(self.recipient)),
            ("inbox", id("inbox", self.recipient)),
            ("things", array(things.collect())),
            ("rows", array(rows.collect())),
            ("said", int(self.said())),
            ("known", known.map_or(Value::None, |(last, _)| int(*last))),
            ("told", known.map_or(Value::None, |(_, numbers)| array(numbers.iter().map(told).collect()))),
        ])
    }

    /// How many numbers are used up.
    fn said(&self) -> i64 {
        self.words.iter().map(|word| word.count).sum()
    }

    /// The words under their numbers, when the last is known.
    fn numbered(&self, last: i64) -> impl Iterator<Item = RecentWord> + '_ {
        self.words.iter().scan(last - self.said(), |number, word| {
            *number += word.count;
            Some(RecentWord { number: *number, kind: word.kind, subject: word.subject.clone() })
        })
    }
}

impl Store {
    /// Who gets what. Read before the transaction: a permission given at this very moment may come too late.
    pub(crate) async fn deliveries(&self, drafts: &[NotificationDraft]) -> Result<Vec<Delivery>, StoreError> {
        // Whoever does something himself needs no word of it.
        let concerns = |draft: &NotificationDraft| match &draft.audience {
            Audience::Admins { ids, except } => ids.iter().any(|id| Some(*id) != *except),
            Audience::Holders { .. } => true,
        };
        if !drafts.iter().any(concerns) {
            return Ok(Vec::new());
        }
        let directory = self.directory().await?;
        let mut deliveries: Vec<Delivery> = Vec::new();
        for draft in drafts {
            for recipient in recipients(draft, &directory) {
                let at = deliveries.iter().position(|delivery| delivery.recipient == recipient).unwrap_or_else(|| {
                    deliveries.push(Delivery { recipient, words: Vec::new(), known: None });
                    deliveries.len() - 1
                });
                deliveries[at].add(draft);
            }
        }
        for delivery in &mut deliveries {
            if !self.recent_words().knows(delivery.recipient) {
                self.learn_words(delivery.recipient).await?;
            }
            let things = delivery.words.iter().map(|word| (word.kind, word.subject.as_str()));
            delivery.known = self.recent_words().of(delivery.recipient, MERGED_AMONG - 1, things);
        }
        Ok(deliveries)
    }

    /// Reads a recipient's newest words.
    async fn learn_words(&self, recipient: i64) -> Result<(), StoreError> {
        #[derive(Deserialize)]
        struct Told {
            number: i64,
            kind: NotificationKind,
            subject: String,
        }
        let query = "BEGIN;
            LET $last = $inbox.last ?? 0;
            $last;
            SELECT number, kind, subject FROM notification:[$recipient, $last - $among]..=[$recipient, $last] WHERE merged = NONE;
            COMMIT;";
        let vars = vec![("recipient", int(recipient)), ("inbox", id("inbox", recipient)), ("among", int(MERGED_AMONG - 1))];
        let mut response = self.run(query, vars).await?;
        let last: i64 = take(&mut response, 2)?;
        let told: Vec<Told> = take(&mut response, 3)?;
        let word = |told: Told| RecentWord { number: told.number, kind: told.kind, subject: told.subject };
        self.recent_words().learn(recipient, last, told.into_iter().map(word).collect());
        Ok(())
    }

    /// The words that follow from a committed transaction: the statement before COMMIT answers the heads.
    pub(crate) fn announcements(&self, response: &mut IndexedResults, deliveries: &[Delivery]) -> Result<Vec<Announcement>, StoreError> {
        if deliveries.is_empty() {
            return Ok(Vec::new());
        }
        let heads: Vec<Head> = take(response, response.num_statements().saturating_sub(2))?;
        for delivery in deliveries {
            if let Some(head) = heads.iter().find(|head| head.recipient == delivery.recipient) {
                let words = delivery.numbered(head.last);
                self.recent_words().told(delivery.recipient, head.last, delivery.said(), MERGED_AMONG - 1, words);
            }
        }
        let word = |head: Head| Announcement { recipient: AdminId(head.recipient), last: head.last, unread: head.unread, read_upto: None };
        Ok(heads.into_iter().map(word).collect())
    }
}

/// Enabled administrators whom it concerns, and who may see what it speaks of.
fn recipients(draft: &NotificationDraft, directory: &Directory) -> Vec<i64> {
    let enabled = |ids: &[AdminId]| -> Vec<i64> {
        let known = directory.members.iter().filter(|member| member.enabled && ids.contains(&AdminId(member.id)));
        known.map(|member| member.id).collect()
    };
    let (concerned, except) = match &draft.audience {
        Audience::Admins { ids, except } => (enabled(ids), except),
        Audience::Holders { node, except } => (directory.holders(node).into_iter().map(|(admin, _)| admin).collect(), except),
    };
    let sees = |admin: &i64| {
        draft.warehouses.is_empty() || {
            let rights = directory.rights(*admin);
            draft.warehouses.iter().any(|warehouse| rights.sees_warehouse(warehouse.0))
        }
    };
    concerned.into_iter().filter(|admin| except.is_none_or(|except| except.0 != *admin)).filter(sees).take(RECIPIENTS_MAX).collect()
}

fn draft_row(draft: &NotificationDraft) -> Value {
    object([
        ("kind", text(draft.kind.as_str())),
        ("subject", text(&draft.subject)),
        ("data", from_json(serde_json::Value::Object(draft.data.clone()), &[])),
        ("link", text(&draft.link)),
        ("link_many", text(&draft.link_many)),
    ])
}

/// Adds the numbering and the rows to a transaction's text. `fill` is an object, in SurrealQL, that is
/// laid over every notification's data: what only the transaction knows.
///
/// Numbers rise by one with everything that is said; of what is said at once the last one's number counts.
/// Word of a thing of which the recipient has unread word already takes that one's place under a new number, so that
/// whoever asks for what is after a number hears of it too.
pub(crate) fn add_deliveries(query: &mut String, vars: &mut Vars, deliveries: &[Delivery], fill: &'static str) {
    if deliveries.is_empty() {
        return;
    }
    query.push_str("LET $fill = ");
    query.push_str(fill);
    query.push(';');
    query.push_str(
        "FOR $to IN $deliveries { \
           LET $seen = $to.inbox.last; \
           LET $last = $seen ?? 0; \
           LET $old = IF $to.known = $last { (SELECT id, kind, subject, count FROM $to.told WHERE read_at = NONE AND created_at > $since) } \
             ELSE { (SELECT id, kind, subject, count FROM notification:[$to.recipient, $last - $among]..=[$to.recipient, $last] \
               WHERE read_at = NONE AND created_at > $since AND [kind, subject] IN $to.things) }; \
           FOR $merged IN $old { UPDATE $merged.id SET read_at = $now, merged = true RETURN NONE }; \
           IF $seen = NONE { CREATE $to.inbox SET last = $to.said, unread = array::len($to.rows) RETURN NONE } \
           ELSE { UPDATE $to.inbox SET last = $last + $to.said, unread = unread + array::len($to.rows) - array::len($old) RETURN NONE }; \
           FOR $row IN $to.rows { \
             LET $number = $last + $row.said; \
             LET $draft = $row.draft; \
             LET $count = $row.count + ($old[WHERE kind = $draft.kind AND subject = $draft.subject][0].count ?? 0); \
             CREATE type::record('notification', [$to.recipient, $number]) SET recipient = $to.recipient, number = $number, \
               kind = $draft.kind, subject = $draft.subject, data = object::extend($draft.data, $fill), \
               link = IF $count > 1 AND $draft.link_many != '' { $draft.link_many } ELSE { $draft.link }, count = $count, \
               created_at = $now RETURN NONE; \
           }; \
         };",
    );
    let now = chrono::Utc::now().timestamp_millis();
    vars.push(("deliveries", array(deliveries.iter().map(Delivery::to_value).collect())));
    vars.push(("now", int(now)));
    vars.push(("since", int(now - MERGED_WITHIN)));
    vars.push(("among", int(MERGED_AMONG - 1)));
    // Answered as the last statement before COMMIT.
    query.push_str("SELECT record::id(id) AS recipient, last, unread FROM $inboxes;");
    vars.push(("inboxes", array(deliveries.iter().map(|delivery| id("inbox", delivery.recipient)).collect())));
}

#[derive(Deserialize)]
struct Head {
    recipient: i64,
    last: i64,
    unread: i64,
}

#[async_trait]
impl NotificationStore for Store {
    async fn head(&self, recipient: AdminId) -> Result<QueueHead, StoreError> {
        let heads: Vec<Head> =
            self.rows("SELECT record::id(id) AS recipient, last, unread FROM $inbox", vec![("inbox", id("inbox", recipient.0))]).await?;
        Ok(heads.first().map_or(QueueHead::default(), |head| QueueHead { last: head.last, unread: head.unread }))
    }

    async fn after(&self, recipient: AdminId, after: i64, unread_only: bool, limit: usize) -> Result<Vec<Notification>, StoreError> {
        let unread = if unread_only { "AND read_at = NONE" } else { "" };
        let query = format!(
            "SELECT recipient, number, kind, data, link, count, created_at, read_at \
             FROM notification:[$recipient, $after]..[$recipient + 1] WHERE merged = NONE {unread} LIMIT $limit"
        );
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let vars = vec![("recipient", int(recipient.0)), ("after", int(after + 1)), ("limit", int(limit))];
        self.rows(&query, vars).await
    }

    async fn read(&self, recipient: AdminId, number: i64) -> Result<Option<Announcement>, StoreError> {
        let query = "BEGIN;
            LET $read = (UPDATE type::record('notification', [$recipient, $number]) SET read_at = $now WHERE read_at = NONE RETURN VALUE id);
            IF array::len($read) = 1 { UPDATE $inbox SET unread -= 1 RETURN NONE };
            SELECT record::id(id) AS recipient, last, unread FROM $inbox;
            COMMIT;";
        let mut response = self.run(query, read_vars(recipient, number)).await?;
        let heads: Vec<Head> = take(&mut response, 3)?;
        let word = |head: &Head| Announcement { recipient, last: head.last, unread: head.unread, read_upto: Some(0) };
        // A number that was given and is not there any more was merged into a newer one.
        Ok(heads.first().filter(|head| (1..=head.last).contains(&number)).map(word))
    }

    async fn read_all(&self, recipient: AdminId, upto: i64) -> Result<Announcement, StoreError> {
        let query = "BEGIN;
            LET $read = (UPDATE notification:[$recipient, 0]..=[$recipient, $number] SET read_at = $now WHERE read_at = NONE RETURN VALUE id);
            IF array::len($read) > 0 { UPDATE $inbox SET unread -= array::len($read) RETURN NONE };
            SELECT record::id(id) AS recipient, last, unread FROM $inbox;
            COMMIT;";
        let mut response = self.run(query, read_vars(recipient, upto)).await?;
        let heads: Vec<Head> = take(&mut response, 3)?;
        let (last, unread) = heads.first().map_or((0, 0), |head| (head.last, head.unread));
        Ok(Announcement { recipient, last, unread, read_upto: Some(upto) })
    }
}

fn read_vars(recipient: AdminId, number: i64) -> Vars {
    vec![
        ("recipient", int(recipient.0)),
        ("number", int(number)),
        ("inbox", id("inbox", recipient.0)),
        ("now", int(chrono::Utc::now().timestamp_millis())),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect::StoreConfig;

    async fn say(store: &Store, subject: &str) -> Vec<Announcement> {
        let draft = NotificationDraft {
            kind: NotificationKind::StockLow,
            audience: Audience::Admins { ids: vec![AdminId(1)], except: None },
            subject: subject.into(),
            warehouses: vec![],
            data: serde_json::Map::new(),
            link: "/".into(),
            link_many: String::new(),
        };
        let deliveries = store.deliveries(&[draft]).await.unwrap();
        let (mut query, mut vars) = (String::from("BEGIN;"), Vec::new());
        add_deliveries(&mut query, &mut vars, &deliveries, "{}");
        query.push_str("COMMIT;");
        let mut response = store.run(&query, vars).await.unwrap();
        store.announcements(&mut response, &deliveries).unwrap()
    }

    async fn told(store: &Store) -> Vec<(i64, u32)> {
        store.after(AdminId(1), 0, false, 50).await.unwrap().iter().map(|word| (word.number, word.count)).collect()
    }

    #[tokio::test]
    async fn the_same_is_one_word_whoever_says_it() {
        let config = StoreConfig { url: "mem://".into(), namespace: "test".into(), database: "test".into(), login: None, accept_data_loss: false };
        let store = Store::connect(&config).await.unwrap();
        assert_eq!(store.create_admin("one", "One", "a password", true, 0).await.unwrap(), AdminId(1));
        say(&store, "a").await;
        say(&store, "b").await;
        assert_eq!(say(&store, "a").await[0].unread, 2);
        assert_eq!(told(&store).await, [(2, 1), (3, 2)]);
        // Another node, which has not heard what this one said.
        let other = store.as_another_node();
        say(&other, "a").await;
        say(&store, "a").await;
        say(&other, "b").await;
        assert_eq!(told(&store).await, [(5, 4), (6, 2)]);
        // What is read stays as it is.
        store.read_all(AdminId(1), 6).await.unwrap();
        assert_eq!(say(&store, "b").await[0].unread, 1);
        assert_eq!(say(&store, "b").await[0].unread, 1);
        assert_eq!(told(&store).await, [(5, 4), (6, 2), (8, 2)]);
    }
}
