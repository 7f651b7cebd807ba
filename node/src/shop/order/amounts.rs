//! Amounts as they are answered: texts with two decimals.

use bus_schemas::shop::Cents;

/// An amount as it is answered.
pub(super) fn amount(cents: Cents) -> String {
    cents.to_string()
}
