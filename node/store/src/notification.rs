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
use crate::transaction::{Vars, take};
use crate::value::{array, from_json, id, int, object, text};

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
        let rows = self.words.iter().scan(0, |said, word| {
            *said += word.count;
            Some(object([("draft", word.row.clone()), ("count", int(word.count)), ("said", int(*said))]))
        });
        object([
            ("recipient", int(self.recipient)),
            ("inbox", id("inbox", self.recipient)),
            ("things", array(things.collect())),
            ("rows", array(rows.collect())),
            ("said", int(self.words.iter().map(|word| word.count).sum())),
        ])
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
                    deliveries.push(Delivery { recipient, words: Vec::new() });
                    deliveries.len() - 1
                });
                deliveries[at].add(draft);
            }
        }
        Ok(deliveries)
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
           LET $last = $to.inbox.last ?? 0; \
           LET $old = (SELECT id, kind, subject, count FROM notification:[$to.recipient, $last - $among]..=[$to.recipient, $last] \
             WHERE read_at = NONE AND created_at > $since AND [kind, subject] IN $to.things); \
           FOR $merged IN $old { UPDATE $merged.id SET read_at = $now, merged = true RETURN NONE }; \
           IF $to.inbox.last = NONE { CREATE $to.inbox SET last = $to.said, unread = array::len($to.rows) RETURN NONE } \
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

/// The words that follow from a committed transaction: the statement before COMMIT answers the heads.
pub(crate) fn announcements(response: &mut IndexedResults, deliveries: &[Delivery]) -> Result<Vec<Announcement>, StoreError> {
    if deliveries.is_empty() {
        return Ok(Vec::new());
    }
    let heads: Vec<Head> = take(response, response.num_statements().saturating_sub(2))?;
    let word = |head: Head| Announcement { recipient: AdminId(head.recipient), last: head.last, unread: head.unread, read_upto: None };
    Ok(heads.into_iter().map(word).collect())
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
