//! What a notification kind is: data. Who gets it, how it sounds and looks, what merges, its texts and its link. What
//! makes, shows and sends notifications reads it and has no branch on a kind. The table of kinds is [`super::kinds`].

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use serde::{Serialize, Serializer};

/// Everything that is known of a notification kind.
#[derive(Debug)]
pub struct NotificationRow {
    /// In the database, on the bus and on the wire: `order.review`.
    pub name: &'static str,
    /// Under which heading people choose whether they want it.
    pub group: Group,
    pub to: Recipients,
    /// The file that is played, for those who want sounds.
    pub sound: Option<&'static str>,
    pub severity: Severity,
    /// Whether people may switch it off for themselves.
    pub mutable: bool,
    /// Whether its facts name warehouses for which people may also switch it off.
    pub at_warehouses: bool,
    /// Whether it is about all the warehouses that its facts name together: only people who may see all of them are
    /// told, not those who see one.
    pub everywhere: bool,
    pub merge: Merge,
    pub text: Text,
    /// The page it leads to, as a path of the app, with places that [`super::Fact`] fills: `{page}`, `{id}`,
    /// `{warehouse}`, `{begins}`.
    pub link: &'static str,
    /// The page it leads to when several were merged into one that are not all known; empty: the same.
    pub link_many: &'static str,
    /// The page that lists exactly the things of several that were merged into one, with `{ids}` for theirs. Empty: the kind does
    /// not tell things apart.
    pub link_these: &'static str,
    /// The data that says what a thing is called: `order_no`.
    pub called: &'static str,
    /// The permission node that its page needs beside those of the kind's readers: who lacks it gets no link. Empty: none.
    pub link_needs: &'static str,
}

/// A heading over kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    Orders,
    Transfers,
    Stock,
    Counts,
    Shop,
    Site,
    Tasks,
    Security,
}

impl Group {
    /// On the wire; the key of its title ends with it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Orders => "orders",
            Self::Transfers => "transfers",
            Self::Stock => "stock",
            Self::Counts => "counts",
            Self::Shop => "shop",
            Self::Site => "site",
            Self::Tasks => "tasks",
            Self::Security => "security",
        }
    }
}

/// Who gets a kind, and which permission its readers need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recipients {
    /// Who may review the order.
    Reviewers,
    /// Who may take this step of the order.
    Takers(&'static str),
    /// Who holds this permission node.
    Holders(&'static str),
    /// The people whom the fact names.
    People,
    /// The people of the order, whoever they are when it is written.
    Order,
}

/// How much a notification matters; colours follow from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    Info,
    Success,
    Warning,
    Danger,
}

/// Which unread notifications of a kind become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merge {
    pub by: MergeBy,
    /// An unread one that is older stays by itself, in milliseconds.
    pub within_ms: i64,
}

/// What makes two notifications of a kind the same thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MergeBy {
    /// The same warehouse, and kind of order.
    Warehouse,
    /// The same order, product or sheet.
    Thing,
    /// All are one.
    Kind,
}

/// Which text a kind has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    /// `notice.<kind>`.
    One,
    /// `notice.<kind>.<order kind>`.
    PerOrderKind,
}

impl NotificationRow {
    /// The key of what the kind is called.
    #[must_use]
    pub fn label_key(&self) -> String {
        format!("kind.{}", self.name)
    }

    /// The key of its group's title.
    #[must_use]
    pub fn group_key(&self) -> String {
        format!("kind_group.{}", self.group.as_str())
    }

    /// The key of its message, about an order of that kind or about something else.
    #[must_use]
    pub fn text_key(&self, order_kind: &str) -> String {
        match self.text {
            Text::One => format!("notice.{}", self.name),
            Text::PerOrderKind => format!("notice.{}.{order_kind}", self.name),
        }
    }
}

/// A notification kind: a row of the table, from which everything else of it is read (`kind.sound`). In the database
/// and on the bus it is its name.
#[derive(Clone, Copy)]
pub struct NotificationKind(&'static NotificationRow);

impl NotificationKind {
    /// The kind of a row.
    #[must_use]
    pub const fn new(row: &'static NotificationRow) -> Self {
        Self(row)
    }

    /// The name on the wire and in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.0.name
    }

    /// Its row.
    #[must_use]
    pub const fn row(self) -> &'static NotificationRow {
        self.0
    }
}

impl Deref for NotificationKind {
    type Target = NotificationRow;

    fn deref(&self) -> &NotificationRow {
        self.0
    }
}

impl fmt::Debug for NotificationKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name)
    }
}

impl PartialEq for NotificationKind {
    fn eq(&self, other: &Self) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for NotificationKind {}

impl Hash for NotificationKind {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.name.hash(state);
    }
}

impl Serialize for NotificationKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name)
    }
}
