//! Notifications, stored per recipient with a number that rises by one. The bus only announces them.

use serde::{Deserialize, Serialize};

use crate::ids::{AdminId, WarehouseId};

/// What a notification is about (domain rules 11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum NotificationKind {
    /// An order waits for review.
    #[serde(rename = "order.review")]
    OrderReview,
    /// An order was stocked, wholly or in part.
    #[serde(rename = "order.stocked")]
    OrderStocked,
    /// A product fell below its safety stock.
    #[serde(rename = "stock.low")]
    StockLow,
    /// A visitor of the public site left a message.
    #[serde(rename = "site.message")]
    SiteMessage,
}

impl NotificationKind {
    /// Every kind, for tables and documents.
    pub const ALL: [Self; 4] = [Self::OrderReview, Self::OrderStocked, Self::StockLow, Self::SiteMessage];

    /// The name on the wire and in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::OrderReview => "order.review",
            Self::OrderStocked => "order.stocked",
            Self::StockLow => "stock.low",
            Self::SiteMessage => "site.message",
        }
    }
}

/// Who gets a notification. The store turns it into recipients in the transaction that writes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "to")]
pub enum Audience {
    /// These administrators, if they are enabled, without `except`.
    Admins { ids: Vec<AdminId>, except: Option<AdminId> },
    /// Every enabled administrator who holds the permission node, without `except`.
    Holders { node: String, except: Option<AdminId> },
}

/// A notification before it has recipients and numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotificationDraft {
    /// What it is about.
    pub kind: NotificationKind,
    /// Who gets it.
    pub audience: Audience,
    /// Key for merging: unread notifications of the same kind and subject within 60 s become one with a count.
    pub subject: String,
    /// Only people who may see one of these warehouses get it; everybody when the list is empty.
    #[serde(default)]
    pub warehouses: Vec<WarehouseId>,
    /// Data for the message text of both languages (`order_no`, `product` ...).
    pub data: serde_json::Map<String, serde_json::Value>,
    /// The page it leads to, as a path of the app.
    pub link: String,
    /// The page it leads to when several were merged into one; empty: the same.
    #[serde(default)]
    pub link_many: String,
}

/// A notification as stored for one recipient.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notification {
    /// The owner of the inbox.
    pub recipient: AdminId,
    /// From 1, rising by one with each notification of the recipient. When two are merged, the newer number stays, so
    /// the counts of all stored ones add up to the highest number.
    pub number: i64,
    /// What it is about.
    pub kind: NotificationKind,
    /// Data for the text.
    pub data: serde_json::Map<String, serde_json::Value>,
    /// The page it leads to.
    pub link: String,
    /// How many were merged into it, at least 1.
    pub count: u32,
    /// Unix milliseconds.
    pub created_at: i64,
    /// Unix milliseconds, when read.
    pub read_at: Option<i64>,
}

/// Announces to all nodes that an inbox has changed; the notifications themselves are read from the store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Announcement {
    /// Whose inbox changed.
    pub recipient: AdminId,
    /// The highest number the queue has now.
    pub last: i64,
    /// Unread at that number.
    pub unread: i64,
    /// Set when the change is a reading: everything up to this number is read.
    pub read_upto: Option<i64>,
}
