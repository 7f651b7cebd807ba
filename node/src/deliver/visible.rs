//! Whether somebody may know of an event: who sees the page of its subject, in one of its warehouses.

use bus_schemas::event::Event;
use entrepot_store::identity::rights::Rights;

/// Whether these rights reach an event. Whose group shows only rows of some people learns of no event: whose a thing is, events do
/// not say.
#[must_use]
pub fn may_know(rights: &Rights, event: &Event) -> bool {
    let node = format!("{}/index", event.subject.page.to_lowercase());
    if !rights.holds(&node) {
        return false;
    }
    let scope = rights.reading_scope(0, &node);
    let all_owners = scope.only_owners().is_none() && scope.only_rows().is_none();
    let seen = |warehouse: i64| scope.only_warehouses().is_none_or(|seen| seen.contains(&warehouse));
    all_owners && (event.warehouses.is_empty() || event.warehouses.iter().any(|warehouse| seen(warehouse.0)))
}
