//! Conditions on the kind and the state of orders, written so that their index finds them (decision 0070).

use bus_schemas::order::{OrderKind, OrderStatus};

/// The condition that keeps a query to orders of a kind in a state: the columns of an index.
pub(crate) fn in_state(kind: OrderKind, state: OrderStatus) -> String {
    format!("kind = '{}' AND deleted_at = NONE AND status = '{}'", kind.as_str(), state.as_str())
}

/// The condition that keeps a query to orders of these kinds in these states, which their index finds. Of a list of states
/// (`IN`) the database looks for the first two columns only.
pub(crate) fn in_states(kinds: &[OrderKind], states: &[OrderStatus]) -> String {
    let pairs: Vec<String> = kinds.iter().flat_map(|kind| states.iter().map(|state| format!("({})", in_state(*kind, *state)))).collect();
    format!("({})", pairs.join(" OR "))
}
