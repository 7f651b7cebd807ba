//! Who acts on a sheet, and what they send with it.

use bus_schemas::ids::{AdminId, CommandId, CommandKey};
use entrepot_store::scope::Scope;

/// Who acts.
pub struct Person {
    pub admin: AdminId,
    pub scope: Scope,
    /// A super administrator.
    pub everything: bool,
}

/// What a person sends with a change.
pub struct Intention {
    /// Sent twice, it is done once.
    pub command: Option<CommandId>,
    pub version: Option<i64>,
}

/// The key of an intention; one that nobody named gets an id of its own.
pub(super) fn key(person: &Person, intention: &Intention) -> CommandKey {
    let unnamed = || CommandId::of_bits(uuid::Uuid::now_v7().as_u128());
    CommandKey::of(person.admin, intention.command.clone().unwrap_or_else(unnamed))
}
