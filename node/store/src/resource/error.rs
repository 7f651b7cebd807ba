//! Why a row is not read or not written.

use actors::store::StoreError;
use serde_json::Value as Json;

use crate::choice::Label;
use crate::listing::ListError;
use crate::scope::MissingRight;

/// Why a row is not read or not written.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RecordError {
    /// A field is missing, invalid or unknown: its name and the key of the message.
    #[error("{field}: {key}")]
    Field { field: String, key: &'static str },
    /// Or it is outside the caller's scope, which is told alike.
    #[error("there is no such row")]
    NotFound,
    /// A new row would be outside the caller's scope.
    #[error("out of the caller's reach")]
    OutOfScope,
    /// The row's warehouse is seen, but nothing may be changed there.
    #[error(transparent)]
    Right(#[from] MissingRight),
    /// Somebody else has saved the row since.
    #[error("changed meanwhile")]
    Changed(Box<Conflict>),
    /// Rows that can't be deleted because others refer to them.
    #[error("in use")]
    InUse(Vec<Usage>),
    /// Rows that were changed since they were made, so that they are not taken back.
    #[error("changed since they were made")]
    NotAsMade(Vec<i64>),
    /// Rows that are in another state than a command wants.
    #[error("in another state")]
    OtherState(Vec<i64>),
    /// Rows that have rows below them in the tree.
    #[error("has rows below it")]
    HasChildren(Vec<i64>),
    /// No enabled super administrator would be left.
    #[error("no super administrator would be left")]
    LastChief,
    /// Rows are sorted by weight only while they are shown by weight.
    #[error("not sorted by weight")]
    NotByWeight,
    /// Nothing can be restored: the value is masked, or no copy was kept.
    #[error("can't be put back")]
    NotRestorable,
    #[error(transparent)]
    List(#[from] ListError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What a row is used by that can't be deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usage {
    /// The row that can't be deleted.
    pub id: i64,
    /// The table that refers to it; empty where that is not known any more.
    pub table: &'static str,
    /// What is declared over that table, if anything.
    pub title: Option<Label>,
    /// Of orders: the name of their kind.
    pub kind: Option<String>,
    /// One of the rows that refer to it; nothing where it has no number of its own, or the caller may not know it.
    pub row: Option<i64>,
    /// What that row is called; empty where it has no name, or the caller may not know it.
    pub name: String,
}

/// The changes of somebody else.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Conflict {
    /// The version that is stored.
    pub version: i64,
    /// The row as it is now.
    pub current: Json,
    /// Field by field.
    pub changes: Vec<Change>,
}

/// A field that somebody else has changed.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Change {
    pub field: String,
    /// Its value now.
    pub theirs: Json,
    /// The value that was sent, if any.
    pub yours: Option<Json>,
    /// Who changed it; 0 when unknown.
    pub admin: i64,
    pub admin_name: String,
    /// Unix seconds.
    pub at: i64,
}

/// A field that is wrong.
#[must_use]
pub fn wrong(field: &str, key: &'static str) -> RecordError {
    RecordError::Field { field: field.to_owned(), key }
}
