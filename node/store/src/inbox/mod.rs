//! The notifications' port. A notification gets its recipients and numbers in the transaction that causes it.

pub(crate) mod commit;
pub(crate) mod counters;
pub mod kinds;
pub mod mails;
mod names;
pub(crate) mod recipient_drafts;
mod rows;
mod tidy;

use std::collections::HashMap;

use actors::notification::port::{InboxState, NotificationStore};
use actors::store::StoreError;
use async_trait::async_trait;
use bus_schemas::ids::{AdminId, OrderId};
use bus_schemas::notification::{Announcement, Audience, Notification, NotificationDraft};
use serde::Deserialize;
use surrealdb::types::Value;

use crate::engine::connect::Store;
use crate::engine::transaction::{TransactionBody, Vars, take};
use crate::engine::value::{array, id, int};
use crate::identity::directory::Directory;
use crate::inbox::recipient_drafts::RecipientDrafts;

/// A notification's columns; rows of earlier versions name no warehouses, and not what they stand for.
const COLUMNS: &str = "recipient, number, kind, warehouses ?? [] AS warehouses, data, link, count, things ?? [] AS things, created_at, read_at";
/// Most recipients of one notification.
const RECIPIENTS_MAX: usize = 200;
/// Numbers that are read at first when notifications after one are asked for. SurrealDB 3.3.5 reads a range of ids to its end
/// whatever the limit is, and an inbox keeps up to a year, so each range is bounded.
const NUMBERS: i64 = 1_000;

impl Store {
    /// Resolves the recipients of drafts, before the transaction. A permission granted at the same moment may come
    /// too late.
    pub(crate) async fn drafts_by_recipient<'a>(&self, drafts: &'a [NotificationDraft]) -> Result<Vec<RecipientDrafts<'a>>, StoreError> {
        Ok(RecipientDrafts::all(drafts, &self.recipients_of(drafts).await?))
    }

    /// The recipients of each draft.
    pub(crate) async fn recipients_of(&self, drafts: &[NotificationDraft]) -> Result<Vec<Vec<i64>>, StoreError> {
        // The person who caused it needs no notification.
        let concerns = |draft: &NotificationDraft| match &draft.audience {
            Audience::Admins { ids, except } => ids.iter().any(|id| Some(*id) != *except),
            Audience::Holders { .. } | Audience::Order { .. } => true,
        };
        if !drafts.iter().any(concerns) {
            return Ok(vec![Vec::new(); drafts.len()]);
        }
        let directory = self.directory().await?;
        let people = self.people_of_orders(drafts).await?;
        Ok(drafts.iter().map(|draft| recipients(draft, &directory, &people)).collect())
    }

    /// Writes notifications alone, in a transaction of their own.
    pub async fn notify(&self, drafts: &[NotificationDraft]) -> Result<Vec<Announcement>, StoreError> {
        let by_recipient = self.drafts_by_recipient(drafts).await?;
        if by_recipient.is_empty() {
            return Ok(Vec::new());
        }
        Ok(self.commit_notifying(&by_recipient, None, |_| Ok(TransactionBody::default())).await?.announcements)
    }

    /// The recipients of notifications about orders: their authors, reviewers and people in charge.
    async fn people_of_orders(&self, drafts: &[NotificationDraft]) -> Result<HashMap<OrderId, Vec<AdminId>>, StoreError> {
        let of_draft = |draft: &NotificationDraft| match draft.audience {
            Audience::Order { order, .. } => Some(id("stock_order", order.0)),
            _ => None,
        };
        let orders: Vec<Value> = drafts.iter().filter_map(of_draft).collect();
        if orders.is_empty() {
            return Ok(HashMap::new());
        }
        let query = "SELECT VALUE [record::id(id), [created_by, audited_by ?? 0, admin]] FROM $orders";
        let rows: Vec<(OrderId, Vec<AdminId>)> = self.rows(query, vec![("orders", array(orders))]).await?;
        Ok(rows.into_iter().collect())
    }
}

