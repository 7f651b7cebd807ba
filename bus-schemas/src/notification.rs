//! Notifications, stored per recipient with a number that rises by one. The bus only announces them. What the kinds of
//! notifications are stands in [`kinds`].

use serde::{Deserialize, Serialize};

use crate::ids::{AdminId, OrderId, WarehouseId};

pub mod fact;
pub mod kinds;
pub mod row;

pub use fact::Fact;
pub use row::NotificationKind;

/// Who gets a notification. The store turns it into recipients in the transaction that writes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "to")]
pub enum Audience {
    /// These administrators, if they are enabled, without `except`.
    Admins { ids: Vec<AdminId>, except: Option<AdminId> },
    /// Every enabled administrator who holds the permission node, without `except`.
    Holders { node: String, except: Option<AdminId> },
    /// The author, the reviewer and the person in charge of an order, if they are enabled, without `except`.
    Order { order: OrderId, except: Option<AdminId> },
}

/// A notification before it has recipients and numbers. [`NotificationKind::draft`] makes it of what happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotificationDraft {
    /// What it is about.
    pub kind: NotificationKind,
    /// Who gets it.
    pub audience: Audience,
    /// Key for merging: unread notifications of the same kind and subject become one with a count, within the time that
    /// the kind says.
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
    /// The page that lists exactly the things of several that were merged, with `{ids}` for theirs; empty: there is none.
    #[serde(default)]
    pub link_these: String,
    /// The thing that it is about, where its kind tells several apart; 0: none.
    #[serde(default)]
    pub thing: i64,
}

/// Most things that a merged notification keeps.
pub const THINGS_MAX: usize = 100;

/// A thing that a notification is about: an order, a message, a product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotifiedThing {
    pub id: i64,
    /// Its number, or what it is called; empty where it has neither.
    pub name: String,
    /// Only who may see one of these warehouses learns of it; everybody when the list is empty.
    #[serde(default)]
    pub warehouses: Vec<WarehouseId>,
}

impl NotificationDraft {
    /// What it is about, with its name; nothing where its kind does not tell things apart.
    #[must_use]
    pub fn subject_thing(&self) -> Option<NotifiedThing> {
        let name = self.data.get(self.kind.called).and_then(serde_json::Value::as_str).unwrap_or_default();
        (self.thing != 0).then(|| NotifiedThing { id: self.thing, name: name.to_owned(), warehouses: self.warehouses.clone() })
    }

    /// The same about an order that has just got its number, where it names none yet.
    #[must_use]
    pub fn numbered(&self, number: &str) -> Self {
        let mut draft = self.clone();
        if draft.data.get("order_no").and_then(serde_json::Value::as_str) == Some("") {
            draft.data.insert("order_no".to_owned(), number.into());
        }
        draft
    }
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
    /// Only who may see one of these warehouses may read it; everybody when the list is empty.
    #[serde(default)]
    pub warehouses: Vec<WarehouseId>,
    /// Data for the text.
    pub data: serde_json::Map<String, serde_json::Value>,
    /// The page it leads to.
    pub link: String,
    /// How many were merged into it, at least 1.
    pub count: u32,
    /// The things that it stands for, oldest first, at most [`THINGS_MAX`]; empty for kinds that don't tell them apart, and for
    /// notifications from before they were kept.
    #[serde(default)]
    pub things: Vec<NotifiedThing>,
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
