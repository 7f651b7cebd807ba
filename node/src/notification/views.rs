//! What clients are told of notifications.

use std::collections::BTreeMap;

use poem_openapi::Object;
use serde::Serialize;
use serde_json::Value;

/// A notification, as answers and websocket messages have it.
#[derive(Object, Serialize)]
pub struct NotificationView {
    /// Rises by one with everything that the administrator is notified of.
    pub id: i64,
    /// In the request's language.
    pub message: String,
    /// The kind: `order.review`, `stock.low` ...
    pub message_type: String,
    /// What the message is about, by names that depend on the kind; `link` is the page that it leads to.
    pub message_data: BTreeMap<String, Value>,
    /// What each kind is called, in the request's language.
    pub message_type_map: BTreeMap<String, String>,
    /// The sound that may be played.
    pub audio_path: String,
    /// The caller's unread notifications at this time.
    pub unread_count: i64,
    /// How many were merged into it, at least 1.
    pub count: u32,
    /// Unix seconds.
    pub create_time: i64,
    /// Unix seconds; nothing while it is unread.
    #[oai(nullable)]
    pub read_time: Option<i64>,
}

/// What is unread.
#[derive(Object)]
pub struct UnreadNotifications {
    /// Newest first, at most 20.
    pub list: Vec<NotificationView>,
    pub unread_count: i64,
    /// The highest number so far.
    pub last_seq: i64,
}

/// A page of one's own notifications.
#[derive(Object)]
pub struct NotificationPage {
    pub list: Vec<NotificationView>,
    /// How many there are over all pages.
    pub total: i64,
    /// Always empty.
    pub remark: String,
    pub unread_count: i64,
}

/// How many are still unread.
#[derive(Object)]
pub struct UnreadCount {
    pub unread_count: i64,
}

/// How the administrator wants to be notified.
#[derive(Object)]
pub struct NotificationSetup {
    /// Play a sound.
    pub sound: bool,
}