/// Enabled administrators in its audience who may see its warehouses, do there what it asks for, and want its kind.
fn recipients(draft: &NotificationDraft, directory: &Directory, people: &HashMap<OrderId, Vec<AdminId>>) -> Vec<i64> {
    let enabled = |ids: &[AdminId]| -> Vec<i64> {
        let known = directory.administrators.iter().filter(|person| person.enabled && ids.contains(&AdminId(person.id)));
        known.map(|person| person.id).collect()
    };
    let (concerned, except) = match &draft.audience {
        Audience::Admins { ids, except } => (enabled(ids), except),
        Audience::Order { order, except } => (enabled(people.get(order).map_or(&[], Vec::as_slice)), except),
        Audience::Holders { node, except } => (directory.holders(node).into_iter().map(|(admin, _)| admin).collect(), except),
    };
    // Who may only look is not told of what waits for others.
    let by = match &draft.audience {
        Audience::Holders { node, .. } => Some(node.as_str()),
        Audience::Admins { .. } | Audience::Order { .. } => None,
    };
    let sees = |admin: &i64| {
        draft.warehouses.is_empty() || {
            let rights = directory.rights(*admin);
            let reaches = |warehouse: i64| rights.sees_warehouse(warehouse) && by.is_none_or(|node| rights.permits(node, warehouse));
            draft.kind.concerns(&draft.warehouses, |warehouse| reaches(warehouse.0))
        }
    };
    let kind = draft.kind.as_str();
    // Of several warehouses it is told while one of those that they see is wanted.
    let muted_there = |admin: &i64| {
        let rights = directory.rights(*admin);
        let mut seen = draft.warehouses.iter().filter(|warehouse| rights.sees_warehouse(warehouse.0)).peekable();
        draft.kind.at_warehouses && seen.peek().is_some() && seen.all(|warehouse| directory.mutes_in(*admin, kind, warehouse.0))
    };
    let wants = |admin: &i64| !(draft.kind.mutable && (directory.mutes(*admin, kind) || muted_there(admin)));
    let others = concerned.into_iter().filter(|admin| except.is_none_or(|except| except.0 != *admin));
    others.filter(wants).filter(sees).take(RECIPIENTS_MAX).collect()
}

#[derive(Deserialize)]
struct Head {
    last: i64,
    unread: i64,
}

#[async_trait]
impl NotificationStore for Store {
    async fn inbox(&self, recipient: AdminId) -> Result<InboxState, StoreError> {
        let heads: Vec<Head> = self.rows("SELECT last, unread FROM $inbox", vec![("inbox", id("inbox", recipient.0))]).await?;
        Ok(heads.first().map_or(InboxState::default(), |head| InboxState { last: head.last, unread: head.unread }))
    }

    async fn after(&self, recipient: AdminId, after: i64, unread_only: bool, limit: usize) -> Result<Vec<Notification>, StoreError> {
        let unread = if unread_only { "AND read_at = NONE" } else { "" };
        let query = format!(
            "SELECT {COLUMNS} FROM notification:[$recipient, $from]..[$recipient, $end] WHERE merged = NONE {unread} LIMIT $limit;
             SELECT VALUE last FROM $inbox;"
        );
        let mut found: Vec<Notification> = Vec::new();
        let (mut from, mut numbers) = (after.saturating_add(1).max(1), NUMBERS);
        loop {
            let end = from.saturating_add(numbers);
            let missing = i64::try_from(limit - found.len()).unwrap_or(i64::MAX);
            let vars = vec![
                ("recipient", int(recipient.0)),
                ("inbox", id("inbox", recipient.0)),
                ("from", int(from)),
                ("end", int(end)),
                ("limit", int(missing)),
            ];
            let mut response = self.run(&query, vars).await?;
            let rows: Vec<Notification> = take(&mut response, 0)?;
            let last: Vec<i64> = take(&mut response, 1)?;
            found.extend(rows);
            if found.len() >= limit || last.first().is_none_or(|last| end > *last) {
                return Ok(found);
            }
            // Long stretches may be merged or removed, so the next range is larger.
            (from, numbers) = (end, numbers.saturating_mul(2));
        }
    }

