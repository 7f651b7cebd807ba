//! What a notification says, in each language, to somebody with these rights.

use std::borrow::Cow;

use bus_schemas::notification::kinds::KINDS;
use bus_schemas::notification::{Notification, NotifiedThing, THINGS_MAX};
use bus_schemas::order::OrderKind;
use entrepot_store::identity::mutes::Mutes;
use entrepot_store::identity::rights::Rights;
use entrepot_store::inbox::mails::MailChoice;
use serde_json::Value;

use super::views::{NotificationKindView, NotificationView};
use crate::i18n::{Language, find_text, text_in};

fn order_kind(notification: &Notification) -> Option<OrderKind> {
    notification.data.get("order_kind").and_then(Value::as_str).and_then(OrderKind::named)
}

/// Whether somebody with these rights may still see what a notification is about.
#[must_use]
pub fn readable(notification: &Notification, rights: &Rights) -> bool {
    let node = notification.kind.node(order_kind(notification));
    let warehouses = &notification.warehouses;
    let reaches = |warehouse: i64| rights.sees_warehouse(warehouse) && node.as_deref().is_none_or(|node| rights.permits(node, warehouse));
    let concerned = || warehouses.is_empty() || notification.kind.concerns(warehouses, |warehouse| reaches(warehouse.0));
    node.as_deref().is_none_or(|node| rights.holds(node)) && concerned()
}

/// How many things are named of several.
const NAMED: usize = 3;

/// How many things a notification stands for; 1 where its kind does not tell them apart.
fn things_of(notification: &Notification) -> usize {
    let (known, all) = (notification.things.len(), usize::try_from(notification.count).unwrap_or(usize::MAX));
    if known >= THINGS_MAX { known.max(all) } else { known.max(1) }
}

/// What the first of several things are called, and how many there are beside.
fn names(language: Language, things: &[NotifiedThing], all: usize) -> String {
    let between = match language {
        Language::Chinese => "、",
        Language::English => ", ",
    };
    let named: Vec<&str> = things.iter().map(|thing| thing.name.as_str()).filter(|name| !name.is_empty()).take(NAMED).collect();
    let (said, more) = (named.join(between), all.saturating_sub(named.len()));
    if more == 0 || named.is_empty() {
        return said;
    }
    text_in(language, "notice.more", &[("names", said), ("more", more.to_string()), ("all", all.to_string())])
}

/// The text of a notification in a language. One of several things counts and names them.
#[must_use]
pub fn message(language: Language, notification: &Notification) -> String {
    // Before there were several kinds of orders, inbound ones did not say so.
    let about = notification.data.get("order_kind").and_then(Value::as_str).unwrap_or("inbound");
    let data = notification.data.iter();
    let mut values: Vec<(&str, String)> =
        data.map(|(name, value)| (name.as_str(), value.as_str().map_or_else(|| value.to_string(), str::to_owned))).collect();
    // What is there in several languages stands under its name with the language's code behind.
    let suffix = match language {
        Language::Chinese => "_zh",
        Language::English => "_en",
    };
    let own: Vec<(&str, String)> =
        values.iter().filter(|(_, value)| !value.is_empty()).filter_map(|(name, value)| Some((name.strip_suffix(suffix)?, value.clone()))).collect();
    values.retain(|(name, _)| own.iter().all(|(known, _)| known != name));
    values.extend(own);
    if let Some(why) = notification.data.get("why").and_then(Value::as_str) {
        values.retain(|(name, _)| *name != "reason");
        values.push(("reason", text_in(language, &format!("shop.pay.why.{why}"), &[])));
    }
    if let Some(doubt) = notification.data.get("doubt").and_then(Value::as_str) {
        let said = text_in(language, &format!("shop.doubt.{doubt}"), &values);
        values.retain(|(name, _)| *name != "doubt");
        values.push(("doubt", said));
    }
    // Older ones about stock do not say what was on its way.
    for name in ["expected", "in_transit"] {
        if !notification.data.contains_key(name) {
            values.push((name, "?".to_owned()));
        }
    }
    values.push(("order", text_in(language, &format!("order_kind.{about}"), &[])));
    let key = notification.kind.text_key(about);
    let (all, of_many) = (things_of(notification), format!("{key}.many"));
    if all > 1 && find_text(language, &of_many).is_some() {
        values.retain(|(name, _)| !["count", "names"].contains(name));
        values.extend([("count", all.to_string()), ("names", names(language, &notification.things, all))]);
        return text_in(language, &of_many, &values);
    }
    let without_reason = !values.iter().any(|(name, value)| *name == "reason" && !value.trim().is_empty());
    // Where people may leave the reason out, there is a text that does not end in a colon.
    let shorter = Some(format!("{key}.no_reason")).filter(|key| without_reason && find_text(language, key).is_some());
    text_in(language, shorter.as_deref().unwrap_or(&key), &values)
}

