//! What a notification says, in each language.

use bus_schemas::notification::{Notification, NotificationKind};
use serde_json::Value;

use super::views::NotificationView;
use crate::i18n::{Language, text_in};

/// The text of a notification in a language.
#[must_use]
pub fn message(language: Language, notification: &Notification) -> String {
    let data = &notification.data;
    let key = match notification.kind {
        NotificationKind::StockLow | NotificationKind::SiteMessage => format!("notice.{}", notification.kind.as_str()),
        kind => format!("notice.{}.{}", kind.as_str(), data.get("order_kind").and_then(Value::as_str).unwrap_or("inbound")),
    };
    let values: Vec<(&str, String)> =
        data.iter().map(|(name, value)| (name.as_str(), value.as_str().map_or_else(|| value.to_string(), str::to_owned))).collect();
    text_in(language, &key, &values)
}

/// A notification as clients know it (spec, entities).
#[must_use]
pub fn shown(language: Language, notification: &Notification, unread: i64) -> NotificationView {
    let kind = |kind: &NotificationKind| (kind.as_str().to_owned(), text_in(language, &format!("kind.{}", kind.as_str()), &[]));
    let mut message_data = notification.data.clone();
    message_data.insert("link".into(), notification.link.clone().into());
    NotificationView {
        id: notification.number,
        message: message(language, notification),
        message_type: notification.kind.as_str().to_owned(),
        message_data: message_data.into_iter().collect(),
        message_type_map: NotificationKind::ALL.iter().map(kind).collect(),
        audio_path: "/audio/notify.wav".to_owned(),
        unread_count: unread,
        count: notification.count,
        create_time: notification.created_at / 1_000,
        read_time: notification.read_at.map(|ms| ms / 1_000),
    }
}