    async fn read(&self, recipient: AdminId, number: i64) -> Result<Option<Announcement>, StoreError> {
        let query = "BEGIN;
            LET $read = (UPDATE type::record('notification', [$recipient, $number]) SET read_at = $now WHERE read_at = NONE RETURN VALUE id);
            IF array::len($read) = 1 { UPDATE $inbox SET unread -= 1 RETURN NONE };
            SELECT last, unread FROM $inbox;
            COMMIT;";
        let mut response = self.run(query, self.read_vars(recipient, number)).await?;
        self.counter_cache().forget([recipient.0], &[]);
        let heads: Vec<Head> = take(&mut response, 3)?;
        let announcement = |head: &Head| Announcement { recipient, last: head.last, unread: head.unread, read_upto: Some(0) };
        // A number that was given and is not there any more was merged into a newer one.
        Ok(heads.first().filter(|head| (1..=head.last).contains(&number)).map(announcement))
    }

    async fn read_all(&self, recipient: AdminId, upto: i64) -> Result<Announcement, StoreError> {
        let query = "BEGIN;
            LET $read = (UPDATE notification:[$recipient, 0]..=[$recipient, $number] SET read_at = $now WHERE read_at = NONE RETURN VALUE id);
            IF array::len($read) > 0 { UPDATE $inbox SET unread -= array::len($read) RETURN NONE };
            SELECT last, unread FROM $inbox;
            COMMIT;";
        let mut response = self.run(query, self.read_vars(recipient, upto)).await?;
        self.counter_cache().forget([recipient.0], &[]);
        let heads: Vec<Head> = take(&mut response, 3)?;
        let (last, unread) = heads.first().map_or((0, 0), |head| (head.last, head.unread));
        Ok(Announcement { recipient, last, unread, read_upto: Some(upto) })
    }
}

impl Store {
    fn read_vars(&self, recipient: AdminId, number: i64) -> Vars {
        vec![("recipient", int(recipient.0)), ("number", int(number)), ("inbox", id("inbox", recipient.0)), ("now", int(self.now_ms()))]
    }
}

#[cfg(test)]
mod tests {
    use bus_schemas::notification::{Fact, NotificationKind};

    use super::*;
    use crate::engine::connect::StoreConfig;

    #[tokio::test]
    async fn notifications_are_found_beyond_a_long_stretch_that_was_removed() {
        let store = Store::connect(&StoreConfig::new("mem://", "test")).await.expect("a store");
        let who = store.create_admin("chief", "Chief", "-", true, 0).await.expect("an administrator");
        let far = 10 * NUMBERS;
        for (id, last) in [(1, far), (2, far + 1), (3, far + 2)] {
            let fact = Fact { id, people: vec![who], ..Fact::default() };
            store.notify(&[NotificationKind::EXPORT_READY.draft(fact)]).await.expect("notified");
            store.run("UPDATE $inbox SET last = $last", vec![("inbox", id_of(who)), ("last", int(last))]).await.expect("counted on");
            store.counter_cache().forget([who.0], &[]);
        }
        let numbers = async |after, limit| {
            let found = store.after(who, after, false, limit).await.expect("a list");
            found.iter().map(|notification| notification.number).collect::<Vec<_>>()
        };
        assert_eq!(numbers(0, 10).await, [1, far + 1, far + 2]);
        assert_eq!(numbers(0, 2).await, [1, far + 1]);
        assert_eq!(numbers(far + 1, 10).await, [far + 2]);
        assert_eq!(numbers(-5, 1).await, [1]);
        assert!(numbers(far + 2, 10).await.is_empty());
    }

    fn id_of(recipient: AdminId) -> Value {
        id("inbox", recipient.0)
    }
}