/// The same without the things that its reader may not see any more.
fn of_reader<'a>(notification: &'a Notification, rights: &Rights) -> Cow<'a, Notification> {
    let sees = |thing: &NotifiedThing| {
        thing.warehouses.is_empty() || notification.kind.concerns(&thing.warehouses, |warehouse| rights.sees_warehouse(warehouse.0))
    };
    if notification.things.len() < 2 || notification.things.iter().all(sees) {
        return Cow::Borrowed(notification);
    }
    let things = notification.things.iter().filter(|thing| sees(thing)).cloned().collect();
    Cow::Owned(Notification { things, ..notification.clone() })
}

/// A notification as clients know it (spec, entities). Who may not see what it is about any more, learns only that it
/// was there.
#[must_use]
pub fn notification_view(language: Language, notification: &Notification, unread: i64, rights: &Rights) -> NotificationView {
    let kind = notification.kind;
    let notification = &of_reader(notification, rights);
    let (message, message_data) = if readable(notification, rights) {
        let mut data = notification.data.clone();
        let follows = kind.link_needs.is_empty() || rights.holds(kind.link_needs);
        data.insert("link".into(), if follows { notification.link.clone() } else { String::new() }.into());
        (message(language, notification), data)
    } else {
        (text_in(language, "notice.withheld", &[]), serde_json::Map::from_iter([("link".into(), "".into())]))
    };
    NotificationView {
        id: notification.number,
        message,
        message_type: kind.as_str().to_owned(),
        message_data: message_data.into_iter().collect(),
        message_type_map: KINDS.iter().map(|kind| (kind.as_str().to_owned(), text_in(language, &kind.label_key(), &[]))).collect(),
        severity: kind.severity.into(),
        audio_path: kind.sound.unwrap_or_default().to_owned(),
        unread_count: unread,
        count: notification.count,
        things: u32::try_from(things_of(notification)).unwrap_or(u32::MAX),
        create_time: notification.created_at / 1_000,
        read_time: notification.read_at.map(|ms| ms / 1_000),
    }
}

/// The kinds that somebody may switch on and off, with those that they have switched off.
#[must_use]
pub fn kinds(language: Language, muted: &Mutes, choice: &MailChoice) -> Vec<NotificationKindView> {
    let view = |kind: &bus_schemas::notification::NotificationKind| NotificationKindView {
        name: kind.as_str().to_owned(),
        label: text_in(language, &kind.label_key(), &[]),
        group: text_in(language, &kind.group_key(), &[]),
        severity: kind.severity.into(),
        mutable: kind.mutable,
        muted: kind.mutable && muted.kinds.iter().any(|name| name == kind.as_str()),
        mailed: choice.kinds.iter().any(|name| name == kind.as_str()),
        by_warehouse: kind.mutable && kind.at_warehouses,
        muted_warehouses: muted.places.iter().filter(|(name, _)| name == kind.as_str()).map(|(_, warehouse)| *warehouse).collect(),
    };
    KINDS.iter().map(view).collect()
}

#[cfg(test)]
mod tests {
    use bus_schemas::ids::{AdminId, WarehouseId};
    use bus_schemas::notification::row::{Recipients, Text};
    use bus_schemas::notification::{Fact, NotificationKind};
    use bus_schemas::order::kinds::KINDS as ORDER_KINDS;
    use bus_schemas::right::WarehouseRight;
    use entrepot_store::scope::rights::WarehouseRights;
    use serde_json::json;

    use super::*;
    use crate::http::access::Access;
    use crate::http::routes::Routes;
    use crate::server::endpoints::Families;

    fn stored(kind: NotificationKind, fact: Fact) -> Notification {
        let draft = kind.draft(fact);
        Notification {
            recipient: AdminId(1),
            number: 1,
            kind,
            warehouses: draft.warehouses,
            data: draft.data,
            link: draft.link,
            count: 1,
            things: vec![],
            created_at: 0,
            read_at: None,
        }
    }

    #[test]
    fn what_is_there_in_both_languages_stands_in_the_readers() {
        let said = |language: Language, title_en: &str| {
            let data = json!({ "title": "停电", "title_en": title_en }).as_object().cloned().expect("an object");
            message(language, &stored(NotificationKind::ANNOUNCEMENT, Fact { people: vec![AdminId(1)], data, ..Fact::default() }))
        };
        assert_eq!(said(Language::English, "Power cut"), "Announcement: Power cut");
        assert_eq!(said(Language::English, ""), "Announcement: 停电", "better than nothing");
        assert_eq!(said(Language::Chinese, "Power cut"), "公告：停电");
    }

