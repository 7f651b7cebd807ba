//! The notification rows of a transaction.

use bus_schemas::ids::AdminId;
use bus_schemas::notification::kinds::merged_within_ms;
use bus_schemas::notification::{Announcement, NotificationDraft, NotifiedThing, THINGS_MAX};
use serde_json::Value as Json;
use surrealdb::types::Value;

use super::counters::{Counters, Inbox, MERGED_AMONG, Recent};
use super::recipient_drafts::{RecipientDrafts, add_things};
use crate::engine::transaction::{TransactionBody, Vars};
use crate::engine::value::{array, array_id, from_json, id, int, object, text, text_id};

/// Thrown by the guard: another transaction has incremented a counter.
pub(super) const COUNTED_ON: &str = "COUNTED ON";

/// Notification rows, and the incremented counters.
#[derive(Default)]
pub(super) struct Rows {
    new: Vec<Value>,
    moved: Vec<Value>,
    merged: Vec<Value>,
    /// The counters once it is written.
    pub(super) after: Counters,
    pub(super) announcements: Vec<Announcement>,
}

fn notification_id(recipient: i64, number: i64) -> Value {
    array_id("notification", vec![int(recipient), int(number)])
}

/// Whether more was merged than is kept.
const fn is_cut(things: &[NotifiedThing], count: i64) -> bool {
    things.len() >= THINGS_MAX && count > THINGS_MAX as i64
}

/// Where it leads: to its thing, to a list of exactly the things that it stands for, or to where they are among others.
fn link(draft: &NotificationDraft, merged: &Recent) -> String {
    match merged.things.as_slice() {
        [_] => draft.link.clone(),
        [] if merged.count < 2 || draft.link_many.is_empty() => draft.link.clone(),
        things if !things.is_empty() && !is_cut(things, merged.count) => {
            let ids: Vec<String> = things.iter().map(|thing| thing.id.to_string()).collect();
            draft.link_these.replace("{ids}", &ids.join(","))
        }
        _ if draft.link_many.is_empty() => draft.link.clone(),
        _ => draft.link_many.clone(),
    }
}

fn notification(recipient: i64, draft: &NotificationDraft, merged: &Recent) -> Value {
    let things = merged.things.iter().map(|thing| {
        let warehouses = thing.warehouses.iter().map(|warehouse| int(warehouse.0)).collect();
        object([("id", int(thing.id)), ("name", text(&thing.name)), ("warehouses", array(warehouses))])
    });
    object([
        ("id", notification_id(recipient, merged.number)),
        ("recipient", int(recipient)),
        ("number", int(merged.number)),
        ("kind", text(draft.kind.as_str())),
        ("subject", text(&draft.subject)),
        ("warehouses", array(draft.warehouses.iter().map(|warehouse| int(warehouse.0)).collect())),
        ("data", from_json(Json::Object(draft.data.clone()), &[])),
        ("link", text(&link(draft, merged))),
        ("count", int(merged.count)),
        ("things", array(things.collect())),
        ("created_at", int(merged.created_at)),
    ])
}

impl Rows {
    /// The rows of one recipient. Numbers rise by one per notification; merged ones keep the last number. A
    /// notification about something the recipient has not read yet replaces the unread one under a new number, so
    /// that a client asking for everything after a number gets it too.
    fn notify(&mut self, drafts: &RecipientDrafts, before: Option<&Inbox>, now: i64) {
        let recipient = drafts.recipient;
        let mut inbox = before.cloned().unwrap_or(Inbox { recipient, last: 0, unread: 0, recent: Vec::new() });
        inbox.recent.retain(|recent| recent.created_at > now - merged_within_ms() && recent.number > inbox.last - MERGED_AMONG);
        for counted in &drafts.counted {
            let draft = counted.draft;
            let since = now - draft.kind.merge.within_ms;
            let same = |recent: &mut Recent| recent.kind == draft.kind && recent.subject == draft.subject && recent.created_at > since;
            let old: Vec<Recent> = inbox.recent.extract_if(.., same).collect();
            let count = old.iter().fold(counted.count, |count, old| count + old.count);
            self.merged.extend(old.iter().map(|old| notification_id(recipient, old.number)));
            let mut things = Vec::new();
            add_things(&mut things, old.iter().flat_map(|old| &old.things).chain(&counted.things).cloned());
            things.truncate(THINGS_MAX);
            inbox.last += counted.count;
            inbox.unread += 1 - i64::try_from(old.len()).unwrap_or(0);
            let newest = Recent { number: inbox.last, kind: draft.kind, subject: draft.subject.clone(), count, created_at: now, things };
            self.new.push(notification(recipient, draft, &newest));
            inbox.recent.push(newest);
        }
        self.announcements.push(Announcement { recipient: AdminId(recipient), last: inbox.last, unread: inbox.unread, read_upto: None });
        let head = object([("id", id("inbox", recipient)), ("last", int(inbox.last)), ("unread", int(inbox.unread))]);
        self.head(head, before.is_some());
        self.after.inboxes.insert(recipient, inbox);
    }

