//! The routes of declared resources.

use entrepot_store::resource::declaration::Action;

/// The routes of a resource: its action in the path, the method, and what the declaration must allow.
pub(crate) const ROUTES: &[(&str, &str, Action)] = &[
    ("index", "GET", Action::Index),
    ("select", "GET", Action::Index),
    ("add", "GET", Action::Add),
    ("add", "POST", Action::Add),
    ("edit", "GET", Action::Edit),
    ("edit", "POST", Action::Edit),
    ("del", "DELETE", Action::Del),
    ("del", "POST", Action::Del),
    ("sortable", "POST", Action::Sortable),
    ("import", "POST", Action::Import),
    ("template", "GET", Action::Import),
    ("export", "POST", Action::Export),
];