    /// Where the signs and letters of East Asia begin.
    const FIRST_CHINESE: char = '\u{2e80}';

    #[test]
    fn every_kind_has_its_texts_in_both_languages() {
        for kind in KINDS {
            let mut keys = vec![kind.label_key(), kind.group_key()];
            match kind.text {
                Text::One => keys.push(kind.text_key("")),
                Text::PerOrderKind => keys.extend(ORDER_KINDS.iter().map(|order| kind.text_key(order.as_str()))),
            }
            if !kind.link_these.is_empty() {
                keys.extend(keys.clone().into_iter().filter(|key| key.starts_with("notice.")).map(|key| format!("{key}.many")));
            }
            keys.extend(ORDER_KINDS.iter().map(|order| format!("order_kind.{}", order.as_str())));
            for (key, language) in keys.iter().flat_map(|key| [(key, Language::Chinese), (key, Language::English)]) {
                let text = find_text(language, key).unwrap_or_default();
                assert!(!text.is_empty(), "{kind:?}: {key} in {language:?}");
                let western = text.chars().all(|letter| letter < FIRST_CHINESE);
                assert_eq!(language == Language::English, western, "{kind:?}: {key} in {language:?}: {text}");
            }
        }
    }

    #[test]
    fn every_doubt_about_goods_has_its_text_in_both_languages() {
        for doubt in actors::warehouse::shop_orders::ALL {
            let mut fact = Fact { id: 7, ..Fact::default() };
            fact.data.insert("order_no".into(), "2026010112345678".into());
            fact.data.insert("doubt".into(), doubt.into());
            let notification = stored(NotificationKind::SHOP_STOCK_EXCEPTION, fact);
            for language in [Language::Chinese, Language::English] {
                let said = message(language, &notification);
                assert!(said.contains("2026010112345678") && !said.contains("shop.doubt") && !said.contains("{doubt}"), "{doubt}: {said}");
            }
        }
    }

    #[test]
    fn every_kind_has_a_permission_that_exists_and_a_label() {
        let accesses = Routes::of::<Families>().accesses();
        let exists = |node: &str| accesses.iter().any(|(_, access)| *access == Access::Node(node.to_owned()));
        for kind in KINDS {
            match kind.to {
                Recipients::Holders(node) => assert!(exists(node), "{kind:?}: {node}"),
                Recipients::Reviewers => {
                    for order in ORDER_KINDS {
                        assert!(kind.node(Some(*order)).is_some_and(|node| exists(&node)), "{kind:?}: {order:?}");
                    }
                }
                Recipients::Takers(step) => {
                    for order in ORDER_KINDS.iter().filter(|order| order.step(step).is_some()) {
                        assert!(exists(&order.node(step)), "{kind:?}: {order:?}");
                    }
                }
                Recipients::People | Recipients::Order => {}
            }
            assert!(kind.link_needs.is_empty() || exists(kind.link_needs), "{kind:?}: {}", kind.link_needs);
            let view = notification_view(Language::English, &stored(*kind, Fact::default()), 0, &Rights::all());
            let label = view.message_type_map.get(&view.message_type);
            assert!(label.is_some_and(|label| *label != kind.label_key()), "{kind:?}: {label:?}");
            assert!(
                kinds(Language::Chinese, &Mutes::default(), &MailChoice::default())
                    .iter()
                    .any(|row| row.name == view.message_type && !row.label.is_empty()),
                "{kind:?}"
            );
        }
    }

    #[test]
    fn several_are_counted_and_named() {
        let thing = |id: i64, warehouse: i64| NotifiedThing { id, name: format!("S{id}"), warehouses: vec![WarehouseId(warehouse)] };
        let of = |things: Vec<NotifiedThing>| {
            let data = serde_json::Map::from_iter([("order_no".to_owned(), "S9".into()), ("amount".to_owned(), "5.00".into())]);
            let fact = Fact { id: 9, data, ..Fact::default() };
            let count = u32::try_from(things.len()).unwrap_or(1);
            Notification { count, things, ..stored(NotificationKind::SHOP_NEW_ORDER, fact) }
        };
        let one = of(vec![thing(9, 1)]);
        assert_eq!(message(Language::English, &one), "New order S9 to ship, 5.00 paid");
        let two = of(vec![thing(8, 1), thing(9, 2)]);
        assert_eq!(message(Language::English, &two), "2 new orders to ship: S8, S9");
        assert_eq!(message(Language::Chinese, &two), "2 个新订单已支付，请发货：S8、S9");
        assert_eq!(message(Language::English, &of((1..=5).map(|id| thing(id, 1)).collect())), "5 new orders to ship: S1, S2, S3 and 2 more");
        // Whose warehouse was taken away learns nothing of what was there.
        let reader = Rights::default().with_node("shop/order/order/delivery").in_warehouses(&[2]);
        let view = notification_view(Language::English, &two, 0, &reader);
        assert_eq!((view.message.as_str(), view.things), ("New order S9 to ship, 5.00 paid", 1));
        // What was stored before things were kept is read as it was.
        let old = Notification { count: 4, ..of(vec![]) };
        assert_eq!(message(Language::English, &old), "New order S9 to ship, 5.00 paid");
    }