    /// A counter gives numbers.
    fn count(&mut self, counter: &str, taken: i64, counters: &Counters) {
        let last = counters.last(counter) + taken;
        self.head(object([("id", text_id("counter", counter)), ("last", int(last))]), counters.numbers.contains_key(counter));
        self.after.numbers.insert(counter.to_owned(), last);
    }

    /// A counter's row.
    fn head(&mut self, row: Value, stored: bool) {
        if stored { self.moved.push(row) } else { self.new.push(row) }
    }
}

/// Ids of the counters, and the values that the guard expects of the stored ones.
fn guarded(by_recipient: &[RecipientDrafts], taken: &[(String, i64)], counters: &Counters) -> (Value, Value) {
    let inbox = |recipient: i64| id("inbox", recipient);
    let ids = by_recipient.iter().map(|drafts| inbox(drafts.recipient)).chain(taken.iter().map(|(counter, _)| text_id("counter", counter)));
    let inboxes = by_recipient.iter().filter_map(|drafts| counters.inboxes.get(&drafts.recipient));
    let inboxes = inboxes.map(|head| array(vec![inbox(head.recipient), int(head.last), int(head.unread)]));
    let counted = taken.iter().filter_map(|(name, _)| Some((name, counters.numbers.get(name)?)));
    let counted = counted.map(|(name, last)| array(vec![text_id("counter", name), int(*last), Value::None]));
    (array(ids.collect()), array(inboxes.chain(counted).collect()))
}

/// The whole transaction: guard, body, notifications.
pub(super) fn transaction(
    by_recipient: &[RecipientDrafts],
    taken: &[(String, i64)],
    counters: &Counters,
    body: TransactionBody,
    now: i64,
) -> (String, Vars, Rows) {
    let TransactionBody { query: body, mut vars } = body;
    let mut rows = Rows::default();
    by_recipient.iter().for_each(|drafts| rows.notify(drafts, counters.inboxes.get(&drafts.recipient), now));
    taken.iter().for_each(|(counter, many)| rows.count(counter, *many, counters));
    let (ids, before) = guarded(by_recipient, taken, counters);
    let mut query = format!("BEGIN; IF (SELECT VALUE [id, last, unread] FROM $counters) != $counters_before {{ THROW '{COUNTED_ON}' }}; {body}");
    vars.extend([("counters", ids), ("counters_before", before), ("told_at", int(now))]);
    let mut add = |text: &str, name: &'static str, rows: Vec<Value>| {
        if !rows.is_empty() {
            query.push_str(text);
            vars.push((name, array(rows)));
        }
    };
    add("INSERT $notified RETURN NONE;", "notified", std::mem::take(&mut rows.new));
    add("UPDATE $merged SET read_at = $told_at, merged = true RETURN NONE;", "merged", std::mem::take(&mut rows.merged));
    add("FOR $head IN $moved { UPDATE $head.id MERGE $head RETURN NONE };", "moved", std::mem::take(&mut rows.moved));
    query.push_str("COMMIT;");
    (query, vars, rows)
}

#[cfg(test)]
mod tests {
    use bus_schemas::notification::{Audience, NotificationKind};
    use serde_json::Map;

    use super::*;

    fn draft(subject: &str, link_many: &str) -> NotificationDraft {
        NotificationDraft {
            kind: NotificationKind::ORDER_REVIEW,
            audience: Audience::Admins { ids: vec![AdminId(7)], except: None },
            subject: subject.into(),
            warehouses: vec![],
            data: Map::from_iter([("order_no".to_owned(), "".into())]),
            link: "/one".into(),
            link_many: link_many.into(),
            link_these: String::new(),
            thing: 0,
        }
    }

    fn field(row: &Value, name: &str) -> Value {
        let Value::Object(fields) = row else { panic!("no row: {row:?}") };
        fields.get(name).cloned().unwrap_or(Value::None)
    }

