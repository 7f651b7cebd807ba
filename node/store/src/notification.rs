//! The notifications' port. A notification gets its recipients and numbers in the transaction that causes it.

use actors::notification::port::{NotificationStore, QueueHead};
use actors::store::StoreError;
use async_trait::async_trait;
use bus_schemas::ids::AdminId;
use bus_schemas::notification::{Announcement, Audience, Notification, NotificationDraft};
use serde::Deserialize;
use surrealdb::IndexedResults;
use surrealdb::types::Value;

use crate::connect::Store;
use crate::identity::directory::Directory;
use crate::transaction::{Vars, take};
use crate::value::{array, from_json, id, int, object, text};

/// Most recipients of one notification.
const RECIPIENTS_MAX: usize = 200;

/// What one recipient gets in a transaction.
pub(crate) struct Delivery {
    recipient: i64,
    rows: Vec<Value>,
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
                let row = draft_row(draft, recipient);
                match deliveries.iter_mut().find(|delivery| delivery.recipient == recipient) {
                    Some(delivery) => delivery.rows.push(row),
                    None => deliveries.push(Delivery { recipient, rows: vec![row] }),
                }
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

fn draft_row(draft: &NotificationDraft, recipient: i64) -> Value {
    object([
        ("recipient", int(recipient)),
        ("kind", text(draft.kind.as_str())),
        ("subject", text(&draft.subject)),
        ("data", from_json(serde_json::Value::Object(draft.data.clone()), &[])),
        ("link", text(&draft.link)),
        ("count", int(1)),
    ])
}

/// Adds the numbering and the rows to a transaction's text. `fill` is an object, in SurrealQL, that is
/// laid over every notification's data: what only the transaction knows.
pub(crate) fn add_deliveries(query: &mut String, vars: &mut Vars, deliveries: &[Delivery], fill: &'static str) {
    if deliveries.is_empty() {
        return;
    }
    query.push_str("LET $fill = ");
    query.push_str(fill);
    query.push(';');
    query.push_str(
        "FOR $to IN $deliveries { \
           LET $n = array::len($to.rows); \
           LET $head = (UPSERT ONLY $to.inbox SET last = (last ?? 0) + $n, unread = (unread ?? 0) + $n, sound = sound ?? true RETURN AFTER); \
           FOR $i IN 0..$n { \
             LET $number = $head.last - $n + $i + 1; \
             LET $row = $to.rows[$i]; \
             CREATE type::record('notification', [$to.recipient, $number]) SET recipient = $to.recipient, number = $number, \
               kind = $row.kind, subject = $row.subject, data = object::extend($row.data, $fill), link = $row.link, count = 1, created_at = $now RETURN NONE; \
           }; \
         };",
    );
    let delivery = |delivery: &Delivery| {
        object([("recipient", int(delivery.recipient)), ("inbox", id("inbox", delivery.recipient)), ("rows", array(delivery.rows.clone()))])
    };
    vars.push(("deliveries", array(deliveries.iter().map(delivery).collect())));
    vars.push(("now", int(chrono::Utc::now().timestamp_millis())));
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
        let unread = if unread_only { "WHERE read_at = NONE" } else { "" };
        let query = format!(
            "SELECT recipient, number, kind, data, link, count, created_at, read_at \
             FROM notification:[$recipient, $after]..[$recipient + 1] {unread} LIMIT $limit"
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
            SELECT VALUE number FROM type::record('notification', [$recipient, $number]);
            COMMIT;";
        let mut response = self.run(query, read_vars(recipient, number)).await?;
        let heads: Vec<Head> = take(&mut response, 3)?;
        let known: Vec<i64> = take(&mut response, 4)?;
        let word = |head: &Head| Announcement { recipient, last: head.last, unread: head.unread, read_upto: Some(0) };
        Ok(heads.first().filter(|_| !known.is_empty()).map(word))
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
