//! Identifiers. Integers come from the database's sequences; a command's id comes from its sender.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! integer_id {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub i64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl From<i64> for $name {
            fn from(id: i64) -> Self {
                Self(id)
            }
        }
    )+};
}

integer_id! {
    /// A warehouse.
    WarehouseId,
    /// An area of a warehouse; 0 stands for 'unplaced'.
    AreaId,
    /// A shelf of an area; 0 stands for 'unplaced'.
    ShelfId,
    /// A product.
    ProductId,
    /// A unit of measure.
    UnitId,
    /// An inbound or outbound order (one number space for both).
    OrderId,
    /// A supplier or a customer, by the order's kind.
    PartnerId,
    /// An administrator.
    AdminId,
}

/// Longest command id, in bytes.
pub const COMMAND_ID_MAX: usize = 64;

/// Names one intention of one sender: the same id asked twice is done once.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct CommandId(String);

/// A command id that is empty, too long, or has a character outside `[A-Za-z0-9_-]`.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("a command id has 1 to {COMMAND_ID_MAX} of the characters A-Z a-z 0-9 _ -")]
pub struct InvalidCommandId;

impl CommandId {
    /// Checks `[A-Za-z0-9_-]{1,64}`: it becomes part of a subject and of a record id.
    pub fn new(text: impl Into<String>) -> Result<Self, InvalidCommandId> {
        let text = text.into();
        let fits = (1..=COMMAND_ID_MAX).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
        if fits { Ok(Self(text)) } else { Err(InvalidCommandId) }
    }

    /// The id's text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for CommandId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

impl fmt::Display for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