    #[test]
    fn who_lost_the_right_learns_nothing() {
        let data = serde_json::Map::from_iter([("order_no".to_owned(), "RK1".into()), ("lines".to_owned(), 2.into())]);
        let fact = Fact { order_kind: Some(OrderKind::INBOUND), id: 7, warehouses: vec![WarehouseId(3)], data, ..Fact::default() };
        let review = stored(NotificationKind::ORDER_REVIEW, fact);
        let message_for = |rights: &Rights| {
            let view = notification_view(Language::English, &review, 0, rights);
            (view.message, view.message_data.get("link").cloned(), view.message_data.contains_key("order_no"))
        };
        let seen = ("Inbound order RK1 is waiting for review (lines: 2)".to_owned(), Some("/admin/warehouse/inboundOrder?id=7".into()), true);
        let withheld = ("You may no longer see this notification".to_owned(), Some("".into()), false);
        let reviewer = Rights::default().with_node("warehouse/inboundorder/audit");
        assert_eq!(message_for(&Rights::all()), seen);
        assert_eq!(message_for(&reviewer), seen);
        assert_eq!(message_for(&reviewer.clone().in_warehouses(&[3])), seen);
        assert_eq!(message_for(&reviewer.clone().in_warehouses(&[4])), withheld, "the warehouse was taken away");
        let working = WarehouseRights::only([(3, WarehouseRight::Work)]);
        assert_eq!(message_for(&reviewer.with_warehouse_rights(working)), withheld, "the right to decide there was taken away");
        assert_eq!(message_for(&Rights::default().with_node("warehouse/inboundorder/index")), withheld, "the right to review was taken away");
    }

    #[test]
    fn a_figure_of_the_whole_company_is_for_who_sees_all_warehouses() {
        let sees = |kind: NotificationKind, only: &[i64]| {
            let warehouses = vec![WarehouseId(3), WarehouseId(4)];
            let reader = Rights::default().with_node("warehouse/inventory/index").in_warehouses(only);
            readable(&stored(kind, Fact { id: 7, warehouses, ..Fact::default() }), &reader)
        };
        assert!(sees(NotificationKind::STOCK_LOW, &[3, 4]) && !sees(NotificationKind::STOCK_LOW, &[3]));
        assert!(sees(NotificationKind::STOCK_NEGATIVE, &[3]) && !sees(NotificationKind::STOCK_NEGATIVE, &[5]));
    }

    #[test]
    fn a_reason_that_nobody_gave_leaves_no_colon() {
        for kind in [NotificationKind::SHOP_APPLY_CANCEL, NotificationKind::REFUND_ABNORMAL] {
            let said = |language: Language, reason: &str| {
                let texts = [("order_no", "A7"), ("refund_no", "R7"), ("reason", reason)];
                let data = texts.into_iter().map(|(name, value)| (name.to_owned(), Value::from(value))).collect();
                message(language, &stored(kind, Fact { id: 7, data, ..Fact::default() }))
            };
            for language in [Language::Chinese, Language::English] {
                assert!(said(language, "too slow").contains("too slow"), "{kind:?}");
                let short = said(language, "");
                assert!(short.contains("A7") && !short.contains('{'), "{short}");
                assert!(!short.ends_with([':', '：', ' ']), "{short}");
            }
        }
    }

    #[test]
    fn an_order_is_called_by_its_kind() {
        let data = serde_json::Map::from_iter([("order_no".to_owned(), "CK1".into()), ("reason".to_owned(), "sent twice".into())]);
        let fact = Fact { order_kind: Some(OrderKind::OUTBOUND), id: 7, data, ..Fact::default() };
        let voided = stored(NotificationKind::ORDER_VOIDED, fact);
        assert_eq!(message(Language::English, &voided), "Outbound order CK1 was voided: sent twice");
        assert_eq!(message(Language::Chinese, &voided), "出库单 CK1 已作废：sent twice");
    }
}
