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
    /// An area of a warehouse; 0 means 'unplaced'.
    AreaId,
    /// A shelf of an area; 0 means 'unplaced'.
    ShelfId,
    /// A product.
    ProductId,
    /// A unit of measure.
    UnitId,
    /// An order (one number space for all kinds).
    OrderId,
    /// A count sheet.
    CountId,
    /// A supplier or a customer, by the order's kind.
    PartnerId,
    /// A carrier.
    CarrierId,
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

    /// An id made of random bits, for an intention that nobody named.
    #[must_use]
    pub fn of_bits(bits: u128) -> Self {
        Self(format!("{bits:032x}"))
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

/// A command id together with the person who chose it. Ids of different people are different keys, so nobody can
/// reuse or query somebody else's command.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CommandKey {
    /// Who chose the id; 0 for the system itself.
    pub owner: AdminId,
    pub id: CommandId,
}

impl CommandKey {
    /// An id that a person chose, or that was made for the person's request.
    #[must_use]
    pub const fn of(owner: AdminId, id: CommandId) -> Self {
        Self { owner, id }
    }

    /// An id that follows from what the system does: imports and demo data.
    #[must_use]
    pub const fn system(id: CommandId) -> Self {
        Self { owner: AdminId(0), id }
    }

    /// The id of a part of what this command does: in another warehouse, to another order.
    #[must_use]
    pub fn part(&self, name: &str) -> Self {
        let name: String = name.chars().filter(char::is_ascii_alphanumeric).take(24).collect();
        let whole = self.id.as_str();
        let text = if whole.len() + 1 + name.len() <= COMMAND_ID_MAX {
            format!("{whole}-{name}")
        } else {
            // FNV-1a tells long ids apart that begin alike.
            let hash = whole.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
            format!("{}-{hash:016x}-{name}", &whole[..COMMAND_ID_MAX - 42])
        };
        Self { owner: self.owner, id: CommandId(text) }
    }

    /// Reads what [`fmt::Display`] wrote.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (owner, id) = text.split_once(':')?;
        Some(Self { owner: AdminId(owner.parse().ok()?), id: CommandId::new(id).ok()? })
    }
}

impl fmt::Display for CommandKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.owner, self.id)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn parts_of_a_command_have_ids_of_their_own() {
        let key = |text: &str| super::CommandKey::of(super::AdminId(1), super::CommandId::new(text).unwrap());
        assert_eq!(key("a").part("w7").id.as_str(), "a-w7");
        let (long, other) = ("x".repeat(63), format!("{}y", "x".repeat(62)));
        let (long, other) = (key(&long).part("CK202601010001"), key(&other).part("CK202601010001"));
        assert_ne!(long, other);
        assert!(super::CommandId::new(long.id.as_str()).is_ok() && long.id.as_str().ends_with("-CK202601010001"));
    }

    use super::*;

    #[test]
    fn a_command_id_has_only_characters_that_need_no_quoting() {
        for good in ["a", "Conflict", "imp-536365-create", "0190f3b2-1a2b-7c3d-8e4f-0123456789ab", &"x".repeat(COMMAND_ID_MAX)] {
            assert!(CommandId::new(good).is_ok(), "{good}");
        }
        for bad in ["", " ", "a b", "a:b", "a'b", "a\"b", "a`b", "[1]", "\u{27e8}a\u{27e9}", "é", "a\0", &"x".repeat(COMMAND_ID_MAX + 1)] {
            assert_eq!(CommandId::new(bad), Err(InvalidCommandId), "{bad:?}");
        }
    }

    #[test]
    fn a_key_is_read_as_it_was_written_and_owners_do_not_meet() {
        let id = || CommandId::new("a-1").unwrap();
        let key = CommandKey::of(AdminId(7), id());
        assert_eq!(CommandKey::parse(&key.to_string()), Some(key.clone()));
        assert_ne!(key, CommandKey::of(AdminId(8), id()));
        assert_ne!(key, CommandKey::system(id()));
        for bad in ["a-1", ":a-1", "7:", "7:a:b", "x:a"] {
            assert_eq!(CommandKey::parse(bad), None, "{bad}");
        }
    }
}