    #[test]
    fn numbers_rise_with_everything_that_is_said() {
        let drafts = [draft("a", ""), draft("b", ""), draft("a", "/many")];
        let mut drafted = RecipientDrafts::new(7);
        drafts.iter().for_each(|draft| drafted.add(draft));
        let mut rows = Rows::default();
        rows.notify(&drafted, None, 5);
        let read = |row: &Value| (field(row, "number"), field(row, "subject"), field(row, "count"), field(row, "link"));
        assert_eq!(read(&rows.new[0]), (int(2), text("a"), int(2), text("/many")));
        assert_eq!(read(&rows.new[1]), (int(3), text("b"), int(1), text("/one")));
        // The inbox was not there: it is created with the rest.
        assert_eq!((field(&rows.new[2], "last"), field(&rows.new[2], "unread")), (int(3), int(2)));
        assert_eq!(rows.announcements, [Announcement { recipient: AdminId(7), last: 3, unread: 2, read_upto: None }]);
        assert!(rows.moved.is_empty() && rows.merged.is_empty());
    }

    #[test]
    fn unread_word_of_the_same_thing_gives_its_place() {
        let drafts = [draft("a", "/many")];
        let mut drafted = RecipientDrafts::new(7);
        drafted.add(&drafts[0]);
        let recent = |number, kind, subject: &str, created_at| Recent { number, kind, subject: subject.into(), count: 3, created_at, things: vec![] };
        let recent = vec![
            recent(99, NotificationKind::ORDER_REVIEW, "b", 70_000),
            recent(98, NotificationKind::STOCK_LOW, "a", 70_000),
            recent(97, NotificationKind::ORDER_REVIEW, "a", 70_000),
            recent(96, NotificationKind::ORDER_REVIEW, "a", 10_000),
            recent(49, NotificationKind::ORDER_REVIEW, "a", 70_000),
        ];
        let inbox = Inbox { recipient: 7, last: 99, unread: 9, recent };
        let mut rows = Rows::default();
        rows.notify(&drafted, Some(&inbox), 70_001);
        assert_eq!(rows.merged, [notification_id(7, 97)], "neither another thing, nor what is older than a minute, nor what is far back");
        assert_eq!((field(&rows.new[0], "count"), field(&rows.new[0], "link")), (int(4), text("/many")));
        assert_eq!((field(&rows.moved[0], "last"), field(&rows.moved[0], "unread")), (int(100), int(9)));
        let after = &rows.after.inboxes[&7];
        assert_eq!((after.last, after.unread), (100, 9));
        assert_eq!(after.recent.iter().map(|recent| recent.number).collect::<Vec<_>>(), [99, 98, 100]);
    }
    #[test]
    fn what_merges_names_and_lists_all_that_it_stands_for() {
        let about = |id: i64| NotificationDraft {
            link: format!("/one?id={id}"),
            link_these: "/these?only=id:{ids}".into(),
            thing: id,
            data: Map::from_iter([("order_no".to_owned(), format!("RK{id}").into())]),
            ..draft("a", "/many")
        };
        let said = |drafts: &[NotificationDraft], before: Option<&Inbox>| {
            let mut drafted = RecipientDrafts::new(7);
            drafts.iter().for_each(|draft| drafted.add(draft));
            let mut rows = Rows::default();
            rows.notify(&drafted, before, 5);
            let inbox = rows.after.inboxes.remove(&7).expect("an inbox");
            (field(&rows.new[0], "link"), inbox)
        };
        assert_eq!(said(&[about(1)], None).0, text("/one?id=1"));
        assert_eq!(said(&[about(1), about(1)], None).0, text("/one?id=1"), "twice about the same");
        let (link, inbox) = said(&[about(1), about(2)], None);
        assert_eq!(link, text("/these?only=id:1,2"));
        let (link, inbox) = said(&[about(3), about(2)], Some(&inbox));
        assert_eq!(link, text("/these?only=id:1,2,3"));
        assert_eq!(inbox.recent[0].things.iter().map(|thing| thing.name.as_str()).collect::<Vec<_>>(), ["RK1", "RK2", "RK3"]);
        let many: Vec<_> = (1..=THINGS_MAX as i64).map(about).collect();
        assert!(matches!(said(&many, None).0, Value::String(link) if link.ends_with(",100")));
        let more: Vec<_> = (1..=THINGS_MAX as i64 + 1).map(about).collect();
        let (link, inbox) = said(&more, None);
        assert_eq!((link, inbox.recent[0].things.len()), (text("/many"), THINGS_MAX));
    }
}
