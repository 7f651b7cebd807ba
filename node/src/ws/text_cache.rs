//! What a notification says on the wire: encoded once for a recipient and shared by all of their sessions in one language.

use std::sync::Arc;

use bus_schemas::notification::Notification;
use dashmap::DashMap;
use entrepot_store::identity::rights::Rights;

use super::frames::ServerFrame;
use crate::i18n::Language;
use crate::notification::texts::{notification_view, readable};

/// The newest notification of a recipient, as text.
struct Encoded {
    number: i64,
    unread: i64,
    /// Whether its reader may see what it is about.
    readable: bool,
    text: Arc<str>,
}

/// See the module. Cheap to clone.
#[derive(Clone, Default)]
pub struct TextCache(Arc<DashMap<(i64, Language), Encoded>>);

impl TextCache {
    /// The message about a notification, with the unread count at its time.
    #[must_use]
    pub fn get(&self, admin: i64, language: Language, notification: &Notification, unread: i64, rights: &Rights) -> Arc<str> {
        let readable = readable(notification, rights);
        let known = self.0.get(&(admin, language));
        let known = known.filter(|known| known.number == notification.number && known.unread == unread && known.readable == readable);
        if let Some(known) = known {
            return known.text.clone();
        }
        let message = notification_view(language, notification, unread, rights);
        let text: Arc<str> = ServerFrame::Notify { unread_count: unread, seq: notification.number, message: &message }.text().into();
        self.0.insert((admin, language), Encoded { number: notification.number, unread, readable, text: text.clone() });
        text
    }

    /// Removes a recipient who has no session any more.
    pub fn forget(&self, admin: i64) {
        self.0.retain(|(of, _), _| *of != admin);
    }
}

#[cfg(test)]
mod tests {
    use bus_schemas::ids::AdminId;
    use bus_schemas::notification::NotificationKind;

    use super::*;

    #[test]
    fn sessions_of_one_recipient_share_the_text_until_it_changes() {
        let cache = TextCache::default();
        let notification = |number| Notification {
            recipient: AdminId(1),
            number,
            kind: NotificationKind::ORDER_REVIEW,
            warehouses: vec![],
            data: serde_json::Map::from_iter([("order_kind".to_owned(), "inbound".into())]),
            link: String::new(),
            count: 1,
            things: vec![],
            created_at: 0,
            read_at: None,
        };
        let all = Rights::all();
        let first = cache.get(1, Language::Chinese, &notification(2), 1, &all);
        assert!(Arc::ptr_eq(&first, &cache.get(1, Language::Chinese, &notification(2), 1, &all)));
        let text: serde_json::Value = serde_json::from_str(&first).unwrap();
        assert_eq!((&text["type"], &text["data"]["seq"], &text["data"]["unread_count"]), (&"notify".into(), &2.into(), &1.into()));
        assert_ne!(first, cache.get(1, Language::English, &notification(2), 1, &all));
        assert_ne!(first, cache.get(1, Language::Chinese, &notification(2), 0, &all), "read elsewhere");
        assert_ne!(first, cache.get(1, Language::Chinese, &notification(3), 1, &all));
        assert_ne!(first, cache.get(1, Language::Chinese, &notification(2), 1, &Rights::nothing()), "the right was taken away");
        cache.forget(1);
        assert!(cache.0.is_empty());
    }
}
