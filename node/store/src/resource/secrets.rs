//! Fields whose values are never shown in a log.

use super::declaration::Field;

/// What is shown instead of a secret.
pub(super) const MASK: &str = "******";

/// Whether a field's values are never written down.
#[must_use]
pub(super) fn is_secret(field: &Field) -> bool {
    field.kind.facts().write_only || ["password", "salt", "token", "secret"].iter().any(|word| field.name.contains(word))
}
