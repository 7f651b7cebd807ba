//! Fields whose values are never shown in a log.

use super::declaration::Field;
use super::kinds::Storage;

/// What is shown instead of a secret.
pub(super) const MASK: &str = "******";

/// Whether a field's values are never written down.
#[must_use]
pub(super) fn is_secret(field: &Field) -> bool {
    let facts = field.kind.facts();
    // The time at which a secret was set is none.
    let named = || ["password", "salt", "token", "secret"].iter().any(|word| field.name.contains(word));
    facts.write_only || (facts.storage != Storage::Integer && named())
}
