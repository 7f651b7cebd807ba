//! Notifications as clients get them.

use std::collections::BTreeMap;

use bus_schemas::notification::row;
use poem_openapi::{Enum, Object};
use serde::Serialize;
use serde_json::Value;

/// How much a notification matters; clients choose its colour by it.
#[derive(Enum, Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
#[oai(rename = "NotificationSeverity", rename_all = "snake_case")]
pub enum Severity {
    Info,
    Success,
    Warning,
    Danger,
}

impl From<row::Severity> for Severity {
    fn from(severity: row::Severity) -> Self {
        match severity {
            row::Severity::Info => Self::Info,
            row::Severity::Success => Self::Success,
            row::Severity::Warning => Self::Warning,
            row::Severity::Danger => Self::Danger,
        }
    }
}

/// A notification, as answers and websocket messages have it.
#[derive(Object, Serialize)]
pub struct NotificationView {
    /// Rises by one with everything that the administrator is notified of.
    pub id: i64,
    /// In the request's language.
    pub message: String,
    /// The kind: `order.review`, `stock.low` ...
    pub message_type: String,
    /// What the message is about, by names that depend on the kind; `link` is the page that it leads to, empty for who
    /// may not see it any more.
    pub message_data: BTreeMap<String, Value>,
    /// What each kind is called, in the request's language.
    pub message_type_map: BTreeMap<String, String>,
    pub severity: Severity,
    /// The sound that may be played; empty: none.
    pub audio_path: String,
    /// The caller's unread notifications at this time.
    pub unread_count: i64,
    /// How many were merged into it, at least 1.
    pub count: u32,
    /// How many different things it stands for, such as orders; its message counts and names them, and its link leads to a list of
    /// them. 1 where its kind does not tell them apart: then all are about the same.
    pub things: u32,
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
    /// Every kind of notification.
    pub kinds: Vec<NotificationKindView>,
    /// The warehouses in use that the caller sees: kinds may be switched off for these alone.
    pub warehouses: Vec<NotificationWarehouse>,
    pub mail: NotificationMail,
}

/// How the caller's notifications are mailed.
#[derive(Object)]
pub struct NotificationMail {
    /// Where to; empty where they have no address, and get none.
    pub address: String,
    /// From when no mail comes, by the site's clock: `22:00`. Empty: it comes at any time.
    pub quiet_from: String,
    pub quiet_to: String,
}

/// A warehouse that kinds of notifications may be switched off for.
#[derive(Object)]
pub struct NotificationWarehouse {
    pub id: i64,
    pub name: String,
}

/// A kind of notifications, in the request's language.
#[derive(Object)]
pub struct NotificationKindView {
    /// `order.review`, as in `message_type`.
    pub name: String,
    pub label: String,
    /// The heading that it stands under.
    pub group: String,
    pub severity: Severity,
    /// Whether it may be switched off.
    pub mutable: bool,
    /// Whether the caller has switched it off.
    pub muted: bool,
    /// Whether the caller gets it by mail as well.
    pub mailed: bool,
    /// Whether it may be switched off for single warehouses.
    pub by_warehouse: bool,
    /// The warehouses for which the caller has switched it off.
    pub muted_warehouses: Vec<i64>,
}
